//! `value.name` and `value[key]`: an attribute first and an item second for the dot, the other way round for brackets.
//!
//! So `d.items` is the method even when the dict has a key of that name, and `d['items']` is the key, as in Jinja2.
//! Python's internals (`__class__`) are out of reach.

use super::error::{Error, Res};
use super::machine::Machine;
use super::methods::method_named;
use super::node::Expression;
use super::operators::index_of;
use super::value::{Loop, Object, Undefined, Value};
use std::rc::Rc;

impl Machine<'_> {
    /// `value.name`.
    pub fn attribute(&self, value: &Value, name: &Rc<str>, at: Option<&Expression>) -> Res<Value> {
        if let Value::Undefined(undefined) = value {
            return Err(self.undefined_error(undefined));
        }
        if let Some(found) = self.own_attribute(value, name)? {
            return Ok(found);
        }
        if let Value::Dict(dict) = value
            && let Some(found) = dict.borrow().get_text(name)
        {
            return Ok(found.clone());
        }
        if name.starts_with("__") && name.ends_with("__") {
            return Err(Error::new(format!(
                "{name} is a part of Python itself, which templates here cannot reach"
            )));
        }
        Ok(self.missing(value, &Value::Text(Rc::clone(name)), at))
    }

    /// `value[key]`.
    pub fn item(&self, value: &Value, key: &Value, at: Option<&Expression>) -> Res<Value> {
        if let Value::Undefined(undefined) = value {
            return Err(self.undefined_error(undefined));
        }
        if let Some(found) = self.own_item(value, key)? {
            return Ok(found);
        }
        if let Some(name) = key.as_text()
            && let Some(found) = self.own_attribute(value, name)?
        {
            return Ok(found);
        }
        Ok(self.missing(value, key, at))
    }

    fn own_item(&self, value: &Value, key: &Value) -> Res<Option<Value>> {
        Ok(match value {
            Value::Dict(dict) => {
                let key = self.key_of(key)?;
                key.and_then(|key| dict.borrow().get(&key).cloned())
            }
            Value::List(items) => {
                let items = items.borrow();
                index_of(key, items.len()).and_then(|i| items.get(i).cloned())
            }
            Value::Tuple(tuple) => {
                index_of(key, tuple.items.len()).and_then(|i| tuple.items.get(i).cloned())
            }
            Value::Text(text) => self.letter(text, key)?.map(Value::text),
            Value::Markup(text) => self
                .letter(text, key)?
                .map(|text| Value::Markup(Rc::from(text))),
            Value::Object(object) => match &**object {
                Object::Range { start, step, len } => index_of(key, *len)
                    .map(|i| Value::Int(start.saturating_add(step.saturating_mul(i as i128)))),
                Object::Blocks => key.as_text().and_then(|name| self.block_named(name)),
                _ => None,
            },
            _ => None,
        })
    }

    fn letter<'v>(&self, text: &'v str, key: &Value) -> Res<Option<&'v str>> {
        self.charge(text.len() as u64 / 64)?;
        let n = if text.is_ascii() {
            text.len()
        } else {
            text.chars().count()
        };
        Ok(index_of(key, n).and_then(|i| {
            let (start, c) = text.char_indices().nth(i)?;
            text.get(start..start + c.len_utf8())
        }))
    }

    fn block_named(&self, name: &str) -> Option<Value> {
        let index = self
            .program
            .blocks
            .iter()
            .position(|block| *block.name == *name)?;
        Some(Value::object(Object::Block(index)))
    }

    /// What Python's `getattr` finds.
    pub fn own_attribute(&self, value: &Value, name: &str) -> Res<Option<Value>> {
        if let Some(method) = method_named(value, name) {
            return Ok(Some(Value::object(Object::Method {
                of: value.clone(),
                name: method,
            })));
        }
        Ok(match (value, name) {
            (Value::Int(_) | Value::Bool(_), "real" | "numerator") => {
                value.as_int().map(Value::Int)
            }
            (Value::Int(_) | Value::Bool(_), "imag") => Some(Value::Int(0)),
            (Value::Int(_) | Value::Bool(_), "denominator") => Some(Value::Int(1)),
            (Value::Float(x), "real") => Some(Value::Float(*x)),
            (Value::Float(_), "imag") => Some(Value::Float(0.0)),
            (Value::Tuple(tuple), "grouper") if tuple.is_group => tuple.items.first().cloned(),
            (Value::Tuple(tuple), "list") if tuple.is_group => tuple.items.get(1).cloned(),
            (Value::Object(object), _) => self.object_attribute(object, name),
            _ => None,
        })
    }

    fn object_attribute(&self, object: &Rc<Object>, name: &str) -> Option<Value> {
        match (&**object, name) {
            (Object::Namespace(dict), _) => dict.borrow().get_text(name).cloned(),
            (Object::Loop(state), _) => loop_attribute(state, name),
            (Object::Cycler { items, position }, "current") => items.get(position.get()).cloned(),
            (Object::Cycler { position, .. }, "pos") => Some(Value::Int(position.get() as i128)),
            (Object::Cycler { items, .. }, "items") => Some(Value::tuple(items.clone())),
            (Object::Joiner { separator, .. }, "sep") => Some(separator.clone()),
            (Object::Joiner { is_used, .. }, "used") => Some(Value::Bool(is_used.get())),
            (Object::Range { start, .. }, "start") => Some(Value::Int(*start)),
            (Object::Range { step, .. }, "step") => Some(Value::Int(*step)),
            (Object::Range { start, step, len }, "stop") => Some(Value::Int(
                start.saturating_add(step.saturating_mul(*len as i128)),
            )),
            (Object::Macro(of), _) => {
                let node = self.program.macros.get(of.node)?;
                Some(match name {
                    "name" => Value::Text(Rc::clone(&node.name)),
                    "arguments" => Value::tuple(
                        node.arguments
                            .iter()
                            .map(|name| Value::Text(self.name(*name)))
                            .collect(),
                    ),
                    "catch_kwargs" => Value::Bool(node.catches_kwargs),
                    "catch_varargs" => Value::Bool(node.catches_varargs),
                    "caller" => Value::Bool(node.takes_caller),
                    _ => return None,
                })
            }
            (Object::Blocks, _) => self.block_named(name),
            (Object::Block(index), "name") => self
                .program
                .blocks
                .get(*index)
                .map(|block| Value::Text(Rc::clone(&block.name))),
            _ => None,
        }
    }

    /// Something that is not there, with what it takes to say so.
    fn missing(&self, value: &Value, key: &Value, at: Option<&Expression>) -> Value {
        // A long expression is not described again and again for nothing.
        let _ = self.charge(at.map_or(0, |at| {
            u64::from(at.span.end.saturating_sub(at.span.start)) / 16
        }));
        let written = at.map(|at| Rc::from(self.describe(at)));
        let of = match (at, value) {
            (Some(at), _) => match &at.kind {
                super::node::Kind::Attribute(of, _) => self.describe(of),
                super::node::Kind::Item(both) => self.describe(&both.0),
                _ => value.plain_name().to_owned(),
            },
            _ => value.plain_name().to_owned(),
        };
        let key_text = match key {
            Value::Text(text) | Value::Markup(text) => {
                format!("\"{}\"", crate::problem::cut(text, 40))
            }
            Value::Int(n) => n.to_string(),
            other => other.plain_name().to_owned(),
        };
        let message = match value {
            Value::Dict(dict) => {
                let dict = dict.borrow();
                let keys = dict
                    .iter()
                    .filter_map(|(name, _)| name.as_text())
                    .map(|name| &**name);
                match keys.take(8).collect::<Vec<_>>() {
                    keys if keys.is_empty() => format!("{of} has no {key_text}; it is empty"),
                    keys => format!("{of} has no {key_text}; it has {}", keys.join(", ")),
                }
            }
            Value::List(items) => format!(
                "{of} has no element {key_text}; it has {}",
                items.borrow().len()
            ),
            other => format!("{of} is {} and has no {key_text}", other.plain_name()),
        };
        Value::Undefined(Rc::new(Undefined { message, written }))
    }

    /// `a.b.0` as `map(attribute=…)` reads it: items by each part.
    pub fn path(&self, value: &Value, parts: &[Value]) -> Res<Value> {
        let mut value = value.clone();
        for part in parts {
            self.charge(1)?;
            value = self.item(&value, part, None)?;
        }
        Ok(value)
    }
}

