//! Replies against schemas: the same verdict as Python's jsonschema, in words, and an end on any input.

use marksheet::json::{Json, parse};
use marksheet::schema::{Violation, mcqa_response, validate};
use serde_json::{Value, json};
use std::fs;

fn violations(schema: &Value, instance: &str) -> Vec<Violation> {
    validate(schema, &parse(instance).unwrap().value)
}

/// A line's schema, near enough: what Python found stands at its end.
fn schema_text(line: &str) -> &str {
    line.rsplit_once("[[").map_or(line, |(before, _)| before)
}

/// The one thing that is wrong, as a person reads it.
#[track_caller]
fn check(schema: Value, instance: &str, message: &str) {
    let found = violations(&schema, instance);
    let shown: Vec<String> = found.iter().map(Violation::to_string).collect();
    assert_eq!(shown, [message]);
}

#[test]
fn the_verdict_is_that_of_python() {
    let lines = fs::read_to_string("tests/fixtures/schema/validate.jsonl").unwrap();
    let mut faults = Vec::new();
    for line in lines.lines() {
        let whole = parse(line).unwrap().value;
        let Json::List(parts) = &whole else {
            panic!("{line}")
        };
        let schema: Value = serde_json::from_str::<Vec<Value>>(line).unwrap().remove(0);
        let found = validate(&schema, &parts[1]);
        let mut ours: Vec<Value> = found.iter().map(|v| json!([v.place, v.keyword])).collect();
        ours.sort_by_key(Value::to_string);
        let mut theirs = parts[2].to_value().as_array().unwrap().clone();
        theirs.sort_by_key(Value::to_string);
        // Of several forms we tell what is wrong with the one that is meant, Python does not.
        let words = ["anyOf", "oneOf", "propertyNames", "maxContains", ": false"];
        let is_told_otherwise = words.iter().any(|word| schema_text(line).contains(word));
        let agrees = match is_told_otherwise {
            true => ours.is_empty() == theirs.is_empty(),
            false => ours == theirs,
        };
        if !agrees {
            faults.push(format!("{line}\n  ours {}", Value::from(ours)));
        }
    }
    assert!(lines.lines().count() >= 300);
    assert!(
        faults.is_empty(),
        "{} differ:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn what_is_wrong_is_said_in_words() {
    let letters = mcqa_response(&['A', 'B', 'C']).value;
    check(
        letters.clone(),
        r#"{"answer": "D"}"#,
        r#"`answer` must be one of "A", "B", "C", but is the text "D""#,
    );
    check(
        letters.clone(),
        "{}",
        "the reply must have the property answer",
    );
    check(letters, "[]", "the reply must be an object, but is a list");
    check(
        json!({"items": {"type": ["string", "null"]}}),
        "[1]",
        "`[0]` must be a text or null, but is the number 1",
    );
    check(
        json!({"maxItems": 1}),
        "[1, 2]",
        "the reply must have at most 1 item, but has 2",
    );
    check(
        json!({"properties": {"a": {"minimum": 0.5}}}),
        r#"{"a": 0.50e-1}"#,
        "`a` must be at least 0.5, but is 0.50e-1",
    );
    check(
        json!({"additionalProperties": false}),
        r#"{"x": 1, "y": 2}"#,
        "the reply must not have the properties x, y",
    );
    check(
        json!({"pattern": "^N"}),
        r#""x""#,
        "the reply must match the pattern ^N, but is \"x\"",
    );
    let either = json!({"anyOf": [{"type": "string", "maxLength": 1}, {"type": "null"}]});
    check(
        either,
        r#""ab""#,
        "the reply must have at most 1 character, but has 2",
    );
    let objects = json!({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]});
    check(objects, "{}", "the reply fits none of the 2 allowed forms");
}

#[test]
fn decimal_fractions_are_not_rounded() {
    assert!(violations(&json!({"multipleOf": 0.1}), "0.3").is_empty());
    assert_eq!(violations(&json!({"multipleOf": 0.1}), "0.35").len(), 1);
    assert_eq!(
        violations(
            &json!({"maximum": 9007199254740992_u64}),
            "9007199254740993"
        )
        .len(),
        1
    );
    assert!(violations(&json!({"type": "integer"}), "1e400").is_empty());
}

#[test]
fn of_a_repeated_property_the_last_counts() {
    let schema = json!({"properties": {"a": {"type": "string"}}, "additionalProperties": false});
    assert!(violations(&schema, r#"{"a": 1, "a": "x"}"#).is_empty());
    assert_eq!(violations(&schema, r#"{"a": "x", "a": 1}"#).len(), 1);
}

#[test]
fn a_schema_in_circles_ends() {
    let endless = [
        json!({"$ref": "#"}),
        json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}),
        json!({"oneOf": [{"$ref": "#"}, {"$ref": "#"}], "not": {"$ref": "#"}}),
        json!({"not": {"$ref": "#"}}),
        json!({"if": {"$ref": "#"}, "then": false}),
    ];
    // The stack of a web worker is small.
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let task = move || {
        for schema in endless {
            let found = violations(&schema, r#"{"a": [1]}"#);
            assert_eq!(found.len(), 1, "{schema}");
            assert_eq!(found[0].keyword, "", "{schema}");
        }
    };
    small.spawn(task).unwrap().join().unwrap();
}

#[test]
fn deep_and_long_values_are_checked_within_bounds() {
    let tree = json!({"$ref": "#/$defs/t", "$defs": {"t": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/t"}}, {"type": "integer"}]}}});
    let deep = format!("{}1{}", "[".repeat(90), "]".repeat(90));
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let task = move || assert!(violations(&tree, &deep).is_empty());
    small.spawn(task).unwrap().join().unwrap();

    let long = format!("[{}1]", "1,".repeat(100_000));
    let found = violations(
        &json!({"items": {"type": "string"}, "uniqueItems": true}),
        &long,
    );
    assert_eq!(found.len(), 100);
    let wide: Vec<String> = (0..100_000).map(|n| format!("\"k{n}\": {n}")).collect();
    let found = violations(
        &json!({"additionalProperties": false}),
        &format!("{{{}}}", wide.join(",")),
    );
    assert!(found[0].message.ends_with("and 99995 more"), "{}", found[0]);
}

#[test]
fn a_keyword_that_cannot_be_read_allows_everything() {
    for schema in [
        json!({"type": "strng"}),
        json!({"type": 5}),
        json!({"pattern": "("}),
        json!({"minimum": "1"}),
        json!({"required": "a"}),
        json!({"enum": 3}),
        json!({"properties": []}),
        json!({"$ref": "#/nowhere"}),
        json!({"$ref": "https://example.org/x"}),
        json!({"anyOf": []}),
        json!({"minItems": -1}),
        json!({"multipleOf": 0}),
        json!("x"),
    ] {
        for instance in ["1", "{}", "[]", "\"x\"", "null"] {
            assert!(
                violations(&schema, instance).is_empty(),
                "{schema} {instance}"
            );
        }
    }
}
