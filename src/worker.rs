//! The worker's side: reads, scores, resamples and zips, so that the page's own thread never does.
//!
//! One request at a time, in order. What may take long and is not waited for (intervals) is done in slices between
//! requests, and dropped when the workspace changes.

mod asking;
mod background;
mod comparing;
mod downloads;
mod keeping;
mod prompts;
mod reading;
mod slices;

use crate::browser::store::Store;
use crate::browser::{clock, message};
use crate::problem::Problem;
use crate::protocol::{FileKey, Progress, Reply, Request, RowsQuery, Timing, VERSION, View};
use crate::report::run_record::InputFile;
use crate::workspace::{Elsewhere, Label, Previewing, Workspace};
use asking::{Asking, Last, LastSchema, Testing, Told, Trying};
use background::Background;
use comparing::Comparing;
use downloads::Wanted;
use futures::StreamExt;
use futures::channel::mpsc;
use prompts::Counting;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

/// What comes to the desk.
enum Incoming {
    /// The page asks, with what travels beside the request.
    Request(Request, JsValue),
    /// A run tells.
    Told(Told),
    /// A batch file was handed over.
    Written(Box<Elsewhere>),
}

/// Listens for requests for as long as the worker lives.
pub fn start() {
    std::panic::set_hook(Box::new(|info| say(&Reply::Crashed(info.to_string()))));
    let (sender, receiver) = mpsc::unbounded();
    let to_desk = sender.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some((request, attachment)) = message::unpack::<Request>(event.data()) {
            // The receiver lives as long as the worker.
            let _ = to_desk.unbounded_send(Incoming::Request(request, attachment));
        }
    });
    if let Some(scope) = scope() {
        scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    }
    on_message.forget();
    wasm_bindgen_futures::spawn_local(serve(Desk::new(sender), receiver));
    say(&Reply::Ready(VERSION));
}

