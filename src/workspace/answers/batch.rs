//! The prompts of a run as lines for a batch, made a few at a time.
//!
//! Deliberately absent: files; whoever takes the lines decides where they go.

use super::begin::{Ready, fingerprint};
use super::elsewhere::Elsewhere;
use super::forms::Forms;
use crate::dataset::Dataset;
use crate::predictions::Entry;
use crate::problem::{Problem, some_ids};
use crate::prompt::PromptMaker;
use crate::protocol::AskForm;
use crate::provider::batch::{Chunk, Cutter, Limits, is_foreign, line, writer};
use crate::provider::{self, Adapted, Asking, ModelConfig, Prompt, Provider, Structure};
use crate::report;
use crate::workspace::Workspace;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::Arc;

/// So many questions are named.
const N_NAMED: usize = 5;

/// A batch that is being made.
pub struct Batch {
    dataset: Arc<Dataset>,
    maker: PromptMaker,
    model: ModelConfig,
    writer: &'static Provider,
    /// The forms replies are asked for in, and how it is asked from the start.
    forms: Option<Forms>,
    adapted: Adapted,
    /// Whom it is not for, though chosen.
    foreign: Option<&'static str>,
    /// What stands for the ids of questions that share theirs with one before.
    keys: FxHashMap<usize, String>,
    /// How its replies are to be read.
    elsewhere: Elsewhere,
    n_items: usize,
    /// Questions that need not be asked again, by their place; none where all are asked.
    answered: Vec<bool>,
    n_done: usize,
    n_lines: usize,
    cutter: Cutter,
    /// Questions without a prompt, and why the first has none.
    left_out: Vec<String>,
    n_left_out: usize,
    why: Option<Problem>,
    limits: Limits,
    /// Questions whose line no file has room for.
    too_long: Vec<String>,
    n_too_long: usize,
}

impl Workspace {
    /// Begins a batch of what the fields say would be asked, whoever answers. Once it is handed over, how its replies are to
    /// be read is to be [remembered](Self::remember).
    ///
    /// # Errors
    /// Everything that is wrong with the fields or the templates, no dataset, or no model.
    pub fn batch(&mut self, form: &AskForm, limits: Limits) -> Result<Batch, Vec<Problem>> {
        let writer = writer(&form.provider);
        let chosen = form.provider.as_str();
        let form = AskForm {
            provider: writer.key.to_owned(),
            ..form.clone()
        };
        let Ready {
            plan,
            dataset,
            maker,
            forms,
            adapted,
            ..
        } = self.prepare(&form)?;
        if plan.model.model.is_empty() {
            let problem = Problem::error("no model is named, and every line of a batch names one");
            return Err(vec![
                problem.hint("type the model's name under \"Who answers\""),
            ]);
        }
        let Some(maker) = maker else {
            return Err(vec![Problem::error("there are no prompts")]);
        };
        let n_items = dataset.items.len();
        let n_items = plan.n_questions.map_or(n_items, |n| n.min(n_items));
        Ok(Batch {
            keys: renamed(&dataset, n_items),
            elsewhere: Elsewhere {
                model: plan.model.model.clone(),
                questions_sha256: fingerprint(&dataset, n_items),
                n_items: n_items as u32,
                wanted: plan.wanted,
                schema: forms.as_ref().map(|forms| forms.schema().clone()),
                ..Elsewhere::default()
            },
            maker,
            model: plan.model,
            writer,
            forms,
            adapted,
            foreign: provider::find(chosen)
                .filter(|_| is_foreign(chosen))
                .map(|provider| provider.label),
            n_items,
            answered: Vec::new(),
            n_done: 0,
            n_lines: 0,
            cutter: Cutter::new(limits),
            left_out: Vec::new(),
            n_left_out: 0,
            why: None,
            limits,
            too_long: Vec::new(),
            n_too_long: 0,
            dataset,
        })
    }
}

impl Workspace {
    /// [`batch`](Self::batch) of the questions that the shown run asked and has no reply to. Its outputs join that run, so that
    /// it is remembered as a batch of all of them.
    ///
    /// # Errors
    /// As there; and when no run is shown, or it has a reply to every question.
    pub fn batch_of_rest(&mut self, form: &AskForm, limits: Limits) -> Result<Batch, Vec<Problem>> {
        let nothing = || vec![Problem::error("no question is left without a reply")];
        let run = self.run.as_ref().ok_or_else(nothing)?;
        let n_asked = run.n_asked.unwrap_or(run.dataset.items.len());
        let has_reply = |entry: Option<&Entry>| {
            entry.is_some_and(|entry| {
                let failure = entry.failure.as_ref();
                failure.is_none_or(|failure| failure.outcome.has_reply())
            })
        };
        let entries = run.entries().into_iter().take(n_asked);
        let answered: Vec<bool> = entries.map(has_reply).collect();
        if answered.iter().all(|is_answered| *is_answered) {
            return Err(nothing());
        }
        let form = AskForm {
            n_questions: n_asked.to_string(),
            ..form.clone()
        };
        let batch = self.batch(&form, limits)?;
        self.is_asked_alike(&batch.elsewhere)?;
        Ok(Batch { answered, ..batch })
    }

