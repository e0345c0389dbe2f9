//! The questions behind the scores: the rows in view, the open one, and what normalizers would make of some.

use super::Session;
use crate::outcome::Outcome;
use crate::protocol::{Request, RowsQuery, Sort};
use crate::settings::Normalizer;
use leptos::prelude::*;

impl Session {
    /// Asks what normalizers would do.
    pub fn try_out(self, normalizers: Vec<Normalizer>) {
        self.ask(&Request::Preview { normalizers });
    }

    /// Opens one question.
    pub fn open_item(self, index: u32) {
        self.ask_for_item(index, 0);
    }

    /// Opens the question after (1) or before (-1) the open one, in the table's order.
    pub fn step_item(self, step: i8) {
        if let Some(index) = self
            .item
            .with_untracked(|item| item.as_ref().map(|item| item.index))
        {
            self.ask_for_item(index, step);
        }
    }

    /// Closes the open question, and one that is on its way.
    pub fn close_item(self) {
        self.next_item_ticket();
        self.item.set(None);
    }

    /// From now on only an answer with this ticket opens a question.
    pub(super) fn next_item_ticket(self) -> u32 {
        self.item_ticket.update_value(|ticket| *ticket += 1);
        self.item_ticket.get_value()
    }

    fn ask_for_item(self, index: u32, step: i8) {
        let ticket = self.next_item_ticket();
        self.ask(&Request::Item {
            ticket,
            index,
            step,
        });
    }

    /// Asks for other rows: the change is made on the present query.
    pub fn look_for(self, change: impl FnOnce(&mut RowsQuery)) {
        self.query.update(|query| {
            change(query);
            query.ticket += 1;
        });
        // One question at a time: while one is out, only the newest waits, however fast someone types or scrolls.
        if !self.are_rows_asked.get_value() {
            self.ask_for_rows();
        }
    }

    pub(super) fn ask_for_rows(self) {
        self.are_rows_asked.set_value(true);
        self.ask(&Request::Rows(self.query.get_untracked()));
    }

    /// Shows one class alone, or all again when it was the only one.
    pub fn toggle_class(self, outcome: Outcome) {
        self.look_for(|query| {
            let is_only = query.classes == [outcome];
            query.classes = if is_only { Vec::new() } else { vec![outcome] };
            query.from = 0;
        });
    }

    /// Orders the table by a column; again turns the order round, and once more goes back to the file's order.
    pub fn sort_by(self, sort: Sort) {
        self.look_for(|query| {
            (query.sort, query.is_descending) = match (query.sort == sort, query.is_descending) {
                (false, _) => (sort, false),
                (true, false) => (sort, true),
                (true, true) => (Sort::FileOrder, false),
            };
            query.from = 0;
        });
    }
}
