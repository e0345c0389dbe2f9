//! Which file of no-answer probabilities goes with which run.
//!
//! SQuAD's script takes one such file beside one predictions file, and they are one model's. Of several here, the names
//! decide: `alpha_probs.json` is for `alpha.json`. One that is like no run's name, or like several, is for all that have none
//! of their own. Deliberately absent: probabilities that stand in the predictions themselves, which come first.

use super::super::Workspace;
use super::super::open_file::{Content, OpenFile};
use super::{Probabilities, RunOfFiles};
use crate::problem::Problem;
use crate::report::archive::base_name;

/// Names that begin with fewer equal letters are not alike.
const LEAST_ALIKE: usize = 3;

impl Workspace {
    /// The probabilities that a run without its own takes.
    pub(in crate::workspace) fn probabilities(&self, of: &RunOfFiles) -> Option<Probabilities> {
        self.file_for(of).map(|(_, probabilities)| probabilities)
    }

    fn file_for(&self, of: &RunOfFiles) -> Option<(&OpenFile, Probabilities)> {
        // Few workspaces hold any, and this is asked of every run.
        let all = self
            .files
            .iter()
            .filter_map(|file| Some((file, held(file)?)));
        let is_for_it = |(file, _): &(&OpenFile, Probabilities)| match self.run_like(file) {
            Some(run) => run.key == of.key,
            None => true,
        };
        let mut fitting = all.filter(is_for_it);
        let first = fitting.next()?;
        // Its own comes before one for all.
        let has_name = |(file, _): &(&OpenFile, Probabilities)| self.run_like(file).is_some();
        if has_name(&first) {
            return Some(first);
        }
        Some(fitting.find(has_name).unwrap_or(first))
    }

    /// The one run whose name a file's begins like, more than any other's.
    fn run_like(&self, file: &OpenFile) -> Option<&RunOfFiles> {
        let alike = |run: &&RunOfFiles| n_alike(&file.name, &run.name);
        let most = self.runs.iter().map(|run| alike(&run)).max()?;
        let mut best = self.runs.iter().filter(|run| alike(run) == most);
        let run = best.next()?;
        (most >= LEAST_ALIKE && best.next().is_none()).then_some(run)
    }

    /// What is said of a file of probabilities where it could be taken for another run's.
    pub(in crate::workspace) fn use_of_probabilities(&self, file: &OpenFile) -> Option<Problem> {
        held(file)?;
        let takes =
            |run: &&RunOfFiles| self.file_for(run).map(|(used, _)| used.key) == Some(file.key);
        let by: Vec<&RunOfFiles> = self.runs.iter().filter(takes).collect();
        match (by.as_slice(), self.runs.len()) {
            (_, 0) | ([_], 1) => None,
            ([], _) => Some(
                Problem::warning("these probabilities are used for no run: another file of them comes first")
                    .hint("to use them for one model, name them like its predictions (model_probs.json beside model.json)"),
            ),
            ([run], _) => Some(Problem::info(format!("used for {} alone", run.name))),
            (runs, _) => Some(
                Problem::info(format!("used for {} runs alike", runs.len()))
                    .hint("if they are one model's, name them like its predictions (model_probs.json beside model.json)"),
            ),
        }
    }
}

fn held(file: &OpenFile) -> Option<Probabilities> {
    file.parts.iter().find_map(|part| match &part.content {
        Content::Probabilities(probabilities) => Some(probabilities.clone()),
        _ => None,
    })
}

/// How many letters two files' names begin alike, whatever their case and their folders.
fn n_alike(one: &str, other: &str) -> usize {
    let letters = |name| base_name(name).chars().flat_map(char::to_lowercase);
    let pairs = letters(one).zip(letters(other));
    pairs.take_while(|(a, b)| a == b).count()
}
