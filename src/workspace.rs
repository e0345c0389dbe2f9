//! What a person has opened, and what follows from it: the dataset in use, the runs, the shown scores.
//!
//! Pure: the worker feeds it bytes and sends out its [`View`]. Deliberately absent: the store, the clock, the page.
//! Everything a person must be asked is computed from the open files, so a reload asks the same again.

mod answers;
mod asks;
mod charting;
mod comparing;
mod datasets;
mod describe;
mod doubts;
mod fitting;
mod item;
mod join;
mod once;
mod open_file;
mod preview;
mod prompts;
mod roles;
mod rows;
mod runs;
mod saved;
mod shown;
mod work;

pub use answers::{
    Batch, Elsewhere, Forms, Going, Live, Remembered, Who, at_most, build_schema, cost, price,
};
pub use comparing::{Comparison, Label};
pub use doubts::SavedDoubts;
pub use preview::Previewing;
pub use prompts::{SavedPrompts, Totals};
pub use roles::Role;
pub use saved::{Saved, SavedFile};
pub use shown::Shown;
pub use work::passes;

use crate::dataset::Dataset;
use crate::problem::Problem;
use crate::protocol::{AskForm, FileKey, ReadAs, RunKey, View};
use crate::settings::Settings;
use answers::Known;
use doubts::Doubts;
use fitting::Fit;
use once::Once;
use open_file::{Decided, OpenFile, read_parts};
use prompts::Prompts;
use runs::{Basis, Beside, JudgedOnce, Run, RunOfFiles};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything opened in one tab.
#[derive(Default)]
pub struct Workspace {
    next_key: FileKey,
    files: Vec<OpenFile>,
    /// The file and part whose dataset is in use.
    dataset: Option<(FileKey, Arc<Dataset>)>,
    /// The runs that go with the dataset in use, by name; found anew whenever files change.
    runs: Vec<RunOfFiles>,
    /// What they follow from.
    basis: Option<Basis>,
    /// Which outputs answer the same questions differently, and what became of them.
    beside: Vec<Beside>,
    /// What outputs are worth that can be parts of one run.
    judged: FxHashMap<RunKey, JudgedOnce>,
    /// Which run each open file of no-answer probabilities is named like.
    probability_files: runs::ProbabilityFiles,
    /// How each of them stands to the open datasets.
    fits: Vec<Fit>,
    selected: Option<RunKey>,
    /// The run that was begun last, until another is chosen.
    begun: Option<FileKey>,
    /// Whether a person selected it: then it stays shown even where it answers nothing.
    is_chosen: bool,
    /// Chosen by the user; `None` means what the dataset suggests.
    settings: Option<Settings>,
    run: Option<Run>,
    /// Runs scored for comparing.
    columns: comparing::Columns,
    /// What a person calls runs.
    labels: BTreeMap<RunKey, Label>,
    /// Questions whose key a person doubts; they outlive the files, for a dataset can come back.
    doubts: Doubts,
    /// Templates and what fills them; they outlive the files.
    prompts: Prompts,
    /// What stands in the fields of the Answers place; it outlives the files too.
    form: AskForm,
    /// How the replies of the batches that were written last are to be read.
    elsewhere: Remembered,
    /// What was found out of them and of the outputs.
    known: RefCell<Known>,
    /// What was found out of the open datasets and predictions.
    once: RefCell<Once>,
    /// The first file of the drop under way: those of one name in it are meant to be several.
    first_of_drop: FileKey,
}

impl Workspace {
    /// Reads one file and adds it, whatever it is. Call [`settle`](Self::settle) after the last one.
    /// Returns the key under which its bytes are to be stored, or `None` when it is open already.
    pub fn open(&mut self, name: &str, bytes: &[u8]) -> Option<FileKey> {
        let is_of_drop = |file: &OpenFile| file.key >= self.first_of_drop && file.name == name;
        let decided = Decided {
            is_added: self.files.iter().any(is_of_drop),
            ..Decided::default()
        };
        self.open_as(name, bytes, decided, None)
    }

