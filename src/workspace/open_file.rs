//! One dropped file and its parts: what each was read as, and what a look-alike part was decided to be.
//!
//! Deliberately absent: what a file means beside the others that are open.

use super::roles::Role;
use super::saved;
use crate::dataset::Dataset;
use crate::intake;
use crate::intake::{IdTexts, Intake, Understood};
use crate::predictions::Predictions;
use crate::problem::Problem;
use crate::protocol::FileKey;
use crate::report::run_record::RunRecord;
use std::sync::Arc;

/// One dropped file. A zip has several parts, every other file one.
pub(super) struct OpenFile {
    pub(super) key: FileKey,
    pub(super) name: String,
    pub(super) n_bytes: usize,
    pub(super) parts: Vec<Part>,
    pub(super) problems: Vec<Problem>,
    pub(super) role: Role,
    /// The user said to keep it beside an older file of the same name.
    pub(super) is_added: bool,
}

pub(super) struct Part {
    pub(super) name: String,
    pub(super) content: Content,
    pub(super) problems: Vec<Problem>,
}

pub(super) enum Content {
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

impl OpenFile {
    pub(super) fn record(&self) -> Option<&RunRecord> {
        self.parts.iter().find_map(|part| match &part.content {
            Content::Record(record) => Some(&**record),
            _ => None,
        })
    }
}

impl Part {
    pub(super) fn of(read: Intake) -> Self {
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
    pub(super) fn is_useless(&self) -> bool {
        matches!(self.content, Content::Nothing | Content::Empty)
    }

    /// Turns a look-alike into what it was decided to be.
    pub(super) fn decide(&mut self, role: Role) {
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

/// Reads a file into its parts: one, or those of a zip.
pub(super) fn read_parts(name: &str, bytes: &[u8]) -> (Vec<Part>, Vec<Problem>) {
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
