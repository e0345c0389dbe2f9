//! The questions behind a bar are as many as it says, whatever the data.

use crate::made::{choice, entry, extractive, item};
use marksheet::charts::{
    Chart, Cost, Filter, Gathering, Marks, Name, Question, Source, charts, n_looked_at, questions,
};
use marksheet::dataset::{About, Dataset, Task};
use marksheet::metrics::choice::Read;
use marksheet::metrics::threshold;
use marksheet::outcome::Outcome;
use marksheet::score::{default_settings, score};
use proptest::prelude::*;

/// Every filter of a chart with the count it stands beside.
fn counted(chart: &Chart) -> Vec<(&Filter, u32)> {
    match &chart.marks {
        Marks::Bars(series) => series
            .iter()
            .flat_map(|series| &series.bars)
            .map(|bar| (&bar.filter, bar.count))
            .collect(),
        Marks::Cells(cells) => cells
            .rows
            .iter()
            .flat_map(|(_, cells)| cells)
            .map(|cell| (&cell.filter, cell.count))
            .collect(),
        Marks::Lines(lines) => lines
            .iter()
            .flat_map(|line| &line.points)
            .map(|point| (&point.filter, point.count))
            .collect(),
    }
}

fn values(chart: &Chart) -> Vec<f64> {
    match &chart.marks {
        Marks::Bars(series) => series
            .iter()
            .flat_map(|series| &series.bars)
            .map(|bar| bar.value)
            .collect(),
        Marks::Cells(cells) => cells
            .rows
            .iter()
            .flat_map(|(_, cells)| cells)
            .map(|cell| cell.value)
            .collect(),
        Marks::Lines(lines) => lines
            .iter()
            .flat_map(|line| &line.points)
            .flat_map(|point| [point.x, point.y])
            .collect(),
    }
}

fn cost() -> impl Strategy<Value = Cost> {
    let n = || prop::option::of(prop_oneof![0_u64..50, 100_u64..100_000, any::<u64>()]);
    (n(), n(), n()).prop_map(|(n_tokens_in, n_tokens_out, milliseconds)| Cost {
        n_tokens_in,
        n_tokens_out,
        milliseconds,
    })
}

fn question() -> impl Strategy<Value = Question> {
    let tenths = (0..=10_u32).prop_map(|n| f64::from(n) / 10.0);
    let outcome = prop::sample::select(Outcome::ALL.to_vec());
    let probability = prop::option::weighted(0.9, (0..=40_u32).prop_map(|n| f64::from(n) / 40.0));
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (
        outcome,
        tenths,
        flags,
        prop::option::of(0_u32..400),
        cost(),
        probability,
        any::<u32>(),
    )
        .prop_map(
            |(
                outcome,
                f1,
                (has_answer, is_none_stated, has_prediction),
                n_context,
                cost,
                probability,
                rank,
            )| {
                let exact = f64::from(u8::from(outcome == Outcome::Correct));
                let known = threshold::Question {
                    has_answer,
                    has_prediction,
                    exact,
                    f1,
                    probability,
                };
                Question {
                    has_answer,
                    is_none_stated,
                    n_context,
                    cost,
                    threshold: Some((rank, known)),
                    ..extractive(outcome, exact, f1)
                }
            },
        )
}

fn letters() -> impl Strategy<Value = Question> {
    let letter = || prop::sample::select(vec!['A', 'B', 'C', 'Z', 'я']);
    let read = prop_oneof![
        letter().prop_map(Read::Letter),
        Just(Read::Unparsed),
        Just(Read::NoReply)
    ];
    (letter(), read, cost()).prop_map(|(gold, read, cost)| Question {
        cost,
        ..choice(gold, read)
    })
}

