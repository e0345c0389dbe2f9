//! Type annotations as schemas.
//!
//! Deliberately absent: types that no JSON has. Where one stands any value is allowed, and it is said.

use super::constraint;
use super::expr::Expr;
use super::file;
use super::library;
use super::shape::Shape;
use super::token;
use super::value;
use super::world::{Kind, World};
use crate::problem::cut;
use rustc_hash::FxHashSet;
use serde_json::{Map, Value, json};

/// Types within types, and names for names, beyond this are not followed.
const MAX_DEPTH: usize = 40;

/// The schema of a type.
pub(super) fn of(world: &mut World<'_>, expr: &Expr) -> Shape {
    within(world, expr, 0)
}

pub(super) fn within(world: &mut World<'_>, expr: &Expr, depth: usize) -> Shape {
    if depth > MAX_DEPTH || !world.may_go_on() {
        return Shape::any();
    }
    match expr {
        Expr::None => Shape::of(json!({"type": "null"})),
        Expr::Text(text) => within(world, &quoted(text), depth + 1),
        Expr::Or(members) => union(world, members, depth),
        Expr::Name(name) => named(world, name, depth),
        Expr::Index { name, args } => indexed(world, name, args, depth),
        Expr::Call { name, args, named } => constraint::called(world, name, args, named, depth),
        _ => {
            world.warn("a type is not understood; any value is allowed there".to_owned());
            Shape::any()
        }
    }
}

/// A type in quotes: `"Node"`.
pub(super) fn quoted(text: &str) -> Expr {
    let tokens = token::tokens(text).unwrap_or_default();
    let line = tokens
        .iter()
        .take_while(|token| token.kind != token::Kind::Newline)
        .cloned()
        .collect::<Vec<_>>();
    super::expr::Parser::new(&line).expression()
}

fn named(world: &mut World<'_>, name: &str, depth: usize) -> Shape {
    if let Some(class) = world.class(name) {
        return of_class(world, class);
    }
    if let Some(meant) = world.file.names.get(name) {
        let is_variable =
            matches!(meant, Expr::Call { name, .. } if world.plain(name) == "TypeVar");
        return if is_variable {
            Shape::any()
        } else {
            within(world, meant, depth + 1)
        };
    }
    match library::plain(world.plain(name)) {
        Some(schema) => Shape::of(schema),
        None => unknown(world, name),
    }
}

fn of_class(world: &mut World<'_>, class: &file::Class) -> Shape {
    if world.kind(class) != Kind::Other {
        return Shape::Ref {
            name: class.name.clone(),
            extra: Map::new(),
        };
    }
    let name = cut(&class.name, 40);
    world.warn(format!(
        "the class {name} is neither a BaseModel nor an Enum; any value is allowed there"
    ));
    Shape::any()
}

fn unknown(world: &mut World<'_>, name: &str) -> Shape {
    world.warn(format!(
        "the type {} is not known here; any value is allowed there",
        cut(name, 40)
    ));
    Shape::any()
}

pub(super) fn union(world: &mut World<'_>, members: &[Expr], depth: usize) -> Shape {
    let members = members
        .iter()
        .map(|member| within(world, member, depth + 1))
        .collect();
    Shape::union(members)
}

fn indexed(world: &mut World<'_>, name: &str, args: &[Expr], depth: usize) -> Shape {
    let first = args.first();
    let inner = |world: &mut World<'_>| {
        first
            .map_or_else(Shape::any, |first| within(world, first, depth + 1))
            .into_schema()
    };
    let plain = world.plain(name).to_owned();
    match plain.as_str() {
        "Optional" => {
            let inner = first.map_or_else(Shape::any, |first| within(world, first, depth + 1));
            Shape::union(vec![inner, Shape::of(json!({"type": "null"}))])
        }
        "Union" => union(world, args, depth),
        "Literal" => literal(world, args),
        "Annotated" => constraint::annotated(world, args, depth),
        "Final" | "Required" | "NotRequired" | "SkipValidation" => {
            first.map_or_else(Shape::any, |first| within(world, first, depth + 1))
        }
        "Tuple" | "tuple" => tuple(world, args, depth),
        _ if library::LISTS.contains(&plain.as_str()) => {
            Shape::with([("items", inner(world)), ("type", Value::from("array"))])
        }
        _ if library::SETS.contains(&plain.as_str()) => Shape::with([
            ("items", inner(world)),
            ("type", Value::from("array")),
            ("uniqueItems", Value::Bool(true)),
        ]),
        _ if library::DICTS.contains(&plain.as_str()) => dict(world, args, depth),
        _ => match world.class(name) {
            Some(class) => {
                world.warn(format!(
                    "{}[…] is read as {}: generic models are not understood",
                    cut(name, 40),
                    cut(name, 40)
                ));
                of_class(world, class)
            }
            None => unknown(world, name),
        },
    }
}

