//! JSON as it is written: numbers keep their digits, duplicate keys and their lines are seen, NaN is found.
//!
//! Deliberately absent: conversion into typed structs. Readers walk the tree, so that one bad question costs no other.

use std::borrow::Cow;

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
