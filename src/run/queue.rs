//! What is still to be asked: fresh items in order, and items that are asked again after a delay.
//!
//! Deliberately absent: why an item is asked again.

use core::time::Duration;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// How often an item was asked, by what came of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tries {
    /// Requests really sent.
    pub(super) n_sent: u32,
    /// Failures that count as tries.
    pub(super) n_failed: u32,
    /// Rate limits met.
    pub(super) n_slowed: u32,
    /// Requests in a row that came to nothing: no connection, or no reply in time.
    pub(super) n_unsent: u32,
    /// It was taken out of its turn, to see whether others are refused, too.
    pub(super) is_of_any: bool,
}

/// Positions of items still to be asked.
#[derive(Default)]
pub(super) struct Queue {
    fresh: VecDeque<usize>,
    /// When each may be asked again, the earliest on top.
    waiting: BinaryHeap<Reverse<(Duration, usize)>>,
    /// Of items asked at least once and not finished.
    tries: FxHashMap<usize, Tries>,
}

impl Queue {
    pub(super) fn new(positions: impl Iterator<Item = usize>) -> Self {
        Self {
            fresh: positions.collect(),
            ..Self::default()
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fresh.is_empty() && self.waiting.is_empty()
    }

    /// The next item that may be asked at `now`: one that waited long enough, else a fresh one.
    pub(super) fn take(&mut self, now: Duration) -> Option<usize> {
        match self.waiting.peek() {
            Some(Reverse((time, _))) if *time <= now => {
                self.waiting.pop().map(|Reverse((_, position))| position)
            }
            _ => self.fresh.pop_front(),
        }
    }

    /// The same, but of the fresh ones any; `random` is from 0.0 to below 1.0.
    pub(super) fn take_any(&mut self, now: Duration, random: f64) -> Option<usize> {
        let is_due = |Reverse((time, _)): &Reverse<(Duration, usize)>| *time <= now;
        if self.waiting.peek().is_some_and(is_due) {
            return self.take(now);
        }
        let at = (self.fresh.len() as f64 * random) as usize;
        self.fresh.remove(at).or_else(|| self.fresh.pop_front())
    }

    /// When the next item may be asked; `None` when there is none.
    pub(super) fn ready_at(&self) -> Option<Duration> {
        match self.fresh.is_empty() {
            false => Some(Duration::ZERO),
            true => self.waiting.peek().map(|Reverse((time, _))| *time),
        }
    }

    /// Asks an item again, not before `time`.
    pub(super) fn again(&mut self, position: usize, time: Duration) {
        self.waiting.push(Reverse((time, position)));
    }

    /// Asks items that were never in the queue, or have left it.
    pub(super) fn add(&mut self, positions: impl Iterator<Item = usize>) {
        self.fresh.extend(positions);
    }

    pub(super) fn tries(&mut self, position: usize) -> &mut Tries {
        self.tries.entry(position).or_default()
    }

    /// The connection was lost: what came to nothing does not count as a try.
    pub(super) fn forgive(&mut self) {
        for tries in self.tries.values_mut() {
            tries.n_unsent = 0;
        }
    }

    /// The item is finished; how often it was asked.
    pub(super) fn finish(&mut self, position: usize) -> Tries {
        self.tries.remove(&position).unwrap_or_default()
    }
}
