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

    /// One question, exactly as [`score`](super::score) scores it. `None` when the dataset has no question at `item_idx`.
    pub fn compare(&self, item_idx: usize, entry: Option<&Entry>) -> Option<Comparison> {
        let item = self.dataset.items.get(item_idx)?;
        let mut comparison = Comparison::default();
        let mut judge = self.judge.borrow_mut();
        comparison.score = judge.judge(item, entry, Some(&mut comparison)).score;
        Some(comparison)
    }

    /// The letter a multiple-choice reply is read as; `None` where there is none, and in extractive data.
    pub fn letter(&self, item_idx: usize, entry: Option<&Entry>) -> Option<char> {
        let item = self.dataset.items.get(item_idx)?;
        self.judge.borrow_mut().judge(item, entry, None).letter
    }
}
