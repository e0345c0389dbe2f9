//! Schemas as people type them: what is wrong, where, and what to try.

use marksheet::json;
use marksheet::problem::Problem;
use marksheet::schema::{Schema, check, mcqa_response, tail_number_response, typed};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;

/// All that is said of a schema, as a person reads it.
fn said(value: Value) -> Vec<String> {
    let problems = check(&Schema::new("A", value).unwrap());
    problems
        .iter()
        .map(|problem| format!("[{}] {problem}", problem.severity.word()))
        .collect()
}

/// The same for a property of an object that is fine otherwise.
#[track_caller]
fn check_property(property: Value, message: &str) {
    let found = said(json!({"type": "object", "properties": {"a": property}}));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains(message),
        "{message:?} is not in {:?}",
        found[0]
    );
}

#[test]
fn nothing_is_said_of_good_schemas() {
    assert_eq!(said(tail_number_response().value), [""; 0]);
    assert_eq!(said(mcqa_response(&['A', 'B']).value), [""; 0]);
    for entry in fs::read_dir("tests/fixtures/schema/pydantic").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        // `unit` is a keyword of its author's; an empty model is said to be empty.
        if path.extension().unwrap() == "json" && name != "field_texts" && name != "empty" {
            let value: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            assert_eq!(said(value), [""; 0], "{name}");
        }
    }
}

#[test]
fn a_fault_is_said_with_its_place() {
    check_property(
        json!({"type": "strng"}),
        "item \"#/properties/a/type\": \"strng\" is not a type — is \"string\" meant?",
    );
    check_property(json!({"type": "int"}), "is \"integer\" meant?");
    check_property(
        json!({"type": "string", "maxlength": 3}),
        "the keyword \"maxlength\" is not known — is \"maxLength\" meant?",
    );
    check_property(
        json!({"type": "string", "xyz": 3}),
        "the keyword \"xyz\" is not known",
    );
    check_property(
        json!({"type": "string", "required": true}),
        "required wants a list of names in quotes, not true — it stands beside",
    );
    check_property(
        json!({"type": "string", "pattern": "(a"}),
        "the pattern (a cannot be read",
    );
    check_property(json!({"type": "string", "pattern": "(?=a)"}), "look-ahead");
    check_property(
        json!({"$ref": "#/$defs/X"}),
        "the reference #/$defs/X leads nowhere",
    );
    check_property(
        json!({"$ref": "https://example.org/a"}),
        "leads out of the schema",
    );
    check_property(
        json!({"$ref": "#/properties/a"}),
        "the references lead in a circle",
    );
    check_property(
        json!({"type": "array", "items": [{"type": "string"}]}),
        "prefixItems",
    );
    check_property(
        json!({"minLength": 5, "maxLength": 3}),
        "minLength is more than maxLength: nothing fits",
    );
    check_property(
        json!({"minItems": 1.5}),
        "minItems wants a whole number from 0, not 1.5",
    );
    check_property(
        json!({"multipleOf": 0}),
        "multipleOf wants a number above 0",
    );
    check_property(
        json!({"enum": []}),
        "enum wants a list with at least one value",
    );
    check_property(json!({"anyOf": []}), "anyOf wants a list of schemas");
    check_property(
        json!({"anyOf": [3]}),
        "item \"#/properties/a/anyOf/0\": a schema belongs here",
    );
    check_property(json!("string"), "a schema belongs here");
    check_property(
        json!({"unevaluatedProperties": false}),
        "replies are not held to it",
    );
    check_property(
        json!({"type": "object", "properties": {"b": {}}, "required": ["c"]}),
        "required, but not among the properties: c",
    );
}

#[test]
fn the_root_must_be_an_object_with_fields() {
    assert!(said(json!([1]))[0].contains("a schema is an object in curly brackets"));
    assert!(said(json!({"type": "array"}))[0].contains("the schema describes no object"));
    assert!(said(json!({"type": "object"}))[0].contains("names no fields"));
    assert!(said(json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"a": {}}}}})).is_empty());
}

#[test]
fn typed_text_is_said_with_line_and_column() {
    let problem = typed("A", "{\n  \"type\": \"object\",\n}").unwrap_err();
    assert_eq!(problem.place.line, Some(3));
    let text = "{\n \"type\": \"object\",\n \"properties\": {\n  \"é\": {\"type\": \"string\",  \"min\": 1}}}";
    let (_, problems) = typed("A", text).unwrap();
    assert_eq!(
        (problems[0].place.line, problems[0].place.column),
        (Some(4), Some(28))
    );
    let (_, problems) = typed(
        "A",
        "{\"type\": \"object\", \"properties\": {\"a\": {\"anyOf\": [\n {}, 3]}}}",
    )
    .unwrap();
    assert_eq!(
        (problems[0].place.line, problems[0].place.column),
        (Some(2), Some(6))
    );
}

#[test]
fn a_part_of_a_schema_is_no_question_s_id() {
    let (_, problems) = typed("A", r#"{"type": "array"}"#).unwrap();
    let whole = problems.first().unwrap();
    assert_eq!(
        (whole.place.item.as_deref(), whole.is_of_schema),
        (Some("#"), true)
    );
    let question = Problem::error("no answer").of_item("#");
    assert!(!question.is_of_schema);
}

#[test]
fn what_never_ends_is_cut() {
    let mut deep = json!({});
    for _ in 0..100 {
        deep = json!({"items": deep});
    }
    let found = said(json!({"type": "object", "properties": {"a": deep}}));
    assert!(found[0].contains("too deep"), "{found:?}");
    let many: serde_json::Map<String, Value> = (0..1000)
        .map(|n| (format!("k{n}"), json!({"typ": 1})))
        .collect();
    assert_eq!(
        said(json!({"type": "object", "properties": many})).len(),
        50
    );
}

proptest! {
    #[test]
    fn no_text_panics(text in "[\\[\\]{}:,\"a-z0-9 \n#$/~%]{0,60}") {
        let _ = typed("A", &text);
    }

    #[test]
    fn typing_a_schema_never_panics(n in 0_usize..2000) {
        let text = fs::read_to_string("tests/fixtures/schema/pydantic/incident.json").unwrap();
        let part: String = text.chars().take(n).collect();
        let is_json = json::parse(&part).is_ok();
        prop_assert_eq!(typed("A", &part).is_ok(), is_json);
    }
}
