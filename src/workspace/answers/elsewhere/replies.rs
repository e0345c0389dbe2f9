//! The replies of an output, each read as a run reads it.
//!
//! Deliberately absent: what they are read by.

use crate::json::Json;
use crate::outcome::Outcome;
use crate::predictions::again::Worth;
use crate::predictions::{Entry, Failure, Predictions};
use crate::provider::{Reply, Rule, Wanted};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// Replies that were read.
pub(super) struct Replies {
    /// As they count.
    pub(super) predictions: Predictions,
    /// How many could be read, fitting or not.
    pub(super) n: usize,
    /// How many of these are not what was asked for: outside the schema, or without any of the fields.
    pub(super) n_misfits: usize,
    /// Which of the entries these are.
    misfits: FxHashSet<usize>,
}

impl Replies {
    /// Those of which nothing but the text was asked for.
    pub(super) fn as_they_are(n: usize) -> Self {
        Self {
            predictions: Predictions::default(),
            n,
            n_misfits: 0,
            misfits: FxHashSet::default(),
        }
    }

    /// Reads all replies. `checked` is each as it counts beside its schema, by its id; `None` where it is to stay as it is.
    pub(super) fn read(
        predictions: &Predictions,
        wanted: &Wanted,
        checked: impl Fn(&str, Reply) -> Option<Reply>,
    ) -> Self {
        let mut replies = Self {
            predictions: predictions.clone(),
            ..Self::as_they_are(0)
        };
        for (at, entry) in replies.predictions.entries.iter_mut().enumerate() {
            let Some(reply) = reply(entry, wanted) else {
                continue;
            };
            let Some(reply) = checked(&entry.id, reply) else {
                continue;
            };
            let is_unparsed = reply.class == Some(Outcome::Unparsed);
            if reply.class.is_none() || is_unparsed {
                let is_without = matches!(reply.rule, Rule::NoField | Rule::NoObject);
                replies.n += 1;
                if is_unparsed || is_without {
                    replies.n_misfits += 1;
                    replies.misfits.insert(at);
                }
            }
            fill(entry, reply);
        }
        replies
    }

    /// What each entry is worth: one that does not fit is no good answer, whatever it says.
    pub(super) fn worths(&self) -> Vec<Worth> {
        let entries = self.predictions.entries.iter().enumerate();
        let worth = |(at, entry): (usize, &Entry)| match self.misfits.contains(&at) {
            true => Worth::of(entry).min(Worth::Doubtful),
            false => Worth::of(entry),
        };
        entries.map(worth).collect()
    }

    /// Whether they can well have been asked for so: at least half of them fit.
    pub(super) fn fit(&self) -> bool {
        2 * self.n_misfits <= self.n
    }
}

/// The text of a reply; `None` where the call failed or was refused, or it holds no text.
pub(super) fn text(entry: &Entry) -> Option<&str> {
    let failure = entry.failure.as_ref().map(|failure| failure.outcome);
    match (&entry.value, failure) {
        (Json::Text(text), None | Some(Outcome::Truncated)) => Some(text),
        _ => None,
    }
}

/// What an entry holds as a reply, if it is one.
fn reply(entry: &Entry, wanted: &Wanted) -> Option<Reply> {
    let text = text(entry)?;
    let is_cut_off = entry.failure.is_some();
    let mut reply = Reply::pasted(text, wanted);
    if is_cut_off && reply.class == Some(Outcome::Empty) {
        reply.class = Some(Outcome::Truncated);
    }
    reply.is_cut_off |= is_cut_off;
    Some(reply)
}

/// Puts into the entry what the reply counts as, as the records of a run do.
fn fill(entry: &mut Entry, reply: Reply) {
    let blank = || Json::Text(Cow::Borrowed(""));
    let cut_off = |failure: Option<Failure>| {
        failure.or_else(|| {
            let detail = "the reasoning never ends".to_owned();
            let outcome = Outcome::Truncated;
            Some(Failure { outcome, detail })
        })
    };
    match reply.class {
        Some(Outcome::Empty) => entry.value = blank(),
        Some(Outcome::Truncated) => {
            entry.value = blank();
            entry.failure = cut_off(entry.failure.take());
        }
        Some(outcome) => {
            entry.failure = Some(Failure {
                outcome,
                detail: reply.misfit.or(reply.refusal).unwrap_or_default(),
            });
        }
        None => {
            if reply.is_cut_off {
                entry.failure = cut_off(entry.failure.take());
            }
            if let Some(prediction) = &reply.prediction {
                entry.value = prediction.to_json();
            }
        }
    }
}
