//! What is found out about a run beside its scores: its intervals, what went wrong, and its charts.
//!
//! The page finds them in slices while a person reads the numbers, and hands them over; whatever is not handed over is found
//! here, at once. Deliberately absent: what is said of them.

use super::Run;
use crate::charts::{Chart, Source, charts, questions};
use crate::explain::{Group, Grouping};
use crate::metrics::uncertainty::N_RESAMPLES;
use crate::score::{Comparer, FigureInterval, Intervals};
use std::cell::OnceCell;

/// What is known already; `None` is found when a file first needs it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found<'a> {
    /// The intervals of the figures.
    pub intervals: Option<&'a [FigureInterval]>,
    /// The questions that lost points, by the kind of their fault.
    pub groups: Option<&'a [Group]>,
    /// The charts that [tell something](Chart::is_telling).
    pub charts: Option<&'a [Chart]>,
}

/// What had to be found here; several files share it.
#[derive(Default)]
pub(super) struct FoundHere {
    intervals: OnceCell<Vec<FigureInterval>>,
    groups: OnceCell<Vec<Group>>,
    charts: OnceCell<Vec<Chart>>,
}

impl<'a> Run<'a> {
    /// The same run, of which this is known already.
    #[must_use]
    pub fn knowing(self, known: Found<'a>) -> Self {
        Self { known, ..self }
    }

    /// The intervals of the figures.
    pub(crate) fn intervals(&self) -> &[FigureInterval] {
        self.known.intervals.unwrap_or_else(|| {
            self.found.intervals.get_or_init(|| {
                let mut intervals = Intervals::new(self.dataset, self.scored);
                while !intervals.is_done() {
                    intervals.step(N_RESAMPLES);
                }
                intervals.finish()
            })
        })
    }

    /// What went wrong.
    pub(crate) fn groups(&self) -> &[Group] {
        self.known.groups.unwrap_or_else(|| {
            self.found.groups.get_or_init(|| {
                let comparer = Comparer::new(self.dataset, &self.scored.settings);
                let mut grouping = Grouping::default();
                let (entries, scores) = (self.entries, &self.scored.items);
                while grouping.step(self.dataset, entries, scores, &comparer, usize::MAX) {}
                grouping.finish()
            })
        })
    }

    /// The charts that tell something.
    pub(crate) fn charts(&self) -> &[Chart] {
        self.known.charts.unwrap_or_else(|| {
            self.found.charts.get_or_init(|| {
                let costs = self.facts.cost_per_question.of(self.dataset);
                let source = Source {
                    dataset: self.dataset,
                    entries: self.entries,
                    scored: self.scored,
                    ranks: &[],
                    costs: &costs,
                };
                let mut charts = charts(&questions(source));
                charts.retain(Chart::is_telling);
                charts
            })
        })
    }
}
