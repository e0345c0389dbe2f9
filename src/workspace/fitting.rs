//! Whether a run's predictions answer the dataset in use, another one, or none.
//!
//! Deliberately absent: joining them. A run that fits nothing must not push out one that does.

use super::Workspace;
use super::open_file::{Content, Part};
use super::runs::RunOfFiles;
use super::work;
use crate::dataset::Dataset;
use crate::predictions::{Join, Predictions};
use crate::problem::{Problem, some_ids};
use crate::protocol::FileKey;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// How a run stands to the open datasets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// It answers questions of the dataset in use.
    InUse,
    /// It answers more questions of this dataset, which a person has not decided on yet.
    Waiting(String),
    /// It answered a dataset that was closed.
    Closed,
    /// It answers nothing that is open.
    Nothing,
}

impl Workspace {
    /// How each run stands to the open datasets, in the order of the runs.
    pub(super) fn find_fits(&self) -> Vec<Fit> {
        let Some((_, in_use)) = &self.dataset else {
            return Vec::new();
        };
        let others = self.files.iter().filter(|file| self.is_other_dataset(file));
        let others: Vec<(String, Arc<Dataset>)> = others
            .filter_map(|file| Some((file.name.clone(), self.dataset_of(file.key)?)))
            .collect();
        let ids: FxHashSet<&str> = match self.runs.is_empty() {
            true => FxHashSet::default(),
            false => {
                work::note_pass();
                in_use.items.iter().map(|item| item.id.as_str()).collect()
            }
        };
        let runs = self.runs.iter();
        runs.map(|run| match others.is_empty() {
            // One answer is enough, and mostly the first is one: large runs are not looked through.
            true if self.has_one_of(run, in_use, &ids) => Fit::InUse,
            _ => self.fit(run, in_use, &others),
        })
        .collect()
    }

    fn has_one_of(&self, run: &RunOfFiles, in_use: &Arc<Dataset>, ids: &FxHashSet<&str>) -> bool {
        let once = self.once.borrow();
        let parts = run.parts.iter().filter_map(|key| self.predictions(*key));
        let mut by_id = parts.filter(|predictions| predictions.join == Join::Id);
        by_id.any(
            |predictions| match once.known_answered(in_use, predictions) {
                Some(n) => n > 0,
                None => {
                    let mut entries = predictions.entries.iter();
                    entries.any(|entry| ids.contains(entry.id.as_str()))
                }
            },
        )
    }

    fn fit(
        &self,
        run: &RunOfFiles,
        in_use: &Arc<Dataset>,
        others: &[(String, Arc<Dataset>)],
    ) -> Fit {
        let n_in = |dataset: &Arc<Dataset>| self.n_answered(run, dataset);
        let n_in_use = n_in(in_use);
        let best = others
            .iter()
            .map(|(name, dataset)| (n_in(dataset), name))
            .max_by_key(|(n, _)| *n);
        match best {
            Some((n, name)) if n > n_in_use => Fit::Waiting(name.clone()),
            _ if n_in_use > 0 => Fit::InUse,
            _ if self.is_of_closed(run) => Fit::Closed,
            _ => Fit::Nothing,
        }
    }

    fn n_answered(&self, run: &RunOfFiles, dataset: &Arc<Dataset>) -> usize {
        let parts = run.parts.iter().filter_map(|key| self.predictions(*key));
        let mut once = self.once.borrow_mut();
        parts
            .map(|predictions| once.n_answered(dataset, predictions))
            .sum()
    }

    fn is_of_closed(&self, run: &RunOfFiles) -> bool {
        let file = self.file(run.key.file);
        file.is_some_and(|file| file.decided.is_of_closed)
    }

    /// Notes which runs answered the dataset that is about to be closed.
    pub(super) fn note_closed(&mut self) {
        let fits = self.runs.iter().zip(&self.fits);
        let fitting: Vec<FileKey> = fits
            .filter(|(_, fit)| **fit == Fit::InUse)
            .flat_map(|(run, _)| run.parts.iter().map(|part| part.file))
            .collect();
        for file in &mut self.files {
            file.decided.is_of_closed |= fitting.contains(&file.key);
        }
    }

    /// Whether the run can be shown with figures.
    pub(super) fn is_fitting(&self, run: &RunOfFiles) -> bool {
        let mut fits = self.runs.iter().zip(&self.fits);
        fits.any(|(known, fit)| known.key == run.key && *fit == Fit::InUse)
    }

    /// What to say of the predictions in a file that do not answer the dataset in use.
    pub(super) fn misfits(&self, file: FileKey) -> Vec<Problem> {
        let Some((_, dataset)) = &self.dataset else {
            return Vec::new();
        };
        let runs = self.runs.iter().zip(&self.fits);
        runs.filter(|(run, _)| run.key.file == file)
            .filter_map(|(run, fit)| {
                let predictions = self.predictions(run.key)?;
                let is_asked_here = self.answers(file).is_some();
                let fit = match fit {
                    Fit::Nothing if is_asked_here => &Fit::Closed,
                    fit => fit,
                };
                let problem = self.misfit(fit, dataset, predictions)?;
                Some(problem.in_file(&run.name))
            })
            .collect()
    }

    fn misfit(
        &self,
        fit: &Fit,
        dataset: &Arc<Dataset>,
        predictions: &Arc<Predictions>,
    ) -> Option<Problem> {
        match fit {
            Fit::InUse => None,
            Fit::Waiting(name) => Some(Problem::info(format!(
                "these answer {name}, which waits for your answer above"
            ))),
            Fit::Closed if predictions.is_batch() => Some(other_batch(predictions)),
            Fit::Closed => Some(
                Problem::info("these predictions belong to another dataset")
                    .hint("drop that dataset to see their scores, or close this file"),
            ),
            Fit::Nothing => self.once.borrow_mut().why_nothing(dataset, predictions),
        }
    }

    /// The file whose numbers wait for an answer, where there is no dataset without it.
    pub(super) fn waiting_dataset(&self) -> Option<&str> {
        let waits = |part: &Part| matches!(part.content, Content::Numbers);
        let mut files = self.files.iter();
        files
            .find(|file| file.parts.iter().any(waits))
            .map(|file| file.name.as_str())
    }
}

/// A batch whose questions are not those in use: what it cost is not to be lost unseen.
fn other_batch(predictions: &Predictions) -> Problem {
    let ids = predictions.entries.iter().map(|entry| entry.id.as_str());
    let message = format!(
        "this batch belongs to another dataset: none of its questions is in the one that is in use ({})",
        some_ids(ids, 3)
    );
    Problem::warning(message).hint(
        "drop the dataset that the batch was written from to see its scores, or remove this file",
    )
}
