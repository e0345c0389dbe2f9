//! Questions that lost points, by the kind of their fault.

use super::item;
use marksheet::dataset::{About, Choice, Dataset, Item, Task};
use marksheet::explain::{Group, Grouping, Kind};
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::predictions::{Entry, Failure};
use marksheet::score::{Comparer, changes_under, score};
use marksheet::settings::{Normalizer, Profile, Settings};

pub fn dataset(task: Task, items: Vec<Item>) -> Dataset {
    Dataset {
        file: "made.json".into(),
        task,
        shape: "made",
        about: About::default(),
        has_alue_marks: false,
        contexts: vec![],
        items,
        examples: vec![],
    }
}

pub fn settings(profile: Profile, normalizers: Vec<Normalizer>) -> Settings {
    Settings {
        profile,
        normalizers,
        field_to_extract: None,
        n_questions: None,
        unicode: false,
    }
}

pub fn entry(text: &str, failed: Option<Outcome>) -> Entry {
    Entry {
        id: String::new(),
        value: Json::Text(text.to_owned().into()),
        no_answer_probability: None,
        failure: failed.map(|outcome| Failure {
            outcome,
            detail: "why".into(),
        }),
    }
}

pub fn choices(answer: &str) -> Item {
    let choice = |letter| Choice {
        letter,
        text: String::new(),
    };
    Item {
        choices: ['A', 'B', 'C'].map(choice).to_vec(),
        ..item(&[answer])
    }
}

/// The groups, looked at `n` questions at a time; `others` are changes to try.
pub fn groups(
    dataset: &Dataset,
    entries: &[Option<Entry>],
    settings: &Settings,
    others: &[(&str, Settings)],
    n: usize,
) -> Vec<Group> {
    let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
    let scores = score(dataset, &joined, settings, &mut |_| {}).items;
    let comparer = Comparer::new(dataset, settings);
    let mut grouping = Grouping::default();
    while grouping.step(dataset, &joined, &scores, &comparer, n) {}
    for (label, other) in others {
        grouping.wins(
            &changes_under(dataset, &joined, &scores, other).gained,
            label,
        );
    }
    grouping.finish()
}

/// The kind of one answer's fault; `None` where it lost nothing.
fn kind(asked: &Item, answer: Option<Entry>, settings: &Settings) -> Option<Kind> {
    let task = match asked.choices.len() {
        0 => Task::Extractive,
        _ => Task::MultipleChoice,
    };
    let groups = groups(
        &dataset(task, vec![asked.clone()]),
        &[answer],
        settings,
        &[],
        1,
    );
    assert!(groups.len() < 2);
    groups.first().map(|group| group.kind)
}

#[test]
fn each_kind_of_fault_is_told_by_the_texts() {
    let plain = [Profile::Alue, Profile::SquadV2].map(|profile| settings(profile, vec![]));
    for (golds, answer, expected) in [
        (
            &["Eiffel Tower"][..],
            "the Eiffel Tower in Paris",
            Kind::Extra,
        ),
        (&["Eiffel Tower"], "Tower", Kind::Part),
        (&["red right wing"], "left red wing", Kind::Mixed),
        (&["Paris"], "Lyon", Kind::Other),
        (&["60 percent"], "60percent", Kind::Written),
        (&["café"], "cafe\u{301}", Kind::Written),
        (&["café"], "cafe", Kind::Characters),
        (&["don't"], "don’t", Kind::Written),
        (&["Eiffel Tower"], "“Eiffel Tower”", Kind::Written),
        (&["N123AB"], "Ｎ123AB", Kind::Written),
        (&["N123AB"], "N123\u{200b}AB", Kind::Written),
        (&["N123AB"], "N123AВ", Kind::Characters),
        (&["≤5"], "≥5", Kind::Characters),
        (&["5 £"], "5 €", Kind::Characters),
        (&["5"], "−5", Kind::Characters),
        (&["10²"], "102", Kind::Characters),
        (&["5 mm"], "5 µm", Kind::Mixed),
        (&["notable"], "not able", Kind::Characters),
        (&["Paris"], "not Paris", Kind::Extra),
        (
            &["from Paris to Rome"],
            "from Rome to Paris",
            Kind::Reordered,
        ),
        // Of several gold answers one that says the same explains.
        (&["n-1 ≥ x", "n-1 x"], "n-1\u{200b} x", Kind::Written),
        (&["N1, N2"], "N2, N1", Kind::Reordered),
        (&["north and south"], "south and north", Kind::Reordered),
        (&["Paris"], "", Kind::Missed),
        (&["Paris"], "[NONE]", Kind::Missed),
        (&["[NONE]"], "Paris", Kind::Invented),
        (&[], "Paris", Kind::Invented),
        (&["[NONE]"], "", Kind::OtherNone),
        (&["[NONE]"], "not mentioned", Kind::OtherNone),
        (&[], "unanswerable", Kind::OtherNone),
        (&["Lyon", "Eiffel Tower"], "Tower", Kind::Part),
    ] {
        for settings in &plain {
            let found = kind(&item(golds), Some(entry(answer, None)), settings);
            assert_eq!(
                found,
                Some(expected),
                "{golds:?} / {answer}, {:?}",
                settings.profile
            );
        }
    }
}

