//! The Answers place's side of the worker: runs begun, steered, heard and kept.
//!
//! A run is a task of its own beside the requests of the page; what it tells comes to the desk through the same queue.
//! Deliberately absent: what a run decides, which is [`run`](crate::run)'s.

mod key;
mod telling;
mod trying;

use super::{Desk, Incoming, say};
use crate::baseline;
use crate::browser::host::BrowserHost;
use crate::browser::{clock, lock};
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::protocol::{AskForm, FileKey, GoOn, Order, Reply};
use crate::provider::{Key, Prompt};
use crate::run::{
    self, Ask, Control, Ending, Event, Host, ItemRecord, Job, Model, Progress, RunState,
};
use crate::workspace::{Going, Live, Who};
use core::time::Duration;
use futures::channel::mpsc::UnboundedSender;
use std::collections::VecDeque;
use std::sync::Arc;
use wasm_bindgen::JsValue;

pub(super) use trying::Trying;

/// How many finished items are shown.
const N_LATEST: usize = 12;

/// What a run tells the desk.
pub(super) struct Told {
    run: FileKey,
    what: What,
}

enum What {
    Event(Event),
    Ended(Ending),
    /// It could not begin.
    Failed(Problem),
}

/// A run under way.
pub(super) struct Asking {
    run: FileKey,
    control: Control,
    progress: Progress,
    live: Live,
    /// Finished since the page was last told.
    unjudged: Vec<ItemRecord>,
    latest: Latest,
    /// Whether anything happened since the page was last told.
    is_newer: bool,
    is_lost: bool,
    /// No request before this time (since 1970).
    not_before: Duration,
    told: Vec<Problem>,
    /// By hand: the questions left, the shown one first, and what makes their prompts.
    hand: Option<Hand>,
}

/// A run that has ended, as far as it is still told of.
pub(super) struct Last {
    run: FileKey,
    told: Vec<Problem>,
    latest: Latest,
}

/// Finished items, the newest first, with what became of each.
type Latest = VecDeque<(ItemRecord, Option<Outcome>)>;

struct Hand {
    left: VecDeque<Ask>,
    going: Going,
}

impl Desk {
    /// Keeps what stands in the fields.
    pub(super) fn fill(&mut self, edit: u32, form: AskForm) {
        self.edit = edit;
        self.workspace.fill(form);
        self.keep_soon();
    }

    /// Begins a run.
    pub(super) async fn begin(&mut self, turn: u32, form: AskForm, key: &JsValue, origin: &str) {
        self.workspace.fill(form.clone());
        self.refused.clear();
        if self.asking.is_none() {
            let key = key::read(key, origin);
            let going = key.and_then(|key| {
                let going = self.workspace.begin(&form, &clock::utc())?;
                self.is_askable(&going, key.as_deref())
                    .inspect_err(|_| self.workspace.remove(going.key))?;
                Ok((going, key))
            });
            match going {
                Ok((going, key)) => {
                    // Whatever an earlier run with this key may have left.
                    if let Some(store) = self.store.clone()
                        && let Err(error) = store.forget_run(going.key).await
                    {
                        self.tell_store(&error.to_string());
                    }
                    self.set_going(going, key).await;
                }
                Err(problems) => self.refused = problems,
            }
        }
        self.tell_answers();
        self.settle(turn, true).await;
    }

    /// Goes on with the run that is shown.
    pub(super) async fn go_on(
        &mut self,
        turn: u32,
        form: AskForm,
        key: &JsValue,
        origin: &str,
        which: GoOn,
    ) {
        self.workspace.fill(form.clone());
        self.refused.clear();
        if let Some(asking) = &mut self.asking {
            match which {
                GoOn::Failed => asking.control.retry_failed(),
                GoOn::Unfinished => asking.control.resume(),
            }
            asking.progress.interrupted();
        } else if let Some(run) = self.workspace.newest_answers() {
            let going = key::read(key, origin).and_then(|key| {
                let going = self.workspace.go_on(run, &form, which)?;
                self.is_askable(&going, key.as_deref())?;
                Ok((going, key))
            });
            match going {
                Ok((going, key)) => self.set_going(going, key).await,
                Err(problems) => self.refused = problems,
            }
        }
        self.tell_answers();
        self.settle(turn, true).await;
    }

