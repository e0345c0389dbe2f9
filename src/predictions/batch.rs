//! Output files of the OpenAI Batch API, also written by vLLM's `run-batch`: one reply on each line, in any order.
//!
//! Deliberately absent: the input files of a batch; they hold questions, not answers.

use super::completion::Completion;
use super::found::Found;
use super::rows::detail;
use super::{Entry, Join, again};
use crate::json::Json;
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::rows::{Ids, Row, Rows, text_of};
use crate::said::Said;
use std::borrow::Cow;

/// The shape in words for the user.
pub(super) const SHAPE: &str = "OpenAI batch output";

/// What is said of a question that a batch never came to: its time was up.
pub const EXPIRED: &str = "the batch ended before this question was asked";

/// Whether a row is a line of batch output.
pub fn is_output(row: &Json<'_>) -> bool {
    row.get("custom_id").is_some() && (row.get("response").is_some() || row.get("error").is_some())
}

/// Whether a row is a line of batch input: a question still to be asked.
pub fn is_input(row: &Json<'_>) -> bool {
    row.get("custom_id").is_some() && row.get("body").is_some() && row.get("url").is_some()
}

/// Reads the reply on each line; failed calls are kept with what the server said.
///
/// # Errors
/// What was found, if no line has a `custom_id`.
pub fn read(file: &str, rows: Rows<'_>) -> Result<Found, Vec<Problem>> {
    let mut no_id = Ids::default();
    let mut entries = Vec::new();
    let mut model = None;
    for Row { number, value } in &rows.rows {
        let Some(id) = value.get("custom_id").and_then(text_of) else {
            no_id.add(&rows.place(*number));
            continue;
        };
        if model.is_none() {
            model = path(value, &["response", "body", "model"])
                .and_then(text_of)
                .map(Cow::into_owned);
        }
        entries.push(entry(id.into_owned(), value));
    }
    let mut problems = Vec::new();
    if no_id.n() > 0 {
        let message = format!(
            "replies without a \"custom_id\" were skipped: {} ({})",
            no_id.n(),
            no_id.list()
        );
        problems.push(
            Problem::error(message).hint("the custom_id of a batch line is the question's id"),
        );
    }
    if entries.is_empty() {
        return Err(problems);
    }
    let (entries, repeated) = again::told(entries);
    problems.extend(repeated);
    let mut found = Found::new(file, SHAPE, Join::Id, entries);
    found.predictions.model = model;
    found.problems = problems;
    Ok(found)
}

fn path<'r, 'a>(value: &'r Json<'a>, keys: &[&str]) -> Option<&'r Json<'a>> {
    keys.iter().try_fold(value, |value, key| value.get(key))
}

fn entry(id: String, line: &Json<'_>) -> Entry {
    let failed = |outcome, said: String| Entry::plain(id.clone(), Json::Null).failed(outcome, said);
    if let Some(error) = line.get("error").filter(|error| **error != Json::Null) {
        let is_expired = code_of(error).as_deref() == Some("batch_expired");
        let said = match is_expired {
            true => EXPIRED.to_owned(),
            false => detail(error),
        };
        return failed(Said::of_body(0, line).class(), said);
    }
    let status = path(line, &["response", "status_code"]).and_then(text_of);
    // An older vLLM writes the body without a wrapper.
    let body = path(line, &["response", "body"])
        .or_else(|| line.get("response"))
        .unwrap_or(&Json::Null);
    let is_refused = status
        .as_deref()
        .is_some_and(|status| !status.starts_with('2'));
    if is_refused || body.get("error").is_some_and(|error| *error != Json::Null) {
        let error = body.get("error").unwrap_or(body);
        let status = status.unwrap_or_default();
        let said = Said::of_body(status.parse().unwrap_or_default(), body);
        let outcome = match said.class() {
            Outcome::HttpError if said.speaks_of_misfit() => Outcome::Unparsed,
            outcome => outcome,
        };
        return failed(outcome, format!("status {status}: {}", detail(error)));
    }
    match Completion::read(body) {
        Some(completion) => Entry {
            failure: completion.failure(),
            ..Entry::plain(id, completion.content)
        },
        None => failed(Outcome::HttpError, "the reply holds no answer".to_owned()),
    }
}

fn code_of<'r>(error: &'r Json<'_>) -> Option<Cow<'r, str>> {
    error.get("code").and_then(text_of)
}
