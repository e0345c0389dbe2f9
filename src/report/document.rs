//! The report: one text for people, with the scores, how sure they are, what went wrong, and how to come to the same numbers.
//!
//! It is put together once, of [`Block`]s, and written as a web page that needs nothing else ([`html`]) or as Markdown
//! ([`markdown`]). Deliberately absent: anything that is not in the run; the report decides nothing.

mod content;
mod doubts;
mod faults;
mod html;
mod markdown;
mod method;

use super::Run;
use crate::charts::Chart;
use crate::outcome::Outcome;

/// A part of the report. All texts are plain: whoever writes them out escapes them.
enum Block<'a> {
    /// A heading below the title.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// One of several things to know.
    Note(String),
    /// What is most important.
    Verdict(String),
    /// A table with its heading cells; in each row the first cell is what the row is about.
    Table(Vec<String>, Vec<Vec<Cell>>),
    /// A picture, with its words.
    Chart(&'a Chart),
    /// One question and its answers.
    Example(Example),
}

/// One question and its answers; texts that are not there are empty.
struct Example {
    id: String,
    outcome: Outcome,
    question: String,
    context: String,
    gold: String,
    prediction: String,
    why: String,
}

impl Example {
    /// What it says, each with its name.
    fn parts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let parts = [
            ("Question", &self.question),
            ("Key", &self.gold),
            ("Answer", &self.prediction),
            ("Why", &self.why),
            ("Text", &self.context),
        ];
        let parts = parts.into_iter().map(|(name, text)| (name, text.as_str()));
        parts.filter(|(_, text)| !text.trim().is_empty())
    }
}

/// A cell of a table.
enum Cell {
    Text(String),
    /// A name, and what it means.
    Named(String, String),
    /// Set right-aligned.
    Number(String),
    /// Set as code, for names of files and keys.
    Code(String),
}

/// Whether a column of a table holds numbers.
fn is_number(rows: &[Vec<Cell>], at: usize) -> bool {
    let cell = rows.first().and_then(|row| row.get(at));
    matches!(cell, Some(Cell::Number(_)))
}

/// `report.html`: a page that shows everything without a script, and prints well.
pub fn html(run: &Run<'_>) -> String {
    html::write(&content::title(run), &content::blocks(run))
}

/// The same as Markdown.
pub fn markdown(run: &Run<'_>) -> String {
    markdown::write(&content::title(run), &content::blocks(run))
}
