//! A schema as a provider takes it, with every change told.
//!
//! Deliberately absent: limits on size and depth, which differ by model; a refusal says those. What is asked for is checked
//! against the original schema in any case.

use super::pointer;
use serde_json::{Map, Value};

mod keywords;
mod merge;
mod object;
mod restore;
mod split;

pub use restore::without_nulls;

/// Schemas within schemas that are followed.
const MAX_DEPTH: usize = 64;
/// Schemas that are written; merging can double them with each level.
const MAX_STEPS: usize = 5_000;

/// Which rules a schema is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// OpenAI's strict mode, and who follows it: closed objects, every property required, few keywords.
    OpenAi,
    /// Anthropic: closed objects, every property required, limits in words.
    Anthropic,
    /// Gemini's `responseJsonSchema`.
    Gemini,
    /// vLLM, TGI, llama.cpp, Ollama: nearly everything.
    Plain,
}

impl Dialect {
    /// Objects closed, every property required.
    fn is_strict(self) -> bool {
        matches!(self, Dialect::OpenAi | Dialect::Anthropic)
    }

    fn name(self) -> &'static str {
        match self {
            Dialect::OpenAi => "OpenAI",
            Dialect::Anthropic => "Anthropic",
            Dialect::Gemini => "Gemini",
            Dialect::Plain => "the server",
        }
    }
}

/// What a change does to the replies that can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The same is said otherwise: a property that may be missing may be null instead, properties nobody named are left out.
    Reworded,
    /// More is allowed than the schema allows; the check of the reply still sees it.
    Looser,
    /// Some replies that the schema allows cannot be given any more.
    Narrower,
    /// The provider takes no such schema at all.
    Refused,
}

/// One change to a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where in the original schema: `#/properties/answer`.
    pub place: String,
    /// What was changed, as a lowercase fragment: `uniqueItems is left out`.
    pub message: String,
    /// What follows from it.
    pub effect: Effect,
}

/// A schema for one dialect.
#[derive(Clone, Debug, PartialEq)]
pub struct Adapted {
    /// What is sent.
    pub value: Value,
    /// What was changed, in the order of places. Empty: the schema is sent as it is.
    pub changes: Vec<Change>,
}

impl Adapted {
    /// Whether the provider takes the schema; else the next rung of the ladder is JSON without a schema.
    pub fn is_accepted(&self) -> bool {
        self.changes
            .iter()
            .all(|change| change.effect != Effect::Refused)
    }
}

/// Writes a schema for a dialect.
///
/// Whatever fits the original fits the adapted schema: for [`Dialect::Gemini`] and [`Dialect::Plain`] as it is; for the strict
/// dialects once properties that the schema does not name are left out and those that are missing are null. The other way
/// round this does not hold: a reply is checked against the original, after [`without_nulls`].
/// Where a change is [`Effect::Narrower`] even the first does not hold.
///
/// ```
/// use marksheet::schema::{Dialect, adapt, tail_number_response};
/// let adapted = adapt(&tail_number_response().value, Dialect::OpenAi);
/// assert_eq!(adapted.value["additionalProperties"], false);
/// assert_eq!(adapted.changes[0].message, "properties that are not named are ruled out");
/// ```
pub fn adapt(schema: &Value, dialect: Dialect) -> Adapted {
    let mut writer = Writer {
        root: schema,
        dialect,
        changes: Vec::new(),
        n_steps: 0,
        opened: Vec::new(),
        is_exact: keywords::is_exact(schema, dialect),
    };
    let root = match dialect {
        Dialect::Plain => schema.clone(),
        _ => writer.opened_root(schema),
    };
    let value = writer.schema(&root, "#", 0);
    writer.refuse_root(&value);
    Adapted {
        value,
        changes: writer.changes,
    }
}

struct Writer<'s> {
    root: &'s Value,
    dialect: Dialect,
    changes: Vec<Change>,
    n_steps: usize,
    /// The references that `allOf` put in place of themselves, on the way to here: each only once.
    opened: Vec<String>,
    /// Whether no keyword anywhere in the schema has to be left out, as far as it rules out replies.
    is_exact: bool,
}

