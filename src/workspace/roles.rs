//! Which look-alike file (ids with texts) is the answer key, and which are predictions.
//!
//! Deliberately absent: guessing. What other files do not make certain is asked; see `asks.rs`.

use super::Workspace;
use super::open_file::Content;
use crate::protocol::{FileKey, RunKey};

/// What a look-alike file was decided to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Role {
    /// Its content decides.
    #[default]
    Auto,
    /// The answer key.
    Key,
    /// Predictions.
    Predictions,
}

impl Workspace {
    /// Look-alike files become key or predictions as soon as that is certain.
    pub(super) fn settle_roles(&mut self) {
        let has_dataset = self.dataset.is_some()
            || self
                .files
                .iter()
                .any(|file| file.asks_for_number_base() || self.dataset_of(file.key).is_some());
        let has_predictions = self
            .files
            .iter()
            .flat_map(|file| &file.parts)
            .any(|part| matches!(part.content, Content::Predictions(_)));
        let n_undecided = self.undecided().len();
        for file in &mut self.files {
            let role = match file.decided.role {
                Role::Auto if has_dataset => Role::Predictions,
                Role::Auto if has_predictions && n_undecided == 1 => Role::Key,
                role => role,
            };
            let key_part = file.decided.key_part;
            for (part, i) in file.parts.iter_mut().zip(0..) {
                if role == Role::Auto || !part.is_undecided() {
                    continue;
                }
                file.decided.role = role;
                let is_other = role == Role::Key && key_part.is_some_and(|key| key != i);
                part.decide(if is_other { Role::Predictions } else { role });
            }
        }
    }

    /// The look-alikes: where each is, and its name.
    pub(super) fn undecided(&self) -> Vec<(RunKey, String)> {
        let mut undecided = Vec::new();
        for file in &self.files {
            let parts = file.parts.iter().zip(0..);
            for (part, i) in parts.filter(|(part, _)| part.is_undecided()) {
                let name = match file.parts.len() {
                    1 => file.name.clone(),
                    _ => format!("{}/{}", file.name, part.name),
                };
                let key = RunKey {
                    file: file.key,
                    part: i,
                };
                undecided.push((key, name));
            }
        }
        undecided
    }

    /// Makes one look-alike the key, and the others predictions.
    pub(super) fn decide_key(&mut self, key: FileKey, part: Option<u32>) {
        let undecided = self.undecided();
        let is_known = |(known, _): &(RunKey, String)| {
            known.file == key && part.is_none_or(|part| known.part == part)
        };
        if !undecided.iter().any(is_known) {
            return;
        }
        for file in &mut self.files {
            if file.key == key {
                file.decided.role = Role::Key;
                file.decided.key_part = part;
            } else if undecided.iter().any(|(known, _)| known.file == file.key) {
                file.decided.role = Role::Predictions;
            }
        }
    }
}