#[test]
fn a_sign_that_the_profile_keeps_is_no_way_of_writing() {
    let alue = settings(Profile::Alue, vec![]);
    for (gold, answer) in [("5", "-5"), ("C-FQXZ", "CFQXZ"), ("10-20", "1020")] {
        let found = kind(&item(&[gold]), Some(entry(answer, None)), &alue);
        assert_eq!(found, Some(Kind::Characters), "{gold} / {answer}");
    }
}

#[test]
fn no_group_but_those_of_the_same_answer_says_right() {
    for kind in Kind::ALL {
        let is_right = matches!(kind, Kind::Written | Kind::Wordless);
        let says_right = kind.label().to_lowercase().contains("right");
        assert_eq!(says_right, is_right, "{}", kind.label());
    }
}

#[test]
fn the_gold_answer_of_the_score_is_looked_at_first() {
    let alue = settings(Profile::Alue, vec![]);
    let mut golds = vec!["Lyon".to_owned(); 80];
    golds.push("Eiffel Tower".into());
    let asked = Item {
        id: "q1".into(),
        answers: golds,
        ..Item::default()
    };
    let found = |answer: &str| kind(&asked, Some(entry(answer, None)), &alue);
    assert_eq!(found("Tower"), Some(Kind::Part));
    assert_eq!(found("not the Eiffel Tower"), Some(Kind::Extra));
    // Against a long reply not all gold answers are affordable.
    let huge = format!("Tower {}", "word ".repeat(30_000));
    assert_eq!(found(&huge), Some(Kind::Mixed));
}

#[test]
fn answers_that_are_none_are_grouped_by_what_became_of_the_call() {
    let plain = settings(Profile::SquadV2, vec![]);
    let letters = settings(Profile::SquadV2, vec![Normalizer::ChoiceLetter]);
    for (asked, settings) in [(item(&["Paris"]), &plain), (choices("B"), &letters)] {
        let found = |answer: Option<Entry>| kind(&asked, answer, settings);
        assert_eq!(found(None), Some(Kind::Missing));
        for outcome in [Outcome::HttpError, Outcome::Network, Outcome::Timeout] {
            assert_eq!(
                found(Some(entry("Paris B", Some(outcome)))),
                Some(Kind::FailedCall)
            );
        }
        assert_eq!(found(Some(entry("ERROR", None))), Some(Kind::FailedCall));
        assert_eq!(
            found(Some(entry("I cannot", Some(Outcome::Refused)))),
            Some(Kind::Refused)
        );
        assert_eq!(
            found(Some(entry("", Some(Outcome::Truncated)))),
            Some(Kind::CutOff)
        );
        assert_eq!(
            found(Some(entry("<think>so far", None))),
            Some(Kind::CutOff)
        );
        assert_eq!(
            found(Some(entry("B", Some(Outcome::Unparsed)))),
            Some(Kind::Unparsed)
        );
        assert_eq!(found(Some(entry(" ", None))), Some(Kind::Missed));
    }
}

