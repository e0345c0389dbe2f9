//! The questions only a person can answer, and what each answer does.
//!
//! Deliberately absent: remembering that something was asked. Questions are computed from the open files, so a reload
//! asks the same again.

use super::Workspace;
use super::open_file::OpenFile;
use crate::dataset::{Item, NumberBase};
use crate::protocol::{Ask, Decision, FileKey, RunKey};

impl Workspace {
    /// Carries out an answer to one of [`View::asks`](crate::protocol::View::asks). An answer that no longer fits does
    /// nothing.
    pub fn decide(&mut self, decision: Decision) {
        match decision {
            Decision::IsKey(key) => self.decide_key(key, None),
            Decision::IsKeyPart(key) => self.decide_key(key.file, Some(key.part)),
            Decision::ReplaceDataset(key) => self.replace_dataset(key),
            Decision::Discard(key) => {
                let keys = self.files_of_other(key);
                self.files
                    .retain(|file| file.key != key && !keys.contains(&file.key));
            }
            Decision::ReplaceRun(key) => self.replace_run(key),
            Decision::AddRun(key) => {
                if let Some(file) = self.file_mut(key) {
                    file.decided.is_added = true;
                }
            }
            Decision::NumberBase(key, base) => {
                if let Some(file) = self.file_mut(key) {
                    file.decide_numbers(base);
                }
            }
            Decision::AreAnswers(key) => self.decide_answers(key, true),
            Decision::AreProbabilities(key) => self.decide_answers(key, false),
        }
        self.settle();
    }

    fn replace_dataset(&mut self, key: FileKey) {
        let Some(dataset) = self.dataset_of(key) else {
            return;
        };
        self.note_closed();
        if let Some((old, _)) = self.dataset.replace((key, dataset))
            && old != key
        {
            self.files.retain(|file| file.key != old);
        }
        self.settings = None;
        self.adopt_record(key);
        self.selected = None;
        self.is_chosen = false;
    }

    /// Answers are shown at once.
    fn decide_answers(&mut self, key: FileKey, is_answers: bool) {
        let Some(file) = self.file_mut(key) else {
            return;
        };
        file.decide_answers(is_answers);
        if is_answers {
            self.settle();
            self.show_newest_of(key);
        }
    }

    /// Closes the runs of the same name that were open before.
    fn replace_run(&mut self, key: FileKey) {
        let Some(name) = self.file(key).map(|file| file.name.clone()) else {
            return;
        };
        let old: Vec<FileKey> = self
            .files
            .iter()
            .take_while(|file| file.key != key)
            .filter(|file| file.name == name && self.is_run(file.key))
            .map(|file| file.key)
            .collect();
        self.files.retain(|file| !old.contains(&file.key));
        self.show_newest(key);
    }

    pub(super) fn asks(&self) -> Vec<Ask> {
        let mut asks = Vec::new();
        asks.extend(self.ask_for_key());
        let waiting = |file: &&OpenFile| file.asks_for_number_base();
        asks.extend(self.files.iter().filter(waiting).map(ask_for_number_base));
        let numbers = self.files.iter().filter(|file| self.asks_for_answers(file));
        asks.extend(numbers.map(ask_for_answers));
        let others = self.files.iter().filter(|file| self.is_other_dataset(file));
        let mut asked: Vec<FileKey> = Vec::new();
        for file in others {
            // Fifty result zips of one dataset ask once.
            if !asked.contains(&file.key) {
                let of_it = self.files_of_other(file.key);
                asks.extend(self.ask_for_dataset(file, of_it.len()));
                asked.extend(of_it);
            }
        }
        let again = self.files.iter().enumerate();
        asks.extend(again.filter_map(|(i, file)| self.ask_for_run(i, file)));
        asks
    }

