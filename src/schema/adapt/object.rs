//! Objects for the strict dialects: closed, every property required, null for what may be missing.
//!
//! Deliberately absent: maps with free names, which these dialects cannot ask for; it is said.

use super::{Dialect, Effect, Writer};
use crate::problem::cut;
use serde_json::{Map, Value, json};

impl Writer<'_> {
    /// Closes an object schema whose properties are written already.
    pub(super) fn close(&mut self, schema: &mut Map<String, Value>, place: &str) {
        let is_object = match schema.get("type") {
            Some(Value::String(kind)) => kind == "object",
            Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "object"),
            _ => false,
        };
        if !is_object {
            return;
        }
        let mut properties = match schema.shift_remove("properties") {
            Some(Value::Object(properties)) => properties,
            _ => Map::new(),
        };
        let required: Vec<String> = match schema.shift_remove("required") {
            Some(Value::Array(names)) => names
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            _ => Vec::new(),
        };
        for name in &required {
            if !properties.contains_key(name) {
                let any = self.typed(
                    Map::new(),
                    &super::pointer::join(&format!("{place}/properties"), name),
                );
                properties.insert(name.clone(), Value::Object(any));
            }
        }
        self.say_closed(
            schema.get("additionalProperties"),
            properties.is_empty(),
            place,
        );
        for (name, property) in &mut properties {
            if !required.contains(name) {
                let message = format!(
                    "{} may be missing: it is asked for as null then",
                    cut(name, 40)
                );
                self.change(place, Effect::Reworded, message);
                nullable(property, self.dialect);
            }
        }
        let names: Vec<Value> = properties
            .keys()
            .map(|name| Value::from(name.as_str()))
            .collect();
        schema.insert("properties".to_owned(), Value::Object(properties));
        schema.insert("required".to_owned(), Value::Array(names));
        schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    }

    fn say_closed(&mut self, before: Option<&Value>, is_empty: bool, place: &str) {
        match before {
            Some(Value::Bool(false)) => {}
            None | Some(Value::Bool(true)) if !is_empty => {
                self.change(
                    place,
                    Effect::Reworded,
                    "properties that are not named are ruled out",
                );
            }
            _ => {
                let message = format!(
                    "{} cannot be asked for properties with free names: there are none then",
                    self.dialect.name()
                );
                self.change(place, Effect::Narrower, message);
            }
        }
    }
}

/// Allows null as well.
fn nullable(schema: &mut Value, dialect: Dialect) {
    let Some(members) = schema.as_object_mut() else {
        return;
    };
    let is_null = |value: &Value| value.get("type").and_then(Value::as_str) == Some("null");
    let is_choice = members.contains_key("enum") || members.contains_key("const");
    if let Some(Value::Array(forms)) = members.get_mut("anyOf") {
        if !forms.iter().any(is_null) {
            forms.push(json!({"type": "null"}));
        }
        return;
    }
    let is_simple = |kind: &Value| {
        ["string", "number", "integer", "boolean"]
            .iter()
            .any(|simple| kind == simple)
    };
    match members.get_mut("type") {
        Some(Value::String(kind)) if kind == "null" => {}
        Some(Value::Array(kinds)) if !is_choice => {
            if !kinds.iter().any(|kind| kind == "null") {
                kinds.push(Value::from("null"));
            }
        }
        Some(kind) if !is_choice && dialect == Dialect::OpenAi && is_simple(kind) => {
            *kind = json!([kind.take(), "null"]);
        }
        _ => {
            let inner = schema.take();
            *schema = json!({"anyOf": [inner, {"type": "null"}]});
        }
    }
}
