//! Refusals for good, one after another and no answer in between: the matter of some items, or of all?
//!
//! They are held until that is known, and meanwhile items are taken from all over the dataset, since its first articles may
//! all be too long; only these count. Deliberately absent: refusals whose code or words say what they are about; those stop a
//! run at once.

use crate::outcome::Outcome;
use crate::provider::Fault;
use crate::run::connection::Held;
use rustc_hash::FxHashMap;

/// After so many, items are taken from anywhere.
const N_DOUBTFUL: usize = 3;
/// Of those taken from anywhere so many in the same words: no item can be asked.
const N_SAME: usize = 7;
/// So many in whatever words.
const N_ANY: usize = 17;
/// The same where something was answered before: then most likely these items are refused, each for itself.
const N_SAME_AFTER: usize = 50;
const N_ANY_AFTER: usize = 100;

/// What was refused since the last answer.
#[derive(Default)]
pub(super) struct Refusals {
    held: Vec<Held>,
    /// The words of those among them that were taken from anywhere.
    of_any: FxHashMap<Words, usize>,
}

/// A status, and what was said without its numbers.
type Words = (Option<u16>, String);

impl Refusals {
    /// Whether a fault is the server's word, and for good: a refused request, or something else than an answer each time.
    pub(super) fn is_one(fault: &Fault) -> bool {
        let is_for_good = |status| match status {
            // The server takes too long, is asked too often, or is out of step.
            408 | 409 | 429 => false,
            // It cannot do this at all, or is not there behind its proxy; other faults of a server pass.
            501 | 505 | 520..=530 => true,
            status => (200..300).contains(&status) || (400..500).contains(&status),
        };
        fault.class == Outcome::HttpError && fault.status.is_some_and(is_for_good)
    }

    /// Holds one more, which was taken from anywhere or in its turn. Whether it is now known that no item can be asked.
    pub(super) fn hold(&mut self, held: Held, is_of_any: bool, has_answer: bool) -> bool {
        let words = words(&held.fault);
        self.held.push(held);
        if !is_of_any {
            return false;
        }
        let n_same = self.of_any.entry(words).or_default();
        *n_same += 1;
        let n_same = *n_same;
        let n_any: usize = self.of_any.values().sum();
        match has_answer {
            true => n_same >= N_SAME_AFTER || n_any >= N_ANY_AFTER,
            false => n_same >= N_SAME || n_any >= N_ANY,
        }
    }

    /// Whether the next item should be one from anywhere.
    pub(super) fn are_doubtful(&self) -> bool {
        self.held.len() >= N_DOUBTFUL
    }

    /// They are no longer held.
    pub(super) fn take(&mut self) -> Vec<Held> {
        self.of_any.clear();
        std::mem::take(&mut self.held)
    }
}

/// What a fault says, without the words that hold a number: counts of tokens, ids of requests.
fn words(fault: &Fault) -> Words {
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
