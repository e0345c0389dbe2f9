//! Replies that come back from a batch written here: read as a run reads them, by the form they were asked for in.
//!
//! A batch's output says nothing of that form, so it is remembered when the batch is written, and kept, since outputs come a
//! day later. Deliberately absent: whether a file is a batch's output, and which files are of one batch.

mod fields;
mod known;
mod output;
mod remembered;
mod replies;
mod words;

pub(in crate::workspace) use known::Known;
pub use remembered::Remembered;

use crate::dataset::Dataset;
use crate::predictions::Predictions;
use crate::predictions::again::Worth;
use crate::problem::Problem;
use crate::protocol::{FileKey, ReadAs, RunKey};
use crate::provider::Wanted;
use crate::report::run_record::sha256;
use crate::run::RunSchema;
use fields::Fields;
pub(in crate::workspace) use output::Lookup;
use output::Output;
use replies::Replies;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::sync::Arc;

/// So many digits of a hash tell a batch from the few others.
const N_KEY: usize = 16;

/// How the replies of a batch that was written here were asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// The model's name as it stands in the batch.
    #[serde(default)]
    pub(super) model: String,
    /// When the batch was written, in ISO 8601 (UTC).
    #[serde(default)]
    pub(super) created: String,
    /// The first file that can be its output: older ones were there before it.
    #[serde(default)]
    pub(super) since: FileKey,
    /// What tells its questions from others.
    pub(super) questions_sha256: String,
    /// How many they are.
    pub(super) n_items: u32,
    /// What is looked for in replies.
    #[serde(default)]
    pub(super) wanted: Wanted,
    /// The schema replies are to fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) schema: Option<RunSchema>,
}

impl Elsewhere {
    /// Whether nothing but the text of the replies was asked for.
    fn is_plain(&self) -> bool {
        self.schema.is_none() && self.wanted == Wanted::Text
    }

    /// Whether both ask the same questions of the same model in the same form.
    fn is_same_as(&self, other: &Self) -> bool {
        self.model == other.model
            && self.questions_sha256 == other.questions_sha256
            && self.n_items == other.n_items
            && self.wanted == other.wanted
            && self.schema == other.schema
    }

    /// What tells it from others, whenever it was written.
    fn key(&self) -> String {
        let same = Self {
            created: String::new(),
            since: FileKey::default(),
            ..self.clone()
        };
        let text = serde_json::to_string(&same).unwrap_or_default();
        let mut key = sha256(text.as_bytes());
        key.truncate(N_KEY);
        key
    }

    /// How much of the model's name a server's name for it begins with: a server adds a date, a router says whose model it
    /// is. `None` where it is another model.
    fn likeness(&self, model: &str) -> Option<usize> {
        let own = bare(&self.model);
        bare(model).starts_with(&own).then_some(own.len())
    }
}

/// A model's name without whose it is, in lower case.
fn bare(model: &str) -> String {
    let name = model.rsplit('/').find(|part| !part.trim().is_empty());
    name.unwrap_or_default().trim().to_lowercase()
}

/// What becomes of the replies in a file.
#[derive(Default)]
pub(in crate::workspace) struct Reading {
    /// The replies as they count; `None` where they stay as they are.
    pub(in crate::workspace) predictions: Option<Predictions>,
    /// How many of the first questions were asked, where it was not all.
    pub(in crate::workspace) n_asked: Option<usize>,
    /// What is to be said.
    pub(in crate::workspace) told: Vec<Problem>,
    /// The batch they are of, where the replies show it: they are read by it from then on, whatever is written later.
    pub(in crate::workspace) kept: Option<Elsewhere>,
    /// How else a person can have them read.
    pub(in crate::workspace) offers: Vec<ReadAs>,
}

/// What replies can be read by.
#[derive(Clone, Copy)]
pub(in crate::workspace) struct By<'a> {
    /// What the person chose.
    pub(in crate::workspace) read_as: &'a ReadAs,
    /// The batch that they were read by before.
    pub(in crate::workspace) kept: Option<&'a Elsewhere>,
    /// The batches that were written last.
    pub(in crate::workspace) remembered: &'a Remembered,
    /// The newest file with replies.
    pub(in crate::workspace) newest_file: FileKey,
    /// What the replies come from.
    pub(in crate::workspace) parts: &'a [RunKey],
    /// What was found out before.
    pub(in crate::workspace) known: &'a RefCell<Known>,
}

impl By<'_> {
    /// Whether there is a batch that replies can be of.
    fn has_batches(&self) -> bool {
        self.kept.is_some() || !self.remembered.is_empty()
    }

    /// Whether a person chose this batch.
    fn is_choice(&self, batch: &Elsewhere) -> bool {
        matches!(self.read_as, ReadAs::Batch { key, .. } if *key == batch.key())
    }
}

