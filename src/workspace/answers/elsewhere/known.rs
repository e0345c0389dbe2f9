//! What was found out about outputs and batches: it is found out once.
//!
//! Deliberately absent: keeping it beyond the page. A reload finds it out again.

use super::Elsewhere;
use crate::dataset::Dataset;
use crate::protocol::RunKey;
use crate::workspace::answers::begin::asks_first;
use crate::workspace::work;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What is known of a dataset, batches and outputs.
#[derive(Default)]
pub(in crate::workspace) struct Known {
    dataset: Option<Arc<Dataset>>,
    /// Whether so many of its first questions are those of this hash.
    asked: FxHashMap<(u32, String), bool>,
    /// Of outputs the batches that too few of their replies fit.
    unfit: FxHashMap<Vec<RunKey>, Vec<String>>,
}

impl Known {
    /// Whether a batch asked questions of this dataset.
    pub(super) fn is_asked(&mut self, dataset: &Arc<Dataset>, batch: &Elsewhere) -> bool {
        self.has_asked(dataset, batch.n_items, &batch.questions_sha256)
    }

    /// Whether the dataset's first `n` questions are those of this hash.
    pub(in crate::workspace) fn has_asked(
        &mut self,
        dataset: &Arc<Dataset>,
        n: u32,
        sha256: &str,
    ) -> bool {
        self.is_about(dataset);
        *self.asked.entry((n, sha256.to_owned())).or_insert_with(|| {
            work::note_pass();
            asks_first(dataset, n as usize, sha256)
        })
    }

    /// Whether these outputs were tried with all of these batches, and fit none.
    pub(super) fn fits_none(&self, parts: &[RunKey], batches: &[&Elsewhere]) -> bool {
        let unfit = self.unfit.get(parts);
        let is_unfit =
            |unfit: &Vec<String>| batches.iter().all(|batch| unfit.contains(&batch.key()));
        !batches.is_empty() && unfit.is_some_and(is_unfit)
    }

    /// Notes that they fit none of them.
    pub(super) fn note_unfit(&mut self, parts: &[RunKey], batches: &[&Elsewhere]) {
        let batches = batches.iter().map(|batch| batch.key()).collect();
        self.unfit.insert(parts.to_vec(), batches);
    }

    /// Forgets what fits none: outputs are put together otherwise.
    pub(in crate::workspace) fn forget_unfit(&mut self) {
        self.unfit.clear();
    }

    /// What is known of another dataset is of no use for this one.
    fn is_about(&mut self, dataset: &Arc<Dataset>) {
        let is_it = |known: &Arc<Dataset>| Arc::ptr_eq(known, dataset);
        if !self.dataset.as_ref().is_some_and(is_it) {
            *self = Self {
                dataset: Some(dataset.clone()),
                ..Self::default()
            };
        }
    }
}
