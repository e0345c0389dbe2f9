//! Two runs on the questions both answered: how far apart they are, and whether that could be chance.
//!
//! Deliberately absent: which runs are compared, and the correction for several comparisons
//! ([`holm`](crate::metrics::uncertainty::comparison::holm)), which needs all of them.

use crate::dataset::{Dataset, Task};
use crate::metrics::uncertainty::bootstrap::Bootstrap;
use crate::metrics::uncertainty::comparison::{SignFlip, mcnemar};
use crate::metrics::uncertainty::{
    Interval, Kind, Method, N_FOR_TRUST, N_RESAMPLES, SEED, normal, plan,
};
use crate::score::{ItemScore, Scored};

mod words;

pub use words::sentence;

/// What two runs are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Exact match; in multiple choice accuracy.
    Exact,
    /// Token F1.
    F1,
}

impl Measure {
    /// Those that say something of a task, the first one first.
    pub fn of(task: Task) -> &'static [Measure] {
        match task {
            Task::Extractive => &[Measure::Exact, Measure::F1],
            Task::MultipleChoice => &[Measure::Exact],
        }
    }

    /// The key of its figure.
    pub fn key(self, task: Task) -> &'static str {
        match (self, task) {
            (Measure::Exact, Task::Extractive) => "exact",
            (Measure::Exact, Task::MultipleChoice) => "accuracy",
            (Measure::F1, _) => "f1",
        }
    }

    fn value(self, score: &ItemScore) -> f64 {
        match self {
            Measure::Exact => score.exact,
            Measure::F1 => score.f1,
        }
    }
}

/// How two runs stand to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Questions that both answered: the only ones that count here.
    pub n_shared: u32,
    /// The first run's score on them, 0 to 100.
    pub first: f64,
    /// The second's.
    pub second: f64,
    /// Second minus first, in per cent points.
    pub delta: f64,
    /// The 95 % interval of the difference, in per cent points, once it is resampled.
    pub interval: Option<Interval>,
    /// How the interval is made, or why there is none.
    pub interval_words: String,
    /// How often chance alone would give a difference at least this large, 0.0 to 1.0.
    pub p: Option<f64>,
    /// The test, with what it assumes.
    pub test: &'static str,
    /// Questions that are right (exactly) in the first run only, and in the second only.
    pub only: (u32, u32),
    /// Fewer shared questions than any interval deserves.
    pub is_small: bool,
}

/// A comparison under way: what needs no resampling is there at once.
pub struct Comparing {
    compared: Compared,
    bootstrap: Option<Bootstrap>,
    flips: Option<SignFlip>,
}

impl Comparing {
    /// Compares `first` and `second`, which are scores of the same dataset.
    pub fn new(dataset: &Dataset, first: &Scored, second: &Scored, measure: Measure) -> Self {
        let both = first.items.iter().zip(&second.items).zip(0_usize..);
        let shared: Vec<usize> = both
            .filter(|((a, b), _)| a.outcome.has_reply() && b.outcome.has_reply())
            .map(|(_, i)| i)
            .collect();
        let pair = |i: &usize| Some((first.items.get(*i)?, second.items.get(*i)?));
        let pairs: Vec<(&ItemScore, &ItemScore)> = shared.iter().filter_map(pair).collect();
        let contexts = contexts(dataset, &shared);
        let contexts = contexts.as_deref();
        let differences: Vec<f64> = pairs
            .iter()
            .map(|(a, b)| measure.value(b) - measure.value(a))
            .collect();
        let mean = |of: fn(&(&ItemScore, &ItemScore), Measure) -> f64| {
            let sum: f64 = pairs.iter().map(|pair| of(pair, measure)).sum();
            if pairs.is_empty() {
                0.0
            } else {
                100.0 * sum / pairs.len() as f64
            }
        };
        let (a, b) = (
            mean(|(a, _), measure| measure.value(a)),
            mean(|(_, b), measure| measure.value(b)),
        );
        let count = |is: fn(f64, f64) -> bool| {
            pairs.iter().filter(|(a, b)| is(a.exact, b.exact)).count() as u32
        };
        let only = (count(|a, b| a > b), count(|a, b| b > a));
        let planned = plan(&differences, contexts, Kind::Graded);
        let is_enough = pairs.len() >= 2;
        let interval = match planned.method {
            Method::Normal => normal(&differences, contexts).map(in_points),
            _ => None,
        };
        let is_resampled = planned.method == Method::Bootstrap;
        let (p, test) = match measure {
            Measure::Exact => (
                is_enough.then(|| mcnemar(only.0.into(), only.1.into())),
                match planned.is_over_contexts {
                    true => {
                        "exact McNemar test; it takes the questions for independent, though some share a context"
                    }
                    false => "exact McNemar test",
                },
            ),
            Measure::F1 => (None, "sign-flip test, 10,000 draws"),
        };
        let flips = (measure == Measure::F1 && is_enough)
            .then(|| SignFlip::new(&differences, contexts, SEED));
        Self {
            bootstrap: is_resampled.then(|| Bootstrap::new(&[&differences], contexts, SEED)),
            flips,
            compared: Compared {
                n_shared: pairs.len() as u32,
                first: a,
                second: b,
                delta: b - a,
                interval,
                interval_words: planned.words,
                p,
                test,
                only,
                is_small: pairs.len() < N_FOR_TRUST,
            },
        }
    }

    /// Draws `n` more resamples.
    pub fn step(&mut self, n: usize) {
        let left = N_RESAMPLES.saturating_sub(self.n_done()).min(n);
        if let Some(bootstrap) = &mut self.bootstrap {
            bootstrap.step(left);
        }
        if let Some(flips) = &mut self.flips {
            flips.step(left);
        }
    }

    /// Whether everything is drawn.
    pub fn is_done(&self) -> bool {
        self.n_done() >= N_RESAMPLES
    }

    fn n_done(&self) -> usize {
        let drawn = self.bootstrap.as_ref().map(Bootstrap::n_done);
        let flipped = self.flips.as_ref().map(SignFlip::n_done);
        drawn.or(flipped).unwrap_or(N_RESAMPLES)
    }

    /// What is known without resampling.
    pub fn so_far(&self) -> &Compared {
        &self.compared
    }

    /// The comparison, with what was drawn.
    pub fn finish(self) -> Compared {
        let mut compared = self.compared;
        if let Some(bootstrap) = self.bootstrap {
            compared.interval = bootstrap
                .finish()
                .into_iter()
                .next()
                .flatten()
                .map(in_points);
        }
        if let Some(flips) = self.flips {
            compared.p = Some(flips.finish());
        }
        compared
    }
}

fn in_points(interval: Interval) -> Interval {
    Interval {
        low: 100.0 * interval.low,
        high: 100.0 * interval.high,
    }
}

/// The contexts of these questions; `None` where none has one.
fn contexts(dataset: &Dataset, shared: &[usize]) -> Option<Vec<u32>> {
    let context = |i: &usize| dataset.items.get(*i).and_then(|item| item.context);
    let has_any = shared.iter().any(|i| context(i).is_some());
    // Without a context a question stands alone.
    let alone = |i: &usize| u32::MAX - *i as u32;
    has_any.then(|| {
        shared
            .iter()
            .map(|i| context(i).unwrap_or_else(|| alone(i)))
            .collect()
    })
}
