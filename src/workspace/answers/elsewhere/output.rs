//! A batch's output beside the dataset, and the batches that it can be of.
//!
//! Deliberately absent: what follows from the one that is found.

use super::replies::{Replies, text};
use super::{By, Elsewhere, words};
use crate::dataset::Dataset;
use crate::predictions::Predictions;
use crate::protocol::ReadAs;
use crate::provider::Reply;
use crate::report;
use crate::workspace::answers::forms::Forms;
use crate::workspace::work;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::Arc;

/// The questions of a dataset by what they are called in a batch.
pub(in crate::workspace) struct Lookup<'a>(FxHashMap<Cow<'a, str>, u32>);

impl<'a> Lookup<'a> {
    /// Those of this dataset.
    pub(in crate::workspace) fn of(dataset: &'a Dataset) -> Self {
        work::note_pass();
        Self(report::keys(&dataset.items).into_iter().zip(0..).collect())
    }

    /// The place of a question in the dataset.
    pub(in crate::workspace) fn index(&self, id: &str) -> Option<u32> {
        self.0.get(id).copied()
    }
}

/// A batch's output beside the dataset.
pub(super) struct Output<'a> {
    dataset: &'a Arc<Dataset>,
    predictions: &'a Predictions,
    lookup: &'a Lookup<'a>,
    /// The questions it answers.
    indices: FxHashSet<u32>,
    /// Whether it holds more than failed calls.
    has_replies: bool,
}

impl<'a> Output<'a> {
    pub(super) fn of(
        dataset: &'a Arc<Dataset>,
        predictions: &'a Predictions,
        lookup: &'a Lookup<'a>,
    ) -> Self {
        let entries = predictions.entries.iter();
        Self {
            dataset,
            predictions,
            lookup,
            indices: entries
                .filter_map(|entry| lookup.index(&entry.id))
                .collect(),
            has_replies: predictions
                .entries
                .iter()
                .any(|entry| text(entry).is_some()),
        }
    }

    /// How many questions the dataset has.
    pub(super) fn n_questions(&self) -> usize {
        self.dataset.items.len()
    }

    /// The batches that it can be of, the likeliest first: such as ask these questions, and of this model if there is one.
    /// Any reply fits one that asked for text alone, so that it comes last. The one it was read by before comes before
    /// others, then one of which it has every question, then a newer one.
    pub(super) fn candidates<'e>(&self, by: By<'e>) -> Vec<&'e Elsewhere> {
        let is_asked = |batch: &&'e Elsewhere| {
            let n = batch.n_items;
            let is_beyond = self.indices.iter().any(|index| *index >= n);
            !is_beyond && by.known.borrow_mut().is_asked(self.dataset, batch)
        };
        let kept = by.kept.filter(is_asked);
        let is_new = |batch: &&Elsewhere| kept.is_none_or(|kept| !kept.is_same_as(batch));
        let remembered = by.remembered.before(by.newest_file);
        let mut found: Vec<&Elsewhere> = remembered
            .rev()
            .filter(|batch| is_new(batch) && is_asked(batch))
            .collect();
        let model = self.predictions.model.as_deref().unwrap_or_default();
        let most = found.iter().filter_map(|batch| batch.likeness(model)).max();
        if most.is_some() {
            found.retain(|batch| batch.likeness(model) == most);
        }
        found.sort_by_key(|batch| !self.is_all_of(batch));
        let mut found: Vec<&Elsewhere> = kept.into_iter().chain(found).collect();
        found.sort_by_key(|batch| self.has_replies && batch.is_plain());
        found
    }

    /// The replies as the batch asked for them that a person chose, or else the first that at least half of them fit.
    pub(super) fn read<'e>(
        &self,
        candidates: &[&'e Elsewhere],
        by: By<'_>,
    ) -> Option<(&'e Elsewhere, Replies)> {
        if let Some(batch) = candidates.iter().find(|batch| by.is_choice(batch)) {
            return Some((batch, self.read_by(batch)));
        }
        if by.known.borrow().fits_none(by.parts, candidates) {
            return None;
        }
        let mut read = candidates.iter().map(|batch| (*batch, self.read_by(batch)));
        let fitting = read.find(|(_, replies)| replies.fit());
        if fitting.is_none() {
            let mut known = by.known.borrow_mut();
            known.note_unfit(by.parts, candidates);
        }
        fitting
    }

    /// The candidates that a person can choose instead of the one that is taken: such as make a difference.
    pub(super) fn others(
        &self,
        candidates: &[&Elsewhere],
        taken: Option<&Elsewhere>,
    ) -> Vec<ReadAs> {
        let is_other = |batch: &&&Elsewhere| match taken {
            Some(taken) if taken.is_same_as(batch) => false,
            Some(taken) if taken.n_items != batch.n_items => true,
            _ => self.has_replies && !batch.is_plain(),
        };
        let others = candidates.iter().filter(is_other);
        let choice = |batch: &&Elsewhere| ReadAs::Batch {
            key: batch.key(),
            words: words::choice(batch, self.n_questions()),
        };
        others.map(choice).collect()
    }

    /// Whether it has every question of the batch.
    pub(super) fn is_all_of(&self, batch: &Elsewhere) -> bool {
        self.indices.len() == batch.n_items as usize
    }

    pub(super) fn read_by(&self, batch: &Elsewhere) -> Replies {
        if batch.is_plain() {
            let n_known = self.indices.len();
            return Replies::as_they_are(n_known);
        }
        work::note_pass();
        let forms = batch.schema.clone();
        let forms = forms.map(|schema| Forms::of(schema, self.dataset));
        let checked = |id: &str, reply: Reply| {
            let index = self.lookup.index(id)?;
            Some(match &forms {
                Some(forms) => forms.checked(index, reply, &batch.wanted),
                None => reply,
            })
        };
        Replies::read(self.predictions, &batch.wanted, checked)
    }
}