    /// Whether a request could be made at all, so that nothing is begun that cannot be.
    fn is_askable(&self, going: &Going, key: Option<&Key>) -> Result<(), Vec<Problem>> {
        let Who::Model(provider) = going.who else {
            return Ok(());
        };
        if let Some(key) = key.filter(|key| !key.fits(&going.model.base_url)) {
            let message = format!("the key was typed for {}", key.origin());
            let problem = Problem::error(message);
            return Err(vec![
                problem.hint("type the key that belongs to this base URL"),
            ]);
        }
        if provider.key_use == crate::provider::KeyUse::Required && key.is_none() {
            let problem = Problem::error(format!("{} wants a key", provider.label));
            return Err(vec![problem.hint(
                "type your key; without one, choose a model on your own computer, a baseline, or by hand",
            )]);
        }
        crate::provider::request(
            provider,
            &crate::provider::Asking {
                config: &going.model,
                prompt: &Prompt::default(),
                key: None,
                adapted: going.start.adapted,
                structure: crate::provider::Structure::Plain,
            },
        )
        .map(|_| ())
        .map_err(|problem| vec![problem])
    }

    /// Sets a run going: kept before anything is asked.
    async fn set_going(&mut self, going: Going, key: Option<Arc<Key>>) {
        let run = going.key;
        let Some(state) = self.workspace.answers(run) else {
            return;
        };
        let mut asking = Asking::new(run, state);
        if let Some(store) = self.store.clone()
            && let Err(error) = store.put_header(run, &state.header()).await
        {
            self.tell_store(&error.to_string());
        }
        self.workspace.set_ended(run, false);
        let host = BrowserHost::new(self.store.clone(), run);
        if let Who::Hand = going.who {
            let left = going.start.todo.iter();
            let left = left.filter_map(|at| going.asks.get(*at).cloned());
            asking.hand = Some(Hand {
                left: left.collect(),
                going,
            });
            self.asking = Some(asking);
            return self.finish_by_hand();
        }
        let control = asking.control.clone();
        let tell = Teller {
            run,
            to: self.sender.clone(),
        };
        let name = format!("run:{}/{run}", self.workspace_name);
        self.asking = Some(asking);
        wasm_bindgen_futures::spawn_local(async move {
            // Two tabs must not ask the same questions twice.
            let Some(_lock) = lock::take(&name).await else {
                let problem = Problem::error("another tab is asking these questions");
                return tell.say(What::Failed(
                    problem.hint("go on there, or close that tab first"),
                ));
            };
            let ended = asked(going, key, &host, &control, &tell).await;
            tell.say(ended);
        });
    }

    /// Takes an order to the run under way.
    pub(super) async fn order(&mut self, order: Order) {
        let Some(asking) = &mut self.asking else {
            return self.tell_answers();
        };
        match order {
            Order::Pause => {
                asking.control.pause();
                asking.progress.interrupted();
                let run = asking.run;
                self.workspace.show_run(run);
                self.settle(self.turn, true).await;
            }
            Order::Stop => {
                asking.control.stop();
                if asking.hand.is_some() {
                    let run = asking.run;
                    self.ended(run, Ending::Stopped).await;
                }
            }
            Order::Parallel(n) => asking.control.set_n_parallel(n as usize),
        }
        self.tell_answers();
    }

    /// The key is forgotten: what is under way with it ends.
    pub(super) fn forget_key(&mut self) {
        self.trying = None;
        if let Some(asking) = &self.asking
            && asking.hand.is_none()
            && self.is_of_model(asking.run)
        {
            asking.control.stop();
        }
    }

