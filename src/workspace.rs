//! What a person has opened, and what follows from it: the dataset in use, the runs, the shown scores.
//!
//! Pure: the worker feeds it bytes and sends out its [`View`]. Deliberately absent: the store, the clock, the page.
//! Everything a person must be asked is computed from the open files, so a reload asks the same again.

mod describe;
mod item;
mod join;
mod rows;
mod saved;

pub use saved::{Saved, SavedFile};

use crate::dataset::Dataset;
use crate::intake;
use crate::intake::{IdTexts, Intake, Understood};
use crate::predictions::{Entry, Predictions};
use crate::problem::Problem;
use crate::protocol::{Ask, Decision, FileKey, RunKey, View};
use crate::report::RunFacts;
use crate::report::archive;
use crate::report::run_record::RunRecord;
use crate::score;
use crate::score::Scored;
use crate::settings::Settings;
use join::Joined;
use std::sync::Arc;

/// Everything opened in one tab.
#[derive(Default)]
pub struct Workspace {
    next_key: FileKey,
    files: Vec<OpenFile>,
    /// The file and part whose dataset is in use.
    dataset: Option<(FileKey, Arc<Dataset>)>,
    selected: Option<RunKey>,
    /// Chosen by the user; `None` means what the dataset suggests.
    settings: Option<Settings>,
    run: Option<Run>,
}

/// One dropped file. A zip has several parts, every other file one.
struct OpenFile {
    key: FileKey,
    name: String,
    n_bytes: usize,
    parts: Vec<Part>,
    problems: Vec<Problem>,
    role: Role,
    /// The user said to keep it beside an older file of the same name.
    is_added: bool,
}

struct Part {
    name: String,
    content: Content,
    problems: Vec<Problem>,
}

enum Content {
    Dataset(Arc<Dataset>),
    Predictions(Arc<Predictions>),
    /// Answer key or predictions: not known yet.
    Undecided(IdTexts),
    Probabilities(Arc<Vec<(String, f64)>>),
    Record(Box<RunRecord>),
    /// Recognized, but of no use for scoring; in words.
    Other(&'static str),
    /// Well-formed, without a single entry.
    Empty,
    Nothing,
}

/// What a look-alike file was decided to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Role {
    /// Its content decides.
    #[default]
    Auto,
    /// The answer key.
    Key,
    /// Predictions.
    Predictions,
}

/// The shown run: its predictions joined to the dataset, and their scores.
struct Run {
    key: RunKey,
    predictions: Arc<Predictions>,
    joined: Joined,
    scored: Option<Scored>,
    /// What was scored, to know when it must be done again.
    dataset: Arc<Dataset>,
}

impl Run {
    /// Each question's prediction, in the dataset's order.
    fn entries(&self) -> Vec<Option<&Entry>> {
        self.joined.entries(&self.predictions)
    }
}

impl Workspace {
    /// Reads one file and adds it, whatever it is. Call [`settle`](Self::settle) after the last one.
    /// Returns the key under which its bytes are to be stored, or `None` when it is open already.
    pub fn open(&mut self, name: &str, bytes: &[u8]) -> Option<FileKey> {
        self.open_as(name, bytes, Role::Auto, false)
    }

