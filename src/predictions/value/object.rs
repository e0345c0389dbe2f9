//! Which field of an object is the answer.
//!
//! Deliberately absent: reading that field's value.

use super::How;
use crate::dataset::Task;
use crate::json::Json;

/// Fields that explain an answer and are not the answer, when "the only text" of an object is looked for.
const BESIDE_THE_ANSWER: [&str; 16] = [
    "reason",
    "reasons",
    "reasoning",
    "rationale",
    "explanation",
    "justification",
    "analysis",
    "thought",
    "thoughts",
    "thinking",
    "evidence",
    "confidence",
    "id",
    "question",
    "context",
    "error",
];

/// The field of an object that is the answer: the named one, else the usual ones, else the only text or list it has.
///
/// Fields that explain (`reason`, `confidence`, …) do not count as text. `field` may name several, with commas.
///
/// ```
/// use marksheet::{dataset::Task, json::Json, predictions::value::pick};
/// let object = Json::Object(vec![
///     ("reason".into(), Json::Text("it says so".into())),
///     ("tail".into(), Json::Text("N1".into())),
/// ]);
/// assert_eq!(pick(&object, None, Task::Extractive), Some(&Json::Text("N1".into())));
/// ```
pub fn pick<'v, 'j>(object: &'v Json<'j>, field: Option<&str>, task: Task) -> Option<&'v Json<'j>> {
    let named = named_fields(object, field, task);
    let mut first_null = None;
    for value in named {
        match value {
            Json::Null => first_null = first_null.or(Some(value)),
            _ => return Some(value),
        }
    }
    only_answer(object).or(first_null)
}

/// The values of the named field or fields, then of the usual ones, as far as the object has them.
fn named_fields<'v, 'j>(
    object: &'v Json<'j>,
    field: Option<&str>,
    task: Task,
) -> impl Iterator<Item = &'v Json<'j>> {
    let usual: &[&str] = match task {
        Task::Extractive => &["answer", "prediction", "prediction_text", "text"],
        Task::MultipleChoice => &[
            "answer",
            "selected_option",
            "choice",
            "letter",
            "prediction",
            "prediction_text",
            "text",
        ],
    };
    let named = field.unwrap_or("").split(',').map(str::trim);
    let named = named.filter(|name| !name.is_empty());
    named
        .chain(usual.iter().copied())
        .filter_map(|name| object.get(name))
}

/// Whether an object says that its call failed: it has an `error` and no answer beside it.
pub(super) fn says_failed(object: &Json, how: How) -> bool {
    let has_error = match object.get("error") {
        None | Some(Json::Null | Json::Bool(false)) => false,
        Some(Json::Text(text)) => !text.trim().is_empty(),
        Some(_) => true,
    };
    let has_answer = || {
        named_fields(object, how.field, how.task).any(|value| match value {
            Json::Null => false,
            Json::Text(text) => !text.trim().is_empty() && text != "ERROR",
            _ => true,
        })
    };
    has_error && !has_answer()
}

/// The only field of an object that could be an answer: texts and lists first, else the only number or truth value.
fn only_answer<'v, 'j>(object: &'v Json<'j>) -> Option<&'v Json<'j>> {
    let Json::Object(entries) = object else {
        return None;
    };
    let candidates = || {
        let is_beside = |name: &str| {
            BESIDE_THE_ANSWER
                .iter()
                .any(|beside| name.eq_ignore_ascii_case(beside))
        };
        entries
            .iter()
            .filter(move |(name, _)| !is_beside(name))
            .map(|(_, value)| value)
    };
    let only = |is_wanted: fn(&Json) -> bool| {
        let mut wanted = candidates().filter(|value| is_wanted(value));
        let first = wanted.next();
        first.filter(|_| wanted.next().is_none())
    };
    let has_text =
        candidates().any(|value| matches!(value, Json::Text(_) | Json::List(_) | Json::Object(_)));
    match has_text {
        true => only(|value| matches!(value, Json::Text(_) | Json::List(_) | Json::Object(_))),
        false => only(|value| matches!(value, Json::Number(_) | Json::Bool(_) | Json::Null)),
    }
    .or_else(|| match entries.as_slice() {
        [(name, value)] if name != "error" => Some(value),
        _ => None,
    })
}
