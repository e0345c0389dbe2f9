//! Methods of lists and tuples.

use super::super::error::{Error, Res, wrong_type, wrong_value};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::operators::index_of;
use super::super::order::{is_found, sort_by_key};
use super::super::shared::Shared;
use super::super::value::Value;
use super::{unsupported, whole};
use std::rc::Rc;

pub(super) fn call(
    machine: &Machine,
    list: &Rc<Shared<Vec<Value>>>,
    name: &str,
    given: Given,
) -> Res<Value> {
    let what = format!(".{name}()");
    match name {
        "append" => {
            let [item] = given.bind(&what, ["object"], 1)?;
            machine.grow_list(1)?;
            list.borrow_mut().extend(item);
            Ok(Value::None)
        }
        "extend" => {
            let [items] = given.bind(&what, ["iterable"], 1)?;
            let items = machine.items(&items.unwrap_or(Value::None), None)?;
            list.borrow_mut().extend(items);
            Ok(Value::None)
        }
        "insert" => {
            let [index, item] = given.bind(&what, ["index", "object"], 2)?;
            machine.grow_list(1)?;
            let len = list.borrow().len();
            let index = whole(&index.unwrap_or(Value::None), &what)?;
            let index = if index < 0 {
                index.saturating_add(len as i128).max(0)
            } else {
                index
            };
            machine.charge(len as u64 / 16)?;
            list.borrow_mut().insert(
                usize::try_from(index).unwrap_or(usize::MAX).min(len),
                item.unwrap_or(Value::None),
            );
            Ok(Value::None)
        }
        "pop" => {
            let [index] = given.bind(&what, ["index"], 0)?;
            let len = list.borrow().len();
            let index = index.unwrap_or(Value::Int(-1));
            whole(&index, &what)?;
            machine.charge(len as u64 / 16)?;
            match index_of(&index, len) {
                Some(index) => Ok(list.borrow_mut().remove(index)),
                None if len == 0 => wrong_value("nothing can be taken from an empty list"),
                None => wrong_value(format!("there is no such position in a list of {len}")),
            }
        }
        "remove" => {
            let [item] = given.bind(&what, ["value"], 1)?;
            let found = position(machine, &list.borrow(), &item.unwrap_or(Value::None))?;
            match found {
                Some(index) => {
                    machine.charge(list.borrow().len() as u64 / 16)?;
                    list.borrow_mut().remove(index);
                    Ok(Value::None)
                }
                None => wrong_value("what .remove() was given is not in the list"),
            }
        }
        "clear" => {
            given.bind(&what, [], 0)?;
            let items = std::mem::take(&mut *list.borrow_mut());
            drop(Value::list(items));
            Ok(Value::None)
        }
        "copy" => {
            given.bind(&what, [], 0)?;
            machine.grow_list(list.borrow().len())?;
            Ok(Value::list(list.borrow().clone()))
        }
        "reverse" => {
            given.bind(&what, [], 0)?;
            machine.charge(list.borrow().len() as u64)?;
            list.borrow_mut().reverse();
            Ok(Value::None)
        }
        "sort" => sort(machine, list, given),
        _ => search(machine, &list.borrow(), name, given),
    }
}

fn sort(machine: &Machine, list: &Rc<Shared<Vec<Value>>>, mut given: Given) -> Res<Value> {
    let is_reversed = match given.take_named("reverse") {
        Some(value) => whole(&value, "reverse")? != 0,
        None => false,
    };
    match given.take_named("key") {
        None | Some(Value::None) => {}
        Some(_) => return Err(unsupported("sort").hint("use the filter sort(attribute=…)")),
    }
    given.bind(".sort()", [], 0)?;
    machine.charge(list.borrow().len() as u64)?;
    let mut items = list.borrow().clone();
    sort_by_key(machine, &mut items, |item| Ok(item.clone()), is_reversed)?;
    *list.borrow_mut() = items;
    Ok(Value::None)
}

/// `count` and `index`, which tuples have too.
pub(super) fn search(machine: &Machine, items: &[Value], name: &str, given: Given) -> Res<Value> {
    let what = format!(".{name}()");
    if name == "count" {
        let [item] = given.bind(&what, ["value"], 1)?;
        let item = item.unwrap_or(Value::None);
        let mut n = 0;
        for other in items {
            n += i128::from(is_found(machine, other, &item)?);
        }
        return Ok(Value::Int(n));
    }
    if name != "index" {
        return Err(unsupported(name));
    }
    let [item, start, stop] = given.bind(&what, ["value", "start", "stop"], 1)?;
    let len = items.len() as i128;
    let bound = |value: Option<Value>, default: i128| -> Res<usize> {
        let n = value.map_or(Ok(default), |value| whole(&value, &what))?;
        Ok(usize::try_from(if n < 0 {
            (n.saturating_add(len)).max(0)
        } else {
            n.min(len)
        })
        .unwrap_or(0))
    };
    let (start, stop) = (bound(start, 0)?, bound(stop, len)?);
    let part = items.get(start..stop).unwrap_or_default();
    match position(machine, part, &item.unwrap_or(Value::None))? {
        Some(index) => Ok(Value::Int((start + index) as i128)),
        None => wrong_value("what .index() looks for is not there")
            .map_err(|error: Box<Error>| error.hint("ask with in before")),
    }
}

fn position(machine: &Machine, items: &[Value], item: &Value) -> Res<Option<usize>> {
    for (i, other) in items.iter().enumerate() {
        if is_found(machine, other, item)? {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

/// A pair given where a mapping is built.
pub(super) fn pair(machine: &Machine, value: &Value) -> Res<(Value, Value)> {
    let mut items = machine.items(value, None)?.into_iter();
    match (items.next(), items.next(), items.next()) {
        (Some(name), Some(value), None) => Ok((name, value)),
        _ => wrong_type("a mapping is built from pairs of a key and a value"),
    }
}
