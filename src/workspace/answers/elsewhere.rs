//! Replies that come back from a batch written here: read as a run reads them, by the form they were asked for in.
//!
//! A batch's output says nothing of that form, so it is remembered when the batch is written, and kept, since outputs come a
//! day later. Deliberately absent: whether a file is a batch's output, and which files are of one batch.

mod fields;
mod remembered;
mod replies;
mod words;

pub use remembered::Remembered;

use super::begin::asks_first;
use super::forms::Forms;
use crate::dataset::Dataset;
use crate::predictions::Predictions;
use crate::problem::Problem;
use crate::protocol::{FileKey, ReadAs};
use crate::provider::{Reply, Wanted};
use crate::report;
use crate::run::RunSchema;
use fields::Fields;
use replies::Replies;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

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
}

impl Reading {
    /// Reads the replies of files as a person chose, or else a batch's replies as a run would: by the batch that they are of.
    pub(in crate::workspace) fn of(
        dataset: &Dataset,
        predictions: &Predictions,
        by: By<'_>,
    ) -> Self {
        let mut reading = Self::default();
        let mut asked = None;
        if predictions.is_batch() {
            asked = reading.find_batch(dataset, predictions, by);
        }
        match (by.read_as, asked) {
            (ReadAs::Remembered, Some((problem, read))) => {
                reading.told.push(problem);
                reading.predictions = Some(read);
                reading.offers.push(ReadAs::AsIs);
            }
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
            (_, None) => {
                if let Some(fields) = Fields::of(predictions) {
                    reading.told.push(fields.told());
                    reading.offers.extend(fields.offers());
                }
            }
        }
        reading
    }

    /// Finds the batch that an output is of: the likeliest of which at least half of the replies fit. Gives the replies as it
    /// asked for them, and what to say then, where it asked for more than text.
    fn find_batch(
        &mut self,
        dataset: &Dataset,
        predictions: &Predictions,
        by: By<'_>,
    ) -> Option<(Problem, Predictions)> {
        let output = Output::of(dataset, predictions);
        let remembered = by.remembered.before(by.newest_file);
        let candidates = output.candidates(by.kept, remembered);
        let mut read = candidates
            .iter()
            .map(|batch| (*batch, output.read_by(batch)));
        let Some((batch, replies)) = read.find(|(_, replies)| replies.fit()) else {
            let batch = candidates.first()?;
            if *by.read_as == ReadAs::Remembered {
                self.told.push(words::nothing_fits(batch));
            }
            if output.is_all_of(batch) {
                self.ask(&output, batch);
            }
            return None;
        };
        self.ask(&output, batch);
        self.kept = (replies.n > 0).then(|| batch.clone());
        let is_read = !batch.is_plain() && replies.n > 0;
        is_read.then(|| (words::read_by(batch, &replies), replies.predictions))
    }

    /// Notes how many questions the batch asked.
    fn ask(&mut self, output: &Output<'_>, batch: &Elsewhere) {
        let (n, n_all) = (batch.n_items as usize, output.dataset.items.len());
        if n < n_all {
            self.n_asked = Some(n);
            self.told.push(words::first(batch, n_all));
        }
    }
}

/// A batch's output beside the dataset.
struct Output<'a> {
    dataset: &'a Dataset,
    predictions: &'a Predictions,
    keys: Vec<Cow<'a, str>>,
    /// The questions it answers.
    indices: FxHashSet<u32>,
}

impl<'a> Output<'a> {
    fn of(dataset: &'a Dataset, predictions: &'a Predictions) -> Self {
        let mut output = Self {
            dataset,
            predictions,
            keys: report::keys(&dataset.items),
            indices: FxHashSet::default(),
        };
        let by_key = output.by_key();
        let entries = predictions.entries.iter();
        let indices = entries.filter_map(|entry| by_key.get(entry.id.as_str()).copied());
        output.indices = indices.collect();
        output
    }

    fn by_key(&self) -> FxHashMap<&str, u32> {
        self.keys.iter().map(AsRef::as_ref).zip(0..).collect()
    }

    /// The batches that it can be of, the likeliest first: such as ask these questions, and of this model if there is one.
    /// A batch of which it has every question comes before one of which it has some, and a newer one before an older.
    fn candidates<'e>(
        &self,
        kept: Option<&'e Elsewhere>,
        remembered: impl DoubleEndedIterator<Item = &'e Elsewhere>,
    ) -> Vec<&'e Elsewhere> {
        let mut known: FxHashMap<(u32, &str), bool> = FxHashMap::default();
        let mut is_asked = |batch: &'e Elsewhere| {
            let (n, sha256) = (batch.n_items, batch.questions_sha256.as_str());
            *known.entry((n, sha256)).or_insert_with(|| {
                self.indices.iter().all(|index| *index < n)
                    && asks_first(self.dataset, n as usize, sha256)
            })
        };
        let kept = kept.filter(|batch| is_asked(batch));
        let mut found: Vec<&Elsewhere> = remembered.rev().filter(|batch| is_asked(batch)).collect();
        let model = self.predictions.model.as_deref().unwrap_or_default();
        let most = found.iter().filter_map(|batch| batch.likeness(model)).max();
        if most.is_some() {
            found.retain(|batch| batch.likeness(model) == most);
        }
        found.sort_by_key(|batch| !self.is_all_of(batch));
        kept.into_iter().chain(found).collect()
    }

    /// Whether it has every question of the batch.
    fn is_all_of(&self, batch: &Elsewhere) -> bool {
        self.indices.len() == batch.n_items as usize
    }

    fn read_by(&self, batch: &Elsewhere) -> Replies {
        if batch.is_plain() {
            let n_known = self.indices.len();
            return Replies::as_they_are(n_known);
        }
        let forms = batch.schema.clone();
        let forms = forms.map(|schema| Forms::of(schema, self.dataset));
        let by_key = self.by_key();
        let checked = |id: &str, reply: Reply| {
            let index = *by_key.get(id)?;
            Some(match &forms {
                Some(forms) => forms.checked(index, reply, &batch.wanted),
                None => reply,
            })
        };
        Replies::read(self.predictions, &batch.wanted, checked)
    }
}
