//! Models and Enums as schemas.
//!
//! Deliberately absent: the serialized form of a model, which Pydantic can describe too; a reply is read, not written.

use super::constraint;
use super::expr::Expr;
use super::file::{Class, Field, cleaned};
use super::shape::Shape;
use super::types;
use super::value::{self, default_of};
use super::world::{Kind, World};
use crate::problem::cut;
use serde_json::{Map, Value, json};

/// `Annotated` within `Annotated` around a field's type beyond this is not opened.
const MAX_DEPTH: usize = 20;

/// The schema of a class, without the definitions it refers to.
pub(super) fn class(world: &mut World<'_>, class: &Class) -> Value {
    let Some(class) = world.class(&class.name) else {
        return json!({});
    };
    world.line = class.line;
    match world.kind(class) {
        Kind::Enum => enumeration(world, class),
        Kind::Root => root_model(world, class),
        _ => model(world, class),
    }
}

fn enumeration<'f>(world: &mut World<'f>, class: &'f Class) -> Value {
    let members = world.members(class);
    let values: Vec<Value> = members.iter().map(|(_, value)| value.clone()).collect();
    let kind = types::kind_of(&values);
    let mut schema = Map::new();
    schema.extend(
        world
            .description(class)
            .map(|text| ("description".to_owned(), Value::String(text))),
    );
    schema.insert("enum".to_owned(), Value::Array(values));
    schema.insert("title".to_owned(), Value::from(class.name.as_str()));
    schema.extend(kind.map(|kind| ("type".to_owned(), Value::from(kind))));
    Value::Object(schema)
}

fn model<'f>(world: &mut World<'f>, class: &'f Class) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    let has_docs = world.setting(class, "use_attribute_docstrings") == Some(&Expr::Bool(true));
    world.warn_of_long_line(class);
    for field in world.fields(class) {
        if !world.may_have_field() {
            break;
        }
        let name = property_name(world, field);
        let (schema, is_required) = property(world, field, has_docs);
        if is_required {
            required.push(Value::from(name.as_str()));
        }
        properties.insert(name, schema);
    }
    for (name, _, line) in class
        .assigned
        .iter()
        .filter(|(name, ..)| name != "model_config" && !name.starts_with('_'))
    {
        world.line = *line;
        world.warn(format!("{} has no type and is left out", cut(name, 40)));
    }
    let mut schema = head(world, class);
    schema.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), Value::Array(required));
    }
    schema.insert("type".to_owned(), Value::from("object"));
    more(world, class, &mut schema);
    Value::Object(schema)
}

/// The names of the classes that a class itself refers to; those that it inherits are its bases'.
pub(super) fn own_references<'f>(world: &mut World<'f>, class: &'f Class) -> Vec<String> {
    world.line = class.line;
    if world.kind(class) == Kind::Root {
        return references(&root_model(world, class));
    }
    let mut found = Vec::new();
    for field in &class.fields {
        if !world.is_sent(field) {
            continue;
        }
        let (schema, _) = property(world, field, false);
        found.extend(references(&schema));
    }
    found
}

/// The names of the definitions a schema refers to.
pub(super) fn references(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(members) => open.extend(members),
            Value::Object(members) => {
                let name = members.get("$ref").and_then(Value::as_str);
                let name = name.and_then(|name| name.strip_prefix("#/$defs/"));
                found.extend(name.map(str::to_owned));
                open.extend(members.values());
            }
            _ => {}
        }
    }
    found
}

