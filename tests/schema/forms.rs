//! The form: what is filled in comes back, and what it cannot show it leaves to the text.

use marksheet::schema::form::{FormField, FormKind, from_schema, to_schema};
use marksheet::schema::{check, mcqa_response, tail_number_response};
use proptest::prelude::*;
use serde_json::json;

fn field(name: &str, kind: FormKind) -> FormField {
    FormField {
        name: name.to_owned(),
        kind,
        is_optional: false,
        description: String::new(),
    }
}

fn kinds() -> impl Strategy<Value = FormKind> {
    let choices = proptest::collection::btree_set("[a-zA-Z é]{1,4}", 1..4);
    let leaf = prop_oneof![
        Just(FormKind::Text),
        Just(FormKind::Whole),
        Just(FormKind::Number),
        Just(FormKind::YesNo),
        choices.prop_map(|choices| FormKind::Choice(choices.into_iter().collect())),
    ];
    leaf.prop_recursive(3, 6, 1, |inner| {
        inner.prop_map(|kind| FormKind::List(Box::new(kind)))
    })
}

proptest! {
    #[test]
    fn a_form_comes_back_from_its_schema(
        fields in proptest::collection::btree_map("[a-z_é]{1,6}", (kinds(), any::<bool>(), "[a-z ]{0,9}"), 1..5)
    ) {
        let fields: Vec<FormField> = fields
            .into_iter()
            .map(|(name, (kind, is_optional, description))| FormField { name, kind, is_optional, description })
            .collect();
        let schema = to_schema("Reply", &fields).unwrap();
        prop_assert!(check(&schema).is_empty());
        prop_assert_eq!(from_schema(&schema.value), Some(fields));
    }
}

#[test]
fn the_built_in_schemas_can_be_shown_as_forms() {
    let list = FormKind::List(Box::new(FormKind::Text));
    assert_eq!(
        from_schema(&tail_number_response().value),
        Some(vec![field("tail_numbers", list)])
    );
    let letters = FormKind::Choice(vec!["A".into(), "B".into()]);
    assert_eq!(
        from_schema(&mcqa_response(&['A', 'B']).value),
        Some(vec![field("answer", letters)])
    );
}

#[test]
fn what_a_form_cannot_show_is_left_to_the_text() {
    let with =
        |property: serde_json::Value| json!({"type": "object", "properties": {"a": property}});
    for schema in [
        with(json!({"type": "string", "minLength": 1})),
        with(json!({"type": "object", "properties": {}})),
        with(json!({"type": ["string", "null"]})),
        with(json!({"enum": ["a", 1], "type": "string"})),
        with(json!({"type": "array"})),
        with(json!({"type": "string", "default": "x"})),
        with(json!({"type": "array", "items": {"type": "string", "description": "one"}})),
        with(json!({})),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}),
        json!({"type": "object", "properties": {}}),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "string"}}),
        json!([]),
    ] {
        assert_eq!(from_schema(&schema), None, "{schema}");
    }
}

#[test]
fn a_form_that_is_not_finished_says_what_is_missing() {
    let said = |fields: &[FormField]| to_schema("Reply", fields).unwrap_err().to_string();
    assert!(said(&[]).contains("no field yet"));
    assert!(said(&[field(" ", FormKind::Text)]).contains("has no name"));
    assert!(
        said(&[field("a", FormKind::Text), field("a", FormKind::Whole)])
            .contains("two fields are called a")
    );
    assert!(
        said(&[field("a", FormKind::Choice(Vec::new()))])
            .contains("the field a has no choices yet")
    );
    assert!(
        said(&[field("a", FormKind::Choice(vec!["x".into(), "x".into()]))])
            .contains("same choice twice")
    );
    assert!(
        to_schema("my reply", &[field("a", FormKind::Text)])
            .unwrap_err()
            .to_string()
            .contains("cannot be the name")
    );
}
