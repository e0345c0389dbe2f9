//! The one form that JSON lists, JSON Lines and tables share: rows of named fields, each with its place in the file.
//!
//! Deliberately absent: what the fields mean; the readers in `dataset/` and `predictions/` know their names.

use crate::json::{self, Json};
use crate::problem::{Problem, some_ids};
use crate::table::Table;
use std::borrow::Cow;

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

/// Reads JSON Lines: each line that is not blank is a value of its own. `None` if most lines are not.
///
/// ```
/// use marksheet::rows::json_lines;
/// let (rows, problems) = json_lines("{\"id\": 1}\n\n{\"id\": \n{\"id\": 3}\n").unwrap();
/// assert_eq!(rows.rows.len(), 2);
/// assert_eq!(problems[0].place.line, Some(3));
/// assert!(json_lines("{\n \"id\": 1,\n}").is_none());
/// ```
pub fn json_lines(text: &str) -> Option<(Rows<'_>, Vec<Problem>)> {
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    let mut bad: Vec<(u32, Problem)> = Vec::new();
    let mut n_bad = 0;
    for (number, line) in (1..).zip(text.split('\n')) {
        // Lines of an indented file that are a bracket alone: then it is one value over many lines.
        match line.trim() {
            "" => continue,
            "{" | "[" if rows.is_empty() => return None,
            _ => {}
        }
        match json::parse_on_line(line, number) {
            Ok(parsed) if matches!(parsed.value, Json::Object(_)) => {
                problems.extend(parsed.problems);
                rows.push(Row {
                    number,
                    value: parsed.value,
                });
            }
            other => {
                n_bad += 1;
                if n_bad > 50 && rows.is_empty() {
                    return None;
                }
                if bad.len() < 5 {
                    bad.push((number, other.err().unwrap_or_else(not_an_object)));
                }
            }
        }
    }
    if rows.is_empty() || n_bad > rows.len() {
        return None;
    }
    problems.extend(bad_lines(&bad, n_bad));
    Some((
        Rows {
            origin: Origin::Lines,
            rows,
        },
        limited(problems),
    ))
}

fn not_an_object() -> Problem {
    Problem::error("this line is no JSON object").hint("each line is one object: {\"id\": …, …}")
}

fn bad_lines(bad: &[(u32, Problem)], n_bad: usize) -> Vec<Problem> {
    let skipped = |(number, problem): &(u32, Problem)| {
        let mut problem = problem.clone();
        problem.message = format!(
            "skipped line {number} of the JSON Lines: {}",
            problem.message
        );
        problem.place.line = Some(*number);
        problem
    };
    let mut problems: Vec<_> = bad.iter().map(skipped).collect();
    if n_bad > bad.len() {
        problems.push(Problem::error(format!(
            "{} more lines could not be read and were skipped",
            n_bad - bad.len()
        )));
    }
    problems
}

/// The first problems, and how many more there are, so that a file with a fault on every line stays readable.
fn limited(mut problems: Vec<Problem>) -> Vec<Problem> {
    const N: usize = 20;
    if problems.len() > N {
        let rest = problems.len() - N;
        let severity = problems
            .iter()
            .skip(N)
            .map(|problem| problem.severity)
            .max();
        problems.truncate(N);
        let mut more = Problem::warning(format!(
            "{rest} more messages of these kinds about single lines"
        ));
        more.severity = severity.unwrap_or(more.severity);
        problems.push(more);
    }
    problems
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

/// Ids that share one complaint: the first few, and how many there are.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    first: Vec<String>,
    n: usize,
}

impl Ids {
    const N_SHOWN: usize = 6;

    /// Adds one.
    pub fn add(&mut self, id: &str) {
        self.n += 1;
        if self.first.len() < Self::N_SHOWN {
            self.first.push(id.to_owned());
        }
    }

    /// How many there are.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The first one.
    pub fn first(&self) -> Option<&str> {
        self.first.first().map(String::as_str)
    }

    /// `q1, q2 and 7 more`.
    pub fn list(&self) -> String {
        let list = some_ids(self.first.iter().map(String::as_str), Self::N_SHOWN);
        match self.n - self.first.len() {
            0 => list,
            rest => format!("{list} and {rest} more"),
        }
    }

    /// ` (also q2, q3 and 7 more)`, or nothing if there is only one.
    pub fn also(&self) -> String {
        let others = some_ids(self.first.iter().skip(1).map(String::as_str), Self::N_SHOWN);
        match (others.is_empty(), self.n - self.first.len()) {
            (true, _) => String::new(),
            (false, 0) => format!(" (also {others})"),
            (false, rest) => format!(" (also {others} and {rest} more)"),
        }
    }

    /// The problem `build` makes of the first id and the [`also`](Self::also) text, if there are any ids.
    pub fn problem(&self, build: impl FnOnce(&str, &str) -> Problem) -> Option<Problem> {
        let first = self.first()?;
        let problem = build(&crate::problem::cut(first, 60), &self.also());
        Some(problem.of_item(first))
    }
}
