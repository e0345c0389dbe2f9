//! What is told beside the places: troubles that belong to no file, and which files arrived.

use super::{Place, Session};
use crate::problem::Problem;
use crate::protocol::{FileKey, View};
use leptos::prelude::*;

/// A trouble that belongs to no file.
#[derive(Clone, PartialEq)]
pub struct Trouble {
    problem: Problem,
    /// The place where it arose, from something that was done there; `None`: it is everybody's matter.
    place: Option<Place>,
}

impl Session {
    /// The troubles to be told where the page is.
    pub fn told_here(self) -> Vec<Problem> {
        let here = self.place.get();
        self.troubles.with(|troubles| {
            let is_here = |trouble: &&Trouble| trouble.place.is_none_or(|place| place == here);
            let here = troubles.iter().filter(is_here);
            here.map(|trouble| trouble.problem.clone()).collect()
        })
    }

    /// A trouble that concerns every place.
    pub fn tell(self, problem: Problem) {
        self.tell_at(None, problem);
    }

    /// A trouble that came of something done where the page is; gone with the next thing that is done.
    pub fn tell_here(self, problem: Problem) {
        self.tell_at(Some(self.place.get_untracked()), problem);
    }

    /// A trouble that the worker tells of: it belongs to where the last file was asked for, if one was.
    pub(super) fn tell_of_deed(self, problem: Problem) {
        self.tell_at(self.deed_place.get_value(), problem);
    }

    fn tell_at(self, place: Option<Place>, problem: Problem) {
        let trouble = Trouble { problem, place };
        self.troubles.update(|troubles| {
            if !troubles.contains(&trouble) {
                troubles.push(trouble);
            }
        });
    }

    /// Everything that was told is read.
    pub fn dismiss_troubles(self) {
        self.troubles.set(Vec::new());
    }

    /// Something is done here that may be told of: what was told of the last is over.
    pub(super) fn begin_deed(self) {
        self.end_deed();
        self.deed_place.set_value(Some(self.place.get_untracked()));
    }

    /// Something else is done: what was told of a deed may hold no more.
    pub(super) fn end_deed(self) {
        self.deed_place.set_value(None);
        let is_of_deed = |trouble: &Trouble| trouble.place.is_some();
        let has_some = self
            .troubles
            .with_untracked(|troubles| troubles.iter().any(is_of_deed));
        if has_some {
            self.troubles
                .update(|troubles| troubles.retain(|trouble| !is_of_deed(trouble)));
        }
    }

    pub(super) fn open_files(self) -> Vec<FileKey> {
        let keys = |view: &std::sync::Arc<View>| view.files.iter().map(|file| file.key).collect();
        self.view.with_untracked(keys)
    }

    /// Which of the files are those that were waited for.
    pub(super) fn note_arrival(self, view: &View) {
        let before = self.before_arrival.try_update_value(Option::take).flatten();
        if let Some(before) = before {
            let is_new = |file: &&crate::protocol::FileView| !before.contains(&file.key);
            self.arrived
                .set(view.files.iter().filter(is_new).cloned().collect());
        }
    }
}
