//! Python's dict: order of insertion, and keys that are equal across types (`1`, `1.0` and `True` are one key).

use super::value::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What two equal keys have in common.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Key {
    None,
    Undefined,
    Int(i128),
    Float(u64),
    Text(Rc<str>),
    Tuple(Vec<Key>),
    Object(usize),
}

/// Fewer keys than this are looked through without an index.
const FEW: usize = 9;

#[derive(Clone, Default)]
pub(super) struct Dict {
    entries: Vec<(Key, Value, Value)>,
    index: FxHashMap<Key, usize>,
}

impl Key {
    /// `None` for what Python calls unhashable: lists, dicts and what contains them.
    pub fn of(value: &Value) -> Option<Key> {
        Some(match value {
            Value::None => Key::None,
            Value::Undefined(_) => Key::Undefined,
            Value::Bool(b) => Key::Int(i128::from(*b)),
            Value::Int(n) => Key::Int(*n),
            Value::Float(x) if x.fract() == 0.0 && x.abs() < 1e37 => Key::Int(*x as i128),
            Value::Float(x) => Key::Float(x.to_bits()),
            Value::Text(text) | Value::Markup(text) => Key::Text(Rc::clone(text)),
            Value::Tuple(tuple) => {
                Key::Tuple(tuple.items.iter().map(Key::of).collect::<Option<_>>()?)
            }
            Value::List(_) | Value::Dict(_) => return None,
            Value::Object(object) => Key::Object(Rc::as_ptr(object).cast::<u8>() as usize),
        })
    }
}

impl Dict {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn position(&self, key: &Key) -> Option<usize> {
        if self.entries.len() < FEW {
            self.entries.iter().position(|(other, _, _)| other == key)
        } else {
            self.index.get(key).copied()
        }
    }

    pub fn get(&self, key: &Key) -> Option<&Value> {
        self.position(key)
            .and_then(|i| self.entries.get(i))
            .map(|(_, _, value)| value)
    }

    pub fn get_text(&self, key: &str) -> Option<&Value> {
        if self.entries.len() < FEW {
            let is_it = |(other, _, _): &&(Key, Value, Value)| matches!(other, Key::Text(text) if **text == *key);
            self.entries.iter().find(is_it).map(|(_, _, value)| value)
        } else {
            self.get(&Key::Text(Rc::from(key)))
        }
    }

    /// Sets a value; the first key written stays, as in Python.
    pub fn insert(&mut self, key: Key, name: Value, value: Value) {
        if let Some(entry) = self.position(&key).and_then(|i| self.entries.get_mut(i)) {
            entry.2 = value;
            return;
        }
        self.entries.push((key, name, value));
        match self.entries.len() {
            FEW => self.reindex(),
            n if n > FEW => {
                if let Some((key, _, _)) = self.entries.last() {
                    self.index.insert(key.clone(), n - 1);
                }
            }
            _ => {}
        }
    }

    pub fn insert_text(&mut self, name: Rc<str>, value: Value) {
        self.insert(Key::Text(Rc::clone(&name)), Value::Text(name), value);
    }

    pub fn remove(&mut self, key: &Key) -> Option<Value> {
        let position = self.position(key)?;
        let (_, _, value) = self.entries.remove(position);
        self.reindex();
        Some(value)
    }

    pub fn pop_last(&mut self) -> Option<(Value, Value)> {
        let (_, name, value) = self.entries.pop()?;
        self.reindex();
        Some((name, value))
    }

    pub fn clear(&mut self) {
        self.entries.clear();
        self.index.clear();
    }

    fn reindex(&mut self) {
        self.index.clear();
        if self.entries.len() >= FEW {
            let keys = self.entries.iter().enumerate();
            self.index = keys.map(|(i, (key, _, _))| (key.clone(), i)).collect();
        }
    }

    /// Keys and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter().map(|(_, name, value)| (name, value))
    }

    /// Keys as they are compared, and values.
    pub fn keyed(&self) -> impl Iterator<Item = (&Key, &Value)> {
        self.entries.iter().map(|(key, _, value)| (key, value))
    }

    /// The values, to change.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.entries.iter_mut().map(|(_, _, value)| value)
    }

    /// Empties it and gives what was in it.
    pub fn take_values(&mut self) -> impl Iterator<Item = Value> {
        self.index.clear();
        std::mem::take(&mut self.entries)
            .into_iter()
            .map(|(_, _, value)| value)
    }
}
