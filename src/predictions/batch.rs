//! Output files of the OpenAI Batch API, also written by vLLM's `run-batch`: one reply on each line, in any order.
//!
//! Deliberately absent: the input files of a batch; they hold questions, not answers.

use super::found::{Found, duplicates};
use super::rows::detail;
use super::{Entry, Join};
use crate::json::Json;
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::rows::{Ids, Row, Rows, text_of};
use std::borrow::Cow;

/// The shape in words for the user.
pub(super) const SHAPE: &str = "OpenAI batch output";

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
    let origin = rows.origin;
    let mut no_id = Ids::default();
    let mut entries = Vec::new();
    let mut numbers = Vec::new();
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
        numbers.push(*number);
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
    problems.extend(duplicates(&entries, &numbers, origin));
    let mut found = Found::new(file, SHAPE, Join::Id, entries);
    found.predictions.model = model;
    found.problems = problems;
    Ok(found)
}

fn path<'r, 'a>(value: &'r Json<'a>, keys: &[&str]) -> Option<&'r Json<'a>> {
    keys.iter().try_fold(value, |value, key| value.get(key))
}

fn entry(id: String, line: &Json<'_>) -> Entry {
    let entry = |value| Entry::plain(id.clone(), value);
    if let Some(error) = line.get("error").filter(|error| **error != Json::Null) {
        return entry(Json::Null).failed(call_failed(error), detail(error));
    }
    let status = path(line, &["response", "status_code"]).and_then(text_of);
    let body = path(line, &["response", "body"]).unwrap_or(&Json::Null);
    if status
        .as_deref()
        .is_some_and(|status| !status.starts_with('2'))
        || body.get("error").is_some_and(|error| *error != Json::Null)
    {
        let error = body.get("error").unwrap_or(body);
        let status = status.unwrap_or_default();
        let outcome = if matches!(&*status, "408" | "504") {
            Outcome::Timeout
        } else {
            call_failed(error)
        };
        return entry(Json::Null).failed(outcome, format!("status {status}: {}", detail(error)));
    }
    match first_choice(body) {
        Some(choice) => reply(entry(Json::Null), choice),
        None => match responses_text(body) {
            Some(text) => entry(text),
            None => entry(Json::Null).failed(Outcome::HttpError, "the reply holds no answer"),
        },
    }
}

fn call_failed(error: &Json<'_>) -> Outcome {
    let code = error.get("code").and_then(text_of).unwrap_or_default();
    if code.contains("expired") || code.contains("timeout") {
        Outcome::Timeout
    } else {
        Outcome::HttpError
    }
}

fn first_choice<'r, 'a>(body: &'r Json<'a>) -> Option<&'r Json<'a>> {
    match body.get("choices") {
        Some(Json::List(choices)) => choices.first(),
        _ => None,
    }
}

/// The reply of a chat or plain completion, with a refusal or a cut marked.
fn reply(entry: Entry, choice: &Json<'_>) -> Entry {
    let message = choice.get("message");
    let content = message
        .and_then(|message| message.get("content"))
        .or_else(|| choice.get("text"));
    let value = content.map_or(Json::Null, text_of_content);
    let refusal = message
        .and_then(|message| message.get("refusal"))
        .and_then(text_of)
        .filter(|text| !text.trim().is_empty());
    if let Some(refusal) = refusal {
        let value = if value == Json::Null {
            Json::Text(Cow::Owned(refusal.to_string()))
        } else {
            value
        };
        let refusal = crate::problem::cut(&refusal, 300);
        return Entry { value, ..entry }.failed(Outcome::Refused, refusal);
    }
    let entry = Entry { value, ..entry };
    match choice.get("finish_reason").and_then(text_of).as_deref() {
        Some("length") => entry.failed(Outcome::Truncated, "finish reason: length"),
        Some("content_filter") => entry.failed(Outcome::Refused, "finish reason: content_filter"),
        _ => entry,
    }
}

/// Content as text: a text as it is, a list of parts joined.
pub(super) fn text_of_content(content: &Json<'_>) -> Json<'static> {
    let Json::List(parts) = content else {
        return content.clone().into_owned();
    };
    let texts = parts
        .iter()
        .filter_map(|part| part.get("text").or(Some(part)).and_then(text_of));
    Json::Text(Cow::Owned(texts.collect()))
}

/// The text of a reply of OpenAI's `/v1/responses`.
fn responses_text(body: &Json<'_>) -> Option<Json<'static>> {
    let Some(Json::List(output)) = body.get("output") else {
        return None;
    };
    let content = output.iter().rev().find_map(|part| part.get("content"))?;
    Some(text_of_content(content))
}
