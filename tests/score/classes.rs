//! Outcome classes, figures and facts of single questions.

use marksheet::dataset::{Dataset, Task};
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::predictions::{Entry, Failure};
use marksheet::score::{Scored, compare, default_settings, score, score_changes_under};
use marksheet::settings::{Normalizer, Profile, Settings};

use super::made::{choice, dataset, entry, extractive, failed, text};

fn scored(dataset: &Dataset, entries: &[Option<Entry>], settings: &Settings) -> Scored {
    let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
    score(dataset, &joined, settings, &mut |_| {})
}

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
fn answered_figures_leave_out_only_questions_without_a_reply() {
    let items = ["a", "b", "c", "d"]
        .map(|id| extractive(id, &["x"]))
        .to_vec();
    let dataset = dataset(Task::Extractive, items);
    let entries = [
        text("x"),
        None,
        text("ERROR"),
        failed("x", Outcome::Refused),
    ];
    let scored = scored(&dataset, &entries, &default_settings(&dataset));
    assert_eq!(scored.metric("exact"), Some(25.0));
    assert_eq!(scored.metric("total"), Some(4.0));
    assert_eq!(scored.metric("answered"), Some(2.0));
    assert_eq!(scored.metric("answered_exact"), Some(50.0));
    assert_eq!(scored.count(Outcome::Refused), 1);
}

#[test]
fn figures_keep_the_order_and_names_of_each_profile() {
    let dataset = dataset(
        Task::Extractive,
        vec![extractive("a", &["x"]), extractive("b", &[])],
    );
    let keys = |profile| -> Vec<&str> {
        let settings = Settings {
            profile,
            ..default_settings(&dataset)
        };
        scored(&dataset, &[text("x"), text("")], &settings)
            .metrics
            .iter()
            .map(|(key, _)| *key)
            .collect()
    };
    let ours = [
        "answered",
        "answered_exact",
        "answered_f1",
        "list_exact",
        "list_precision",
        "list_recall",
        "list_f1",
    ];
    let script = [
        "exact",
        "f1",
        "total",
        "HasAns_exact",
        "HasAns_f1",
        "HasAns_total",
        "NoAns_exact",
        "NoAns_f1",
        "NoAns_total",
    ];
    assert_eq!(keys(Profile::SquadV2), [&script[..], &ours].concat());
    assert_eq!(keys(Profile::Alue), [&script[..], &ours].concat());
    assert_eq!(
        keys(Profile::SquadV11),
        [&["exact_match", "f1", "total"][..], &ours].concat()
    );
}

#[test]
fn no_questions_give_zeros_and_never_nan() {
    for task in [Task::Extractive, Task::MultipleChoice] {
        let dataset = dataset(task, vec![]);
        let scored = scored(&dataset, &[], &default_settings(&dataset));
        assert!(scored.metrics.iter().all(|(_, value)| *value == 0.0));
        assert!(scored.problems.is_empty());
    }
}

