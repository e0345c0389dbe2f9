//! Adapted schemas: what fits the original fits them, and they keep the rules of the provider.

use super::made::{instance, schemas, seeds, steps};
use super::rules::{as_asked, fits, is_strict, obeys};
use marksheet::json::Json;
use marksheet::schema::{
    Adapted, Dialect, Effect, adapt, mcqa_response, tail_number_response, validate, without_nulls,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::fs;

const ALL: [Dialect; 4] = [
    Dialect::OpenAi,
    Dialect::Anthropic,
    Dialect::Gemini,
    Dialect::Plain,
];

/// Whether a definition other than the recursive `node` refers to another.
fn goes_in_circles(schema: &Value) -> bool {
    ["x", "y"].iter().any(|name| {
        schema["$defs"][name].to_string().contains("#/$defs/x")
            || schema["$defs"][name].to_string().contains("#/$defs/y")
    })
}

fn is_narrower(adapted: &Adapted) -> bool {
    adapted
        .changes
        .iter()
        .any(|change| change.effect == Effect::Narrower)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_fits_the_original_fits_the_adapted(schema in schemas(), seeds in seeds()) {
        for dialect in ALL {
            let adapted = adapt(&schema, dialect);
            obeys(dialect, &adapted, &schema);
            if is_narrower(&adapted) {
                continue;
            }
            for seed in &seeds {
                let value = instance(&schema, &schema, &mut steps(*seed), 0);
                if !fits(&schema, &value) {
                    continue;
                }
                let asked = match is_strict(dialect) {
                    true => as_asked(&adapted.value, &adapted.value, &value, 0),
                    false => Some(value.clone()),
                };
                // A definition that is nothing but itself has no end, nor have forms of such forms.
                if asked.is_none() && goes_in_circles(&schema) {
                    continue;
                }
                let Some(asked) = asked else {
                    panic!("{dialect:?}: {value} cannot be asked for\n{schema}\n{}", adapted.value);
                };
                let wrong = validate(&adapted.value, &Json::of_value(&asked));
                // The original goes round in circles itself.
                let is_endless = wrong.iter().any(|violation| violation.keyword.is_empty());
                prop_assert!(is_endless || wrong.is_empty(), "{:?}: {} {:?}\n{}\n{}", dialect, asked, wrong, schema, adapted.value);
            }
        }
    }

    #[test]
    fn no_schema_panics(keys in proptest::collection::vec("(type|allOf|anyOf|oneOf|items|prefixItems|\\$ref|\\$defs|properties|required|not|enum)", 1..4), value in any_json()) {
        let schema = Value::Object(keys.into_iter().map(|key| (key, value.clone())).collect());
        for dialect in ALL {
            obeys_or_refused(dialect, &schema);
        }
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        Just(json!(true)),
        Just(json!("#")),
        Just(json!("string")),
        Just(json!(1)),
        Just(json!("#/$defs/a"))
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let key = "(type|allOf|anyOf|items|\\$ref|properties|a)";
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            proptest::collection::vec((key, inner), 0..3)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn obeys_or_refused(dialect: Dialect, schema: &Value) {
    let _ = adapt(schema, dialect);
}

#[test]
fn the_schemas_of_the_classes_are_adapted_to_all() {
    for entry in fs::read_dir("tests/fixtures/schema/pydantic").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().unwrap() == "json" {
            let schema: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            for dialect in ALL {
                let adapted = adapt(&schema, dialect);
                obeys(dialect, &adapted, &schema);
                assert!(adapted.is_accepted(), "{}", path.display());
            }
        }
    }
}

#[test]
fn the_built_in_schemas_change_little() {
    let mut closed = tail_number_response().value;
    closed["additionalProperties"] = json!(false);
    assert_eq!(
        adapt(&tail_number_response().value, Dialect::OpenAi).value,
        closed
    );
    assert_eq!(
        adapt(&tail_number_response().value, Dialect::Anthropic).value,
        closed
    );
    for dialect in [Dialect::Gemini, Dialect::Plain] {
        for schema in [
            tail_number_response().value,
            mcqa_response(&['A', 'B']).value,
        ] {
            let adapted = adapt(&schema, dialect);
            assert_eq!((adapted.value, adapted.changes), (schema, Vec::new()));
        }
    }
}

#[test]
fn each_change_is_told_with_its_place() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "tails": {"type": "array", "items": {"type": "string"}, "uniqueItems": true, "minItems": 2},
            "note": {"type": "string", "maxLength": 9, "description": "short"},
            "kind": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            "map": {"type": "object", "additionalProperties": {"type": "integer"}}
        },
        "required": ["tails", "kind", "map"]
    });
    let told = |dialect: Dialect| -> Vec<String> {
        let changes = adapt(&schema, dialect).changes;
        changes
            .iter()
            .map(|change| format!("{} {:?}: {}", change.place, change.effect, change.message))
            .collect()
    };
    assert_eq!(
        told(Dialect::OpenAi),
        [
            "# Reworded: $schema is left out",
            "#/properties/tails Looser: uniqueItems is left out",
            "#/properties/kind Looser: oneOf is written as anyOf",
            "#/properties/map Narrower: OpenAI cannot be asked for properties with free names: there are none then",
            "# Reworded: properties that are not named are ruled out",
            "# Reworded: note may be missing: it is asked for as null then",
        ]
    );
    assert!(told(Dialect::Anthropic).contains(
        &"#/properties/tails Looser: uniqueItems is moved to the description".to_owned()
    ));
    let anthropic = adapt(&schema, Dialect::Anthropic).value;
    assert_eq!(
        anthropic["properties"]["tails"]["description"],
        "(uniqueItems: true, minItems: 2)"
    );
    assert_eq!(
        anthropic["properties"]["note"]["anyOf"][0]["description"],
        "short (maxLength: 9)"
    );
    assert_eq!(
        told(Dialect::Plain),
        [
            "# Reworded: $schema is left out",
            "#/properties/tails Looser: uniqueItems is left out",
            "#/properties/kind Looser: oneOf is written as anyOf"
        ]
    );
}

