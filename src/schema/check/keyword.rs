//! The keywords there are, and what may stand behind them.
//!
//! Deliberately absent: what they mean; see `validate`.

use crate::problem::cut;
use serde_json::Value;

/// What belongs behind a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    Schema,
    Schemas,
    NamedSchemas,
    Pattern,
    Reference,
    Type,
    Count,
    Number,
    /// Above zero.
    Step,
    Flag,
    Texts,
    NamedTexts,
    Values,
    Text,
    /// Anything: it only describes.
    Any,
    /// A keyword of JSON Schema that we do not follow.
    Unchecked,
}

const KEYWORDS: &[(&str, Want)] = &[
    ("$schema", Want::Text),
    ("$id", Want::Text),
    ("$comment", Want::Text),
    ("$anchor", Want::Text),
    ("$defs", Want::NamedSchemas),
    ("definitions", Want::NamedSchemas),
    ("$ref", Want::Reference),
    ("title", Want::Text),
    ("description", Want::Text),
    ("default", Want::Any),
    ("examples", Want::Values),
    ("example", Want::Any),
    ("deprecated", Want::Flag),
    ("readOnly", Want::Flag),
    ("writeOnly", Want::Flag),
    ("format", Want::Text),
    ("discriminator", Want::Any),
    ("propertyOrdering", Want::Texts),
    ("contentMediaType", Want::Text),
    ("contentEncoding", Want::Text),
    ("contentSchema", Want::Any),
    ("type", Want::Type),
    ("enum", Want::Values),
    ("const", Want::Any),
    ("properties", Want::NamedSchemas),
    ("required", Want::Texts),
    ("additionalProperties", Want::Schema),
    ("patternProperties", Want::NamedSchemas),
    ("propertyNames", Want::Schema),
    ("minProperties", Want::Count),
    ("maxProperties", Want::Count),
    ("dependentRequired", Want::NamedTexts),
    ("dependentSchemas", Want::NamedSchemas),
    ("items", Want::Schema),
    ("prefixItems", Want::Schemas),
    ("contains", Want::Schema),
    ("minContains", Want::Count),
    ("maxContains", Want::Count),
    ("minItems", Want::Count),
    ("maxItems", Want::Count),
    ("uniqueItems", Want::Flag),
    ("minimum", Want::Number),
    ("maximum", Want::Number),
    ("exclusiveMinimum", Want::Number),
    ("exclusiveMaximum", Want::Number),
    ("multipleOf", Want::Step),
    ("minLength", Want::Count),
    ("maxLength", Want::Count),
    ("pattern", Want::Pattern),
    ("anyOf", Want::Schemas),
    ("oneOf", Want::Schemas),
    ("allOf", Want::Schemas),
    ("not", Want::Schema),
    ("if", Want::Schema),
    ("then", Want::Schema),
    ("else", Want::Schema),
    ("$dynamicRef", Want::Unchecked),
    ("$dynamicAnchor", Want::Unchecked),
    ("$recursiveRef", Want::Unchecked),
    ("dependencies", Want::Unchecked),
    ("additionalItems", Want::Unchecked),
    ("unevaluatedItems", Want::Unchecked),
    ("unevaluatedProperties", Want::Unchecked),
];

const TYPES: &[&str] = &[
    "string", "number", "integer", "boolean", "null", "array", "object",
];

pub(super) fn want(key: &str) -> Option<Want> {
    KEYWORDS
        .iter()
        .find(|(name, _)| *name == key)
        .map(|(_, want)| *want)
}

/// The keyword that a person may have meant.
pub(super) fn nearest(key: &str) -> Option<&'static str> {
    closest(key, KEYWORDS.iter().map(|(name, _)| *name))
}

fn closest(key: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    if key.len() > 40 {
        return None;
    }
    let near = names
        .map(|name| (distance(key, name), name))
        .filter(|(distance, name)| *distance <= 2 && *distance < name.len() / 2);
    near.min().map(|(_, name)| name)
}

