//! Outcome classes and comparisons of single questions.

use marksheet::dataset::Task;
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::predictions::{Entry, Failure};
use marksheet::score::{Comparer, compare, default_settings};
use marksheet::settings::{Normalizer, Profile, Settings};

use super::made::{choice, dataset, entry, extractive, failed, scored, text};

fn outcome(golds: &[&str], entry: Option<Entry>, profile: Profile) -> Outcome {
    let dataset = dataset(Task::Extractive, vec![extractive("q", golds)]);
    let settings = Settings {
        profile,
        ..default_settings(&dataset)
    };
    scored(&dataset, &[entry], &settings).items[0].outcome
}

#[test]
fn every_question_ends_in_the_first_class_that_holds() {
    let of = |golds: &[&str], entry| outcome(golds, entry, Profile::SquadV2);
    assert_eq!(of(&["x"], None), Outcome::Missing);
    for class in [
        Outcome::HttpError,
        Outcome::Network,
        Outcome::Timeout,
        Outcome::Refused,
    ] {
        assert_eq!(of(&["x"], failed("x", class)), class);
        assert_eq!(of(&[], failed("", class)), class);
    }
    assert_eq!(
        of(&["x"], failed("", Outcome::Truncated)),
        Outcome::Truncated
    );
    assert_eq!(
        of(&["x"], failed("x", Outcome::Truncated)),
        Outcome::Correct
    );
    assert_eq!(of(&["x"], text("<think>x")), Outcome::Truncated);
    assert_eq!(of(&["x"], text("<think>y</think>x")), Outcome::Correct);
    assert_eq!(of(&["x"], text("<think>y</think>")), Outcome::Empty);
    assert_eq!(of(&[], text("")), Outcome::Correct);
    assert_eq!(of(&["x"], text(" \u{a0}")), Outcome::Empty);
    assert_eq!(of(&["x"], entry(Json::Null)), Outcome::Empty);
    assert_eq!(of(&["x y"], text("y x")), Outcome::Partial);
    assert_eq!(of(&["x"], text("y")), Outcome::Wrong);
    assert_eq!(of(&[], text("y")), Outcome::Wrong);
    assert_eq!(of(&["x"], text("ERROR")), Outcome::HttpError);
    assert_eq!(of(&["error"], text("ERROR")), Outcome::HttpError);
    assert_eq!(of(&["ERROR"], text("ERROR")), Outcome::Correct);
    assert_eq!(of(&["x"], entry(Json::Object(vec![]))), Outcome::Unparsed);
    assert_eq!(of(&[], entry(Json::Object(vec![]))), Outcome::Unparsed);
}

#[test]
fn an_empty_list_is_none_for_alue_and_nothing_for_squad() {
    let empty = || entry(Json::List(vec![]));
    assert_eq!(
        outcome(&["['NONE']"], empty(), Profile::Alue),
        Outcome::Correct
    );
    assert_eq!(outcome(&[], empty(), Profile::SquadV2), Outcome::Correct);
    assert_eq!(outcome(&[], empty(), Profile::Alue), Outcome::Wrong);
}

#[test]
fn a_normalizer_never_makes_an_answer_of_a_cut_off_reply() {
    let dataset = dataset(
        Task::Extractive,
        vec![extractive("a", &["[NONE]"]), extractive("b", &[])],
    );
    for profile in Profile::ALL {
        let settings = Settings {
            profile,
            normalizers: vec![Normalizer::TailNumbers],
            ..default_settings(&dataset)
        };
        for reply in ["<think>N1? No", "", " "] {
            let cut = || match reply.contains('<') {
                true => text(reply),
                false => failed(reply, Outcome::Truncated),
            };
            let scored = scored(&dataset, &[cut(), cut()], &settings);
            let classes: Vec<_> = scored.items.iter().map(|item| item.outcome).collect();
            assert_eq!(classes, [Outcome::Truncated; 2], "{profile:?} {reply:?}");
        }
    }
}

