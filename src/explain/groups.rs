//! "What went wrong": the questions that lost points, by the kind of their fault.
//!
//! Every question that lost any is in exactly one group, so that counts and lost points add up. Deliberately absent: which
//! normalizers are tried, and when; the worker does that beside everything else.

use super::{Kind, reasons};
use crate::dataset::{Dataset, Item};
use crate::predictions::Entry;
use crate::score::{Comparer, ItemScore};

/// The questions of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The kind of their faults.
    pub kind: Kind,
    /// Their places in the dataset, in order.
    pub questions: Vec<u32>,
    /// Points they lost of exact match or accuracy: one for each that is not right.
    pub lost_exact: f64,
    /// Points they lost of F1, each 0.0 to 1.0.
    pub lost_f1: f64,
    /// Changes that would make some of them right: a label, and how many.
    pub wins: Vec<(String, u32)>,
}

/// Groups in the making, some questions at a time.
#[derive(Clone, Debug, Default)]
pub struct Grouping {
    groups: Vec<Group>,
    /// Of each question looked at the group's kind; `None` for those that lost nothing.
    kinds: Vec<Option<Kind>>,
}

impl Grouping {
    /// Looks at the next `n` questions. `scores` are those of all asked questions, and `comparer` made them.
    ///
    /// Returns whether there are more.
    pub fn step(
        &mut self,
        dataset: &Dataset,
        entries: &[Option<&Entry>],
        scores: &[ItemScore],
        comparer: &Comparer<'_>,
        n: usize,
    ) -> bool {
        let start = self.kinds.len();
        let asked = dataset.items.iter().zip(scores).zip(0_usize..);
        for ((item, score), index) in asked.skip(start).take(n) {
            let entry = entries.get(index).copied().flatten();
            let kind = kind_of(dataset, item, entry, score, comparer, index);
            self.add(index as u32, kind, score);
        }
        self.kinds.len() < scores.len().min(dataset.items.len())
    }

    fn add(&mut self, index: u32, kind: Option<Kind>, score: &ItemScore) {
        self.kinds.push(kind);
        let Some(kind) = kind else { return };
        let at = self.groups.iter().position(|group| group.kind == kind);
        let at = at.unwrap_or_else(|| {
            self.groups.push(Group {
                kind,
                questions: Vec::new(),
                lost_exact: 0.0,
                lost_f1: 0.0,
                wins: Vec::new(),
            });
            self.groups.len() - 1
        });
        if let Some(group) = self.groups.get_mut(at) {
            group.questions.push(index);
            group.lost_exact += 1.0 - score.exact;
            group.lost_f1 += 1.0 - score.f1;
        }
    }

    /// Notes that a change named `label` would make the question at `index` right.
    pub fn wins(&mut self, index: u32, label: &str) {
        let kind = self.kinds.get(index as usize).copied().flatten();
        let group = self
            .groups
            .iter_mut()
            .find(|group| Some(group.kind) == kind);
        let Some(group) = group else { return };
        match group.wins.iter_mut().find(|(known, _)| known == label) {
            Some((_, n)) => *n += 1,
            None => group.wins.push((label.to_owned(), 1)),
        }
    }

    /// The groups, those that lost most first.
    pub fn finish(mut self) -> Vec<Group> {
        self.groups.sort_by(|a, b| {
            let by_lost = b.lost_exact.total_cmp(&a.lost_exact);
            let by_f1 = b.lost_f1.total_cmp(&a.lost_f1);
            by_lost.then(by_f1).then(a.kind.cmp(&b.kind))
        });
        for group in &mut self.groups {
            group.wins.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        }
        self.groups
    }
}

/// The kind of a question's fault; `None` where it lost nothing.
fn kind_of(
    dataset: &Dataset,
    item: &Item,
    entry: Option<&Entry>,
    score: &ItemScore,
    comparer: &Comparer<'_>,
    index: usize,
) -> Option<Kind> {
    if score.exact >= 1.0 {
        return (score.f1 < 1.0).then_some(Kind::Wordless);
    }
    let comparison = comparer.compare(index, entry)?;
    let failure = entry.and_then(|entry| entry.failure.as_ref());
    // Where an answer stands in its context says more of it, but nothing of its kind.
    let reasons = reasons(dataset.task, item, None, failure, &comparison);
    Some(reasons.first().map_or(Kind::Other, |reason| reason.kind))
}
