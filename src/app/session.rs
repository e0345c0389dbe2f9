//! Everything the panels share, and the few methods that change it.

mod answering;
mod comparing;
mod doubting;
mod files;
mod held_key;
mod looking;
mod place;
mod prompting;
mod questions;
mod telling;
mod trying;
mod worker_side;

pub use answering::{Answering, Row};
pub use comparing::{Comparing, N_FLIPS};
pub use held_key::Change;
use looking::Looking;
pub use place::{Place, State};
pub use prompting::Prompting;
use telling::Trouble;

use crate::browser::lock;
use crate::browser::worker::Handle;
use crate::charts::Chart;
use crate::dataset::Task;
use crate::protocol::{
    Alternative, DoubtsView, FileKey, FileView, GroupsView, Interval, ItemView, LettersView,
    PreviewView, Progress, PromptEdit, Request, Rows, RowsQuery, ScoresView, View,
};
use crate::settings::{Normalizer, Settings};
use futures::channel::oneshot;
use leptos::html::{Div, Input};
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsValue;

/// The turn in which what was open before is restored.
const RESTORING: u32 = 1;

/// The handles a component needs. `Copy`, so closures take it without cloning.
#[derive(Clone, Copy)]
pub struct Session {
    /// The place shown; follows the URL's hash.
    pub place: RwSignal<Place>,
    /// The workspace as the worker last told it; replaced whole.
    pub view: RwSignal<Arc<View>>,
    /// The shown run's scores; replaced whole.
    pub scores: Memo<Option<Arc<ScoresView>>>,
    /// What the page is waiting for.
    pub state: Memo<State>,
    /// What the worker is doing, while it says so.
    pub progress: RwSignal<Option<Progress>>,
    /// Intervals of the shown scores; empty until they arrive.
    pub intervals: RwSignal<Vec<Interval>>,
    /// Why a figure has no interval, where one could be expected.
    pub why_no_interval: RwSignal<Option<String>>,
    /// How letters were mistaken, in multiple choice, once it is counted.
    pub letters: RwSignal<Option<LettersView>>,
    /// What went wrong, once it is known.
    pub groups: RwSignal<Option<GroupsView>>,
    /// The charts, once they are made.
    pub charts: RwSignal<Arc<Vec<Chart>>>,
    /// Whether the groups still belong to the numbers before: they stay until the new ones come, so that nothing jumps.
    pub are_groups_old: RwSignal<bool>,
    /// The same of the charts.
    pub are_charts_old: RwSignal<bool>,
    /// What other normalizers would change.
    pub alternatives: RwSignal<Vec<Alternative>>,
    /// How many answers do not occur in their context, once that is known.
    pub not_in_context: RwSignal<Option<u32>>,
    /// Which rows are asked for.
    pub query: RwSignal<RowsQuery>,
    /// The rows that came.
    pub rows: RwSignal<Rows>,
    /// The open question.
    pub item: RwSignal<Option<Arc<ItemView>>>,
    /// Questions whose key is marked as doubtful, and the score without them.
    pub doubts: RwSignal<Arc<DoubtsView>>,
    /// Whether the user builds a chain of normalizers, even of one step.
    pub is_chain: RwSignal<bool>,
    /// The chain being built, before it is applied; as it was left, to go on with.
    pub chain: RwSignal<Vec<Normalizer>>,
    /// A single step as it is being typed, before its field is left.
    pub typed_step: RwSignal<Option<Normalizer>>,
    /// What was being tried before a reload, until its dataset is open again.
    awaited_steps: StoredValue<Option<trying::Trying>>,
    /// What the normalizers being tried would do.
    pub preview: RwSignal<PreviewView>,
    /// The templates and the prompt they make.
    pub prompt: Prompting,
    /// Who is asked, and how the run stands.
    pub answers: Answering,
    /// Runs beside each other.
    pub comparing: Comparing,
    /// What belongs to no file, each with the place it is about.
    troubles: RwSignal<Vec<Trouble>>,
    /// The place from which a file was asked for: what is said of it belongs there.
    deed_place: StoredValue<Option<Place>>,
    /// The files that the last dropping brought.
    pub arrived: RwSignal<Vec<FileView>>,
    /// The files that were open before the ones on their way.
    before_arrival: StoredValue<Option<Vec<FileKey>>>,
    /// Whether the zip holds the dataset as dropped.
    pub with_dataset: RwSignal<bool>,
    /// The report as Markdown, once it was asked for.
    pub markdown: RwSignal<Option<String>>,
    /// Whether a file hovers over the page.
    pub is_hovering: RwSignal<bool>,
    /// The status line, whose state must change in the very task of the event that starts work.
    pub status: NodeRef<Div>,
    /// The one file input.
    pub files_input: NodeRef<Input>,
    /// The last request that changes the workspace, and whether it starts with reading or with scoring.
    asked: RwSignal<(u32, State)>,
    /// When the files being read were dropped, and their names.
    dropped: StoredValue<Option<(f64, String)>>,
    /// Whether there is a worker, or one may still come to life.
    has_worker: RwSignal<bool>,
    worker: StoredValue<Option<Handle>, LocalStorage>,
    /// The stored workspace's name, once this tab has one.
    workspace: StoredValue<Option<String>>,
    /// Who waits for the names of all stored workspaces.
    stored: StoredValue<Option<oneshot::Sender<Vec<String>>>, LocalStorage>,
    /// Whether something was done here, so that this workspace is the first to be opened again.
    is_remembered: StoredValue<bool>,
    /// What was asked before the workspace was known; it goes out after it is restored.
    held_back: StoredValue<Vec<(Request, JsValue)>, LocalStorage>,
    /// Counts up whenever files on their way are no longer wanted.
    epoch: StoredValue<u32>,
    /// Whether an answer to a query of rows is still to come.
    are_rows_asked: StoredValue<bool>,
    /// Counts up with every question that is opened or closed, so that a late answer opens nothing.
    item_ticket: StoredValue<u32>,
    /// How the questions are looked at, as the address has it.
    looking: Looking,
    /// How often the worker died since the user last asked for something.
    n_deaths: StoredValue<u32>,
}

