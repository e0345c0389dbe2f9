//! The test of the connection, and the prompts taken elsewhere.

use crate::app::session::Session;
use crate::protocol::{ConnectionView, Request};
use leptos::prelude::*;
use std::sync::Arc;

impl Session {
    /// Finds out why the server cannot be reached, or that it can.
    pub fn test_connection(self) {
        self.forget_connection();
        let (form, key, key_origin) = self.form_and_key();
        let ticket = self.answers.test_ticket.get_value();
        self.answers.connection.set(Some(Arc::new(ConnectionView {
            ticket,
            cause: "the server is asked".to_owned(),
            ..ConnectionView::default()
        })));
        self.send(
            Request::TestConnection {
                ticket,
                form,
                key_origin,
                page_origin: window().location().origin().unwrap_or_default(),
            },
            &key,
        );
    }

    pub(in crate::app::session) fn hear_connection(self, view: ConnectionView) {
        if view.ticket == self.answers.test_ticket.get_value() {
            self.answers.connection.set(Some(Arc::new(view)));
        }
    }

    /// What was found out about one server says nothing about another, also when it comes late.
    pub(super) fn forget_connection(self) {
        let answers = self.answers;
        answers.test_ticket.update_value(|ticket| *ticket += 1);
        answers.connection.set(None);
    }

    /// A test that goes on is given up; what an ended one found out stays.
    pub(super) fn give_up_connection(self) {
        let connection = self.answers.connection;
        let is_going = |view: &Option<Arc<ConnectionView>>| {
            view.as_ref().is_some_and(|view| view.result.is_empty())
        };
        if connection.with_untracked(is_going) {
            self.forget_connection();
        }
    }

    /// Asks for all prompts as a file for a batch.
    pub fn download_batch(self, is_rest: bool) {
        self.hand_over_typed();
        self.tell_form();
        self.begin_deed();
        let form = Box::new(self.answers.form.get_untracked());
        self.ask(&Request::DownloadBatch { form, is_rest });
    }
}
