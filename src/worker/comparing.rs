//! Runs beside each other, in slices, and told to the page.
//!
//! Deliberately absent: what is done in which order, see [`Comparison`].

use super::background::SLICE;
use super::{Desk, say};
use crate::browser::clock;
use crate::protocol::{CompareQuery, Reply};
use crate::workspace::Comparison;

/// What the page wants compared, for as long as somebody looks at it.
#[derive(Default)]
pub(super) struct Comparing {
    query: Option<CompareQuery>,
    under_way: Option<Comparison>,
    /// Whether it was its turn last, where it takes turns.
    was_its_turn: bool,
}

impl Comparing {
    /// Begins, or begins anew.
    pub(super) fn begin(&mut self, query: CompareQuery) {
        self.under_way = Some(Comparison::new(query.clone()));
        self.query = Some(query);
    }

    /// Begins anew where somebody looks at it: runs, settings or names are others now.
    pub(super) fn anew(&mut self) {
        self.under_way = self.query.clone().map(Comparison::new);
    }

    /// Stops; what was scored and drawn stays known.
    pub(super) fn leave(&mut self) {
        (self.query, self.under_way) = (None, None);
    }

    /// Whether there is something to do.
    pub(super) fn is_due(&self) -> bool {
        self.under_way.is_some()
    }

    /// Whether the place waits for the two chosen, and not only for the other runs.
    pub(super) fn is_awaited(&self) -> bool {
        self.under_way.as_ref().is_some_and(Comparison::is_pair_due)
    }

    /// Whether it is its turn, every other time.
    pub(super) fn take_turn(&mut self) -> bool {
        self.was_its_turn = !self.was_its_turn;
        self.was_its_turn
    }
}

impl Desk {
    /// Does a slice of the comparison, and tells the page where there is something new.
    pub(super) fn compare_some(&mut self) {
        let Some(comparison) = &mut self.comparing.under_way else {
            return;
        };
        let end = clock::now() + SLICE;
        if comparison.step(&mut self.workspace, &mut || clock::now() < end) {
            let view = comparison.view(&self.workspace);
            say(&Reply::Compare(Box::new(view)));
        }
        if comparison.is_done() {
            self.comparing.under_way = None;
        }
    }
}
