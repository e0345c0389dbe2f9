//! Runs that were asked from here: begun, gone on with, filled with records, kept.
//!
//! Such a run is an open file like any other, so that everything that takes predictions takes it. Deliberately absent:
//! asking itself, which is [`run`](crate::run)'s, and the store.

mod live;
mod plan;
mod record;

pub use live::Live;
pub use plan::Who;

use super::open_file::{Content, Decided, OpenFile, Part};
use super::{SavedFile, Workspace};
use crate::dataset::{Dataset, Task};
use crate::predictions::Predictions;
use crate::problem::{Problem, cut};
use crate::prompt::{PromptMaker, PromptSource};
use crate::protocol::{AskForm, FileKey, GoOn, RunKey};
use crate::provider::{Adapted, ModelConfig, Wanted};
use crate::report::run_record::sha256;
use crate::run::{self, Ask, ItemRecord, PlanFacts, RunConfig, RunState, Start, Which};
use plan::{Plan, plan};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A run that was asked from here.
pub(super) struct Answers {
    pub(super) state: RunState,
    /// The same as predictions, as of the last [`Workspace::settle`].
    pub(super) predictions: Arc<Predictions>,
    /// Whether records came since.
    is_newer: bool,
}

/// Everything that is needed to set a run going, for the first time or again.
pub struct Going {
    /// The file that the run is.
    pub key: FileKey,
    /// Who answers.
    pub who: Who,
    /// The dataset it asks.
    pub dataset: Arc<Dataset>,
    /// Makes its prompts; baselines have none.
    pub maker: Option<PromptMaker>,
    /// All its items.
    pub asks: Vec<Ask>,
    /// Where it starts.
    pub start: Start,
    /// Which model, and how.
    pub model: ModelConfig,
    /// How hard.
    pub config: RunConfig,
    /// What is looked for in replies.
    pub wanted: Wanted,
}

/// The fields read, and what they are about.
struct Ready {
    plan: Plan,
    dataset: Arc<Dataset>,
    maker: Option<PromptMaker>,
    source: Option<PromptSource>,
}

impl Answers {
    pub(super) fn new(state: RunState) -> Self {
        Self {
            predictions: Arc::new(run::to_predictions(&state)),
            state,
            is_newer: false,
        }
    }

    /// How many of the dataset's first questions the run asks.
    pub(super) fn n_items(&self) -> usize {
        self.state.facts.n_items as usize
    }
}

impl Workspace {
    /// Begins a run with what stands in the fields of the Answers place. `created` is the time in ISO 8601 (UTC).
    ///
    /// # Errors
    /// Everything that is wrong with the fields, the templates, or the lack of a dataset; nothing is begun then.
    pub fn begin(&mut self, form: &AskForm, created: &str) -> Result<Going, Vec<Problem>> {
        let Ready {
            plan,
            dataset,
            maker,
            source,
        } = self.prepare(form)?;
        let n_items = dataset.items.len();
        let n_items = plan.n_questions.map_or(n_items, |n| n.min(n_items));
        let facts = PlanFacts {
            name: self.free_name(&cut(&plan.model.model, 80)),
            created: created.to_owned(),
            dataset: dataset.file.clone(),
            dataset_sha256: fingerprint(&dataset, n_items),
            prompts_sha256: source.as_ref().map(source_sha256).unwrap_or_default(),
            task_type: source.as_ref().map(|source| source.task_type.clone()),
            n_examples: maker.as_ref().map(|maker| maker.n_examples() as u64),
            n_items: n_items as u32,
        };
        let state = RunState {
            facts,
            model: plan.model,
            config: plan.config,
            wanted: plan.wanted,
            adapted: Adapted::default(),
            prompts: source,
            is_ended: false,
            records: BTreeMap::new(),
        };
        let key = self.next_key;
        self.next_key += 1;
        let going = going(
            key,
            plan.who,
            dataset,
            maker,
            &state,
            plan.config,
            Which::Unfinished,
        );
        self.add_run(key, state, Decided::default());
        Ok(going)
    }