    /// [`open`](Self::open) with what was decided about the file before.
    pub fn open_as(
        &mut self,
        name: &str,
        bytes: &[u8],
        role: Role,
        is_added: bool,
    ) -> Option<FileKey> {
        let (parts, problems) = read_parts(name, bytes);
        if let Some(key) = self.same_dataset(name, &parts) {
            self.note(
                key,
                Problem::info("dropped again, with the same content: nothing changes"),
            );
            return None;
        }
        let key = self.next_key;
        self.next_key += 1;
        self.files.push(OpenFile {
            key,
            name: name.to_owned(),
            n_bytes: bytes.len(),
            parts,
            problems,
            role,
            is_added,
        });
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
            role: Role::Auto,
            is_added: false,
        });
        key
    }

    /// Closes everything. Keys go on counting, so that nothing stored is taken for something new.
    pub fn clear(&mut self) {
        let next_key = self.next_key;
        *self = Self {
            next_key,
            ..Self::default()
        };
    }

    /// Closes one file and what hung on it.
    pub fn remove(&mut self, key: FileKey) {
        self.files.retain(|file| file.key != key);
        if self.dataset.as_ref().is_some_and(|(file, _)| *file == key) {
            self.dataset = None;
        }
        self.settle();
    }

    /// Carries out an answer to one of [`View::asks`]. An answer that no longer fits does nothing.
    pub fn decide(&mut self, decision: Decision) {
        match decision {
            Decision::IsKey(key) => {
                for file in &mut self.files {
                    if file
                        .parts
                        .iter()
                        .any(|part| matches!(part.content, Content::Undecided(_)))
                    {
                        file.role = if file.key == key {
                            Role::Key
                        } else {
                            Role::Predictions
                        };
                    }
                }
            }
            Decision::ReplaceDataset(key) => {
                if let Some((old, _)) = self.dataset.take()
                    && old != key
                {
                    self.files.retain(|file| file.key != old);
                }
                self.settings = None;
                self.dataset = self.dataset_of(key).map(|dataset| (key, dataset));
                self.adopt_record(key);
            }
            Decision::Discard(key) => self.files.retain(|file| file.key != key),
            Decision::ReplaceRun(key) => {
                let name = self.file(key).map(|file| file.name.clone());
                self.files
                    .retain(|file| file.key == key || Some(&file.name) != name.as_ref());
            }
            Decision::AddRun(key) => {
                if let Some(file) = self.files.iter_mut().find(|file| file.key == key) {
                    file.is_added = true;
                }
            }
        }
        self.settle();
    }

    /// Shows another run.
    pub fn select(&mut self, run: RunKey) {
        self.selected = Some(run);
        self.settle();
    }

    /// Scores with other settings from now on; `None` for what the dataset suggests.
    pub fn set(&mut self, settings: Option<Settings>) {
        self.settings = settings;
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
        self.settle_roles();
        if self.dataset.is_none() {
            self.dataset = self
                .files
                .iter()
                .find_map(|file| self.dataset_of(file.key).map(|dataset| (file.key, dataset)));
            if let Some((key, _)) = self.dataset {
                self.settings = None;
                self.adopt_record(key);
            }
            self.settle_roles();
        }
        self.settle_run();
    }

    /// Selects what a drop just brought: the last new run by name.
    pub fn show_newest(&mut self, since: FileKey) {
        let newest = self.runs().into_iter().filter(|(key, _)| key.file >= since);
        if let Some((key, _)) = newest.max_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0))) {
            self.selected = Some(key);
            self.settle_run();
        }
    }

    /// The key the next opened file gets.
    pub fn next_key(&self) -> FileKey {
        self.next_key
    }

    /// Look-alike files become key or predictions as soon as that is certain.
    fn settle_roles(&mut self) {
        let has_dataset = self.dataset.is_some()
            || self
                .files
                .iter()
                .any(|file| self.dataset_of(file.key).is_some());
        let has_predictions = self
            .files
            .iter()
            .flat_map(|file| &file.parts)
            .any(|part| matches!(part.content, Content::Predictions(_)));
        let n_undecided = self.undecided().count();
        for file in &mut self.files {
            let role = match file.role {
                Role::Auto if has_dataset => Role::Predictions,
                Role::Auto if has_predictions && n_undecided == 1 => Role::Key,
                role => role,
            };
            for part in &mut file.parts {
                if role != Role::Auto && matches!(part.content, Content::Undecided(_)) {
                    file.role = role;
                    part.decide(role);
                }
            }
        }
    }

    fn settle_run(&mut self) {
        let Some((_, dataset)) = &self.dataset else {
            self.run = None;
            return;
        };
        let runs = self.runs();
        let key = self
            .selected
            .filter(|selected| runs.iter().any(|(key, _)| key == selected))
            .or_else(|| runs.last().map(|(key, _)| *key));
        self.selected = key;
        let Some((key, predictions)) = key.and_then(|key| Some((key, self.predictions(key)?)))
        else {
            self.run = None;
            return;
        };
        let probabilities = self.probabilities();
        let is_same = self.run.as_ref().is_some_and(|run| {
            run.key == key
                && Arc::ptr_eq(&run.dataset, dataset)
                && run.joined.has_probabilities == probabilities.is_some()
        });
        if !is_same {
            let predictions = match probabilities {
                Some(probabilities) => {
                    Arc::new(join::with_probabilities(&predictions, &probabilities))
                }
                None => predictions,
            };
            let mut joined = join::join(dataset, &predictions);
            joined.has_probabilities = self.probabilities().is_some();
            self.run = Some(Run {
                key,
                predictions,
                joined,
                scored: None,
                dataset: dataset.clone(),
            });
        }
    }

    /// Scores the shown run if that is not done yet. `progress` is given the number of questions done.
    pub fn score(&mut self, progress: &mut dyn FnMut(usize)) {
        let Some(run) = &mut self.run else { return };
        if run.scored.is_none() && run.joined.n_matched > 0 {
            let settings = self.settings.clone();
            let settings = settings.unwrap_or_else(|| score::default_settings(&run.dataset));
            let entries = run.entries();
            let mut scored = score::score(&run.dataset, &entries, &settings, progress);
            score::add_thresholds(&mut scored, &run.dataset, &entries, run.joined.ranks());
            run.scored = Some(scored);
        }
    }

    /// How many questions [`score`](Self::score) would score now.
    pub fn n_to_score(&self) -> usize {
        match &self.run {
            Some(run) if run.scored.is_none() && run.joined.n_matched > 0 => {
                run.dataset.items.len()
            }
            _ => 0,
        }
    }

    /// Everything the page shows, but for rows and single questions.
    pub fn view(&self) -> View {
        describe::view(self)
    }

    /// The dataset, predictions and scores shown, when there are any.
    pub fn shown(&self) -> Option<Shown<'_>> {
        let run = self.run.as_ref()?;
        let scored = run.scored.as_ref()?;
        let file = self.file(run.key.file)?;
        Some(Shown {
            dataset: &run.dataset,
            dataset_file: self.dataset.as_ref().map(|(key, _)| *key)?,
            predictions: &run.predictions,
            predictions_file: run.key.file,
            n_bytes: file.n_bytes,
            entries: run.entries(),
            scored,
        })
    }

    /// What is known of the shown run beside its numbers.
    pub fn facts(&self) -> RunFacts {
        let Some(run) = &self.run else {
            return RunFacts::default();
        };
        let record = self.file(run.key.file).and_then(OpenFile::record);
        let name = self
            .runs()
            .into_iter()
            .find(|(key, _)| *key == run.key)
            .map(|(_, name)| name);
        let stem = |name: String| {
            name.rsplit_once('.')
                .map_or(name.clone(), |(stem, _)| stem.to_owned())
        };
        RunFacts {
            name: record.map_or_else(
                || name.map(stem).unwrap_or_default(),
                |record| record.name.clone(),
            ),
            model: run.predictions.model.clone(),
            ..record.map(RunRecord::facts).unwrap_or_default()
        }
    }

    /// The name and bytes of what a file brought, from the bytes of the file as it was dropped: the file itself, or
    /// the dataset (or predictions) inside a zip.
    pub fn input(
        &self,
        key: FileKey,
        is_dataset: bool,
        bytes: Vec<u8>,
    ) -> Option<(String, Vec<u8>)> {
        let file = self.file(key)?;
        let is_wanted = |part: &&Part| match &part.content {
            Content::Dataset(_) => is_dataset,
            Content::Predictions(_) => !is_dataset,
            _ => false,
        };
        let part = file.parts.iter().find(is_wanted)?;
        if !bytes.starts_with(b"PK") {
            return Some((file.name.clone(), bytes));
        }
        match archive::open_run(archive::read(&file.name, bytes).ok()?) {
            Ok(run) if is_dataset => run.dataset,
            Ok(run) => Some((part.name.clone(), run.predictions)),
            Err(archive) => archive
                .files
                .into_iter()
                .find(|(name, _)| *name == part.name),
        }
    }

    fn file(&self, key: FileKey) -> Option<&OpenFile> {
        self.files.iter().find(|file| file.key == key)
    }

    fn note(&mut self, key: FileKey, problem: Problem) {
        if let Some(file) = self.files.iter_mut().find(|file| file.key == key)
            && !file.problems.contains(&problem)
        {
            file.problems.push(problem);
        }
    }

    fn undecided(&self) -> impl Iterator<Item = &OpenFile> {
        self.files.iter().filter(|file| {
            file.parts
                .iter()
                .any(|part| matches!(part.content, Content::Undecided(_)))
        })
    }

    fn dataset_of(&self, key: FileKey) -> Option<Arc<Dataset>> {
        self.file(key)?
            .parts
            .iter()
            .find_map(|part| match &part.content {
                Content::Dataset(dataset) => Some(dataset.clone()),
                _ => None,
            })
    }

    /// The open file that already holds the same dataset under the same name, for a drop that brings nothing else.
    fn same_dataset(&self, name: &str, parts: &[Part]) -> Option<FileKey> {
        let [
            Part {
                content: Content::Dataset(new),
                ..
            },
        ] = parts
        else {
            return None;
        };
        self.files
            .iter()
            .find(|file| {
                file.name == name && self.dataset_of(file.key).is_some_and(|old| old == *new)
            })
            .map(|file| file.key)
    }

    /// Whether a file brings a dataset that is neither in use nor the same as the one in use.
    fn is_other_dataset(&self, file: &OpenFile) -> bool {
        let Some((key, dataset)) = &self.dataset else {
            return false;
        };
        file.key != *key
            && self
                .dataset_of(file.key)
                .is_some_and(|other| !is_same_content(&other, dataset))
    }

    /// All runs that belong to the dataset in use, by name.
    fn runs(&self) -> Vec<(RunKey, String)> {
        let mut runs = Vec::new();
        for file in self
            .files
            .iter()
            .filter(|file| !self.is_other_dataset(file))
        {
            for (i, part) in file.parts.iter().enumerate() {
                if matches!(part.content, Content::Predictions(_)) {
                    let name = if file.parts.len() > 1 {
                        &file.name
                    } else {
                        &part.name
                    };
                    runs.push((
                        RunKey {
                            file: file.key,
                            part: i as u32,
                        },
                        name.clone(),
                    ));
                }
            }
        }
        runs.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
        runs
    }

    fn predictions(&self, key: RunKey) -> Option<Arc<Predictions>> {
        match &self.file(key.file)?.parts.get(key.part as usize)?.content {
            Content::Predictions(predictions) => Some(predictions.clone()),
            _ => None,
        }
    }

    fn probabilities(&self) -> Option<Arc<Vec<(String, f64)>>> {
        self.files
            .iter()
            .flat_map(|file| &file.parts)
            .find_map(|part| match &part.content {
                Content::Probabilities(probabilities) => Some(probabilities.clone()),
                _ => None,
            })
    }

    /// A result zip brings the settings it was scored with.
    fn adopt_record(&mut self, key: FileKey) {
        let record = self.file(key).and_then(OpenFile::record);
        if let Some(settings) = record.and_then(|record| record.settings.clone()) {
            self.settings = Some(settings);
        }
    }

    fn asks(&self) -> Vec<Ask> {
        let mut asks = Vec::new();
        if self.dataset.is_none() && self.undecided().count() > 1 {
            asks.push(Ask {
                question: "Which of these files is the answer key?".to_owned(),
                options: self
                    .undecided()
                    .map(|file| (file.name.clone(), Decision::IsKey(file.key)))
                    .collect(),
            });
        }
        for file in self.files.iter().filter(|file| self.is_other_dataset(file)) {
            let old = self
                .dataset
                .as_ref()
                .map_or("", |(_, dataset)| &dataset.file);
            asks.push(Ask {
                question: format!("{} is another dataset. Use it instead of {old}?", file.name),
                options: vec![
                    (
                        format!("Use {}", file.name),
                        Decision::ReplaceDataset(file.key),
                    ),
                    (format!("Keep {old}"), Decision::Discard(file.key)),
                ],
            });
        }
        let runs = self.runs();
        for (i, file) in self
            .files
            .iter()
            .enumerate()
            .filter(|(_, file)| !file.is_added)
        {
            let is_run = |key: FileKey| runs.iter().any(|(run, _)| run.file == key);
            let is_again = self.files[..i]
                .iter()
                .any(|old| old.name == file.name && is_run(old.key));
            if is_again && is_run(file.key) {
                asks.push(Ask {
                    question: format!("{} was open already. Replace it, or keep both?", file.name),
                    options: vec![
                        ("Replace it".to_owned(), Decision::ReplaceRun(file.key)),
                        ("Keep both".to_owned(), Decision::AddRun(file.key)),
                    ],
                });
            }
        }
        asks
    }
}

