//! The reply a model is asked for, as JSON Schema: built in, typed, read from Pydantic classes, adapted to each provider,
//! and the check of a reply against it.
//!
//! Deliberately absent: where a schema stands in a request; that belongs to each [`provider`](crate::provider). No crate for
//! JSON Schema either: the known ones triple the size of the page for keywords nobody asks a model for.

use crate::problem::{Problem, cut};
use serde_json::{Value, json};

mod adapt;
mod check;
pub mod form;
mod number;
mod pattern;
mod pointer;
pub mod pydantic;
mod validate;

pub use adapt::{Adapted, Change, Dialect, Effect, adapt, without_nulls};
pub use check::{check, typed};
pub use validate::{Violation, validate};

/// A schema under the name that providers are told.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// 1 to 64 letters, digits, `_` or `-`.
    pub name: String,
    /// The schema as it was given, before any provider's rules.
    pub value: Value,
}

impl Schema {
    /// A schema under a name.
    ///
    /// # Errors
    /// If `name` is not 1 to 64 of the letters A to Z and a to z, digits, `_` and `-`, as OpenAI asks for it.
    ///
    /// ```
    /// use marksheet::schema::Schema;
    /// assert!(Schema::new("My_Answer-2", serde_json::json!({"type": "object"})).is_ok());
    /// assert!(Schema::new("my answer", serde_json::json!({})).is_err());
    /// ```
    pub fn new(name: impl Into<String>, value: Value) -> Result<Self, Problem> {
        let name = name.into();
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() || name.len() > 64 || !name.chars().all(is_allowed) {
            let message = format!("\"{}\" cannot be the name of a schema", cut(&name, 64));
            return Err(Problem::error(message)
                .hint("use 1 to 64 letters, digits, _ or -, such as MyAnswer"));
        }
        Ok(Self { name, value })
    }
}

/// ALUE's `TailNumberResponse`: `tail_numbers`, a list of texts; equal to what Pydantic v2 makes of ALUE's class.
///
/// ```
/// assert_eq!(marksheet::schema::tail_number_response().value["required"][0], "tail_numbers");
/// ```
pub fn tail_number_response() -> Schema {
    let value = json!({
        "properties": {
            "tail_numbers": {"items": {"type": "string"}, "title": "Tail Numbers", "type": "array"}
        },
        "required": ["tail_numbers"],
        "title": "TailNumberResponse",
        "type": "object"
    });
    named("TailNumberResponse", value)
}

/// ALUE's `MCQAResponse`: `answer`, one of the letters. For A, B and C equal to what Pydantic v2 makes of the class in ALUE's
/// documentation; other letters take their place in the list. Without letters any text is allowed.
///
/// ```
/// let schema = marksheet::schema::mcqa_response(&['A', 'B', 'C', 'D']);
/// assert_eq!(schema.value["$defs"]["AnswerChoice"]["enum"][3], "D");
/// ```
pub fn mcqa_response(letters: &[char]) -> Schema {
    let mut choice = json!({"enum": letters.iter().map(char::to_string).collect::<Vec<_>>(), "title": "AnswerChoice", "type": "string"});
    if let (true, Some(choice)) = (letters.is_empty(), choice.as_object_mut()) {
        choice.shift_remove("enum");
    }
    let value = json!({
        "$defs": {"AnswerChoice": choice},
        "properties": {"answer": {"$ref": "#/$defs/AnswerChoice"}},
        "required": ["answer"],
        "title": "MCQAResponse",
        "type": "object"
    });
    named("MCQAResponse", value)
}

/// The names of the fields that a schema gives the reply, in its order; those of the definition where the root only refers
/// to one.
///
/// ```
/// use marksheet::schema::{fields, mcqa_response};
/// assert_eq!(fields(&mcqa_response(&['A', 'B']).value), ["answer"]);
/// ```
pub fn fields(schema: &Value) -> Vec<&str> {
    let mut at = schema;
    for _ in 0..10 {
        let named = at.get("properties").and_then(Value::as_object);
        if let Some(named) = named {
            return named.keys().map(String::as_str).collect();
        }
        let target = at.get("$ref").and_then(Value::as_str);
        match target.and_then(|target| pointer::resolve(schema, target)) {
            Some(target) => at = target,
            None => break,
        }
    }
    Vec::new()
}

/// For names that are known to be allowed.
fn named(name: &str, value: Value) -> Schema {
    Schema {
        name: name.to_owned(),
        value,
    }
}
