//! What is kept of a workspace beside its files, and result zips read back.

use super::doubts::SavedDoubts;
use super::open_file::{Content, Decided, OpenFile, Part};
use super::prompts::SavedPrompts;
use super::{Elsewhere, Label, Remembered, Role, Workspace};
use crate::dataset::NumberBase;
use crate::intake;
use crate::problem::Problem;
use crate::protocol::{AskForm, FileKey, ReadAs, RunKey};
use crate::provider::address;
use crate::report::archive;
use crate::report::archive::OpenedRun;
use crate::settings::Settings;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Raised when the meaning of a field changes; older ones are read as they were meant.
const VERSION: u32 = 1;

/// What is kept of a workspace beside its files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// The version of this record.
    pub version: u32,
    /// The open files, in order.
    pub files: Vec<SavedFile>,
    /// The file whose dataset is in use.
    #[serde(default)]
    pub dataset: Option<FileKey>,
    /// The shown run.
    #[serde(default)]
    pub selected: Option<RunKey>,
    /// The user's settings.
    #[serde(default)]
    pub settings: Option<Settings>,
    /// Templates and what else prompts are made from.
    #[serde(default)]
    pub prompts: SavedPrompts,
    /// What stands in the fields of the Answers place.
    #[serde(default)]
    pub form: AskForm,
    /// How the replies of the batches that were written last are to be read.
    #[serde(default, skip_serializing_if = "Remembered::is_empty")]
    pub elsewhere: Remembered,
    /// What a person calls runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<(RunKey, Label)>,
    /// Questions whose key a person doubts.
    #[serde(default, skip_serializing_if = "SavedDoubts::is_empty")]
    pub doubts: SavedDoubts,
}

impl Saved {
    /// Reads a record; `None` for one of a newer version or none at all, which must then be left as it is.
    pub fn read(text: &str) -> Option<Self> {
        let mut saved: Self = serde_json::from_str(text).ok()?;
        // Older versions knew fewer of the names that keys have.
        saved.form = without_secrets(&saved.form);
        (saved.version <= VERSION).then_some(saved)
    }
}

/// One open file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedFile {
    /// The key its bytes are stored under.
    pub key: FileKey,
    /// As dropped.
    pub name: String,
    /// What it was decided to be.
    #[serde(default)]
    pub role: Role,
    /// Of several look-alikes in one zip, the key.
    #[serde(default)]
    pub key_part: Option<u32>,
    /// Kept beside an older file of the same name.
    #[serde(default)]
    pub is_added: bool,
    /// Its predictions answered a dataset that another took the place of.
    #[serde(default)]
    pub is_of_closed: bool,
    /// What 1 was said to mean, where right answers are numbers.
    #[serde(default)]
    pub number_base: Option<NumberBase>,
    /// Whether numbers from 0 to 1 were said to be answers, or else probabilities.
    #[serde(default, rename = "is_answers")]
    pub are_numbers_answers: Option<bool>,
    /// What became of the templates in it, in order; they are in [`Saved::prompts`] now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<String>,
    /// It is a run that was asked from here: its header and records are kept, no content.
    #[serde(default)]
    pub is_run: bool,
    /// Of a batch's output: how its replies were asked for, once that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Elsewhere>,
    /// How a person has its replies read.
    #[serde(default, skip_serializing_if = "ReadAs::is_remembered")]
    pub read_as: ReadAs,
    /// Outputs in it that a person had put together with others, though they answer questions differently.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<(RunKey, RunKey)>,
}

impl SavedFile {
    /// A run of which nothing is kept but itself.
    pub fn of_run(key: FileKey) -> Self {
        Self {
            key,
            is_run: true,
            ..Self::default()
        }
    }

    pub(super) fn decided(&self) -> Decided {
        Decided {
            role: self.role,
            key_part: self.key_part,
            is_added: self.is_added,
            is_of_closed: self.is_of_closed,
            number_base: self.number_base,
            is_answers: self.are_numbers_answers,
        }
    }
}

impl Workspace {
    /// What is to be kept. Files of no use are not: their messages were read.
    pub fn saved(&self) -> Saved {
        let is_kept = |file: &&OpenFile| file.parts.iter().any(|part| !part.is_useless());
        Saved {
            version: VERSION,
            files: self
                .files
                .iter()
                .filter(is_kept)
                .map(|file| SavedFile {
                    key: file.key,
                    name: file.name.clone(),
                    role: file.decided.role,
                    key_part: file.decided.key_part,
                    is_added: file.decided.is_added,
                    is_of_closed: file.decided.is_of_closed,
                    number_base: file.decided.number_base,
                    are_numbers_answers: file.decided.is_answers,
                    templates: file.templates(),
                    is_run: file.answers().is_some(),
                    elsewhere: file.elsewhere.clone(),
                    read_as: file.read_as.clone(),
                    together: file.together.clone(),
                })
                .collect(),
            dataset: self.dataset.as_ref().map(|(key, _)| *key),
            selected: self.selected,
            settings: self.settings.clone(),
            prompts: self.prompts.kept.clone(),
            form: without_secrets(&self.form),
            elsewhere: self.elsewhere.clone(),
            labels: self.labels.clone().into_iter().collect(),
            doubts: self.saved_doubts(),
        }
    }

