//! Metrics on prepared texts and properties of whole scores, through the public API.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "long/times.rs"]
mod long;

use marksheet::dataset::{About, Choice, Dataset, Item, Task};
use marksheet::json::Json;
use marksheet::metrics::lists::compare;
use marksheet::metrics::{Sum, squad};
use marksheet::normalize::squad::answer;
use marksheet::outcome::Outcome;
use marksheet::predictions::{Entry, Failure};
use marksheet::score::{self, ListScore, Scored, default_settings};
use marksheet::settings::{Normalizer, Profile, Settings};
use proptest::prelude::*;

fn list(members: &[&str]) -> Vec<String> {
    members.iter().map(|member| (*member).to_owned()).collect()
}

fn compared(prediction: &[&str], gold: &[&str]) -> ListScore {
    compare(&mut list(prediction), &mut list(gold))
}

#[test]
fn f1_counts_tokens_with_multiplicity() {
    let f1 = |a, b| squad::f1(a, b, Profile::SquadV2);
    assert_eq!(f1("tower", "eiffel tower"), 2.0 / 3.0);
    assert_eq!(f1("a b b", "b b b"), 2.0 / 3.0);
    assert_eq!(f1("x y", "y x"), 1.0);
    assert_eq!(f1("x", "y"), 0.0);
    assert_eq!((f1("", ""), f1("", "x"), f1("x", "")), (1.0, 0.0, 0.0));
    assert_eq!(squad::f1("", "", Profile::SquadV11), 0.0);
}

#[test]
fn f1_of_long_texts_is_that_of_the_short_way() {
    let words = |n: usize, step: usize| {
        (0..n)
            .map(|i| format!("w{}", i * step % 97))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let (a, b) = (words(400, 1), words(300, 3));
    let mut counts = std::collections::HashMap::<&str, [i32; 2]>::new();
    a.split(' ')
        .for_each(|word| counts.entry(word).or_default()[0] += 1);
    b.split(' ')
        .for_each(|word| counts.entry(word).or_default()[1] += 1);
    let n_same: i32 = counts.values().map(|[a, b]| a.min(b)).sum();
    let (precision, recall) = (f64::from(n_same) / 400.0, f64::from(n_same) / 300.0);
    let expected = 2.0 * precision * recall / (precision + recall);
    assert_eq!(squad::f1(&a, &b, Profile::SquadV2), expected);
}

#[test]
fn lists_compare_without_order() {
    assert_eq!(compared(&["n2", "n1"], &["n1", "n2"]).exact, 1.0);
    assert_eq!(compared(&[], &["none"]).f1, 1.0);
    assert_eq!(compared(&["none"], &[""]).f1, 1.0);
    assert_eq!(compared(&[], &["n1"]), ListScore::default());
    assert_eq!(compared(&["n1"], &[]), ListScore::default());
    let half = compared(&["n1", "n3"], &["n1"]);
    assert_eq!(
        (half.exact, half.precision, half.recall, half.f1),
        (0.0, 0.5, 1.0, 2.0 / 3.0)
    );
    assert_eq!(compared(&["n1", "n1"], &["n1"]).precision, 0.5);
}

#[test]
fn sums_do_not_lose_small_parts() {
    let mut sum = Sum::default();
    (0..10).for_each(|_| sum.add(0.1));
    assert_eq!(sum.value(), 1.0);
    assert_eq!(Sum::default().mean(0), 0.0);
}

/// Text of the characters that decide something, and now and then any other.
fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a", "the", "An ", "N1", "n1 ", "C-G", " ", ", ", "[", "]", "'", "\"", "{", "}", ":",
        "<think>", "</think>", "NONE", "“", "Σ", "İ", "\u{903}", "\u{1F}", "\u{200B}", "ERROR",
        "*", "_", "`", "\\", "\\u00e9", "B", "(B)", "answer", "\n", "中",
    ]);
    prop_oneof![
        4 => prop::collection::vec(pieces, 0..10).prop_map(|pieces| pieces.concat()),
        1 => any::<String>(),
    ]
}

fn value() -> impl Strategy<Value = Json<'static>> {
    let leaf = prop_oneof![
        6 => text().prop_map(|text| Json::Text(text.into())),
        1 => Just(Json::Null),
        1 => any::<bool>().prop_map(Json::Bool),
        1 => any::<i32>().prop_map(|n| Json::Number(n.to_string().into())),
    ];
    let key = prop::sample::select(vec![
        "answer",
        "error",
        "text",
        "x",
        "reason",
        "probability",
    ]);
    leaf.prop_recursive(3, 12, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::List),
            prop::collection::vec((key.clone(), inner), 0..4).prop_map(|entries| Json::Object(
                entries
                    .into_iter()
                    .map(|(key, value)| (key.into(), value))
                    .collect()
            )),
        ]
    })
}

fn entry() -> impl Strategy<Value = Option<Entry>> {
    let failed = prop::sample::select(Outcome::ALL.to_vec());
    let failure = prop::option::weighted(0.2, failed);
    prop::option::weighted(0.9, (value(), failure)).prop_map(|entry| {
        entry.map(|(value, failure)| Entry {
            id: String::new(),
            value,
            no_answer_probability: None,
            failure: failure.map(|outcome| Failure {
                outcome,
                detail: "why".into(),
            }),
        })
    })
}

fn normalizer() -> impl Strategy<Value = Normalizer> {
    prop::sample::select(vec![
        Normalizer::None,
        Normalizer::Strict,
        Normalizer::TailNumbers,
        Normalizer::ChoiceLetter,
        Normalizer::StripMarkdown,
        Normalizer::JsonField { field: "x".into() },
        Normalizer::NoAnswerPhrases {
            phrases: vec!["none".into(), "-".into()],
        },
        Normalizer::Regex {
            pattern: "(a)|(.)".into(),
            group: 2,
        },
        Normalizer::Regex {
            pattern: "(".into(),
            group: 0,
        },
    ])
}