/// The parts of an attribute given to a filter: digits are positions.
pub(super) fn path_parts(attribute: &Value) -> Vec<Value> {
    match attribute {
        Value::None => Vec::new(),
        Value::Text(text) | Value::Markup(text) => text
            .split('.')
            .map(|part| match part.parse() {
                Ok(n) if part.chars().all(|c| c.is_ascii_digit()) => Value::Int(n),
                _ => Value::text(part),
            })
            .collect(),
        other => vec![other.clone()],
    }
}

fn loop_attribute(state: &Loop, name: &str) -> Option<Value> {
    let index0 = state.index0.get();
    let items = state.items.borrow();
    let int = |n: usize| Some(Value::Int(n as i128));
    match name {
        "index" => int(index0 + 1),
        "index0" => int(index0),
        "revindex" => int(items.len() - index0.min(items.len())),
        "revindex0" => int(items.len() - (index0 + 1).min(items.len())),
        "first" => Some(Value::Bool(index0 == 0)),
        "last" => Some(Value::Bool(index0 + 1 == items.len())),
        "length" => int(items.len()),
        "depth" => int(state.depth0 + 1),
        "depth0" => int(state.depth0),
        "previtem" => Some(match index0.checked_sub(1).and_then(|i| items.get(i)) {
            Some(item) => item.clone(),
            None => Value::undefined("there is no previous item in the first round of a loop"),
        }),
        "nextitem" => Some(match items.get(index0 + 1) {
            Some(item) => item.clone(),
            None => Value::undefined("there is no next item in the last round of a loop"),
        }),
        _ => None,
    }
}
