//! `allOf` as one schema, for the dialects without it.
//!
//! Deliberately absent: an exact merge where both sides say the same keyword; then the first one counts, and it is said.

use super::{Effect, Writer, pointer};
use serde_json::{Map, Value, json};
use std::cmp::Ordering;

/// `allOf` within `allOf` beyond this is left out.
const MAX_DEPTH: usize = 12;

impl Writer<'_> {
    /// The schema with what its `allOf` says.
    pub(super) fn merged(
        &mut self,
        mut schema: Map<String, Value>,
        place: &str,
        depth: usize,
    ) -> Map<String, Value> {
        let Some(Value::Array(parts)) = schema.shift_remove("allOf") else {
            return schema;
        };
        let is_only = parts.len() == 1
            && schema
                .keys()
                .all(|key| matches!(key.as_str(), "title" | "description" | "default" | "$defs"));
        if let ([Value::Object(part)], true) = (parts.as_slice(), is_only)
            && part.contains_key("$ref")
        {
            for (key, value) in part {
                schema.entry(key.clone()).or_insert_with(|| value.clone());
            }
            self.change(
                place,
                Effect::Reworded,
                "allOf with one member is that member",
            );
            return schema;
        }
        self.change(place, Effect::Reworded, "allOf is written as one schema");
        for part in parts {
            self.n_steps += 1;
            if depth > MAX_DEPTH || self.n_steps > super::MAX_STEPS {
                self.told_dropped("a part of allOf", place);
                continue;
            }
            let Value::Object(mut part) = part else {
                continue;
            };
            if let Some(Value::String(target)) = part.shift_remove("$ref") {
                self.take_over_target(&mut schema, target, place, depth);
            }
            let part = self.merged(part, place, depth + 1);
            self.take_over(&mut schema, part, place);
        }
        schema
    }

    /// What a reference within `allOf` refers to; not what leads back to itself.
    fn take_over_target(
        &mut self,
        schema: &mut Map<String, Value>,
        target: String,
        place: &str,
        depth: usize,
    ) {
        let Some(Value::Object(meant)) = pointer::resolve(self.root, &target) else {
            return;
        };
        if self.opened.contains(&target) {
            return self.told_dropped("a reference within allOf", place);
        }
        self.opened.push(target);
        let meant = self.merged(meant.clone(), place, depth + 1);
        self.take_over(schema, meant, place);
    }

    fn take_over(
        &mut self,
        schema: &mut Map<String, Value>,
        part: Map<String, Value>,
        place: &str,
    ) {
        for (key, value) in part {
            if matches!(key.as_str(), "$defs" | "definitions") {
                continue;
            }
            // A form with a reference cannot be joined with anything.
            if key == "$ref" {
                self.told_dropped("a reference within allOf", place);
                continue;
            }
            let Some(own) = schema.get_mut(&key) else {
                schema.insert(key, value);
                continue;
            };
            if *own != value
                && !join(&key, own, value)
                && !matches!(
                    key.as_str(),
                    "title" | "description" | "default" | "examples"
                )
            {
                let message = format!("of two {key} within allOf the first is kept");
                self.change(place, Effect::Looser, message);
            }
        }
    }
}

/// Joins what both sides say, where that can be done exactly.
fn join(key: &str, own: &mut Value, other: Value) -> bool {
    match (key, own, other) {
        ("properties", Value::Object(own), Value::Object(other)) => {
            for (name, value) in other {
                let is_open = |value: &Value| *value == Value::Bool(true) || *value == json!({});
                match own.get_mut(&name) {
                    Some(known) if is_open(known) => *known = value,
                    Some(_) if is_open(&value) => {}
                    Some(known) if *known != value => {
                        *known = json!({"allOf": [known.take(), value]})
                    }
                    Some(_) => {}
                    None => _ = own.insert(name, value),
                }
            }
            true
        }
        ("required", Value::Array(own), Value::Array(other)) => {
            for name in other {
                if !own.contains(&name) {
                    own.push(name);
                }
            }
            true
        }
        ("type", own, other) => match (own.as_str(), other.as_str()) {
            (Some("number"), Some("integer")) => {
                *own = other;
                true
            }
            (Some("integer"), Some("number")) => true,
            _ => false,
        },
        (
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties",
            own,
            other,
        ) => keep(own, other, Ordering::Greater),
        (
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties",
            own,
            other,
        ) => keep(own, other, Ordering::Less),
        _ => false,
    }
}

/// Keeps the limit that is stricter.
fn keep(own: &mut Value, other: Value, stricter: Ordering) -> bool {
    let (Some(a), Some(b)) = (own.as_f64(), other.as_f64()) else {
        return false;
    };
    if b.partial_cmp(&a) == Some(stricter) {
        *own = other;
    }
    true
}
