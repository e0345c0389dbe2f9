//! Deleting, resetting and replacing sets, and taking that back.
//!
//! Deliberately absent: taking back what was typed; editors do that. What can be taken back is kept until the page is closed.

use super::name;
use super::{Library, TemplateSet, built_in};

/// So many steps can be taken back.
const DEPTH: usize = 30;

/// One step that can be taken back.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Undo {
    /// In words, as a sentence goes on after "undo".
    words: String,
    /// The set before.
    was: TemplateSet,
    /// Where it was.
    place: usize,
    /// The set after; `None` where it was deleted.
    is: Option<TemplateSet>,
}

impl Undo {
    pub(super) fn rename(&mut self, old: &str, new: &str) {
        // A deleted set keeps the name it had.
        let Some(is) = &mut self.is else { return };
        if name::is_same(&is.task_type, old) {
            new.clone_into(&mut is.task_type);
            new.clone_into(&mut self.was.task_type);
        }
    }
}

impl Library {
    /// Deletes one of a person's own sets, or what was changed in one that comes with the page.
    pub fn delete(&mut self, task_type: &str) {
        let Some(place) = self.index(task_type) else {
            return;
        };
        if self.is_built_in(task_type) {
            return self.reset(task_type);
        }
        let was = self.sets.remove(place);
        let words = format!("deleting {}", was.task_type);
        self.remember(Undo {
            words,
            was,
            place,
            is: None,
        });
    }

    /// Puts the templates back with which a set came.
    pub fn reset(&mut self, task_type: &str) {
        if let Some(known) = built_in::set(task_type) {
            let words = format!("resetting {}", known.task_type);
            self.replace(known, words);
        }
    }

    /// Puts a set in the place of the one with its name, if it is another text; whether it is.
    pub(super) fn replace(&mut self, new: TemplateSet, words: String) -> bool {
        let place = self.index(&new.task_type);
        let Some(set) = place.and_then(|place| self.sets.get_mut(place)) else {
            return false;
        };
        if set.is_same_text(&new) {
            return false;
        }
        let new = TemplateSet {
            task_type: set.task_type.clone(),
            ..new
        };
        let was = std::mem::replace(set, new.clone());
        self.remember(Undo {
            words,
            was,
            place: place.unwrap_or(0),
            is: Some(new),
        });
        true
    }

    fn remember(&mut self, undo: Undo) {
        if self.undo.len() >= DEPTH {
            self.undo.remove(0);
        }
        self.undo.push(undo);
    }

    /// What would be taken back next, in words: `deleting my_task`.
    pub fn undo_words(&self) -> Option<&str> {
        self.undo.last().map(|undo| undo.words.as_str())
    }

    /// Takes the last deletion, reset or replacement back, and returns the name of the set that is as it was. What was typed
    /// since then is kept as a copy.
    pub fn undo(&mut self) -> Option<String> {
        let Undo { was, place, is, .. } = self.undo.pop()?;
        let name = was.task_type.clone();
        let now = is.as_ref().and_then(|is| self.get(&is.task_type)).cloned();
        match (now, is) {
            (Some(now), Some(is)) => {
                if !now.is_same_text(&is) && !now.is_same_text(&was) {
                    self.keep_copy(&now);
                }
                if let Some(set) = self.get_mut(&name) {
                    *set = TemplateSet {
                        task_type: set.task_type.clone(),
                        ..was
                    };
                }
                Some(name)
            }
            _ => {
                let task_type = self.free_name(&name);
                let place = place.clamp(built_in::SETS.len(), self.sets.len());
                self.sets.insert(
                    place,
                    TemplateSet {
                        task_type: task_type.clone(),
                        ..was
                    },
                );
                Some(task_type)
            }
        }
    }

    /// Keeps a set beside the one that takes its place, and returns the copy's name.
    pub(super) fn keep_copy(&mut self, set: &TemplateSet) -> String {
        let task_type = self.free_name(&name::of_copy(&set.task_type));
        self.sets.push(TemplateSet {
            task_type: task_type.clone(),
            ..set.clone()
        });
        task_type
    }
}
