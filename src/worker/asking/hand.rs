//! By hand: one question after the other, carried by a person.
//!
//! Deliberately absent: sending anything.

use super::Desk;
use super::hearing::{Teller, What};
use crate::browser::host::BrowserHost;
use crate::protocol::FileKey;
use crate::run::{Ask, Ending, Event, Host, ItemRecord};
use crate::workspace::Going;
use std::collections::VecDeque;

/// What is left to be carried.
pub(super) struct Hand {
    /// The shown question first.
    pub(super) left: VecDeque<Ask>,
    /// Makes the prompts.
    pub(super) going: Going,
}

impl Hand {
    pub(super) fn new(going: Going) -> Self {
        let left = going.start.todo.iter();
        let left = left.filter_map(|at| going.asks.get(*at).cloned());
        Self {
            left: left.collect(),
            going,
        }
    }
}

impl Desk {
    /// The reply to the shown question, or that it is passed over. Another question's comes too late, or twice.
    pub(in crate::worker) async fn paste(&mut self, index: u32, reply: Option<String>) {
        let hand = self.asking.as_mut().and_then(|asking| {
            let run = asking.run;
            asking.hand.as_mut().map(|hand| (run, hand))
        });
        let Some((run, hand)) = hand else { return };
        let Some(ask) = hand.left.pop_front_if(|ask| ask.index == index) else {
            return self.tell_answers();
        };
        if let Some(reply) = reply {
            let record = ItemRecord::by_hand(&ask, &reply, &hand.going.wanted);
            let host = BrowserHost::new(self.store.clone(), run);
            if let Err(problem) = host.store(std::slice::from_ref(&record)).await {
                self.heard(run, Event::StoreFailed(problem)).await;
            }
            self.heard(run, Event::Finished(Box::new(record))).await;
        }
        self.finish_by_hand(run);
        self.tell_answers();
    }

    /// A run ends when no question is left.
    pub(super) fn finish_by_hand(&self, run: FileKey) {
        let hand = self.asking.as_ref().and_then(|asking| asking.hand.as_ref());
        if hand.is_some_and(|hand| hand.left.is_empty()) {
            let state = self.workspace.answers(run);
            let is_whole =
                state.is_some_and(|state| state.records.len() >= state.facts.n_items as usize);
            // What was passed over was so by a person.
            let ending = match is_whole {
                true => Ending::Done,
                false => Ending::Stopped,
            };
            Teller::new(run, self.sender.clone()).say(What::Ended(ending));
        }
    }
}