    /// What a single question would be asked with, without beginning anything.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn try_out(&mut self, form: &AskForm) -> Result<Going, Vec<Problem>> {
        let Ready {
            plan,
            dataset,
            maker,
            ..
        } = self.prepare(form)?;
        let asks = asks(&dataset, dataset.items.len());
        Ok(Going {
            key: FileKey::MAX,
            who: plan.who,
            dataset,
            maker,
            asks,
            start: Start::default(),
            model: plan.model,
            config: plan.config,
            wanted: plan.wanted,
        })
    }

    /// Goes on with a run: with its own model and prompts, as hard as the fields say now.
    ///
    /// # Errors
    /// When there is no such run, its dataset is not the one in use, or a field cannot be read.
    pub fn go_on(
        &mut self,
        key: FileKey,
        form: &AskForm,
        which: GoOn,
    ) -> Result<Going, Vec<Problem>> {
        let config = plan::config_of(form)?;
        let Some((_, dataset)) = self.dataset.clone() else {
            return Err(vec![no_dataset()]);
        };
        let Some(answers) = self.answers_mut(key) else {
            return Err(vec![Problem::error("this run is no longer here")]);
        };
        let state = &mut answers.state;
        let is_known = state.facts.n_items as usize <= dataset.items.len()
            && fingerprint(&dataset, state.facts.n_items as usize) == state.facts.dataset_sha256;
        if !is_known {
            let message = format!("this run asks the questions of {}", state.facts.dataset);
            let problem = Problem::error(message);
            return Err(vec![
                problem.hint("drop that dataset again to go on with it"),
            ]);
        }
        // The server may have moved; who is asked there stays.
        let is_same = form.provider == state.model.provider && form.model == state.model.model;
        if is_same && !form.base_url.trim().is_empty() {
            state.model.base_url = form.base_url.trim().to_owned();
        }
        let config = RunConfig {
            n_parallel: plan::at_most(config.n_parallel, &state.model.base_url),
            ..config
        };
        state.config = config;
        state.is_ended = false;
        let maker = match &state.prompts {
            Some(source) => {
                Some(PromptMaker::new(dataset.clone(), source).map_err(|problem| vec![problem])?)
            }
            None => None,
        };
        let Some(who) = plan::who_of(&state.model) else {
            let message = format!("there is no provider named {}", state.model.provider);
            return Err(vec![Problem::error(message)]);
        };
        let which = match which {
            GoOn::Unfinished => Which::Unfinished,
            GoOn::Failed => Which::Failed,
        };
        Ok(going(
            key,
            who,
            dataset,
            maker,
            &answers.state,
            config,
            which,
        ))
    }

    /// Adds what became of one item.
    pub fn add_record(&mut self, key: FileKey, record: ItemRecord) {
        if let Some(answers) = self.answers_mut(key) {
            answers.state.add(record);
            answers.is_newer = true;
        }
    }

    /// Notes what was learned about the model.
    pub fn adapt(&mut self, key: FileKey, adapted: Adapted) {
        if let Some(answers) = self.answers_mut(key) {
            answers.state.adapted = adapted;
        }
    }

    /// Notes whether a person ended the run before its end.
    pub fn set_ended(&mut self, key: FileKey, is_ended: bool) {
        if let Some(answers) = self.answers_mut(key) {
            answers.state.is_ended = is_ended;
        }
    }

    /// Brings the run up to date and shows it in Scores, where it has any answer.
    pub fn show_run(&mut self, key: FileKey) {
        if self.answers(key).is_some_and(|run| !run.records.is_empty()) {
            self.selected = Some(RunKey { file: key, part: 0 });
            self.is_chosen = true;
        }
        self.settle();
    }

    /// Shows the newest run if it was cut short, by a reload or worse: it is what a person looks for then.
    pub fn show_interrupted(&mut self) {
        let newest = self.files.last();
        let is_cut_short = |state: &RunState| {
            !state.is_ended && state.records.len() < state.facts.n_items as usize
        };
        let cut_short = newest.filter(|file| {
            let answers = file.answers();
            answers.is_some_and(|answers| is_cut_short(&answers.state))
        });
        if let Some(key) = cut_short.map(|file| file.key) {
            self.show_run(key);
        }
    }

    /// The state of a run that was asked from here.
    pub fn answers(&self, key: FileKey) -> Option<&RunState> {
        self.file(key)?.answers().map(|answers| &answers.state)
    }

    /// The run that the Answers place shows: the one that Scores shows, or else the newest.
    pub fn newest_answers(&self) -> Option<FileKey> {
        let is_run = |key: &FileKey| self.answers(*key).is_some();
        let shown = self.selected.map(|run| run.file).filter(is_run);
        shown.or_else(|| {
            let mut keys = self.files.iter().rev().map(|file| file.key);
            keys.find(is_run)
        })
    }

    /// Opens a kept run under its old key.
    ///
    /// # Errors
    /// When its header cannot be read.
    pub fn reopen_run<'t>(
        &mut self,
        file: &SavedFile,
        header: &str,
        records: impl IntoIterator<Item = &'t str>,
    ) -> Result<(), Problem> {
        let (state, problem) = RunState::from_parts(header, records)?;
        self.next_key = self.next_key.max(file.key.saturating_add(1));
        self.add_run(file.key, state, file.decided());
        if let Some(problem) = problem {
            self.note(file.key, problem);
        }
        Ok(())
    }

    /// What stands in the fields of the Answers place.
    pub fn form(&self) -> &AskForm {
        &self.form
    }

    /// Keeps what stands in the fields of the Answers place.
    pub fn fill(&mut self, form: AskForm) {
        self.form = form;
    }

    /// Brings predictions up to date with the records that came.
    pub(super) fn settle_answers(&mut self) {
        let mut newer = Vec::new();
        for file in &mut self.files {
            let key = file.key;
            if let Some(answers) = file.answers_mut().filter(|answers| answers.is_newer) {
                answers.predictions = Arc::new(run::to_predictions(&answers.state));
                answers.is_newer = false;
                newer.push(key);
            }
        }
        if newer
            .iter()
            .any(|key| self.run.as_ref().is_some_and(|run| run.is_of(*key)))
        {
            self.run = None;
        }
    }

    fn prepare(&mut self, form: &AskForm) -> Result<Ready, Vec<Problem>> {
        let plan = plan(form)?;
        let Some((_, dataset)) = self.dataset.clone() else {
            return Err(vec![no_dataset()]);
        };
        if let Who::Baseline(_) = plan.who {
            let fits = crate::baseline::find(&form.provider)
                .is_some_and(|baseline| baseline.task == dataset.task);
            if !fits {
                return Err(vec![unfit_baseline(dataset.task)]);
            }
            return Ok(Ready {
                plan,
                dataset,
                maker: None,
                source: None,
            });
        }
        let source = self.prompt_source();
        let maker = PromptMaker::new(dataset.clone(), &source).map_err(|problem| vec![problem])?;
        Ok(Ready {
            plan,
            dataset,
            maker: Some(maker),
            source: Some(source),
        })
    }

    fn answers_mut(&mut self, key: FileKey) -> Option<&mut Answers> {
        self.file_mut(key)?.answers_mut()
    }

    fn add_run(&mut self, key: FileKey, state: RunState, decided: Decided) {
        let name = state.facts.name.clone();
        self.files.push(OpenFile {
            key,
            name: name.clone(),
            n_bytes: 0,
            parts: vec![Part::plain(
                &name,
                Content::Answers(Box::new(Answers::new(state))),
            )],
            problems: Vec::new(),
            decided,
        });
    }

    /// A name that no open file has: `gpt-4o`, `gpt-4o 2`, ….
    fn free_name(&self, name: &str) -> String {
        let is_taken = |name: &str| self.files.iter().any(|file| file.name == name);
        let mut free = name.to_owned();
        for n in 2.. {
            if !is_taken(&free) {
                break;
            }
            free = format!("{name} {n}");
        }
        free
    }
}

