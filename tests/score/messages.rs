//! What the user must be told about how texts were read.

use marksheet::dataset::{Dataset, Item, Task};
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::predictions::Entry;
use marksheet::problem::Severity;
use marksheet::score::{default_settings, score};
use marksheet::settings::{Normalizer, Profile, Settings};

use super::cases::case;
use super::made::{choice, dataset, entry, extractive, failed, text};

fn told_under(dataset: &Dataset, entries: &[Option<Entry>], settings: &Settings) -> Vec<String> {
    let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
    let scored = score(dataset, &joined, settings, &mut |_| {});
    scored.problems.iter().map(ToString::to_string).collect()
}

fn told(golds: &[&str], entries: &[Option<Entry>], profile: Profile) -> Vec<String> {
    let items = golds
        .iter()
        .enumerate()
        .map(|(idx, gold)| extractive(&format!("q{idx}"), &[gold]))
        .collect();
    let dataset = dataset(Task::Extractive, items);
    told_under(
        &dataset,
        entries,
        &Settings {
            profile,
            ..default_settings(&dataset)
        },
    )
}

#[track_caller]
fn assert_tells(told: &[String], words: &[&str]) {
    let is_told = told
        .iter()
        .any(|message| words.iter().all(|word| message.contains(word)));
    assert!(is_told, "{words:?} are not in one of {told:#?}");
}

fn told_of_case(number: &str) -> Vec<String> {
    let case = case(number).unwrap();
    let entries: Vec<_> = case
        .dataset
        .items
        .iter()
        .map(|item| {
            case.entries
                .iter()
                .find(|entry| entry.id == item.id)
                .cloned()
        })
        .collect();
    told_under(&case.dataset, &entries, &default_settings(&case.dataset))
}

#[test]
fn the_case_collection_is_told_what_it_must_be() {
    assert_tells(&told_of_case("04"), &["no-answer questions: 6"]);
    assert_tells(
        &told_of_case("04"),
        &[
            "3 predictions look like a written refusal (\"unanswerable\", \"N/A\", \"[NONE]\") and were scored wrong",
            "n2, n3, n5",
        ],
    );
    assert_tells(
        &told_of_case("08"),
        &["look like a list but are not one", "plain text", "b1"],
    );
    assert_tells(
        &told_of_case("10"),
        &["2 of 4 questions have no prediction (q2, q4): counted as wrong"],
    );
    assert_tells(
        &told_of_case("16"),
        &["2 predictions are null and were treated as empty", "z2, z3"],
    );
    assert_tells(&told_of_case("22"), &["F1", "not meaningful"]);
    assert_tells(
        &told_of_case("30"),
        &["none of the 4 questions has a prediction"],
    );
    assert_tells(
        &told_of_case("35"),
        &[
            "2 predictions are exactly \"ERROR\" (ALUE writes that when the model call failed)",
            "x1, x3",
        ],
    );
    assert_tells(
        &told_of_case("61"),
        &["2 of 4 questions have no prediction (3, 4)", "not correct"],
    );
}

#[test]
fn kinds_of_values_are_counted() {
    let values = [
        entry(Json::Number("3.50".into())),
        entry(Json::Bool(true)),
        entry(Json::List(vec![])),
        entry(Json::Object(vec![("answer".into(), Json::Null)])),
    ];
    let told = told(&["a", "b", "c", "d"], &values, Profile::SquadV2);
    assert_tells(
        &told,
        &[
            "4 predictions are not strings (1 number, 1 true/false, 1 list, 1 object)",
            "q0",
        ],
    );
    let one = [entry(Json::Number("7".into()))];
    assert_tells(
        &self::told(&["7"], &one, Profile::SquadV2),
        &["1 prediction is not a string (1 number)"],
    );
}

#[test]
fn n_best_lists_are_refused_by_name() {
    let pair = Json::List(vec![Json::Text("x".into()), Json::Number("0.9".into())]);
    let told = told(&["x"], &[entry(Json::List(vec![pair]))], Profile::SquadV2);
    assert_tells(&told, &["n-best", "q0"]);
}

