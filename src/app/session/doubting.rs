//! Questions whose key a person doubts.

use super::Session;
use crate::protocol::{Doubting, DoubtsView, Pick, Request};
use leptos::prelude::*;
use std::sync::Arc;

impl Session {
    /// Whether the question in this place is marked; followed where it is asked.
    pub fn is_doubtful(self, index: u32) -> bool {
        self.doubts.with(|doubts| doubts.has(index))
    }

    /// Marks a question, or takes its mark off.
    pub fn doubt(self, index: u32, id: String, is_doubtful: bool) {
        self.ask(&Request::Doubt(Doubting::Mark {
            index,
            id,
            is_doubtful,
        }));
    }

    /// Takes all marks off; until the next one they can be put back.
    pub fn clear_doubts(self) {
        if self
            .query
            .with_untracked(|query| query.pick == Some(Pick::Doubtful))
        {
            self.toggle_pick(Pick::Doubtful);
        }
        self.ask(&Request::Doubt(Doubting::Clear));
    }

    /// Puts the cleared marks back.
    pub fn take_back_doubts(self) {
        self.ask(&Request::Doubt(Doubting::TakeBack));
    }

    /// The marks are these now; a table that shows the marked alone shows others, and
    /// the report says others.
    pub(super) fn hear_doubts(self, doubts: DoubtsView) {
        let is_other = self
            .doubts
            .with_untracked(|old| old.marked != doubts.marked);
        self.doubts.set(Arc::new(doubts));
        if is_other {
            // What was copied does not have the scores without the questions marked now.
            self.markdown.set(None);
        }
        let is_picked = self
            .query
            .with_untracked(|query| query.pick == Some(Pick::Doubtful));
        if is_other && is_picked {
            self.look_for(|query| query.from = 0);
        }
    }
}
