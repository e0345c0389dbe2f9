//! What the session hears of the Answers place, and what it forgets.

use crate::app::session::{Change, Place, Session};
use crate::app::ui;
use crate::protocol::{AnswersView, AskForm, Mode, ModelsView, RecordView, Stage, TriedView};
use leptos::prelude::*;
use std::sync::Arc;

impl Session {
    /// How the run stands, told by the worker.
    pub(in crate::app::session) fn hear_answers(self, view: AnswersView) {
        let answers = self.answers;
        if view.edit >= answers.edit.get_value() {
            answers.edit.set_value(view.edit);
            self.take_form_over(&view.form);
        }
        if !answers.is_known.get_value() {
            answers.is_known.set_value(true);
            answers.key.bring_back(&answers.base_url());
        }
        let before = answers.stage.get_untracked();
        let was_active = before.is_some_and(Stage::is_active);
        let key = |view: &AnswersView| view.run.as_ref().and_then(|run| run.key);
        let is_same_run = answers.view.with_untracked(|old| key(old)) == key(&view);
        if !is_same_run {
            self.close_record();
        }
        let run = view.run.as_ref();
        let is_going = run.is_some_and(|run| matches!(run.stage, Stage::Running | Stage::Lost));
        // Where every call failed there is nothing to score: the reason stands here.
        let is_over = run.is_some_and(|run| {
            let is_done = run.stage == Stage::Done && run.mode == Mode::Both;
            is_done && run.n_failed < run.n_done
        });
        answers.view.set(Arc::new(view));
        if !is_going {
            answers.is_pause_ordered.set(false);
        }
        // Nobody is taken away from what they type or read.
        let is_busy = ui::is_editing() || answers.record.with_untracked(Option::is_some);
        // The run of another dataset has no scores to show.
        let is_scored = self.scores.with_untracked(Option::is_some);
        let is_led = is_same_run && is_over && is_scored && !is_busy;
        if was_active && is_led && self.place.get_untracked() == Place::Answers {
            // The hash is what a person could have clicked as well; a browser that refuses it leaves them here.
            let _ = window().location().set_hash("#/scores");
        }
    }

    fn take_form_over(self, form: &AskForm) {
        let answers = self.answers;
        if answers.form.with_untracked(|present| present == form) {
            return;
        }
        let is_same_address = answers
            .form
            .with_untracked(|present| present.base_url == form.base_url);
        answers.form.set(form.clone());
        if !is_same_address {
            self.base_url_changed(Change::Otherwise);
        }
        self.ask_for_schema(answers.edit.get_value());
    }

    pub(in crate::app::session) fn hear_tried(self, tried: TriedView) {
        let answers = self.answers;
        let (ticket, is_sent) = answers.try_ticket.get_value();
        if tried.ticket != ticket {
            return;
        }
        let is_last = !is_sent || tried.record.is_some() || tried.problem.is_some();
        answers.is_trying.set(!is_last);
        answers.tried.set(Some(Arc::new(tried)));
    }

    pub(in crate::app::session) fn hear_models(self, models: ModelsView) {
        let answers = self.answers;
        if models.ticket == answers.list_ticket.get_value() {
            answers.is_listing.set(false);
            // Where there is one alone, it is the one.
            let is_blank = answers
                .form
                .with_untracked(|form| form.model.trim().is_empty());
            if let ([only], true) = (models.names.as_slice(), is_blank) {
                self.fill(|form| form.model.clone_from(only));
                self.tell_form();
            }
            answers.models.set(Some(models));
        }
    }

    pub(in crate::app::session) fn hear_record(self, record: Option<RecordView>) {
        let answers = self.answers;
        let wanted = answers.wanted_record.get_value();
        let record = record.filter(|record| Some(record.index) == wanted);
        if let Some(record) = record {
            answers.record.set(Some(Arc::new(record)));
        }
    }

    /// The worker is gone: what it had under way is cut short.
    pub(in crate::app::session) fn cut_answers_short(self) {
        let answers = self.answers;
        answers.is_trying.set(false);
        answers.is_listing.set(false);
        answers.is_pause_ordered.set(false);
        self.give_up_connection();
        if answers.stage.get_untracked().is_some_and(Stage::is_active) {
            answers.view.update(|view| {
                let view = Arc::make_mut(view);
                view.hand = None;
                if let Some(run) = &mut view.run {
                    run.stage = Stage::Interrupted;
                }
            });
        }
    }

    /// A new worker took the place of the old one, which knew the fields.
    pub(in crate::app::session) fn restart_answers(self) {
        self.cut_answers_short();
        self.answers.shaping.restart();
        if self.answers.edit.get_value() > 0 {
            self.fill(|_| {});
        }
    }

    /// Everything is forgotten, the key too.
    pub(in crate::app::session) fn forget_answers(self) {
        let answers = self.answers;
        self.forget_key();
        self.close_record();
        answers.edit.set_value(0);
        answers.is_fill_due.set_value(false);
        answers.is_pause_ordered.set(false);
        answers.form.set(AskForm::default());
        answers.view.set(Arc::new(AnswersView::default()));
        answers.list_ticket.update_value(|ticket| *ticket += 1);
        answers.is_listing.set(false);
        answers.models.set(None);
        self.forget_connection();
        answers.shaping.forget();
        self.forget_tried();
    }

    /// What a question was tried with says nothing about other data.
    pub fn forget_tried(self) {
        let answers = self.answers;
        answers.try_ticket.update_value(|(ticket, _)| *ticket += 1);
        answers.is_trying.set(false);
        answers.tried.set(None);
    }
}
