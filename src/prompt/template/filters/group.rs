//! Filters that sort and group: `dictsort` and `groupby`.

use super::super::attribute::path_parts;
use super::super::error::{Error, Res, wrong_type, wrong_value};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::methods::words;
use super::super::order::{is_equal, sort_by_key};
use super::super::value::{Tuple, Value};
use super::sequence::folded;
use super::{is_on, set};
use std::rc::Rc;

pub(super) fn dict_sort(machine: &Machine, value: &Value, given: Given) -> Res<Value> {
    let what = "the filter dictsort";
    let [is_exact, by, is_reversed] = given.bind(what, ["case_sensitive", "by", "reverse"], 0)?;
    let by = by.unwrap_or_else(|| Value::text("key"));
    let index = match words(&by, what)? {
        "key" => 0,
        "value" => 1,
        other => {
            return wrong_value(format!("the filter dictsort cannot sort by {other}"))
                .map_err(|error: Box<Error>| error.hint("it sorts by key or by value"));
        }
    };
    let dict = match value {
        Value::Dict(dict) => dict,
        Value::Undefined(undefined) => return Err(machine.undefined_error(undefined)),
        other => {
            return wrong_type(format!(
                "the filter dictsort needs a mapping, not {}",
                other.plain_name()
            ));
        }
    };
    machine.grow_list(dict.borrow().len() * 3)?;
    let mut pairs: Vec<Value> = dict
        .borrow()
        .iter()
        .map(|(name, value)| Value::tuple(vec![name.clone(), value.clone()]))
        .collect();
    let key = |pair: &Value| match pair {
        Value::Tuple(tuple) => folded(
            machine,
            tuple.items.get(index).cloned().unwrap_or(Value::None),
            is_on(&is_exact),
        ),
        _ => Ok(Value::None),
    };
    sort_by_key(machine, &mut pairs, key, is_on(&is_reversed))?;
    Ok(Value::list(pairs))
}

pub(super) fn group_by(machine: &Machine, value: &Value, given: Given) -> Res<Value> {
    let [attribute, default, is_exact] = given.bind(
        "the filter groupby",
        ["attribute", "default", "case_sensitive"],
        1,
    )?;
    let path = path_parts(&attribute.unwrap_or(Value::None));
    let default = set(default);
    let real = |item: &Value| -> Res<Value> {
        let found = machine.path(item, &path)?;
        Ok(match &default {
            Some(default) if found.is_undefined() => default.clone(),
            _ => found,
        })
    };
    let key = |item: &Value| folded(machine, real(item)?, is_on(&is_exact));
    let mut items = machine.items(value, None)?;
    sort_by_key(machine, &mut items, key, false)?;
    let mut groups: Vec<(Value, Value, Vec<Value>)> = Vec::new();
    for item in items {
        let item_key = key(&item)?;
        match groups.last_mut() {
            Some((group_key, _, members)) if is_equal(machine, group_key, &item_key)? => {
                members.push(item)
            }
            _ => groups.push((item_key, real(&item)?, vec![item])),
        }
    }
    machine.grow_list(groups.len() * 3)?;
    let group = |(_, name, members): (Value, Value, Vec<Value>)| {
        Value::Tuple(Rc::new(Tuple {
            items: vec![name, Value::list(members)],
            is_group: true,
        }))
    };
    Ok(Value::list(groups.into_iter().map(group).collect()))
}