    fn is_of_model(&self, run: FileKey) -> bool {
        let state = self.workspace.answers(run);
        state.is_some_and(|state| !state.model.base_url.is_empty())
    }

    /// By hand: the reply to the shown question, or that it is passed over.
    pub(super) async fn paste(&mut self, text: Option<String>) {
        let Some(asking) = &mut self.asking else {
            return;
        };
        let Some(hand) = &mut asking.hand else {
            return;
        };
        let (run, ask) = (asking.run, hand.left.pop_front());
        if let (Some(ask), Some(text)) = (ask, text) {
            let record = ItemRecord::by_hand(&ask, &text, &hand.going.wanted);
            let host = BrowserHost::new(self.store.clone(), run);
            if let Err(problem) = host.store(std::slice::from_ref(&record)).await {
                self.heard(run, Event::StoreFailed(problem)).await;
            }
            self.heard(run, Event::Finished(Box::new(record))).await;
        }
        self.finish_by_hand();
        self.tell_answers();
    }

    /// By hand a run ends when no question is left.
    fn finish_by_hand(&mut self) {
        let hand = self.asking.as_ref().and_then(|asking| {
            let hand = asking.hand.as_ref()?;
            hand.left.is_empty().then_some(asking.run)
        });
        if let Some(run) = hand {
            let tell = Teller {
                run,
                to: self.sender.clone(),
            };
            tell.say(What::Ended(Ending::Done));
        }
    }

    /// Hears what a run tells; what comes from one that is no longer under way is passed over.
    pub(super) async fn hear(&mut self, told: Told) {
        match told.what {
            What::Event(event) => self.heard(told.run, event).await,
            What::Ended(ending) => self.ended(told.run, ending).await,
            What::Failed(problem) => {
                self.refused = vec![problem];
                self.ended(told.run, Ending::GaveUp(crate::provider::Stop::Blocked))
                    .await;
            }
        }
    }

    async fn heard(&mut self, run: FileKey, event: Event) {
        let Some(asking) = self.asking.as_mut().filter(|asking| asking.run == run) else {
            return;
        };
        asking.is_newer = true;
        match event {
            Event::Finished(record) => {
                asking.progress.add(&record, clock::since_1970());
                asking.unjudged.push((*record).clone());
                self.workspace.add_record(run, *record);
            }
            Event::Adapted(adapted) => {
                asking.note_adapted(&adapted.in_words());
                self.workspace.adapt(run, adapted);
                self.keep_header(run).await;
            }
            Event::Slowed {
                n_parallel, until, ..
            } => {
                asking.not_before = until;
                asking.n_parallel_told(n_parallel);
            }
            Event::Lost(problem) => {
                asking.is_lost = true;
                asking.progress.interrupted();
                asking.tell_once(problem);
            }
            Event::Back => {
                asking.is_lost = false;
                asking.told.retain(|problem| !is_about_connection(problem));
            }
            Event::StoreFailed(problem) | Event::Stopping(_, problem) => asking.tell_once(problem),
        }
    }

    /// The run has come to an end: everything is scored, shown and kept, and only then said to be over.
    async fn ended(&mut self, run: FileKey, ending: Ending) {
        let Some(asking) = self.asking.take_if(|asking| asking.run == run) else {
            return;
        };
        self.workspace
            .set_ended(run, matches!(ending, Ending::Stopped));
        let mut last = Last {
            run,
            told: asking.told,
            latest: asking.latest,
        };
        self.judge_latest(&mut last, asking.unjudged);
        self.last = Some(last);
        self.keep_header(run).await;
        self.workspace.show_run(run);
        self.settle(self.turn, true).await;
    }

    /// A run whose file was closed is not asked any further.
    pub(super) fn end_removed(&mut self) {
        let workspace = &self.workspace;
        let removed = self
            .asking
            .take_if(|asking| workspace.answers(asking.run).is_none());
        if let Some(asking) = removed {
            asking.control.stop();
        }
    }

