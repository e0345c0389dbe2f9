//! Predictions as one JSON object, `{id: prediction}`, whatever a prediction is.
//!
//! Deliberately absent: deciding whether such a file is an answer key; see [`intake`](crate::intake).

use super::found::{Found, is_n_best, n_best_problem};
use super::{Entry, Join};
use crate::json::Json;
use crate::problem::Problem;
use crate::rows::Ids;

/// Reads one prediction from each entry.
///
/// # Errors
/// What was found, if no prediction is left.
pub fn read<'a>(
    file: &str,
    entries: impl IntoIterator<Item = (String, Json<'a>)>,
) -> Result<Found, Vec<Problem>> {
    let mut n_best = Ids::default();
    let mut read = Vec::new();
    for (id, value) in entries {
        if is_n_best(&value) {
            n_best.add(&id);
        } else {
            read.push(Entry::plain(id, value.into_owned()));
        }
    }
    let problems: Vec<_> = n_best_problem(&n_best).into_iter().collect();
    if read.is_empty() {
        return Err(problems);
    }
    let shape = shape(&read);
    let mut found = Found::new(file, shape, Join::Id, read);
    found.problems = problems;
    Ok(found)
}

fn shape(entries: &[Entry]) -> &'static str {
    let n = |test: fn(&Json<'_>) -> bool| entries.iter().filter(|entry| test(&entry.value)).count();
    let n_objects = n(|value| matches!(value, Json::Object(_)));
    let n_lists = n(|value| matches!(value, Json::List(_)));
    if n_objects * 2 > entries.len() {
        "id → object JSON"
    } else if n_lists * 2 > entries.len() {
        "id → list JSON"
    } else {
        "id → text JSON"
    }
}
