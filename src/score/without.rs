//! The headline figures over the questions that are left when some are left out.
//!
//! Deliberately absent: why they are left out, and scoring: the questions are scored already.

use super::figures::Tally;
use super::{ItemScore, Scored};
use crate::dataset::Task;
use crate::settings::Profile;
use std::collections::BTreeSet;

/// The headline figures without some questions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Without {
    /// How many of the asked questions are left out.
    pub n_left_out: usize,
    /// How many are left.
    pub n_left: usize,
    /// The figures over those by their key, in the unit of the result files; none where nothing is left.
    pub figures: Vec<(&'static str, f64)>,
}

/// The headline figures over the asked questions but for some, named by their place in the dataset: `exact` and `f1`
/// (0–100), or `accuracy` (0–1). They are what scoring a dataset without these questions gives, in one pass over the scores.
///
/// ```
/// use marksheet::{dataset::Task, outcome::Outcome, score::*, settings::*};
/// # let settings = Settings { profile: Profile::SquadV2, normalizers: vec![], field_to_extract: None, n_questions: None,
/// #     unicode: false };
/// let right = ItemScore { outcome: Outcome::Correct, exact: 1.0, f1: 1.0, ..ItemScore::default() };
/// let scored = Scored { settings, items: vec![right, ItemScore::default(), right], metrics: vec![], counts: [0; 11],
///     as_alue: vec![], facts: Facts::default(), problems: vec![] };
/// let left = without(Task::MultipleChoice, &scored, &[1].into());
/// assert_eq!((left.n_left_out, left.n_left, left.figures), (1, 2, vec![("accuracy", 1.0)]));
/// ```
pub fn without(task: Task, scored: &Scored, left_out: &BTreeSet<u32>) -> Without {
    let mut out = left_out.iter().copied().peekable();
    let mut is_left = |i: u32| out.next_if_eq(&i).is_none();
    let left = (0..).zip(&scored.items);
    let left: Vec<&ItemScore> = left
        .filter(|(i, _)| is_left(*i))
        .map(|(_, item)| item)
        .collect();
    let n_left = left.len();
    let tally = Tally::of(left.into_iter());
    let figures = match (task, scored.settings.profile) {
        _ if n_left == 0 => Vec::new(),
        (Task::MultipleChoice, _) => vec![("accuracy", tally.share_exact())],
        (Task::Extractive, Profile::SquadV11) => {
            vec![("exact_match", tally.exact()), ("f1", tally.f1())]
        }
        (Task::Extractive, _) => vec![("exact", tally.exact()), ("f1", tally.f1())],
    };
    Without {
        n_left_out: scored.items.len() - n_left,
        n_left,
        figures,
    }
}
