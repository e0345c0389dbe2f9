//! The runs: every predictions file that goes with the dataset in use, and the one that is shown.
//!
//! Deliberately absent: comparing runs.

use super::Workspace;
use super::join;
use super::join::Joined;
use super::open_file::Content;
use crate::dataset::Dataset;
use crate::predictions::{Entry, Predictions};
use crate::protocol::{FileKey, RunKey};
use crate::score;
use crate::score::Scored;
use std::sync::Arc;

/// The shown run: its predictions joined to the dataset, and their scores.
pub(super) struct Run {
    pub(super) key: RunKey,
    pub(super) predictions: Arc<Predictions>,
    pub(super) joined: Joined,
    pub(super) scored: Option<Scored>,
    /// What was scored, to know when it must be done again.
    pub(super) dataset: Arc<Dataset>,
}

impl Run {
    /// Each question's prediction, in the dataset's order.
    pub(super) fn entries(&self) -> Vec<Option<&Entry>> {
        self.joined.entries(&self.predictions)
    }
}

impl Workspace {
    /// Selects what a drop just brought: the last new run by name.
    pub fn show_newest(&mut self, since: FileKey) {
        let newest = self.runs().into_iter().filter(|(key, _)| key.file >= since);
        if let Some((key, _)) = newest.max_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0))) {
            self.selected = Some(key);
            self.settle_run();
        }
    }

    pub(super) fn settle_run(&mut self) {
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

    /// All runs that belong to the dataset in use, by name.
    pub(super) fn runs(&self) -> Vec<(RunKey, String)> {
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

    pub(super) fn predictions(&self, key: RunKey) -> Option<Arc<Predictions>> {
        match &self.file(key.file)?.parts.get(key.part as usize)?.content {
            Content::Predictions(predictions) => Some(predictions.clone()),
            _ => None,
        }
    }

    pub(super) fn probabilities(&self) -> Option<Arc<Vec<(String, f64)>>> {
        self.files
            .iter()
            .flat_map(|file| &file.parts)
            .find_map(|part| match &part.content {
                Content::Probabilities(probabilities) => Some(probabilities.clone()),
                _ => None,
            })
    }
}
