//! Which schemas a provider takes: the keywords it knows and the rules it has, to the last object inside.
//!
//! Deliberately absent: whether a schema makes sense beyond that.

use serde_json::{Map, Value};

/// Whose rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// OpenAI's, where `strict` is set.
    OpenAi,
    /// Anthropic's.
    Anthropic,
    /// Gemini's, for `responseJsonSchema`.
    Gemini,
    /// Any object will do.
    Any,
}

/// What is wrong with a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, as OpenAI writes it: `('properties', 'answer')`; `()` is the root.
    pub at: String,
    /// What.
    pub what: String,
}

const OPENAI: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "enum",
    "const",
    "$ref",
    "$defs",
    "definitions",
    "title",
    "description",
    "default",
    "format",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
];
const ANTHROPIC: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "allOf",
    "enum",
    "const",
    "$ref",
    "$defs",
    "definitions",
    "title",
    "description",
    "format",
    "minItems",
];
const ANTHROPIC_FORMATS: &[&str] = &[
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "uri",
    "ipv4",
    "ipv6",
    "uuid",
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

/// Deeper than any schema of an answer.
const DEEPEST: usize = 32;

/// Checks a schema.
///
/// # Errors
/// The first fault.
pub fn check(schema: &Value, rules: Rules) -> Result<(), Fault> {
    let is_object = schema.get("type").and_then(Value::as_str) == Some("object");
    if rules == Rules::OpenAi && !is_object {
        return Err(fault(
            &[],
            "schema must be a JSON Schema of 'type: \"object\"'",
        ));
    }
    inside(schema, rules, &mut Vec::new())
}

fn fault(at: &[String], what: impl Into<String>) -> Fault {
    let names: Vec<String> = at.iter().map(|name| format!("'{name}'")).collect();
    Fault {
        at: format!("({})", names.join(", ")),
        what: what.into(),
    }
}

fn inside(schema: &Value, rules: Rules, at: &mut Vec<String>) -> Result<(), Fault> {
    let fields = match schema {
        Value::Object(fields) => fields,
        Value::Bool(_) if rules == Rules::Any && !at.is_empty() => return Ok(()),
        _ => return Err(fault(at, "a schema is an object")),
    };
    if at.len() > DEEPEST {
        return Err(fault(at, "the schema is nested too deep"));
    }
    let known = match rules {
        Rules::OpenAi => OPENAI,
        Rules::Anthropic => ANTHROPIC,
        Rules::Gemini => GEMINI,
        Rules::Any => &[],
    };
    let odd = fields.keys().find(|name| !known.contains(&name.as_str()));
    if let Some(name) = odd.filter(|_| rules != Rules::Any) {
        return Err(fault(at, format!("'{name}' is not permitted")));
    }
    object(fields, rules, at)?;
    values(fields, rules, at)?;
    for (name, value) in fields {
        let children: Vec<(String, &Value)> = match (name.as_str(), value) {
            ("properties" | "$defs" | "definitions", Value::Object(members)) => members
                .iter()
                .map(|(name, value)| (name.clone(), value))
                .collect(),
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(members)) => members
                .iter()
                .enumerate()
                .map(|(idx, value)| (idx.to_string(), value))
                .collect(),
            ("items", value) => vec![(String::new(), value)],
            _ => Vec::new(),
        };
        for (child, value) in children {
            at.push(name.clone());
            at.extend((!child.is_empty()).then_some(child.clone()));
            inside(value, rules, at)?;
            at.pop();
            if !child.is_empty() {
                at.pop();
            }
        }
    }
    Ok(())
}

/// The rules for an object.
fn object(fields: &Map<String, Value>, rules: Rules, at: &[String]) -> Result<(), Fault> {
    let is_object = fields.get("type").and_then(Value::as_str) == Some("object");
    if !is_object {
        return Ok(());
    }
    let is_closed = fields.get("additionalProperties") == Some(&Value::Bool(false));
    match rules {
        Rules::OpenAi if !is_closed => {
            let what = "'additionalProperties' is required to be supplied and to be false";
            return Err(fault(at, what));
        }
        Rules::Anthropic if !is_closed => {
            let what = "For 'object' type, 'additionalProperties' must be explicitly set to false";
            return Err(fault(at, what));
        }
        Rules::OpenAi => {}
        _ => return Ok(()),
    }
    let required = fields.get("required").and_then(Value::as_array);
    let has = |name: &str| required.is_some_and(|list| list.iter().any(|other| other == name));
    let properties = fields.get("properties").and_then(Value::as_object);
    match properties.and_then(|all| all.keys().find(|name| !has(name))) {
        None => Ok(()),
        Some(name) => {
            let what = "'required' is required to be supplied and to be an array including every key in properties";
            Err(fault(at, format!("{what}. Missing '{name}'")))
        }
    }
}

/// The rules for values of keywords.
fn values(fields: &Map<String, Value>, rules: Rules, at: &[String]) -> Result<(), Fault> {
    if rules != Rules::Anthropic {
        return Ok(());
    }
    let least = fields.get("minItems");
    if least.is_some_and(|least| *least != 0 && *least != 1) {
        return Err(fault(
            at,
            "For 'array' type, 'minItems' values other than 0 or 1 are not supported",
        ));
    }
    let format = fields.get("format").and_then(Value::as_str);
    match format.filter(|format| !ANTHROPIC_FORMATS.contains(format)) {
        Some(format) => Err(fault(
            at,
            format!("For 'string' type, format '{format}' is not supported"),
        )),
        None => Ok(()),
    }
}
