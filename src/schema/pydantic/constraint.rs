//! Limits and texts: `Field(…)`, `Annotated[…]`, `conint(…)` and their like.
//!
//! Deliberately absent: validators, which are code.

use super::expr::Expr;
use super::shape::Shape;
use super::types;
use super::value;
use super::world::World;
use crate::problem::cut;
use serde_json::{Map, Value, json};

/// Arguments of Field that say nothing about the reply's form.
const SILENT: &[&str] = &[
    "alias",
    "validation_alias",
    "serialization_alias",
    "alias_priority",
    "default",
    "default_factory",
    "discriminator",
    "strict",
    "frozen",
    "repr",
    "exclude",
    "init",
    "init_var",
    "kw_only",
    "validate_default",
    "allow_inf_nan",
    "max_digits",
    "decimal_places",
    "coerce_numbers_to_str",
    "union_mode",
    "strip_whitespace",
    "to_lower",
    "to_upper",
    "field_title_generator",
    "fail_fast",
];

/// `Annotated[type, …]`.
pub(super) fn annotated(world: &mut World<'_>, args: &[Expr], depth: usize) -> Shape {
    let Some((first, marks)) = args.split_first() else {
        return Shape::any();
    };
    let mut shape = types::within(world, first, depth + 1);
    for mark in marks {
        apply_mark(world, &mut shape, mark);
    }
    shape
}

fn apply_mark(world: &mut World<'_>, shape: &mut Shape, mark: &Expr) {
    let Expr::Call { name, args, named } = mark else {
        // Notes for people, and the marks without arguments.
        return;
    };
    let argument = |n: usize, key: &str| {
        let by_name = named
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value);
        args.get(n).or(by_name).cloned()
    };
    let plain = world.plain(name).to_owned();
    let pairs: Vec<(&str, Option<Expr>)> = match plain.as_str() {
        "Field" | "StringConstraints" | "Interval" => return apply(world, shape, named),
        "Ge" => vec![("ge", argument(0, "ge"))],
        "Gt" => vec![("gt", argument(0, "gt"))],
        "Le" => vec![("le", argument(0, "le"))],
        "Lt" => vec![("lt", argument(0, "lt"))],
        "MultipleOf" => vec![("multiple_of", argument(0, "multiple_of"))],
        "MinLen" => vec![("min_length", argument(0, "min_length"))],
        "MaxLen" => vec![("max_length", argument(0, "max_length"))],
        "Len" => vec![
            ("min_length", argument(0, "min_length")),
            ("max_length", argument(1, "max_length")),
        ],
        "Strict" | "Discriminator" | "Tag" => return,
        _ => {
            return world.warn(format!(
                "`{}` is code or not known here, and is left out",
                cut(name, 40)
            ));
        }
    };
    let pairs = pairs
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)));
    // The shortest length of `Len(0, 3)` is none.
    let pairs: Vec<(String, Expr)> = pairs
        .filter(|pair| !(plain == "Len" && pair.1 == Expr::Number("0".to_owned())))
        .collect();
    apply(world, shape, &pairs);
}

/// `conint(ge=0)`, `conlist(int, min_length=1)`, `NewType("Id", str)`.
pub(super) fn called(
    world: &mut World<'_>,
    name: &str,
    args: &[Expr],
    named: &[(String, Expr)],
    depth: usize,
) -> Shape {
    let item = |world: &mut World<'_>, n: usize| {
        let by_name = named
            .iter()
            .find(|(key, _)| key == "item_type")
            .map(|(_, value)| value);
        let found = args.get(n).or(by_name);
        found
            .map_or_else(Shape::any, |item| types::within(world, item, depth + 1))
            .into_schema()
    };
    let mut shape = match world.plain(name) {
        "conint" => Shape::of(json!({"type": "integer"})),
        "confloat" => Shape::of(json!({"type": "number"})),
        "constr" => Shape::of(json!({"type": "string"})),
        "conbytes" => Shape::of(json!({"format": "binary", "type": "string"})),
        "condate" => Shape::of(json!({"format": "date", "type": "string"})),
        "conlist" => Shape::of(json!({"items": item(world, 0), "type": "array"})),
        "conset" | "confrozenset" => {
            Shape::of(json!({"items": item(world, 0), "type": "array", "uniqueItems": true}))
        }
        "NewType" => {
            return args
                .get(1)
                .map_or_else(Shape::any, |base| types::within(world, base, depth + 1));
        }
        _ => {
            world.warn(format!(
                "`{}(…)` is not known as a type here; any value is allowed there",
                cut(name, 40)
            ));
            return Shape::any();
        }
    };
    let limits: Vec<_> = named
        .iter()
        .filter(|(key, _)| key != "item_type")
        .cloned()
        .collect();
    apply(world, &mut shape, &limits);
    shape
}