fn going(
    key: FileKey,
    who: Who,
    dataset: Arc<Dataset>,
    maker: Option<PromptMaker>,
    state: &RunState,
    config: RunConfig,
    which: Which,
) -> Going {
    let asks = asks(&dataset, state.facts.n_items as usize);
    Going {
        start: state.start(&asks, which),
        key,
        who,
        dataset,
        maker,
        asks,
        model: state.model.clone(),
        config,
        wanted: state.wanted.clone(),
    }
}

fn asks(dataset: &Dataset, n_items: usize) -> Vec<Ask> {
    let items = dataset.items.iter().take(n_items).zip(0..);
    items
        .map(|(item, index)| Ask {
            index,
            id: item.id.clone(),
        })
        .collect()
}

/// What tells the first so many questions of a dataset from others: a hash of all that is asked in them.
fn fingerprint(dataset: &Dataset, n_items: usize) -> String {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    let mut last_context = None;
    for item in dataset.items.iter().take(n_items) {
        add(&item.id);
        add(&item.question);
        // Neighbors share a context: it is told once.
        if item.context != last_context {
            let context = item
                .context
                .and_then(|at| dataset.contexts.get(at as usize));
            add(context.map_or("", String::as_str));
            last_context = item.context;
        }
    }
    let digest = hash.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn source_sha256(source: &PromptSource) -> String {
    sha256(&serde_json::to_vec(source).unwrap_or_default())
}

fn no_dataset() -> Problem {
    Problem::error("there is no dataset to ask questions of").hint("open one on Data")
}

fn unfit_baseline(task: Task) -> Problem {
    let problem = Problem::error("this baseline does not answer questions of this kind");
    problem.hint(match task {
        Task::Extractive => "choose the tail-number pattern, or always no answer",
        Task::MultipleChoice => "choose a fixed letter, a random one, or the longest choice",
    })
}