    /// [`open`](Self::open) with what was decided about the file before, and what became of templates in it.
    fn open_as(
        &mut self,
        name: &str,
        bytes: &[u8],
        decided: Decided,
        became: Option<&[String]>,
    ) -> Option<FileKey> {
        let (mut parts, problems) = read_parts(name, bytes);
        self.share_datasets(&mut parts);
        if let Some(key) = self.same_dataset(name, &parts) {
            self.note(
                key,
                Problem::info("dropped again, with the same content: nothing changes")
                    .in_file(name),
            );
            return None;
        }
        let key = self.next_key;
        self.next_key += 1;
        let mut file = OpenFile {
            key,
            name: name.to_owned(),
            n_bytes: bytes.len(),
            parts,
            problems,
            decided,
            elsewhere: None,
            read_as: ReadAs::default(),
            together: Vec::new(),
        };
        if let Some(base) = decided.number_base {
            file.decide_numbers(base);
        }
        if let Some(is_answers) = decided.is_answers {
            file.decide_answers(is_answers);
        }
        file.recall_templates(became.unwrap_or_default());
        self.note_templates(&file, became.is_some());
        if became.is_none() {
            self.adopt_schema(&file);
        }
        if file.is_template() {
            // An older drop of the same template is in the library too, or was replaced there.
            self.files
                .retain(|old| old.name != file.name || !old.is_template());
        }
        self.files.push(file);
        Some(key)
    }

    /// Adds a file that was not read, with the reason.
    pub fn refuse(&mut self, name: &str, n_bytes: usize, problem: Problem) -> FileKey {
        let key = self.next_key;
        self.next_key += 1;
        self.files.push(OpenFile {
            key,
            name: name.to_owned(),
            n_bytes,
            parts: Vec::new(),
            problems: vec![problem.in_file(name)],
            decided: Decided::default(),
            elsewhere: None,
            read_as: ReadAs::default(),
            together: Vec::new(),
        });
        key
    }

    /// Closes all files but the runs that were asked from here, which cannot be dropped again. Templates and what else was
    /// chosen stay. Keys go on counting, so that nothing stored is taken for something new.
    pub fn clear(&mut self) {
        let files = std::mem::take(&mut self.files);
        *self = Self {
            next_key: self.next_key,
            first_of_drop: self.next_key,
            files: files
                .into_iter()
                .filter(|file| file.answers().is_some())
                .collect(),
            prompts: self.prompts.without_files(),
            form: std::mem::take(&mut self.form),
            elsewhere: std::mem::take(&mut self.elsewhere),
            doubts: std::mem::take(&mut self.doubts),
            ..Self::default()
        };
    }

    /// Closes all files and forgets everything else too: runs, templates, few-shot choice, values, fields.
    pub fn start_over(&mut self) {
        *self = Self {
            next_key: self.next_key,
            first_of_drop: self.next_key,
            prompts: self.prompts.emptied(),
            ..Self::default()
        };
    }

    /// Closes one file and what hung on it.
    pub fn remove(&mut self, key: FileKey) {
        self.files.retain(|file| file.key != key);
        self.labels.retain(|run, _| run.file != key);
        self.settle();
    }

    /// Shows another run.
    pub fn select(&mut self, run: RunKey) {
        self.selected = Some(run);
        self.is_chosen = true;
        self.begun = None;
        self.settle();
    }

    /// Scores with other settings from now on; `None` for what the dataset suggests.
    pub fn set(&mut self, settings: Option<Settings>) {
        let n_asked = self.n_asked();
        self.settings = settings.map(|mut settings| {
            // What this run asked is no choice for others.
            settings.n_questions = settings.n_questions.filter(|n| Some(*n) != n_asked);
            settings
        });
        if let Some(run) = &mut self.run {
            run.scored = None;
        }
    }

    /// Whether anything is open.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Finds the dataset, the roles of look-alike files and the run to show. Scores nothing yet.
    pub fn settle(&mut self) {
        self.settle_answers();
        self.settle_roles();
        self.settle_dataset();
        self.settle_roles();
        self.settle_doubts();
        self.adopt_templates();
        self.settle_run();
        self.first_of_drop = self.next_key;
    }

    /// The file whose dataset is in use.
    pub fn dataset_key(&self) -> Option<FileKey> {
        self.dataset.as_ref().map(|(key, _)| *key)
    }

    /// The key the next opened file gets.
    pub fn next_key(&self) -> FileKey {
        self.next_key
    }

    /// Everything the page shows, but for rows and single questions.
    pub fn view(&self) -> View {
        describe::view(self)
    }

    fn file(&self, key: FileKey) -> Option<&OpenFile> {
        self.files.iter().find(|file| file.key == key)
    }

    fn file_mut(&mut self, key: FileKey) -> Option<&mut OpenFile> {
        self.files.iter_mut().find(|file| file.key == key)
    }

    fn note(&mut self, key: FileKey, problem: Problem) {
        if let Some(file) = self.file_mut(key)
            && !file.problems.contains(&problem)
        {
            file.problems.push(problem);
        }
    }
}