#[test]
fn text_before_reasoning_that_never_ends_is_read_and_flagged_in_both_tasks() {
    let reply = || text("B <Thinking>or is it");
    for item in [extractive("a", &["B"]), choice("a", "B")] {
        let task = match item.choices.is_empty() {
            true => Task::Extractive,
            false => Task::MultipleChoice,
        };
        let dataset = dataset(task, vec![item]);
        let scored = scored(&dataset, &[reply()], &default_settings(&dataset));
        let item = scored.items[0];
        assert_eq!((item.outcome, item.is_flagged), (Outcome::Correct, true));
    }
}

#[test]
fn readable_text_of_a_cut_off_reply_is_flagged() {
    let dataset = dataset(Task::Extractive, vec![extractive("q", &["x"])]);
    let scored = scored(
        &dataset,
        &[failed("x", Outcome::Truncated)],
        &default_settings(&dataset),
    );
    assert!(scored.items[0].is_flagged);
}

#[test]
fn strict_equality_asks_for_the_same_characters() {
    let dataset = dataset(
        Task::Extractive,
        vec![extractive("a", &["The X"]), extractive("b", &["The X"])],
    );
    let settings = Settings {
        normalizers: vec![Normalizer::Strict],
        ..default_settings(&dataset)
    };
    let scored = scored(&dataset, &[text("The X"), text("x")], &settings);
    assert_eq!((scored.items[0].exact, scored.items[1].exact), (1.0, 0.0));
    assert_eq!(
        (scored.items[1].outcome, scored.items[1].f1),
        (Outcome::Partial, 1.0)
    );
}

#[test]
fn letters_are_compared_as_they_are_without_the_choice_letter() {
    let dataset = dataset(
        Task::MultipleChoice,
        vec![
            choice("1", "B"),
            choice("2", "B"),
            choice("3", "B"),
            choice("4", "B"),
        ],
    );
    let entries = [text("B"), text("b"), text("A"), None];
    let settings = Settings {
        normalizers: vec![Normalizer::Strict],
        ..default_settings(&dataset)
    };
    let scored = scored(&dataset, &entries, &settings);
    let outcomes: Vec<_> = scored.items.iter().map(|item| item.outcome).collect();
    assert_eq!(
        outcomes,
        [
            Outcome::Correct,
            Outcome::Unparsed,
            Outcome::Wrong,
            Outcome::Missing
        ]
    );
    assert_eq!(scored.metric("accuracy"), Some(0.25));
    assert_eq!(scored.metric("answered_accuracy"), Some(1.0 / 3.0));
    assert_eq!(scored.metric("unparsed"), Some(1.0));
    let alue = [("accuracy", 1.0 / 3.0), ("correct", 1.0), ("total", 3.0)];
    assert_eq!(scored.as_alue, alue);
}

#[test]
fn a_comparison_shows_every_step_and_the_same_score() {
    let dataset = dataset(
        Task::Extractive,
        vec![extractive("a", &["['N1', 'N2']", "[NONE]", "?"])],
    );
    let settings = Settings {
        normalizers: vec![Normalizer::StripMarkdown],
        ..default_settings(&dataset)
    };
    let entry = text("<think>hm</think>**N1, N2**").unwrap();
    let comparison = compare(&dataset, 0, Some(&entry), &settings).unwrap();
    assert_eq!(
        (comparison.read.as_str(), comparison.normalized.as_str()),
        ("**N1, N2**", "N1, N2")
    );
    assert_eq!(comparison.compared, "n1 n2");
    assert_eq!(comparison.rules.len(), 2);
    let golds: Vec<_> = comparison
        .golds
        .iter()
        .map(|gold| (gold.prepared.as_str(), gold.compared.as_str(), gold.exact))
        .collect();
    assert_eq!(
        golds,
        [
            ("N1, N2", "n1 n2", 1.0),
            ("None", "none", 0.0),
            ("?", "", 0.0)
        ]
    );
    assert_eq!(comparison.score.outcome, Outcome::Correct);
    assert!(compare(&dataset, 1, None, &settings).is_none());
}

#[test]
fn the_best_gold_is_named_by_its_place_in_the_file() {
    let dataset = dataset(Task::Extractive, vec![extractive("a", &["?", "x y", "y"])]);
    let settings = Settings {
        profile: Profile::SquadV2,
        ..default_settings(&dataset)
    };
    assert_eq!(
        scored(&dataset, &[text("y")], &settings).items[0].best_gold,
        2
    );
}

