//! Methods that look for something in a text and make no new one.

use super::super::error::{Error, Res, wrong_value};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::value::Value;
use super::{whole, words};

/// The methods.
pub(super) const METHODS: &[&str] = &[
    "count",
    "endswith",
    "find",
    "index",
    "rfind",
    "rindex",
    "startswith",
];

pub(super) fn call(machine: &Machine, text: &str, name: &str, given: Given) -> Res<Value> {
    let what = format!(".{name}()");
    if name.ends_with("with") {
        let [affix, start, end] = given.bind(&what, ["prefix", "start", "end"], 1)?;
        let affix = affix.unwrap_or(Value::None);
        return begins(machine, text, name, &affix, start, end).map(Value::Bool);
    }
    let [part, start, end] = given.bind(&what, ["sub", "start", "end"], 1)?;
    let part = part.unwrap_or(Value::None);
    let part = words(&part, &what)?;
    machine.charge(part.len() as u64 / 32)?;
    find(text, name, part, start, end)
}

/// The bytes between two positions counted in characters; `None` when they are out of order.
fn part(text: &str, start: Option<Value>, end: Option<Value>) -> Res<Option<(usize, &str)>> {
    let n = text.chars().count();
    let bound = |value: Option<Value>, default: usize| -> Res<usize> {
        let n_signed = n as i128;
        Ok(match value {
            None | Some(Value::None) => default,
            Some(value) => {
                let at = whole(&value, "a position")?;
                let at = if at < 0 {
                    at.saturating_add(n_signed).max(0)
                } else {
                    at
                };
                usize::try_from(at).unwrap_or(usize::MAX)
            }
        })
    };
    let (start, end) = (bound(start, 0)?, bound(end, n)?.min(n));
    if start > end {
        return Ok(None);
    }
    let byte = |at: usize| text.char_indices().nth(at).map_or(text.len(), |(i, _)| i);
    Ok(text.get(byte(start)..byte(end)).map(|part| (start, part)))
}

fn begins(
    machine: &Machine,
    text: &str,
    name: &str,
    affix: &Value,
    start: Option<Value>,
    end: Option<Value>,
) -> Res<bool> {
    let Some((_, part)) = part(text, start, end)? else {
        return Ok(false);
    };
    let is_so = |affix: &Value| {
        let affix = words(affix, &format!(".{name}()"))?;
        machine.charge(2 + affix.len() as u64 / 64)?;
        Ok(if name == "startswith" {
            part.starts_with(affix)
        } else {
            part.ends_with(affix)
        })
    };
    match affix {
        Value::Tuple(tuple) => {
            for affix in &tuple.items {
                if is_so(affix)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        affix => is_so(affix),
    }
}

fn find(
    text: &str,
    name: &str,
    sought: &str,
    start: Option<Value>,
    end: Option<Value>,
) -> Res<Value> {
    let Some((offset, part)) = part(text, start, end)? else {
        return match name {
            "index" | "rindex" => not_found(name),
            "count" => Ok(Value::Int(0)),
            _ => Ok(Value::Int(-1)),
        };
    };
    if name == "count" {
        let n = if sought.is_empty() {
            part.chars().count() + 1
        } else {
            part.matches(sought).count()
        };
        return Ok(Value::Int(n as i128));
    }
    let found = if name.starts_with('r') {
        part.rfind(sought)
    } else {
        part.find(sought)
    };
    match found {
        Some(at) => Ok(Value::Int(
            (offset + part.get(..at).unwrap_or("").chars().count()) as i128,
        )),
        None if name.ends_with("index") => not_found(name),
        None => Ok(Value::Int(-1)),
    }
}

fn not_found(name: &str) -> Res<Value> {
    wrong_value(format!("what .{name}() looks for is not in the text"))
        .map_err(|error: Box<Error>| error.hint("ask with in before, or use .find()"))
}
