//! Fields that replies have in common, where these are JSON objects though nobody here asked for them.
//!
//! Deliberately absent: taking one out by itself; a person says which is the answer.

use super::replies::text;
use crate::json::Json;
use crate::normalize::field::object;
use crate::predictions::Predictions;
use crate::predictions::value::after_thinking;
use crate::problem::{Problem, some_ids};
use crate::protocol::ReadAs;

/// Fewer replies show nothing.
const LEAST: usize = 3;

/// So many fields of one object are looked at.
const MOST_LOOKED_AT: usize = 20;

/// So many fields are offered.
const MOST_OFFERED: usize = 4;

/// The fields of replies that are nearly all JSON objects.
pub(super) struct Fields {
    names: Vec<String>,
    n_objects: usize,
    n: usize,
}

impl Fields {
    /// Nine in ten replies are objects, and have these fields; `None` where it is not so.
    pub(super) fn of(predictions: &Predictions) -> Option<Self> {
        let replies = || predictions.entries.iter().filter_map(text);
        let n = replies().count();
        let is_most = |n_such: usize| 10 * n_such >= 9 * n;
        let (mut n_objects, mut n_others) = (0, 0);
        let mut names: Vec<(String, usize)> = Vec::new();
        for reply in replies() {
            match object(&after_thinking(reply).text) {
                Some((Json::Object(entries), _)) => {
                    n_objects += 1;
                    for (name, _) in entries.iter().take(MOST_LOOKED_AT) {
                        count(&mut names, name, n_objects, n - n_others);
                    }
                }
                _ => n_others += 1,
            }
            if !is_most(n - n_others) {
                return None;
            }
        }
        names.retain(|(_, n_such)| is_most(*n_such));
        (n_objects >= LEAST && !names.is_empty()).then(|| Self {
            names: names.into_iter().map(|(name, _)| name).collect(),
            n_objects,
            n,
        })
    }

    /// That they are there, with what can be done.
    pub(super) fn told(&self) -> Problem {
        let all = match self.n - self.n_objects {
            0 => format!("all {} replies are JSON objects", self.n),
            _ => format!("{} of {} replies are JSON objects", self.n_objects, self.n),
        };
        let names = some_ids(self.names.iter().map(String::as_str), MOST_OFFERED);
        let (fields, hint) = match self.names.len() {
            1 => ("the field", "if it is the answer, take it out"),
            _ => ("the fields", "if one of them is the answer, take it out"),
        };
        let message = format!("{all} with {fields} {names}; they are scored as they are");
        Problem::info(message).hint(hint)
    }

    /// Each field taken out.
    pub(super) fn offers(self) -> impl Iterator<Item = ReadAs> {
        self.names.into_iter().take(MOST_OFFERED).map(ReadAs::Field)
    }
}

/// Counts a name of the object of this number, unless it is new so late that it cannot be in most of `n`.
fn count(names: &mut Vec<(String, usize)>, name: &str, number: usize, n: usize) {
    if let Some((_, n_such)) = names.iter_mut().find(|(known, _)| known == name) {
        *n_such += 1;
    } else if 10 * (number - 1) <= n && names.len() < MOST_LOOKED_AT {
        names.push((name.to_owned(), 1));
    }
}