impl OpenFile {
    fn record(&self) -> Option<&RunRecord> {
        self.parts.iter().find_map(|part| match &part.content {
            Content::Record(record) => Some(&**record),
            _ => None,
        })
    }
}

impl Part {
    fn of(read: Intake) -> Self {
        Self {
            name: read.file,
            content: match read.facts.is_empty {
                true => Content::Empty,
                false => read.understood.into(),
            },
            problems: read.problems,
        }
    }

    /// Whether it is of no use at all.
    fn is_useless(&self) -> bool {
        matches!(self.content, Content::Nothing | Content::Empty)
    }

    /// Turns a look-alike into what it was decided to be.
    fn decide(&mut self, role: Role) {
        let content = std::mem::replace(&mut self.content, Content::Nothing);
        self.content = match (content, role) {
            (Content::Undecided(texts), Role::Key) => match texts.into_key() {
                Ok((dataset, problems)) => {
                    self.problems.extend(problems);
                    Content::Dataset(Arc::new(dataset))
                }
                Err(problems) => {
                    self.problems.extend(problems);
                    Content::Nothing
                }
            },
            (Content::Undecided(texts), Role::Predictions) => {
                Content::Predictions(Arc::new(texts.into_predictions()))
            }
            (content, _) => content,
        };
    }
}