    /// One run is read in one way: what its batch lacks has to be asked as the rest was.
    fn is_asked_alike(&self, rest: &Elsewhere) -> Result<(), Vec<Problem>> {
        let parts = self.run.iter().flat_map(|run| &run.of.parts);
        let kept = parts
            .filter_map(|part| self.file(part.file)?.elsewhere.as_ref())
            .next();
        let plain = Elsewhere::default();
        let was = kept.unwrap_or(&plain);
        let has_other_model = kept.is_some() && was.model != rest.model;
        let what = match () {
            () if has_other_model => format!("the model {}", was.model),
            () if was.schema != rest.schema => match &was.schema {
                Some(schema) => format!("the schema {}", schema.name),
                None => "plain text, without a schema".to_owned(),
            },
            () if was.wanted != rest.wanted => match was.wanted.names().as_str() {
                "" => "no JSON field with the answer".to_owned(),
                names => format!("{names} as JSON field with the answer"),
            },
            () => return Ok(()),
        };
        let problem = Problem::error(format!("the batch that is shown was asked for {what}"));
        Err(vec![problem.hint(
            "choose that again, so that both are read alike; or write a batch of all questions",
        )])
    }
}

/// The keys of questions whose id came before, as in the result files: `id#2`.
fn renamed(dataset: &Dataset, n_items: usize) -> FxHashMap<usize, String> {
    let keys = report::keys(&dataset.items);
    let keys = keys.into_iter().take(n_items).enumerate();
    keys.filter_map(|(i, key)| match key {
        Cow::Borrowed(_) => None,
        Cow::Owned(key) => Some((i, key)),
    })
    .collect()
}

impl Batch {
    /// Makes the lines of the next `n` questions; hands on what is full by then. `None` when all are made and handed on.
    pub fn step(&mut self, n: usize) -> Option<Vec<Chunk>> {
        if self.is_done() {
            return self.cutter.finish().map(|chunk| vec![chunk]);
        }
        let mut chunks = Vec::new();
        let end = self.n_done.saturating_add(n).min(self.n_items);
        while self.n_done < end && chunks.is_empty() {
            let index = self.n_done;
            self.n_done += 1;
            if self.answered.get(index) == Some(&true) {
                continue;
            }
            match self.line(index) {
                Ok(line) => {
                    self.n_lines += 1;
                    if line.len() > self.limits.n_bytes {
                        self.n_too_long += 1;
                        if self.too_long.len() < N_NAMED {
                            self.too_long.push(self.id(index).to_owned());
                        }
                    }
                    chunks.extend(self.cutter.push(&line));
                }
                Err(problem) => self.leave_out(index, problem),
            }
        }
        Some(chunks)
    }

    /// Questions there are, and those whose lines are made.
    pub fn progress(&self) -> (usize, usize) {
        (self.n_done, self.n_items)
    }

    /// How its replies are to be read, for [`Workspace::remember`].
    pub fn elsewhere(&self) -> &Elsewhere {
        &self.elsewhere
    }

    /// Whether there is a line at all.
    pub fn has_lines(&self) -> bool {
        self.n_lines > 0
    }

    fn is_done(&self) -> bool {
        self.n_done >= self.n_items
    }

    fn line(&self, index: usize) -> Result<String, Problem> {
        let (system, user) = self.maker.messages(index)?;
        let prompt = Prompt { system, user };
        let forms = self.forms.as_ref();
        let structure = forms.map_or(Structure::Plain, |forms| forms.structure(index as u32));
        let asking = Asking {
            config: &self.model,
            prompt: &prompt,
            key: None,
            adapted: self.adapted,
            structure,
        };
        Ok(line(self.writer, self.id(index), &asking))
    }

    /// The id of a line: the question's, or what stands for it.
    fn id(&self, index: usize) -> &str {
        let own = || self.dataset.items.get(index).map(|item| item.id.as_str());
        let key = self.keys.get(&index).map(String::as_str);
        key.or_else(own).unwrap_or_default()
    }

    fn leave_out(&mut self, index: usize, problem: Problem) {
        self.n_left_out += 1;
        if self.left_out.len() < N_NAMED {
            self.left_out.push(self.id(index).to_owned());
        }
        self.why.get_or_insert(problem);
    }

    /// What is to be told of it once it is made.
    pub fn told(&self) -> Vec<Problem> {
        let mut told = Vec::new();
        if let Some(why) = &self.why {
            let named = named(&self.left_out, self.n_left_out);
            let message = format!(
                "questions without a prompt are not in the batch: {} of {} ({named}); of the first: {}",
                self.n_left_out, self.n_items, why.message
            );
            told.push(
                Problem::warning(message).hint("they will be missing; mend the template on Prompt"),
            );
        }
        if self.n_too_long > 0 {
            let named = named(&self.too_long, self.n_too_long);
            let message = format!(
                "lines longer than a whole file may be: {} ({named}); batch services refuse such a file",
                self.n_too_long
            );
            told.push(
                Problem::warning(message)
                    .hint("each has a file to itself; shorten the template or those contexts"),
            );
        }
        if !self.keys.is_empty() {
            let mut keys: Vec<(&usize, &String)> = self.keys.iter().collect();
            keys.sort();
            let named = some_ids(keys.iter().map(|(_, key)| key.as_str()), 3);
            let message = format!(
                "questions that share their id with another have a number behind it in the batch: {} ({named})",
                keys.len()
            );
            told.push(
                Problem::info(message)
                    .hint("drop the outputs as they come: the numbers are understood"),
            );
        }
        if let Some(label) = self.foreign {
            let message = format!(
                "this file is for OpenAI's Batch API and vLLM run-batch; {label} does not take it"
            );
            told.push(
                Problem::info(message).hint("choose a model there, and put its name in before"),
            );
        }
        let n_all = self.dataset.items.len();
        if self.n_items < n_all {
            let message = format!(
                "the batch has the first {} of {n_all} questions",
                self.n_items
            );
            told.push(Problem::info(message).hint("leave Questions empty for all"));
        }
        told
    }
}

/// Some of `n` questions by name.
fn named(ids: &[String], n: usize) -> String {
    let some = some_ids(ids.iter().map(String::as_str), N_NAMED);
    match n.saturating_sub(ids.len()) {
        0 => some,
        n => format!("{some} and {n} more"),
    }
}
