//! JSON as it is written: numbers keep their digits, duplicate keys and their lines are seen, NaN is found.
//!
//! Deliberately absent: conversion into typed structs. Readers walk the tree, so that one bad question costs no other.

use crate::problem::Problem;
use std::borrow::Cow;

mod explain;
mod findings;
mod parse;
mod scan;
pub(crate) mod write;

/// How many lists and objects may be inside one another; real files stay below 20, and walking a value must fit the
/// stack of a web worker.
pub const MAX_DEPTH: usize = 128;

/// What was read, and what in it may surprise.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<'a> {
    /// The value.
    pub value: Json<'a>,
    /// Repeated keys, NaN and the like; the value can be used all the same.
    pub problems: Vec<Problem>,
}

/// Reads one JSON value.
///
/// More is read than the standard allows, and said: `NaN` and `Infinity` as null (an error, since a value is lost),
/// repeated keys (an error where their values differ), half surrogate pairs as U+FFFD, raw tabs in texts.
///
/// # Errors
/// If `text` is not one JSON value, or is nested more than [`MAX_DEPTH`] deep. The problem has line and column, the
/// text around, and the likely cause in plain words.
///
/// ```
/// use marksheet::json::{Json, parse};
/// let parsed = parse(r#"{"q1": 3.50}"#).unwrap();
/// assert_eq!(parsed.value.get("q1"), Some(&Json::Number("3.50".into())));
/// assert_eq!(parse("[1, 2,]").unwrap_err().place.column, Some(7));
/// ```
pub fn parse(text: &str) -> Result<Parsed<'_>, Problem> {
    parse_on_line(text, 1)
}

/// Like [`parse`], for a value that is part of a larger text and starts on its line `line` (from 1).
///
/// # Errors
/// As for [`parse`].
pub fn parse_on_line(text: &str, line: u32) -> Result<Parsed<'_>, Problem> {
    parse::document(text)
        .map(|(value, findings)| Parsed {
            value,
            problems: findings.problems(text, line),
        })
        .map_err(|fault| explain::explain(text, fault, line))
}

/// Whether `text` could be one JSON value if it were not nested more than [`MAX_DEPTH`] deep.
pub fn is_too_deep(text: &str) -> bool {
    parse::document(text).is_err_and(|fault| fault.kind == parse::Kind::Depth)
}

/// A JSON value, borrowing from the text it was read from wherever no escape stands in the way.
#[derive(Clone, Debug, PartialEq)]
pub enum Json<'a> {
    /// `null`, and what Python writes for a missing number: `NaN`, `Infinity`, `-Infinity`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// The number exactly as written: `3.50` stays `3.50`, integers beyond 2^53 keep their digits.
    Number(Cow<'a, str>),
    /// A text, escapes resolved.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<Json<'a>>),
    /// An object in file order; a key may occur twice, then [`Json::get`] returns the last, as Python does.
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// The value of `key`, if this is an object that has it; the last one where it is repeated.
    pub fn get(&self, key: &str) -> Option<&Json<'a>> {
        match self {
            Json::Object(entries) => entries
                .iter()
                .rev()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value),
            _ => None,
        }
    }
}
