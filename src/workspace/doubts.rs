//! Questions whose key looks wrong or debatable to a person, kept with the dataset they are of.
//!
//! A dataset is known again by what it asks and by its key, wherever it was read from: a corrected key is another dataset, and
//! begins without marks. Deliberately absent: any effect on the figures; the score without the marked questions stands beside
//! them.

use super::answers::Lookup;
use super::{Workspace, work};
use crate::dataset::{Dataset, Task};
use crate::protocol::{Doubting, DoubtsView, FileKey};
use crate::report;
use crate::score::without;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::{Arc, Weak};

/// The marks of so many datasets are kept; those of the one marked longest ago go first.
const MOST: usize = 50;

/// Marks as they are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedDoubts {
    /// The hash of each dataset and the keys of its marked questions; what was marked last is last.
    #[serde(default)]
    by_dataset: Vec<(String, Vec<String>)>,
    /// How many questions each of them has: a dataset of another number is none of them and needs no hash. Of those marked
    /// before this was kept it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    n_questions: Vec<(String, u64)>,
    /// The result zips whose marks were taken over.
    #[serde(default)]
    taken: Vec<FileKey>,
}

impl SavedDoubts {
    /// Whether nothing was ever marked.
    pub fn is_empty(&self) -> bool {
        self.by_dataset.is_empty() && self.taken.is_empty()
    }

    fn keys_of(&self, sha256: &str) -> &[String] {
        let mut known = self.by_dataset.iter();
        let known = known.find(|(of, _)| of == sha256);
        known.map_or(&[], |(_, keys)| keys)
    }

    /// Whether marks can be of a dataset of so many questions.
    fn can_have(&self, n_questions: usize) -> bool {
        let mut known = self.by_dataset.iter();
        known.any(|(of, _)| {
            let mut sizes = self.n_questions.iter();
            let size = sizes.find(|(sized, _)| sized == of);
            size.is_none_or(|(_, n)| *n == n_questions as u64)
        })
    }

    fn set(&mut self, sha256: &str, keys: Vec<String>, n_questions: u64) {
        self.by_dataset.retain(|(of, _)| of != sha256);
        if !keys.is_empty() {
            self.by_dataset.push((sha256.to_owned(), keys));
        }
        let n_more = self.by_dataset.len().saturating_sub(MOST);
        self.by_dataset.drain(..n_more);
        self.n_questions.retain(|(of, _)| of != sha256);
        self.n_questions.push((sha256.to_owned(), n_questions));
        let by_dataset = &self.by_dataset;
        self.n_questions
            .retain(|(sized, _)| by_dataset.iter().any(|(of, _)| of == sized));
    }
}

/// All marks, and those of the dataset in use.
#[derive(Default)]
pub(super) struct Doubts {
    pub(super) kept: SavedDoubts,
    /// Known as soon as there are any marks: who makes none does not wait for it.
    current: Option<Current>,
}

/// The marks of the dataset in use.
struct Current {
    dataset: Weak<Dataset>,
    sha256: String,
    /// The keys of those questions that share an id with one before.
    shared: FxHashMap<u32, String>,
    marked: BTreeSet<u32>,
    /// What was cleared last.
    cleared: BTreeSet<u32>,
}

impl Current {
    fn of(dataset: &Arc<Dataset>, kept: &SavedDoubts) -> Self {
        work::note_pass();
        let sha256 = sha256(dataset);
        let keys = report::keys(&dataset.items);
        let named = (0..).zip(&keys).zip(&dataset.items);
        let shared = named
            .filter(|((_, key), item)| key.as_ref() != item.id)
            .map(|((i, key), _)| (i, key.to_string()))
            .collect();
        let known: FxHashSet<&str> = { kept.keys_of(&sha256).iter() }
            .map(String::as_str)
            .collect();
        let marked = (0..).zip(&keys);
        let marked = marked.filter(|(_, key)| known.contains(key.as_ref()));
        Self {
            marked: marked.map(|(i, _)| i).collect(),
            dataset: Arc::downgrade(dataset),
            sha256,
            shared,
            cleared: BTreeSet::new(),
        }
    }

