//! Everything the panels share, and the few methods that change it.

use crate::browser::worker::{Handle, Heard};
use crate::browser::{clock, download, lock};
use crate::dataset::Task;
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::protocol::{
    Alternative, Decision, FileKey, Interval, ItemView, PreviewView, Progress, Reply, Request,
    Rows, RowsQuery, RunKey, ScoresView, Sort, VERSION, View,
};
use crate::settings::{Normalizer, Settings};
use js_sys::{Array, Uint8Array};
use leptos::html::Input;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::File;

/// The places, one per hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// `#/data`: files in.
    Data,
    /// `#/scores`: numbers out.
    Scores,
}

/// What the page is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing scored, nothing going on; a dataset alone as well.
    Idle,
    /// Files are being read.
    Loading,
    /// Questions are being scored.
    Scoring,
    /// Every number shown belongs to the present input and settings.
    Done,
    /// Nothing usable.
    Failed,
}

impl State {
    /// The word in `data-state`.
    pub fn word(self) -> &'static str {
        match self {
            State::Idle => "idle",
            State::Loading => "loading",
            State::Scoring => "scoring",
            State::Done => "done",
            State::Failed => "failed",
        }
    }
}

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
    /// Whether the user builds a chain of normalizers, even of one step.
    pub is_chain: RwSignal<bool>,
    /// What the normalizers being tried would do.
    pub preview: RwSignal<PreviewView>,
    /// What belongs to no file.
    pub troubles: RwSignal<Vec<Problem>>,
    /// Whether the zip holds the dataset as dropped.
    pub with_dataset: RwSignal<bool>,
    /// Whether a file hovers over the page.
    pub is_hovering: RwSignal<bool>,
    /// The one file input.
    pub files_input: NodeRef<Input>,
    /// The last request that changes the workspace, and whether it starts with reading or with scoring.
    asked: RwSignal<(u32, State)>,
    /// When the files being read were dropped, and their names.
    dropped: StoredValue<Option<(f64, String)>>,
    worker: StoredValue<Option<Handle>, LocalStorage>,
    workspace: StoredValue<String>,
    /// How often the worker died since it last answered.
    n_deaths: StoredValue<u32>,
}

/// A worker that dies more often than this without an answer is not started again.
const MOST_DEATHS: u32 = 3;

/// Files on their way.
pub struct Arrival {
    session: Session,
    turn: u32,
    start: f64,
    is_fresh: bool,
}

impl Arrival {
    /// They are here, or as many as could be had. Nothing happens when the user has gone on meanwhile.
    pub fn arrived(self, files: Vec<File>) {
        let session = self.session;
        if session.asked.get_untracked().0 != self.turn {
            return;
        }
        let names: Vec<String> = files.iter().map(File::name).collect();
        session
            .dropped
            .set_value(Some((self.start, names.join(", "))));
        let files: Array = files.into_iter().collect();
        let is_fresh = self.is_fresh;
        session.change(
            State::Loading,
            |turn| Request::Open { turn, is_fresh },
            &files,
        );
    }
}

