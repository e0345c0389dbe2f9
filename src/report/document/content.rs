//! What the report says, block by block.

use super::{Block, Cell, faults, method};
use crate::outcome::Outcome;
use crate::problem::cut;
use crate::report::labels::label;
use crate::report::verdict::verdict;
use crate::report::{Run, shown};
use crate::rounding::percent;

/// Characters of a name, and of an id.
const CUT_NAME: usize = 160;

/// Notes on how the texts were read.
const N_NOTES: usize = 20;

/// The report's title.
pub(super) fn title(run: &Run<'_>) -> String {
    match run.facts.name.trim() {
        "" => "Marksheet report".to_owned(),
        name => format!("Marksheet report: {}", named(name)),
    }
}

/// All of it.
pub(super) fn blocks<'a>(run: &'a Run<'_>) -> Vec<Block<'a>> {
    let mut blocks = vec![
        Block::Text(method::in_short(run)),
        Block::Verdict(verdict(run.dataset.task, run.scored)),
    ];
    figures(run, &mut blocks);
    blocks.extend(super::doubts::blocks(run));
    classes(run, &mut blocks);
    faults::blocks(run, &mut blocks);
    pictures(run, &mut blocks);
    notes(run, &mut blocks);
    method::blocks(run, &mut blocks);
    blocks
}

/// A name at a length that can be read.
pub(super) fn named(name: &str) -> String {
    cut(name, CUT_NAME)
}

pub(super) fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

pub(super) fn number(text: impl Into<String>) -> Cell {
    Cell::Number(text.into())
}

pub(super) fn heading(blocks: &mut Vec<Block<'_>>, text: &str) {
    blocks.push(Block::Heading(text.to_owned()));
}

pub(super) fn table(blocks: &mut Vec<Block<'_>>, head: &[&str], rows: Vec<Vec<Cell>>) {
    let head = head.iter().map(|cell| (*cell).to_owned()).collect();
    blocks.push(Block::Table(head, rows));
}

fn figures(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    heading(blocks, "Scores");
    let intervals = run.intervals();
    let row = |(key, value): &(&'static str, f64)| {
        let interval = intervals.iter().find(|figure| figure.key == *key);
        let sure = interval.map(|figure| {
            let (low, high) = (figure.interval.low, figure.interval.high);
            format!("{} to {}", shown(key, low), shown(key, high))
        });
        let (name, meaning) = label(key);
        let as_alue = run.scored.as_alue.iter().find(|(of, _)| of == key);
        let meaning = match as_alue {
            Some((_, value)) => format!("{meaning}; as ALUE prints it: {}", shown(key, *value)),
            None => meaning.to_owned(),
        };
        vec![
            Cell::Named(name.to_owned(), meaning),
            number(match value.is_finite() {
                true => shown(key, *value),
                false => "—".to_owned(),
            }),
            number(sure.unwrap_or_default()),
        ]
    };
    let rows = run.scored.metrics.iter().map(row).collect();
    table(blocks, &["Figure", "Value", "95 % interval"], rows);
    let mut methods: Vec<&str> = intervals
        .iter()
        .map(|figure| figure.method.as_str())
        .collect();
    methods.sort_unstable();
    methods.dedup();
    if !methods.is_empty() {
        blocks.push(Block::Text(format!(
            "Intervals are 95 %: {}. With other questions of the same kind, the score would likely lie in them.",
            methods.join(", ")
        )));
    }
    if run.n_asked() < crate::metrics::uncertainty::N_FOR_TRUST {
        blocks.push(Block::Text(
            "With so few questions every figure is rough: a few other questions could change it much.".to_owned(),
        ));
    }
}

fn classes(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    heading(blocks, "What became of the questions");
    let n = run.n_asked() as u64;
    let counts = Outcome::ALL.iter().zip(run.scored.counts);
    let rows = counts
        .filter(|(_, count)| *count > 0)
        .map(|(outcome, count)| {
            vec![
                text(format!("{} {}", outcome.sign(), outcome.in_words())),
                number(count.to_string()),
                number(format!("{} %", percent(count.into(), n))),
            ]
        });
    table(blocks, &["Class", "Questions", "Share"], rows.collect());
}

fn pictures<'a>(run: &'a Run<'_>, blocks: &mut Vec<Block<'a>>) {
    let charts = run.charts();
    if !charts.is_empty() {
        heading(blocks, "Charts");
        blocks.extend(charts.iter().map(Block::Chart));
    }
}

/// What is to be known of how the texts were read.
fn notes(run: &Run<'_>, blocks: &mut Vec<Block<'_>>) {
    let problems = &run.scored.problems;
    if problems.is_empty() {
        return;
    }
    heading(blocks, "Worth knowing");
    let told = problems.iter().take(N_NOTES);
    blocks.extend(told.map(|problem| Block::Note(cut(&problem.to_string(), 4 * CUT_NAME))));
    if problems.len() > N_NOTES {
        let more = problems.len() - N_NOTES;
        blocks.push(Block::Text(format!("{more} more notes stand on the page.")));
    }
}