fn tuple(world: &mut World<'_>, args: &[Expr], depth: usize) -> Shape {
    if let [member, Expr::Ellipsis] = args {
        let items = within(world, member, depth + 1).into_schema();
        return Shape::with([("items", items), ("type", Value::from("array"))]);
    }
    // `tuple[()]` has no items at all.
    let is_empty = args.is_empty() || matches!(args, [Expr::List(members)] if members.is_empty());
    if is_empty {
        return Shape::of(json!({"maxItems": 0, "minItems": 0, "type": "array"}));
    }
    let members: Vec<Value> = args
        .iter()
        .map(|member| within(world, member, depth + 1).into_schema())
        .collect();
    let length = Value::from(members.len());
    Shape::with([
        ("maxItems", length.clone()),
        ("minItems", length),
        ("prefixItems", Value::Array(members)),
        ("type", Value::from("array")),
    ])
}

fn dict(world: &mut World<'_>, args: &[Expr], depth: usize) -> Shape {
    let [key, value, ..] = args else {
        return Shape::of(json!({"additionalProperties": true, "type": "object"}));
    };
    let value = match within(world, value, depth + 1).into_schema() {
        Value::Object(any) if any.is_empty() => Value::Bool(true),
        value => value,
    };
    let mut names = match within(world, key, depth + 1).into_schema() {
        Value::Object(names) => names,
        _ => Map::new(),
    };
    names.shift_remove("type");
    names.shift_remove("anyOf");
    match names.shift_remove("pattern") {
        Some(Value::String(pattern)) if names.is_empty() => {
            let named = Value::Object(Map::from_iter([(pattern, value)]));
            Shape::with([
                ("patternProperties", named),
                ("type", Value::from("object")),
            ])
        }
        pattern => {
            names.extend(pattern.map(|pattern| ("pattern".to_owned(), pattern)));
            let mut shape = Shape::with([
                ("additionalProperties", value),
                ("type", Value::from("object")),
            ]);
            if !names.is_empty() {
                shape
                    .extra()
                    .insert("propertyNames".to_owned(), Value::Object(names));
            }
            shape
        }
    }
}

fn literal(world: &mut World<'_>, args: &[Expr]) -> Shape {
    let mut values = Vec::new();
    collect_literal(world, args, &mut values, 0);
    let mut seen = FxHashSet::default();
    values.retain(|value: &Value| seen.insert(value.to_string()));
    Shape::of(Value::Object(one_of(values)))
}

/// The members of a Literal, those of Literals within it too.
fn collect_literal(world: &mut World<'_>, args: &[Expr], values: &mut Vec<Value>, depth: usize) {
    for arg in args {
        let meant = match arg {
            Expr::Name(name) => world.file.names.get(name).unwrap_or(arg),
            _ => arg,
        };
        let nested = match meant {
            Expr::Index { name, args } if world.plain(name) == "Literal" && depth < MAX_DEPTH => {
                Some(args)
            }
            _ => None,
        };
        if let Some(args) = nested {
            collect_literal(world, args, values, depth + 1);
            continue;
        }
        match value::of(world, meant) {
            Some(value) => values.push(value),
            None => {
                world.warn("a member of a Literal is not understood and is left out".to_owned())
            }
        }
    }
}

/// `const` or `enum` as Pydantic writes a Literal.
fn one_of(mut values: Vec<Value>) -> Map<String, Value> {
    let mut schema = Map::new();
    let kind = kind_of(&values);
    match values.len() {
        1 => schema.insert("const".to_owned(), values.remove(0)),
        _ => schema.insert("enum".to_owned(), Value::Array(values)),
    };
    schema.extend(kind.map(|kind| ("type".to_owned(), Value::from(kind))));
    schema
}

/// The type that all values share, if they do.
pub(super) fn kind_of(values: &[Value]) -> Option<&'static str> {
    let kind = |value: &Value| match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::String(_) => "string",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let first = kind(values.first()?);
    values
        .iter()
        .all(|value| kind(value) == first)
        .then_some(first)
}
