//! Two runs on the questions both answered: how far apart they are, and whether that could be chance.
//!
//! Deliberately absent: which runs are compared, and the correction for several comparisons
//! ([`holm`](crate::metrics::uncertainty::comparison::holm)), which needs all of them.

use crate::dataset::{Dataset, Task};
use crate::metrics::Sum;
use crate::metrics::uncertainty::bootstrap::Bootstrap;
use crate::metrics::uncertainty::comparison::{SignFlip, mcnemar};
use crate::metrics::uncertainty::{
    Interval, Kind, Method, N_FOR_TRUST, N_RESAMPLES, SEED, normal, plan,
};
use crate::score::{ItemScore, Scored, contexts};

mod words;

pub use words::{chance, points, sentence, warning};

/// What two runs are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

    /// What it is called.
    pub fn label(self, task: Task) -> &'static str {
        match (self, task) {
            (Measure::Exact, Task::Extractive) => "Exact match",
            (Measure::Exact, Task::MultipleChoice) => "Accuracy",
            (Measure::F1, _) => "F1",
        }
    }

    pub(crate) fn value(self, mark: &Mark) -> f64 {
        match self {
            Measure::Exact => f64::from(u8::from(mark.is_exact)),
            Measure::F1 => mark.f1,
        }
    }
}

/// What a comparison needs of one question: little, since many runs are held at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Token F1, 0.0 to 1.0.
    pub f1: f64,
    /// Whether it is exactly right; in multiple choice, whether the letter is.
    pub is_exact: bool,
    /// Whether there is a reply.
    pub has_reply: bool,
}

/// A run's scores as marks, one for each question.
pub fn marks(scored: &Scored) -> Vec<Mark> {
    let mark = |score: &ItemScore| Mark {
        f1: score.f1,
        is_exact: score.exact == 1.0,
        has_reply: score.outcome.has_reply(),
    };
    scored.items.iter().map(mark).collect()
}

/// How two runs stand to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Questions that both answered: the only ones that count here.
    pub n_shared: u32,
    /// The first's and the second's score on them, 0 to 100; `None` where there is none.
    pub scores: Option<(f64, f64)>,
    /// Second minus first, in per cent points; exactly 0 where both score the same, `None` where there is no shared question.
    pub delta: Option<f64>,
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
    /// Questions that score better in the first, and in the second, by what they are compared by.
    pub better: (u32, u32),
    /// Questions that do not score the same in both.
    pub n_differing: u32,
    /// Fewer shared questions than any interval deserves.
    pub is_small: bool,
}

/// A comparison under way: what needs no resampling is there at once.
///
/// ```
/// use marksheet::{compare::{Comparing, Measure, marks}, dataset::*, json::Json, predictions::Entry, score::{default_settings, score}};
/// let item = Item { id: "q1".into(), answers: vec!["Runway 27".into()], ..Item::default() };
/// let dataset = Dataset { file: "key.json".into(), task: Task::Extractive, shape: "answer key", about: About::default(),
///     has_alue_marks: false, contexts: vec![], items: vec![item.clone(), item], examples: vec![] };
/// let entry = |text: &'static str| Entry { id: "q1".into(), value: Json::Text(text.into()), no_answer_probability: None, failure: None };
/// let (wrong, right) = (entry("runway 9"), entry("runway 27"));
/// let run = |entries: &[Option<&Entry>]| marks(&score(&dataset, entries, &default_settings(&dataset), &mut |_| {}));
/// let (first, second) = (run(&[Some(&wrong), None]), run(&[Some(&right), Some(&right)]));
/// let mut comparing = Comparing::new(&dataset, &first, &second, Measure::F1);
/// while !comparing.is_done() {
///     comparing.step(250);
/// }
/// let compared = comparing.finish();
/// assert_eq!((compared.n_shared, compared.delta, compared.only), (1, Some(50.0), (0, 1)));
/// assert_eq!(compared.p, None); // one question decides nothing
/// ```
pub struct Comparing {
    compared: Compared,
    bootstrap: Option<Bootstrap>,
    flips: Option<SignFlip>,
}

