//! From a reply as it was asked for back to one the original schema describes.
//!
//! Deliberately absent: anything but the nulls that stand for a missing property.

use super::super::pointer::resolve;
use super::super::validate::validate_within;
use crate::json::Json;
use serde_json::Value;

/// Schemas that may describe one value; more are not looked at.
const MAX_SCHEMAS: usize = 64;
/// Values within values that are walked.
const MAX_DEPTH: usize = crate::json::MAX_DEPTH;

/// The reply without the nulls that only say "missing": a property that `schema` does not require, and that must not be null
/// there. The strict dialects ask for every property, and so get these nulls; the original schema knows none.
///
/// ```
/// use marksheet::{json::parse, schema::{validate, without_nulls}};
/// let schema = serde_json::json!({"properties": {"note": {"type": "string"}}});
/// let reply = parse(r#"{"note": null}"#).unwrap().value;
/// assert_eq!(validate(&schema, &reply).len(), 1);
/// assert!(validate(&schema, &without_nulls(&schema, &reply)).is_empty());
/// ```
pub fn without_nulls<'j>(schema: &Value, reply: &Json<'j>) -> Json<'j> {
    within(schema, &[schema], reply, 0)
}

/// `applying`: every schema that may describe the value, those of all branches.
fn within<'s, 'j>(
    root: &'s Value,
    applying: &[&'s Value],
    value: &Json<'j>,
    depth: usize,
) -> Json<'j> {
    if depth > MAX_DEPTH {
        return value.clone();
    }
    let schemas = opened(root, applying);
    match value {
        Json::Object(entries) => {
            let mut kept = Vec::with_capacity(entries.len());
            for (key, value) in entries {
                let named: Vec<&Value> = schemas
                    .iter()
                    .filter_map(|schema| property(schema, key))
                    .collect();
                let means_missing = *value == Json::Null && is_missing(root, &schemas, key);
                if !means_missing {
                    kept.push((key.clone(), within(root, &named, value, depth + 1)));
                }
            }
            Json::Object(kept)
        }
        Json::List(items) => {
            let items = items.iter().enumerate().map(|(n, item)| {
                let of_item = |schema: &&'s Value| match schema
                    .get("prefixItems")
                    .and_then(|first| first.get(n))
                {
                    Some(first) => Some(first),
                    None => schema.get("items"),
                };
                let inner: Vec<&Value> = schemas.iter().filter_map(of_item).collect();
                within(root, &inner, item, depth + 1)
            });
            Json::List(items.collect())
        }
        other => other.clone(),
    }
}

fn property<'s>(schema: &&'s Value, key: &str) -> Option<&'s Value> {
    let named = schema.get("properties").and_then(|named| named.get(key));
    named.or_else(|| {
        schema
            .get("additionalProperties")
            .filter(|rest| rest.is_object())
    })
}

/// Whether null at `key` can only say that it is missing.
fn is_missing(root: &Value, schemas: &[&Value], key: &str) -> bool {
    let mut is_named = false;
    for schema in schemas {
        let is_required = schema
            .get("required")
            .and_then(Value::as_array)
            .is_some_and(|names| names.iter().any(|name| name == key));
        if is_required {
            return false;
        }
        let Some(own) = schema.get("properties").and_then(|named| named.get(key)) else {
            continue;
        };
        is_named = true;
        if allows_null(root, own) {
            return false;
        }
    }
    is_named
}

fn allows_null(root: &Value, schema: &Value) -> bool {
    validate_within(root, schema, &Json::Null).is_empty()
}

/// The schemas with those they refer to or combine.
fn opened<'s>(root: &'s Value, schemas: &[&'s Value]) -> Vec<&'s Value> {
    let mut found: Vec<&Value> = Vec::new();
    let mut open: Vec<&Value> = schemas.to_vec();
    while let Some(schema) = open.pop() {
        let is_known = found.iter().any(|known| std::ptr::eq(*known, schema));
        if is_known || found.len() >= MAX_SCHEMAS {
            continue;
        }
        found.push(schema);
        open.extend(
            schema
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|target| resolve(root, target)),
        );
        for keyword in ["anyOf", "oneOf", "allOf"] {
            open.extend(
                schema
                    .get(keyword)
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten(),
            );
        }
        open.extend(
            ["then", "else"]
                .iter()
                .filter_map(|keyword| schema.get(*keyword)),
        );
    }
    found
}
