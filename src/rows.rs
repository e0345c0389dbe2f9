//! The one form that JSON lists, JSON Lines and tables share: rows of named fields, each with its place in the file.
//!
//! Deliberately absent: what the fields mean; the readers in `dataset/` and `predictions/` know their names.

use crate::json::Json;
use crate::table::Table;
use std::borrow::Cow;

mod ids;
mod lines;

pub use ids::Ids;
pub use lines::json_lines;

/// What the rows were written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Entries of a JSON list.
    List,
    /// Lines of JSON Lines.
    Lines,
    /// Lines of a CSV or TSV file.
    Table,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<'a> {
    /// Its line in the file, or its position in the list, from 1.
    pub number: u32,
    /// An object in every row that came from a table.
    pub value: Json<'a>,
}

/// Rows in file order.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows<'a> {
    /// What they were written as.
    pub origin: Origin,
    /// The rows.
    pub rows: Vec<Row<'a>>,
}

impl<'a> Rows<'a> {
    /// The entries of a JSON list.
    pub fn from_list(values: Vec<Json<'a>>) -> Self {
        let rows = (1..)
            .zip(values)
            .map(|(number, value)| Row { number, value });
        Self {
            origin: Origin::List,
            rows: rows.collect(),
        }
    }

    /// The rows of a table, with column names in lower case and `_` for blanks; of two equal names the first is taken.
    pub fn from_table(table: Table) -> Rows<'static> {
        let names: Vec<Option<String>> = (0..)
            .zip(&table.header)
            .map(|(i, name)| {
                let is_first = table.column(name) == Some(i);
                let tidy = name.to_ascii_lowercase().replace([' ', '-'], "_");
                (is_first && !name.is_empty()).then_some(tidy)
            })
            .collect();
        let rows = table.rows.into_iter().map(|row| {
            let cells = names.iter().zip(row.cells);
            let entries = cells.filter_map(|(name, cell)| {
                Some((Cow::Owned(name.clone()?), Json::Text(Cow::Owned(cell))))
            });
            Row {
                number: row.line,
                value: Json::Object(entries.collect()),
            }
        });
        Rows {
            origin: Origin::Table,
            rows: rows.collect(),
        }
    }

    /// How a person finds row `number`: `line 7`, `entry 7`.
    pub fn place(&self, number: u32) -> String {
        match self.origin {
            Origin::List => format!("entry {number}"),
            Origin::Lines | Origin::Table => format!("line {number}"),
        }
    }

    /// How many of the rows have a field that is one of `names`.
    pub fn n_with(&self, names: &[&str]) -> usize {
        self.rows
            .iter()
            .filter(|row| field(&row.value, names).is_some())
            .count()
    }
}

/// The value of the first of `names` that the object has, without regard to case; the last value of a repeated key.
///
/// ```
/// use marksheet::{json::parse, rows::{field, text_of}};
/// let row = parse(r#"{"ID": 7, "Answer": "red"}"#).unwrap().value;
/// assert_eq!(field(&row, &["answers", "answer"]).and_then(text_of).as_deref(), Some("red"));
/// assert_eq!(field(&row, &["id"]).and_then(text_of).as_deref(), Some("7"));
/// ```
pub fn field<'r, 'a>(row: &'r Json<'a>, names: &[&str]) -> Option<&'r Json<'a>> {
    let Json::Object(entries) = row else {
        return None;
    };
    names.iter().find_map(|name| {
        let mut entries = entries.iter().rev();
        entries
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    })
}

/// Like [`field`], but passes over null and blank text.
pub fn filled_field<'r, 'a>(row: &'r Json<'a>, names: &[&str]) -> Option<&'r Json<'a>> {
    names.iter().find_map(|name| {
        field(row, &[*name]).filter(|value| match value {
            Json::Null => false,
            Json::Text(text) => !text.trim().is_empty(),
            _ => true,
        })
    })
}

/// A text, number or truth value as text, exactly as written; `None` for the rest.
pub fn text_of<'r>(value: &'r Json<'_>) -> Option<Cow<'r, str>> {
    match value {
        Json::Text(text) | Json::Number(text) => Some(Cow::Borrowed(text)),
        Json::Bool(value) => Some(Cow::Borrowed(if *value { "true" } else { "false" })),
        Json::Null | Json::List(_) | Json::Object(_) => None,
    }
}

/// Names under which files keep the id of a question.
pub const ID: &[&str] = &[
    "id",
    "qid",
    "question_id",
    "questionid",
    "_id",
    "qa_id",
    "query_id",
    "example_id",
    "item_id",
    "custom_id",
    "idx",
    "index",
];

/// The id of a row as text, exactly as written; `None` if there is none, or only white space.
pub fn id_of(row: &Json<'_>) -> Option<String> {
    let id = field(row, ID).and_then(text_of)?;
    (!id.trim().is_empty()).then(|| id.into_owned())
}
