//! The score of a run while it goes on: one item more at a time.
//!
//! Deliberately absent: figures and intervals; those come when the run is scored as a whole.

use crate::outcome::Outcome;
use crate::protocol::{FileKey, LiveView};
use crate::run::ItemRecord;
use crate::score::{self, Comparer, ItemScore};
use crate::workspace::Workspace;
use rustc_hash::FxHashMap;

/// What is scored so far. An item that is asked again counts once.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// Of each item its share of the sums.
    scores: FxHashMap<u32, Share>,
    n_exact: u32,
    n_answers: u32,
    f1: f64,
}

/// What one item adds.
#[derive(Clone, Copy, Debug)]
struct Share {
    is_exact: bool,
    f1: f64,
    has_reply: bool,
}

impl Live {
    /// The score so far; failed calls count as not right, as they will in the end.
    pub fn view(&self) -> LiveView {
        let n = self.scores.len() as u32;
        LiveView {
            n,
            n_answers: self.n_answers,
            n_exact: self.n_exact,
            f1: if n == 0 { 0.0 } else { self.f1 / f64::from(n) },
        }
    }

    fn add(&mut self, index: u32, share: Share) {
        if let Some(was) = self.scores.insert(index, share) {
            self.n_exact -= u32::from(was.is_exact);
            self.n_answers -= u32::from(was.has_reply);
            self.f1 -= was.f1;
        }
        self.n_exact += u32::from(share.is_exact);
        self.n_answers += u32::from(share.has_reply);
        self.f1 += share.f1;
    }
}

impl Workspace {
    /// The score of a run that Scores shows, as [`Live::view`] would have it: after a reload nothing else is remembered of it.
    pub fn live_of(&self, key: FileKey) -> Option<LiveView> {
        let run = self.run.as_ref().filter(|run| run.is_of(key))?;
        let all = &run.scored.as_ref()?.items;
        let records = self.answers(key)?.records.keys();
        // What was not asked yet is not wrong.
        let scores = records.filter_map(|index| all.get(*index as usize));
        let scores: Vec<&ItemScore> = scores.collect();
        let count = |holds: fn(&ItemScore) -> bool| {
            scores.iter().filter(|score| holds(score)).count() as u32
        };
        let f1: f64 = scores.iter().map(|score| score.f1).sum();
        Some(LiveView {
            n: scores.len() as u32,
            n_answers: count(|score| score.outcome.has_reply()),
            n_exact: count(|score| score.exact == 1.0),
            f1: if scores.is_empty() {
                0.0
            } else {
                f1 / scores.len() as f64
            },
        })
    }

    /// The dataset of a run whose questions are not those in use.
    pub fn other_dataset_of(&self, key: FileKey) -> Option<String> {
        let (_, dataset) = self.dataset.as_ref()?;
        let facts = &self.file(key)?.answers()?.state.facts;
        let mut known = self.known.borrow_mut();
        // Versions before there was a hash kept none.
        let is_other = !facts.questions_sha256.is_empty()
            && !known.has_asked(dataset, facts.n_items, &facts.questions_sha256);
        is_other.then(|| facts.dataset.clone())
    }

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
            let share = Share {
                is_exact: score.exact == 1.0,
                f1: score.f1,
                has_reply: score.outcome.has_reply(),
            };
            live.add(record.index, share);
            outcomes.push(Some(score.outcome));
        }
        outcomes
    }
}
