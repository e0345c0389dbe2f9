//! Lists and dicts that several names share, and dropping them without recursion.
//!
//! A template can nest lists a hundred thousand deep (`ns.l = [ns.l]` in a loop); dropping that in the usual way would
//! take one stack frame per level.

use super::dict::Dict;
use super::value::{Object, Tuple, Value};
use std::cell::RefCell;
use std::ops::Deref;

/// What holds values and can give them up.
pub(super) trait Holds {
    fn give_up(&mut self) -> Vec<Value>;
}

/// A cell that drops what it holds one by one.
pub(super) struct Shared<T: Holds>(RefCell<T>);

impl<T: Holds> Shared<T> {
    pub fn of(held: T) -> Self {
        Self(RefCell::new(held))
    }
}

impl<T: Holds> Deref for Shared<T> {
    type Target = RefCell<T>;

    fn deref(&self) -> &RefCell<T> {
        &self.0
    }
}

impl Holds for Vec<Value> {
    fn give_up(&mut self) -> Vec<Value> {
        match self.iter().any(is_container) {
            true => std::mem::take(self),
            false => Vec::new(),
        }
    }
}

impl Holds for Dict {
    fn give_up(&mut self) -> Vec<Value> {
        let holds = |(name, value)| is_container(name) || is_container(value);
        let has_containers = self.iter().any(holds);
        match has_containers {
            true => self.take_all(),
            false => Vec::new(),
        }
    }
}

fn is_container(value: &Value) -> bool {
    matches!(
        value,
        Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::Object(_)
    )
}

impl<T: Holds> Drop for Shared<T> {
    fn drop(&mut self) {
        drop_flat(self.0.get_mut().give_up());
    }
}

impl Drop for Tuple {
    fn drop(&mut self) {
        drop_flat(self.items.give_up());
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        match self {
            Object::Cycler { items, .. } => drop_flat(items.give_up()),
            Object::Once(once) => drop_flat(once.get_mut().by_ref().collect()),
            Object::Loop(state) => drop_flat(state.items.get_mut().give_up()),
            Object::Method { of, .. } => drop_flat(vec![std::mem::replace(of, Value::None)]),
            Object::Joiner { separator, .. } => {
                drop_flat(vec![std::mem::replace(separator, Value::None)])
            }
            _ => {}
        }
    }
}

thread_local! {
    /// What waits to be dropped while something is being dropped.
    static WAITING: RefCell<Option<Vec<Value>>> = const { RefCell::new(None) };
}

fn drop_flat(values: Vec<Value>) {
    if values.is_empty() {
        return;
    }
    let is_inner = WAITING.with(|waiting| match &mut *waiting.borrow_mut() {
        Some(waiting) => {
            waiting.extend(values.iter().cloned());
            true
        }
        none => {
            *none = Some(values.clone());
            false
        }
    });
    // Each value is also in the queue: this only counts references down.
    drop(values);
    if is_inner {
        return;
    }
    // Dropped outside of the borrow: dropping may add to what waits.
    while let Some(value) = next_waiting() {
        drop(value);
    }
    WAITING.with(|waiting| *waiting.borrow_mut() = None);
}

fn next_waiting() -> Option<Value> {
    WAITING.with(|waiting| waiting.borrow_mut().as_mut().and_then(Vec::pop))
}