fn asked() -> impl Strategy<Value = Vec<Question>> {
    prop_oneof![
        prop::collection::vec(question(), 1..60),
        prop::collection::vec(letters(), 1..60)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_bar_cell_and_point_counts_the_questions_its_filter_picks(questions in asked()) {
        for chart in charts(&questions) {
            for (filter, count) in counted(&chart) {
                prop_assert_eq!(filter.questions(&questions).len() as u32, count, "{:?}: {:?}", chart.name, filter);
                prop_assert!(!filter.words().is_empty());
            }
            prop_assert!(values(&chart).iter().all(|value| value.is_finite() && *value >= 0.0));
            prop_assert!(chart.words.ends_with('.') && !chart.words.contains("NaN"), "{}", chart.words);
        }
    }

    #[test]
    fn bars_that_share_out_questions_leave_none_out(questions in asked()) {
        let n = |holds: fn(&Question) -> bool| questions.iter().filter(|question| holds(question)).count() as u32;
        for chart in charts(&questions) {
            let total = match chart.name {
                Name::Outcomes | Name::F1 => questions.len() as u32,
                Name::ContextLength => 2 * n(|question| question.n_context.is_some()),
                Name::TokensIn => n(|question| question.cost.n_tokens_in.is_some()),
                Name::TokensOut => n(|question| question.cost.n_tokens_out.is_some()),
                Name::Duration => n(|question| question.cost.milliseconds.is_some()),
                Name::Probabilities => n(|question| question.threshold.is_some_and(|(_, known)| known.probability.is_some())),
                Name::Confusion | Name::GoldLetters => {
                    n(|question| question.letters.is_some_and(|(gold, _)| gold != 'я'))
                }
                Name::Answers | Name::PrecisionRecall | Name::Thresholds => continue,
            };
            prop_assert_eq!(counted(&chart).iter().map(|(_, n)| n).sum::<u32>(), total, "{:?}", chart.name);
        }
    }

    #[test]
    fn charts_come_through_a_message_unchanged(questions in asked()) {
        for chart in charts(&questions) {
            let text = serde_json::to_string(&chart).unwrap();
            prop_assert_eq!(serde_json::from_str::<Chart>(&text).unwrap(), chart);
        }
    }
}

#[test]
fn charts_of_ten_times_the_questions_look_at_ten_times_as_many() {
    let looks = |n: u32| {
        let question = |at: u32| Question {
            n_context: Some(at % 3000),
            cost: Cost {
                n_tokens_in: Some(u64::from(at % 977)),
                n_tokens_out: Some(u64::from(at)),
                milliseconds: Some(u64::from(at) * 31),
            },
            has_answer: !at.is_multiple_of(4),
            ..extractive(Outcome::Partial, 0.0, f64::from(at % 11) / 10.0)
        };
        let questions: Vec<_> = (0..n).map(question).collect();
        let before = n_looked_at();
        assert_eq!(charts(&questions).len(), 7);
        n_looked_at() - before
    };
    let (few, many) = (looks(2_000), looks(20_000));
    assert!(few >= 2_000, "{few}");
    assert!(many <= 10 * few, "{few}, {many}");
}

#[test]
fn questions_looked_at_in_parts_are_those_looked_at_at_once() {
    let items: Vec<_> = (0..500).map(|i| item(&[["a b", "c"][i % 2]])).collect();
    let entries: Vec<_> = (0..500)
        .map(|i| entry(["a", "c", "!", ""][i % 4], Some(i as f64 / 500.0)))
        .collect();
    let dataset = Dataset {
        file: "made.json".into(),
        task: Task::Extractive,
        shape: "made",
        about: About::default(),
        has_alue_marks: false,
        contexts: vec!["Köln".into()],
        items,
        examples: vec![],
    };
    let entries: Vec<_> = entries.iter().map(Some).collect();
    let settings = default_settings(&dataset);
    let scored = score(&dataset, &entries, &settings, &mut |_| {});
    let source = Source {
        dataset: &dataset,
        entries: &entries,
        scored: &scored,
        ranks: &[],
        costs: &[],
    };
    let mut gathering = Gathering::default();
    let mut n_parts = 1;
    while gathering.step(source, &mut || false) {
        n_parts += 1;
    }
    assert!(n_parts > 2);
    assert_eq!(gathering.finish(), questions(source));
}