#[test]
fn one_of_stays_where_no_form_gets_looser() {
    let schema: Value = serde_json::from_str(
        &fs::read_to_string("tests/fixtures/schema/pydantic/discriminated.json").unwrap(),
    )
    .unwrap();
    for dialect in [Dialect::Gemini, Dialect::Plain] {
        assert!(
            adapt(&schema, dialect).value["properties"]["pet"]
                .get("oneOf")
                .is_some()
        );
    }
    assert!(
        adapt(&schema, Dialect::OpenAi).value["properties"]["pet"]
            .get("anyOf")
            .is_some()
    );
}

#[test]
fn a_list_at_the_root_is_refused_where_an_object_is_wanted() {
    for schema in [
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"anyOf": [{"type": "object"}, {"type": "object"}]}),
        json!(true),
    ] {
        assert!(!adapt(&schema, Dialect::OpenAi).is_accepted(), "{schema}");
        assert!(
            !adapt(&schema, Dialect::Anthropic).is_accepted(),
            "{schema}"
        );
        assert!(adapt(&schema, Dialect::Gemini).is_accepted(), "{schema}");
    }
}

#[test]
fn nulls_that_say_missing_are_taken_off_and_others_stay() {
    let schema = json!({
        "type": "object",
        "$defs": {"part": {"properties": {"n": {"type": "integer"}, "text": {"type": ["string", "null"]}}}},
        "properties": {
            "a": {"type": "string"},
            "b": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "c": {"type": "string"},
            "part": {"$ref": "#/$defs/part"},
            "parts": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/part"}, {"type": "null"}]}},
            "kind": {"enum": ["x"]}
        },
        "required": ["c"]
    });
    let reply = json!({"a": null, "b": null, "c": null, "part": {"n": null, "text": null}, "parts": [{"n": null}, null], "kind": null, "more": null});
    let cleaned = without_nulls(&schema, &Json::of_value(&reply)).to_value();
    assert_eq!(
        cleaned,
        json!({"b": null, "c": null, "part": {"text": null}, "parts": [{}, null], "more": null})
    );
}

#[test]
fn an_endless_schema_is_adapted_within_bounds() {
    let mut definitions = Map::new();
    for n in 0..40 {
        let next = format!("#/$defs/d{}", n + 1);
        definitions.insert(format!("d{n}"), json!({"allOf": [{"$ref": next}, {"$ref": next}, {"properties": {"x": {"allOf": [{"$ref": next}, {"type": "object"}]}}}]}));
    }
    let schema = json!({"type": "object", "properties": {"a": {"allOf": [{"$ref": "#/$defs/d0"}, {"title": "t"}]}}, "$defs": definitions});
    for dialect in ALL {
        obeys(dialect, &adapt(&schema, dialect), &schema);
        let _ = adapt(&json!({"$ref": "#"}), dialect);
        let _ = adapt(
            &json!({"allOf": [{"$ref": "#"}], "type": "object"}),
            dialect,
        );
    }
}

#[test]
fn nulls_are_judged_by_references_to_anywhere_in_the_schema() {
    let schema = json!({"properties": {
        "first": {"type": "integer"},
        "second": {"$ref": "#/properties/first"},
        "third": {"$ref": "#/properties/open"},
        "open": {"type": ["integer", "null"]},
    }});
    let reply = json!({"second": null, "third": null});
    let cleaned = without_nulls(&schema, &Json::of_value(&reply)).to_value();
    assert_eq!(cleaned, json!({"third": null}));
}

#[test]
fn one_value_beside_several_types_stays_the_only_one() {
    let schema = json!({"type": "object", "properties": {"kind": {"type": ["string", "integer"], "const": "x"}},
        "required": ["kind"], "additionalProperties": false});
    let adapted = adapt(&schema, Dialect::Anthropic).value;
    for (reply, fits) in [
        (json!({"kind": "x"}), true),
        (json!({"kind": "y"}), false),
        (json!({"kind": 1}), false),
    ] {
        let found = validate(&adapted, &Json::of_value(&reply));
        assert_eq!(found.is_empty(), fits, "{reply} {adapted}");
    }
}
