//! "What went wrong": the questions that lost points, by the kind of their fault.
//!
//! Every question that lost any is in exactly one group, so that counts and lost points add up. Deliberately absent: which
//! normalizers are tried, and when; the worker does that beside everything else.

use super::{Kind, reasons};
use crate::dataset::{Dataset, Item};
use crate::metrics::Sum;
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
    pub lost_exact: u32,
    /// Points they lost of F1, each 0.0 to 1.0.
    pub lost_f1: f64,
    /// Changes that would make some of them right: a label, and how many. Those that win most first.
    pub wins: Vec<(String, u32)>,
}

/// Groups in the making, some questions at a time.
///
/// ```
/// use marksheet::{dataset::*, explain::{Grouping, Kind}, json::Json, predictions::Entry, score::{Comparer, default_settings}};
/// let item = Item { answers: vec!["Eiffel Tower".into()], ..Item::default() };
/// let dataset = Dataset { file: "key.json".into(), task: Task::Extractive, shape: "answer key", about: About::default(),
///     has_alue_marks: false, contexts: vec![], items: vec![item.clone(), item], examples: vec![] };
/// let entry = Entry { id: "q1".into(), value: Json::Text("the tower".into()), no_answer_probability: None, failure: None };
/// let (entries, settings) = ([Some(&entry), None], default_settings(&dataset));
/// let comparer = Comparer::new(&dataset, &settings);
/// let scores = [0, 1].map(|i| comparer.score(i, entries[i]));
/// let mut grouping = Grouping::default();
/// while grouping.step(&dataset, &entries, &scores, &comparer, 1) {}
/// let kinds = grouping.finish().into_iter().map(|group| (group.kind, group.questions));
/// assert_eq!(kinds.collect::<Vec<_>>(), [(Kind::Missing, vec![1]), (Kind::Part, vec![0])]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Grouping {
    groups: Vec<Growing>,
    /// Of each question looked at the group's kind; `None` for those that lost nothing.
    kinds: Vec<Option<Kind>>,
}

/// A group that may still get questions.
#[derive(Clone, Debug)]
struct Growing {
    kind: Kind,
    questions: Vec<u32>,
    lost_exact: u32,
    lost_f1: Sum,
    wins: Vec<(String, u32)>,
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
        let n_asked = scores.len().min(dataset.items.len());
        let start = self.kinds.len();
        let end = start.saturating_add(n).min(n_asked);
        for index in start..end {
            let entry = entries.get(index).copied().flatten();
            let asked = dataset.items.get(index).zip(scores.get(index));
            let Some((item, score)) = asked else { break };
            let kind = kind_of(dataset, item, entry, score, comparer, index);
            self.kinds.push(kind);
            self.add(index as u32, kind, score);
        }
        self.kinds.len() < n_asked
    }

    fn add(&mut self, index: u32, kind: Option<Kind>, score: &ItemScore) {
        let Some(kind) = kind else { return };
        let at = self.groups.iter().position(|group| group.kind == kind);
        let at = at.unwrap_or_else(|| {
            self.groups.push(Growing {
                kind,
                questions: Vec::new(),
                lost_exact: 0,
                lost_f1: Sum::default(),
                wins: Vec::new(),
            });
            self.groups.len() - 1
        });
        if let Some(group) = self.groups.get_mut(at) {
            group.questions.push(index);
            group.lost_exact += u32::from(score.exact < 1.0);
            group.lost_f1.add(1.0 - score.f1);
        }
    }

    /// Notes that a change named `label` would make the questions at `gained` right
    /// ([`changes_under`](crate::score::changes_under) finds them).
    pub fn wins(&mut self, gained: &[u32], label: &str) {
        for group in &mut self.groups {
            let is_of = |index: &&u32| self.kinds.get(**index as usize) == Some(&Some(group.kind));
            let n = gained.iter().filter(is_of).count() as u32;
            if n > 0 {
                group.wins.push((label.to_owned(), n));
            }
        }
    }

    /// The groups, those that lost most first.
    pub fn finish(self) -> Vec<Group> {
        let done = |mut group: Growing| {
            group.wins.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            Group {
                kind: group.kind,
                questions: group.questions,
                lost_exact: group.lost_exact,
                lost_f1: group.lost_f1.value(),
                wins: group.wins,
            }
        };
        let mut groups: Vec<Group> = self.groups.into_iter().map(done).collect();
        groups.sort_by(|a, b| {
            let by_lost = b.lost_exact.cmp(&a.lost_exact);
            let by_f1 = b.lost_f1.total_cmp(&a.lost_f1);
            by_lost.then(by_f1).then(a.kind.cmp(&b.kind))
        });
        groups
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