impl Comparing {
    /// Compares `first` and `second`, which are the [`marks`] of two runs over the same dataset.
    ///
    /// A question counts where both runs have a reply to it, right or not: not where one was not asked, has no prediction,
    /// or its call failed.
    pub fn new(dataset: &Dataset, first: &[Mark], second: &[Mark], measure: Measure) -> Self {
        let shared = Shared::new(dataset, first, second);
        let contexts = shared.contexts.as_deref();
        let differences = shared.differences(measure);
        let n = differences.len();
        let planned = plan(&differences, contexts, Kind::Graded);
        let interval = match planned.method {
            Method::Normal => normal(&differences, contexts).map(in_points),
            _ => None,
        };
        let n_differing = differences.iter().filter(|by| **by != 0.0).count();
        let compared = Compared {
            n_shared: n as u32,
            scores: mean(shared.pairs.iter().map(|(a, _)| measure.value(a)), n)
                .zip(mean(shared.pairs.iter().map(|(_, b)| measure.value(b)), n)),
            delta: delta(&differences),
            interval,
            interval_words: planned.words,
            p: None,
            test: test(measure, planned.is_over_contexts),
            only: (
                shared.count(|a, b| a.is_exact && !b.is_exact),
                shared.count(|a, b| b.is_exact && !a.is_exact),
            ),
            better: (
                shared.count(|a, b| measure.value(a) > measure.value(b)),
                shared.count(|a, b| measure.value(b) > measure.value(a)),
            ),
            n_differing: n_differing as u32,
            is_small: n < N_FOR_TRUST,
        };
        let is_resampled = planned.method == Method::Bootstrap;
        let comparing = Self {
            bootstrap: is_resampled.then(|| Bootstrap::new(&[&differences], contexts, SEED)),
            flips: None,
            compared,
        };
        match n < 2 {
            true => comparing,
            false => comparing.tested(measure, &differences, contexts),
        }
    }

    /// With the test that the measure has, made or planned.
    fn tested(mut self, measure: Measure, differences: &[f64], contexts: Option<&[u32]>) -> Self {
        let (only_first, only_second) = self.compared.only;
        match measure {
            Measure::Exact => {
                self.compared.p = Some(mcnemar(only_first.into(), only_second.into()))
            }
            // Every pattern of signs gives the same sum.
            Measure::F1 if self.compared.n_differing == 0 => self.compared.p = Some(1.0),
            Measure::F1 => self.flips = Some(SignFlip::new(differences, contexts, SEED)),
        }
        self
    }

    /// The same without the interval, where only the test is wanted.
    #[must_use]
    pub fn without_interval(mut self) -> Self {
        self.bootstrap = None;
        self.compared.interval = None;
        self
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

/// The questions that both runs answered.
struct Shared<'a> {
    pairs: Vec<(&'a Mark, &'a Mark)>,
    contexts: Option<Vec<u32>>,
}

impl<'a> Shared<'a> {
    fn new(dataset: &Dataset, first: &'a [Mark], second: &'a [Mark]) -> Self {
        let both = first.iter().zip(second);
        let is_shared = |(a, b): &(&Mark, &Mark)| a.has_reply && b.has_reply;
        let contexts = contexts(dataset, first.len().min(second.len())).map(|contexts| {
            let of_shared = contexts
                .into_iter()
                .zip(both.clone())
                .filter(|(_, pair)| is_shared(pair));
            of_shared.map(|(context, _)| context).collect()
        });
        Self {
            pairs: both.filter(is_shared).collect(),
            contexts,
        }
    }

    /// Second minus first, question by question.
    fn differences(&self, measure: Measure) -> Vec<f64> {
        let pairs = self.pairs.iter();
        pairs
            .map(|(a, b)| measure.value(b) - measure.value(a))
            .collect()
    }

    fn count(&self, holds: impl Fn(&Mark, &Mark) -> bool) -> u32 {
        self.pairs.iter().filter(|(a, b)| holds(a, b)).count() as u32
    }
}

/// In per cent.
fn mean(values: impl Iterator<Item = f64>, n: usize) -> Option<f64> {
    let mut sum = Sum::default();
    values.for_each(|value| sum.add(value));
    (n > 0).then(|| 100.0 * sum.mean(n))
}

/// The mean difference in per cent points. What floating point leaves of differences that cancel out is nothing.
fn delta(differences: &[f64]) -> Option<f64> {
    let delta = mean(differences.iter().copied(), differences.len())?;
    Some(if delta.abs() < 1e-9 { 0.0 } else { delta })
}

fn test(measure: Measure, is_over_contexts: bool) -> &'static str {
    match (measure, is_over_contexts) {
        (Measure::Exact, true) => {
            "exact McNemar test; it takes the questions for independent, though some share a context"
        }
        (Measure::Exact, false) => "exact McNemar test",
        (Measure::F1, true) => "sign-flip test over contexts, 10,000 draws",
        (Measure::F1, false) => "sign-flip test, 10,000 draws",
    }
}
