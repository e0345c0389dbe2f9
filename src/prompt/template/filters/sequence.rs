//! Filters about lists and mappings.

use super::super::attribute::path_parts;
use super::super::error::{Error, Res, wrong_type};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::methods::whole;
use super::super::node::{Comparison, Operator};
use super::super::operators::{binary, floor_divide};
use super::super::order::{compare, sort_by_key};
use super::super::python_text::{str_of, write_str};
use super::super::value::{Object, Value};
use super::group::{dict_sort, group_by};
use super::{is_on, set};
use std::collections::HashSet;

pub(super) fn apply(machine: &Machine, name: &str, value: &Value, given: Given) -> Res<Value> {
    let what = format!("the filter {name}");
    match name {
        "batch" | "slice" => {
            let [n, fill] = given.bind(
                &what,
                [
                    if name == "batch" {
                        "linecount"
                    } else {
                        "slices"
                    },
                    "fill_with",
                ],
                1,
            )?;
            let n = whole(&n.unwrap_or(Value::None), &what)?;
            let items = machine.items(value, None)?;
            let parts = if name == "batch" {
                batch(machine, items, n, set(fill))?
            } else {
                slice(machine, items, n, set(fill))?
            };
            Ok(Value::once(parts.into_iter().map(Value::list).collect()))
        }
        "dictsort" => dict_sort(machine, value, given),
        "groupby" => group_by(machine, value, given),
        "sort" => {
            let [is_reversed, is_exact, attribute] =
                given.bind(&what, ["reverse", "case_sensitive", "attribute"], 0)?;
            let paths = many_paths(attribute);
            let mut items = machine.items(value, None)?;
            let key = |item: &Value| {
                let parts: Res<Vec<Value>> = paths
                    .iter()
                    .map(|path| folded(machine, machine.path(item, path)?, is_on(&is_exact)))
                    .collect();
                Ok(Value::list(parts?))
            };
            sort_by_key(machine, &mut items, key, is_on(&is_reversed))?;
            Ok(Value::list(items))
        }
        "unique" => {
            let [is_exact, attribute] = given.bind(&what, ["case_sensitive", "attribute"], 0)?;
            let path = attribute
                .map(|attribute| path_parts(&attribute))
                .unwrap_or_default();
            let mut seen = HashSet::new();
            let mut kept = Vec::new();
            for item in machine.items(value, None)? {
                let key = folded(machine, machine.path(&item, &path)?, is_on(&is_exact))?;
                if seen.insert(machine.key(&key)?) {
                    kept.push(item);
                }
            }
            Ok(Value::once(kept))
        }
        "min" | "max" => {
            let [is_exact, attribute] = given.bind(&what, ["case_sensitive", "attribute"], 0)?;
            let path = attribute
                .map(|attribute| path_parts(&attribute))
                .unwrap_or_default();
            let op = if name == "min" {
                Comparison::Less
            } else {
                Comparison::Greater
            };
            let mut best: Option<(Value, Value)> = None;
            for item in machine.items(value, None)? {
                let key = folded(machine, machine.path(&item, &path)?, is_on(&is_exact))?;
                let is_better = match &best {
                    None => true,
                    Some((best, _)) => compare(machine, op, &key, best)?,
                };
                if is_better {
                    best = Some((key, item));
                }
            }
            Ok(best.map_or_else(
                || {
                    Value::undefined(
                        "the list was empty, so it has no smallest and no largest item",
                    )
                },
                |(_, item)| item,
            ))
        }
        "sum" => {
            let [attribute, start] = given.bind(&what, ["attribute", "start"], 0)?;
            let path = set(attribute)
                .map(|attribute| path_parts(&attribute))
                .unwrap_or_default();
            let mut sum = start.unwrap_or(Value::Int(0));
            if sum.as_text().is_some() {
                return wrong_type("texts cannot be added up")
                    .map_err(|error: Box<Error>| error.hint("use |join"));
            }
            for item in machine.items(value, None)? {
                sum = binary(machine, Operator::Add, &sum, &machine.path(&item, &path)?)?;
            }
            Ok(sum)
        }
        "join" => join(machine, value, given),
        "items" => {
            given.bind(&what, [], 0)?;
            match value {
                Value::Undefined(undefined) => {
                    machine.used_undefined_leniently(undefined);
                    Ok(Value::once(Vec::new()))
                }
                Value::Dict(dict) => {
                    machine.grow_list(dict.borrow().len() * 3)?;
                    let pairs = dict
                        .borrow()
                        .iter()
                        .map(|(name, value)| Value::tuple(vec![name.clone(), value.clone()]))
                        .collect();
                    Ok(Value::once(pairs))
                }
                other => wrong_type(format!(
                    "the filter items needs a mapping, not {}",
                    other.plain_name()
                )),
            }
        }
        _ => {
            given.bind(&what, [], 0)?;
            plain(machine, name, value)
        }
    }
}