/// Title and description, and whether other properties may be there.
fn head<'f>(world: &mut World<'f>, class: &'f Class) -> Map<String, Value> {
    let mut schema = Map::new();
    let extra = match world.setting(class, "extra") {
        Some(Expr::Text(extra)) => extra.as_str(),
        Some(Expr::Name(extra)) => extra.rsplit('.').next().unwrap_or_default(),
        _ => "",
    };
    match extra {
        "forbid" => _ = schema.insert("additionalProperties".to_owned(), Value::Bool(false)),
        "allow" => _ = schema.insert("additionalProperties".to_owned(), Value::Bool(true)),
        _ => {}
    }
    schema.extend(
        world
            .description(class)
            .map(|text| ("description".to_owned(), Value::String(text))),
    );
    let title = match world.setting(class, "title") {
        Some(Expr::Text(title)) => title,
        _ => &class.name,
    };
    schema.insert("title".to_owned(), Value::from(title.as_str()));
    if world.setting(class, "alias_generator").is_some() {
        world.line = class.line;
        world
            .warn("`alias_generator` is code: the fields keep the names they have here".to_owned());
    }
    schema
}

fn more<'f>(world: &mut World<'f>, class: &'f Class, schema: &mut Map<String, Value>) {
    let Some(expr) = world.setting(class, "json_schema_extra") else {
        return;
    };
    world.line = class.line;
    match value::of(world, expr) {
        Some(Value::Object(given)) => schema.extend(given),
        _ => world.warn("`json_schema_extra` is not understood and is left out".to_owned()),
    }
}

/// A model that is one value: its type's schema under its own title.
fn root_model<'f>(world: &mut World<'f>, class: &'f Class) -> Value {
    let by_base = class.bases.iter().find_map(|base| match base {
        Expr::Index { args, .. } => args.first(),
        _ => None,
    });
    let field = class.fields.iter().find(|field| field.name == "root");
    let annotation = field.map(|field| &field.annotation).or(by_base);
    let mut schema = annotation.map_or_else(Shape::any, |annotation| types::of(world, annotation));
    let default = field
        .and_then(|field| field.value.as_ref())
        .and_then(default_of);
    let default = default.and_then(|default| value::of(world, default));
    schema
        .extra()
        .extend(default.map(|default| ("default".to_owned(), default)));
    let head = head(world, class);
    schema.extra().extend(
        head.into_iter()
            .filter(|(key, _)| key != "additionalProperties"),
    );
    schema.schema()
}

/// A field's schema, and whether it must be there.
fn property(world: &mut World<'_>, field: &Field, has_docs: bool) -> (Value, bool) {
    world.line = field.line;
    let mut shape = types::of(world, &field.annotation);
    let inside = fields_within(world, &field.annotation);
    let assigned = field.value.as_ref().filter(|value| is_field(value));
    discriminate(world, &mut shape, &inside, assigned);
    if let Some(Expr::Call { named, .. }) = assigned {
        constraint::apply(world, &mut shape, named);
    }
    if let (true, Some(doc)) = (has_docs, &field.doc)
        && world.may_have_text(doc)
    {
        let doc = Value::String(cleaned(doc));
        shape.extra().entry("description").or_insert(doc);
    }
    let all = assigned.into_iter().chain(inside.iter());
    let all: Vec<&Expr> = all
        .chain(field.value.as_ref().filter(|value| !is_field(value)))
        .collect();
    let has_factory = all
        .iter()
        .any(|value| argument(value, "default_factory").is_some());
    let default = all.iter().find_map(|value| default_of(value));
    if let Some(default) = default {
        match value::of(world, default) {
            Some(value) => _ = shape.extra().insert("default".to_owned(), value),
            None => world.warn(format!(
                "the default of {} is not understood; the field stays optional",
                cut(&field.name, 40)
            )),
        }
    }
    if !shape.has_own_title() {
        let title = Value::String(title_of(&property_name(world, field)));
        shape.extra().entry("title").or_insert(title);
    }
    (shape.schema(), default.is_none() && !has_factory)
}

fn is_field(expr: &Expr) -> bool {
    matches!(expr, Expr::Call { name, .. } if name.rsplit('.').next() == Some("Field"))
}

fn argument<'e>(expr: &'e Expr, key: &str) -> Option<&'e Expr> {
    match expr {
        Expr::Call { named, .. } if is_field(expr) => named
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value),
        _ => None,
    }
}

