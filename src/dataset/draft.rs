//! A dataset while it is read: what every reader does alike, such as numbering questions without an id.
//!
//! Deliberately absent: any file shape.

use super::{About, Dataset, Item, Task};
use crate::problem::{Problem, cut};
use crate::rows::Ids;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::BuildHasher;

/// What a reader makes of a file: every question that can be scored, and what became of the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The questions that could be read.
    pub dataset: Dataset,
    /// What could not, and what had to be assumed.
    pub problems: Vec<Problem>,
    /// How many questions were skipped; each is in a problem.
    pub n_skipped: usize,
    /// What else the file can be, where right answers are numbers and only a person can tell how these count;
    /// [`dataset`](Self::dataset) is then without these questions, and may be without any.
    pub numbers: Option<Box<NumberReadings>>,
}

/// What a file is, by what its numbers mean.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberReadings {
    /// As [`NumberBase::Zero`](super::NumberBase::Zero) has it.
    pub from_zero: Result<Loaded, Vec<Problem>>,
    /// As [`NumberBase::One`](super::NumberBase::One) has it.
    pub from_one: Result<Loaded, Vec<Problem>>,
}

/// What a file with questions can look like.
const EXAMPLE: &str = "a list such as [{\"id\": \"q1\", \"question\": \"…\", \"context\": \"…\", \"answers\": [\"…\"]}] is read, \
    and with \"choices\" and \"answer\" in place of \"answers\" for multiple choice";

/// The parts of a dataset as they come in.
#[derive(Clone, Default)]
pub(super) struct Draft {
    pub about: About,
    pub has_alue_marks: bool,
    pub contexts: Vec<String>,
    pub items: Vec<Item>,
    pub examples: Vec<serde_json::Value>,
    pub problems: Vec<Problem>,
    pub n_skipped: usize,
    /// Questions met so far, skipped ones included.
    n_met: usize,
    /// Items that have no id of their own: index among the items, position in the file.
    unnamed: Vec<(usize, usize)>,
    /// Context by hash; two contexts of one hash are then kept apart needlessly, never mixed up.
    context_by_hash: FxHashMap<u64, u32>,
}

impl Draft {
    /// Adds a context and returns its index.
    pub fn add_context(&mut self, text: &str) -> u32 {
        let index = u32::try_from(self.contexts.len()).unwrap_or(u32::MAX);
        self.contexts.push(text.to_owned());
        index
    }

    /// The index of a context that may have come before.
    pub fn shared_context(&mut self, text: &str) -> u32 {
        let hash = FxBuildHasher.hash_one(text);
        if let Some(index) = self.context_by_hash.get(&hash).copied() {
            let known = usize::try_from(index)
                .ok()
                .and_then(|index| self.contexts.get(index));
            if known.is_some_and(|known| known == text) {
                return index;
            }
        }
        let index = self.add_context(text);
        self.context_by_hash.insert(hash, index);
        index
    }

    /// Counts a question that is about to be read, so that positions stay those of the file whatever is skipped.
    pub fn meet(&mut self) {
        self.n_met += 1;
    }

    /// Adds the question met last; one without an id is numbered at the end.
    pub fn add_item(&mut self, id: Option<String>, item: Item) {
        match id {
            Some(id) => self.items.push(Item { id, ..item }),
            None => {
                self.unnamed.push((self.items.len(), self.n_met));
                self.items.push(item);
            }
        }
    }

    /// Adds a problem about skipped questions.
    pub fn skipped(&mut self, ids: &Ids, build: impl FnOnce(&str) -> Problem) {
        self.n_skipped += ids.n();
        self.problems.extend(ids.problem(build));
    }

    /// The finished dataset.
    ///
    /// # Errors
    /// The problems found so far, if no question is left.
    pub fn finish(
        mut self,
        file: &str,
        task: Task,
        shape: &'static str,
    ) -> Result<Loaded, Vec<Problem>> {
        if self.items.is_empty() {
            let message = match self.n_skipped {
                0 => format!("no questions in it, though it is shaped like a dataset ({shape})"),
                n => format!("none of its questions can be scored ({n} were skipped)"),
            };
            self.problems.push(Problem::error(message).hint(EXAMPLE));
            return Err(self.problems);
        }
        Ok(self.loaded(file, task, shape))
    }

    /// The dataset, whether or not a question is left.
    pub fn loaded(mut self, file: &str, task: Task, shape: &'static str) -> Loaded {
        self.number_unnamed();
        self.report_duplicates();
        Loaded {
            dataset: Dataset {
                file: file.to_owned(),
                task,
                shape,
                about: self.about,
                has_alue_marks: self.has_alue_marks,
                contexts: self.contexts,
                items: self.items,
                examples: self.examples,
            },
            problems: self.problems,
            n_skipped: self.n_skipped,
            numbers: None,
        }
    }

    /// Gives questions without an id their position (from 1), or the next number that no other question has.
    fn number_unnamed(&mut self) {
        if self.unnamed.is_empty() {
            return;
        }
        let mut taken: FxHashSet<String> = self.items.iter().map(|item| item.id.clone()).collect();
        let mut next = self.n_met;
        let mut ids = Ids::default();
        for (index, position) in &self.unnamed {
            let mut id = position.to_string();
            while taken.contains(&id) {
                next += 1;
                id = next.to_string();
            }
            ids.add(&id);
            taken.insert(id.clone());
            if let Some(item) = self.items.get_mut(*index) {
                item.id = id;
            }
        }
        let who = match ids.n() {
            n if n == self.items.len() => "none of the questions has".to_owned(),
            1 => "1 question has no".to_owned(),
            n => format!("{n} questions have no"),
        };
        let what = if ids.n() == self.items.len() {
            "an \"id\""
        } else {
            "\"id\""
        };
        let message = format!("{who} {what}: numbered by position, {}", ids.list());
        self.problems.push(
            Problem::warning(message).hint(
                "predictions must use these numbers; give every question an \"id\" to be safe",
            ),
        );
    }

    fn report_duplicates(&mut self) {
        let mut ids: FxHashSet<&str> = FxHashSet::default();
        ids.reserve(self.items.len());
        if self.items.iter().all(|item| ids.insert(&item.id)) {
            return;
        }
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        let mut repeated = Vec::new();
        for item in &self.items {
            let n = counts.entry(&item.id).or_default();
            *n += 1;
            if *n == 2 {
                repeated.push(item.id.as_str());
            }
        }
        const N_SHOWN: usize = 5;
        let n_of = |id: &str| counts.get(id).copied().unwrap_or_default();
        let hint = "give each question an id of its own; until then all of them are scored with the one prediction";
        if repeated.len() > N_SHOWN {
            let shown: Vec<_> = repeated
                .iter()
                .take(N_SHOWN)
                .map(|id| format!("\"{}\" ({} questions)", cut(id, 40), n_of(id)))
                .collect();
            let message = format!(
                "{} ids are used by more than one question, which cannot be told apart in the predictions: {} and {} more",
                repeated.len(),
                shown.join(", "),
                repeated.len() - N_SHOWN
            );
            self.problems.push(Problem::error(message).hint(hint));
            return;
        }
        for id in repeated {
            let message = format!(
                "duplicate question id \"{}\": {} questions share it and cannot be told apart in the predictions",
                cut(id, 60),
                n_of(id)
            );
            self.problems
                .push(Problem::error(message).of_item(id).hint(hint));
        }
    }
}
