//! Which look-alike file (ids with texts) is the answer key, and which are predictions.
//!
//! Deliberately absent: guessing. What other files do not make certain is asked; see `asks.rs`.

use super::Workspace;
use super::open_file::{Content, OpenFile};

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
                .any(|file| self.dataset_of(file.key).is_some());
        let has_predictions = self
            .files
            .iter()
            .flat_map(|file| &file.parts)
            .any(|part| matches!(part.content, Content::Predictions(_)));
        let n_undecided = self.undecided().count();
        for file in &mut self.files {
            let role = match file.role {
                Role::Auto if has_dataset => Role::Predictions,
                Role::Auto if has_predictions && n_undecided == 1 => Role::Key,
                role => role,
            };
            for part in &mut file.parts {
                if role != Role::Auto && matches!(part.content, Content::Undecided(_)) {
                    file.role = role;
                    part.decide(role);
                }
            }
        }
    }

    pub(super) fn undecided(&self) -> impl Iterator<Item = &OpenFile> {
        self.files.iter().filter(|file| {
            file.parts
                .iter()
                .any(|part| matches!(part.content, Content::Undecided(_)))
        })
    }
}