/// Every `Field(…)` in the `Annotated[…]` around a type, the outermost first.
fn fields_within(world: &World<'_>, annotation: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    let mut expr = annotation;
    for _ in 0..MAX_DEPTH {
        expr = match expr {
            Expr::Name(name) => match world.file.names.get(name) {
                Some(meant) => meant,
                None => break,
            },
            Expr::Index { name, args } if world.plain(name) == "Annotated" => {
                found.extend(args.iter().skip(1).filter(|mark| is_field(mark)).cloned());
                match args.first() {
                    Some(first) => first,
                    None => break,
                }
            }
            _ => break,
        };
    }
    found
}

/// What a field is called in a reply: its alias, or its name.
pub(super) fn property_name(world: &World<'_>, field: &Field) -> String {
    let mut fields: Vec<Expr> = field
        .value
        .iter()
        .filter(|value| is_field(value))
        .cloned()
        .collect();
    fields.extend(fields_within(world, &field.annotation));
    for key in ["validation_alias", "alias"] {
        for alias in fields.iter().filter_map(|field| argument(field, key)) {
            let first = match alias {
                // `AliasChoices("a", "b")` and `AliasPath("a", 0)`: the first counts.
                Expr::Call { args, .. } => args.first(),
                other => Some(other),
            };
            if let Some(Expr::Text(alias)) = first {
                return alias.clone();
            }
        }
    }
    field.name.clone()
}

/// `Field(discriminator="kind")`: the property that tells the models of a union apart.
fn discriminate(
    world: &mut World<'_>,
    shape: &mut Shape,
    inside: &[Expr],
    assigned: Option<&Expr>,
) {
    let mut all = assigned.into_iter().chain(inside);
    let Some(Expr::Text(key)) = all.find_map(|field| argument(field, "discriminator")) else {
        return;
    };
    let union = match shape {
        Shape::Nullable { inner, .. } => &mut **inner,
        other => other,
    };
    let Shape::Union { members, extra } = union else {
        return world.warn("`discriminator` needs a union of models, and is left out".to_owned());
    };
    let mut mapping = Map::new();
    for member in members.iter() {
        let Shape::Ref { name, .. } = member else {
            return world
                .warn("`discriminator` needs a union of models, and is left out".to_owned());
        };
        for value in values_of(world, name, key) {
            mapping.insert(value, Value::String(format!("#/$defs/{name}")));
        }
    }
    let mut schema = Map::new();
    schema.insert(
        "discriminator".to_owned(),
        json!({"mapping": mapping, "propertyName": key}),
    );
    schema.insert(
        "oneOf".to_owned(),
        members.iter().map(Shape::schema).collect(),
    );
    schema.extend(std::mem::take(extra));
    *union = Shape::Plain(schema);
}

/// The values a model's Literal field may have, as text.
fn values_of(world: &mut World<'_>, model: &str, field: &str) -> Vec<String> {
    let Some(class) = world.class(model) else {
        return Vec::new();
    };
    let field = world
        .fields(class)
        .into_iter()
        .find(|known| known.name == field);
    let schema = field
        .map(|field| types::of(world, &field.annotation).schema())
        .unwrap_or_default();
    let single = schema.get("const").into_iter();
    let values = single.chain(
        schema
            .get("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten(),
    );
    values
        .map(|value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        })
        .collect()
}

/// A field's name as a title: `tail_numbers` as `Tail Numbers`, by the rules of Python's `str.title`.
fn title_of(name: &str) -> String {
    let mut title = String::with_capacity(name.len());
    let mut is_within = false;
    for c in name.chars() {
        match is_within {
            true => title.extend(c.to_lowercase()),
            false => title.extend(c.to_uppercase()),
        }
        is_within = c.is_lowercase() || c.is_uppercase();
    }
    title.replace('_', " ").trim().to_owned()
}