    async fn keep_header(&mut self, run: FileKey) {
        let header = self.workspace.answers(run).map(RunState::header);
        if let (Some(store), Some(header)) = (self.store.clone(), header)
            && let Err(error) = store.put_header(run, &header).await
        {
            self.tell_store(&error.to_string());
        }
    }
}

/// Hands what a run tells to the desk.
struct Teller {
    run: FileKey,
    to: UnboundedSender<Incoming>,
}

impl Teller {
    fn say(&self, what: What) {
        let told = Told {
            run: self.run,
            what,
        };
        // The desk lives as long as the worker.
        let _ = self.to.unbounded_send(Incoming::Told(told));
    }
}

/// Asks everything there is to ask.
async fn asked(
    going: Going,
    key: Option<Arc<Key>>,
    host: &BrowserHost,
    control: &Control,
    tell: &Teller,
) -> What {
    let say = |event| tell.say(What::Event(event));
    let start = going.start.clone();
    let ending = match going.who {
        Who::Model(provider) => {
            let prompts = |ask: &Ask| prompt(&going, ask);
            let time_limit = going.config.time_limit;
            let model = Model::new(
                host,
                provider,
                &going.model,
                key,
                &going.wanted,
                time_limit,
                prompts,
            );
            match model {
                Ok(model) => {
                    let job = Job {
                        asks: &going.asks,
                        start,
                        answerer: &model,
                        host,
                        config: going.config,
                        control,
                    };
                    run::run(job, say).await
                }
                Err(problem) => return What::Failed(problem),
            }
        }
        Who::Baseline(kind) => {
            let answers = baseline::Answers::new(&going.dataset, kind);
            let job = Job {
                asks: &going.asks,
                start,
                answerer: &answers,
                host,
                config: going.config,
                control,
            };
            run::run(job, say).await
        }
        Who::Hand => Ending::Done,
    };
    What::Ended(ending)
}

/// The prompt of one item.
fn prompt(going: &Going, ask: &Ask) -> Result<Prompt, Problem> {
    let Some(maker) = &going.maker else {
        return Ok(Prompt::default());
    };
    let (system, user) = maker.messages(ask.index as usize)?;
    Ok(Prompt { system, user })
}

fn is_about_connection(problem: &Problem) -> bool {
    problem.message.starts_with("connection lost")
}

impl Asking {
    fn new(run: FileKey, state: &RunState) -> Self {
        let mut asking = Self {
            run,
            control: Control::default(),
            progress: Progress::new(state.facts.n_items as usize, state.records.values()),
            live: Live::default(),
            unjudged: state.records.values().cloned().collect(),
            latest: VecDeque::new(),
            is_newer: true,
            is_lost: false,
            not_before: Duration::ZERO,
            told: Vec::new(),
            hand: None,
        };
        asking.note_adapted(&state.adapted.in_words());
        asking
    }

    fn note_adapted(&mut self, words: &[String]) {
        for words in words {
            let problem = Problem::info(format!("the model does not take it otherwise: {words}"));
            self.tell_once(problem);
        }
    }

    fn n_parallel_told(&mut self, n_parallel: usize) {
        const SLOWER: &str = "the server asks for fewer requests";
        self.told
            .retain(|problem| !problem.message.starts_with(SLOWER));
        self.told.push(Problem::info(format!(
            "{SLOWER}: at most {n_parallel} at once for now"
        )));
    }

    fn tell_once(&mut self, problem: Problem) {
        if !self.told.contains(&problem) {
            self.told.push(problem);
        }
    }
}

/// What the page asks that has nothing to do with a run under way.
impl Desk {
    pub(super) fn show_record(&self, index: u32) {
        let run = self.shown_run();
        let record = run.and_then(|run| self.workspace.record(run, index));
        say(&Reply::Record(record.map(Box::new)));
    }

    /// The run under way, or else the one that is shown.
    fn shown_run(&self) -> Option<FileKey> {
        let asking = self.asking.as_ref().map(|asking| asking.run);
        asking.or_else(|| self.workspace.newest_answers())
    }
}
