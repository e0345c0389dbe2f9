//! Figures, facts and default settings.

use marksheet::dataset::{Dataset, Item, Task};
use marksheet::json::Json;
use marksheet::outcome::Outcome;
use marksheet::score::{
    FigureInterval, Intervals, changes_under, default_settings, headline, n_not_in_context, score,
};
use marksheet::settings::{Normalizer, Profile, Settings};

use super::made::{dataset, entry, extractive, failed, scored, text};

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
fn the_headline_and_the_look_ups_in_slices_make_the_whole_score() {
    let items = ["a", "b", "c", "d"].map(|id| extractive(id, &["N1"]));
    let mut dataset = dataset(Task::Extractive, items.to_vec());
    dataset.contexts = vec!["The aircraft N 1 landed.".into()];
    for item in &mut dataset.items {
        item.context = Some(0);
    }
    let entries = [text("N1"), text("N2"), None, text("N3")];
    let entries: Vec<_> = entries.iter().map(Option::as_ref).collect();
    let settings = Settings {
        n_questions: Some(4),
        ..default_settings(&dataset)
    };
    let whole = score(&dataset, &entries, &settings, &mut |_| {});
    let mut in_parts = headline(&dataset, &entries, &settings, &mut |_| {});
    assert_eq!(in_parts.facts.n_not_in_context, 0);
    let slices = [0..1, 1..3, 3..4];
    in_parts.facts.n_not_in_context = slices
        .map(|slice| n_not_in_context(&dataset, &entries, &settings, slice))
        .into_iter()
        .sum();
    assert_eq!(in_parts, whole);
    assert_eq!(whole.facts.n_not_in_context, 2);
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
fn as_alue_counts_only_what_its_scripts_could_read() {
    let dataset = dataset(
        Task::Extractive,
        ["a", "b", "c", "d"]
            .map(|id| extractive(id, &["[N1]"]))
            .to_vec(),
    );
    let entries = [
        text("N1"),
        entry(Json::Object(vec![])),
        failed("N1", Outcome::HttpError),
        failed("N1", Outcome::Truncated),
    ];
    let scored = scored(&dataset, &entries, &default_settings(&dataset));
    assert_eq!(
        scored.as_alue,
        [("exact", 100.0), ("f1", 100.0), ("total", 2.0)]
    );
}

#[test]
fn one_question_without_a_context_leaves_the_others_in_theirs() {
    let context = |id: &str, context| Item {
        context,
        ..extractive(id, &["x"])
    };
    let dataset = Dataset {
        contexts: vec!["x".into(), "x y".into()],
        ..dataset(
            Task::Extractive,
            vec![
                context("a", Some(0)),
                context("b", Some(0)),
                context("c", Some(1)),
                context("d", None),
                context("e", None),
            ],
        )
    };
    let entries = [text("x"), text("y"), text("x"), text("y"), text("x")];
    let scored = scored(&dataset, &entries, &default_settings(&dataset));
    let intervals = Intervals::new(&dataset, &scored);
    let methods: Vec<_> = drawn(intervals)
        .into_iter()
        .filter(|interval| interval.key == "exact")
        .map(|interval| interval.method)
        .collect();
    assert_eq!(methods, ["bootstrap over 4 contexts"]);
    assert_eq!(Intervals::new(&dataset, &scored).why_none(), None);
}

#[test]
fn where_there_is_no_interval_it_is_said_why() {
    let why = |n: usize, context: Option<u32>| {
        let item = |i: usize| Item {
            context,
            ..extractive(&format!("q{i}"), &["x"])
        };
        let dataset = Dataset {
            contexts: vec!["x".into()],
            ..dataset(Task::Extractive, (0..n).map(item).collect())
        };
        let entries: Vec<_> = (0..n).map(|_| text("x")).collect();
        let scored = scored(&dataset, &entries, &default_settings(&dataset));
        Intervals::new(&dataset, &scored)
            .why_none()
            .map(str::to_owned)
    };
    assert!(why(1, None).unwrap().starts_with("fewer than 2 questions"));
    assert!(
        why(3, Some(0))
            .unwrap()
            .starts_with("all questions share one text")
    );
    assert_eq!(why(3, None), None);
}

fn drawn(mut intervals: Intervals) -> Vec<FigureInterval> {
    while !intervals.is_done() {
        intervals.step(1000);
    }
    intervals.finish()
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
fn another_normalizer_says_which_questions_would_change() {
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
    let settings = default_settings(&dataset);
    let scores = scored(&dataset, &entries, &settings).items;
    let under = |phrases: &[&str]| {
        let phrases = phrases.iter().map(ToString::to_string).collect();
        let other = Settings {
            normalizers: vec![Normalizer::NoAnswerPhrases { phrases }],
            ..settings.clone()
        };
        let changes = changes_under(&dataset, &joined, &scores, &other);
        (changes.net(), changes.gained, changes.lost)
    };
    assert_eq!(under(&["N/A", "none"]), (0, vec![0], vec![2]));
    assert_eq!(under(&["N/A"]), (1, vec![0], vec![]));
}

#[test]
fn progress_ends_with_every_asked_question_done() {
    let items = (0..5000)
        .map(|idx| extractive(&idx.to_string(), &["x"]))
        .collect();
    let dataset = dataset(Task::Extractive, items);
    let mut told = Vec::new();
    score(&dataset, &[], &default_settings(&dataset), &mut |n_done| {
        told.push(n_done)
    });
    assert!(told.len() > 1 && told.is_sorted());
    assert_eq!(told.last(), Some(&5000));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..Default::default() })]

    /// Invented, missed, another, said in other words: together the wrong and the empty answers, whatever they are.
    #[test]
    fn the_kinds_of_wrong_answers_add_up_to_the_wrong_and_the_empty_ones(
        pairs in proptest::collection::vec(
            (
                proptest::sample::select(vec!["", "NONE", "[NONE]", "['NONE']", "N1", "N1 or none"]),
                proptest::sample::select(vec!["", " ", "none", "[]", "no tail number", "unanswerable", "n/a", "N1", "N2", "none of N1"]),
            ),
            0..12,
        ),
        profile in proptest::sample::select(Profile::ALL.to_vec()),
    ) {
        let items = pairs.iter().enumerate().map(|(i, (gold, _))| {
            let golds: &[&str] = if gold.is_empty() { &[] } else { &[gold] };
            Item { question: "What tail number is named?".into(), ..extractive(&format!("q{i}"), golds) }
        });
        let dataset = dataset(Task::Extractive, items.collect());
        let entries: Vec<_> = pairs.iter().map(|(_, reply)| text(reply)).collect();
        let settings = Settings { profile, ..default_settings(&dataset) };
        let scored = scored(&dataset, &entries, &settings);
        let facts = scored.facts;
        proptest::prop_assert_eq!(
            facts.n_invented + facts.n_missed + facts.n_other + facts.n_said_none,
            scored.count(Outcome::Wrong) + scored.count(Outcome::Empty)
        );
        let said = marksheet::report::verdict::verdict(Task::Extractive, &scored);
        proptest::prop_assert!(!said.contains("It gave "), "{}", said);
    }
}

#[test]
fn a_denial_in_the_words_of_the_question_is_not_invented() {
    let item = |id: &str| Item {
        question: "Which tail number is named?".into(),
        ..extractive(id, &["NONE"])
    };
    let dataset = dataset(Task::Extractive, ["a", "b", "c", "d"].map(item).to_vec());
    let entries = [
        text("No tail number."),
        text("no runway given"),
        text("no smoking"),
        text(""),
    ];
    let facts = scored(&dataset, &entries, &default_settings(&dataset)).facts;
    assert_eq!((facts.n_said_none, facts.n_invented), (3, 1));
}
