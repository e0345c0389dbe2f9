//! What is done between requests, and in which order: first what the shown place waits for.
//!
//! Deliberately absent: the work itself.

use super::{Counting, Desk, background, say};
use crate::browser::clock;
use crate::protocol::Reply;

impl Desk {
    /// Milliseconds until there is something to do even if nothing comes; `None` for never.
    pub(super) fn wait(&self) -> Option<i32> {
        let telling = self.until_telling().map(|wait| wait.ceil() as i32);
        let is_working =
            self.background.is_some() || self.comparing.is_due() || self.previewing.is_some();
        let counting = self.counting.as_ref().map(Counting::wait);
        let working = is_working.then_some(0).or(counting);
        telling.into_iter().chain(working).min()
    }

    /// Does a little of what nobody waits for.
    pub(super) fn do_a_slice(&mut self) {
        if let Some(mut previewing) = self.previewing.take() {
            let end = clock::now() + background::SLICE;
            let has_time = &mut || clock::now() < end;
            match self.workspace.preview_some(&mut previewing, has_time) {
                true => self.previewing = Some(previewing),
                false => say(&Reply::Preview(previewing.finish())),
            }
        } else if self.is_comparing_next() {
            self.compare_some();
        } else if let Some(work) = &mut self.background {
            let is_known = work.step(&mut self.workspace, self.turn);
            if work.is_done() {
                self.background = None;
            }
            if is_known && self.query.pick.is_some() {
                say(&Reply::Rows(self.workspace.rows(&self.query)));
            }
        } else {
            self.count();
        }
    }

    /// Whether a slice of the comparison is next. One is under way only while Compare is shown, which waits for the two
    /// chosen; a file that was asked for waits for the background. Where both or neither are waited for, they take turns.
    fn is_comparing_next(&mut self) -> bool {
        if !self.comparing.is_due() || self.background.is_none() {
            return self.comparing.is_due();
        }
        match (self.comparing.is_awaited(), !self.waiting.is_empty()) {
            (true, false) => true,
            (false, true) => false,
            (true, true) | (false, false) => self.comparing.take_turn(),
        }
    }
}