#[test]
fn a_failure_of_an_unknown_kind_is_scored_by_its_text() {
    let odd = Entry {
        failure: Some(Failure {
            outcome: Outcome::Wrong,
            detail: String::new(),
        }),
        ..text("x").unwrap()
    };
    assert_eq!(
        outcome(&["x"], Some(odd), Profile::SquadV2),
        Outcome::Correct
    );
}

#[test]
fn letters_are_given_one_by_one_for_the_confusion_matrix() {
    let dataset = dataset(
        Task::MultipleChoice,
        vec![choice("1", "B"), choice("2", "B")],
    );
    let settings = Settings {
        normalizers: vec![Normalizer::Strict],
        ..default_settings(&dataset)
    };
    let comparer = Comparer::new(&dataset, &settings);
    let letter = |idx, reply| comparer.letter(idx, text(reply).as_ref());
    assert_eq!(
        (
            letter(0, "A"),
            letter(1, "E"),
            letter(2, "A"),
            letter(0, "ERROR")
        ),
        (Some('A'), None, None, None)
    );
}

#[test]
fn objects_without_a_letter_are_unparsed_and_failed_ones_are_failed() {
    let dataset = dataset(
        Task::MultipleChoice,
        vec![
            choice("1", "B"),
            choice("2", "B"),
            choice("3", "B"),
            choice("4", "B"),
        ],
    );
    let object = |pairs: &[(&'static str, &'static str)]| {
        let pairs = pairs
            .iter()
            .map(|(key, value)| ((*key).into(), Json::Text((*value).into())));
        entry(Json::Object(pairs.collect()))
    };
    let entries = [
        object(&[("a", "B"), ("b", "C")]),
        object(&[("error", "no reply")]),
        object(&[("selected_option", "B"), ("reason", "C is unsafe")]),
        text(""),
    ];
    let outcomes: Vec<_> = scored(&dataset, &entries, &default_settings(&dataset))
        .items
        .iter()
        .map(|item| item.outcome)
        .collect();
    assert_eq!(
        outcomes,
        [
            Outcome::Unparsed,
            Outcome::HttpError,
            Outcome::Correct,
            Outcome::Empty
        ]
    );
}

#[test]
fn an_object_of_which_a_normalizer_makes_text_is_scored() {
    let two_texts = |answer: &str| {
        let fields = [("rw", answer), ("why", "z")];
        let fields = fields.map(|(name, text)| (name.into(), Json::Text(text.to_owned().into())));
        entry(Json::Object(fields.to_vec()))
    };
    let field = |name: &str| Normalizer::JsonField { field: name.into() };
    let of = |normalizers: &[Normalizer], answer: &str| {
        let dataset = dataset(Task::Extractive, vec![extractive("q", &["27"])]);
        let settings = Settings {
            normalizers: normalizers.to_vec(),
            ..default_settings(&dataset)
        };
        let scored = scored(&dataset, &[two_texts(answer)], &settings);
        assert!(
            scored.items[0].outcome == Outcome::Unparsed
                || scored
                    .problems
                    .iter()
                    .all(|problem| !problem.message.contains("without a field"))
        );
        scored.items[0].outcome
    };
    assert_eq!(of(&[field("rw")], "27"), Outcome::Correct);
    assert_eq!(
        of(&[Normalizer::StripMarkdown, field("rw")], "27"),
        Outcome::Correct
    );
    assert_eq!(of(&[field("rw")], "09"), Outcome::Wrong);
    assert_eq!(of(&[field("rw")], " "), Outcome::Empty);
    assert_eq!(of(&[field("other")], "27"), Outcome::Unparsed);
    assert_eq!(of(&[], "27"), Outcome::Unparsed);
    let exam = dataset(Task::MultipleChoice, vec![choice("q", "B")]);
    let settings = Settings {
        normalizers: vec![field("rw"), Normalizer::ChoiceLetter],
        ..default_settings(&exam)
    };
    let outcome = |answer| scored(&exam, &[two_texts(answer)], &settings).items[0].outcome;
    assert_eq!(outcome("B"), Outcome::Correct);
    assert_eq!(outcome("no idea"), Outcome::Unparsed);
}
