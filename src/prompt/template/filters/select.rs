//! Filters that apply a filter or a test to each item.

use super::super::attribute::path_parts;
use super::super::error::{Error, Res, wrong_type};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::methods::words;
use super::super::value::Value;
use super::set;

pub(super) fn apply(machine: &Machine, name: &str, value: &Value, given: Given) -> Res<Value> {
    let items = if value.is_undefined() || value.is_true() {
        // Something undefined is asked for its truth, and has none when strict.
        machine.is_true(value, None)?;
        machine.items(value, None)?
    } else {
        Vec::new()
    };
    let made = match name {
        "map" => map(machine, items, given)?,
        name => filtered(machine, items, given, name)?,
    };
    Ok(Value::once(made))
}

fn again(machine: &Machine, given: &Given) -> Res<Given> {
    machine.charge((given.positional.len() + given.named.len()) as u64)?;
    Ok(Given {
        positional: given.positional.clone(),
        named: given.named.clone(),
    })
}

fn map(machine: &Machine, items: Vec<Value>, mut given: Given) -> Res<Vec<Value>> {
    if items.is_empty() {
        return Ok(items);
    }
    if given.positional.is_empty() {
        if let Some(attribute) = given.take_named("attribute") {
            let default = set(given.take_named("default"));
            if let Some((name, _)) = given.named.first() {
                return wrong_type(format!("the filter map has no setting named {name}"));
            }
            let path = path_parts(&attribute);
            let read = |item: &Value| {
                let found = machine.path(item, &path)?;
                Ok(match &default {
                    Some(default) if found.is_undefined() => default.clone(),
                    _ => found,
                })
            };
            return items.iter().map(read).collect();
        }
        return Err(
            Error::new("the filter map needs the name of a filter, or attribute=…")
                .hint("for example map('upper') or map(attribute='name')"),
        );
    }
    let filter = given.positional.remove(0);
    let filter = words(&filter, "the filter map")?.to_owned();
    items
        .iter()
        .map(|item| machine.apply(&filter, item, again(machine, &given)?))
        .collect()
}

fn filtered(machine: &Machine, items: Vec<Value>, mut given: Given, name: &str) -> Res<Vec<Value>> {
    if items.is_empty() {
        return Ok(items);
    }
    let is_wanted = name.starts_with("select");
    let mut path = Vec::new();
    if name.ends_with("attr") {
        if given.positional.is_empty() {
            return wrong_type(format!("the filter {name} needs the name of an attribute"));
        }
        path = path_parts(&given.positional.remove(0));
    }
    let test = match given.positional.is_empty() {
        true => None,
        false => {
            Some(words(&given.positional.remove(0), &format!("the filter {name}"))?.to_owned())
        }
    };
    let mut kept = Vec::new();
    for item in items {
        machine.charge(2)?;
        let value = machine.path(&item, &path)?;
        let holds = match &test {
            Some(test) => machine.test(test, &value, again(machine, &given)?)?,
            None => {
                if let Value::Undefined(undefined) = &value {
                    machine.refuse_if_strict(undefined)?;
                }
                value.is_true()
            }
        };
        if holds == is_wanted {
            kept.push(item);
        }
    }
    Ok(kept)
}
