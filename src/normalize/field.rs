//! One field of a JSON object in a reply.
//!
//! Deliberately absent: checking the object against a schema.

use super::literal;
use crate::dataset::Task;
use crate::json::Json;
use crate::predictions::value::{How, Status, after_thinking, pick, read};

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The field's value as text.
    Text(String),
    /// An object, but none of its fields could be the answer.
    NoField,
    /// No object in the text.
    NoObject,
}

/// The value of `how.field`, or of the usual field, of the object in `text`: the whole text, its code fence, or the first
/// balanced object. Python's spelling of objects is understood too.
///
/// ```
/// use marksheet::{dataset::Task, normalize::field::{Found, of_text}, predictions::value::How, settings::Profile};
/// let how = How { task: Task::Extractive, profile: Profile::Alue, field: Some("tail") };
/// assert_eq!(of_text("It is {\"tail\": \"N1\", \"sure\": true}.", how), Found::Text("N1".into()));
/// assert_eq!(of_text("N1", how), Found::NoObject);
/// ```
pub fn of_text(text: &str, how: How) -> Found {
    match object(&after_thinking(text).text) {
        Some((object, _)) => of_object(&object, how),
        None => Found::NoObject,
    }
}

/// Where in a text its object was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The whole text is the object.
    Whole,
    /// It stands in a code fence.
    Fenced,
    /// The first balanced object among other words.
    First,
}

/// The object in `text`, and where it was: the whole text, its code fence, or the first balanced object that is not empty.
///
/// Reasoning must have been taken off before.
///
/// ```
/// use marksheet::normalize::field::{Form, object};
/// assert_eq!(object("Sure: {\"a\": 1}").unwrap().1, Form::First);
/// assert!(object("N1").is_none());
/// ```
pub fn object(text: &str) -> Option<(Json<'_>, Form)> {
    let text = text.trim();
    if !text.contains('{') {
        return None;
    }
    let is_object = |value: &Json| matches!(value, Json::Object(_));
    let is_filled = |value: &Json| matches!(value, Json::Object(entries) if !entries.is_empty());
    let whole = literal::parse(text).filter(is_object);
    let fenced = || {
        let inside = literal::fenced(text).and_then(literal::parse);
        inside.filter(is_object)
    };
    let first = || literal::first(text, '{').filter(is_filled);
    whole
        .map(|object| (object, Form::Whole))
        .or_else(|| fenced().map(|object| (object, Form::Fenced)))
        .or_else(|| first().map(|object| (object, Form::First)))
}

/// The same for a value that is an object already; other values have no object.
pub fn of_object(value: &Json, how: How) -> Found {
    if !matches!(value, Json::Object(_)) {
        return Found::NoObject;
    }
    // A field that was asked for by name is not replaced by another.
    let is_named = how.field.is_some_and(|field| !field.trim().is_empty());
    let found = match is_named {
        true => how
            .field
            .unwrap_or("")
            .split(',')
            .find_map(|name| value.get(name.trim())),
        false => pick(value, None, how.task),
    };
    let Some(found) = found else {
        return Found::NoField;
    };
    let how = How {
        task: Task::Extractive,
        ..how
    };
    let reading = read(found, how);
    match reading.status {
        Status::Readable => Found::Text(reading.text.into_owned()),
        _ => Found::NoField,
    }
}