fn plain(machine: &Machine, name: &str, value: &Value) -> Res<Value> {
    match name {
        "list" => machine.items(value, None).map(Value::list),
        "first" => {
            if let Value::Object(object) = value {
                if let Object::Once(once) = &**object {
                    return Ok(once.borrow_mut().next().unwrap_or_else(|| {
                        Value::undefined("the list was empty, so it has no first item")
                    }));
                }
                if let Object::Range { start, len, .. } = &**object {
                    return Ok(if *len > 0 {
                        Value::Int(*start)
                    } else {
                        Value::undefined("the range was empty, so it has no first item")
                    });
                }
            }
            let first = match value {
                Value::List(items) => items.borrow().first().cloned(),
                Value::Tuple(tuple) => tuple.items.first().cloned(),
                Value::Dict(dict) => dict.borrow().iter().next().map(|(name, _)| name.clone()),
                Value::Text(text) | Value::Markup(text) => {
                    text.chars().next().map(|c| Value::text(c.to_string()))
                }
                other => machine.items(other, None)?.into_iter().next(),
            };
            Ok(first
                .unwrap_or_else(|| Value::undefined("the list was empty, so it has no first item")))
        }
        "last" => {
            reversible(value, "last")?;
            let last = match value {
                Value::List(items) => items.borrow().last().cloned(),
                Value::Tuple(tuple) => tuple.items.last().cloned(),
                // What is HTML is gone through backwards by position, which keeps it HTML.
                Value::Text(text) | Value::Markup(text) => text
                    .chars()
                    .last()
                    .map(|c| super::again(c.to_string(), matches!(value, Value::Markup(_)))),
                other => machine.items(other, None)?.pop(),
            };
            Ok(last
                .unwrap_or_else(|| Value::undefined("the list was empty, so it has no last item")))
        }
        "length" | "count" => {
            if let Value::Undefined(undefined) = value {
                machine.used_undefined(undefined, None)?;
            }
            if let Some(text) = value.as_text() {
                machine.charge(text.len() as u64 / 32)?;
            }
            match value.len() {
                Some(n) => Ok(Value::Int(n as i128)),
                None => {
                    let error = Error::new(format!("{} has no length", value.plain_name()));
                    Err(match value {
                        Value::Object(_) => error.hint("add |list before it"),
                        _ => error.hint("add |string before it to count characters"),
                    })
                }
            }
        }
        // `reverse`
        _ => match value {
            Value::Text(text) | Value::Markup(text) => {
                machine.charge(text.len() as u64 / 16)?;
                machine.grow(text.len())?;
                let reversed = text.chars().rev().collect::<String>();
                Ok(super::again(reversed, matches!(value, Value::Markup(_))))
            }
            other => {
                let mut items = machine.items(other, None)?;
                items.reverse();
                let is_list =
                    matches!(other, Value::Object(object) if matches!(**object, Object::Once(_)));
                Ok(if is_list {
                    Value::list(items)
                } else {
                    Value::once(items)
                })
            }
        },
    }
}