impl Writer<'_> {
    fn change(&mut self, place: &str, effect: Effect, message: impl Into<String>) {
        let change = Change {
            place: place.to_owned(),
            message: message.into(),
            effect,
        };
        if !self.changes.contains(&change) && self.changes.len() < 500 {
            self.changes.push(change);
        }
    }

    /// A root that only refers to a definition becomes that definition: providers want an object at the root.
    fn opened_root(&mut self, schema: &Value) -> Value {
        let mut root = schema.clone();
        for _ in 0..10 {
            let target = root
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|target| pointer::resolve(self.root, target));
            let (Some(Value::Object(target)), Value::Object(own)) = (target, &root) else {
                return root;
            };
            let mut opened = target.clone();
            opened.extend(
                own.iter()
                    .filter(|(key, _)| *key != "$ref")
                    .map(|(key, value)| (key.clone(), value.clone())),
            );
            root = Value::Object(opened);
            self.change(
                "#",
                Effect::Reworded,
                "what the root refers to stands at the root itself",
            );
        }
        root
    }

    fn refuse_root(&mut self, value: &Value) {
        let is_object = value.get("type").and_then(Value::as_str) == Some("object");
        if self.dialect.is_strict() && !is_object {
            let message = format!("{} wants one object at the root", self.dialect.name());
            self.change("#", Effect::Refused, message);
        }
    }

    fn schema(&mut self, value: &Value, place: &str, depth: usize) -> Value {
        self.n_steps += 1;
        if depth > MAX_DEPTH || self.n_steps > MAX_STEPS {
            let message = "the schema is too deep or too large from here: any value is allowed";
            self.change(place, Effect::Looser, message);
            return self.any(place);
        }
        let Value::Object(schema) = value else {
            return match self.dialect {
                Dialect::Plain => value.clone(),
                _ => self.any(place),
            };
        };
        let n_opened = self.opened.len();
        let written = self.object(schema.clone(), place, depth);
        self.opened.truncate(n_opened);
        written
    }

    /// The schema of any value, as far as the dialect has one.
    fn any(&mut self, place: &str) -> Value {
        Value::Object(match self.dialect.is_strict() {
            true => self.typed(Map::new(), place),
            false => Map::new(),
        })
    }

    fn object(&mut self, mut schema: Map<String, Value>, place: &str, depth: usize) -> Value {
        if self.dialect == Dialect::Plain {
            self.loosen(&mut schema, place);
            return Value::Object(self.inner(schema, place, depth));
        }
        self.rename_definitions(&mut schema, place);
        schema = self.merged(schema, place, 0);
        if let Some(reference) = schema
            .get("$ref")
            .and_then(Value::as_str)
            .map(str::to_owned)
        {
            return self.reference(schema, &reference, place, depth);
        }
        self.one_of_several(&mut schema, place);
        self.split_types(&mut schema, place);
        self.open_tuple(&mut schema, place);
        self.rewrite(&mut schema, place);
        self.drop_unknown(&mut schema, place);
        if self.dialect.is_strict() {
            schema = self.typed(schema, place);
        }
        let mut schema = self.inner(schema, place, depth);
        if self.dialect.is_strict() {
            self.close(&mut schema, place);
        }
        Value::Object(schema)
    }

    /// The few changes for servers that take nearly everything.
    fn loosen(&mut self, schema: &mut Map<String, Value>, place: &str) {
        self.drop_named(schema, &["$schema", "uniqueItems"], place);
        // Where less is asked for inside these, more would be ruled out.
        if !self.is_exact {
            self.drop_named(schema, &["not", "if", "then", "else"], place);
            self.one_of_several(schema, place);
        }
    }

    /// A reference stands alone; texts beside it move around it.
    fn reference(
        &mut self,
        mut schema: Map<String, Value>,
        reference: &str,
        place: &str,
        depth: usize,
    ) -> Value {
        let reference = match reference.strip_prefix("#/definitions/") {
            Some(name) if self.root.get("$defs").is_none() => format!("#/$defs/{name}"),
            _ => reference.to_owned(),
        };
        let definitions = schema.shift_remove("$defs");
        schema.shift_remove("$ref");
        if !self.is_definition(&reference) {
            let message =
                format!("the reference to {reference} cannot be followed: any value is allowed");
            self.change(place, Effect::Looser, message);
            let any = schema
                .into_iter()
                .filter(|(key, _)| matches!(key.as_str(), "title" | "description"))
                .collect();
            return Value::Object(if self.dialect.is_strict() {
                self.typed(any, place)
            } else {
                any
            });
        }
        let mut texts = Map::new();
        for (key, value) in schema {
            match key.as_str() {
                "title" | "description" => _ = texts.insert(key, value),
                _ => self.told_dropped(&key, place),
            }
        }
        let target = Value::Object(Map::from_iter([(
            "$ref".to_owned(),
            Value::String(reference),
        )]));
        let mut whole = match texts.is_empty() {
            true => Map::from_iter([("$ref".to_owned(), target["$ref"].clone())]),
            false => {
                self.change(
                    place,
                    Effect::Reworded,
                    "what stands beside a reference is moved around it",
                );
                let mut whole = Map::from_iter([("anyOf".to_owned(), Value::Array(vec![target]))]);
                whole.extend(texts);
                whole
            }
        };
        if let Some(Value::Object(definitions)) = definitions {
            let adapted = self.named(&definitions, &pointer::join(place, "$defs"), depth);
            whole.insert("$defs".to_owned(), Value::Object(adapted));
        }
        Value::Object(whole)
    }

    /// Whether a reference is to the root or to one of its definitions.
    fn is_definition(&self, reference: &str) -> bool {
        if reference == "#" {
            return true;
        }
        let name = reference
            .strip_prefix("#/$defs/")
            .filter(|name| !name.contains('/'));
        let exists = |reference: &str| pointer::resolve(self.root, reference).is_some();
        name.is_some_and(|name| exists(reference) || exists(&format!("#/definitions/{name}")))
    }

    fn rename_definitions(&mut self, schema: &mut Map<String, Value>, place: &str) {
        if schema.contains_key("$defs") || !schema.contains_key("definitions") {
            return;
        }
        if let Some(definitions) = schema.shift_remove("definitions") {
            schema.insert("$defs".to_owned(), definitions);
            self.change(place, Effect::Reworded, "definitions is written as $defs");
        }
    }

    /// The schemas inside a schema.
    fn inner(
        &mut self,
        schema: Map<String, Value>,
        place: &str,
        depth: usize,
    ) -> Map<String, Value> {
        let mut written = Map::new();
        for (key, value) in schema {
            let here = pointer::join(place, &key);
            let value = match (keywords::holds(&key), value) {
                (keywords::Holds::One, value @ (Value::Object(_) | Value::Bool(_))) => {
                    let is_rule = key == "additionalProperties" && value.is_boolean();
                    if is_rule {
                        value
                    } else {
                        self.schema(&value, &here, depth + 1)
                    }
                }
                (keywords::Holds::Several, Value::Array(several)) => {
                    let several = several.iter().enumerate();
                    Value::Array(
                        several
                            .map(|(n, value)| {
                                self.schema(value, &pointer::join(&here, &n.to_string()), depth + 1)
                            })
                            .collect(),
                    )
                }
                (keywords::Holds::Named, Value::Object(named)) => {
                    Value::Object(self.named(&named, &here, depth))
                }
                (_, value) => value,
            };
            written.insert(key, value);
        }
        written
    }

    fn named(
        &mut self,
        named: &Map<String, Value>,
        place: &str,
        depth: usize,
    ) -> Map<String, Value> {
        let mut written = Map::new();
        for (name, value) in named {
            // What must not be there is not named at all.
            if *value == Value::Bool(false) && self.dialect.is_strict() {
                continue;
            }
            written.insert(
                name.clone(),
                self.schema(value, &pointer::join(place, name), depth + 1),
            );
        }
        written
    }
}