    fn ask_for_key(&self) -> Option<Ask> {
        let undecided = self.undecided();
        let option = |(i, (key, name)): (usize, &(RunKey, String))| {
            let is_shared = undecided.iter().filter(|(_, other)| other == name).count() > 1;
            let label = match is_shared {
                true => format!("{name} (number {} of them)", i + 1),
                false => name.clone(),
            };
            let in_zip = self.file(key.file).is_some_and(|file| file.parts.len() > 1);
            match in_zip {
                true => (label, Decision::IsKeyPart(*key)),
                false => (label, Decision::IsKey(key.file)),
            }
        };
        let is_asked = self.dataset.is_none() && undecided.len() > 1;
        is_asked.then(|| Ask {
            question: "Which of these files is the answer key?".to_owned(),
            options: undecided.iter().enumerate().map(option).collect(),
        })
    }

    /// Probabilities are of use beside other predictions of data in which answers can be missing; numbers that come
    /// alone, or with other data, may be the answers.
    fn asks_for_answers(&self, file: &OpenFile) -> bool {
        let Some((_, dataset)) = &self.dataset else {
            return false;
        };
        let has_unanswerable = || dataset.items.iter().any(Item::is_unanswerable);
        file.is_probably_probabilities() && (self.runs.is_empty() || !has_unanswerable())
    }

    /// Asks about the dataset of a file, which so many files bring.
    fn ask_for_dataset(&self, file: &OpenFile, n_files: usize) -> Option<Ask> {
        let (_, in_use) = self.dataset.as_ref()?;
        let (new, old) = (&file.name, &in_use.file);
        let (question, replace, keep) = if n_files > 1 {
            let more = n_files - 1;
            (
                format!("{new} and {more} more hold another dataset. Use it instead of {old}?"),
                format!("Use that of {new} and {more} more"),
                format!("Keep {old}"),
            )
        } else if new == old {
            (
                format!(
                    "{new} holds other questions than the {old} opened before. Use the new one?"
                ),
                "Use the new one".to_owned(),
                "Keep the old one".to_owned(),
            )
        } else {
            (
                format!("{new} is another dataset. Use it instead of {old}?"),
                format!("Use {new}"),
                format!("Keep {old}"),
            )
        };
        Some(Ask {
            question,
            options: vec![
                (replace, Decision::ReplaceDataset(file.key)),
                (keep, Decision::Discard(file.key)),
            ],
        })
    }

    /// Asks about the file at `i` if a run of its name was open before.
    fn ask_for_run(&self, i: usize, file: &OpenFile) -> Option<Ask> {
        let is_again = |old: &OpenFile| {
            old.name == file.name && self.is_run(old.key) && !self.is_one_run(old.key, file.key)
        };
        if file.decided.is_added || !self.is_run(file.key) {
            return None;
        }
        let name = &file.name;
        let (question, replace, keep) = match self
            .files
            .iter()
            .take(i)
            .filter(|old| is_again(old))
            .count()
        {
            0 => return None,
            1 => (
                format!("{name} was open already. Replace it, or keep both?"),
                "Replace it",
                "Keep both",
            ),
            n => (
                format!(
                    "{n} files named {name} were open already. Replace all of them, or keep them too?"
                ),
                "Replace all of them",
                "Keep them too",
            ),
        };
        Some(Ask {
            question,
            options: vec![
                (replace.to_owned(), Decision::ReplaceRun(file.key)),
                (keep.to_owned(), Decision::AddRun(file.key)),
            ],
        })
    }
}

fn ask_for_number_base(file: &OpenFile) -> Ask {
    Ask {
        question: format!(
            "In {}, does answer 1 mean the first choice or the second?",
            file.name
        ),
        options: vec![
            (
                "1 is the first choice (A)".to_owned(),
                Decision::NumberBase(file.key, NumberBase::One),
            ),
            (
                "1 is the second choice (B)".to_owned(),
                Decision::NumberBase(file.key, NumberBase::Zero),
            ),
        ],
    }
}

fn ask_for_answers(file: &OpenFile) -> Ask {
    Ask {
        question: format!(
            "Are the numbers in {} no-answer probabilities or answers?",
            file.name
        ),
        options: vec![
            (
                "No-answer probabilities".to_owned(),
                Decision::AreProbabilities(file.key),
            ),
            ("Answers".to_owned(), Decision::AreAnswers(file.key)),
        ],
    }
}
