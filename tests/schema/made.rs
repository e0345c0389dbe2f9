//! Schemas and values nobody wrote: the kinds people use, in combinations they would not think of.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// Schemas with an object at the root and three definitions.
pub fn schemas() -> impl Strategy<Value = Value> {
    let definitions = proptest::collection::vec(inner(), 2);
    (object(inner()), definitions).prop_map(|(mut root, definitions)| {
        let mut named: Map<String, Value> = definitions.into_iter().zip(["x", "y"]).map(|(schema, name)| (name.to_owned(), schema)).collect();
        named.insert("node".to_owned(), json!({"type": "object", "properties": {"v": {"type": "integer"}, "next": {"$ref": "#/$defs/node"}}, "required": ["v"]}));
        root["$defs"] = Value::Object(named);
        root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        root
    })
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => Just(json!({"type": "string"})),
        2 => (0..2_u32, 1..5_u32).prop_map(|(low, high)| json!({"type": "string", "minLength": low, "maxLength": high})),
        1 => Just(json!({"type": "string", "format": "uri", "pattern": "^t"})),
        2 => (-3..3_i32, 3..9_i32).prop_map(|(low, high)| json!({"type": "integer", "minimum": low, "maximum": high})),
        1 => Just(json!({"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5})),
        2 => Just(json!({"type": "boolean", "description": "yes or no"})),
        1 => Just(json!({"type": ["string", "null"]})),
        1 => Just(json!({"type": ["integer", "string", "null"], "minimum": 1, "maxLength": 4, "title": "T"})),
        2 => Just(json!({"type": "string", "enum": ["t1", "t2"]})),
        1 => Just(json!({"enum": ["t1", 2, null]})),
        1 => Just(json!({"const": "t1"})),
        1 => Just(json!({"const": 3, "type": "integer"})),
        1 => Just(json!({"$ref": "#/$defs/x"})),
        1 => Just(json!({"$ref": "#/$defs/node", "description": "a node", "default": {"v": 1}})),
        1 => Just(json!({})),
        1 => Just(json!({"type": "array"})),
        1 => Just(json!({"type": "object", "additionalProperties": {"type": "integer"}})),
    ]
}

fn inner() -> BoxedStrategy<Value> {
    leaf().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            3 => object(inner.clone()),
            2 => (inner.clone(), any::<bool>(), 0..3_u32).prop_map(|(items, unique, low)| json!({"type": "array", "items": items, "uniqueItems": unique, "minItems": low, "maxItems": 4})),
            1 => (inner.clone(), inner.clone(), any::<bool>()).prop_map(|(a, b, is_open)| {
                let mut schema = json!({"type": "array", "prefixItems": [a, b]});
                if !is_open {
                    schema["items"] = json!(false);
                }
                schema
            }),
            2 => (inner.clone(), inner.clone(), any::<bool>()).prop_map(|(a, b, one)| json!({if one { "oneOf" } else { "anyOf" }: [a, b]})),
            1 => inner.clone().prop_map(|a| json!({"anyOf": [a, {"type": "null"}], "default": null, "title": "N"})),
            1 => (object(inner.clone()), object(inner.clone())).prop_map(|(a, b)| json!({"allOf": [a, b]})),
            1 => (object(inner.clone()), object(inner.clone())).prop_map(|(mut a, b)| { a["allOf"] = json!([b]); a }),
            1 => inner.clone().prop_map(|a| json!({"allOf": [{"$ref": "#/$defs/y"}], "description": "all", "not": {"not": a}})),
            1 => (object(inner.clone()), object(inner)).prop_map(|(mut a, b)| { a["anyOf"] = json!([b, {"required": ["a"]}]); a }),
        ]
    })
    .boxed()
}

