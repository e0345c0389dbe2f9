//! Where names that a template sets are kept.

use super::node::Name;
use super::shared::{Live, drop_flat};
use super::value::Value;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// More names than this are found through an index.
const FEW: usize = 16;

/// One body's names; what is not here is looked for in the body around it.
#[derive(Default)]
pub(super) struct Scope {
    names: RefCell<Names>,
    parent: Option<Rc<Scope>>,
    /// Whether it is among what the rendering empties at its end.
    pub is_kept: Cell<bool>,
    _live: Live,
}

#[derive(Default)]
struct Names {
    all: Vec<(Name, Value)>,
    index: FxHashMap<Name, usize>,
}

impl Names {
    fn position(&self, name: Name) -> Option<usize> {
        match self.all.len() <= FEW {
            true => self.all.iter().position(|(other, _)| *other == name),
            false => self.index.get(&name).copied(),
        }
    }

    fn push(&mut self, name: Name, value: Value) {
        self.all.push((name, value));
        let n = self.all.len();
        if n > FEW {
            // The first time all of them, then the last.
            let new = if n == FEW + 1 { 0 } else { n - 1 };
            let places = self.all.iter().enumerate().skip(new);
            self.index.extend(places.map(|(i, (name, _))| (*name, i)));
        }
    }

    fn take(&mut self) -> Vec<Value> {
        self.index.clear();
        let all = std::mem::take(&mut self.all);
        all.into_iter().map(|(_, value)| value).collect()
    }
}

impl Scope {
    pub fn inside(parent: &Rc<Scope>) -> Rc<Scope> {
        Rc::new(Scope {
            names: RefCell::default(),
            parent: Some(Rc::clone(parent)),
            is_kept: Cell::new(false),
            _live: Live::new(),
        })
    }

    pub fn parent(&self) -> Option<&Rc<Scope>> {
        self.parent.as_ref()
    }

    /// Empties it and gives what was in it.
    pub fn take(&self) -> Vec<Value> {
        self.names.borrow_mut().take()
    }

    pub fn set(&self, name: Name, value: Value) {
        let mut names = self.names.borrow_mut();
        let position = names.position(name);
        match position.and_then(|i| names.all.get_mut(i)) {
            Some(entry) => entry.1 = value,
            None => names.push(name, value),
        }
    }

    pub fn get(&self, name: Name) -> Option<Value> {
        let mut scope = self;
        loop {
            let names = scope.names.borrow();
            if let Some((_, value)) = names.position(name).and_then(|i| names.all.get(i)) {
                return Some(value.clone());
            }
            drop(names);
            scope = scope.parent.as_deref()?;
        }
    }

    /// Forgets what was set, for the next round of a loop.
    pub fn clear(&self) {
        drop_flat(self.take());
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        drop_flat(self.names.get_mut().take());
    }
}