#[test]
fn only_the_first_questions_are_asked_when_limited() {
    let dataset = dataset(
        Task::Extractive,
        vec![extractive("a", &["x"]), extractive("b", &["x"])],
    );
    let settings = Settings {
        n_questions: Some(1),
        ..default_settings(&dataset)
    };
    let scored = scored(&dataset, &[text("x"), None], &settings);
    assert_eq!(
        (scored.metric("exact"), scored.metric("total")),
        (Some(100.0), Some(1.0))
    );
    assert_eq!(scored.count(Outcome::Missing), 0);
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
fn list_figures_ignore_order_and_spelling_of_lists() {
    let golds = [
        "['N1', 'N2']",
        "['NONE']",
        "N1, N2",
        "['Smith, John', 'N2']",
    ];
    let items = golds
        .iter()
        .enumerate()
        .map(|(idx, gold)| extractive(&format!("q{idx}"), &[gold]));
    let dataset = dataset(Task::Extractive, items.collect());
    let list = |members: &[&str]| {
        entry(Json::List(
            members
                .iter()
                .map(|m| Json::Text((*m).to_owned().into()))
                .collect(),
        ))
    };
    let entries = [
        text("[N2, N1]"),
        text(""),
        list(&["N2", "N3"]),
        list(&["N2", "Smith, John"]),
    ];
    let scored = scored(&dataset, &entries, &default_settings(&dataset));
    let exact: Vec<_> = scored.items.iter().map(|item| item.list.exact).collect();
    assert_eq!(exact, [1.0, 1.0, 0.0, 1.0]);
    assert_eq!(scored.items[2].list.f1, 0.5);
    assert_eq!(scored.metric("list_f1"), Some(87.5));
}

#[test]
fn facts_tell_invented_missed_and_other_answers_apart() {
    let mut dataset = dataset(
        Task::Extractive,
        vec![
            extractive("a", &[]),
            extractive("b", &["N-1"]),
            extractive("c", &["N1"]),
            extractive("d", &["['NONE']"]),
            extractive("e", &["N1"]),
        ],
    );
    dataset.contexts = vec!["The aircraft n 1 landed.".into()];
    dataset
        .items
        .iter_mut()
        .for_each(|item| item.context = Some(0));
    let entries = [
        text("N9"),
        text("[NONE]"),
        text("N7"),
        text("NONE"),
        text("N1"),
    ];
    let settings = Settings {
        profile: Profile::Alue,
        ..default_settings(&dataset)
    };
    let facts = scored(&dataset, &entries, &settings).facts;
    assert_eq!((facts.n_invented, facts.n_missed, facts.n_other), (1, 1, 1));
    assert_eq!((facts.n_none_stated, facts.n_none_stated_exact), (2, 1));
    assert_eq!(facts.n_not_in_context, 2);
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
fn as_alue_is_empty_where_it_prints_the_same() {
    let dataset = dataset(
        Task::Extractive,
        vec![extractive("a", &["[N1]"]), extractive("b", &["[N1]"])],
    );
    let settings = default_settings(&dataset);
    assert_eq!(settings.profile, Profile::Alue);
    assert!(
        scored(&dataset, &[text("N1"), text("N2")], &settings)
            .as_alue
            .is_empty()
    );
    let missing = scored(&dataset, &[text("N1"), None], &settings);
    assert_eq!(
        missing.as_alue,
        [("exact", 100.0), ("f1", 100.0), ("total", 1.0)]
    );
}

#[test]
fn profiles_follow_the_marks_and_golds_of_the_dataset() {
    let of = |golds: &[&str]| {
        let items = golds.iter().map(|gold| extractive("q", &[gold])).collect();
        default_settings(&dataset(Task::Extractive, items)).profile
    };
    assert_eq!(of(&["x", "['N1']"]), Profile::Alue);
    assert_eq!(of(&["x", "[NONE]"]), Profile::Alue);
    assert_eq!(of(&["[N1]", "x"]), Profile::Alue);
    assert_eq!(of(&["[see note]", "x", "y"]), Profile::SquadV2);
    let mut marked = dataset(Task::Extractive, vec![extractive("q", &["x"])]);
    marked.has_alue_marks = true;
    assert_eq!(default_settings(&marked).profile, Profile::Alue);
}

#[test]
fn another_normalizer_says_by_how_many_questions_the_score_would_change() {
    let dataset = dataset(
        Task::Extractive,
        vec![
            extractive("a", &[]),
            extractive("b", &["N1"]),
            extractive("c", &["none"]),
        ],
    );
    let entries = [text("N/A"), text("**N1**"), text("none")];
    let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
    let phrases = vec![Normalizer::NoAnswerPhrases {
        phrases: vec!["N/A".into(), "none".into()],
    }];
    let settings = default_settings(&dataset);
    assert_eq!(
        score_changes_under(&dataset, &joined, &settings, &phrases),
        0
    );
    let phrases = vec![Normalizer::NoAnswerPhrases {
        phrases: vec!["N/A".into()],
    }];
    assert_eq!(
        score_changes_under(&dataset, &joined, &settings, &phrases),
        1
    );
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
