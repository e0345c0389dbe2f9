//! Refusals for good in a run in which nothing was ever answered: the matter of one item, or of all?
//!
//! They are held until that is known, and meanwhile items are taken from all over the dataset, since its first articles may
//! all be too long. Deliberately absent: refusals whose code or words say what they are about; those stop a run at once.

use crate::outcome::Outcome;
use crate::provider::Fault;
use crate::run::connection::Held;

/// After so many, items are taken from anywhere.
const N_DOUBTFUL: usize = 3;
/// So many in the same words: no item can be asked.
const N_SAME: usize = 10;
/// So many in whatever words.
const N_ANY: usize = 20;

/// What was refused so far.
#[derive(Default)]
pub(super) struct Refusals {
    held: Vec<Held>,
}

impl Refusals {
    /// Whether a fault is the server's word, and for good: a refused request, or something else than an answer each time.
    pub(super) fn is_one(fault: &Fault) -> bool {
        let is_for_good = |status| match status {
            200..300 => true,
            // The server takes too long, is asked too often, or is out of step.
            408 | 409 | 429 => false,
            status => (400..500).contains(&status),
        };
        fault.class == Outcome::HttpError && fault.status.is_some_and(is_for_good)
    }

    /// Holds one more. Whether it is now known that no item can be asked.
    pub(super) fn hold(&mut self, held: Held) -> bool {
        let words = words(&held.fault);
        self.held.push(held);
        let is_same = |other: &&Held| self::words(&other.fault) == words;
        self.held.len() >= N_ANY || self.held.iter().filter(is_same).count() >= N_SAME
    }

    /// Whether the next item should be one from anywhere.
    pub(super) fn are_doubtful(&self) -> bool {
        self.held.len() >= N_DOUBTFUL
    }

    /// They are no longer held.
    pub(super) fn take(&mut self) -> Vec<Held> {
        std::mem::take(&mut self.held)
    }
}

/// What a fault says, without the words that hold a number: counts of tokens, ids of requests.
fn words(fault: &Fault) -> (Option<u16>, String) {
    let said = told(fault);
    let words = said.split_whitespace();
    let words: Vec<&str> = words
        .filter(|word| !word.contains(|c: char| c.is_ascii_digit()))
        .collect();
    (fault.status, words.join(" "))
}

/// What the server said, or what is said of its reply.
pub(super) fn told(fault: &Fault) -> &str {
    match fault.said.trim() {
        "" => &fault.message,
        said => said,
    }
}
