//! The question table: filtered, searched, ordered, and cut to the rows in view.

use super::{Shown, Workspace};
use crate::dataset::{Dataset, Item};
use crate::json::Json;
use crate::predictions::Entry;
use crate::problem::cut;
use crate::protocol::{Pick, RowView, Rows, RowsQuery, Sort};
use crate::score::Comparer;
use std::cmp::Ordering;

/// Characters of a text shown in a row; enough for two lines on a wide screen.
const CUT: usize = 160;

impl Workspace {
    /// The rows asked for; none while nothing is scored.
    pub fn rows(&self, query: &RowsQuery) -> Rows {
        let Some(shown) = self.shown() else {
            return Rows {
                ticket: query.ticket,
                ..Rows::default()
            };
        };
        let Some(order) = self.order(&shown, query) else {
            return Rows {
                ticket: query.ticket,
                is_waiting: true,
                ..Rows::default()
            };
        };
        let total = order.len() as u32;
        let from = query.from.min(total);
        let in_view = order.iter().skip(from as usize).take(query.n as usize);
        let comparer = Comparer::new(shown.dataset, &shown.scored.settings);
        let rows = in_view
            .map(|&i| row(&shown, &comparer, i as usize))
            .collect();
        Rows {
            ticket: query.ticket,
            is_waiting: false,
            total,
            from,
            rows,
        }
    }
}

impl Workspace {
    /// The question `step` places after `index` in the order of `query`; `index` itself where there is none.
    pub fn neighbor(&self, query: &RowsQuery, index: u32, step: i8) -> u32 {
        let Some(shown) = self.shown().filter(|_| step != 0) else {
            return index;
        };
        let order = self.order(&shown, query).unwrap_or_default();
        let position = order.iter().position(|&i| i == index);
        // A question that the filter no longer shows leads to the first one it does.
        let position =
            position.map_or(Some(0), |position| position.checked_add_signed(step.into()));
        position
            .and_then(|position| order.get(position))
            .copied()
            .unwrap_or(index)
    }
}

impl Workspace {
    /// Indices of the questions that pass the filter, in the order asked for; `None` while it is not known what it picks.
    fn order(&self, shown: &Shown<'_>, query: &RowsQuery) -> Option<Vec<u32>> {
        let picked = match &query.pick {
            None => (0..shown.scored.items.len() as u32).collect(),
            Some(Pick::Doubtful) => self.doubted(),
            Some(pick) => self.run.as_ref()?.findings.picked(pick)?,
        };
        Some(order(shown, query, picked))
    }
}

/// Those of the `picked` questions that are of the classes and hold what is searched, in the order asked for.
fn order(shown: &Shown<'_>, query: &RowsQuery, picked: Vec<u32>) -> Vec<u32> {
    let needle = query.search.trim().to_lowercase();
    let items = &shown.dataset.items;
    let scores = &shown.scored.items;
    // Each context once, however many questions are asked about it.
    let hits: Vec<bool> = match needle.is_empty() {
        true => Vec::new(),
        false => shown
            .dataset
            .contexts
            .iter()
            .map(|context| contains_ignoring_case(context, &needle))
            .collect(),
    };
    let n_asked = scores.len().min(items.len()) as u32;
    let mut order: Vec<u32> = picked
        .into_iter()
        .filter(|&i| i < n_asked)
        .filter(|&i| {
            query.classes.is_empty() || query.classes.contains(&scores[i as usize].outcome)
        })
        .filter(|&i| needle.is_empty() || is_found(shown, &hits, i as usize, &needle))
        .collect();
    let item = |i: u32| &items[i as usize];
    let score = |i: u32| &scores[i as usize];
    // Sorting keeps equal ones in file order, whichever way it goes.
    let mut sort = |compare: &dyn Fn(u32, u32) -> Ordering| {
        order.sort_by(|&a, &b| match query.is_descending {
            true => compare(b, a),
            false => compare(a, b),
        });
    };
    match query.sort {
        Sort::FileOrder if query.is_descending => order.reverse(),
        Sort::FileOrder => {}
        Sort::Outcome => sort(&|a, b| score(a).outcome.cmp(&score(b).outcome)),
        Sort::Id => sort(&|a, b| item(a).id.cmp(&item(b).id)),
        Sort::Question => {
            sort(&|a, b| question(shown.dataset, item(a)).cmp(question(shown.dataset, item(b))));
        }
        Sort::F1 => sort(&|a, b| score(a).f1.total_cmp(&score(b).f1)),
    }
    order
}

/// Whether the text a person sees in the row holds the lower-case `needle`, or its context is among the `hits`.
fn is_found(shown: &Shown<'_>, hits: &[bool], i: usize, needle: &str) -> bool {
    let item = &shown.dataset.items[i];
    let has = |text: &str| contains_ignoring_case(text, needle);
    has(&item.id)
        || has(&item.question)
        || item.answers.iter().any(|answer| has(answer))
        || shown
            .entries
            .get(i)
            .copied()
            .flatten()
            .is_some_and(|entry| match &entry.value {
                Json::Text(text) => has(text),
                value => has(&value.to_string()),
            })
        || item
            .context
            .is_some_and(|context| hits.get(context as usize) == Some(&true))
}

/// Lower-casing every text of 130,000 questions on each keystroke costs more than looking; ASCII needs no copy.
fn contains_ignoring_case(text: &str, needle: &str) -> bool {
    if needle.is_ascii() {
        let (text, needle) = (text.as_bytes(), needle.as_bytes());
        let Some(&first) = needle.first() else {
            return true;
        };
        let upper = first.to_ascii_uppercase();
        return text.windows(needle.len()).any(|window| {
            (window[0] == first || window[0] == upper) && window.eq_ignore_ascii_case(needle)
        });
    }
    text.to_lowercase().contains(needle)
}

fn context<'a>(dataset: &'a Dataset, item: &Item) -> Option<&'a str> {
    dataset
        .contexts
        .get(item.context? as usize)
        .map(String::as_str)
}

/// What tells questions apart: the question, or the context where every question is the same.
fn question<'a>(dataset: &'a Dataset, item: &'a Item) -> &'a str {
    let is_same = |other: Option<&Item>| other.is_some_and(|other| other.question == item.question);
    let n = dataset.items.len();
    let is_repeated = n > 2
        && is_same(dataset.items.first())
        && is_same(dataset.items.get(n / 2))
        && is_same(dataset.items.last());
    match context(dataset, item) {
        Some(context) if is_repeated => context,
        _ => &item.question,
    }
}

fn row(shown: &Shown<'_>, comparer: &Comparer<'_>, i: usize) -> RowView {
    let item = &shown.dataset.items[i];
    let entry: Option<&Entry> = shown.entries.get(i).copied().flatten();
    let compared = comparer.compare(i, entry).unwrap_or_default();
    let score = shown.scored.items[i];
    let gold = item
        .answers
        .get(score.best_gold as usize)
        .map_or("", String::as_str);
    RowView {
        index: i as u32,
        id: item.id.clone(),
        outcome: score.outcome,
        question: cut(question(shown.dataset, item), CUT),
        gold: cut(gold, CUT),
        prediction: cut(&compared.read, CUT),
        f1: score.f1,
    }
}
