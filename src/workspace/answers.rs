//! Runs that were asked from here: filled with records, shown, kept.
//!
//! Such a run is an open file like any other, so that everything that takes predictions takes it. How it begins is in
//! `answers/begin.rs`. Deliberately absent: asking itself, which is [`run`](crate::run)'s, and the store.

mod batch;
mod begin;
mod cost;
mod elsewhere;
mod forms;
mod live;
mod plan;
mod record;
mod schema;

pub use batch::Batch;
pub use begin::Going;
pub(super) use cost::sent;
pub use cost::{cost, price};
pub(super) use elsewhere::{By, Judged, Known, Lookup, Reading};
pub use elsewhere::{Elsewhere, Remembered};
pub use forms::Forms;
pub use live::Live;
pub use plan::{Who, at_most};
pub(super) use schema::ReadSchema;
pub use schema::build_schema;

use super::open_file::{Content, Decided, OpenFile, Part};
use super::saved::clean_address;
use super::{SavedFile, Workspace};
use crate::dataset::Dataset;
use crate::predictions::Predictions;
use crate::problem::Problem;
use crate::protocol::{AskForm, FileKey, ReadAs, RunKey};
use crate::provider::Adapted;
use crate::run::{self, ItemRecord, RunState};
use std::sync::Arc;

/// A run that was asked from here.
pub(super) struct Answers {
    pub(super) state: RunState,
    /// The same as predictions, as of the last [`Workspace::settle`].
    pub(super) predictions: Arc<Predictions>,
    /// Whether records came since.
    is_newer: bool,
}

impl Answers {
    pub(super) fn new(state: RunState) -> Self {
        Self {
            predictions: Arc::new(run::to_predictions(&state)),
            state,
            is_newer: false,
        }
    }

    /// How many of the dataset's first questions the run asks; `None` when they are not those it asked.
    pub(super) fn n_items_of(&self, dataset: &Dataset) -> Option<usize> {
        let is_of = |record: &ItemRecord| is_of(dataset, record);
        let n_items = self.state.facts.n_items as usize;
        (n_items <= dataset.items.len() && self.state.records.values().all(is_of))
            .then_some(n_items)
    }
}

/// Whether a record is about the question that the dataset has in its place.
fn is_of(dataset: &Dataset, record: &ItemRecord) -> bool {
    let item = dataset.items.get(record.index as usize);
    item.is_some_and(|item| item.id == record.id)
}

impl Workspace {
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

    /// Brings the run up to date and shows it in Scores, where it answers anything of the dataset in use.
    pub fn show_run(&mut self, key: FileKey) {
        self.settle();
        let run = RunKey { file: key, part: 0 };
        if self
            .runs
            .iter()
            .any(|known| known.key == run && self.is_fitting(known))
        {
            self.selected = Some(run);
            self.is_chosen = true;
            self.settle();
        }
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

    /// The run that the Answers place shows: the one begun last while it has no record yet, since Scores cannot show it, and no
    /// other was chosen; else the one that Scores shows, or else the newest.
    pub fn newest_answers(&self) -> Option<FileKey> {
        let is_run = |key: &FileKey| self.answers(*key).is_some();
        let is_empty = |state: &RunState| state.records.is_empty();
        let begun = self.begun;
        let begun = begun.filter(|key| self.answers(*key).is_some_and(is_empty));
        let shown = || self.selected.map(|run| run.file).filter(is_run);
        begun.or_else(shown).or_else(|| {
            let mut keys = self.files.iter().rev().map(|file| file.key);
            keys.find(is_run)
        })
    }

    /// Gives no new file this key: something is kept under it.
    pub fn reserve(&mut self, key: FileKey) {
        self.next_key = self.next_key.max(key.saturating_add(1));
    }

    /// Opens a kept run under its old key, and tells whether a key or password was taken out of its address: an older version
    /// kept it, so what is stored must be written again.
    ///
    /// # Errors
    /// When its header cannot be read.
    pub fn reopen_run<'t>(
        &mut self,
        file: &SavedFile,
        header: &str,
        records: impl IntoIterator<Item = &'t str>,
    ) -> Result<bool, Problem> {
        let (mut state, problem) = RunState::from_parts(header, records)?;
        let is_cleaned = clean_address(&mut state.model.base_url);
        let is_lost = is_cleaned && state.model.base_url.is_empty();
        self.reserve(file.key);
        let is_over = state.is_ended && state.records.is_empty();
        let begun = self.begun;
        self.add_run(file.key, state, file.decided());
        if is_over {
            // After a reload nobody waits for a word about it.
            self.begun = begun;
        }
        if let Some(problem) = problem {
            self.note(file.key, problem);
        }
        if is_lost {
            let message = "the address of this run's server is not kept: nothing in it tells a password from the server";
            let hint =
                "to resume it, type the address under \"Who answers\", without a user's name";
            self.note(file.key, Problem::warning(message).hint(hint));
        }
        Ok(is_cleaned)
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

    fn answers_mut(&mut self, key: FileKey) -> Option<&mut Answers> {
        self.file_mut(key)?.answers_mut()
    }

    fn add_run(&mut self, key: FileKey, state: RunState, decided: Decided) {
        let name = state.facts.name.clone();
        self.begun = Some(key);
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
            elsewhere: None,
            read_as: ReadAs::default(),
            together: Vec::new(),
        });
    }
}
