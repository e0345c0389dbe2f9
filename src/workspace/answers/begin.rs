//! Everything that sets a run going, for the first time or again.
//!
//! Deliberately absent: asking, and what becomes of the answers.

use super::forms::Forms;
use super::plan::{self, Plan, Who, plan};
use crate::dataset::{Dataset, Task};
use crate::problem::{Problem, cut};
use crate::prompt::{PromptMaker, PromptSource};
use crate::protocol::{AskForm, FileKey, GoOn};
use crate::provider::{Adapted, ModelConfig, Rung, Wanted};
use crate::report::run_record::sha256;
use crate::run::{Ask, ItemRecord, PlanFacts, RunConfig, RunState, SchemaForm, Start, Which};
use crate::schema::adapt;
use crate::workspace::Workspace;
use crate::workspace::open_file::Decided;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// The forms replies are asked for in; `None` for plain text.
    pub forms: Option<Forms>,
}

/// The fields read, and what they are about.
pub(super) struct Ready {
    pub(super) plan: Plan,
    pub(super) dataset: Arc<Dataset>,
    pub(super) maker: Option<PromptMaker>,
    pub(super) source: Option<PromptSource>,
    pub(super) forms: Option<Forms>,
    /// How it is asked from the start.
    pub(super) adapted: Adapted,
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
            forms,
            adapted,
        } = self.prepare(form)?;
        let n_items = dataset.items.len();
        let n_items = plan.n_questions.map_or(n_items, |n| n.min(n_items));
        let facts = PlanFacts {
            name: self.free_name(&cut(&plan.model.model, 80)),
            created: created.to_owned(),
            dataset: dataset.file.clone(),
            questions_sha256: fingerprint(&dataset, n_items),
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
            schema: forms.as_ref().map(|forms| forms.schema().clone()),
            adapted,
            prompts: source,
            is_ended: false,
            records: BTreeMap::new(),
        };
        let key = self.next_key;
        self.next_key += 1;
        let asks = asks(&dataset, n_items);
        let going = Going {
            start: state.start(&asks, Which::Unfinished),
            key,
            who: plan.who,
            dataset,
            maker,
            asks,
            model: state.model.clone(),
            config: state.config,
            wanted: state.wanted.clone(),
            forms,
        };
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
            forms,
            adapted,
            ..
        } = self.prepare(form)?;
        let asks = asks(&dataset, dataset.items.len());
        Ok(Going {
            key: FileKey::MAX,
            who: plan.who,
            dataset,
            maker,
            asks,
            start: Start {
                adapted,
                ..Start::default()
            },
            model: plan.model,
            config: plan.config,
            wanted: plan.wanted,
            forms,
        })
    }

    /// Goes on with a run: with its own model and prompts, as hard as the fields say now. One in which nothing was answered
    /// yet takes its model from the fields too, since that may be what was wrong. Nothing changes before
    /// [`confirm`](Self::confirm).
    ///
    /// # Errors
    /// When there is no such run, its questions are not those in use, or a field cannot be read.
    pub fn go_on(&self, key: FileKey, form: &AskForm, which: GoOn) -> Result<Going, Vec<Problem>> {
        let Some((_, dataset)) = self.dataset.clone() else {
            return Err(vec![no_dataset()]);
        };
        let Some(state) = self.answers(key) else {
            return Err(vec![Problem::error("this run is no longer here")]);
        };
        if !asks_of(&dataset, state) {
            return Err(vec![other_questions(&state.facts.dataset)]);
        }
        let mut model = state.model.clone();
        let mut wanted = state.wanted.clone();
        let mut adapted = state.adapted;
        let kept = state.schema.clone();
        let mut forms = kept.map(|schema| Forms::of(schema, &dataset));
        let has_answer = state.records.values().any(ItemRecord::is_answer);
        let is_same = form.provider == model.provider && form.model.trim() == model.model;
        if !has_answer && matches!(plan::who_of(&model), Some(Who::Model(_))) {
            let plan = plan(form)?;
            if let Who::Model(_) = plan.who {
                let (begun, fresh) = Forms::begun(form, plan.who, &dataset)?;
                if plan.model != model || begun != forms {
                    // What was learned was learned of another.
                    adapted = fresh;
                }
                (model, wanted, forms) = (plan.model, plan.wanted, begun);
            }
        } else if is_same && !form.base_url.trim().is_empty() {
            // The server may have moved; who is asked there stays.
            form.base_url.trim().clone_into(&mut model.base_url);
        }
        let Some(who) = plan::who_of(&model) else {
            let message = format!("there is no provider named {}", model.provider);
            return Err(vec![Problem::error(message)]);
        };
        // One request learns it again, and what one server said once need not hold for ever.
        adapted.structure = from_the_start(forms.as_ref(), who);
        let config = plan::config_of(form, who, &model.base_url)?;
        let maker = state
            .prompts
            .as_ref()
            .map(|source| PromptMaker::new(dataset.clone(), source));
        let maker = maker.transpose().map_err(|problem| vec![problem])?;
        let which = match which {
            GoOn::Unfinished => Which::Unfinished,
            GoOn::Failed => Which::Failed,
        };
        let asks = asks(&dataset, state.facts.n_items as usize);
        Ok(Going {
            start: Start {
                adapted,
                ..state.start(&asks, which)
            },
            key,
            who,
            dataset,
            maker,
            asks,
            model,
            config,
            wanted,
            forms,
        })
    }

    /// The run is set going as it was said: from now on that is how it is asked.
    pub fn confirm(&mut self, going: &Going) {
        if let Some(answers) = self.answers_mut(going.key) {
            let state = &mut answers.state;
            state.model.clone_from(&going.model);
            state.wanted.clone_from(&going.wanted);
            state.schema = going.forms.as_ref().map(|forms| forms.schema().clone());
            state.adapted = going.start.adapted;
            state.config = going.config;
            state.is_ended = false;
        }
    }

    pub(super) fn prepare(&mut self, form: &AskForm) -> Result<Ready, Vec<Problem>> {
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
                forms: None,
                adapted: Adapted::default(),
            });
        }
        let (forms, adapted) = Forms::begun(form, plan.who, &dataset)?;
        let source = self.prompt_source();
        let maker = PromptMaker::new(dataset.clone(), &source).map_err(|problem| vec![problem])?;
        Ok(Ready {
            plan,
            dataset,
            maker: Some(maker),
            source: Some(source),
            forms,
            adapted,
        })
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

