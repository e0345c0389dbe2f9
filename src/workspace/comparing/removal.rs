//! A run taken away with all of its files, and what else goes with them.
//!
//! Deliberately absent: taking away a part of a file; dropped files are kept as they are.

use crate::protocol::{FileKey, RunKey};
use crate::workspace::Workspace;
use crate::workspace::open_file::Content;
use crate::workspace::runs::RunOfFiles;
use std::sync::Arc;

/// Runs that are named; more are counted.
const N_NAMED: usize = 3;

impl Workspace {
    /// Closes all files a run comes from.
    pub fn remove_run(&mut self, run: RunKey) {
        let of = self.runs.iter().find(|of| of.key == run);
        let files = of.map_or(vec![run.file], files_of);
        self.files.retain(|file| !files.contains(&file.key));
        self.labels.retain(|run, _| !files.contains(&run.file));
        self.settle();
    }

    /// What else is lost when a run is deleted, in words; empty where nothing is.
    pub(super) fn also_removed(&self, of: &RunOfFiles) -> String {
        let files = files_of(of);
        let has_dataset = self.dataset.as_ref().is_some_and(|(file, dataset)| {
            let mut others = self.files.iter().map(|file| file.key);
            let is_same = |other: Arc<_>| Arc::ptr_eq(&other, dataset);
            let is_there = |file: FileKey| {
                !files.contains(&file) && self.dataset_of(file).is_some_and(is_same)
            };
            files.contains(file) && !others.any(is_there)
        });
        let others = self.runs.iter().filter(|run| run.key != of.key);
        let touched = others.filter(|run| run.parts.iter().any(|part| files.contains(&part.file)));
        let mut lost: Vec<String> = touched
            .map(|run| {
                let is_whole = run.parts.iter().all(|part| files.contains(&part.file));
                let name = self.name_of(run);
                if is_whole {
                    name
                } else {
                    format!("a part of {name}")
                }
            })
            .collect();
        let n_more = lost.len().saturating_sub(N_NAMED);
        if n_more > 1 {
            lost.truncate(N_NAMED);
            lost.push(format!("{n_more} other runs"));
        }
        if has_dataset {
            lost.push("the dataset that all runs are scored with".to_owned());
        }
        let n_asked: usize = files.iter().map(|file| self.n_asked_here(*file)).sum();
        let mut words = Vec::new();
        if !lost.is_empty() {
            let file = if files.len() > 1 { "files" } else { "file" };
            let verb = if lost.len() > 1 { "are" } else { "is" };
            let lost = listed(&lost);
            words.push(format!(
                "Also removes {lost}, which {verb} in the same {file}."
            ));
        }
        match n_asked {
            0 => {}
            1 => words.push("Its one reply was asked for from here, and is lost.".to_owned()),
            n => words.push(format!(
                "Its {n} replies were asked for from here, and are lost."
            )),
        }
        words.join(" ")
    }

    /// Replies in a file that were asked for from here.
    fn n_asked_here(&self, file: FileKey) -> usize {
        let parts = self.file(file).map_or(&[][..], |file| &file.parts);
        let counts = parts.iter().map(|part| match &part.content {
            Content::Answers(answers) => {
                let entries = answers.predictions.entries.iter();
                entries.filter(|entry| entry.failure.is_none()).count()
            }
            _ => 0,
        });
        counts.sum()
    }
}

fn files_of(of: &RunOfFiles) -> Vec<FileKey> {
    let mut files: Vec<FileKey> = of.parts.iter().map(|part| part.file).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
