//! Which keywords each dialect takes, and what becomes of the others.
//!
//! Deliberately absent: keywords that are valid in a dialect but say nothing about a reply; they are left out everywhere.
//! The model server has these lists once more, on purpose: one that shared them would refuse nothing that is wrong here.

use super::{Dialect, Effect, Writer};
use serde_json::{Map, Value};

const OPENAI: &[&str] = &[
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "$ref",
    "$defs",
    "title",
    "description",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
];
const ANTHROPIC: &[&str] = &[
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "$ref",
    "$defs",
    "title",
    "description",
    "format",
    "minItems",
];
const GEMINI: &[&str] = &[
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
];
/// Formats that the strict dialects know; another one is an error there.
const FORMATS: &[&str] = &[
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
];
/// Keywords that only describe: nobody misses them in a reply.
const SILENT: &[&str] = &[
    "$schema",
    "$id",
    "$comment",
    "$anchor",
    "default",
    "examples",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
    "discriminator",
    "propertyOrdering",
    "contentMediaType",
    "contentEncoding",
    "contentSchema",
    "format",
    "title",
];

/// Where a keyword has schemas inside.
pub(super) enum Holds {
    None,
    One,
    Several,
    Named,
}

pub(super) fn holds(keyword: &str) -> Holds {
    match keyword {
        "items"
        | "additionalProperties"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames" => Holds::One,
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => Holds::Several,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
            Holds::Named
        }
        _ => Holds::None,
    }
}

/// Whether a dialect takes every keyword of a schema that rules out replies.
pub(super) fn is_exact(schema: &Value, dialect: Dialect) -> bool {
    let is_taken = |key: &str| match dialect {
        Dialect::OpenAi | Dialect::Anthropic => false,
        Dialect::Gemini => {
            GEMINI.contains(&key) || SILENT.contains(&key) || key == "const" || key == "definitions"
        }
        Dialect::Plain => key != "uniqueItems",
    };
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        for (key, value) in schema.as_object().into_iter().flatten() {
            if !is_taken(key) {
                return false;
            }
            match (holds(key), value) {
                (Holds::One, value) => open.push(value),
                (Holds::Several, Value::Array(several)) => open.extend(several),
                (Holds::Named, Value::Object(named)) => open.extend(named.values()),
                _ => {}
            }
        }
    }
    true
}

impl Writer<'_> {
    pub(super) fn drop_named(
        &mut self,
        schema: &mut Map<String, Value>,
        names: &[&str],
        place: &str,
    ) {
        for name in names {
            if schema.shift_remove(*name).is_some() {
                self.told_dropped(name, place);
            }
        }
    }

    pub(super) fn told_dropped(&mut self, keyword: &str, place: &str) {
        let effect = if SILENT.contains(&keyword) {
            Effect::Reworded
        } else {
            Effect::Looser
        };
        self.change(place, effect, format!("{keyword} is left out"));
    }

    /// Keywords that another one can say as well.
    pub(super) fn rewrite(&mut self, schema: &mut Map<String, Value>, place: &str) {
        if self.dialect == Dialect::Gemini {
            if let Some(value) = schema.shift_remove("const") {
                schema.entry("enum").or_insert(Value::Array(vec![value]));
                self.change(
                    place,
                    Effect::Reworded,
                    "const is written as enum with one value",
                );
            }
            for (from, to) in [
                ("exclusiveMinimum", "minimum"),
                ("exclusiveMaximum", "maximum"),
            ] {
                if let Some(limit) = schema.shift_remove(from).filter(Value::is_number) {
                    schema.entry(to).or_insert(limit);
                    self.change(place, Effect::Looser, format!("{from} is written as {to}"));
                }
            }
        }
        // Properties that a pattern names would be ruled out without it.
        if self.dialect == Dialect::Gemini && schema.contains_key("patternProperties") {
            self.drop_named(
                schema,
                &["patternProperties", "additionalProperties"],
                place,
            );
        }
        let format = schema
            .get("format")
            .and_then(Value::as_str)
            .map(str::to_owned);
        let is_uri = self.dialect == Dialect::Anthropic && format.as_deref() == Some("uri");
        if self.dialect.is_strict()
            && format.is_some_and(|format| !FORMATS.contains(&format.as_str()))
            && !is_uri
        {
            self.drop_named(schema, &["format"], place);
        }
    }

    pub(super) fn drop_unknown(&mut self, schema: &mut Map<String, Value>, place: &str) {
        let known = match self.dialect {
            Dialect::OpenAi => OPENAI,
            Dialect::Anthropic => ANTHROPIC,
            Dialect::Gemini => GEMINI,
            Dialect::Plain => return,
        };
        let few = |value: &Value| matches!(value.as_f64(), Some(0.0 | 1.0));
        let is_kept = |key: &str, value: &Value| {
            let is_small = self.dialect != Dialect::Anthropic || key != "minItems" || few(value);
            known.contains(&key) && is_small
        };
        let dropped: Vec<(String, Value)> = schema
            .iter()
            .filter(|(key, value)| !is_kept(key, value))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let mut words = Vec::new();
        for (key, value) in dropped {
            schema.shift_remove(&key);
            let is_limit = !SILENT.contains(&key.as_str()) && matches!(holds(&key), Holds::None);
            if self.dialect == Dialect::Anthropic && is_limit {
                self.change(
                    place,
                    Effect::Looser,
                    format!("{key} is moved to the description"),
                );
                words.push(match &value {
                    Value::String(text) => format!("{key}: {text}"),
                    value => format!("{key}: {value}"),
                });
            } else {
                self.told_dropped(&key, place);
            }
        }
        if !words.is_empty() {
            let words = format!("({})", words.join(", "));
            let description = match schema.get("description").and_then(Value::as_str) {
                Some(before) => format!("{before} {words}"),
                None => words,
            };
            schema.insert("description".to_owned(), Value::String(description));
        }
    }
}
