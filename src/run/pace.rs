//! How many requests may be in flight, and when the next may be sent.
//!
//! Additive increase, multiplicative decrease: one more after each window of successes, half as many after a rate limit.
//! Deliberately absent: which item is next.

use core::time::Duration;

/// A run starts with so many requests in flight.
const N_AT_FIRST: usize = 4;
/// Longest delay of our own making.
const MAX_DELAY: Duration = Duration::from_secs(60);

/// A delay before try `n_failed` + 1: a random part of 1, 2, 4, 8 … seconds, at most 60. `random` is from 0.0 to below 1.0.
pub(super) fn backoff(n_failed: u32, random: f64) -> Duration {
    let most = Duration::from_secs(1 << n_failed.saturating_sub(1).min(6)).min(MAX_DELAY);
    most.mul_f64(random.clamp(0.0, 1.0))
}

/// The shared pace of all requests of a run.
pub(super) struct Pace {
    cap: usize,
    n_allowed: usize,
    /// Successes since the last change.
    n_good: usize,
    /// Requests sent before this belong to a window that was halved already.
    halved_at: Option<Duration>,
    not_before: Duration,
    /// Least time between two requests.
    spacing: Duration,
    next_slot: Duration,
    /// Rate limits since the last success.
    n_slowed: u32,
}

impl Pace {
    pub(super) fn new(cap: usize, requests_per_minute: Option<u32>) -> Self {
        let cap = cap.max(1);
        let spacing = requests_per_minute
            .filter(|n| *n > 0)
            .map_or(Duration::ZERO, |n| {
                // Rounded up: never a little faster than allowed.
                Duration::from_nanos(60_000_000_000_u64.div_ceil(u64::from(n)))
            });
        Self {
            cap,
            n_allowed: N_AT_FIRST.min(cap),
            n_good: 0,
            halved_at: None,
            not_before: Duration::ZERO,
            spacing,
            next_slot: Duration::ZERO,
            n_slowed: 0,
        }
    }

    /// Requests that may be in flight.
    pub(super) fn n_allowed(&self) -> usize {
        self.n_allowed
    }

    /// A new limit of the user's; a higher one is approached, a lower one holds at once.
    pub(super) fn set_cap(&mut self, cap: usize) {
        self.cap = cap.max(1);
        self.n_allowed = self.n_allowed.min(self.cap);
    }

    /// The earliest time for the next request.
    pub(super) fn ready_at(&self) -> Duration {
        self.not_before.max(self.next_slot)
    }

    pub(super) fn sent(&mut self, now: Duration) {
        self.next_slot = now + self.spacing;
    }

    /// A request sent at `sent_at` was answered; one from before the last halving says nothing about the pace since.
    pub(super) fn succeeded(&mut self, sent_at: Duration) {
        if self.halved_at.is_some_and(|halved_at| sent_at <= halved_at) {
            return;
        }
        self.n_slowed = 0;
        self.n_good += 1;
        if self.n_good >= self.n_allowed && self.n_allowed < self.cap {
            self.n_allowed += 1;
            self.n_good = 0;
        }
    }

    /// A rate limit for a request sent at `sent_at`: all wait for the time the server asks for, else ever longer, and half
    /// as many are in flight. Requests of one window that all hit the limit halve once.
    pub(super) fn slow_down(
        &mut self,
        now: Duration,
        sent_at: Duration,
        asked: Option<Duration>,
        random: f64,
    ) {
        let is_new = self.halved_at.is_none_or(|halved_at| sent_at > halved_at);
        if is_new {
            self.n_allowed = (self.n_allowed / 2).max(1);
            self.n_good = 0;
            self.halved_at = Some(now);
            self.n_slowed += 1;
        }
        if is_new || asked.is_some() {
            let delay = asked.unwrap_or_else(|| backoff(self.n_slowed, random));
            self.not_before = self.not_before.max(now + delay);
        }
    }

    /// Until when all wait.
    pub(super) fn not_before(&self) -> Duration {
        self.not_before
    }
}