/// `reversed` works on what has an order and a length.
fn reversible(value: &Value, name: &str) -> Res<()> {
    match value {
        Value::Object(object) if matches!(**object, Object::Once(_)) => {
            Err(Error::new(format!("the filter {name} needs a list")).hint("add |list before it"))
        }
        _ => Ok(()),
    }
}

/// Text in small letters, unless case matters.
pub(super) fn folded(machine: &Machine, value: Value, is_exact: bool) -> Res<Value> {
    Ok(match value {
        Value::Text(text) | Value::Markup(text) if !is_exact => {
            machine.charge(text.len() as u64 / 16)?;
            machine.grow(text.len())?;
            Value::text(text.to_lowercase())
        }
        other => other,
    })
}

/// `"a,b.c"`: several paths.
fn many_paths(attribute: Option<Value>) -> Vec<Vec<Value>> {
    match attribute {
        None | Some(Value::None) => vec![Vec::new()],
        Some(Value::Text(text) | Value::Markup(text)) => text
            .split(',')
            .map(|part| path_parts(&Value::text(part)))
            .collect(),
        Some(other) => vec![vec![other]],
    }
}

fn batch(
    machine: &Machine,
    items: Vec<Value>,
    n: i128,
    fill: Option<Value>,
) -> Res<Vec<Vec<Value>>> {
    let mut parts = Vec::new();
    let mut part: Vec<Value> = Vec::new();
    for item in items {
        if part.len() as i128 == n {
            parts.push(std::mem::take(&mut part));
        }
        part.push(item);
    }
    if !part.is_empty() {
        if let (Some(fill), Ok(n)) = (fill, usize::try_from(n)) {
            let missing = n.saturating_sub(part.len());
            machine.grow_list(missing)?;
            part.extend(std::iter::repeat_n(fill, missing));
        }
        parts.push(part);
    }
    machine.grow_list(parts.len().saturating_mul(3))?;
    Ok(parts)
}

fn slice(
    machine: &Machine,
    items: Vec<Value>,
    n: i128,
    fill: Option<Value>,
) -> Res<Vec<Vec<Value>>> {
    if n == 0 {
        return Err(Error::new("the filter slice cannot cut into 0 parts"));
    }
    let len = items.len() as i128;
    let each = floor_divide(len, n).unwrap_or(0);
    let n_longer = len - each * n;
    let n_parts = usize::try_from(n.max(0)).unwrap_or(usize::MAX);
    machine.grow_list(n_parts.saturating_mul(3))?;
    let mut items = items.into_iter();
    let mut parts = Vec::new();
    for i in 0..n.max(0) {
        let is_longer = i < n_longer;
        let size = usize::try_from(each + i128::from(is_longer)).unwrap_or(0);
        let mut part: Vec<Value> = items.by_ref().take(size).collect();
        if let (Some(fill), false) = (&fill, is_longer) {
            part.push(fill.clone());
        }
        parts.push(part);
    }
    Ok(parts)
}

fn join(machine: &Machine, value: &Value, given: Given) -> Res<Value> {
    let [separator, attribute] = given.bind("the filter join", ["d", "attribute"], 0)?;
    let path = set(attribute)
        .map(|attribute| path_parts(&attribute))
        .unwrap_or_default();
    let separator = separator.unwrap_or_else(|| Value::text(""));
    let mut items = machine.items(value, None)?;
    if !path.is_empty() {
        items = items
            .iter()
            .map(|item| machine.path(item, &path))
            .collect::<Res<_>>()?;
    }
    let is_html = machine.is_escaping.get()
        && (matches!(separator, Value::Markup(_))
            || items.iter().any(|item| matches!(item, Value::Markup(_))));
    let written = |item: &Value, out: &mut String| match item {
        item if is_html && !matches!(item, Value::Markup(_)) => {
            out.push_str(&super::html::escape(&str_of(machine, item)?));
            Ok(())
        }
        item => write_str(machine, item, out),
    };
    let mut between = String::new();
    written(&separator, &mut between)?;
    let mut out = String::new();
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            machine.grow(between.len())?;
            out.push_str(&between);
        }
        written(item, &mut out)?;
    }
    Ok(super::again(out, is_html))
}
