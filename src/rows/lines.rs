//! JSON Lines: a value on each line. One bad line costs no other.
//!
//! Deliberately absent: values that span lines.

use super::{Origin, Row, Rows};
use crate::json::{self, Json};
use crate::problem::Problem;

/// Reads JSON Lines: each line that is not blank is an object of its own. `None` if most lines are not.
///
/// Lines that end with a comma, as in a list whose brackets were lost, are read all the same, and that is said.
///
/// ```
/// use marksheet::rows::json_lines;
/// let (rows, problems) = json_lines("{\"id\": 1}\n\n{\"id\": \n{\"id\": 3}\n").unwrap();
/// assert_eq!(rows.rows.len(), 2);
/// assert_eq!(problems[0].place.line, Some(3));
/// assert!(json_lines("{\n \"id\": 1,\n}").is_none());
/// ```
pub fn json_lines(text: &str) -> Option<(Rows<'_>, Vec<Problem>)> {
    let mut lines = Lines::default();
    for (number, line) in (1..).zip(text.split('\n')) {
        lines.add(number, line.trim_start_matches('\u{feff}').trim_end());
        if lines.is_hopeless {
            return None;
        }
    }
    lines.finish()
}

#[derive(Default)]
struct Lines<'a> {
    rows: Vec<Row<'a>>,
    problems: Vec<Problem>,
    /// The first few lines that could not be read.
    bad: Vec<Problem>,
    n_bad: usize,
    /// Of these, how many start like an object.
    n_bad_objects: usize,
    n_commas: usize,
    first_comma: u32,
    is_hopeless: bool,
}

impl<'a> Lines<'a> {
    fn add(&mut self, number: u32, line: &'a str) {
        if line.is_empty() {
            return;
        }
        // A first line that is a bracket alone: one value over many lines.
        if self.rows.is_empty() && self.n_bad == 0 && matches!(line.trim_start(), "{" | "[") {
            self.is_hopeless = true;
            return;
        }
        let bare = line.strip_suffix(',').filter(|bare| bare.ends_with('}'));
        match json::parse_on_line(bare.unwrap_or(line), number) {
            Ok(parsed) if matches!(parsed.value, Json::Object(_)) => {
                if bare.is_some() {
                    self.n_commas += 1;
                    self.first_comma = if self.n_commas == 1 {
                        number
                    } else {
                        self.first_comma
                    };
                }
                self.problems.extend(parsed.problems);
                self.rows.push(Row {
                    number,
                    value: parsed.value,
                });
            }
            other => self.add_bad(number, line, other.err()),
        }
    }

    fn add_bad(&mut self, number: u32, line: &str, problem: Option<Problem>) {
        self.n_bad += 1;
        self.n_bad_objects += usize::from(line.trim_start().starts_with('{'));
        self.is_hopeless = self.n_bad > 50 && self.rows.is_empty();
        if self.bad.len() < 5 {
            let mut problem = problem.unwrap_or_else(|| {
                Problem::error("this line is no JSON object")
                    .hint("each line is one object: {\"id\": …, …}")
            });
            problem.message = format!(
                "skipped line {number} of the JSON Lines: {}",
                problem.message
            );
            problem.place.line = Some(number);
            self.bad.push(problem);
        }
    }

    fn finish(mut self) -> Option<(Rows<'a>, Vec<Problem>)> {
        // A single object among other text is no JSON Lines, unless the other line was one too before it broke.
        let is_one_among_text = self.rows.len() == 1 && self.n_bad > self.n_bad_objects;
        if self.rows.is_empty() || self.n_bad > self.rows.len() || is_one_among_text {
            return None;
        }
        let n_more = self.n_bad - self.bad.len();
        self.problems.append(&mut self.bad);
        if n_more > 0 {
            self.problems.push(Problem::error(format!(
                "{n_more} more lines could not be read and were skipped"
            )));
        }
        if self.n_commas > 0 {
            self.problems.push(
                Problem::warning(format!(
                    "{} lines end with a comma, which JSON Lines do not have; read without it",
                    self.n_commas
                ))
                .on_line(self.first_comma),
            );
        }
        let rows = Rows {
            origin: Origin::Lines,
            rows: self.rows,
        };
        Some((rows, limited(self.problems)))
    }
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