/// How many letters must be changed, put in or left out; case does not count, neighbours that change places count once.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let same = usize::from(x != y);
            let mut best = (at(&row, j) + same)
                .min(at(&row, j + 1) + 1)
                .min(at(&next, j) + 1);
            let is_swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if is_swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(a.len())
}

/// What is wrong with the value of a keyword.
pub(super) fn fault(want: Want, key: &str, value: &Value) -> Option<String> {
    let is_texts = |value: &Value| {
        value
            .as_array()
            .is_some_and(|list| list.iter().all(Value::is_string))
    };
    let is_good = match want {
        Want::Any | Want::Unchecked => true,
        Want::Schema => value.is_object() || value.is_boolean(),
        Want::Schemas => value.as_array().is_some_and(|list| !list.is_empty()),
        Want::NamedSchemas => value.is_object(),
        Want::Pattern | Want::Reference | Want::Text => value.is_string(),
        Want::Type => match value {
            Value::String(name) => TYPES.contains(&name.as_str()),
            Value::Array(names) => {
                !names.is_empty()
                    && names
                        .iter()
                        .all(|name| name.as_str().is_some_and(|name| TYPES.contains(&name)))
            }
            _ => false,
        },
        Want::Count => value.as_f64().is_some_and(|n| n >= 0.0 && n.fract() == 0.0),
        Want::Number => value.is_number(),
        Want::Step => value.as_f64().is_some_and(|n| n > 0.0),
        Want::Flag => value.is_boolean(),
        Want::Texts => is_texts(value),
        Want::NamedTexts => value
            .as_object()
            .is_some_and(|named| named.values().all(is_texts)),
        Want::Values => value
            .as_array()
            .is_some_and(|list| !list.is_empty() || key == "examples"),
    };
    if is_good {
        return None;
    }
    let shown = cut(&value.to_string(), 40);
    Some(match want {
        Want::Type => format!("{shown} is not a type"),
        Want::Schema => format!("{key} wants a schema, not {shown}"),
        Want::Schemas => format!("{key} wants a list of schemas, not {shown}"),
        Want::NamedSchemas => format!("{key} wants schemas by name in curly brackets, not {shown}"),
        Want::Count => format!("{key} wants a whole number from 0, not {shown}"),
        Want::Number => format!("{key} wants a number, not {shown}"),
        Want::Step => format!("{key} wants a number above 0, not {shown}"),
        Want::Flag => format!("{key} wants true or false, not {shown}"),
        Want::Texts => format!("{key} wants a list of names in quotes, not {shown}"),
        Want::NamedTexts => format!("{key} wants lists of names by name, not {shown}"),
        Want::Values => format!("{key} wants a list with at least one value, not {shown}"),
        Want::Pattern | Want::Reference | Want::Text | Want::Any | Want::Unchecked => {
            format!("{key} wants a text in quotes, not {shown}")
        }
    })
}

/// What to try.
pub(super) fn hint(key: &str, value: &Value) -> Option<String> {
    match (key, value) {
        ("type", Value::String(name)) => {
            let meant = match name.as_str() {
                "str" | "text" => Some("string"),
                "int" => Some("integer"),
                "float" | "double" | "decimal" => Some("number"),
                "bool" => Some("boolean"),
                "list" => Some("array"),
                "dict" | "map" => Some("object"),
                "none" | "None" | "nil" => Some("null"),
                name => closest(name, TYPES.iter().copied()),
            };
            Some(match meant {
                Some(meant) => format!("is \"{meant}\" meant?"),
                None => format!("types are {}", TYPES.join(", ")),
            })
        }
        ("type", _) => Some(format!("types are {}", TYPES.join(", "))),
        ("items", Value::Array(_)) => {
            Some("for items in a fixed order write \"prefixItems\"".to_owned())
        }
        ("required", Value::Bool(_)) => Some(
            "it stands beside \"properties\" and lists the names: \"required\": [\"answer\"]"
                .to_owned(),
        ),
        _ => None,
    }
}
