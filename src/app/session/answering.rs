//! The Answers place's part of the session: what stands in its fields, what is asked, and what is heard of the run.

mod connecting;
mod hearing;
mod shaping;

use super::held_key::{Change, HeldKey};
use super::{Session, State};
use crate::app::answerers::Answerer;
use crate::protocol::{
    AnswersView, AskForm, AskedView, ConnectionView, GoOn, ModelsView, Order, RecordView, Request,
    Stage, TriedView, View,
};
use crate::provider::{self, KeyUse};
use leptos::prelude::*;
pub use shaping::{Row, Shaping};
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::JsValue;

/// Keystrokes within so many milliseconds are told together.
const TOGETHER: u64 = 150;

/// The handles of the Answers place.
#[derive(Clone, Copy)]
pub struct Answering {
    /// What stands in the fields.
    pub form: RwSignal<AskForm>,
    /// As the worker last told it; replaced whole.
    pub view: RwSignal<Arc<AnswersView>>,
    /// How the run stands; `None` while there is none.
    pub stage: Memo<Option<Stage>>,
    /// What the one tried question came to.
    pub tried: RwSignal<Option<Arc<TriedView>>>,
    /// Whether an answer about the tried question is still to come.
    pub is_trying: RwSignal<bool>,
    /// The models of the server, once asked for.
    pub models: RwSignal<Option<ModelsView>>,
    /// Whether the list of models is still to come.
    pub is_listing: RwSignal<bool>,
    /// What a test of the connection found out, or is finding out.
    pub connection: RwSignal<Option<Arc<ConnectionView>>>,
    /// The form replies are asked for in.
    pub shaping: Shaping,
    /// The open record of an item.
    pub record: RwSignal<Option<Arc<RecordView>>>,
    /// The key.
    pub key: HeldKey,
    /// Whether a pause is ordered that the worker has not yet told of.
    pub is_pause_ordered: RwSignal<bool>,
    /// Counts up with every edit of the fields.
    edit: StoredValue<u32>,
    /// Whether an edit waits to be told.
    is_fill_due: StoredValue<bool>,
    /// Whether the worker has told anything yet.
    is_known: StoredValue<bool>,
    /// Counts up with every question tried, so that a late answer is not shown; and whether it is sent.
    try_ticket: StoredValue<(u32, bool)>,
    /// Counts up with every list asked for.
    list_ticket: StoredValue<u32>,
    /// Counts up with every test of the connection.
    test_ticket: StoredValue<u32>,
    /// The item whose record is wanted.
    wanted_record: StoredValue<Option<u32>>,
}

impl Answering {
    /// An empty place.
    pub fn new() -> Self {
        let view = RwSignal::new(Arc::new(AnswersView::default()));
        Self {
            form: RwSignal::new(AskForm::default()),
            view,
            stage: Memo::new(move |_| {
                view.with(|view| view.run.as_ref().map(|run: &AskedView| run.stage))
            }),
            tried: RwSignal::new(None),
            is_trying: RwSignal::new(false),
            models: RwSignal::new(None),
            is_listing: RwSignal::new(false),
            connection: RwSignal::new(None),
            shaping: Shaping::new(),
            record: RwSignal::new(None),
            key: HeldKey::new(),
            is_pause_ordered: RwSignal::new(false),
            edit: StoredValue::new(0),
            is_fill_due: StoredValue::new(false),
            is_known: StoredValue::new(false),
            try_ticket: StoredValue::new((0, false)),
            list_ticket: StoredValue::new(0),
            test_ticket: StoredValue::new(0),
            wanted_record: StoredValue::new(None),
        }
    }

    /// Who answers, as chosen; followed where it is asked.
    pub fn answerer(self) -> Answerer {
        self.form.with(|form| Answerer::named(&form.provider))
    }

    /// What the run says of the page's state, if anything.
    ///
    /// One that was cut short says nothing while the scores of others are shown.
    pub(super) fn state(self, shown: &View) -> Option<State> {
        let key = || {
            self.view
                .with(|view| view.run.as_ref().and_then(|run| run.key))
        };
        let is_other_shown = || {
            let mut selected = shown.runs.iter().filter(|run| run.is_selected);
            shown.scores.is_some() && !selected.any(|run| Some(run.key) == key())
        };
        match self.stage.get()? {
            Stage::Interrupted if is_other_shown() => None,
            Stage::Running | Stage::Lost if self.is_pause_ordered.get() => Some(State::Paused),
            Stage::Running | Stage::Lost => Some(State::Running),
            Stage::Paused | Stage::Interrupted => Some(State::Paused),
            Stage::Ended | Stage::Done => None,
        }
    }

    /// Whether a run goes on; followed where it is asked.
    pub fn is_active(self) -> bool {
        self.stage.get().is_some_and(Stage::is_active)
    }

    /// The models of one server are not those of another, also when they come late.
    fn forget_models(self) {
        self.models.set(None);
        self.is_listing.set(false);
        self.list_ticket.update_value(|ticket| *ticket += 1);
    }

    fn base_url(self) -> String {
        self.form.with_untracked(|form| form.base_url.clone())
    }
}

impl Session {
    /// Changes what stands in the fields, and tells it soon.
    pub fn fill(self, change: impl FnOnce(&mut AskForm)) {
        let answers = self.answers;
        self.end_deed();
        answers.form.update(change);
        answers.edit.update_value(|edit| *edit += 1);
        if !answers.is_fill_due.get_value() {
            answers.is_fill_due.set_value(true);
            set_timeout(move || self.tell_form(), Duration::from_millis(TOGETHER));
        }
    }

