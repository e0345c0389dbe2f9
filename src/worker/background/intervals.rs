//! The intervals of the shown figures, drawn some at a time.

use crate::metrics::uncertainty::N_RESAMPLES;
use crate::protocol::{Interval, Reply};
use crate::score::Intervals;
use crate::worker::say;
use crate::workspace::{Shown, Workspace};

/// Draws per slice, over all questions; about 20 ms.
const DRAWS: usize = 2_000_000;

/// Intervals in the making.
pub(super) struct Draw {
    intervals: Intervals,
    n_questions: usize,
}

impl Draw {
    pub(super) fn new(shown: &Shown<'_>) -> Self {
        Self {
            intervals: Intervals::new(shown.dataset, shown.scored),
            n_questions: shown.scored.items.len().max(1),
        }
    }

    /// Draws some more; `None` when that was all, and told.
    pub(super) fn step(
        mut self: Box<Self>,
        workspace: &mut Workspace,
        turn: u32,
    ) -> Option<Box<Self>> {
        self.intervals
            .step((DRAWS / self.n_questions).clamp(1, N_RESAMPLES));
        if !self.intervals.is_done() {
            return Some(self);
        }
        let why_none = self.intervals.why_none().map(str::to_owned);
        let found = self.intervals.finish();
        let intervals = found.iter().map(|figure| Interval {
            key: figure.key.to_owned(),
            low: figure.interval.low,
            high: figure.interval.high,
            method: figure.method.clone(),
        });
        say(&Reply::Intervals {
            turn,
            intervals: intervals.collect(),
            why_none,
        });
        workspace.keep_intervals(found);
        None
    }
}
