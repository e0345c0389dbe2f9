//! What a person does with files and the runs in them: opens, removes, chooses, takes along.
//!
//! Deliberately absent: what is in a file; that the worker finds out.

use super::{Session, State};
use crate::browser::{clock, file};
use crate::protocol::{Decision, FileKey, ReadAs, Request, RunKey};
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::File;

/// Files on their way.
pub struct Arrival {
    session: Session,
    epoch: u32,
    start: f64,
    is_fresh: bool,
}

impl Arrival {
    /// They are here, or as many as could be had. Nothing happens when the user started over meanwhile.
    pub fn arrived(self, files: Vec<(String, File)>) {
        let session = self.session;
        if session.epoch.get_value() == self.epoch {
            session.read(files, self.start, self.is_fresh);
        }
    }
}

impl Session {
    /// Reads files: dropped, chosen, pasted or fetched, each with its name. No files, nothing happens.
    pub fn open(self, files: Vec<(String, File)>) {
        if !files.is_empty() {
            self.read(files, clock::now(), false);
        }
    }

    fn read(self, files: Vec<(String, File)>, start: f64, is_fresh: bool) {
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        self.dropped.set_value(Some((start, names.join(", "))));
        // A template among them may take the place of what is being typed: that comes first.
        self.hand_over_typed();
        self.change(
            State::Loading,
            |turn| Request::Open { turn, is_fresh },
            &file::with_names(&files),
        );
        self.before_arrival.set_value(Some(self.open_files()));
    }

    /// Waits for files that are being fetched: the page is loading from now on. With `is_fresh`, what is open is
    /// closed when they arrive.
    pub fn expect_files(self, is_fresh: bool) -> Arrival {
        self.dismiss_troubles();
        self.wait(self.asked.get_untracked().0 + 1, State::Loading);
        Arrival {
            session: self,
            epoch: self.epoch.get_value(),
            start: clock::now(),
            is_fresh,
        }
    }

    /// Closes one file.
    pub fn remove(self, file: FileKey) {
        self.change(
            State::Loading,
            |turn| Request::Remove { turn, file },
            &JsValue::UNDEFINED,
        );
    }

    /// Answers a question of the worker's.
    pub fn decide(self, decision: Decision) {
        self.change(
            State::Loading,
            |turn| Request::Decide { turn, decision },
            &JsValue::UNDEFINED,
        );
    }

    /// Has the replies in a file read otherwise.
    pub fn read_as(self, file: FileKey, read_as: ReadAs) {
        self.change(
            State::Scoring,
            |turn| Request::ReadAs {
                turn,
                file,
                read_as,
            },
            &JsValue::UNDEFINED,
        );
    }

    /// Shows another run.
    pub fn select(self, run: RunKey) {
        self.change(
            State::Scoring,
            |turn| Request::Select { turn, run },
            &JsValue::UNDEFINED,
        );
    }

    /// Asks for one result file, or for the zip with `all`.
    pub fn download(self, name: &str) {
        self.hand_over_typed();
        self.begin_deed();
        self.ask(&Request::Download {
            name: name.to_owned(),
            with_dataset: self.with_dataset.get_untracked(),
        });
    }

    /// Asks for the report as Markdown.
    pub fn ask_for_markdown(self) {
        self.hand_over_typed();
        self.begin_deed();
        self.markdown.set(None);
        self.ask(&Request::Markdown);
    }
}