async fn serve(mut desk: Desk, mut incoming: mpsc::UnboundedReceiver<Incoming>) {
    loop {
        if desk.until_telling() == Some(0.0) {
            desk.tell_answers();
        }
        let next = match desk.wait() {
            None => incoming.next().await,
            Some(0) => {
                desk.do_a_slice();
                desk.make_waiting().await;
                // Lets requests that came meanwhile go first.
                clock::sleep(0).await;
                match incoming.try_recv() {
                    Ok(next) => Some(next),
                    Err(_) => continue,
                }
            }
            Some(milliseconds) => match clock::within(milliseconds, incoming.next()).await {
                Some(next) => next,
                None => continue,
            },
        };
        match next {
            Some(Incoming::Request(request, attachment)) => desk.answer(request, attachment).await,
            Some(Incoming::Told(told)) => desk.hear(told).await,
            Some(Incoming::Written(batch)) => desk.remember_batch(*batch),
            None => return,
        }
    }
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// Tells the page.
fn say(reply: &Reply) {
    say_with(reply, &JsValue::UNDEFINED);
}

fn say_with(reply: &Reply, attachment: &JsValue) {
    if let Some(scope) = scope() {
        // Posting fails only for what cannot be cloned; replies always can.
        let _ = scope.post_message(&message::pack(reply, attachment));
    }
}

fn say_progress(turn: u32, is_scoring: bool, doing: String, done: u32, total: u32) {
    say(&Reply::Progress(Progress {
        turn,
        is_scoring,
        doing,
        done,
        total,
    }));
}

/// What lies on the worker's desk.
struct Desk {
    /// Where runs tell what happens.
    sender: mpsc::UnboundedSender<Incoming>,
    workspace: Workspace,
    /// Its name in the store.
    workspace_name: String,
    store: Option<Rc<Store>>,
    /// Choices that are still to be written, and whether some are being written.
    unwritten: Rc<RefCell<Option<String>>>,
    is_writing: Rc<Cell<bool>>,
    /// The dropped files, for the store and the zip.
    blobs: BTreeMap<FileKey, Blob>,
    /// Those of them that the store has.
    stored: BTreeSet<FileKey>,
    /// The runs that the store has.
    stored_runs: BTreeSet<FileKey>,
    /// Runs in the store that this version cannot open: left untouched.
    unread_runs: BTreeSet<FileKey>,
    turn: u32,
    query: RowsQuery,
    background: Option<Background>,
    /// Files that wait for what is found there.
    waiting: Vec<Wanted>,
    /// What result files say of the dataset (or else the predictions) in a file, checksum and all.
    described: BTreeMap<(FileKey, bool), InputFile>,
    previewing: Option<Previewing>,
    comparing: Comparing,
    counting: Option<Counting>,
    is_trouble_told: Rc<Cell<bool>>,
    read: (f64, f64),
    /// The run under way.
    asking: Option<Asking>,
    /// The run that ended last, with what was to be told of it.
    last: Option<Last>,
    trying: Option<Trying>,
    listing: Option<Trying>,
    /// What the schema in the fields came to when it was told last.
    schema: Option<LastSchema>,
    testing: Option<Testing>,
    batching: Option<Trying>,
    /// Why what was asked last could not be begun.
    refused: Vec<Problem>,
    /// The number of the last edit of the Answers place's fields.
    edit: u32,
    /// When the page was last told how the run stands.
    told_at: f64,
    /// The dataset that the score so far is of.
    judged_for: Option<FileKey>,
}

impl Desk {
    fn new(sender: mpsc::UnboundedSender<Incoming>) -> Self {
        Self {
            sender,
            workspace: Workspace::default(),
            workspace_name: String::new(),
            store: None,
            unwritten: Rc::default(),
            is_writing: Rc::default(),
            blobs: BTreeMap::new(),
            stored: BTreeSet::new(),
            stored_runs: BTreeSet::new(),
            unread_runs: BTreeSet::new(),
            turn: 0,
            query: RowsQuery::default(),
            background: None,
            waiting: Vec::new(),
            described: BTreeMap::new(),
            previewing: None,
            comparing: Comparing::default(),
            counting: None,
            is_trouble_told: Rc::default(),
            read: (0.0, 0.0),
            asking: None,
            last: None,
            trying: None,
            listing: None,
            schema: None,
            testing: None,
            batching: None,
            refused: Vec::new(),
            edit: 0,
            told_at: 0.0,
            judged_for: None,
        }
    }

    async fn answer(&mut self, request: Request, attachment: JsValue) {
        match request {
            Request::Workspaces => {
                let names = clock::within(keeping::PATIENCE, Store::workspaces()).await;
                let names = names.and_then(Result::ok).unwrap_or_default();
                say(&Reply::Workspaces(names));
            }
            Request::Restore { turn, workspace } => {
                self.restore(turn, &workspace).await;
                // Whether a run can go on is known before the page is said to be ready.
                self.tell_answers();
                self.settle(turn, false).await;
            }
            Request::Open { turn, is_fresh } => {
                if is_fresh {
                    self.workspace.clear();
                }
                self.open(turn, attachment).await;
                self.settle(turn, true).await;
            }
            Request::Remove { turn, file } => {
                self.workspace.remove(file);
                self.settle(turn, true).await;
            }
            Request::RemoveRun { turn, run } => {
                self.workspace.remove_run(run);
                self.settle(turn, true).await;
            }
            Request::Decide { turn, decision } => {
                self.workspace.decide(decision);
                self.settle(turn, true).await;
            }
            Request::ReadAs {
                turn,
                file,
                read_as,
            } => {
                self.workspace.read_as(file, &read_as);
                self.settle(turn, true).await;
            }
            Request::Select { turn, run } => {
                self.workspace.select(run);
                self.settle(turn, true).await;
            }
            Request::Set { turn, settings } => {
                self.workspace.set(settings);
                self.judge_anew();
                self.settle(turn, true).await;
            }
            Request::StartOver { turn } => {
                self.workspace.start_over();
                self.refused.clear();
                self.last = None;
                self.batching = None;
                // Runs that could not be opened are forgotten with the others.
                self.stored_runs.append(&mut self.unread_runs);
                self.settle(turn, true).await;
            }
            Request::Rows(query) => {
                let rows = self.workspace.rows(&query);
                if let Some((work, pick)) = self.background.as_mut().zip(query.pick.as_ref())
                    && rows.is_waiting
                {
                    work.hurry(pick);
                }
                say(&Reply::Rows(rows));
                self.query = query;
            }
            Request::Compare(query) => self.comparing.begin(query),
            Request::CompareLeft => self.comparing.leave(),
            Request::Flips(query) => say(&Reply::Flips(self.workspace.flips(&query))),
            Request::Label {
                turn,
                run,
                name,
                note,
            } => {
                self.workspace.label(run, Label { name, note });
                self.settle(turn, true).await;
            }
            Request::Item {
                ticket,
                index,
                step,
            } => {
                let index = self.workspace.neighbor(&self.query, index, step);
                let item = self.workspace.item(index).map(Box::new);
                say(&Reply::Item { ticket, item });
            }
            Request::Doubt(doubting) => {
                self.workspace.doubt(doubting);
                let doubts = self.workspace.doubts();
                say(&Reply::Doubts(self.turn, doubts));
                self.keep_soon();
            }
            Request::Find { ticket, id } => {
                let index = self.workspace.index_of(&id);
                let item = index.and_then(|index| self.workspace.item(index));
                let item = item.map(Box::new);
                say(&Reply::Item { ticket, item });
            }
            Request::Preview { normalizers } => {
                self.previewing = Some(Previewing::new(normalizers));
            }
            Request::Prompt {
                ticket,
                edit,
                go,
                with_messages: false,
                ..
            } => self.prompt_sources(ticket, *edit, &go),
            Request::Prompt {
                ticket,
                edit,
                go,
                with_totals,
                ..
            } => self.prompt(ticket, *edit, go, with_totals),
            Request::Fill { edit, form } => self.fill(edit, *form),
            Request::Ask {
                turn,
                form,
                key_origin,
            } => self.begin(turn, *form, &attachment, &key_origin).await,
            Request::GoOn {
                turn,
                form,
                key_origin,
                which,
            } => {
                self.go_on(turn, *form, &attachment, &key_origin, which)
                    .await;
            }
            Request::Order(order) => self.order(order).await,
            Request::Paste { index, reply } => self.paste(index, reply).await,
            Request::TryOut {
                ticket,
                form,
                key_origin,
                is_sent,
            } => self.try_out(ticket, &form, &attachment, &key_origin, is_sent),
            Request::Models {
                ticket,
                form,
                key_origin,
            } => self.list_models(ticket, &form, &attachment, &key_origin),
            Request::Schema { edit, form } => self.tell_schema(edit, &form),
            Request::BuildSchema { name, rows } => self.build_schema(&name, &rows),
            Request::TestConnection {
                ticket,
                form,
                key_origin,
                page_origin,
            } => self.test_connection(ticket, *form, &attachment, &key_origin, page_origin),
            Request::DownloadBatch { form, is_rest } => self.download_batch(&form, is_rest),
            Request::ForgetKey => self.forget_key(),
            Request::Record { index } => self.show_record(index),
            Request::TemplateDifference => self.tell_difference(),
            Request::DownloadTemplates { is_all } => self.download_templates(is_all),
            Request::Download { name, with_dataset } => {
                self.want(Wanted::File { name, with_dataset }).await;
            }
            Request::Markdown => self.want(Wanted::Markdown).await,
        }
    }

    /// Scores what is to be scored, shows it, and only then stores it.
    async fn settle(&mut self, turn: u32, is_changed: bool) {
        self.turn = turn;
        self.background = None;
        // Of several datasets in a zip, another may be the key now.
        self.described.clear();
        // Begun again, for what is compared may be another run.
        let previewing = self.previewing.take();
        self.previewing = previewing.map(Previewing::anew);
        self.counting = None;
        let start = clock::now();
        let total = self.workspace.n_to_score() as u32;
        if total > 0 {
            say_progress(turn, true, "Scoring".to_owned(), 0, total);
        }
        self.workspace.score(&mut |done| {
            say_progress(turn, true, "Scoring".to_owned(), done as u32, total);
        });
        let end = clock::now();
        let mut view = View {
            turn,
            ..self.workspace.view()
        };
        view.timing = Timing {
            origin: clock::origin(),
            read: std::mem::take(&mut self.read),
            score: if total > 0 { (start, end) } else { (0.0, 0.0) },
            memory: memory(),
        };
        let is_scored = view.scores.is_some();
        say(&Reply::View(Box::new(view)));
        self.end_removed();
        let dataset = self.workspace.dataset_key();
        if self.judged_for != dataset {
            self.judged_for = dataset;
            self.judge_anew();
        }
        self.tell_answers();
        self.tell_schema_if_other();
        // Planning the intervals takes a while too, so the page has its numbers before.
        if is_scored {
            self.background = Background::new(&self.workspace);
        }
        self.comparing.anew();
        match &mut self.background {
            Some(work) if !self.waiting.is_empty() => work.hurry_report(),
            Some(_) => {}
            None => self.waiting.clear(),
        }
        if is_changed {
            // The page draws while the store writes.
            clock::sleep(0).await;
            self.keep().await;
        }
    }
}

/// Bytes of memory the worker holds.
fn memory() -> f64 {
    let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    let bytes = js_sys::Reflect::get(&memory.buffer(), &"byteLength".into());
    bytes.ok().and_then(|bytes| bytes.as_f64()).unwrap_or(0.0)
}
