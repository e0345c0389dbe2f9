//! The 95 % intervals of a run's figures, a few resamples at a time.
//!
//! Deliberately absent: the methods themselves ([`uncertainty`](crate::metrics::uncertainty)) and when to stop.

use super::{ItemScore, Scored};
use crate::dataset::{Dataset, Task};
use crate::metrics::uncertainty::bootstrap::Bootstrap;
use crate::metrics::uncertainty::{
    Interval, Kind, Method, N_RESAMPLES, SEED, normal, plan, wilson,
};

/// A figure's interval, in the figure's own unit, and how it was made in words.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureInterval {
    /// The figure's key.
    pub key: &'static str,
    /// The interval.
    pub interval: Interval,
    /// For the page: `Wilson interval`, `bootstrap over 26 contexts`.
    pub method: String,
}

/// Intervals under way: some are ready at once, the others are resampled in steps.
pub struct Intervals {
    ready: Vec<FigureInterval>,
    resampled: Vec<(&'static str, f64, String)>,
    bootstrap: Option<Bootstrap>,
    why_none: Option<String>,
}

/// A figure over single questions: its key, what a question counts, over which questions, in which unit.
struct Figure {
    key: &'static str,
    kind: Kind,
    unit: f64,
    value: fn(&ItemScore) -> f64,
    is_in: fn(&ItemScore, has_answer: bool) -> bool,
}

const ALL: fn(&ItemScore, bool) -> bool = |_, _| true;
const ANSWERED: fn(&ItemScore, bool) -> bool = |score, _| score.outcome.has_reply();
const HAS_ANSWER: fn(&ItemScore, bool) -> bool = |_, has_answer| has_answer;
const NO_ANSWER: fn(&ItemScore, bool) -> bool = |_, has_answer| !has_answer;
const EXACT: fn(&ItemScore) -> f64 = |score| score.exact;
const F1: fn(&ItemScore) -> f64 = |score| score.f1;

/// Every figure that has an interval.
#[rustfmt::skip]
const FIGURES: &[Figure] = &[
    Figure { key: "exact", kind: Kind::Binary, unit: 100.0, value: EXACT, is_in: ALL },
    Figure { key: "exact_match", kind: Kind::Binary, unit: 100.0, value: EXACT, is_in: ALL },
    Figure { key: "f1", kind: Kind::Graded, unit: 100.0, value: F1, is_in: ALL },
    Figure { key: "answered_exact", kind: Kind::Binary, unit: 100.0, value: EXACT, is_in: ANSWERED },
    Figure { key: "answered_f1", kind: Kind::Graded, unit: 100.0, value: F1, is_in: ANSWERED },
    Figure { key: "HasAns_exact", kind: Kind::Binary, unit: 100.0, value: EXACT, is_in: HAS_ANSWER },
    Figure { key: "HasAns_f1", kind: Kind::Graded, unit: 100.0, value: F1, is_in: HAS_ANSWER },
    Figure { key: "NoAns_exact", kind: Kind::Binary, unit: 100.0, value: EXACT, is_in: NO_ANSWER },
    Figure { key: "NoAns_f1", kind: Kind::Graded, unit: 100.0, value: F1, is_in: NO_ANSWER },
    Figure { key: "list_exact", kind: Kind::Binary, unit: 100.0, value: |score| score.list.exact, is_in: ALL },
    Figure { key: "list_precision", kind: Kind::Graded, unit: 100.0, value: |score| score.list.precision, is_in: ALL },
    Figure { key: "list_recall", kind: Kind::Graded, unit: 100.0, value: |score| score.list.recall, is_in: ALL },
    Figure { key: "list_f1", kind: Kind::Graded, unit: 100.0, value: |score| score.list.f1, is_in: ALL },
    Figure { key: "accuracy", kind: Kind::Binary, unit: 1.0, value: EXACT, is_in: ALL },
    Figure { key: "answered_accuracy", kind: Kind::Binary, unit: 1.0, value: EXACT, is_in: ANSWERED },
];

impl Intervals {
    /// Plans the interval of every figure `scored` has, and makes those that need no resampling.
    pub fn new(dataset: &Dataset, scored: &Scored) -> Self {
        let contexts = contexts(dataset, scored.items.len());
        let mut intervals = Self {
            ready: Vec::new(),
            resampled: Vec::new(),
            bootstrap: None,
            why_none: None,
        };
        let mut columns = Vec::new();
        for figure in FIGURES {
            if scored.metric(figure.key).is_some() {
                intervals.plan(figure, dataset, scored, contexts.as_deref(), &mut columns);
            }
        }
        if !columns.is_empty() {
            let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            intervals.bootstrap = Some(Bootstrap::new(&columns, contexts.as_deref(), SEED));
        }
        intervals
    }

