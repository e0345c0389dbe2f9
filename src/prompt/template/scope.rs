//! Where names that a template sets are kept.

use super::node::Name;
use super::value::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// One body's names; what is not here is looked for in the body around it.
#[derive(Default)]
pub(super) struct Scope {
    names: RefCell<Vec<(Name, Value)>>,
    parent: Option<Rc<Scope>>,
}

impl Scope {
    pub fn inside(parent: &Rc<Scope>) -> Rc<Scope> {
        Rc::new(Scope {
            names: RefCell::default(),
            parent: Some(Rc::clone(parent)),
        })
    }

    pub fn set(&self, name: Name, value: Value) {
        let mut names = self.names.borrow_mut();
        match names.iter_mut().find(|(other, _)| *other == name) {
            Some(entry) => entry.1 = value,
            None => names.push((name, value)),
        }
    }

    pub fn get(&self, name: Name) -> Option<Value> {
        let mut scope = self;
        loop {
            let found = scope
                .names
                .borrow()
                .iter()
                .find(|(other, _)| *other == name)
                .map(|(_, value)| value.clone());
            if found.is_some() {
                return found;
            }
            scope = scope.parent.as_deref()?;
        }
    }

    /// Forgets what was set, for the next round of a loop.
    pub fn clear(&self) {
        self.names.borrow_mut().clear();
    }
}
