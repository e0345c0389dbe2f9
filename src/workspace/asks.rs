//! The questions only a person can answer, and what each answer does.
//!
//! Deliberately absent: remembering that something was asked. Questions are computed from the open files, so a reload
//! asks the same again.

use super::Workspace;
use super::open_file::Content;
use super::roles::Role;
use crate::protocol::{Ask, Decision, FileKey};

impl Workspace {
    /// Carries out an answer to one of [`View::asks`]. An answer that no longer fits does nothing.
    pub fn decide(&mut self, decision: Decision) {
        match decision {
            Decision::IsKey(key) => {
                for file in &mut self.files {
                    if file
                        .parts
                        .iter()
                        .any(|part| matches!(part.content, Content::Undecided(_)))
                    {
                        file.role = if file.key == key {
                            Role::Key
                        } else {
                            Role::Predictions
                        };
                    }
                }
            }
            Decision::ReplaceDataset(key) => {
                if let Some((old, _)) = self.dataset.take()
                    && old != key
                {
                    self.files.retain(|file| file.key != old);
                }
                self.settings = None;
                self.dataset = self.dataset_of(key).map(|dataset| (key, dataset));
                self.adopt_record(key);
            }
            Decision::Discard(key) => self.files.retain(|file| file.key != key),
            Decision::ReplaceRun(key) => {
                let name = self.file(key).map(|file| file.name.clone());
                self.files
                    .retain(|file| file.key == key || Some(&file.name) != name.as_ref());
            }
            Decision::AddRun(key) => {
                if let Some(file) = self.files.iter_mut().find(|file| file.key == key) {
                    file.is_added = true;
                }
            }
        }
        self.settle();
    }

    pub(super) fn asks(&self) -> Vec<Ask> {
        let mut asks = Vec::new();
        if self.dataset.is_none() && self.undecided().count() > 1 {
            asks.push(Ask {
                question: "Which of these files is the answer key?".to_owned(),
                options: self
                    .undecided()
                    .map(|file| (file.name.clone(), Decision::IsKey(file.key)))
                    .collect(),
            });
        }
        for file in self.files.iter().filter(|file| self.is_other_dataset(file)) {
            let old = self
                .dataset
                .as_ref()
                .map_or("", |(_, dataset)| &dataset.file);
            asks.push(Ask {
                question: format!("{} is another dataset. Use it instead of {old}?", file.name),
                options: vec![
                    (
                        format!("Use {}", file.name),
                        Decision::ReplaceDataset(file.key),
                    ),
                    (format!("Keep {old}"), Decision::Discard(file.key)),
                ],
            });
        }
        let runs = self.runs();
        for (i, file) in self
            .files
            .iter()
            .enumerate()
            .filter(|(_, file)| !file.is_added)
        {
            let is_run = |key: FileKey| runs.iter().any(|(run, _)| run.file == key);
            let is_again = self.files[..i]
                .iter()
                .any(|old| old.name == file.name && is_run(old.key));
            if is_again && is_run(file.key) {
                asks.push(Ask {
                    question: format!("{} was open already. Replace it, or keep both?", file.name),
                    options: vec![
                        ("Replace it".to_owned(), Decision::ReplaceRun(file.key)),
                        ("Keep both".to_owned(), Decision::AddRun(file.key)),
                    ],
                });
            }
        }
        asks
    }
}
