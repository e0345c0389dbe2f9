//! What the runs follow from: while it stays the same, they do.
//!
//! Deliberately absent: what follows.

use super::RunOfFiles;
use crate::dataset::Dataset;
use crate::predictions::Predictions;
use crate::protocol::{FileKey, ReadAs, RunKey};
use crate::workspace::Workspace;
use crate::workspace::open_file::Content;
use std::sync::Arc;

/// What is known before anything is looked up.
pub(in crate::workspace) struct Basis {
    dataset: Option<Arc<Dataset>>,
    others: Vec<(String, Arc<Dataset>)>,
    runs: Vec<RunOfFiles>,
    /// Of each run what it holds and how many entries that are; of one that goes on the number alone.
    predictions: Vec<(Option<Arc<Predictions>>, usize)>,
    choices: Vec<Choices>,
}

/// What was decided about a file.
#[derive(PartialEq, Eq)]
struct Choices {
    file: FileKey,
    is_of_closed: bool,
    read_as: ReadAs,
    together: Vec<(RunKey, RunKey)>,
}

impl Basis {
    /// That of these runs, before any of them are put together.
    pub(super) fn of(workspace: &Workspace, runs: &[RunOfFiles]) -> Self {
        let held = |run: &RunOfFiles| {
            let part = workspace
                .file(run.key.file)?
                .parts
                .get(run.key.part as usize)?;
            Some(match &part.content {
                Content::Predictions(known) => (Some(known.clone()), known.entries.len()),
                Content::Answers(answers) => (None, answers.predictions.entries.len()),
                _ => (None, 0),
            })
        };
        let others = workspace.files.iter();
        let others = others.filter(|file| workspace.is_other_dataset(file));
        let choices = workspace.files.iter().map(|file| Choices {
            file: file.key,
            is_of_closed: file.decided.is_of_closed,
            read_as: file.read_as.clone(),
            together: file.together.clone(),
        });
        Self {
            dataset: workspace
                .dataset
                .as_ref()
                .map(|(_, dataset)| dataset.clone()),
            others: others
                .filter_map(|file| Some((file.name.clone(), workspace.dataset_of(file.key)?)))
                .collect(),
            predictions: runs
                .iter()
                .map(|run| held(run).unwrap_or_default())
                .collect(),
            runs: runs.to_vec(),
            choices: choices.collect(),
        }
    }

    /// Whether the same follows from both.
    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        let is_same_dataset = is_same(self.dataset.as_ref(), other.dataset.as_ref());
        let others = self.others.iter().zip(&other.others);
        let mut others =
            others.map(|(one, other)| one.0 == other.0 && Arc::ptr_eq(&one.1, &other.1));
        let are_same_predictions = self.predictions.iter().zip(&other.predictions);
        is_same_dataset
            && self.others.len() == other.others.len()
            && others.all(|is_same| is_same)
            && self.runs == other.runs
            && self.choices == other.choices
            && { are_same_predictions }
                .all(|(one, other)| one.1 == other.1 && is_same(one.0.as_ref(), other.0.as_ref()))
    }
}

fn is_same<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}