/// Puts the arguments of `Field(…)` on a type. Of a limit that is given twice the first counts, as in Pydantic.
pub(super) fn apply(world: &mut World<'_>, shape: &mut Shape, arguments: &[(String, Expr)]) {
    for (key, expr) in arguments {
        if SILENT.contains(&key.as_str()) {
            continue;
        }
        if *expr == Expr::None && key != "examples" {
            continue;
        }
        let Some(value) = value::of(world, expr) else {
            world.warn(format!(
                "`{}` has a value that is not understood, and is left out",
                cut(key, 40)
            ));
            continue;
        };
        match (key.as_str(), value) {
            ("description" | "title" | "examples", value) => {
                _ = shape.extra().insert(key.clone(), value)
            }
            ("deprecated", Value::Bool(false)) => {}
            ("deprecated", _) => _ = shape.extra().insert(key.clone(), Value::Bool(true)),
            ("json_schema_extra", Value::Object(more)) => shape.extra().extend(more),
            (_, value) => limit(world, shape, key, value),
        }
    }
}

fn limit(world: &mut World<'_>, shape: &mut Shape, key: &str, value: Value) {
    match shape {
        Shape::Nullable { inner, .. } => limit(world, inner, key, value),
        Shape::Plain(schema) => match keyword(schema, key) {
            Some("") => {}
            Some(keyword) => set(schema, keyword, value),
            None => cannot(world, key),
        },
        _ => cannot(world, key),
    }
}

fn cannot(world: &mut World<'_>, key: &str) {
    world.warn(format!(
        "`{}` says nothing about values of this type, and is left out",
        cut(key, 40)
    ));
}

/// The keyword of a limit for the type that `schema` has; empty where Pydantic leaves it out too.
fn keyword(schema: &Map<String, Value>, key: &str) -> Option<&'static str> {
    let kind = schema.get("type").and_then(Value::as_str)?;
    let is_choice = schema.contains_key("enum") || schema.contains_key("const");
    Some(match (kind, key) {
        _ if is_choice => return None,
        ("integer" | "number", "ge") => "minimum",
        ("integer" | "number", "gt") => "exclusiveMinimum",
        ("integer" | "number", "le") => "maximum",
        ("integer" | "number", "lt") => "exclusiveMaximum",
        ("integer" | "number", "multiple_of") => "multipleOf",
        ("string", "ge" | "gt" | "le" | "lt") if schema.contains_key("format") => "",
        ("string", "min_length") => "minLength",
        ("string", "max_length") => "maxLength",
        ("string", "pattern") => "pattern",
        ("array", "min_length") => "minItems",
        ("array", "max_length") => "maxItems",
        ("object", "min_length") => "minProperties",
        ("object", "max_length") => "maxProperties",
        _ => return None,
    })
}

fn set(schema: &mut Map<String, Value>, keyword: &str, value: Value) {
    // A tuple has a length of its own, which a limit replaces.
    let is_fixed = schema.contains_key("prefixItems");
    if is_fixed || !schema.contains_key(keyword) {
        schema.insert(keyword.to_owned(), value);
    }
}
