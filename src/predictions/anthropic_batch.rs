//! Result files of Anthropic's Message Batches: one reply on each line, in any order.
//!
//! Deliberately absent: asking for them; a browser cannot.

use super::batch::EXPIRED;
use super::completion::text_of_content;
use super::found::Found;
use super::rows::detail;
use super::{Entry, Join, again};
use crate::json::Json;
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::rows::{Rows, text_of};
use std::borrow::Cow;

/// The shape in words for the user.
pub(super) const SHAPE: &str = "Anthropic batch output";

/// Whether a row is a line of such a file.
pub fn is_output(row: &Json<'_>) -> bool {
    row.get("custom_id").is_some()
        && row
            .get("result")
            .is_some_and(|result| result.get("type").is_some())
}

/// Reads the reply on each line; failed calls are kept with what the server said.
///
/// # Errors
/// If no line has a `custom_id`.
pub fn read(file: &str, rows: Rows<'_>) -> Result<Found, Vec<Problem>> {
    let mut entries = Vec::new();
    let mut model = None;
    for row in &rows.rows {
        let (Some(id), Some(result)) = (
            row.value.get("custom_id").and_then(text_of),
            row.value.get("result"),
        ) else {
            continue;
        };
        let message = result.get("message").unwrap_or(&Json::Null);
        model = model.or_else(|| message.get("model").and_then(text_of).map(Cow::into_owned));
        entries.push(entry(id.into_owned(), result, message));
    }
    if entries.is_empty() {
        return Err(vec![Problem::error(
            "no line of this batch has a \"custom_id\"",
        )]);
    }
    let (entries, problems) = again::told(entries);
    let mut found = Found::new(file, SHAPE, Join::Id, entries);
    found.predictions.model = model;
    found.problems = problems;
    Ok(found)
}

fn entry(id: String, result: &Json<'_>, message: &Json<'_>) -> Entry {
    let kind = result.get("type").and_then(text_of).unwrap_or_default();
    if kind != "succeeded" {
        if kind == "expired" {
            return Entry::plain(id, Json::Null).failed(Outcome::Timeout, EXPIRED);
        }
        let error = result
            .get("error")
            .map(|error| error.get("error").unwrap_or(error));
        let said = error.map_or_else(|| kind.into_owned(), detail);
        return Entry::plain(id, Json::Null).failed(Outcome::HttpError, said);
    }
    let value = message.get("content").map_or(Json::Null, text_of_content);
    let entry = Entry::plain(id, value);
    match message.get("stop_reason").and_then(text_of).as_deref() {
        Some("max_tokens") => entry.failed(Outcome::Truncated, "stop reason: max_tokens"),
        Some("refusal") => entry.failed(Outcome::Refused, "stop reason: refusal"),
        _ => entry,
    }
}
