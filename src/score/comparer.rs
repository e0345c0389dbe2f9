//! Many questions compared step by step, with what they share made ready once.

use super::judge::Judge;
use super::{Comparison, ItemScore};
use crate::dataset::Dataset;
use crate::predictions::Entry;
use crate::problem::Problem;
use crate::settings::Settings;
use std::cell::RefCell;

/// Compares questions of one dataset under one set of settings; [`compare`](super::compare) for many.
pub struct Comparer<'a> {
    dataset: &'a Dataset,
    judge: RefCell<Judge<'a>>,
}

impl<'a> Comparer<'a> {
    /// Makes settings ready.
    pub fn new(dataset: &'a Dataset, settings: &'a Settings) -> Self {
        Self {
            dataset,
            judge: RefCell::new(Judge::new(dataset, settings)),
        }
    }

    /// What of the settings cannot be used: a pattern that is no regular expression.
    pub fn problems(&self) -> Vec<Problem> {
        self.judge.borrow().problems.clone()
    }

    /// The scores of one question alone; all zero when the dataset has none at `item_idx`.
    pub fn score(&self, item_idx: usize, entry: Option<&Entry>) -> ItemScore {
        let item = self.dataset.items.get(item_idx);
        let judged = item.map(|item| self.judge.borrow_mut().judge(item, entry, None).score);
        judged.unwrap_or_default()
    }

    /// One question; an empty comparison when the dataset has none at `item_idx`.
    pub fn compare(&self, item_idx: usize, entry: Option<&Entry>) -> Comparison {
        let mut comparison = Comparison::default();
        if let Some(item) = self.dataset.items.get(item_idx) {
            let mut judge = self.judge.borrow_mut();
            comparison.score = judge.judge(item, entry, Some(&mut comparison)).score;
        }
        comparison
    }
}
