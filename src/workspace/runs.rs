//! The runs: every predictions file that goes with the dataset in use, and the one that is shown.
//!
//! Deliberately absent: comparing runs.

mod basis;
mod judging;
mod naming;
mod parts;
mod probabilities;
mod whole;

pub(super) use basis::Basis;
pub(super) use judging::JudgedOnce;
pub(super) use probabilities::ProbabilityFiles;
pub(super) use whole::Beside;

use super::Workspace;
use super::answers::Reading;
use super::charting::Findings;
use super::join;
use super::join::Joined;
use super::open_file::{Content, OpenFile};
use crate::dataset::Dataset;
use crate::json::Json;
use crate::predictions::{Entry, Predictions};
use crate::protocol::{FileKey, ReadAs, RunKey};
use crate::score;
use crate::score::{ItemScore, Scored};
use std::sync::Arc;

/// A run that can be shown, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunOfFiles {
    /// The first of `parts`.
    pub(super) key: RunKey,
    /// The file's name; of a batch in several files the first one's, and how many more.
    pub(super) name: String,
    /// The predictions it consists of: one, or the output files of one batch.
    pub(super) parts: Vec<RunKey>,
}

/// The shown run: its predictions joined to the dataset, and their scores.
pub(super) struct Run {
    pub(super) of: RunOfFiles,
    pub(super) predictions: Arc<Predictions>,
    pub(super) joined: Joined,
    pub(super) scored: Option<Scored>,
    /// How many of the first questions its batch asked, where it was not all.
    pub(super) n_asked: Option<usize>,
    /// How else its replies can be read.
    pub(super) offers: Vec<ReadAs>,
    /// What was scored, to know when it must be done again.
    pub(super) dataset: Arc<Dataset>,
    probabilities: Option<Probabilities>,
    /// What else is known of it; gone when it is scored anew.
    pub(super) findings: Findings,
    /// Where it has several parts: each, with how many questions have a reply there, and how many a failed call alone.
    counts: Vec<(Arc<Predictions>, (usize, usize))>,
}

/// Probabilities that there is no answer, from a file of their own.
pub(super) type Probabilities = Arc<Vec<(String, f64)>>;

/// A run's predictions as they count, and what else reading them told.
pub(super) struct JoinedRun {
    pub(super) predictions: Arc<Predictions>,
    pub(super) joined: Joined,
    /// How many questions it asked, where it did not ask all.
    pub(super) n_asked: Option<usize>,
    offers: Vec<ReadAs>,
    kept: Option<super::Elsewhere>,
}

impl Run {
    /// Each question's prediction, in the dataset's order.
    pub(super) fn entries(&self) -> Vec<Option<&Entry>> {
        self.joined.entries(&self.predictions)
    }

    /// How many of the asked questions have a reply: neither null nor a failed call, as the scores count them once they are
    /// there.
    pub(super) fn n_replies(&self) -> usize {
        let entries = self.entries();
        match &self.scored {
            Some(scored) => {
                let entries = entries.iter().zip(&scored.items);
                let is_reply = |(entry, item): &(&Option<&Entry>, &ItemScore)| {
                    item.outcome.has_reply() && entry.is_some_and(|entry| entry.value != Json::Null)
                };
                entries.filter(is_reply).count()
            }
            None => {
                let entries = entries.into_iter().take(self.n_asked.unwrap_or(usize::MAX));
                entries.flatten().filter(|entry| is_reply(entry)).count()
            }
        }
    }

    /// How many of the dataset's questions have a reply in one of its files, and of how many it has a failed call alone.
    pub(super) fn n_replies_of(&self, predictions: &Predictions) -> (usize, usize) {
        let mut counts = self.counts.iter();
        let counts = counts.find(|(part, _)| std::ptr::eq(&**part, predictions));
        counts.map_or((0, 0), |(_, counts)| *counts)
    }

