//! From text to the form it is written in: JSON, JSON Lines, a table, a template; and what to say when it is none.
//!
//! Deliberately absent: what JSON and rows mean; see `object.rs` and `record.rs`.

use super::{Reading, Understood, object, record};
use crate::json::{self, Json};
use crate::problem::{Problem, cut};
use crate::rows::{Rows, json_lines};
use crate::table;

pub(super) const WHAT_TO_DROP: &str = "drop a dataset or predictions as JSON, JSON Lines, CSV or TSV, a .jinja2 template, or a result zip";

/// Says what a text is. `name` only marks templates, whose text may look like anything.
pub(super) fn recognize(name: &str, text: &str) -> Reading {
    let lower = name.to_ascii_lowercase();
    if [".jinja2", ".jinja", ".j2"]
        .iter()
        .any(|end| lower.ends_with(end))
    {
        return Reading::of(Understood::Template);
    }
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if start.starts_with(['{', '[']) {
        return json_text(name, text);
    }
    if json::is_web_page(start) {
        return not_json(text);
    }
    if let Some(reading) = table_text(name, text) {
        return reading;
    }
    if let Some((rows, problems)) = json_lines(text) {
        return with(
            record::recognize(name, rows, record::Wrapper::default()),
            problems,
        );
    }
    if text.contains("{{") || text.contains("{%") {
        return Reading::of(Understood::Template);
    }
    no_data(text, start)
}

/// A reading with the problems of an earlier step in front.
fn with(reading: Reading, mut problems: Vec<Problem>) -> Reading {
    problems.extend(reading.problems);
    Reading {
        problems,
        ..reading
    }
}

fn json_text(name: &str, text: &str) -> Reading {
    let start = text.trim_start();
    match json::parse(text) {
        Ok(parsed) => with(object::recognize(name, parsed.value), parsed.problems),
        Err(problem) => match json_lines(text) {
            Some((rows, problems)) => with(
                record::recognize(name, rows, record::Wrapper::default()),
                problems,
            ),
            None if ["{{", "{%", "{#"]
                .iter()
                .any(|mark| start.starts_with(mark)) =>
            {
                Reading::of(Understood::Template)
            }
            None => Reading::nothing(vec![problem]),
        },
    }
}

fn not_json(text: &str) -> Reading {
    match json::parse(text) {
        Err(problem) => Reading::nothing(vec![problem]),
        Ok(parsed) => single_value(&parsed.value),
    }
}

/// A JSON value that is neither a list nor an object.
pub(super) fn single_value(value: &Json<'_>) -> Reading {
    let what = match value {
        Json::Null => "null",
        Json::Bool(_) => "true or false",
        Json::Number(_) => "a number",
        _ => "a text",
    };
    Reading::refused(format!("the file holds nothing but {what}"), WHAT_TO_DROP)
}

/// The table, if its header has a column that means something to us.
fn table_text(name: &str, text: &str) -> Option<Reading> {
    let header = text.trim_start().lines().next()?;
    let is_declared = header
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case("sep="));
    if !is_declared && !header.contains([',', ';', '\t']) {
        return None;
    }
    let table = table::read(text).ok()?;
    if !table
        .header
        .iter()
        .any(|column| record::is_known_column(column))
    {
        return None;
    }
    if table.rows.is_empty() {
        let mut reading = Reading::refused("the table has a header but no rows", WHAT_TO_DROP);
        reading.problems.extend(table.problems);
        return Some(reading);
    }
    let mut table = table;
    let problems = std::mem::take(&mut table.problems);
    let rows = Rows::from_table(table);
    Some(with(
        record::recognize(name, rows, record::Wrapper::default()),
        problems,
    ))
}

/// The message for text that is none of what we read.
fn no_data(text: &str, start: &str) -> Reading {
    if start.starts_with('<') {
        return not_json(text);
    }
    let first_line = start.lines().next().unwrap_or_default();
    if is_hex_dump(first_line) {
        return Reading::refused(
            "this is a hex dump (a listing of a file's bytes), not the file itself",
            "drop the file it was made from",
        );
    }
    let delimiter = table::sniff(start);
    let n_cells = first_line.matches(delimiter).count() + 1;
    let n_lines = start
        .lines()
        .take(20)
        .filter(|line| line.contains(delimiter))
        .count();
    if n_cells >= 2 && n_lines >= 2 {
        return Reading::refused(
            format!(
                "the first line names no column that is known: {}",
                cut(first_line, 80)
            ),
            "the first line names the columns: id,answer for predictions; id,question,context,answer or question,A,B,C,D,answer for a dataset",
        );
    }
    if start.starts_with(['"', '-']) || start.starts_with(|c: char| c.is_ascii_digit()) {
        return not_json(text);
    }
    Reading::refused(
        format!(
            "this is plain text, not data; it starts ‹{}›",
            cut(first_line, 40)
        ),
        WHAT_TO_DROP,
    )
}

/// Whether a line is one that `xxd` or `hexdump` prints: eight digits, perhaps a colon, pairs of digits.
fn is_hex_dump(line: &str) -> bool {
    let mut words = line
        .split_whitespace()
        .map(|word| word.trim_end_matches(':'));
    let is_hex = |word: &str, lengths: &[usize]| {
        lengths.contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    words.next().is_some_and(|word| is_hex(word, &[7, 8]))
        && words
            .by_ref()
            .take(4)
            .filter(|word| is_hex(word, &[2, 4]))
            .count()
            == 4
}