/// What the shown numbers were made from, for exports and resampling.
pub struct Shown<'a> {
    /// The dataset in use.
    pub dataset: &'a Dataset,
    /// The file it came from.
    pub dataset_file: FileKey,
    /// The shown run's predictions.
    pub predictions: &'a Predictions,
    /// The file they came from.
    pub predictions_file: FileKey,
    /// Its size.
    pub n_bytes: usize,
    /// Each question's prediction.
    pub entries: Vec<Option<&'a Entry>>,
    /// The scores.
    pub scored: &'a Scored,
}

/// Whether two datasets ask the same questions with the same key, wherever they were read from.
fn is_same_content(a: &Dataset, b: &Dataset) -> bool {
    a.task == b.task && a.items == b.items && a.contexts == b.contexts && a.examples == b.examples
}

/// Reads a file into its parts: one, or those of a zip.
fn read_parts(name: &str, bytes: &[u8]) -> (Vec<Part>, Vec<Problem>) {
    let read = intake::read(name, bytes);
    if matches!(read.understood, Understood::Zip) {
        return saved::read_zip(name, bytes);
    }
    (vec![Part::of(read)], Vec::new())
}

impl From<Understood> for Content {
    fn from(understood: Understood) -> Self {
        match understood {
            Understood::Dataset(dataset) => Content::Dataset(Arc::new(dataset)),
            Understood::Predictions(predictions) => Content::Predictions(Arc::new(predictions)),
            Understood::IdTexts(texts) => Content::Undecided(texts),
            Understood::Probabilities(probabilities) => {
                Content::Probabilities(Arc::new(probabilities))
            }
            Understood::Template => Content::Other("prompt template"),
            Understood::Schema => Content::Other("JSON schema"),
            Understood::Zip => Content::Other("zip"),
            Understood::Nothing => Content::Nothing,
        }
    }
}
