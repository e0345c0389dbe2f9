//! How the questions are looked at: what the table is filtered by, and its place in the address of the page.

use super::{Place, Session};
use crate::browser::address;
use crate::looks::{Looks, compared};
use crate::protocol::{CompareQuery, CompareView, Pick, Request};
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// How long nothing must change before it is written into the address, in milliseconds: browsers stop those that write on
/// every keystroke.
const CALM: u64 = 250;

/// What the session keeps of the address.
#[derive(Clone, Copy)]
pub(super) struct Looking {
    /// What the address said before there was anything to look at.
    awaited: StoredValue<Option<Looks>>,
    /// The question that is being looked for, with its ticket: in the address it is open already.
    finding: StoredValue<Option<(u32, String)>>,
    /// The writing that is due.
    timer: StoredValue<Option<TimeoutHandle>>,
}

impl Looking {
    pub(super) fn new() -> Self {
        Self {
            awaited: StoredValue::new(None),
            finding: StoredValue::new(None),
            timer: StoredValue::new(None),
        }
    }
}

impl Session {
    /// Shows only what is behind a group or a bar, and all of that; again: all questions.
    pub fn toggle_pick(self, pick: Pick) {
        self.look_for(|query| {
            query.from = 0;
            if query.pick.as_ref() == Some(&pick) {
                query.pick = None;
                return;
            }
            query.pick = Some(pick);
            query.classes.clear();
            query.search.clear();
        });
    }

    /// Whether the table shows only this; followed where it is asked.
    pub fn is_picked(self, pick: &Pick) -> bool {
        self.query.with(|query| query.pick.as_ref() == Some(pick))
    }

    /// Shows all questions, in the order they are in.
    pub fn show_all(self) {
        self.look_for(|query| {
            query.pick = None;
            query.classes.clear();
            query.search.clear();
            query.from = 0;
        });
    }

    /// Writes into the address how the questions are looked at, whenever that changes.
    pub(super) fn keep_looks(self) {
        Effect::new(move |_| {
            self.query.track();
            self.item.track();
            self.place.track();
            self.scores.track();
            self.comparing.query.track();
            self.write_looks_soon();
        });
    }

    pub(super) fn write_looks_soon(self) {
        let timer = self.looking.timer;
        if let Some(due) = timer.try_update_value(Option::take).flatten() {
            due.clear();
        }
        let write = move || self.write_looks();
        let due = set_timeout_with_handle(write, Duration::from_millis(CALM));
        timer.set_value(due.ok());
    }

    fn write_looks(self) {
        if self.place.get_untracked() == Place::Compare {
            let said = self.comparing.query.with_untracked(compared::write);
            return address::replace("#/compare", &format!("#/compare{said}"));
        }
        let is_awaited = self.looking.awaited.with_value(Option::is_some);
        let is_shown = self.place.get_untracked() == Place::Scores
            && self.scores.with_untracked(Option::is_some);
        if is_awaited || !is_shown {
            return;
        }
        let looks = self.looks();
        address::replace("#/scores", &format!("#/scores{}", looks.write()));
    }

    fn looks(self) -> Looks {
        let open = self
            .item
            .with_untracked(|item| item.as_ref().map(|item| item.id.clone()));
        let open = open.or_else(|| self.found_soon());
        self.query
            .with_untracked(|query| Looks::of(query, open.as_deref()))
    }

    /// The id that is being looked for.
    fn found_soon(self) -> Option<String> {
        let ticket = self.item_ticket.get_value();
        let finding = self.looking.finding.get_value();
        finding.filter(|(of, _)| *of == ticket).map(|(_, id)| id)
    }

    /// What was looked for is found, or is nowhere.
    pub(super) fn end_finding(self) {
        self.looking.finding.set_value(None);
    }

    /// Looks at the questions as the address says; as soon as there are any.
    pub(super) fn follow_looks(self, hash: &str) {
        let Some(looks) = Looks::read(hash) else {
            // The address of the place alone says nothing of how it is looked at.
            return self.write_looks_soon();
        };
        self.looking.awaited.set_value(Some(looks));
        if self.scores.with_untracked(Option::is_some) && self.take_up_looks() {
            self.look_for(|_| {});
        }
    }

    /// Compares what the address says; the place itself asks for it where it is drawn only now.
    pub(super) fn follow_compared(self, hash: &str) {
        let Some(said) = compared::read(hash) else {
            return self.write_looks_soon();
        };
        let is_other = self
            .comparing
            .query
            .with_untracked(|query| compared::write(query) != compared::write(&said));
        if !is_other {
            return;
        }
        self.comparing.query.update(|query| {
            *query = CompareQuery {
                ticket: query.ticket,
                ..said
            };
        });
        // Before any run is there, the place asks by itself once they are.
        let is_shown = |view: &Arc<CompareView>| !view.board.is_empty();
        if self.comparing.view.with_untracked(is_shown) {
            self.compare(|_| {});
        }
    }

    /// Takes up what the address said. Whether the rows are other ones now.
    pub(super) fn take_up_looks(self) -> bool {
        let awaited = self.looking.awaited.try_update_value(Option::take);
        let Some(looks) = awaited.flatten() else {
            return false;
        };
        let present = self.looks();
        if looks.open != present.open {
            match &looks.open {
                Some(id) => self.find_item(id.clone()),
                None => self.close_item(),
            }
        }
        let is_other = Looks {
            open: None,
            ..looks.clone()
        } != Looks {
            open: None,
            ..present
        };
        if is_other {
            self.query.update(|query| looks.apply(query));
        }
        is_other
    }

    fn find_item(self, id: String) {
        let ticket = self.next_item_ticket();
        self.looking.finding.set_value(Some((ticket, id.clone())));
        self.ask(&Request::Find { ticket, id });
    }
}
