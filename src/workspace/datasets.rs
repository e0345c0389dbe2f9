//! The dataset in use, and others that are open beside it.
//!
//! Deliberately absent: reading datasets.

use super::Workspace;
use super::open_file::{Content, OpenFile, Part};
use crate::dataset::Dataset;
use crate::protocol::FileKey;
use std::sync::Arc;

impl Workspace {
    pub(super) fn dataset_of(&self, key: FileKey) -> Option<Arc<Dataset>> {
        self.file(key)?
            .parts
            .iter()
            .find_map(|part| match &part.content {
                Content::Dataset(dataset) => Some(dataset.clone()),
                _ => None,
            })
    }

    /// Whether a file brings a dataset that is neither in use nor the same as the one in use.
    pub(super) fn is_other_dataset(&self, file: &OpenFile) -> bool {
        let Some((key, dataset)) = &self.dataset else {
            return false;
        };
        file.key != *key
            && self
                .dataset_of(file.key)
                .is_some_and(|other| !is_same_content(&other, dataset))
    }

    /// A result zip brings the settings it was scored with.
    pub(super) fn adopt_record(&mut self, key: FileKey) {
        let record = self.file(key).and_then(OpenFile::record);
        if let Some(settings) = record.and_then(|record| record.settings.clone()) {
            self.settings = Some(settings);
        }
    }

    /// The open file that already holds the same dataset under the same name, for a drop that brings nothing else.
    pub(super) fn same_dataset(&self, name: &str, parts: &[Part]) -> Option<FileKey> {
        let [
            Part {
                content: Content::Dataset(new),
                ..
            },
        ] = parts
        else {
            return None;
        };
        self.files
            .iter()
            .find(|file| {
                file.name == name && self.dataset_of(file.key).is_some_and(|old| old == *new)
            })
            .map(|file| file.key)
    }
}

/// Whether two datasets ask the same questions with the same key, wherever they were read from.
fn is_same_content(a: &Dataset, b: &Dataset) -> bool {
    a.task == b.task && a.items == b.items && a.contexts == b.contexts && a.examples == b.examples
}
