//! The rules each dialect has for schemas, written down once more to hold adapted ones against.

use marksheet::json::Json;
use marksheet::schema::{Adapted, Dialect, validate};
use serde_json::{Map, Value, json};

pub fn fits(schema: &Value, value: &Value) -> bool {
    validate(schema, &Json::of_value(value)).is_empty()
}

pub fn is_strict(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::OpenAi | Dialect::Anthropic)
}

/// The instance as a strict dialect asks for it: at every object the properties the adapted schema does not name are left
/// out, those that are missing are null; of several forms the first that then fits. `None` where none does.
pub fn as_asked(root: &Value, schema: &Value, value: &Value, depth: usize) -> Option<Value> {
    if depth > 30 {
        return None;
    }
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        return as_asked(
            root,
            root.pointer(target.strip_prefix('#')?)?,
            value,
            depth + 1,
        );
    }
    if let Some(Value::Array(forms)) = schema.get("anyOf") {
        return forms.iter().find_map(|form| {
            let asked = as_asked(root, form, value, depth + 1)?;
            let with_root =
                json!({"$defs": root.get("$defs").cloned().unwrap_or(json!({})), "allOf": [form]});
            fits(&with_root, &asked).then_some(asked)
        });
    }
    match value {
        Value::Object(members) => {
            let mut asked = Map::new();
            for (name, property) in schema.get("properties")?.as_object()? {
                let value = members.get(name).unwrap_or(&Value::Null);
                asked.insert(name.clone(), as_asked(root, property, value, depth + 1)?);
            }
            Some(Value::Object(asked))
        }
        Value::Array(items) => {
            let inner = schema.get("items")?;
            items
                .iter()
                .map(|item| as_asked(root, inner, item, depth + 1))
                .collect::<Option<Vec<_>>>()
                .map(Value::Array)
        }
        other => Some(other.clone()),
    }
}

/// What in an adapted schema the dialect would refuse.
fn faults(dialect: Dialect, schema: &Value, place: &str, found: &mut Vec<String>) {
    let Value::Object(members) = schema else {
        if !(dialect == Dialect::Plain || (dialect == Dialect::Gemini && schema.is_boolean())) {
            found.push(format!("{place}: {schema} is no schema"));
        }
        return;
    };
    let allowed = match dialect {
        Dialect::OpenAi => {
            "type enum const properties required additionalProperties items anyOf $ref $defs title description format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems"
        }
        Dialect::Anthropic => {
            "type enum const properties required additionalProperties items anyOf $ref $defs title description format minItems"
        }
        Dialect::Gemini => {
            "$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering"
        }
        Dialect::Plain => "",
    };
    for key in members.keys() {
        let is_allowed = match dialect {
            Dialect::Plain => key != "$schema" && key != "uniqueItems",
            _ => allowed.split(' ').any(|name| name == key),
        };
        if !is_allowed {
            found.push(format!("{place}: {key}"));
        }
    }
    if is_strict(dialect) {
        strict_faults(dialect, members, place, found);
    }
    if dialect != Dialect::Plain
        && members.contains_key("$ref")
        && members.keys().any(|key| key != "$ref" && key != "$defs")
    {
        found.push(format!("{place}: something beside $ref"));
    }
    for key in ["properties", "$defs", "patternProperties"] {
        for (name, inner) in members
            .get(key)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            faults(dialect, inner, &format!("{place}/{key}/{name}"), found);
        }
    }
    for key in ["anyOf", "oneOf", "prefixItems", "allOf"] {
        for inner in members
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            faults(dialect, inner, &format!("{place}/{key}"), found);
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = members
            .get(key)
            .filter(|inner| !(key == "additionalProperties" && inner.is_boolean()))
        {
            faults(dialect, inner, &format!("{place}/{key}"), found);
        }
    }
}

fn strict_faults(
    dialect: Dialect,
    members: &Map<String, Value>,
    place: &str,
    found: &mut Vec<String>,
) {
    let is_object = match members.get("type") {
        Some(Value::Array(kinds)) => {
            if dialect == Dialect::Anthropic {
                found.push(format!("{place}: a list of types"));
            }
            kinds.contains(&json!("object"))
        }
        kind => kind == Some(&json!("object")),
    };
    if is_object {
        let names: Vec<&String> = members["properties"].as_object().unwrap().keys().collect();
        let required: Vec<&str> = members["required"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        if members["additionalProperties"] != false || names != required {
            found.push(format!(
                "{place}: an object that is not closed, or not all required"
            ));
        }
    }
    if !["type", "anyOf", "$ref"]
        .iter()
        .any(|key| members.contains_key(*key))
    {
        found.push(format!("{place}: no type"));
    }
    if members.get("type") == Some(&json!("array")) && !members.contains_key("items") {
        found.push(format!("{place}: a list without items"));
    }
    if dialect == Dialect::Anthropic
        && members
            .get("minItems")
            .is_some_and(|n| n.as_f64() > Some(1.0))
    {
        found.push(format!("{place}: minItems"));
    }
}

#[track_caller]
pub fn obeys(dialect: Dialect, adapted: &Adapted, original: &Value) {
    let mut found = Vec::new();
    faults(dialect, &adapted.value, "#", &mut found);
    if is_strict(dialect) && adapted.is_accepted() && adapted.value["type"] != "object" {
        found.push("no object at the root".to_owned());
    }
    assert!(
        found.is_empty(),
        "{dialect:?}: {found:#?}\n{original}\n{}",
        adapted.value
    );
}