impl Session {
    /// Makes the session, starts the worker and asks for what was open before.
    pub fn provide() -> Self {
        let view = RwSignal::new(Arc::new(View::default()));
        // The first turn is the restoring of what was open before.
        let asked = RwSignal::new((RESTORING, State::Loading));
        let has_worker = RwSignal::new(true);
        let scores = Memo::new(move |_| {
            view.with(|view| view.scores.clone().map(|scores| Arc::new(*scores)))
        });
        let answers = Answering::new();
        let state = Memo::new(move |_| {
            let (turn, waiting) = asked.get();
            let is_pause_ordered = answers.is_pause_ordered.get();
            let asking = view.with(|view| answers.state(view));
            view.with(|view| match () {
                () if !has_worker.get() => State::Failed,
                () if view.turn < turn && waiting == State::Running && is_pause_ordered => {
                    State::Paused
                }
                () if view.turn < turn => waiting,
                () if asking.is_some() => asking.unwrap_or(State::Idle),
                () if view.scores.is_some() => State::Done,
                () if view.is_failed => State::Failed,
                () => State::Idle,
            })
        });
        let session = Self {
            place: RwSignal::new(Place::Data),
            view,
            scores,
            state,
            progress: RwSignal::new(None),
            intervals: RwSignal::new(Vec::new()),
            why_no_interval: RwSignal::new(None),
            letters: RwSignal::new(None),
            groups: RwSignal::new(None),
            charts: RwSignal::new(Arc::default()),
            are_groups_old: RwSignal::new(false),
            are_charts_old: RwSignal::new(false),
            alternatives: RwSignal::new(Vec::new()),
            not_in_context: RwSignal::new(None),
            query: RwSignal::new(RowsQuery {
                n: 40,
                ..RowsQuery::default()
            }),
            rows: RwSignal::new(Rows::default()),
            item: RwSignal::new(None),
            doubts: RwSignal::new(Arc::default()),
            is_chain: RwSignal::new(false),
            chain: RwSignal::new(Vec::new()),
            typed_step: RwSignal::new(None),
            awaited_steps: StoredValue::new(trying::Trying::kept()),
            preview: RwSignal::new(PreviewView::default()),
            prompt: Prompting::new(),
            answers,
            comparing: Comparing::new(),
            troubles: RwSignal::new(Vec::new()),
            deed_place: StoredValue::new(None),
            arrived: RwSignal::new(Vec::new()),
            before_arrival: StoredValue::new(None),
            with_dataset: RwSignal::new(true),
            markdown: RwSignal::new(None),
            is_hovering: RwSignal::new(false),
            status: NodeRef::new(),
            files_input: NodeRef::new(),
            asked,
            dropped: StoredValue::new(None),
            worker: StoredValue::new_local(None),
            has_worker,
            workspace: StoredValue::new(None),
            stored: StoredValue::new_local(None),
            is_remembered: StoredValue::new(false),
            held_back: StoredValue::new_local(Vec::new()),
            epoch: StoredValue::new(0),
            are_rows_asked: StoredValue::new(false),
            item_ticket: StoredValue::new(0),
            looking: Looking::new(),
            n_deaths: StoredValue::new(0),
        };
        provide_context(session);
        session.keep_typed();
        session.follow_hash();
        session.keep_looks();
        session.keep_trying();
        session.start_worker();
        leptos::task::spawn_local(async move {
            let workspace = lock::workspace(session.stored_workspaces()).await;
            session.restore_first(workspace);
        });
        session
    }

