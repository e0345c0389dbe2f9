//! What has several forms: `oneOf`, lists of types, tuples, and schemas without a type.
//!
//! Deliberately absent: telling forms apart by a property (`discriminator`); it only helps readers of schemas.

use super::{Dialect, Effect, Writer};
use serde_json::{Map, Value, json};

/// Keywords that say something about values of one type only.
const OF_TYPE: &[(&str, &[&str])] = &[
    (
        "object",
        &[
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
        ],
    ),
    (
        "array",
        &[
            "items",
            "prefixItems",
            "contains",
            "minContains",
            "maxContains",
            "minItems",
            "maxItems",
            "uniqueItems",
        ],
    ),
    ("string", &["minLength", "maxLength", "pattern", "format"]),
    (
        "number",
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
    ),
];

fn type_of_keyword(keyword: &str) -> Option<&'static str> {
    OF_TYPE
        .iter()
        .find(|(_, keywords)| keywords.contains(&keyword))
        .map(|(kind, _)| *kind)
}

fn is_text(keyword: &str) -> bool {
    matches!(keyword, "title" | "description" | "$defs")
}

impl Writer<'_> {
    /// `oneOf` as `anyOf`, and nothing else beside it.
    pub(super) fn one_of_several(&mut self, schema: &mut Map<String, Value>, place: &str) {
        if self.is_exact && !self.dialect.is_strict() {
            return;
        }
        if let Some(forms) = schema.shift_remove("oneOf") {
            // With a keyword left out a value may fit two of the forms: `oneOf` would then rule it out.
            if schema.contains_key("anyOf") {
                self.told_dropped("oneOf", place);
            } else {
                schema.insert("anyOf".to_owned(), forms);
                self.change(place, Effect::Looser, "oneOf is written as anyOf");
            }
        }
        if !self.dialect.is_strict() {
            return;
        }
        let Some(Value::Array(forms)) = schema.get("anyOf") else {
            return;
        };
        if schema.contains_key("properties")
            || schema.contains_key("items")
            || schema.contains_key("enum")
        {
            return self.drop_named(schema, &["anyOf"], place);
        }
        // Forms that must not be are none; the others take over the type that stands beside them.
        let kind = schema.get("type").cloned();
        let forms = forms
            .iter()
            .filter(|form| **form != Value::Bool(false))
            .cloned();
        let forms = forms.map(|mut form| {
            if let (Some(form), Some(kind)) = (form.as_object_mut(), &kind)
                && !["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"]
                    .iter()
                    .any(|key| form.contains_key(*key))
            {
                form.insert("type".to_owned(), kind.clone());
            }
            form
        });
        let forms: Vec<Value> = forms.collect();
        schema.insert("anyOf".to_owned(), Value::Array(forms));
        let beside: Vec<String> = schema
            .keys()
            .filter(|key| *key != "anyOf" && !is_text(key))
            .cloned()
            .collect();
        for key in beside {
            schema.shift_remove(&key);
            self.told_dropped(&key, place);
        }
    }

    /// Anthropic takes one type at a time: a list of types becomes `anyOf`.
    pub(super) fn split_types(&mut self, schema: &mut Map<String, Value>, place: &str) {
        let Some(Value::Array(kinds)) = schema.get("type") else {
            return;
        };
        let kinds: Vec<String> = kinds
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        if let [kind] = kinds.as_slice() {
            schema.insert("type".to_owned(), Value::String(kind.clone()));
            return;
        }
        if self.dialect != Dialect::Anthropic || schema.contains_key("anyOf") {
            return;
        }
        let (texts, rules): (Map<String, Value>, Map<String, Value>) = std::mem::take(schema)
            .into_iter()
            .partition(|(key, _)| is_text(key));
        let forms = kinds.iter().map(|kind| {
            let family = if kind == "integer" {
                "number"
            } else {
                kind.as_str()
            };
            let mut form = Map::from_iter([("type".to_owned(), Value::String(kind.clone()))]);
            let own = rules
                .iter()
                .filter(|(key, _)| type_of_keyword(key).is_some_and(|of| of == family));
            form.extend(own.map(|(key, value)| (key.clone(), value.clone())));
            let values = match (rules.get("const"), rules.get("enum")) {
                (Some(value), _) => Some(std::slice::from_ref(value)),
                (None, Some(Value::Array(values))) => Some(values.as_slice()),
                _ => None,
            };
            if let Some(values) = values {
                let values = values.iter().filter(|value| is_of(value, kind));
                let values: Vec<Value> = values.cloned().collect();
                form.insert("enum".to_owned(), Value::Array(values));
            }
            form
        });
        let forms = forms.filter(|form| form.get("enum").is_none_or(|values| *values != json!([])));
        let forms: Vec<Value> = forms.map(Value::Object).collect();
        *schema = texts;
        schema.insert("anyOf".to_owned(), Value::Array(forms));
        self.change(
            place,
            Effect::Reworded,
            "a list of types is written as anyOf",
        );
    }

    /// The strict dialects know no tuples: each item may be any of the forms.
    pub(super) fn open_tuple(&mut self, schema: &mut Map<String, Value>, place: &str) {
        if !self.dialect.is_strict() {
            return;
        }
        let Some(Value::Array(mut forms)) = schema.shift_remove("prefixItems") else {
            return;
        };
        self.change(
            place,
            Effect::Looser,
            "prefixItems is written as one form for all items",
        );
        match schema.shift_remove("items") {
            Some(Value::Bool(false)) => {
                let length = forms.len();
                schema.entry("maxItems").or_insert(Value::from(length));
            }
            Some(rest @ Value::Object(_)) => forms.push(rest),
            // Further items may be anything, unless the length rules them out.
            _ => {
                let longest = schema
                    .get("maxItems")
                    .and_then(Value::as_u64)
                    .and_then(|n| usize::try_from(n).ok());
                if longest.is_none_or(|longest| longest > forms.len()) {
                    return;
                }
            }
        }
        let mut distinct: Vec<Value> = Vec::new();
        for form in forms {
            if !distinct.contains(&form) {
                distinct.push(form);
            }
        }
        let items = match distinct.len() {
            1 => distinct.remove(0),
            _ => json!({"anyOf": distinct}),
        };
        schema.insert("items".to_owned(), items);
    }

    /// The strict dialects want a type in every schema, and items in every list.
    pub(super) fn typed(
        &mut self,
        mut schema: Map<String, Value>,
        place: &str,
    ) -> Map<String, Value> {
        if schema.get("type") == Some(&Value::from("array")) && !schema.contains_key("items") {
            schema.insert("items".to_owned(), json!({}));
        }
        if ["type", "anyOf", "$ref"]
            .iter()
            .any(|key| schema.contains_key(*key))
        {
            return schema;
        }
        let values = match (schema.get("enum"), schema.get("const")) {
            (Some(Value::Array(values)), _) => Some(values.clone()),
            (_, Some(value)) => Some(vec![value.clone()]),
            _ => None,
        };
        if let Some(values) = values {
            let kinds = [
                "string", "integer", "number", "boolean", "null", "array", "object",
            ];
            let kinds = kinds
                .iter()
                .filter(|kind| values.iter().any(|value| first_type(value) == **kind));
            let kinds: Vec<Value> = kinds.map(|kind| Value::from(*kind)).collect();
            let kind = if kinds.len() == 1 {
                kinds.first().cloned().unwrap_or_default()
            } else {
                Value::Array(kinds)
            };
            schema.insert("type".to_owned(), kind);
            self.split_types(&mut schema, place);
            return schema;
        }
        let meant = schema.keys().find_map(|key| type_of_keyword(key));
        let any = ["string", "number", "boolean", "null"];
        match meant {
            Some(kind) => {
                self.change(
                    place,
                    Effect::Narrower,
                    format!("a type must be named: only {} is allowed", word(kind)),
                );
                schema.insert("type".to_owned(), Value::from(kind));
                if kind == "array" {
                    schema.entry("items").or_insert(json!({}));
                }
            }
            None => {
                self.change(
                    place,
                    Effect::Narrower,
                    "a type must be named: only texts, numbers, true, false and null are allowed",
                );
                schema.insert("type".to_owned(), json!(any));
                self.split_types(&mut schema, place);
            }
        }
        schema
    }
}

fn word(kind: &str) -> &'static str {
    match kind {
        "object" => "an object",
        "array" => "a list",
        "string" => "a text",
        _ => "a number",
    }
}

fn first_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    let is_whole = value.as_f64().is_some_and(|n| n.fract() == 0.0);
    match kind {
        "number" => value.is_number(),
        "integer" => is_whole,
        kind => first_type(value) == kind,
    }
}