    /// Whether it comes from this file, alone or with others.
    pub(super) fn is_of(&self, file: FileKey) -> bool {
        self.of.parts.iter().any(|part| part.file == file)
    }

    fn is_current(
        &self,
        of: &RunOfFiles,
        dataset: &Arc<Dataset>,
        probabilities: Option<&Probabilities>,
    ) -> bool {
        let has_same_probabilities = match (&self.probabilities, probabilities) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        self.of == *of && Arc::ptr_eq(&self.dataset, dataset) && has_same_probabilities
    }
}

/// Whether it is more than a failed call or nothing.
fn is_reply(entry: &Entry) -> bool {
    let failure = entry.failure.as_ref();
    !matches!(entry.value, Json::Null) && failure.is_none_or(|failure| failure.outcome.has_reply())
}

impl Workspace {
    /// Selects what a drop just brought: the last new run by name that answers a question of the dataset in use; one
    /// that answers none leaves what is shown. A result zip is shown with the settings it was scored with.
    pub fn show_newest(&mut self, since: FileKey) {
        let is_new = |run: &&RunOfFiles| run.parts.iter().any(|part| part.file >= since);
        let has_use = |run: &&RunOfFiles| self.dataset.is_none() || self.is_fitting(run);
        let Some(run) = self.runs.iter().filter(is_new).rfind(has_use) else {
            return;
        };
        self.selected = Some(run.key);
        self.is_chosen = false;
        let record = self.file(run.key.file).and_then(OpenFile::record);
        let settings = record.and_then(|record| record.settings.clone());
        if settings.is_some() {
            self.set(settings);
        }
        self.settle_run();
    }

    /// Selects the run that comes from this file.
    pub(super) fn show_newest_of(&mut self, key: FileKey) {
        let is_of = |run: &&RunOfFiles| run.parts.iter().any(|part| part.file == key);
        if let Some(run) = self.runs.iter().rfind(is_of) {
            self.selected = Some(run.key);
            self.is_chosen = false;
        }
    }

    pub(super) fn settle_run(&mut self) {
        self.settle_runs();
        self.settle_probabilities();
        let is_selected = |run: &&RunOfFiles| {
            self.selected
                .is_some_and(|selected| run.parts.contains(&selected))
        };
        let is_fitting = |run: &&RunOfFiles| self.is_fitting(run);
        let selected = self.runs.iter().find(is_selected);
        let of = selected
            .filter(|run| self.is_chosen || is_fitting(run))
            .or_else(|| self.runs.iter().rfind(is_fitting))
            .or(selected)
            .or(self.runs.last());
        let of = of.cloned();
        self.is_chosen &= selected.is_some();
        self.selected = of.as_ref().map(|run| run.key);
        let (Some((_, dataset)), Some(of)) = (&self.dataset, of) else {
            self.run = None;
            return;
        };
        let probabilities = self.probabilities(&of);
        let is_current = |run: &Run| run.is_current(&of, dataset, probabilities.as_ref());
        if self.run.as_ref().is_some_and(is_current) {
            return;
        }
        let dataset = dataset.clone();
        let read = self.joined(&of, &dataset);
        if let Some(file) = self.file_mut(of.key.file) {
            file.elsewhere = read.kept.or(file.elsewhere.take());
        }
        self.run = Some(Run {
            counts: self.counts(&of, &dataset),
            joined: read.joined,
            of,
            predictions: read.predictions,
            scored: None,
            n_asked: read.n_asked,
            offers: read.offers,
            dataset,
            probabilities,
            findings: Findings::default(),
        });
    }

