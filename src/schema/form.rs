//! A schema from a small form, and back: fields with a kind, a list or choices, for people who do not write JSON.
//!
//! Deliberately absent: objects within objects and limits. A schema with those is edited as text.

use super::Schema;
use crate::problem::{Problem, cut};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Lists within lists that a form can show.
const MAX_DEPTH: usize = 4;

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FormKind {
    /// A text.
    Text,
    /// A whole number.
    Whole,
    /// Any number.
    Number,
    /// True or false.
    YesNo,
    /// One of these texts.
    Choice(Vec<String>),
    /// A list with items of one kind.
    List(Box<FormKind>),
}

/// One field of the reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormField {
    /// The property's name in the reply.
    pub name: String,
    /// What it holds.
    pub kind: FormKind,
    /// Whether the reply may leave it out.
    pub is_optional: bool,
    /// What the model is told of it; may be empty.
    pub description: String,
}

/// The schema of a form: a closed object with these fields.
///
/// # Errors
/// If `name` is no name for a schema, if there is no field, or one without a name, two of one name, or a choice without
/// or with repeated choices.
///
/// ```
/// use marksheet::schema::form::{FormField, FormKind, from_schema, to_schema};
/// let kind = FormKind::List(Box::new(FormKind::Text));
/// let fields = [FormField { name: "tails".into(), kind, is_optional: false, description: String::new() }];
/// let schema = to_schema("Reply", &fields).unwrap();
/// assert_eq!(schema.value["properties"]["tails"]["items"]["type"], "string");
/// assert_eq!(from_schema(&schema.value).unwrap(), fields);
/// ```
pub fn to_schema(name: &str, fields: &[FormField]) -> Result<Schema, Problem> {
    if fields.is_empty() {
        return Err(
            Problem::error("the form has no field yet").hint("add the first, such as answer")
        );
    }
    let mut properties = Map::new();
    for field in fields {
        let shown = cut(field.name.trim(), 40);
        if field.name.trim().is_empty() {
            return Err(
                Problem::error("a field has no name").hint("give it one word, such as answer")
            );
        }
        if properties.contains_key(&field.name) {
            return Err(
                Problem::error(format!("two fields are called {shown}")).hint("rename one of them")
            );
        }
        let mut schema = of_kind(&field.kind, 0)
            .map_err(|what| Problem::error(format!("the field {shown} {what}")))?;
        if !field.description.is_empty() {
            schema.insert(
                "description".to_owned(),
                Value::from(field.description.as_str()),
            );
        }
        properties.insert(field.name.clone(), Value::Object(schema));
    }
    let required: Vec<&str> = fields
        .iter()
        .filter(|field| !field.is_optional)
        .map(|field| field.name.as_str())
        .collect();
    let value = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false
    });
    Schema::new(name, value)
}

fn of_kind(kind: &FormKind, depth: usize) -> Result<Map<String, Value>, &'static str> {
    let schema = match kind {
        FormKind::Text => json!({"type": "string"}),
        FormKind::Whole => json!({"type": "integer"}),
        FormKind::Number => json!({"type": "number"}),
        FormKind::YesNo => json!({"type": "boolean"}),
        FormKind::Choice(choices) if choices.is_empty() => return Err("has no choices yet"),
        FormKind::Choice(choices) => {
            let mut sorted: Vec<&String> = choices.iter().collect();
            sorted.sort();
            sorted.dedup();
            if sorted.len() < choices.len() {
                return Err("has the same choice twice");
            }
            json!({"type": "string", "enum": choices})
        }
        FormKind::List(_) if depth >= MAX_DEPTH => return Err("has too many lists within lists"),
        FormKind::List(kind) => json!({"type": "array", "items": of_kind(kind, depth + 1)?}),
    };
    match schema {
        Value::Object(schema) => Ok(schema),
        _ => Err("cannot be written"),
    }
}

/// The form of a schema; `None` where the schema says more than a form can show. Titles and the description of the whole
/// are let go; references to a list of choices, as Pydantic writes Enums, are followed.
///
/// ```
/// use marksheet::schema::{form::from_schema, mcqa_response};
/// let fields = from_schema(&mcqa_response(&['A', 'B']).value).unwrap();
/// assert_eq!(fields[0].name, "answer");
/// assert!(from_schema(&serde_json::json!({"type": "object", "minProperties": 2})).is_none());
/// ```
pub fn from_schema(schema: &Value) -> Option<Vec<FormField>> {
    const KNOWN: &[&str] = &[
        "type",
        "properties",
        "required",
        "additionalProperties",
        "title",
        "description",
        "$defs",
        "$schema",
    ];
    let members = schema.as_object()?;
    let is_closed_or_open = members
        .get("additionalProperties")
        .is_none_or(Value::is_boolean);
    if members.get("type")? != "object"
        || !is_closed_or_open
        || !members.keys().all(|key| KNOWN.contains(&key.as_str()))
    {
        return None;
    }
    let required: Vec<&str> = match members.get("required") {
        Some(names) => names
            .as_array()?
            .iter()
            .map(Value::as_str)
            .collect::<Option<_>>()?,
        None => Vec::new(),
    };
    let named = members.get("properties")?.as_object()?;
    if named.is_empty() || required.iter().any(|name| !named.contains_key(*name)) {
        return None;
    }
    let fields = named.iter().map(|(name, property)| {
        Some(FormField {
            name: name.clone(),
            kind: kind_of(schema, property, true, 0)?,
            is_optional: !required.contains(&name.as_str()),
            description: property
                .get("description")
                .map_or(Some(""), Value::as_str)?
                .to_owned(),
        })
    });
    fields.collect()
}

/// `is_top`: a description can be shown only there.
fn kind_of(root: &Value, schema: &Value, is_top: bool, depth: usize) -> Option<FormKind> {
    let members = schema.as_object()?;
    let is_known = |key: &String| {
        let is_text = key == "title" || (key == "description" && is_top);
        is_text || matches!(key.as_str(), "type" | "enum" | "items" | "$ref")
    };
    if !members.keys().all(is_known) || depth > MAX_DEPTH {
        return None;
    }
    if let Some(target) = members.get("$ref") {
        let target = super::pointer::resolve(root, target.as_str()?)?;
        let is_alone = members
            .keys()
            .all(|key| matches!(key.as_str(), "$ref" | "title" | "description"));
        return kind_of(root, target, true, depth + 1)
            .filter(|kind| is_alone && matches!(kind, FormKind::Choice(_)));
    }
    let has = |key: &str| members.contains_key(key);
    match members.get("type")?.as_str()? {
        "string" if has("enum") && !has("items") => {
            let choices = members.get("enum")?.as_array()?.iter();
            let choices: Vec<String> = choices
                .map(|choice| choice.as_str().map(str::to_owned))
                .collect::<Option<_>>()?;
            (!choices.is_empty()).then_some(FormKind::Choice(choices))
        }
        "array" if !has("enum") => {
            let kind = kind_of(root, members.get("items")?, false, depth + 1)?;
            Some(FormKind::List(Box::new(kind)))
        }
        _ if has("enum") || has("items") => None,
        "string" => Some(FormKind::Text),
        "integer" => Some(FormKind::Whole),
        "number" => Some(FormKind::Number),
        "boolean" => Some(FormKind::YesNo),
        _ => None,
    }
}
