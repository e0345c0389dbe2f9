//! From text to the form it is written in: JSON, JSON Lines, a table, a template; and what to say when it is none.
//!
//! Deliberately absent: what JSON and rows mean; see `object.rs` and `record.rs`.

use super::{Reading, Understood, foreign, object, record};
use crate::json::{self, Json};
use crate::problem::Problem;
use crate::prompt::library::is_template_name;
use crate::rows::{Row, Rows, json_lines};
use crate::table;
use rustc_hash::FxHashSet;

pub(super) const WHAT_TO_DROP: &str = "drop a dataset or predictions as JSON, JSON Lines, CSV or TSV, a .jinja2 template, or a result zip";

/// Says what a text is. `name` only marks templates, whose text may look like anything.
pub(super) fn recognize(name: &str, text: &str) -> Reading {
    if is_template_name(name) {
        return template(text);
    }
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if is_chat_template(start) {
        return template(text);
    }
    if start.starts_with(['{', '[']) {
        return json_text(name, text);
    }
    if start.starts_with('<') {
        return foreign::markup(text);
    }
    if let Some(reading) = table_text(name, text) {
        return reading;
    }
    if let Some((rows, problems)) = json_lines(text) {
        return json_rows(name, rows).after(problems);
    }
    if is_classes(text) {
        return Reading::of(Understood::Schema(start.to_owned()));
    }
    if text.contains("{{") || text.contains("{%") {
        return template(text);
    }
    foreign::text(text, start)
}

/// Whether a text has a class of Pydantic's.
fn is_classes(text: &str) -> bool {
    text.len() <= LARGEST_TEMPLATE
        && text
            .lines()
            .any(|line| line.trim_start().starts_with("class ") && line.contains("BaseModel"))
}

/// Whether a text begins as prompts for single models do, and has Jinja's marks: no JSON and no web page does.
fn is_chat_template(start: &str) -> bool {
    const STARTS: &[&str] = &["<s>", "<|", "<bos>", "<start_of_turn>", "<<SYS>>", "[INST]"];
    STARTS.iter().any(|mark| start.starts_with(mark))
        && (start.contains("{{") || start.contains("{%"))
}

/// A longer template is none that anybody wrote.
const LARGEST_TEMPLATE: usize = 1_000_000;

fn template(text: &str) -> Reading {
    if text.len() > LARGEST_TEMPLATE {
        let mb = LARGEST_TEMPLATE / 1_000_000;
        return Reading::nothing(vec![
            Problem::error(format!(
                "a template can have up to {mb} MB, and this one is larger"
            ))
            .hint("keep texts out of it: they belong into the dataset"),
        ]);
    }
    Reading::of(Understood::Template(text.to_owned()))
}

fn json_text(name: &str, text: &str) -> Reading {
    let start = text.trim_start();
    match json::parse(text) {
        Ok(parsed) => {
            let mut reading = object::recognize(name, parsed.value).after(parsed.problems);
            if let Understood::Schema(written) = &mut reading.understood {
                // As it was laid out.
                start.clone_into(written);
            }
            reading
        }
        Err(problem) => match json_lines(text) {
            Some((rows, problems)) => json_rows(name, rows).after(problems),
            None if ["{{", "{%", "{#"]
                .iter()
                .any(|mark| start.starts_with(mark)) =>
            {
                template(text)
            }
            None => Reading::nothing(vec![problem]),
        },
    }
}

/// JSON Lines: rows, or one pair of id and answer on each line, which together are one object.
fn json_rows(name: &str, mut rows: Rows<'_>) -> Reading {
    let mut keys = FxHashSet::default();
    let is_pair = |row: &Row<'_>| match &row.value {
        Json::Object(entries) => match entries.as_slice() {
            [(key, _)] => keys.insert(key.to_string()),
            _ => false,
        },
        _ => false,
    };
    if rows.rows.len() < 2 || !rows.rows.iter().all(is_pair) {
        return record::recognize(name, rows, record::Wrapper::default());
    }
    let pairs = rows.rows.drain(..).filter_map(|row| match row.value {
        Json::Object(entries) => entries.into_iter().next(),
        _ => None,
    });
    object::recognize(name, Json::Object(pairs.collect()))
}

/// An object that maps ids to predictions.
pub(super) fn predictions(name: &str, text: &str) -> Reading {
    match json::parse(text) {
        Err(problem) => Reading::nothing(vec![problem]),
        Ok(parsed) => object::predictions(name, parsed.value).after(parsed.problems),
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
    Some(record::recognize(name, rows, record::Wrapper::default()).after(problems))
}
