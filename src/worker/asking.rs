//! The Answers place's side of the worker: runs begun, steered, heard and kept.
//!
//! A run is a task of its own beside the requests of the page; what it tells comes to the desk through the same queue.
//! Deliberately absent: what a run decides, which is [`run`](crate::run)'s.

mod batching;
mod hand;
mod hearing;
mod key;
mod probing;
mod schemas;
mod telling;
mod trying;

pub(super) use hearing::{Last, Told};
pub(super) use probing::Testing;
pub(super) use schemas::LastSchema;
pub(super) use trying::Trying;

use super::{Desk, Incoming, say};
use crate::baseline;
use crate::browser::host::BrowserHost;
use crate::browser::{clock, lock};
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::protocol::{AskForm, FileKey, GoOn, Order, Reply};
use crate::provider::{self, Adapted, Key, KeyUse, Prompt, Rule, address};
use crate::run::{
    self, Answerer, Ask, Control, Ending, Event, ItemRecord, Job, Model, Progress, RunState,
};
use crate::workspace::{Going, Live, Who, at_most};
use core::time::Duration;
use hand::Hand;
use hearing::{Teller, What};
use std::collections::VecDeque;
use std::sync::Arc;
use wasm_bindgen::JsValue;

/// How many finished items are shown.
const N_LATEST: usize = 12;

/// Finished items, the newest first, with what became of each.
type Latest = VecDeque<(ItemRecord, Option<Outcome>)>;

/// A run under way.
pub(super) struct Asking {
    run: FileKey,
    control: Control,
    progress: Progress,
    live: Live,
    /// Items with a record that is not scored yet.
    unjudged: Vec<u32>,
    latest: Latest,
    /// Whether anything happened since the page was last told.
    is_newer: bool,
    /// While the connection is lost: what to tell of it.
    lost: Option<Problem>,
    /// No request before this time (since 1970).
    not_before: Duration,
    /// At most so many requests at once, since the server asked for fewer.
    slowed_to: Option<usize>,
    /// Replies in which the wanted field was not found.
    n_without_field: u32,
    told: Vec<Problem>,
    /// Whether it has a key, and ends when that is forgotten.
    has_key: bool,
    /// Whether a person had ended it before it went on.
    was_ended: bool,
    /// By hand: the questions left.
    hand: Option<Hand>,
}

impl Desk {
    /// Keeps what stands in the fields.
    pub(super) fn fill(&mut self, edit: u32, form: AskForm) {
        self.edit = edit;
        // What was said of other fields says nothing of these.
        let is_other = *self.workspace.form() != form;
        let is_said = is_other && !std::mem::take(&mut self.refused).is_empty();
        let prices = |form: &AskForm| (form.price_in.clone(), form.price_out.clone());
        let is_priced = prices(self.workspace.form()) != prices(&form);
        self.workspace.fill(form);
        self.keep_soon();
        self.tell_schema_if_other();
        if is_said || is_priced {
            self.tell_answers();
        }
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
                    self.set_going(going, key, GoOn::Unfinished).await;
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
                GoOn::Failed => {
                    asking.control.retry_failed();
                    asking.progress.retried();
                }
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
                Ok((going, key)) => self.set_going(going, key, which).await,
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
        let place = address::origin(&going.model.base_url);
        let place = place.unwrap_or_else(|_| going.model.base_url.clone());
        let refused = |message: String, hint: String| Err(vec![Problem::error(message).hint(hint)]);
        if let Some(key) = key.filter(|key| !key.fits(&going.model.base_url)) {
            return refused(
                format!(
                    "this goes to {place}, and the key was typed for {}",
                    key.origin()
                ),
                format!(
                    "choose {} under \"Who answers\", then type its key",
                    provider.label
                ),
            );
        }
        if provider.key_use == KeyUse::Required && key.is_none() {
            return refused(
                format!("{} at {place} wants a key", provider.label),
                "type your key; without one, choose a model on your own computer, a baseline, or by hand"
                    .to_owned(),
            );
        }
        let asking = provider::Asking {
            config: &going.model,
            prompt: &Prompt::default(),
            key: None,
            adapted: Adapted::default(),
            structure: provider::Structure::Plain,
        };
        let made = provider::request(provider, &asking);
        made.map(|_| ()).map_err(|problem| vec![problem])
    }

