//! The steps one is still trying, kept over a reload until the dataset they are tried on is open again.

use super::Session;
use crate::browser::kept;
use crate::normalize;
use crate::protocol::FileKey;
use crate::settings::Normalizer;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// What is tried, and on what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Trying {
    workspace: String,
    dataset: FileKey,
    is_chain: bool,
    chain: Vec<Normalizer>,
    #[serde(default)]
    typed_step: Option<Normalizer>,
}

impl Trying {
    /// What was tried before the reload.
    pub(super) fn kept() -> Option<Self> {
        serde_json::from_str(&kept::kept_steps()?).ok()
    }
}

impl Session {
    /// Goes on with the steps that are applied; a chain stays as it was left, to go on with.
    pub fn leave_chain(self) {
        self.is_chain.set(false);
        self.typed_step.set(None);
    }

    /// Keeps what is tried, whenever that changes.
    pub(super) fn keep_trying(self) {
        Effect::new(move |_| {
            let (is_chain, chain) = (self.is_chain.get(), self.chain.get());
            let typed_step = self.typed_step.get();
            let dataset = self.dataset_key();
            if self.awaited_steps.with_value(Option::is_some) {
                return;
            }
            let is_any = is_chain || typed_step.is_some() || !chain.is_empty();
            let of = self.workspace.get_value().zip(dataset);
            let trying = of.filter(|_| is_any).map(|(workspace, dataset)| Trying {
                workspace,
                dataset,
                is_chain,
                chain,
                typed_step,
            });
            let text = trying.and_then(|trying| serde_json::to_string(&trying).ok());
            kept::keep_steps(text.as_deref());
        });
    }

    /// Goes on with what was tried before the reload, as soon as a dataset is open: on that one, or not at all.
    pub(super) fn take_up_trying(self, dataset: Option<FileKey>) {
        let Some(dataset) = dataset else {
            return;
        };
        let awaited = self.awaited_steps.try_update_value(Option::take).flatten();
        let workspace = self.workspace.get_value();
        let ours = awaited
            .filter(|kept| kept.dataset == dataset && Some(&kept.workspace) == workspace.as_ref());
        if let Some(kept) = ours {
            self.is_chain.set(kept.is_chain);
            self.chain.set(normalize::effective(&kept.chain));
            self.typed_step.set(kept.typed_step);
        }
    }

    fn dataset_key(self) -> Option<FileKey> {
        self.view
            .with(|view| view.dataset.as_ref().map(|dataset| dataset.key))
    }
}
