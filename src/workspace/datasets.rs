//! The dataset in use, and others that are open beside it.
//!
//! Deliberately absent: reading datasets.

use super::Workspace;
use super::open_file::{Content, OpenFile, Part};
use crate::dataset::{Dataset, NumberBase};
use crate::protocol::FileKey;
use std::sync::{Arc, Weak};

impl Workspace {
    /// The dataset in use, to be known again without being kept.
    pub fn dataset_in_use(&self) -> Option<Weak<Dataset>> {
        self.dataset
            .as_ref()
            .map(|(_, dataset)| Arc::downgrade(dataset))
    }

    /// Keeps the dataset in use as long as a file has it, and takes the first there is otherwise.
    pub(super) fn settle_dataset(&mut self) {
        if let Some((key, old)) = self.dataset.take() {
            let now = self.dataset_of(key).map(|dataset| (key, dataset));
            self.dataset = now.or_else(|| self.same_content(&old));
        }
        if self.dataset.is_none() {
            let found = self.files.iter().find_map(|file| {
                let dataset = self.dataset_of(file.key)?;
                Some((file.key, dataset))
            });
            let Some((key, dataset)) = found else { return };
            self.dataset = Some((key, dataset));
            self.settings = None;
            self.adopt_record(key);
        }
    }

    /// Another open file with the same questions.
    fn same_content(&self, old: &Arc<Dataset>) -> Option<(FileKey, Arc<Dataset>)> {
        self.files.iter().find_map(|file| {
            let dataset = self.dataset_of(file.key)?;
            self.is_same(&dataset, old).then_some((file.key, dataset))
        })
    }

    /// A result zip brings the settings it was scored with; one without a dataset, when that comes.
    pub(super) fn adopt_record(&mut self, key: FileKey) {
        let own = self.file(key).and_then(OpenFile::record);
        let waiting = || {
            let mut newest = self.files.iter().rev();
            newest.find_map(|file| {
                file.record()
                    .filter(|_| self.dataset_of(file.key).is_none())
            })
        };
        let record = own.or_else(waiting);
        if let Some(settings) = record.and_then(|record| record.settings.clone()) {
            self.settings = Some(settings);
        }
    }

    pub(super) fn dataset_of(&self, key: FileKey) -> Option<Arc<Dataset>> {
        self.file(key)?
            .parts
            .iter()
            .find_map(|part| match &part.content {
                Content::Dataset(dataset) => Some(dataset.clone()),
                _ => None,
            })
    }

    /// The open file that already holds the same dataset under the same name, for a drop that brings nothing else.
    pub(super) fn same_dataset(&self, name: &str, parts: &[Part]) -> Option<FileKey> {
        let [new] = parts else { return None };
        let is_same = |file: &&OpenFile| {
            let old = file.parts.first();
            file.name == name
                && old.is_some_and(|old| is_dropped_again(new, old, file.decided.number_base))
        };
        self.files.iter().find(is_same).map(|file| file.key)
    }

    /// Whether a file brings a dataset that is neither in use nor the same as the one in use.
    pub(super) fn is_other_dataset(&self, file: &OpenFile) -> bool {
        let Some((key, dataset)) = &self.dataset else {
            return false;
        };
        file.key != *key
            && self
                .dataset_of(file.key)
                .is_some_and(|other| !self.is_same(&other, dataset))
    }

    /// Whether two datasets ask the same questions with the same key, wherever they were read from.
    fn is_same(&self, a: &Arc<Dataset>, b: &Arc<Dataset>) -> bool {
        self.once.borrow_mut().is_same(a, b)
    }

    /// The open files that bring the same dataset as this one, which is not in use; it among them.
    pub(super) fn files_of_other(&self, key: FileKey) -> Vec<FileKey> {
        let Some(dataset) = self.dataset_of(key) else {
            return Vec::new();
        };
        let others = self.files.iter().filter(|file| self.is_other_dataset(file));
        let is_of = |file: &&OpenFile| {
            let other = self.dataset_of(file.key);
            other.is_some_and(|other| self.is_same(&other, &dataset))
        };
        others.filter(is_of).map(|file| file.key).collect()
    }

    /// Holds a dataset once that is open already, however many result zips bring it.
    pub(super) fn share_datasets(&self, parts: &mut [Part]) {
        for part in parts {
            let Content::Dataset(new) = &mut part.content else {
                continue;
            };
            let open = self.files.iter().flat_map(|file| &file.parts);
            let open = open.filter_map(|part| match &part.content {
                Content::Dataset(dataset) => Some(dataset),
                _ => None,
            });
            let mut last: Option<&Arc<Dataset>> = None;
            for old in open {
                // Fifty zips with one dataset are looked at as one.
                if last.is_some_and(|last| Arc::ptr_eq(last, old)) {
                    continue;
                }
                last = Some(old);
                if **old == **new {
                    *new = old.clone();
                    break;
                }
            }
        }
    }
}

/// Whether a part is the same dataset as an open one, for which it may have been said what 1 means.
fn is_dropped_again(new: &Part, old: &Part, base: Option<NumberBase>) -> bool {
    let is_same = |new: &Part, old: &Part| match (&new.content, &old.content) {
        (Content::Dataset(new), Content::Dataset(old)) => new == old,
        (Content::Numbers, Content::Numbers) => true,
        _ => false,
    };
    match (&new.by_numbers, &old.by_numbers, base) {
        (None, None, _) => is_same(new, old),
        (Some(new), Some(old), _) => new.iter().zip(&**old).all(|(new, old)| is_same(new, old)),
        (Some(new), None, Some(base)) => is_same(
            match base {
                NumberBase::Zero => &new[0],
                NumberBase::One => &new[1],
            },
            old,
        ),
        _ => false,
    }
}
