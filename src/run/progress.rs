//! How far a run is: counts, tokens, rate, time left.
//!
//! Deliberately absent: clocks; whoever asks says what time it is.

use super::ItemRecord;
use core::time::Duration;
use std::collections::{BTreeSet, VecDeque};

/// The rate is that of this long, so that it follows what happens now.
const WINDOW: Duration = Duration::from_secs(60);

/// The progress of one run.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    n_items: usize,
    done: BTreeSet<u32>,
    failed: BTreeSet<u32>,
    /// Answers that came; those that hold counts of tokens, and those that hold a cost.
    n_answers: usize,
    n_with_tokens: usize,
    n_with_cost: usize,
    n_tokens_in: u64,
    n_tokens_out: u64,
    /// US dollars, where the server says what an item cost.
    cost: f64,
    /// When items finished lately.
    lately: VecDeque<Duration>,
    /// Since when items finish without a break.
    since: Option<Duration>,
}

impl Progress {
    /// A run of `n_items`, of which some have records already.
    pub fn new<'r>(n_items: usize, records: impl IntoIterator<Item = &'r ItemRecord>) -> Self {
        let mut progress = Self {
            n_items,
            ..Self::default()
        };
        for record in records {
            progress.count(record);
        }
        progress
    }

    /// Counts a record told at `now`; one of an item that failed before replaces it.
    pub fn add(&mut self, record: &ItemRecord, now: Duration) {
        self.count(record);
        self.since
            .get_or_insert(now.saturating_sub(record.duration));
        self.lately.push_back(now);
        self.forget(now);
    }

    /// The failed items are asked again: until they have their new records they are not done.
    pub fn retried(&mut self) {
        let failed = std::mem::take(&mut self.failed);
        self.done.retain(|index| !failed.contains(index));
    }

    /// The run was paused, or waits: the rate starts anew.
    pub fn interrupted(&mut self) {
        self.lately.clear();
        self.since = None;
    }

    fn count(&mut self, record: &ItemRecord) {
        self.done.insert(record.index);
        match record.has_failed() {
            true => self.failed.insert(record.index),
            false => self.failed.remove(&record.index),
        };
        self.n_tokens_in += record.n_tokens_in.unwrap_or(0);
        self.n_tokens_out += record.n_tokens_out.unwrap_or(0);
        self.cost += record.cost.unwrap_or(0.0);
        if !record.has_failed() {
            let has_tokens = record.n_tokens_in.is_some() && record.n_tokens_out.is_some();
            self.n_answers += 1;
            self.n_with_tokens += usize::from(has_tokens);
            self.n_with_cost += usize::from(record.cost.is_some());
        }
    }

    fn forget(&mut self, now: Duration) {
        let start = now.saturating_sub(WINDOW);
        while self.lately.front().is_some_and(|time| *time < start) {
            self.lately.pop_front();
        }
        if let Some(since) = &mut self.since {
            *since = (*since).max(start);
        }
    }

    /// Items to ask in all.
    pub fn n_items(&self) -> usize {
        self.n_items
    }

    /// Items with a record, failed ones included.
    pub fn n_done(&self) -> usize {
        self.done.len()
    }

    /// Items whose call failed.
    pub fn n_failed(&self) -> usize {
        self.failed.len()
    }

    /// Tokens of prompts and of replies, as the server counted them.
    pub fn n_tokens(&self) -> (u64, u64) {
        (self.n_tokens_in, self.n_tokens_out)
    }

    /// Answers that came.
    pub fn n_answers(&self) -> usize {
        self.n_answers
    }

    /// Of how many of them the server counted the tokens, both ways: [`n_tokens`](Self::n_tokens) knows of no others.
    pub fn n_with_tokens(&self) -> usize {
        self.n_with_tokens
    }

    /// What the items cost in US dollars by the server's own figures, and of how many answers it told them.
    ///
    /// `None` where it tells none, or says of each that it cost nothing: a router says so of what is paid elsewhere.
    pub fn cost(&self) -> Option<(f64, usize)> {
        (self.cost > 0.0 && self.cost.is_finite()).then_some((self.cost, self.n_with_cost))
    }

    /// The sums alone, as of a run with one answer.
    pub fn with_tokens(n_tokens_in: u64, n_tokens_out: u64, cost: Option<f64>) -> Self {
        Self {
            n_answers: 1,
            n_with_tokens: 1,
            n_with_cost: usize::from(cost.is_some()),
            n_tokens_in,
            n_tokens_out,
            cost: cost.unwrap_or(0.0),
            ..Self::default()
        }
    }

    /// Items per minute over the last minute; `None` before two have finished.
    pub fn rate(&self, now: Duration) -> Option<f64> {
        let since = self.since?.max(now.saturating_sub(WINDOW));
        let seconds = now.saturating_sub(since).as_secs_f64();
        let n = self.lately.iter().filter(|time| **time >= since).count();
        (n >= 2 && seconds > 0.0).then(|| n as f64 * 60.0 / seconds)
    }

    /// About how long the rest takes at this rate; `None` where the rate is not known.
    pub fn time_left(&self, now: Duration) -> Option<Duration> {
        let n_left = self.n_items.saturating_sub(self.done.len());
        let minutes = n_left as f64 / self.rate(now)?;
        Duration::try_from_secs_f64(minutes * 60.0).ok()
    }
}
