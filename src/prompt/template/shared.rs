//! Lists and dicts that several names share, and dropping them without recursion.
//!
//! A template can nest lists a hundred thousand deep (`ns.l = [ns.l]` in a loop); dropping that in the usual way would
//! take one stack frame per level.

use super::dict::Dict;
use super::value::{Object, Tuple, Value};
use std::cell::{Cell, RefCell};
use std::ops::Deref;

/// What holds values and can give them up.
pub(super) trait Holds {
    fn give_up(&mut self) -> Vec<Value>;
}

/// A cell that drops what it holds one by one.
pub(super) struct Shared<T: Holds> {
    held: RefCell<T>,
    /// Whether it is among what the rendering empties at its end.
    pub is_kept: Cell<bool>,
    _live: Live,
}

impl<T: Holds> Shared<T> {
    pub fn of(held: T) -> Self {
        Self {
            held: RefCell::new(held),
            is_kept: Cell::new(false),
            _live: Live::new(),
        }
    }
}

impl<T: Holds> Deref for Shared<T> {
    type Target = RefCell<T>;

    fn deref(&self) -> &RefCell<T> {
        &self.held
    }
}

/// Counts, in tests, what is alive.
pub(super) struct Live(());

#[cfg(test)]
thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
}

/// How many lists, dicts and scopes there are in this thread.
#[cfg(test)]
pub(super) fn live() -> isize {
    LIVE.get()
}

impl Live {
    pub fn new() -> Self {
        #[cfg(test)]
        LIVE.set(LIVE.get() + 1);
        Self(())
    }
}

impl Default for Live {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
impl Drop for Live {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
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
        drop_flat(self.held.get_mut().give_up());
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
            Object::Loop(state) => {
                let last = state.last_changed.get_mut().take();
                drop_flat(last.unwrap_or_default());
                drop_flat(state.items.get_mut().give_up());
            }
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

/// Drops values, and what only they hold, without going deeper on the stack.
pub(super) fn drop_flat(values: Vec<Value>) {
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
