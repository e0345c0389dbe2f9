//! Values that stand in a class: defaults, examples, members of a Literal.
//!
//! Deliberately absent: values that have to be computed.

use super::emit::property_name;
use super::expr::Expr;
use super::world::{Kind, World};
use serde_json::{Map, Value};

/// Names that stand for names, and models within models, beyond this are not followed.
const MAX_DEPTH: usize = 20;

/// The value as JSON, as Pydantic writes it; `None` for what would have to be run.
pub(super) fn of(world: &mut World<'_>, expr: &Expr) -> Option<Value> {
    within(world, expr, 0)
}

fn within(world: &mut World<'_>, expr: &Expr, depth: usize) -> Option<Value> {
    if depth > MAX_DEPTH || !world.may_go_on() {
        return None;
    }
    match expr {
        Expr::None => Some(Value::Null),
        Expr::Bool(value) => Some(Value::Bool(*value)),
        Expr::Number(digits) => number(digits),
        Expr::Text(text) => world
            .may_have_text(text)
            .then(|| Value::String(text.clone())),
        Expr::List(members) => {
            let values = members
                .iter()
                .map(|member| within(world, member, depth + 1));
            values.collect::<Option<Vec<_>>>().map(Value::Array)
        }
        Expr::Dict(entries) => {
            let mut object = Map::new();
            for (key, value) in entries {
                let key = match within(world, key, depth + 1)? {
                    Value::String(key) => key,
                    key @ (Value::Number(_) | Value::Bool(_)) => key.to_string(),
                    _ => return None,
                };
                object.insert(key, within(world, value, depth + 1)?);
            }
            Some(Value::Object(object))
        }
        Expr::Name(name) => named(world, name, depth),
        Expr::Call { name, args, named } if args.is_empty() => made(world, name, named, depth),
        _ => None,
    }
}

/// `Color.RED`, `Color.RED.value`, or a constant of the file.
fn named(world: &mut World<'_>, name: &str, depth: usize) -> Option<Value> {
    let name = name.strip_suffix(".value").unwrap_or(name);
    if let Some((class, member)) = name.rsplit_once('.') {
        let class = world
            .class(class)
            .filter(|class| world.kind(class) == Kind::Enum)?;
        let line = world.line;
        let members = world.members(class);
        world.line = line;
        let member = members.iter().find(|(name, _)| *name == member);
        return member.map(|(_, value)| value.clone());
    }
    let constant = world.file.names.get(name)?;
    within(world, constant, depth + 1)
}

/// `Part(n=2)`: a model with its defaults, and empty containers like `list()`.
fn made(
    world: &mut World<'_>,
    name: &str,
    given: &[(String, Expr)],
    depth: usize,
) -> Option<Value> {
    let Some(class) = world
        .class(name)
        .filter(|class| world.kind(class) == Kind::Model)
    else {
        return match world.plain(name) {
            "list" | "set" | "tuple" | "frozenset" if given.is_empty() => {
                Some(Value::Array(Vec::new()))
            }
            "dict" if given.is_empty() => Some(Value::Object(Map::new())),
            "str" if given.is_empty() => Some(Value::String(String::new())),
            _ => None,
        };
    };
    let mut object = Map::new();
    for field in world.fields(class) {
        let own = given
            .iter()
            .find(|(name, _)| *name == field.name)
            .map(|(_, value)| value);
        let expr = own.or(field.value.as_ref())?;
        let value = match default_of(expr) {
            Some(expr) => within(world, expr, depth + 1)?,
            None => return None,
        };
        object.insert(property_name(world, field), value);
    }
    Some(Value::Object(object))
}

/// The default in what is assigned to a field: the value itself, or that of `Field(…)`.
pub(super) fn default_of(expr: &Expr) -> Option<&Expr> {
    let found = match expr {
        Expr::Call { name, args, named } if name.rsplit('.').next() == Some("Field") => {
            let by_name = named
                .iter()
                .find(|(key, _)| key == "default")
                .map(|(_, value)| value);
            args.first().or(by_name)
        }
        other => Some(other),
    };
    found.filter(|found| **found != Expr::Ellipsis)
}

/// Python's numbers: `1_000`, `0x1F`, `1e3`, `.5`.
pub(super) fn number(written: &str) -> Option<Value> {
    let plain = written.replace('_', "");
    let (sign, size) = match plain.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, plain.as_str()),
    };
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = size.strip_prefix(prefix) {
            return i64::from_str_radix(digits, radix)
                .ok()
                .map(|n| Value::from(sign * n));
        }
    }
    if let Ok(n) = plain.parse::<i64>() {
        return Some(Value::from(n));
    }
    if let Ok(n) = plain.parse::<u64>() {
        return Some(Value::from(n));
    }
    let is_real = size.contains(['.', 'e', 'E']);
    let n = plain.parse::<f64>().ok().filter(|_| is_real)?;
    serde_json::Number::from_f64(n).map(Value::Number)
}