impl Reading {
    /// Reads the replies of files as a person chose, or else a batch's replies as a run would: by the batch that they are of.
    pub(in crate::workspace) fn of(
        dataset: &Arc<Dataset>,
        predictions: &Predictions,
        by: By<'_>,
    ) -> Self {
        let mut reading = Self::default();
        let mut found = Found::default();
        if predictions.is_batch() && by.has_batches() {
            found = reading.find_batch(dataset, predictions, by);
        }
        match (by.read_as, found.read) {
            (ReadAs::AsIs, Some(_)) => {
                reading.told.push(words::as_they_are());
                reading.offers.push(ReadAs::Remembered);
            }
            (ReadAs::Field(name), _) => {
                let wanted = Wanted::Fields(vec![name.clone()]);
                let replies = Replies::read(predictions, &wanted, |_, reply| Some(reply));
                reading.told.push(words::taken_out(name, &replies));
                reading.predictions = Some(replies.predictions);
                reading.offers.push(ReadAs::AsIs);
            }
            (_, Some((problem, read))) => {
                reading.told.push(problem);
                reading.predictions = Some(read);
                reading.offers.push(ReadAs::AsIs);
            }
            (_, None) => {
                if let Some(fields) = Fields::of(predictions) {
                    reading.told.push(fields.told());
                    reading.offers.extend(fields.offers());
                }
            }
        }
        reading.offers.extend(found.others);
        reading
    }

    /// Finds the batch that an output is of: the one that a person chose, or else the likeliest of which at least half of
    /// the replies fit.
    fn find_batch(
        &mut self,
        dataset: &Arc<Dataset>,
        predictions: &Predictions,
        by: By<'_>,
    ) -> Found {
        let lookup = Lookup::of(dataset);
        let output = Output::of(dataset, predictions, &lookup);
        let candidates = output.candidates(by);
        let chosen = candidates.iter().find(|batch| by.is_choice(batch));
        let read = output.read(&candidates, by);
        let taken = read.as_ref().map(|(batch, _)| *batch);
        let mut found = Found {
            read: None,
            others: output.others(&candidates, taken),
        };
        let Some((batch, replies)) = read else {
            if let Some(batch) = candidates.first() {
                if matches!(by.read_as, ReadAs::Remembered | ReadAs::Batch { .. }) {
                    self.told.push(words::nothing_fits(batch));
                }
                if output.is_all_of(batch) {
                    self.ask(&output, batch);
                }
            }
            return found;
        };
        self.ask(&output, batch);
        if chosen.is_some() && batch.is_plain() {
            self.told.push(words::as_they_are());
        }
        // Any reply is a text: that says nothing where another batch asked for more.
        let is_shown = !batch.is_plain() || candidates.iter().all(|batch| batch.is_plain());
        self.kept = (replies.n > 0 && is_shown).then(|| batch.clone());
        if !batch.is_plain() && replies.n > 0 {
            found.read = Some((words::read_by(batch, &replies), replies.predictions));
        }
        found
    }

    /// Notes how many questions the batch asked.
    fn ask(&mut self, output: &Output<'_>, batch: &Elsewhere) {
        let (n, n_all) = (batch.n_items as usize, output.n_questions());
        if n < n_all {
            self.n_asked = Some(n);
            self.told.push(words::first(batch, n_all));
        }
    }
}

/// What an output is worth beside others, which can have the same questions.
pub(in crate::workspace) struct Judged {
    /// Its replies as they count.
    pub(in crate::workspace) read: Arc<Predictions>,
    /// What each of them is worth.
    pub(in crate::workspace) worths: Vec<Worth>,
    /// Which question of the dataset each of them is to; `None` for one that is to none.
    pub(in crate::workspace) places: Vec<Option<u32>>,
}

impl Judged {
    /// Judges an output by itself, its replies read as they will be.
    pub(in crate::workspace) fn of(
        dataset: &Arc<Dataset>,
        predictions: &Arc<Predictions>,
        lookup: &Lookup<'_>,
        by: By<'_>,
    ) -> Self {
        let read = match by.read_as {
            ReadAs::Field(name) => {
                let wanted = Wanted::Fields(vec![name.clone()]);
                Some(Replies::read(predictions, &wanted, |_, reply| Some(reply)))
            }
            ReadAs::Remembered | ReadAs::Batch { .. } if by.has_batches() => {
                let output = Output::of(dataset, predictions, lookup);
                let candidates = output.candidates(by);
                let read = output.read(&candidates, by);
                read.filter(|(batch, _)| !batch.is_plain())
                    .map(|(_, replies)| replies)
            }
            _ => None,
        };
        let (worths, read) = match read {
            Some(replies) => (replies.worths(), Arc::new(replies.predictions)),
            None => (
                predictions.entries.iter().map(Worth::of).collect(),
                predictions.clone(),
            ),
        };
        let entries = read.entries.iter();
        Self {
            places: entries.map(|entry| lookup.index(&entry.id)).collect(),
            worths,
            read,
        }
    }
}

/// What is found of the batch that an output is of.
#[derive(Default)]
struct Found {
    /// The replies as it asked for them, and what to say then, where it asked for more than text.
    read: Option<(Problem, Predictions)>,
    /// The other batches that can be meant.
    others: Vec<ReadAs>,
}