    /// Sets a run going: kept before anything is asked.
    async fn set_going(&mut self, going: Going, key: Option<Arc<Key>>, which: GoOn) {
        let run = going.key;
        let was_ended = self
            .workspace
            .answers(run)
            .is_some_and(|state| state.is_ended);
        self.workspace.confirm(&going);
        let Some(state) = self.workspace.answers(run) else {
            return;
        };
        let header = state.header();
        let mut asking = Asking::new(run, state);
        asking.was_ended = was_ended;
        asking.has_key = key.is_some();
        if which == GoOn::Failed {
            asking.progress.retried();
        }
        let (store, control) = (self.store.clone(), asking.control.clone());
        let tell = Teller::new(run, self.sender.clone());
        if let Who::Hand = going.who {
            asking.hand = Some(Hand::new(going));
            self.asking = Some(asking);
            if let Some(store) = store
                && let Err(error) = store.put_header(run, &header).await
            {
                self.tell_store(&error.to_string());
            }
            return self.finish_by_hand(run);
        }
        self.asking = Some(asking);
        let name = format!("run:{}/{run}", self.workspace_name);
        wasm_bindgen_futures::spawn_local(async move {
            // Two tabs must not ask the same questions twice.
            let Some(_lock) = lock::take(&name).await else {
                let problem = Problem::error("another tab is asking these questions");
                let hint = "go on there, or close that tab first";
                return tell.say(What::Failed(problem.hint(hint)));
            };
            let host = BrowserHost::new(store, run);
            if let Err(problem) = host.put_header(&header).await {
                tell.say(What::Event(Event::StoreFailed(problem)));
            }
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
                // What came so far can be looked at; what is shown stays.
                self.workspace.settle();
                self.settle(self.turn, true).await;
            }
            Order::Stop => {
                asking.control.stop();
                if asking.hand.is_some() {
                    let run = asking.run;
                    self.ended(run, Some(Ending::Stopped)).await;
                }
            }
            Order::Parallel(n) => {
                let state = self.workspace.answers(asking.run);
                let base_url = state.map_or("", |state| state.model.base_url.as_str());
                asking.control.set_n_parallel(at_most(n as usize, base_url));
            }
        }
        self.tell_answers();
    }

    /// The key is forgotten: what is under way with it ends.
    pub(super) fn forget_key(&mut self) {
        self.trying = None;
        self.listing = None;
        self.end_test();
        if let Some(asking) = self.asking.as_mut().filter(|asking| asking.has_key) {
            asking.control.stop();
            let problem = Problem::info("the run ended here, for its key was forgotten");
            asking.tell_once(problem.hint("type the key again and press Resume"));
        }
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
    match going.who {
        Who::Model(provider) => {
            let prompts = |ask: &Ask| prompt(&going, ask);
            let (limit, wanted) = (going.config.time_limit, &going.wanted);
            match Model::new(host, provider, &going.model, key, wanted, limit, prompts) {
                Ok(model) => {
                    let model = model
                        .with_structure(|ask| going.structure(ask))
                        .with_check(|ask, reply| going.checked(ask, reply));
                    ran(&going, &model, host, control, tell).await
                }
                Err(problem) => What::Failed(problem),
            }
        }
        Who::Baseline(kind) => {
            let answers = baseline::Answers::new(&going.dataset, kind);
            ran(&going, &answers, host, control, tell).await
        }
        Who::Hand => What::Ended(Ending::Done),
    }
}

async fn ran(
    going: &Going,
    answerer: &impl Answerer,
    host: &BrowserHost,
    control: &Control,
    tell: &Teller,
) -> What {
    let job = Job {
        asks: &going.asks,
        start: going.start.clone(),
        answerer,
        host,
        config: going.config,
        control,
    };
    What::Ended(run::run(job, |event| tell.say(What::Event(event))).await)
}

/// The prompt of one item.
fn prompt(going: &Going, ask: &Ask) -> Result<Prompt, Problem> {
    let Some(maker) = &going.maker else {
        return Ok(Prompt::default());
    };
    let (system, user) = maker.messages(ask.index as usize)?;
    Ok(Prompt { system, user })
}

impl Asking {
    fn new(run: FileKey, state: &RunState) -> Self {
        let mut asking = Self {
            run,
            control: Control::default(),
            progress: Progress::new(state.facts.n_items as usize, state.records.values()),
            live: Live::default(),
            unjudged: state.records.keys().copied().collect(),
            latest: VecDeque::new(),
            is_newer: true,
            lost: None,
            not_before: Duration::ZERO,
            slowed_to: None,
            n_without_field: 0,
            told: Vec::new(),
            has_key: false,
            was_ended: false,
            hand: None,
        };
        asking.note_adapted(&state.adapted.in_words());
        for record in state.records.values() {
            asking.note_rule(record);
        }
        asking
    }

    fn note_rule(&mut self, record: &ItemRecord) {
        self.n_without_field += u32::from(matches!(record.rule, Rule::NoField | Rule::NoObject));
    }

    fn note_adapted(&mut self, words: &[String]) {
        for words in words {
            let problem = Problem::info(format!("the model does not take it otherwise: {words}"));
            self.tell_once(problem);
        }
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
