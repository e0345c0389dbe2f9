//! Methods of dicts.

use super::super::dict::Dict;
use super::super::error::{Error, Res, wrong_value};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::shared::Shared;
use super::super::value::{Object, Value, View};
use super::{list, unsupported};
use std::rc::Rc;

pub(super) fn call(
    machine: &Machine,
    dict: &Rc<Shared<Dict>>,
    name: &str,
    mut given: Given,
) -> Res<Value> {
    let what = format!(".{name}()");
    match name {
        "items" | "keys" | "values" => {
            given.bind(&what, [], 0)?;
            let kind = match name {
                "items" => View::Items,
                "keys" => View::Keys,
                _ => View::Values,
            };
            Ok(Value::object(Object::View {
                kind,
                dict: Rc::clone(dict),
            }))
        }
        "get" => {
            let [key, default] = given.bind(&what, ["key", "default"], 1)?;
            let key = machine.key(&key.unwrap_or(Value::None))?;
            let found = dict.borrow().get(&key).cloned();
            Ok(found.or(default).unwrap_or(Value::None))
        }
        "setdefault" => {
            let [key, default] = given.bind(&what, ["key", "default"], 1)?;
            let name = key.unwrap_or(Value::None);
            let key = machine.key(&name)?;
            if let Some(found) = dict.borrow().get(&key) {
                return Ok(found.clone());
            }
            let default = default.unwrap_or(Value::None);
            machine.grow_list(3)?;
            dict.borrow_mut().insert(key, name, default.clone());
            Ok(default)
        }
        "pop" => {
            let [key, default] = given.bind(&what, ["key", "default"], 1)?;
            let name = key.unwrap_or(Value::None);
            let key = machine.key(&name)?;
            let found = dict.borrow_mut().remove(&key);
            match found.or(default) {
                Some(value) => Ok(value),
                None => wrong_value("the mapping has no such key to take out").map_err(
                    |error: Box<Error>| error.hint("give .pop() a second value to use instead"),
                ),
            }
        }
        "popitem" => {
            given.bind(&what, [], 0)?;
            let found = dict.borrow_mut().pop_last();
            match found {
                Some((name, value)) => Ok(Value::tuple(vec![name, value])),
                None => wrong_value("nothing can be taken from an empty mapping"),
            }
        }
        "update" => {
            let named = std::mem::take(&mut given.named);
            let [other] = given.bind(&what, ["other"], 0)?;
            update(machine, dict, other.as_ref())?;
            machine.grow_list(named.len() * 3)?;
            for (name, value) in named {
                dict.borrow_mut().insert_text(name, value);
            }
            Ok(Value::None)
        }
        "clear" => {
            given.bind(&what, [], 0)?;
            // Dropped after the borrow: what is in it may look at it.
            let all = dict.borrow_mut().take();
            machine.charge(all.len() as u64)?;
            drop(Value::dict(all));
            Ok(Value::None)
        }
        "copy" => {
            given.bind(&what, [], 0)?;
            machine.grow_list(dict.borrow().len() * 3)?;
            Ok(Value::dict(dict.borrow().clone()))
        }
        _ => Err(unsupported(name)),
    }
}

/// Adds what a mapping or a list of pairs has.
pub(crate) fn update(machine: &Machine, dict: &Rc<Shared<Dict>>, other: Option<&Value>) -> Res<()> {
    if let Some(Value::Dict(other)) = other {
        machine.grow_list(other.borrow().len())?;
    }
    let entries: Vec<(Value, Value)> = match other {
        None => Vec::new(),
        Some(Value::Dict(other)) => other
            .borrow()
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        Some(other) => {
            let items = machine.items(other, None)?;
            items
                .iter()
                .map(|item| list::pair(machine, item))
                .collect::<Res<_>>()?
        }
    };
    machine.grow_list(entries.len() * 3)?;
    for (name, value) in entries {
        dict.borrow_mut().insert(machine.key(&name)?, name, value);
    }
    Ok(())
}