fn settings() -> impl Strategy<Value = Settings> {
    let profile = prop::sample::select(Profile::ALL.to_vec());
    let normalizers = prop::collection::vec(normalizer(), 0..4);
    (
        profile,
        normalizers,
        any::<bool>(),
        prop::option::of(0..4_usize),
    )
        .prop_map(|(profile, normalizers, unicode, n_questions)| Settings {
            profile,
            normalizers,
            field_to_extract: unicode.then(|| "x".into()),
            n_questions,
            unicode,
        })
}

fn dataset(task: Task, golds: &[Vec<String>]) -> Dataset {
    let choices = ['A', 'B', 'C'].map(|letter| Choice {
        letter,
        text: format!("choice {letter}"),
    });
    let items = golds.iter().enumerate().map(|(idx, golds)| Item {
        id: format!("q{idx}"),
        context: Some(0),
        answers: match task {
            Task::Extractive => golds.clone(),
            Task::MultipleChoice => vec!["B".into()],
        },
        choices: if task == Task::Extractive {
            Vec::new()
        } else {
            choices.to_vec()
        },
        ..Item::default()
    });
    Dataset {
        file: "generated.json".into(),
        task,
        shape: "generated",
        about: About::default(),
        has_alue_marks: false,
        contexts: vec!["the N1 and C-G".into()],
        items: items.collect(),
        examples: Vec::new(),
    }
}

fn scored(dataset: &Dataset, entries: &[Option<Entry>], settings: &Settings) -> Scored {
    let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
    score::score(dataset, &joined, settings, &mut |_| {})
}

proptest! {
    #![proptest_config(ProptestConfig { cases: long::times(300), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn preparation_is_idempotent(text in text()) {
        for profile in Profile::ALL {
            let once = answer(&text, profile);
            prop_assert_eq!(&answer(&once, profile), &once);
        }
    }

    /// A space outside ASCII in front takes the general way.
    #[test]
    fn both_ways_of_preparing_ascii_agree(text in "[ -~\\t\\x1f\\x00aAnNtThHeE]{0,24}") {
        for profile in Profile::ALL {
            prop_assert_eq!(answer(&format!("\u{a0}{text}"), profile), answer(&text, profile));
        }
    }

    #[test]
    fn any_input_scores_within_range_and_classes_agree_with_figures(
        golds in prop::collection::vec(prop::collection::vec(text(), 0..3), 0..6),
        entries in prop::collection::vec(entry(), 6),
        settings in settings(),
        is_choice in any::<bool>(),
    ) {
        let task = if is_choice { Task::MultipleChoice } else { Task::Extractive };
        let dataset = dataset(task, &golds);
        let scored = scored(&dataset, &entries, &settings);
        let n_asked = settings.n_questions.map_or(golds.len(), |n| n.min(golds.len()));
        prop_assert_eq!(scored.items.len(), n_asked);
        prop_assert_eq!(scored.counts.iter().sum::<u32>() as usize, n_asked);
        let is_strict = settings.normalizers.contains(&Normalizer::Strict);
        for (idx, item) in scored.items.iter().enumerate() {
            for x in [item.exact, item.f1, item.list.exact, item.list.precision, item.list.recall, item.list.f1] {
                prop_assert!((0.0..=1.0).contains(&x));
            }
            prop_assert_eq!(item.exact == 1.0, item.outcome == Outcome::Correct);
            if item.exact == 1.0 && settings.profile != Profile::SquadV11 && !is_strict {
                prop_assert_eq!(item.f1, 1.0);
            }
            let entry = entries.get(idx).and_then(Option::as_ref);
            let comparison = score::compare(&dataset, idx, entry, &settings).unwrap();
            prop_assert_eq!(comparison.score, *item);
        }
        for (key, value) in &scored.metrics {
            prop_assert!(value.is_finite() && *value >= 0.0, "{} is {}", key, value);
        }
    }

    #[test]
    fn order_of_questions_does_not_matter(
        golds in prop::collection::vec(prop::collection::vec(text(), 0..3), 1..8),
        entries in prop::collection::vec(entry(), 8),
    ) {
        let entries = &entries[..golds.len()];
        let forward = dataset(Task::Extractive, &golds);
        let mut backward = forward.clone();
        backward.items.reverse();
        let reversed: Vec<_> = entries.iter().rev().cloned().collect();
        for profile in Profile::ALL {
            let settings = Settings { profile, ..default_settings(&forward) };
            let (a, b) = (scored(&forward, entries, &settings), scored(&backward, &reversed, &settings));
            prop_assert_eq!(a.counts, b.counts);
            prop_assert_eq!(a.facts, b.facts);
            for ((key, a), (_, b)) in a.metrics.iter().zip(&b.metrics) {
                prop_assert!((a - b).abs() < 1e-9, "{}: {} and {}", key, a, b);
            }
        }
    }

    #[test]
    fn order_of_keys_in_an_object_does_not_matter(first in text(), second in text()) {
        let entries = [("answer", first), ("note", second)].map(|(key, text)| (key.into(), Json::Text(text.into())));
        let mut reversed = entries.to_vec();
        reversed.reverse();
        let how = marksheet::predictions::value::How { task: Task::Extractive, profile: Profile::Alue, field: None };
        let read = |entries: Vec<_>| {
            let object = Json::Object(entries);
            marksheet::predictions::value::read(&object, how).text.into_owned()
        };
        prop_assert_eq!(read(entries.to_vec()), read(reversed));
    }
}