fn asks(dataset: &Dataset, n_items: usize) -> Vec<Ask> {
    let items = dataset.items.iter().take(n_items).zip(0..);
    items
        .map(|(item, index)| Ask {
            index,
            id: item.id.clone(),
        })
        .collect()
}

/// The most of a form that is asked for where nothing was learned: a schema the provider takes in no form is told in words.
fn from_the_start(forms: Option<&Forms>, who: Who) -> Option<Rung> {
    let (Some(forms), Who::Model(provider)) = (forms, who) else {
        return None;
    };
    let is_refused = |form: &SchemaForm| !adapt(&form.original, provider.dialect).is_accepted();
    let forms = &forms.schema().forms;
    forms.iter().any(is_refused).then_some(Rung::JsonObject)
}

/// Whether the run asks the first questions of this dataset.
fn asks_of(dataset: &Dataset, state: &RunState) -> bool {
    let facts = &state.facts;
    asks_first(dataset, facts.n_items as usize, &facts.questions_sha256)
}

/// Whether the first `n_items` questions of the dataset are those of this [`fingerprint`].
pub(super) fn asks_first(dataset: &Dataset, n_items: usize, questions_sha256: &str) -> bool {
    n_items <= dataset.items.len() && fingerprint(dataset, n_items) == questions_sha256
}

/// What tells the first so many questions of a dataset, and its examples, from others: a hash of all that can come into
/// their prompts.
pub(super) fn fingerprint(dataset: &Dataset, n_items: usize) -> String {
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
    for example in &dataset.examples {
        add(&example.to_string());
    }
    let digest = hash.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn source_sha256(source: &PromptSource) -> String {
    sha256(&serde_json::to_vec(source).unwrap_or_default())
}

fn other_questions(dataset: &str) -> Problem {
    let message = format!("the open questions are not those this run asks ({dataset} as it was)");
    Problem::error(message).hint("drop that dataset again to go on with the run")
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
