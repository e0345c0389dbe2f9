//! What the report says of questions whose key was marked as doubtful: the score without them beside the official one.
//!
//! Deliberately absent: leaving them out anywhere else.

use super::{Block, Cell};
use crate::problem::cut;
use crate::report::labels::label;
use crate::report::{Run, shown};
use crate::score::without;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// So many ids are named.
const N_NAMED: usize = 100;
/// Characters of one id.
const CUT: usize = 80;

/// The blocks; none where no key is marked.
pub(super) fn blocks(run: &Run<'_>) -> Vec<Block<'static>> {
    let marked: FxHashSet<&str> = run.facts.doubtful_keys.iter().map(String::as_str).collect();
    if marked.is_empty() {
        return Vec::new();
    }
    let keys = run.keys();
    let places = (0..).zip(&keys);
    let places = places.filter(|(_, key)| marked.contains(key.as_ref()));
    let (places, ids): (BTreeSet<u32>, Vec<&str>) =
        places.map(|(i, key)| (i, key.as_ref())).unzip();
    let (task, scored) = (run.dataset.task, run.scored);
    let left = without(task, scored, &places);
    let all = without(task, scored, &BTreeSet::new());
    let heading = match left.n_left_out {
        1 => "Without the 1 question whose key was marked doubtful".to_owned(),
        n => format!("Without the {n} questions whose key was marked doubtful"),
    };
    let row = |(at, (key, value)): (usize, &(&'static str, f64))| {
        let of_left = left.figures.get(at);
        let of_left = of_left.map_or("—".to_owned(), |(key, value)| shown(key, *value));
        vec![
            Cell::Text(label(key).0.to_owned()),
            Cell::Number(shown(key, *value)),
            Cell::Number(of_left),
        ]
    };
    let mut rows: Vec<Vec<Cell>> = all.figures.iter().enumerate().map(row).collect();
    rows.push(vec![
        Cell::Text("Questions".to_owned()),
        Cell::Number(all.n_left.to_string()),
        Cell::Number(left.n_left.to_string()),
    ]);
    let head = ["Figure", "As scored", "Without them"].map(str::to_owned);
    let mut told = "A person found the key of these questions wrong or debatable. The scores above count them like all others"
        .to_owned();
    match ids.len() {
        0 => told.push_str("; none of them is among the questions asked here."),
        n => {
            let named: Vec<String> = ids.iter().take(N_NAMED).map(|id| cut(id, CUT)).collect();
            told.push_str(&format!(". Their ids: {}", named.join(", ")));
            match n.saturating_sub(N_NAMED) {
                0 => told.push('.'),
                more => told.push_str(&format!(" and {more} more, which run.json names.")),
            }
        }
    }
    vec![
        Block::Heading(heading),
        Block::Table(head.to_vec(), rows),
        Block::Text(told),
    ]
}