    /// Tells at once what stands in the fields, if that is not told yet.
    pub fn tell_form(self) {
        let answers = self.answers;
        if answers.is_fill_due.try_get_value() == Some(true) {
            answers.is_fill_due.set_value(false);
            let edit = answers.edit.get_value();
            self.ask(&Request::Fill {
                edit,
                form: Box::new(answers.form.get_untracked()),
            });
            self.ask_for_schema(edit);
        }
    }

    /// The base URL is typed.
    pub fn write_base_url(self, text: String) {
        self.fill(|form| form.base_url = text);
        self.base_url_changed(Change::Typed);
        self.forget_server();
    }

    /// What is known of one server says nothing about another.
    fn forget_server(self) {
        self.answers.forget_models();
        self.forget_connection();
    }

    /// The base URL is another, or its field was left.
    pub fn base_url_changed(self, how: Change) {
        let answers = self.answers;
        let is_asking = answers.stage.get_untracked().is_some_and(Stage::is_active);
        answers
            .key
            .base_url_changed(&answers.base_url(), how, is_asking);
    }

    /// Another answerer: its base URL and model come as last typed for it, or as usual.
    pub fn choose_answerer(self, key: String) {
        self.fill(|form| {
            let (base_url, model) = (form.base_url.clone(), form.model.clone());
            form.known.insert(form.provider.clone(), (base_url, model));
            let known = form.known.get(&key).cloned();
            let server = provider::find(&key);
            (form.base_url, form.model) = match (server, known) {
                (Some(server), None) => (server.base_url.to_owned(), String::new()),
                (Some(_), Some(known)) => known,
                // Where nothing is sent, the address stays, and with it the key that belongs there.
                (None, known) => {
                    let model = known.map_or_else(String::new, |(_, model)| model);
                    (form.base_url.clone(), model)
                }
            };
            form.provider = key;
        });
        self.base_url_changed(Change::Otherwise);
        self.forget_server();
        self.forget_tried();
        self.tell_form();
    }

    /// The fields as they are now, told before anything is asked with them, and the key with its origin.
    fn form_and_key(self) -> (Box<AskForm>, JsValue, String) {
        self.tell_form();
        let form = self.answers.form.get_untracked();
        let (key, origin) = match Answerer::named(&form.provider).key_use() {
            KeyUse::Never => (JsValue::UNDEFINED, String::new()),
            KeyUse::Required | KeyUse::Optional => self.answers.key.sent_to(&form.base_url),
        };
        (Box::new(form), key, origin)
    }

    /// Begins a run.
    pub fn begin_run(self) {
        self.hand_over_typed();
        let (form, key, key_origin) = self.form_and_key();
        self.answers.is_pause_ordered.set(false);
        self.close_record();
        self.change(
            State::Running,
            |turn| Request::Ask {
                turn,
                form,
                key_origin,
            },
            &key,
        );
    }

    /// Goes on with the run.
    pub fn go_on(self, which: GoOn) {
        let (form, key, key_origin) = self.form_and_key();
        self.answers.is_pause_ordered.set(false);
        self.change(
            State::Running,
            |turn| Request::GoOn {
                turn,
                form,
                key_origin,
                which,
            },
            &key,
        );
    }

    /// Steers the run under way.
    pub fn order(self, order: Order) {
        if order == Order::Pause {
            self.answers.is_pause_ordered.set(true);
            self.show_state(State::Paused);
        }
        self.ask(&Request::Order(order));
    }

    /// By hand: the reply to the question shown; `None` passes it over.
    pub fn paste(self, reply: Option<String>) {
        let index = self
            .answers
            .view
            .with_untracked(|view| view.hand.as_ref().map(|hand| hand.index));
        if let Some(index) = index {
            self.fill(|form| form.hand_reply.clear());
            self.ask(&Request::Paste { index, reply });
        }
    }

    /// The exact request for the question shown; with `is_sent`, sends it.
    pub fn try_question(self, is_sent: bool) {
        self.hand_over_typed();
        let (form, key, key_origin) = self.form_and_key();
        let answers = self.answers;
        answers
            .try_ticket
            .update_value(|(ticket, sent)| (*ticket, *sent) = (*ticket + 1, is_sent));
        let (ticket, _) = answers.try_ticket.get_value();
        answers.is_trying.set(true);
        answers.tried.set(None);
        self.send(
            Request::TryOut {
                ticket,
                form,
                key_origin,
                is_sent,
            },
            &key,
        );
    }

    /// Asks the server for its list of models.
    pub fn fetch_models(self) {
        let (form, key, key_origin) = self.form_and_key();
        let answers = self.answers;
        answers.list_ticket.update_value(|ticket| *ticket += 1);
        let ticket = answers.list_ticket.get_value();
        answers.is_listing.set(true);
        answers.models.set(None);
        self.send(
            Request::Models {
                ticket,
                form,
                key_origin,
            },
            &key,
        );
    }

    /// Shows all that is kept of one item of the run.
    pub fn show_record(self, index: u32) {
        self.answers.wanted_record.set_value(Some(index));
        self.ask(&Request::Record { index });
    }

    /// Closes the open record, and one that is on its way.
    pub fn close_record(self) {
        self.answers.wanted_record.set_value(None);
        self.answers.record.set(None);
    }

    /// Forgets the key, here and where it is in use.
    pub fn forget_key(self) {
        self.answers.key.forget();
        // What was under way with it is given up.
        self.answers.is_trying.set(false);
        self.answers.is_listing.set(false);
        self.give_up_connection();
        self.ask(&Request::ForgetKey);
    }
}