    fn keys(&self) -> Vec<String> {
        let Some(dataset) = self.dataset.upgrade() else {
            return Vec::new();
        };
        let id = |i: &u32| dataset.items.get(*i as usize).map(|item| item.id.clone());
        let key = |i: &u32| self.shared.get(i).cloned().or_else(|| id(i));
        self.marked.iter().filter_map(key).collect()
    }
}

/// What tells a dataset from others, and from itself with another key.
fn sha256(dataset: &Dataset) -> String {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    add(match dataset.task {
        Task::Extractive => "extractive",
        Task::MultipleChoice => "multiple choice",
    });
    let mut last_context = None;
    for item in &dataset.items {
        add(&item.id);
        add(&item.question);
        add(&item.answers.len().to_string());
        item.answers.iter().for_each(|answer| add(answer));
        for choice in &item.choices {
            add(choice.letter.encode_utf8(&mut [0; 4]));
            add(&choice.text);
        }
        // Neighbors share a context: it is told once.
        if item.context != last_context {
            let context = item
                .context
                .and_then(|at| dataset.contexts.get(at as usize));
            add(context.map_or("", String::as_str));
            last_context = item.context;
        }
    }
    let digest = hash.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Doubts {
    fn is_of(&self, dataset: &Arc<Dataset>) -> bool {
        let is_it = |known: &Current| std::ptr::eq(known.dataset.as_ptr(), Arc::as_ptr(dataset));
        self.current.as_ref().is_some_and(is_it)
    }

    fn current(&mut self, dataset: &Arc<Dataset>) -> &mut Current {
        if !self.is_of(dataset) {
            self.current = None;
        }
        let kept = &self.kept;
        self.current
            .get_or_insert_with(|| Current::of(dataset, kept))
    }

    /// Keeps what is marked now.
    fn keep(&mut self) {
        if let Some(current) = &self.current {
            let n_questions = current.dataset.upgrade();
            let n_questions = n_questions.map_or(0, |dataset| dataset.items.len() as u64);
            self.kept.set(&current.sha256, current.keys(), n_questions);
        }
    }
}

impl Workspace {
    /// Marks questions of the dataset in use as having a doubtful key, or takes marks off. No figure changes by it.
    ///
    /// ```
    /// use marksheet::{protocol::Doubting, workspace::Workspace};
    /// let mut workspace = Workspace::default();
    /// let key = r#"[{"id": "a", "question": "Who?", "context": "N1.", "answers": ["N2"]}]"#;
    /// workspace.open("key.json", key.as_bytes());
    /// workspace.settle();
    /// workspace.doubt(Doubting::Mark { index: 0, id: "a".into(), is_doubtful: true });
    /// assert_eq!(workspace.doubts().marked, [0]);
    /// workspace.doubt(Doubting::Clear);
    /// assert_eq!((workspace.doubts().marked.len(), workspace.doubts().n_cleared), (0, 1));
    /// ```
    pub fn doubt(&mut self, doubting: Doubting) {
        let Some((_, dataset)) = self.dataset.clone() else {
            return;
        };
        let current = self.doubts.current(&dataset);
        match doubting {
            Doubting::Mark {
                index,
                id,
                is_doubtful,
            } => {
                let item = dataset.items.get(index as usize);
                if item.is_none_or(|item| item.id != id) {
                    return;
                }
                match is_doubtful {
                    true => current.marked.insert(index),
                    false => current.marked.remove(&index),
                };
                current.cleared.clear();
            }
            Doubting::Clear => current.cleared = std::mem::take(&mut current.marked),
            Doubting::TakeBack => {
                let cleared = std::mem::take(&mut current.cleared);
                current.marked.extend(cleared);
            }
        }
        self.doubts.keep();
    }

    /// The marks of the dataset in use, and what they come to in the shown run.
    pub fn doubts(&self) -> DoubtsView {
        let Some(current) = &self.doubts.current else {
            return DoubtsView::default();
        };
        let mut view = DoubtsView {
            marked: current.marked.iter().copied().collect(),
            n_cleared: current.cleared.len() as u32,
            ..DoubtsView::default()
        };
        let scored = self.run.as_ref().and_then(|run| run.scored.as_ref());
        if let (Some(scored), Some((_, dataset))) = (scored, &self.dataset) {
            let left = without(dataset.task, scored, &current.marked);
            let all = without(dataset.task, scored, &BTreeSet::new());
            view.n = left.n_left_out as u32;
            view.n_asked = scored.items.len() as u32;
            let of_left = |key: &str| {
                let mut figures = left.figures.iter();
                let found = figures.find(|(known, _)| *known == key);
                found.map(|(_, value)| *value)
            };
            let figures = all.figures.iter();
            view.figures = figures
                .map(|(key, value)| ((*key).to_owned(), *value, of_left(key)))
                .collect();
        }
        view
    }

    /// The places of the marked questions of the dataset in use.
    pub(super) fn doubted(&self) -> Vec<u32> {
        let current = self.doubts.current.iter();
        current
            .flat_map(|known| known.marked.iter().copied())
            .collect()
    }

    /// Their keys, as result files name questions.
    pub(super) fn doubtful_keys(&self) -> Vec<String> {
        let current = self.doubts.current.as_ref();
        current.map(Current::keys).unwrap_or_default()
    }

    /// Finds the marks of the dataset in use, and takes over those that result zips bring for it.
    pub(super) fn settle_doubts(&mut self) {
        let Some((_, dataset)) = self.dataset.clone() else {
            self.doubts.current = None;
            return;
        };
        if !self.doubts.is_of(&dataset) {
            self.doubts.current = None;
        }
        if self.doubts.kept.can_have(dataset.items.len()) {
            self.doubts.current(&dataset);
        }
        self.take_doubts(&dataset);
    }

    /// Takes over the marks that result zips bring, each zip's once: of one with a dataset as soon as that is in use, of
    /// another where the dataset in use has all these questions and as many as it was of.
    fn take_doubts(&mut self, dataset: &Arc<Dataset>) {
        let mut taken = Vec::new();
        let mut marks = BTreeSet::new();
        let n_items = dataset.items.len() as u64;
        // Made once, however many zips bring marks; mostly none does.
        let lookup = OnceCell::new();
        let lookup = || lookup.get_or_init(|| Lookup::of(dataset));
        for file in &self.files {
            let Some(record) = file.record().filter(|record| {
                !record.doubtful_keys.is_empty() && !self.doubts.kept.taken.contains(&file.key)
            }) else {
                continue;
            };
            let n_questions = record.dataset.as_ref().and_then(|of| of.n_questions);
            let has_dataset = self.dataset_of(file.key).is_some();
            if self.is_other_dataset(file)
                || !has_dataset && n_questions.is_some_and(|n| n != n_items)
            {
                continue;
            }
            let keys = record.doubtful_keys.iter();
            let places: Vec<Option<u32>> = keys.map(|key| lookup().index(key)).collect();
            if has_dataset || places.iter().all(Option::is_some) {
                marks.extend(places.into_iter().flatten());
                taken.push(file.key);
            }
        }
        if !taken.is_empty() {
            self.doubts.kept.taken.extend(taken);
            let current = self.doubts.current(dataset);
            current.marked.extend(marks);
            self.doubts.keep();
        }
    }

    /// Marks as they are kept, without zips that are no longer open.
    pub(super) fn saved_doubts(&self) -> SavedDoubts {
        let mut saved = self.doubts.kept.clone();
        saved.taken.retain(|key| self.file(*key).is_some());
        saved
    }
}