    /// Opens a kept file under its old key.
    pub fn reopen(&mut self, file: &SavedFile, bytes: &[u8]) {
        let after = self.next_key;
        self.next_key = file.key;
        self.open_as(&file.name, bytes, file.decided(), Some(&file.templates));
        if let Some(open) = self.file_mut(file.key) {
            open.elsewhere.clone_from(&file.elsewhere);
            open.read_as.clone_from(&file.read_as);
            open.together.clone_from(&file.together);
        }
        self.next_key = after.max(file.key.saturating_add(1));
    }

    /// Puts the kept choices back, after the files.
    pub fn restore(&mut self, saved: &Saved) {
        // As they were opened, whichever were read first.
        self.files.sort_by_key(|file| file.key);
        self.prompts.kept = saved.prompts.clone();
        self.form = saved.form.clone();
        self.elsewhere.clone_from(&saved.elsewhere);
        self.labels = saved.labels.iter().cloned().collect();
        self.doubts.kept.clone_from(&saved.doubts);
        self.selected = saved.selected;
        self.settle_roles();
        self.dataset = saved
            .dataset
            .and_then(|key| Some((key, self.dataset_of(key)?)));
        let is_there = self.dataset.is_some();
        self.is_chosen = is_there;
        self.settle();
        if is_there {
            self.settings = saved.settings.clone();
        }
    }
}

/// The fields as they may be kept: a key that was typed into an address is left out.
fn without_secrets(form: &AskForm) -> AskForm {
    let mut kept = form.clone();
    let addresses = kept.known.values_mut().map(|(url, _)| url);
    for url in addresses.chain([&mut kept.base_url]) {
        clean_address(url);
    }
    kept
}

/// Takes keys, passwords and users' names out of an address; whether there were any.
pub(super) fn clean_address(url: &mut String) -> bool {
    let kept = address::without_secrets(url).into_owned();
    let is_cleaned = kept != *url;
    *url = kept;
    is_cleaned
}

/// The parts of a zip: of a result zip, what the results were made from; of any other, each file in it.
pub(super) fn read_zip(name: &str, bytes: &[u8]) -> (Vec<Part>, Vec<Problem>) {
    let (mut parts, mut problems) = match archive::read(name, bytes.to_vec()).map(archive::open_run)
    {
        Err(problem) => (Vec::new(), vec![problem]),
        Ok(Ok(run)) => (run_parts(&run), run.problems),
        Ok(Err(archive)) => {
            let parts = archive
                .files
                .iter()
                .map(|(inner, bytes)| part(inner, bytes))
                .collect();
            (parts, archive.problems)
        }
    };
    if parts.is_empty() && problems.is_empty() {
        problems.push(Problem::error(
            "there is nothing in this zip that can be read",
        ));
    }
    for part in &mut parts {
        name_zip(part, name);
    }
    (
        parts,
        problems
            .into_iter()
            .map(|problem| in_zip(problem, name))
            .collect(),
    )
}

/// The problem with the zip in front of the file it names, unless that names the zip itself.
fn in_zip(mut problem: Problem, zip: &str) -> Problem {
    let is_named = |file: &str| {
        let rest = file.strip_prefix(zip);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    problem.place.file = Some(match problem.place.file.take() {
        Some(file) if is_named(&file) => file,
        Some(inner) => format!("{zip}/{inner}"),
        None => zip.to_owned(),
    });
    problem
}

/// Names the zip in front of the file in everything a part has to say.
fn name_zip(part: &mut Part, zip: &str) {
    for problem in &mut part.problems {
        let inner = problem.place.file.take().unwrap_or_default();
        problem.place.file = Some(format!("{zip}/{inner}"));
    }
    for part in part.by_numbers.iter_mut().flat_map(|parts| &mut **parts) {
        name_zip(part, zip);
    }
}

/// Dataset, predictions and record of a run.
fn run_parts(run: &OpenedRun) -> Vec<Part> {
    let mut parts = Vec::new();
    if let Some((name, bytes)) = &run.dataset {
        let mut dataset = part(name, bytes);
        dataset.decide(Role::Key);
        if let Some(base) = run.record.number_base {
            dataset.decide_numbers(base);
        }
        parts.push(dataset);
    }
    let read = intake::read_predictions("predictions.json", &run.predictions);
    let mut predictions = Part::of(read);
    if let Content::Predictions(read) = &mut predictions.content {
        let read = Arc::make_mut(read);
        run.record.restore(&mut read.entries);
        read.model.clone_from(&run.record.model);
    }
    parts.push(predictions);
    parts.extend(run.templates.iter().map(|(path, bytes)| part(path, bytes)));
    let record = Content::Record(Box::new(run.record.clone()));
    parts.push(Part::plain("run.json", record));
    parts
}

fn part(name: &str, bytes: &[u8]) -> Part {
    Part::of(intake::read(name, bytes))
}