    /// The session of the page.
    pub fn from_context() -> Self {
        expect_context()
    }

    /// Shows the place the URL's hash names; anything unknown is Data.
    pub fn follow_hash(self) {
        let hash = window().location().hash().unwrap_or_default();
        let place = match hash.trim_start_matches("#/").split(['?', '/']).next() {
            Some("prompt") => Place::Prompt,
            Some("answers") => Place::Answers,
            Some("scores") => Place::Scores,
            Some("compare") => Place::Compare,
            _ => Place::Data,
        };
        if self.place.get_untracked() != place {
            self.place.set(place);
            self.arrived.set(Vec::new());
            if place.shows_totals() {
                self.show_prompt();
            }
        }
        match place {
            Place::Scores => self.follow_looks(&hash),
            Place::Compare => self.follow_compared(&hash),
            _ => {}
        }
    }

    /// Scores with other settings; `None` goes back to what the dataset suggests.
    pub fn set(self, settings: Option<Settings>) {
        self.change(
            State::Scoring,
            |turn| Request::Set { turn, settings },
            &JsValue::UNDEFINED,
        );
    }

    /// Forgets everything.
    pub fn start_over(self) {
        self.epoch.update_value(|epoch| *epoch += 1);
        self.dismiss_troubles();
        self.forget_prompts();
        self.forget_answers();
        self.change(
            State::Loading,
            |turn| Request::StartOver { turn },
            &JsValue::UNDEFINED,
        );
    }

    /// Gives up what the worker is doing; what was open before is opened again.
    pub fn cancel(self) {
        self.epoch.update_value(|epoch| *epoch += 1);
        if self.is_restoring() {
            self.set_aside();
        }
        self.restart_prompts(false);
        self.start_worker();
        self.restore();
        self.restart_answers();
    }

    /// Whether the dataset in use is multiple choice; followed where it is asked.
    pub fn is_multiple_choice(self) -> bool {
        self.view.with(|view| {
            view.dataset
                .as_ref()
                .is_some_and(|dataset| dataset.task == Task::MultipleChoice)
        })
    }

    fn change(self, waiting: State, request: impl FnOnce(u32) -> Request, attachment: &JsValue) {
        let turn = self.asked.get_untracked().0 + 1;
        self.end_deed();
        self.arrived.set(Vec::new());
        self.wait(turn, waiting);
        self.n_deaths.set_value(0);
        self.progress.set(None);
        self.send(request(turn), attachment);
    }

    /// From now on the page waits. Effects would write the state only after the event; a script that clicks and looks
    /// would still see the old one.
    fn wait(self, turn: u32, waiting: State) {
        self.asked.set((turn, waiting));
        self.show_state(waiting);
    }

    fn show_state(self, state: State) {
        if let Some(status) = self
            .status
            .get_untracked()
            .filter(|_| self.has_worker.get_untracked())
        {
            let _ = status.set_attribute("data-state", state.word());
        }
    }

    fn ask(self, request: &Request) {
        self.send(request.clone(), &JsValue::UNDEFINED);
    }

    /// The names of all stored workspaces; none where there is no worker to tell.
    async fn stored_workspaces(self) -> Vec<String> {
        let (sender, receiver) = oneshot::channel();
        self.stored.set_value(Some(sender));
        self.post(&Request::Workspaces, &JsValue::UNDEFINED);
        receiver.await.unwrap_or_default()
    }

    /// Work was done here: a tab that is opened later begins with it.
    fn remember(self, request: &Request) {
        let is_work = match request {
            Request::Prompt { edit, .. } => **edit != PromptEdit::Nothing,
            Request::Open { .. } | Request::Fill { .. } | Request::Ask { .. } => true,
            _ => false,
        };
        if is_work && !self.is_remembered.get_value() {
            self.is_remembered.set_value(true);
            self.workspace.with_value(|name| {
                if let Some(name) = name {
                    lock::remember(name);
                }
            });
        }
    }

    /// Hands a request to the worker; one that is gone is started again first.
    fn send(self, request: Request, attachment: &JsValue) {
        if self.workspace.with_value(Option::is_none) {
            self.held_back
                .update_value(|held| held.push((request, attachment.clone())));
            return;
        }
        if !self.has_worker.get_untracked() {
            self.start_worker();
            self.post(&self.restoring(), &JsValue::UNDEFINED);
        }
        self.remember(&request);
        self.post(&request, attachment);
    }

    fn post(self, request: &Request, attachment: &JsValue) {
        self.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.ask(request, attachment);
            }
        });
    }
}
