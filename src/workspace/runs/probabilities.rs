//! Which file of no-answer probabilities goes with which run.
//!
//! SQuAD's script takes one such file beside one predictions file, and they are one model's. Of several here, the names
//! decide: `alpha_probs.json` is for `alpha.json`, `alpha/na_prob.json` for `alpha/predictions.json`. One that is like no run's
//! name, or like several, is for all that have none of their own. Deliberately absent: probabilities that stand in the
//! predictions themselves, which come first.

use super::super::Workspace;
use super::super::open_file::{Content, OpenFile};
use super::{Probabilities, RunOfFiles};
use crate::problem::Problem;
use crate::protocol::{FileKey, RunKey};
use crate::report::archive::base_name;

/// Words of names that say what a file is, not whose.
const KINDS: [&str; 18] = [
    "answer",
    "answers",
    "json",
    "jsonl",
    "csv",
    "na",
    "no",
    "null",
    "odds",
    "output",
    "outputs",
    "pred",
    "preds",
    "prediction",
    "predictions",
    "prob",
    "probs",
    "results",
];

/// The files of probabilities in the order they were opened, each with the run it is named like.
pub(in crate::workspace) type ProbabilityFiles = Vec<(FileKey, Option<RunKey>)>;

impl Workspace {
    /// Finds out which run each file of probabilities is named like; after the runs are found.
    pub(super) fn settle_probabilities(&mut self) {
        let holds = |file: &&OpenFile| held(file).is_some();
        let named = |file: &OpenFile| (file.key, self.run_like(file));
        self.probability_files = self.files.iter().filter(holds).map(named).collect();
    }

    /// The probabilities that a run without its own takes.
    pub(in crate::workspace) fn probabilities(&self, of: &RunOfFiles) -> Option<Probabilities> {
        held(self.file(self.file_for(of)?)?)
    }

    /// Its own comes before the first that is for all.
    fn file_for(&self, of: &RunOfFiles) -> Option<FileKey> {
        let find = |run: Option<RunKey>| {
            let found = self.probability_files.iter().find(|(_, own)| *own == run);
            found.map(|(file, _)| *file)
        };
        find(Some(of.key)).or_else(|| find(None))
    }

    /// The one run a file is named like: that of the same folder, else the one whose words its name begins with, the most of
    /// them.
    fn run_like(&self, file: &OpenFile) -> Option<RunKey> {
        let folder = folder(&file.name);
        let in_folder = self
            .runs
            .iter()
            .filter(|run| folder.is_some() && self::folder(&run.name) == folder);
        if let Some(run) = only(in_folder) {
            return Some(run.key);
        }
        let words = words(&file.name);
        let n_alike = |run: &RunOfFiles| {
            let own = self::words(&run.name);
            if words.starts_with(&own) {
                own.len()
            } else {
                0
            }
        };
        let most = self.runs.iter().map(n_alike).max().filter(|n| *n > 0)?;
        only(self.runs.iter().filter(|run| n_alike(run) == most)).map(|run| run.key)
    }

    /// What is said of a file of probabilities where it could be taken for another run's.
    pub(in crate::workspace) fn use_of_probabilities(&self, file: &OpenFile) -> Option<Problem> {
        held(file)?;
        let takes = |run: &&RunOfFiles| self.file_for(run) == Some(file.key);
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

/// The only one, if there is just one.
fn only<'a>(mut runs: impl Iterator<Item = &'a RunOfFiles>) -> Option<&'a RunOfFiles> {
    let first = runs.next()?;
    runs.next().is_none().then_some(first)
}

/// The folder a file was dropped in.
fn folder(name: &str) -> Option<&str> {
    let folder = name.strip_suffix(base_name(name))?;
    (!folder.is_empty()).then_some(folder)
}

/// The words of a name that say whose file it is, in lower case.
fn words(name: &str) -> Vec<String> {
    let lower = base_name(name).to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let says_whose = |word: &&str| !word.is_empty() && !KINDS.contains(word);
    words.filter(says_whose).map(str::to_owned).collect()
}
