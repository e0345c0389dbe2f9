//! Groups of made-up runs add up to what was lost, and what would win them back is what scoring gives.

use super::groups::{choices, dataset, entry, groups, settings};
use super::item;
use marksheet::dataset::{Dataset, Item, Task};
use marksheet::explain::Kind;
use marksheet::outcome::Outcome;
use marksheet::predictions::Entry;
use marksheet::score::{changes_under, score};
use marksheet::settings::{Normalizer, Profile, Settings};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a ",
        "The ",
        "N1",
        "n2 ",
        "C-G ",
        ", ",
        "[",
        "]",
        "'",
        "NONE",
        "none",
        ".",
        "no answer",
        "**",
        "`",
        "B",
        "(C) ",
        "answer: ",
        "\u{200b}",
        "é",
        "ERROR",
        "<think>",
    ]);
    prop::collection::vec(pieces, 0..6).prop_map(|pieces| pieces.concat())
}

fn extractive() -> impl Strategy<Value = Item> {
    prop::collection::vec(text(), 0..3).prop_map(|golds| {
        let golds: Vec<&str> = golds.iter().map(String::as_str).collect();
        item(&golds)
    })
}

fn answer() -> impl Strategy<Value = Option<Entry>> {
    let failed = prop::option::weighted(0.2, prop::sample::select(Outcome::ALL.to_vec()));
    prop::option::weighted(
        0.9,
        (text(), failed).prop_map(|(text, failed)| entry(&text, failed)),
    )
}

fn normalizer() -> impl Strategy<Value = Normalizer> {
    prop::sample::select(vec![
        Normalizer::None,
        Normalizer::Strict,
        Normalizer::TailNumbers,
        Normalizer::ChoiceLetter,
        Normalizer::StripMarkdown,
        Normalizer::NoAnswerPhrases {
            phrases: vec!["none".into(), "no answer".into()],
        },
        Normalizer::Regex {
            pattern: "(N1|B)".into(),
            group: 1,
        },
    ])
}

/// A dataset, an answer to each question, settings, and other normalizers to try.
fn made() -> impl Strategy<Value = (Dataset, Vec<Option<Entry>>, Settings, Vec<Normalizer>)> {
    let letters = prop::sample::select(vec!["A", "B", "C"]).prop_map(choices);
    let items = prop_oneof![
        3 => prop::collection::vec((extractive(), answer()), 1..30).prop_map(|rows| (Task::Extractive, rows)),
        1 => prop::collection::vec((letters, answer()), 1..30).prop_map(|rows| (Task::MultipleChoice, rows)),
    ];
    let profile = prop::sample::select(Profile::ALL.to_vec());
    let others = prop::collection::vec(normalizer(), 1..4);
    (items, profile, normalizer(), others).prop_map(
        |((task, rows), profile, normalizer, others)| {
            let (items, entries) = rows.into_iter().unzip();
            (
                dataset(task, items),
                entries,
                settings(profile, vec![normalizer]),
                others,
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Exact points as whole numbers; points of F1, which are sums of fractions, to 1e-12.
    #[test]
    fn questions_and_points_of_the_groups_add_up_to_all_that_was_lost((dataset, entries, settings, _) in made(), n in 1_usize..9) {
        let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
        let scores = score(&dataset, &joined, &settings, &mut |_| {}).items;
        let groups = groups(&dataset, &entries, &settings, &[], n);
        let mut questions: Vec<u32> = groups.iter().flat_map(|group| group.questions.clone()).collect();
        questions.sort_unstable();
        let losing = (0_u32..).zip(&scores).filter(|(_, score)| score.exact < 1.0 || score.f1 < 1.0);
        prop_assert_eq!(questions, losing.map(|(at, _)| at).collect::<Vec<_>>());
        let n_wrong = scores.iter().filter(|score| score.exact < 1.0).count() as u32;
        prop_assert_eq!(groups.iter().map(|group| group.lost_exact).sum::<u32>(), n_wrong);
        let lost: f64 = scores.iter().map(|score| 1.0 - score.f1).sum();
        let shared_out: f64 = groups.iter().map(|group| group.lost_f1).sum();
        prop_assert!((lost - shared_out).abs() < 1e-12, "{lost} {shared_out}");
        for pair in groups.windows(2) {
            prop_assert!(pair[0].lost_exact >= pair[1].lost_exact && pair[0].kind != pair[1].kind);
        }
    }

    /// The verdict counts wrong and empty answers by these three; groups hold partly right ones too.
    #[test]
    fn groups_and_the_facts_of_the_verdict_agree((dataset, entries, settings, _) in made()) {
        prop_assume!(dataset.task == Task::Extractive);
        let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
        let scored = score(&dataset, &joined, &settings, &mut |_| {});
        let groups = groups(&dataset, &entries, &settings, &[], 5);
        let n = |kind| {
            let questions = groups.iter().filter(|group| group.kind == kind).flat_map(|group| &group.questions);
            let is_told = |at: &&u32| matches!(scored.items[**at as usize].outcome, Outcome::Wrong | Outcome::Empty);
            questions.filter(is_told).count() as u32
        };
        let facts = scored.facts;
        prop_assert_eq!(
            (n(Kind::Missed), n(Kind::Invented), n(Kind::OtherNone)),
            (facts.n_missed, facts.n_invented, facts.n_said_none)
        );
    }

    #[test]
    fn what_would_win_a_group_back_is_what_scoring_with_it_gives((dataset, entries, settings, others) in made()) {
        let joined: Vec<_> = entries.iter().map(Option::as_ref).collect();
        let others: Vec<(String, Settings)> = others
            .into_iter()
            .enumerate()
            .map(|(at, other)| (at.to_string(), Settings { normalizers: vec![other], ..settings.clone() }))
            .collect();
        let named: Vec<_> = others.iter().map(|(label, other)| (label.as_str(), other.clone())).collect();
        let groups = groups(&dataset, &entries, &settings, &named, 5);
        let before = score(&dataset, &joined, &settings, &mut |_| {}).items;
        for (label, other) in &others {
            let scored = score(&dataset, &joined, other, &mut |_| {}).items;
            for group in &groups {
                let now_right = group.questions.iter().filter(|at| {
                    let at = **at as usize;
                    scored[at].exact == 1.0 && before[at].exact < 1.0
                });
                let n_won = group.wins.iter().find(|(known, _)| known == label).map_or(0, |(_, n)| *n);
                prop_assert_eq!(n_won as usize, now_right.count());
            }
            let n_right = |scores: &[marksheet::score::ItemScore]| scores.iter().filter(|score| score.exact == 1.0).count() as i64;
            let changes = changes_under(&dataset, &joined, &before, other);
            prop_assert_eq!(changes.net(), n_right(&scored) - n_right(&before));
        }
    }
}
