//! Python's dict: order of insertion, and keys that are equal across types (`1`, `1.0` and `True` are one key).

use super::value::Value;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What two equal keys have in common, with its hash, so that no index hashes a long key twice.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Key {
    hash: u64,
    form: Form,
}

/// Built only by [`Machine::key_of`](super::machine::Machine::key_of), which bounds how deep tuples go: comparing and
/// dropping them recurses.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Form {
    None,
    Undefined,
    Int(i128),
    Float(u64),
    Text(Rc<str>),
    Tuple(Rc<[Key]>),
    Object(usize),
}

impl From<Form> for Key {
    fn from(form: Form) -> Self {
        let mut hasher = FxHasher::default();
        form.hash(&mut hasher);
        Self {
            hash: hasher.finish(),
            form,
        }
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// Fewer keys than this are looked through without an index.
const FEW: usize = 9;

struct Entry {
    key: Key,
    name: Value,
    value: Value,
}

/// A dict. What is taken out leaves a gap, and gaps are closed when they are half of it: one removal costs no more
/// than one insertion.
#[derive(Default)]
pub(super) struct Dict {
    entries: Vec<Option<Entry>>,
    n_gaps: usize,
    index: FxHashMap<Key, usize>,
}

impl Clone for Dict {
    fn clone(&self) -> Self {
        let mut dict = Dict::default();
        dict.entries.reserve(self.len());
        for Entry { key, name, value } in self.entries.iter().flatten() {
            dict.push(key.clone(), name.clone(), value.clone());
        }
        dict
    }
}

impl Dict {
    pub fn len(&self) -> usize {
        self.entries.len() - self.n_gaps
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn position(&self, key: &Key) -> Option<usize> {
        if self.entries.len() < FEW {
            let is_it =
                |entry: &Option<Entry>| entry.as_ref().is_some_and(|entry| entry.key == *key);
            self.entries.iter().position(is_it)
        } else {
            self.index.get(key).copied()
        }
    }

    pub fn get(&self, key: &Key) -> Option<&Value> {
        let entry = self.entries.get(self.position(key)?)?;
        entry.as_ref().map(|entry| &entry.value)
    }

    pub fn get_text(&self, key: &str) -> Option<&Value> {
        if self.entries.len() < FEW {
            let is_it =
                |entry: &&Entry| matches!(&entry.key.form, Form::Text(text) if **text == *key);
            let found = self.entries.iter().flatten().find(is_it);
            found.map(|entry| &entry.value)
        } else {
            self.get(&Form::Text(Rc::from(key)).into())
        }
    }

    /// Sets a value; the first key written stays, as in Python.
    pub fn insert(&mut self, key: Key, name: Value, value: Value) {
        let position = self.position(&key);
        match position.and_then(|i| self.entries.get_mut(i)) {
            Some(Some(entry)) => entry.value = value,
            _ => self.push(key, name, value),
        }
    }

    fn push(&mut self, key: Key, name: Value, value: Value) {
        let n = self.entries.len();
        if n >= FEW {
            self.index.insert(key.clone(), n);
        }
        self.entries.push(Some(Entry { key, name, value }));
        if n + 1 == FEW {
            self.reindex();
        }
    }

    pub fn insert_text(&mut self, name: Rc<str>, value: Value) {
        let key = Form::Text(Rc::clone(&name)).into();
        self.insert(key, Value::Text(name), value);
    }

    pub fn remove(&mut self, key: &Key) -> Option<Value> {
        let position = self.position(key)?;
        let entry = self.entries.get_mut(position)?.take()?;
        self.n_gaps += 1;
        self.index.remove(key);
        self.close_gaps();
        Some(entry.value)
    }

    pub fn pop_last(&mut self) -> Option<(Value, Value)> {
        let position = self.entries.iter().rposition(Option::is_some)?;
        // Gaps at the end go too, so that none is passed twice.
        self.n_gaps -= self.entries.len() - 1 - position;
        self.entries.truncate(position + 1);
        let Entry { key, name, value } = self.entries.pop()??;
        self.index.remove(&key);
        if self.entries.len() < FEW {
            self.index.clear();
        }
        self.close_gaps();
        Some((name, value))
    }

    /// Empties it and gives what was in it.
    pub fn take(&mut self) -> Dict {
        std::mem::take(self)
    }

    fn close_gaps(&mut self) {
        if self.n_gaps * 2 > self.entries.len() {
            self.entries.retain(Option::is_some);
            self.n_gaps = 0;
            self.reindex();
        }
    }

    fn reindex(&mut self) {
        self.index.clear();
        if self.entries.len() >= FEW {
            let keys = self.entries.iter().enumerate();
            let place =
                |(i, entry): (usize, &Option<Entry>)| Some((entry.as_ref()?.key.clone(), i));
            self.index.extend(keys.filter_map(place));
        }
    }

    /// Keys and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Value, &Value)> {
        let entries = self.entries.iter().flatten();
        entries.map(|entry| (&entry.name, &entry.value))
    }

    /// Keys as they are compared, and values.
    pub fn keyed(&self) -> impl Iterator<Item = (&Key, &Value)> {
        let entries = self.entries.iter().flatten();
        entries.map(|entry| (&entry.key, &entry.value))
    }

    /// The values, to change.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let entries = self.entries.iter_mut().flatten();
        entries.map(|entry| &mut entry.value)
    }

    /// Empties it and gives the names and values that were in it.
    pub fn take_all(&mut self) -> Vec<Value> {
        let entries = self.take().entries;
        let both = |entry: Entry| [entry.name, entry.value];
        entries.into_iter().flatten().flat_map(both).collect()
    }
}