    /// A run's predictions as they count, joined to the dataset.
    pub(super) fn joined(&self, of: &RunOfFiles, dataset: &Arc<Dataset>) -> JoinedRun {
        let mut predictions = self.merged(of);
        if let Some(probabilities) = self.probabilities(of) {
            predictions = Arc::new(join::with_probabilities(&predictions, &probabilities));
        }
        let by = self.by(&of.parts);
        let reading = by.map(|by| Reading::of(dataset, &predictions, by));
        let reading = reading.unwrap_or_default();
        if let Some(read) = reading.predictions {
            predictions = Arc::new(read);
        }
        let mut joined = join::join(dataset, &predictions);
        joined.problems.extend(reading.told);
        let answers = self.file(of.key.file).and_then(OpenFile::answers);
        let n_asked = match answers {
            None => reading.n_asked,
            Some(answers) => answers
                .n_items_of(dataset)
                .filter(|n_items| *n_items < dataset.items.len()),
        };
        JoinedRun {
            predictions,
            joined,
            n_asked,
            offers: reading.offers,
            kept: reading.kept,
        }
    }

    /// Of a run in several parts how much each of them answers.
    fn counts(
        &self,
        of: &RunOfFiles,
        dataset: &Dataset,
    ) -> Vec<(Arc<Predictions>, (usize, usize))> {
        if of.parts.len() < 2 {
            return Vec::new();
        }
        let parts = of.parts.iter().filter_map(|key| self.predictions(*key));
        let parts: Vec<&Arc<Predictions>> = parts.collect();
        let plain: Vec<&Predictions> = parts.iter().map(|part| &***part).collect();
        let counts = join::counts(dataset, &plain, is_reply);
        parts.into_iter().cloned().zip(counts).collect()
    }

    /// Scores the shown run if that is not done yet, but for what [`complete`](Self::complete) adds. `progress` is given
    /// the number of questions done.
    pub fn score(&mut self, progress: &mut dyn FnMut(usize)) {
        let n_asked = self.n_asked();
        let Some(run) = &mut self.run else { return };
        if run.scored.is_none() && run.joined.n_matched > 0 {
            let settings = self.settings.clone();
            let mut settings = settings.unwrap_or_else(|| score::default_settings(&run.dataset));
            settings.n_questions = settings.n_questions.or(n_asked);
            let entries = run.entries();
            let mut scored = score::headline(&run.dataset, &entries, &settings, progress);
            score::add_thresholds(&mut scored, &run.dataset, &entries, run.joined.ranks());
            run.scored = Some(scored);
            run.findings = Findings::default();
        }
    }

    /// How many questions the shown run asked, where it was asked from here, as a run or a batch, and did not ask all.
    pub(super) fn n_asked(&self) -> Option<usize> {
        let run = self.run.as_ref()?;
        run.n_asked
    }

    /// Completes the shown scores by [`Facts::n_not_in_context`](score::Facts), which [`score`](Self::score) leaves out.
    pub fn complete(&mut self, n_not_in_context: u32) {
        let run = self.run.as_mut();
        if let Some(scored) = run.and_then(|run| run.scored.as_mut()) {
            scored.facts.n_not_in_context = n_not_in_context;
        }
    }

    /// How many questions [`score`](Self::score) would score now.
    pub fn n_to_score(&self) -> usize {
        match &self.run {
            Some(run) if run.scored.is_none() && run.joined.n_matched > 0 => {
                self.n_asked().unwrap_or(run.dataset.items.len())
            }
            _ => 0,
        }
    }

    /// Whether a file brings a run.
    pub(super) fn is_run(&self, key: FileKey) -> bool {
        let mut parts = self.runs.iter().flat_map(|run| &run.parts);
        parts.any(|part| part.file == key)
    }

    /// Whether two files are parts of one run.
    pub(super) fn is_one_run(&self, a: FileKey, b: FileKey) -> bool {
        let has = |run: &RunOfFiles, key| run.parts.iter().any(|part| part.file == key);
        self.runs.iter().any(|run| has(run, a) && has(run, b))
    }

    pub(super) fn predictions(&self, key: RunKey) -> Option<&Arc<Predictions>> {
        match &self.file(key.file)?.parts.get(key.part as usize)?.content {
            Content::Predictions(predictions) => Some(predictions),
            Content::Answers(answers) => Some(&answers.predictions),
            _ => None,
        }
    }
}
