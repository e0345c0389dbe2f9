//! The box where values can be typed in as JSON to try a template on.
//!
//! Deliberately absent: showing it.

use crate::json::{self, Json};
use crate::problem::{Problem, Severity};
use crate::prompt::Values;
use serde_json::Value;

/// The box's text as last read.
#[derive(Default)]
pub(super) struct ValuesBox {
    text: String,
    values: Option<Values>,
    problem: Option<Problem>,
}

impl ValuesBox {
    pub(super) fn prepare(&mut self, text: &str) {
        if self.text == text {
            return;
        }
        text.clone_into(&mut self.text);
        (self.values, self.problem) = match read(text) {
            None => (None, None),
            Some(Ok((values, problem))) => (Some(values), problem),
            Some(Err(problem)) => (None, Some(problem)),
        };
    }

    /// The values, if there are any that can be read.
    pub(super) fn values(&self) -> Option<&Values> {
        self.values.as_ref()
    }

    pub(super) fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }
}

const SHAPE: &str =
    "write an object such as {\"query\": \"…\", \"context\": \"…\"}, or clear the box";

/// `None` for a blank box.
fn read(text: &str) -> Option<Result<(Values, Option<Problem>), Problem>> {
    if text.trim().is_empty() {
        return None;
    }
    let parsed = match json::parse(text) {
        Ok(parsed) => parsed,
        // The reader's hints are about files.
        Err(problem) => return Some(Err(problem.hint("finish the JSON object, or clear the box"))),
    };
    let what = match &parsed.value {
        Json::Object(_) => "",
        Json::List(_) => "a list",
        Json::Text(_) => "a text",
        Json::Null => "null",
        Json::Number(_) | Json::Bool(_) => "a single value",
    };
    let Value::Object(values) = parsed.value.to_value() else {
        let blank = text.len() - text.trim_start().len();
        let before = text.get(..blank).unwrap_or_default();
        let line = before.matches('\n').count();
        let column = before.chars().rev().take_while(|c| *c != '\n').count();
        let at = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
        let problem = Problem::error(format!("the values are {what}, not an object"))
            .at(at(line), at(column))
            .hint(SHAPE);
        return Some(Err(problem));
    };
    // Something was read otherwise than it is written, such as NaN; it is used all the same.
    let told = parsed.problems.into_iter().next().map(|mut problem| {
        problem.severity = problem.severity.min(Severity::Warning);
        problem
    });
    Some(Ok((Values::of(&values), told)))
}
