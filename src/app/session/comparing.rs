//! What the Compare place shares: which runs are compared, and what came of it.

use super::Session;
use crate::protocol::{CompareQuery, CompareView, Flips, FlipsQuery, Request, RunKey};
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsValue;

/// Questions shown at once.
pub const N_FLIPS: u32 = 10;

/// The state of the Compare place.
#[derive(Clone, Copy)]
pub struct Comparing {
    /// What is compared.
    pub query: RwSignal<CompareQuery>,
    /// What came of it, replaced whole.
    pub view: RwSignal<Arc<CompareView>>,
    /// Which questions that make the difference are shown.
    pub flips_query: RwSignal<FlipsQuery>,
    /// These questions.
    pub flips: RwSignal<Flips>,
}

impl Comparing {
    pub(super) fn new() -> Self {
        Self {
            query: RwSignal::new(CompareQuery::default()),
            view: RwSignal::new(Arc::default()),
            flips_query: RwSignal::new(FlipsQuery {
                is_gained: true,
                n: N_FLIPS,
                ..FlipsQuery::default()
            }),
            flips: RwSignal::new(Flips::default()),
        }
    }
}

impl Comparing {
    /// Whether what is shown came of the present query.
    pub fn is_known(&self) -> bool {
        self.query.with(|query| query.ticket > 0) && !self.is_old()
    }

    /// Whether what is shown came of another query than the present one; followed where it is asked.
    pub fn is_old(&self) -> bool {
        let ticket = self.query.with(|query| query.ticket);
        self.view.with(|view| view.ticket != ticket)
    }

    /// Whether the questions shown are not those of the two runs that are compared, or of what they are compared by.
    pub fn are_flips_old(&self) -> bool {
        let ticket = self.flips_query.with(|query| query.ticket);
        let runs = self
            .view
            .with(|view| view.pair.as_ref().map(|pair| pair.runs));
        let is_other = |flips: &Flips| flips.ticket != ticket || flips.runs != runs;
        self.is_old() || runs.is_none() || self.flips.with(is_other)
    }
}

impl Session {
    /// Compares anew; `change` is made on what was compared last.
    pub fn compare(self, change: impl FnOnce(&mut CompareQuery)) {
        self.comparing.query.update(|query| {
            change(query);
            query.ticket += 1;
        });
        self.ask(&Request::Compare(self.comparing.query.get_untracked()));
    }

    /// Leaves the comparison where it is, until it is asked for again.
    pub fn stop_comparing(self) {
        self.ask(&Request::CompareLeft);
    }

    /// Shows other questions that make the difference.
    pub fn look_at_flips(self, change: impl FnOnce(&mut FlipsQuery)) {
        self.comparing.flips_query.update(|query| {
            change(query);
            query.ticket += 1;
        });
        self.ask(&Request::Flips(self.comparing.flips_query.get_untracked()));
    }

    /// Closes all files of a run.
    pub fn remove_run(self, run: RunKey) {
        self.change(
            super::State::Loading,
            |turn| Request::RemoveRun { turn, run },
            &JsValue::UNDEFINED,
        );
    }

    /// Gives a run a name and a note.
    pub fn label(self, run: RunKey, name: String, note: String) {
        self.change(
            super::State::Scoring,
            |turn| Request::Label {
                turn,
                run,
                name,
                note,
            },
            &JsValue::UNDEFINED,
        );
    }

    pub(super) fn hear_comparison(self, view: CompareView) {
        if view.ticket != self.comparing.query.with_untracked(|query| query.ticket) {
            return;
        }
        let runs = |view: &CompareView| {
            let pair = view.pair.as_ref();
            pair.map(|pair| (pair.runs, pair.names.clone()))
        };
        let is_first_look = self.comparing.view.with_untracked(|old| {
            old.ticket != view.ticket || old.measure != view.measure || runs(old) != runs(&view)
        });
        let flips = view
            .pair
            .as_ref()
            .filter(|_| is_first_look)
            .map(|pair| (pair.runs, pair.better, view.measure.clone()));
        self.comparing.view.set(Arc::new(view));
        if let Some(((first, second), (n_first, n_second), measure)) = flips {
            self.look_at_flips(|query| {
                // Whoever looks first sees some, if there are any.
                query.is_gained = n_second > 0 || n_first == 0;
                query.measure = measure;
                query.first = Some(first);
                query.second = Some(second);
                query.from = 0;
            });
        }
    }

    pub(super) fn hear_flips(self, flips: Flips) {
        if flips.ticket
            == self
                .comparing
                .flips_query
                .with_untracked(|query| query.ticket)
        {
            self.comparing.flips.set(flips);
        }
    }
}