fn object(inner: impl Strategy<Value = Value> + Clone + 'static) -> BoxedStrategy<Value> {
    let members = proptest::collection::vec((inner.clone(), any::<bool>()), 1..4);
    let rest =
        prop_oneof![3 => Just(None), 2 => Just(Some(json!(false))), 1 => inner.prop_map(Some)];
    let more = prop_oneof![
        6 => Just(json!({})),
        1 => Just(json!({"minProperties": 1})),
        1 => Just(json!({"patternProperties": {"^z": {"type": "integer"}}})),
        1 => Just(json!({"dependentRequired": {"a": ["b"]}})),
        1 => Just(json!({"if": {"required": ["a"]}, "then": {"required": ["b"]}})),
        1 => Just(json!({"required": ["a", "q"]})),
    ];
    let whole = (members, rest, more).prop_map(|(members, rest, more)| {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for ((schema, is_required), name) in members.into_iter().zip(NAMES) {
            properties.insert(name.to_owned(), schema);
            if is_required {
                required.push(json!(name));
            }
        }
        let mut schema = json!({"type": "object", "properties": properties, "required": required});
        if let Some(rest) = rest {
            schema["additionalProperties"] = rest;
        }
        for (key, value) in more.as_object().unwrap() {
            schema[key] = value.clone();
        }
        schema
    });
    whole.boxed()
}

/// Numbers that steer [`instance`], through [`steps`].
pub fn seeds() -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(any::<u64>(), 8)
}

/// The choices that follow from a seed.
pub fn steps(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 40) as u8
    };
    (0..60).map(|_| next()).collect()
}

fn next(seed: &mut Vec<u8>, n: usize) -> usize {
    usize::from(seed.pop().unwrap_or(0)) % n.max(1)
}

/// A value that often fits the schema.
pub fn instance(root: &Value, schema: &Value, seed: &mut Vec<u8>, depth: usize) -> Value {
    let scalars = [
        json!("t1"),
        json!("text"),
        json!(1),
        json!(2.5),
        json!(null),
        json!(true),
    ];
    if depth > 12 {
        return scalars[next(seed, scalars.len())].clone();
    }
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(target.strip_prefix('#').unwrap()).unwrap();
        return instance(root, target, seed, depth + 1);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(Value::Array(forms)) = schema.get(key).filter(|_| schema.get("type").is_none())
        {
            return instance(root, &forms[next(seed, forms.len())], seed, depth + 1);
        }
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return values[next(seed, values.len())].clone();
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    let parts = schema.get("allOf").and_then(Value::as_array);
    if let Some(parts) = parts.filter(|_| schema.get("type").is_none()) {
        let values: Vec<Value> = parts
            .iter()
            .map(|part| instance(root, part, seed, depth + 1))
            .collect();
        if values.iter().all(Value::is_object) {
            return Value::Object(
                values
                    .into_iter()
                    .flat_map(|value| value.as_object().unwrap().clone())
                    .collect(),
            );
        }
        return values.into_iter().next().unwrap();
    }
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds[next(seed, kinds.len())].as_str().unwrap(),
        Some(Value::String(kind)) => kind,
        _ => return scalars[next(seed, scalars.len())].clone(),
    };
    match kind {
        "object" => object_instance(root, schema, seed, depth),
        "array" => {
            let first = schema
                .get("prefixItems")
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default();
            let mut items: Vec<Value> = first
                .iter()
                .map(|form| instance(root, form, seed, depth + 1))
                .collect();
            let any = json!({});
            let rest = schema.get("items").unwrap_or(&any);
            let n_more = if *rest == false { 0 } else { next(seed, 4) };
            items.extend((0..n_more).map(|_| instance(root, rest, seed, depth + 1)));
            Value::Array(items)
        }
        "string" => json!(["t1", "text", "t", ""][next(seed, 4)]),
        "integer" => json!([0, 1, 3, -1, 5][next(seed, 5)]),
        "number" => json!([0.5, 1.0, 3.0, 2.25][next(seed, 4)]),
        "boolean" => json!(next(seed, 2) == 0),
        _ => Value::Null,
    }
}

fn object_instance(root: &Value, schema: &Value, seed: &mut Vec<u8>, depth: usize) -> Value {
    let mut members = Map::new();
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let named = schema
        .get("properties")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    for (name, property) in &named {
        if required.contains(&name.as_str()) || next(seed, 2) == 0 {
            members.insert(name.clone(), instance(root, property, seed, depth + 1));
        }
    }
    for part in schema
        .get("allOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        if let Value::Object(more) = instance(root, part, seed, depth + 1) {
            members.extend(more);
        }
    }
    for name in required.iter().filter(|name| !named.contains_key(**name)) {
        members.insert((*name).to_owned(), json!("t1"));
    }
    if next(seed, 3) == 0 {
        members.insert("z1".to_owned(), json!(1));
    }
    Value::Object(members)
}
