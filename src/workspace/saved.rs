//! What is kept of a workspace beside its files, and result zips read back.

use super::{Content, OpenFile, Part, Role, Workspace};
use crate::intake;
use crate::problem::Problem;
use crate::protocol::{FileKey, RunKey};
use crate::report;
use crate::report::archive;
use crate::report::run_record;
use crate::report::run_record::RunRecord;
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
}

/// One open file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedFile {
    /// The key its bytes are stored under.
    pub key: FileKey,
    /// As dropped.
    pub name: String,
    /// What it was decided to be.
    #[serde(default)]
    pub role: Role,
    /// Kept beside an older file of the same name.
    #[serde(default)]
    pub is_added: bool,
}

impl Workspace {
    /// What is to be kept. Files of no use are not: their messages were read.
    pub fn saved(&self) -> Saved {
        let is_kept = |file: &&OpenFile| {
            file.parts.iter().any(|part| !matches!(part.content, Content::Nothing))
        };
        Saved {
            version: VERSION,
            files: self
                .files
                .iter()
                .filter(is_kept)
                .map(|file| SavedFile {
                    key: file.key,
                    name: file.name.clone(),
                    role: file.role,
                    is_added: file.is_added,
                })
                .collect(),
            dataset: self.dataset.as_ref().map(|(key, _)| *key),
            selected: self.selected,
            settings: self.settings.clone(),
        }
    }

    /// Opens a kept file under its old key.
    pub fn reopen(&mut self, file: &SavedFile, bytes: &[u8]) {
        let after = self.next_key;
        self.next_key = file.key;
        self.open_as(&file.name, bytes, file.role, file.is_added);
        self.next_key = after.max(file.key.saturating_add(1));
    }

    /// Puts the kept choices back, after the files.
    pub fn restore(&mut self, saved: &Saved) {
        self.selected = saved.selected;
        self.dataset = saved.dataset.and_then(|key| Some((key, self.dataset_of(key)?)));
        self.settle();
        self.settings = saved.settings.clone();
    }
}

/// The parts of a zip: each file in it that is of use. Of a result zip, only what the results were made from.
pub(super) fn read_zip(name: &str, bytes: &[u8]) -> (Vec<Part>, Vec<Problem>) {
    let archive = match archive::read(name, bytes.to_vec()) {
        Ok(archive) => archive,
        Err(problem) => return (Vec::new(), vec![problem.in_file(name)]),
    };
    let mut problems = archive.problems;
    let record = archive.files.iter().find(|(inner, _)| inner == "run.json").and_then(|(inner, bytes)| {
        let (record, told) = run_record::read(inner, &String::from_utf8_lossy(bytes)).ok()?;
        problems.extend(told.into_iter().map(|problem| problem.in_file(name)));
        Some(record)
    });
    let mut parts = Vec::new();
    for (inner, bytes) in &archive.files {
        let is_derived = record.is_some() && report::is_result_file(inner) && inner != "predictions.json";
        if !is_derived {
            parts.push(part(inner, bytes, record.as_ref()));
        }
    }
    if let Some(record) = record {
        let content = Content::Record(Box::new(record));
        parts.push(Part { name: "run.json".to_owned(), content, problems: Vec::new() });
    }
    if parts.is_empty() && problems.is_empty() {
        problems.push(Problem::error("there is nothing in this zip that can be read").in_file(name));
    }
    (parts, problems)
}

fn part(name: &str, bytes: &[u8], record: Option<&RunRecord>) -> Part {
    let read = intake::read(name, bytes);
    let mut part = Part { name: name.to_owned(), content: read.understood.into(), problems: read.problems };
    let Some(record) = record.filter(|_| name == "predictions.json") else { return part };
    part.decide(Role::Predictions);
    if let Content::Predictions(predictions) = &mut part.content {
        let predictions = Arc::make_mut(predictions);
        record.restore(&mut predictions.entries);
        predictions.model = record.model.clone();
    }
    part
}
