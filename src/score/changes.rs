//! What other settings would change, question by question.
//!
//! Deliberately absent: which settings are tried, and when.

use super::{Comparer, ItemScore};
use crate::dataset::Dataset;
use crate::predictions::Entry;
use crate::settings::Settings;
use core::ops::Range;

/// The questions that other settings would change, as places in the dataset, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Not right now, and exactly right then.
    pub gained: Vec<u32>,
    /// Exactly right now, and not then.
    pub lost: Vec<u32>,
}

impl Changes {
    /// By how many the number of right questions would change: positive when more would be right.
    pub fn net(&self) -> i64 {
        self.gained.len() as i64 - self.lost.len() as i64
    }

    /// Looks at the questions in `range`, which come after those looked at before; [`changes_under`] for a part of them.
    /// `comparer` is that of the other settings.
    pub fn look(
        &mut self,
        comparer: &Comparer<'_>,
        predictions: &[Option<&Entry>],
        scores: &[ItemScore],
        range: Range<usize>,
    ) {
        for (index, score) in scores.iter().enumerate().take(range.end).skip(range.start) {
            let entry = predictions.get(index).copied().flatten();
            let is_right = comparer.score(index, entry).exact >= 1.0;
            match (score.exact >= 1.0, is_right) {
                (false, true) => self.gained.push(index as u32),
                (true, false) => self.lost.push(index as u32),
                _ => {}
            }
        }
    }
}

/// Which of the asked questions would become right, or would no longer be, under `other` settings.
///
/// `scores` are those of the asked questions under the present ones. One pass, as long as scoring.
///
/// ```
/// use marksheet::{dataset::*, json::Json, predictions::Entry, score, settings::{Normalizer, Settings}};
/// let item = Item { answers: vec!["Runway 27".into()], ..Item::default() };
/// let dataset = Dataset { file: "key.json".into(), task: Task::Extractive, shape: "answer key", about: About::default(),
///     has_alue_marks: false, contexts: vec![], items: vec![item], examples: vec![] };
/// let entry = Entry { id: String::new(), value: Json::Text("- Runway 27".into()), no_answer_probability: None, failure: None };
/// let alue = Settings { profile: marksheet::settings::Profile::Alue, ..score::default_settings(&dataset) };
/// let scores = score::score(&dataset, &[Some(&entry)], &alue, &mut |_| {}).items;
/// let other = Settings { normalizers: vec![Normalizer::StripMarkdown], ..alue };
/// assert_eq!(score::changes_under(&dataset, &[Some(&entry)], &scores, &other).gained, [0]);
/// ```
pub fn changes_under(
    dataset: &Dataset,
    predictions: &[Option<&Entry>],
    scores: &[ItemScore],
    other: &Settings,
) -> Changes {
    let comparer = Comparer::new(dataset, other);
    let mut changes = Changes::default();
    changes.look(&comparer, predictions, scores, 0..scores.len());
    changes
}