#[test]
fn failed_calls_and_cut_replies_are_told_apart() {
    let entries = [
        failed("", Outcome::HttpError),
        failed("", Outcome::Timeout),
        failed("", Outcome::Network),
        failed("no", Outcome::Refused),
        failed("", Outcome::Truncated),
        failed("x", Outcome::Truncated),
    ];
    let told = told(&["x"; 6], &entries, Profile::SquadV2);
    assert_tells(
        &told,
        &["1 call failed with an error (\"status 500\")", "q0"],
    );
    assert_tells(&told, &["1 call took too long", "q1"]);
    assert_tells(&told, &["did not reach the server", "q2"]);
    assert_tells(&told, &["refusal", "q3"]);
    assert_tells(&told, &["cut off before the answer", "q4"]);
    assert_tells(&told, &["cut off but readable", "q5"]);
}

#[test]
fn golds_that_vanish_are_told_by_profile() {
    assert_tells(
        &told(&["?", "x"], &[text(""), text("x")], Profile::SquadV2),
        &["1 gold answer has nothing left", "dropped", "q0"],
    );
    assert_tells(
        &told(&["?"], &[text("")], Profile::Alue),
        &["1 gold answer has nothing left", "kept"],
    );
}

#[test]
fn none_as_gold_is_told_in_alue() {
    assert_tells(
        &told(&["['NONE']"], &[text("NONE")], Profile::Alue),
        &["1 question has NONE", "HasAns", "q0"],
    );
}

#[test]
fn letters_that_cannot_be_read_are_counted_out_loud() {
    let dataset = dataset(
        Task::MultipleChoice,
        vec![choice("1", "B"), choice("2", "B"), choice("3", "B")],
    );
    let settings = Settings {
        normalizers: vec![Normalizer::Strict],
        ..default_settings(&dataset)
    };
    let told = told_under(
        &dataset,
        &[text("B\u{200B}"), text("E"), text("dunno")],
        &settings,
    );
    assert_tells(
        &told,
        &[
            "3 replies",
            "none of the offered letters",
            "not correct",
            "1, 2, 3",
        ],
    );
    assert_tells(
        &told,
        &["1 reply differs from a letter only by invisible characters"],
    );
}

#[test]
fn weighty_messages_come_first_and_hold_enough_ids() {
    let items: Vec<Item> = (0..9)
        .map(|idx| extractive(&format!("q{idx}"), &["x"]))
        .collect();
    let dataset = dataset(Task::Extractive, items);
    let mut entries = vec![None; 8];
    entries.push(entry(Json::Number("1".into())));
    let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
    let broken = vec![Normalizer::Regex {
        pattern: "(".into(),
        group: 0,
    }];
    let settings = Settings {
        normalizers: broken,
        ..default_settings(&dataset)
    };
    let problems = score(&dataset, &joined, &settings, &mut |_| {}).problems;
    let severities: Vec<_> = problems.iter().map(|problem| problem.severity).collect();
    assert_eq!(
        severities,
        [Severity::Error, Severity::Warning, Severity::Info]
    );
    assert!(
        problems[1].message.contains("q0, q1, q2"),
        "{}",
        problems[1]
    );
}

#[test]
fn changes_by_normalizers_are_counted() {
    let dataset = dataset(
        Task::Extractive,
        vec![extractive("a", &["x"]), extractive("b", &["x"])],
    );
    let settings = Settings {
        normalizers: vec![Normalizer::StripMarkdown],
        ..default_settings(&dataset)
    };
    assert_tells(
        &told_under(&dataset, &[text("**x**"), text("x")], &settings),
        &["changed 1 of 2 predictions: a"],
    );
}

#[test]
fn calls_that_failed_are_no_predictions_a_normalizer_changed() {
    let items = ["a", "b", "c", "d"].map(|id| extractive(id, &["[NONE]"]));
    let dataset = dataset(Task::Extractive, items.to_vec());
    let settings = Settings {
        normalizers: vec![Normalizer::TailNumbers],
        ..default_settings(&dataset)
    };
    let entries = [
        text("N1"),
        text("[N1]"),
        text("ERROR"),
        failed("", Outcome::Timeout),
    ];
    assert_tells(
        &told_under(&dataset, &entries, &settings),
        &["changed 1 of 2 predictions: a"],
    );
}
