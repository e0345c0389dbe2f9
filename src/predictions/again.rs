//! Questions that the outputs of a batch answer more than once: in one file, or in that of a batch and of its repetition.
//!
//! Deliberately absent: which files belong together, and predictions of other shapes, of which the last counts.

use super::Entry;
use crate::json::Json;
use crate::outcome::Outcome;
use crate::problem::{Problem, some_ids};
use rustc_hash::FxHashMap;

/// So many ids are named.
const N_NAMED: usize = 3;

/// How much of an answer an entry is. The best of several entries of one question counts, and of equal ones the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// The call failed, or it holds nothing.
    Failed,
    /// A reply that is blank, cut off, a refusal or does not fit.
    Doubtful,
    /// A reply.
    Good,
}

impl Worth {
    /// What an entry is worth.
    ///
    /// ```
    /// use marksheet::{json::Json, predictions::{Entry, again::Worth}};
    /// let entry = |value| Entry { id: "1".into(), value, no_answer_probability: None, failure: None };
    /// assert_eq!(Worth::of(&entry(Json::Text("B".into()))), Worth::Good);
    /// assert_eq!(Worth::of(&entry(Json::Null)), Worth::Failed);
    /// ```
    pub fn of(entry: &Entry) -> Self {
        let failure = entry.failure.as_ref().map(|failure| failure.outcome);
        match (&entry.value, failure) {
            (_, Some(outcome)) if !outcome.has_reply() => Self::Failed,
            (Json::Null, None | Some(Outcome::Unparsed)) => Self::Failed,
            (_, Some(_)) => Self::Doubtful,
            (Json::Text(text), None) if text.trim().is_empty() => Self::Doubtful,
            _ => Self::Good,
        }
    }
}

/// One entry for each id: the best, and of equal ones the last. In the order of those that are kept.
pub fn best(entries: Vec<Entry>) -> Vec<Entry> {
    let worths: Vec<Worth> = entries.iter().map(Worth::of).collect();
    best_by(entries, &worths)
}

/// As [`best`], by what each of the entries is worth.
pub fn best_by(entries: Vec<Entry>, worths: &[Worth]) -> Vec<Entry> {
    let mut best: FxHashMap<&str, usize> = FxHashMap::default();
    best.reserve(entries.len());
    for (at, entry) in entries.iter().enumerate() {
        let known = best.entry(&entry.id).or_insert(at);
        if worths.get(at) >= worths.get(*known) {
            *known = at;
        }
    }
    if best.len() == entries.len() {
        return entries;
    }
    let mut is_kept = vec![false; entries.len()];
    for at in best.into_values() {
        if let Some(slot) = is_kept.get_mut(at) {
            *slot = true;
        }
    }
    let kept = entries.into_iter().zip(is_kept);
    kept.filter_map(|(entry, is_kept)| is_kept.then_some(entry))
        .collect()
}

/// One entry for each id of a file, as [`best`], and what to say of the others.
pub(super) fn told(entries: Vec<Entry>) -> (Vec<Entry>, Vec<Problem>) {
    let n = entries.len();
    let changed = contradicted(&entries);
    let kept = best(entries);
    let mut problems = Vec::new();
    if !changed.is_empty() {
        let message = format!(
            "questions with two different answers in this file: {} ({}); the last one counts",
            changed.len(),
            some_ids(changed.iter().map(String::as_str), N_NAMED)
        );
        let hint = "if two batches were put into one file, drop the output of each by itself";
        problems.push(Problem::warning(message).hint(hint));
    }
    let n_again = n - kept.len();
    if n_again > changed.len() {
        let message = format!(
            "questions that were asked more than once: {n_again} of {n} lines are older or failed tries and do not count"
        );
        problems.push(Problem::info(message));
    }
    (kept, problems)
}

/// The ids with good answers that are not the same.
fn contradicted(entries: &[Entry]) -> Vec<String> {
    let mut good: FxHashMap<&str, (&Entry, bool)> = FxHashMap::default();
    let mut changed = Vec::new();
    for entry in entries
        .iter()
        .filter(|entry| Worth::of(entry) == Worth::Good)
    {
        let (first, is_told) = good.entry(&entry.id).or_insert((entry, false));
        if first.value != entry.value && !*is_told {
            *is_told = true;
            changed.push(entry.id.clone());
        }
    }
    changed
}