impl Session {
    /// Makes the session, starts the worker and asks for what was open before.
    pub fn provide() -> Self {
        let view = RwSignal::new(Arc::new(View::default()));
        let asked = RwSignal::new((0, State::Idle));
        let scores = Memo::new(move |_| {
            view.with(|view| view.scores.clone().map(|scores| Arc::new(*scores)))
        });
        let state = Memo::new(move |_| {
            let (turn, waiting) = asked.get();
            view.with(|view| match () {
                () if view.turn < turn => waiting,
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
            alternatives: RwSignal::new(Vec::new()),
            not_in_context: RwSignal::new(None),
            query: RwSignal::new(RowsQuery {
                n: 40,
                ..RowsQuery::default()
            }),
            rows: RwSignal::new(Rows::default()),
            item: RwSignal::new(None),
            is_chain: RwSignal::new(false),
            preview: RwSignal::new(PreviewView::default()),
            troubles: RwSignal::new(Vec::new()),
            with_dataset: RwSignal::new(true),
            is_hovering: RwSignal::new(false),
            files_input: NodeRef::new(),
            asked,
            dropped: StoredValue::new(None),
            worker: StoredValue::new_local(None),
            workspace: StoredValue::new(String::new()),
            n_deaths: StoredValue::new(0),
        };
        provide_context(session);
        session.follow_hash();
        session.start_worker();
        leptos::task::spawn_local(async move {
            session.workspace.set_value(lock::workspace().await);
            session.restore();
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
            Some("scores") => Place::Scores,
            _ => Place::Data,
        };
        if self.place.get_untracked() != place {
            self.place.set(place);
        }
    }

    /// Reads files: dropped, chosen, pasted or fetched. No files, nothing happens.
    pub fn open(self, files: Vec<File>) {
        if files.is_empty() {
            return;
        }
        let names: Vec<String> = files.iter().map(File::name).collect();
        self.dropped
            .set_value(Some((clock::now(), names.join(", "))));
        let files: Array = files.into_iter().collect();
        self.change(
            State::Loading,
            |turn| Request::Open {
                turn,
                is_fresh: false,
            },
            &files,
        );
    }

    /// Waits for files that are being fetched: the page is loading from now on. With `is_fresh`, what is open is
    /// closed when they arrive.
    pub fn expect_files(self, is_fresh: bool) -> Arrival {
        let turn = self.asked.get_untracked().0 + 1;
        self.asked.set((turn, State::Loading));
        Arrival {
            session: self,
            turn,
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

    /// Shows another run.
    pub fn select(self, run: RunKey) {
        self.change(
            State::Scoring,
            |turn| Request::Select { turn, run },
            &JsValue::UNDEFINED,
        );
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
        self.item.set(None);
        self.query.set(RowsQuery {
            n: 40,
            ..RowsQuery::default()
        });
        self.troubles.set(Vec::new());
        self.change(
            State::Loading,
            |turn| Request::StartOver { turn },
            &JsValue::UNDEFINED,
        );
    }

    /// Asks for one result file, or for the zip with `all`.
    pub fn download(self, name: &str) {
        self.ask(&Request::Download {
            name: name.to_owned(),
            with_dataset: self.with_dataset.get_untracked(),
        });
    }

    /// Asks what normalizers would do.
    pub fn try_out(self, normalizers: Vec<Normalizer>) {
        self.ask(&Request::Preview { normalizers });
    }

    /// Opens one question.
    pub fn open_item(self, index: u32) {
        self.ask(&Request::Item { index, step: 0 });
    }

    /// Opens the question after (1) or before (-1) the open one, in the table's order.
    pub fn step_item(self, step: i8) {
        if let Some(index) = self
            .item
            .with_untracked(|item| item.as_ref().map(|item| item.index))
        {
            self.ask(&Request::Item { index, step });
        }
    }

    /// Asks for other rows: the change is made on the present query.
    pub fn look_for(self, change: impl FnOnce(&mut RowsQuery)) {
        self.query.update(|query| {
            change(query);
            query.ticket += 1;
        });
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

    /// Orders the table by a column; again turns the order round.
    pub fn sort_by(self, sort: Sort) {
        self.look_for(|query| {
            query.is_descending = query.sort == sort && !query.is_descending;
            query.sort = sort;
            query.from = 0;
        });
    }

    /// Gives up what the worker is doing; what was open before is opened again.
    pub fn cancel(self) {
        self.start_worker();
        self.restore();
    }

    /// Whether the dataset in use is multiple choice; followed where it is asked.
    pub fn is_multiple_choice(self) -> bool {
        self.view.with(|view| {
            view.dataset
                .as_ref()
                .is_some_and(|dataset| dataset.task == Task::MultipleChoice)
        })
    }

    /// What the scores say about how the texts of this file were read, if it is the shown run.
    pub fn problems_of_run(self, file: FileKey) -> Vec<Problem> {
        let is_shown = self.view.with(|view| {
            view.runs
                .iter()
                .any(|run| run.is_selected && run.key.file == file)
        });
        let of_scores = || {
            self.scores
                .with(|scores| scores.as_ref().map(|scores| scores.problems.clone()))
        };
        is_shown.then(of_scores).flatten().unwrap_or_default()
    }

    /// A trouble that belongs to no file.
    pub fn tell(self, problem: Problem) {
        self.troubles.update(|troubles| {
            if !troubles.contains(&problem) {
                troubles.push(problem);
            }
        });
    }

    fn restore(self) {
        let workspace = self.workspace.get_value();
        self.dropped.set_value(None);
        self.change(
            State::Loading,
            |turn| Request::Restore { turn, workspace },
            &JsValue::UNDEFINED,
        );
    }

    fn change(self, waiting: State, request: impl FnOnce(u32) -> Request, attachment: &JsValue) {
        let turn = self.asked.get_untracked().0 + 1;
        self.asked.set((turn, waiting));
        self.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.ask(&request(turn), attachment);
            }
        });
    }

    fn ask(self, request: &Request) {
        self.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.ask(request, &JsValue::UNDEFINED);
            }
        });
    }

    fn start_worker(self) {
        self.progress.set(None);
        let started = Handle::start(move |heard| match heard {
            Heard::Reply(reply, attachment) => self.hear(reply, attachment),
            Heard::Died(reason) => self.replace_worker(&reason),
            Heard::NeverStarted => self.tell_no_worker(),
        });
        match started {
            Ok(worker) => self.worker.set_value(Some(worker)),
            Err(_) => self.tell_no_worker(),
        }
    }

    fn tell_no_worker(self) {
        let message = "the part of Marksheet that reads and scores did not start";
        self.tell(Problem::error(message).hint(
            "reload the page; use a current Chrome, Edge, Firefox or Safari, and open it from a web server, not as a file",
        ));
    }

    /// After a fault of ours: a new worker with everything that was open before the fault.
    fn replace_worker(self, reason: &str) {
        let dropped = self.dropped.get_value().map(|(_, names)| names);
        let is_restoring = dropped.is_none() && self.view.with_untracked(|view| view.turn == 0);
        let doing = dropped.map_or("working".to_owned(), |names| {
            format!("reading {}", crate::problem::cut(&names, 100))
        });
        self.tell(
            Problem::error(format!(
                "{doing} failed: {}",
                crate::problem::cut(reason, 200)
            ))
            .hint("this is a fault of Marksheet, not yours; what was open before is still here"),
        );
        self.n_deaths.update_value(|n| *n += 1);
        if self.n_deaths.get_value() > MOST_DEATHS {
            self.worker.set_value(None);
            self.tell_no_worker();
            return;
        }
        self.start_worker();
        if is_restoring {
            // What is stored may be what broke it: leave it aside, untouched, and begin anew.
            self.workspace.update_value(|name| name.push_str("-anew"));
        }
        self.restore();
    }

    fn hear(self, reply: Reply, attachment: JsValue) {
        match reply {
            Reply::Crashed(_) => {}
            Reply::Ready(version) if version == VERSION => {}
            Reply::Ready(_) => self.tell(
                Problem::error("this page and its worker are of different versions").hint(
                    "reload the page; if that does not help, empty the browser's cache for it",
                ),
            ),
            Reply::Progress(progress) => {
                if progress.is_scoring {
                    self.asked.update(|asked| asked.1 = State::Scoring);
                }
                self.progress.set(Some(progress));
            }
            Reply::View(view) => {
                self.n_deaths.set_value(0);
                self.show(*view);
            }
            Reply::Intervals { turn, intervals } if turn == self.asked.get_untracked().0 => {
                self.intervals.set(intervals)
            }
            Reply::Alternatives { turn, alternatives } if turn == self.asked.get_untracked().0 => {
                self.alternatives.set(alternatives)
            }
            Reply::NotInContext { turn, n } if turn == self.asked.get_untracked().0 => {
                self.not_in_context.set(Some(n))
            }
            Reply::Intervals { .. } | Reply::Alternatives { .. } | Reply::NotInContext { .. } => {}
            Reply::Rows(rows) => {
                if rows.ticket == self.query.with_untracked(|query| query.ticket) {
                    self.rows.set(rows);
                }
            }
            Reply::Item(item) => self.item.set(Some(Arc::new(*item))),
            Reply::Preview(preview) => self.preview.set(preview),
            Reply::File { name, mime } => {
                if let Ok(bytes) = attachment.dyn_into::<Uint8Array>() {
                    download::save(&name, &mime, &bytes);
                }
            }
            Reply::Trouble(problem) => self.tell(problem),
        }
    }

    fn show(self, view: View) {
        let is_current = view.turn == self.asked.get_untracked().0;
        if !is_current {
            // A newer request is on its way; its view will come.
            return;
        }
        self.progress.set(None);
        self.intervals.set(Vec::new());
        self.alternatives.set(Vec::new());
        self.not_in_context.set(None);
        let timing = view.timing;
        let is_scored = view.scores.is_some();
        let open_item = self
            .item
            .with_untracked(|item| item.as_ref().map(|item| item.index));
        self.view.set(Arc::new(view));
        if is_scored {
            self.look_for(|query| query.n = query.n.max(40));
            if let Some(index) = open_item {
                self.open_item(index);
            }
        } else {
            self.item.set(None);
            self.rows.set(Rows::default());
        }
        let offset = timing.origin - clock::origin();
        if timing.read.1 > 0.0 {
            clock::measure(
                "marksheet:read",
                timing.read.0 + offset,
                timing.read.1 + offset,
            );
        }
        if timing.score.1 > 0.0 {
            clock::measure(
                "marksheet:score",
                timing.score.0 + offset,
                timing.score.1 + offset,
            );
        }
        if let Some((start, _)) = self.dropped.get_value().filter(|_| is_scored) {
            // The effects that write the numbers run before a timer does.
            leptos::task::spawn_local(async move {
                clock::sleep(0).await;
                clock::measure("marksheet:drop-to-score", start, clock::now());
            });
        }
        self.dropped.set_value(None);
    }
}