#[test]
fn choices_are_other_or_unparsed() {
    let letters = settings(Profile::Alue, vec![Normalizer::ChoiceLetter]);
    let as_they_are = settings(Profile::Alue, vec![]);
    let found = |answer: &str, settings| kind(&choices("B"), Some(entry(answer, None)), settings);
    assert_eq!(found("The answer is C.", &letters), Some(Kind::OtherChoice));
    assert_eq!(found("It depends.", &letters), Some(Kind::Unparsed));
    assert_eq!(found("b.", &letters), None);
    assert_eq!(found("C", &as_they_are), Some(Kind::OtherChoice));
    assert_eq!(found("b.", &as_they_are), Some(Kind::Unparsed));
}

#[test]
fn under_strict_equality_what_the_profile_would_drop_is_written_otherwise() {
    let strict = settings(Profile::SquadV2, vec![Normalizer::Strict]);
    for answer in [
        "the Eiffel Tower",
        "Eiffel Tower.",
        "eiffel tower",
        " Eiffel  Tower",
        "An eiffel tower",
    ] {
        assert_eq!(
            kind(&item(&["Eiffel Tower"]), Some(entry(answer, None)), &strict),
            Some(Kind::Written),
            "{answer}"
        );
    }
    assert_eq!(
        kind(&item(&["."]), Some(entry("!", None)), &strict),
        Some(Kind::Characters)
    );
    for (gold, answer) in [("5", "-5"), ("$5", "5%"), ("1.5", "15"), ("a", "!a")] {
        let found = kind(&item(&[gold]), Some(entry(answer, None)), &strict);
        assert_eq!(found, Some(Kind::Characters), "{gold} / {answer}");
    }
}

#[test]
fn only_squad_1_takes_points_off_a_right_answer_without_words() {
    let answer = || Some(entry("!", None));
    assert_eq!(
        kind(
            &item(&["the"]),
            answer(),
            &settings(Profile::SquadV11, vec![])
        ),
        Some(Kind::Wordless)
    );
    assert_eq!(
        kind(&item(&["the"]), answer(), &settings(Profile::Alue, vec![])),
        None
    );
}

#[test]
fn every_kind_has_a_key_and_a_label_of_its_own() {
    let distinct = |texts: Vec<&str>| {
        texts
            .iter()
            .collect::<std::collections::BTreeSet<_>>()
            .len()
    };
    assert_eq!(distinct(Kind::ALL.map(Kind::key).to_vec()), Kind::ALL.len());
    assert_eq!(
        distinct(Kind::ALL.map(Kind::label).to_vec()),
        Kind::ALL.len()
    );
    for kind in Kind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
    }
}

#[test]
fn groups_that_lost_most_come_first_and_say_what_would_win_them_back() {
    let dataset = dataset(
        Task::Extractive,
        vec![
            item(&["N1"]),
            item(&["N2"]),
            item(&["Paris"]),
            item(&["Lyon"]),
            item(&["Nice"]),
        ],
    );
    let alue = settings(Profile::Alue, vec![]);
    let entries =
        ["- N1", "- N2", "- Paris and more", "Rome", "Nice"].map(|text| Some(entry(text, None)));
    let other = |normalizer| settings(Profile::Alue, vec![normalizer]);
    let markdown = ("strip Markdown", other(Normalizer::StripMarkdown));
    let pattern = Normalizer::Regex {
        pattern: "(N1|Paris)".into(),
        group: 1,
    };
    let pattern = ("pattern", other(pattern));
    let groups = groups(&dataset, &entries, &alue, &[pattern, markdown], 2);
    let told: Vec<_> = groups
        .iter()
        .map(|group| (group.kind, group.questions.clone(), group.wins.clone()))
        .collect();
    let win = |label: &str, n| (label.to_owned(), n);
    assert_eq!(
        told,
        [
            (
                Kind::Characters,
                vec![0, 1],
                vec![win("strip Markdown", 2), win("pattern", 1)]
            ),
            (Kind::Other, vec![3], vec![]),
            (Kind::Extra, vec![2], vec![win("pattern", 1)]),
        ]
    );
}

#[test]
fn very_many_wrong_answers_are_one_group() {
    let n = 20_000;
    let dataset = dataset(Task::Extractive, vec![item(&["Eiffel Tower"]); n]);
    let entries = vec![Some(entry("Tower", None)); n];
    let settings = settings(Profile::SquadV2, vec![]);
    // Each against each, this would take hours.
    let groups = groups(&dataset, &entries, &settings, &[], 1);
    assert_eq!(groups[0].questions.len(), n);
}
