//! What an output of a batch is worth: judged once, however many files come after.
//!
//! Deliberately absent: judging; see [`Judged`].

use super::RunOfFiles;
use crate::dataset::Dataset;
use crate::predictions::Predictions;
use crate::protocol::ReadAs;
use crate::workspace::answers::{By, Judged, Lookup};
use crate::workspace::{Elsewhere, Remembered, Workspace};
use std::sync::Arc;

/// What an output is worth, and what it was judged by: while that is the same, so is its worth.
pub(in crate::workspace) struct JudgedOnce {
    dataset: Arc<Dataset>,
    predictions: Arc<Predictions>,
    read_as: ReadAs,
    kept: Option<Elsewhere>,
    remembered: Remembered,
    pub(super) judged: Judged,
}

impl JudgedOnce {
    fn is_of(&self, dataset: &Arc<Dataset>, predictions: &Arc<Predictions>, by: By<'_>) -> bool {
        Arc::ptr_eq(&self.dataset, dataset)
            && Arc::ptr_eq(&self.predictions, predictions)
            && self.read_as == *by.read_as
            && self.kept.as_ref() == by.kept
            && self.remembered == *by.remembered
    }
}

impl Workspace {
    /// What a run is worth beside others; `None` where it is no output of a batch. `known` is what it was worth before.
    pub(super) fn judged(
        &self,
        run: &RunOfFiles,
        dataset: &Arc<Dataset>,
        lookup: &Lookup<'_>,
        known: Option<JudgedOnce>,
    ) -> Option<JudgedOnce> {
        let predictions = self.output(run.key)?;
        let by = self.by(&run.parts)?;
        let known = known.filter(|known| known.is_of(dataset, predictions, by));
        Some(known.unwrap_or_else(|| JudgedOnce {
            dataset: dataset.clone(),
            predictions: predictions.clone(),
            read_as: by.read_as.clone(),
            kept: by.kept.cloned(),
            remembered: by.remembered.clone(),
            judged: Judged::of(dataset, predictions, lookup, by),
        }))
    }
}