    fn plan(
        &mut self,
        figure: &Figure,
        dataset: &Dataset,
        scored: &Scored,
        contexts: Option<&[u32]>,
        columns: &mut Vec<Vec<f64>>,
    ) {
        let asked = dataset.items.iter().zip(&scored.items);
        // NaN marks questions the figure leaves out, so that one draw serves every figure.
        let column: Vec<f64> = asked
            .map(
                |(item, score)| match (figure.is_in)(score, !item.is_unanswerable()) {
                    true => (figure.value)(score),
                    false => f64::NAN,
                },
            )
            .collect();
        let is_in = |i: &usize| !column[*i].is_nan();
        let values: Vec<f64> = (0..column.len()).filter(is_in).map(|i| column[i]).collect();
        let contexts: Option<Vec<u32>> = contexts.map(|contexts| {
            (0..column.len())
                .filter(is_in)
                .map(|i| contexts[i])
                .collect()
        });
        let contexts = contexts.as_deref();
        let planned = plan(&values, contexts, figure.kind);
        let interval = match planned.method {
            Method::None => {
                // The first figure is the headline; where that has none, no figure has.
                if self.ready.is_empty() && self.resampled.is_empty() {
                    let why = why_none(&values, contexts);
                    self.why_none.get_or_insert_with(|| why.to_owned());
                }
                None
            }
            Method::Wilson => {
                let n_right = values.iter().filter(|value| **value == 1.0).count();
                wilson(n_right, values.len())
            }
            Method::Normal => normal(&values, contexts),
            Method::Bootstrap => {
                self.resampled
                    .push((figure.key, figure.unit, planned.words));
                columns.push(column);
                return;
            }
        };
        self.ready.extend(interval.map(|interval| FigureInterval {
            key: figure.key,
            interval: scaled(interval, figure.unit),
            method: planned.words,
        }));
    }

    /// Why the headline figure has no interval, in words; `None` where it has one.
    ///
    /// ```
    /// use marksheet::{dataset::*, score::{Intervals, default_settings, score}};
    /// let item = |id: &str| Item { id: id.into(), answers: vec!["x".into()], context: Some(0), ..Item::default() };
    /// let dataset = Dataset { file: "key.json".into(), task: Task::Extractive, shape: "SQuAD", about: About::default(),
    ///     has_alue_marks: false, contexts: vec!["x".into()], items: vec![item("a"), item("b")], examples: vec![] };
    /// let scored = score(&dataset, &[None, None], &default_settings(&dataset), &mut |_| {});
    /// let why = "all questions share one text, so no interval can be given";
    /// assert_eq!(Intervals::new(&dataset, &scored).why_none(), Some(why));
    /// ```
    pub fn why_none(&self) -> Option<&str> {
        self.why_none.as_deref()
    }

    /// Draws some more resamples.
    pub fn step(&mut self, n: usize) {
        if let Some(bootstrap) = &mut self.bootstrap {
            bootstrap.step(n);
        }
    }

    /// Whether every resample is drawn.
    pub fn is_done(&self) -> bool {
        self.bootstrap
            .as_ref()
            .is_none_or(|bootstrap| bootstrap.n_done() >= N_RESAMPLES)
    }

    /// The intervals, as far as resamples were drawn.
    pub fn finish(self) -> Vec<FigureInterval> {
        let mut intervals = self.ready;
        let drawn = self.bootstrap.map(Bootstrap::finish).unwrap_or_default();
        for ((key, unit, method), interval) in self.resampled.into_iter().zip(drawn) {
            intervals.extend(interval.map(|interval| FigureInterval {
                key,
                interval: scaled(interval, unit),
                method,
            }));
        }
        intervals
    }
}

fn why_none(values: &[f64], contexts: Option<&[u32]>) -> &'static str {
    let is_one_context = contexts
        .is_some_and(|contexts| contexts.iter().all(|other| contexts.first() == Some(other)));
    if values.len() < 2 {
        "fewer than 2 questions, so no interval can be given"
    } else if is_one_context {
        "all questions share one text, so no interval can be given"
    } else {
        "all questions score the same, so no interval can be given"
    }
}

/// The context of every asked question; one without a context stands alone, under a number no context has.
/// `None` where no question has one.
pub(crate) fn contexts(dataset: &Dataset, n_asked: usize) -> Option<Vec<u32>> {
    let asked = dataset.items.iter().take(n_asked);
    let has_context = asked.clone().any(|item| item.context.is_some());
    if dataset.task == Task::MultipleChoice || !has_context {
        return None;
    }
    let n_contexts = u32::try_from(dataset.contexts.len()).unwrap_or(u32::MAX);
    let alone = n_contexts..;
    Some(
        asked
            .zip(alone)
            .map(|(item, alone)| item.context.unwrap_or(alone))
            .collect(),
    )
}

/// In the figure's unit, within what the figure can be: the normal interval knows no bounds.
fn scaled(interval: Interval, unit: f64) -> Interval {
    Interval {
        low: unit * interval.low.max(0.0),
        high: unit * interval.high.min(1.0),
    }
}
