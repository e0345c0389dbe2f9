//! The score of a run while it goes on: one item more at a time.
//!
//! Deliberately absent: figures and intervals; those come when the run is scored as a whole.

use crate::outcome::Outcome;
use crate::protocol::{FileKey, LiveView};
use crate::run::ItemRecord;
use crate::score::{self, Comparer};
use crate::workspace::Workspace;
use rustc_hash::FxHashMap;

/// What is scored so far. An item that is asked again counts once.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// Of each item whether it is exactly right, and its F1.
    scores: FxHashMap<u32, (bool, f64)>,
    n_exact: u32,
    f1: f64,
}

impl Live {
    /// The score so far; failed calls count as not right, as they will in the end.
    pub fn view(&self) -> LiveView {
        let n = self.scores.len() as u32;
        LiveView {
            n,
            n_exact: self.n_exact,
            f1: if n == 0 { 0.0 } else { self.f1 / f64::from(n) },
        }
    }

    fn add(&mut self, index: u32, is_exact: bool, f1: f64) {
        if let Some((was_exact, was)) = self.scores.insert(index, (is_exact, f1)) {
            self.n_exact -= u32::from(was_exact);
            self.f1 -= was;
        }
        self.n_exact += u32::from(is_exact);
        self.f1 += f1;
    }
}

impl Workspace {
    /// Judges records as the scores will, adds them to `live`, and tells what became of each.
    pub fn judge(
        &self,
        key: FileKey,
        records: &[&ItemRecord],
        live: &mut Live,
    ) -> Vec<Option<Outcome>> {
        let Some((_, dataset)) = &self.dataset else {
            return Vec::new();
        };
        if records.is_empty() || self.answers(key).is_none() {
            return Vec::new();
        }
        let settings = self.settings.clone();
        let settings = settings.unwrap_or_else(|| score::default_settings(dataset));
        let comparer = Comparer::new(dataset, &settings);
        let mut outcomes = Vec::with_capacity(records.len());
        for record in records {
            if !super::is_of(dataset, record) {
                // Another dataset is in use by now: nothing is known of this one.
                outcomes.push(None);
                continue;
            }
            let entry = record.entry();
            let score = comparer.score(record.index as usize, entry.as_ref());
            live.add(record.index, score.exact == 1.0, score.f1);
            outcomes.push(Some(score.outcome));
        }
        outcomes
    }
}
