//! What a dropped file is, decided by its content alone, and everything that can be read from it.
//!
//! Deliberately absent: what a file means beside the others that are open (which of two is the key, whether ids match);
//! that is for [`workspace`](crate::workspace). A file's name decides nothing but whether it is a template.

use crate::dataset::Dataset;
use crate::predictions::Predictions;
use crate::problem::{Problem, Severity};
use crate::text;

mod facts;
mod foreign;
mod id_texts;
mod object;
mod record;
mod refused;
mod shapes;

pub use facts::Facts;
pub use id_texts::IdTexts;

/// A dropped file, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Intake {
    /// The file's name as it was dropped.
    pub file: String,
    /// What it is.
    pub understood: Understood,
    /// What the page says about it.
    pub facts: Facts,
    /// What could not be read, and what had to be assumed; each names the file.
    pub problems: Vec<Problem>,
}

/// What a file is.
#[derive(Clone, Debug, PartialEq)]
pub enum Understood {
    /// Questions with gold answers.
    Dataset(Dataset),
    /// A model's answers.
    Predictions(Predictions),
    /// Ids with texts: an answer key or predictions; only other files or the user can tell.
    IdTexts(IdTexts),
    /// Ids with numbers from 0 to 1: probabilities that there is no answer.
    Probabilities(Vec<(String, f64)>),
    /// A zip: our own results, or something else packed.
    Zip,
    /// A Jinja2 template.
    Template,
    /// A JSON Schema.
    Schema,
    /// Nothing that can be used; the problems say why.
    Nothing,
}

/// What a reader hands back: what the file is, what was said on the way, how many questions were skipped.
struct Reading {
    understood: Understood,
    problems: Vec<Problem>,
    n_skipped: usize,
    is_empty: bool,
}

impl Reading {
    fn of(understood: Understood) -> Self {
        Self {
            understood,
            problems: Vec::new(),
            n_skipped: 0,
            is_empty: false,
        }
    }

    fn nothing(problems: Vec<Problem>) -> Self {
        Self {
            problems,
            ..Self::of(Understood::Nothing)
        }
    }

    fn refused(message: impl Into<String>, hint: &str) -> Self {
        Self::nothing(vec![Problem::error(message).hint(hint)])
    }
}

/// Reads a file of any kind. Never fails: what is wrong is in [`Intake::problems`].
///
/// ```
/// use marksheet::intake::{Understood, read};
/// let intake = read("any name", br#"[{"id": 1, "prediction_text": "red"}]"#);
/// assert!(matches!(intake.understood, Understood::Predictions(_)));
/// assert!(matches!(read("x", b"").understood, Understood::Nothing));
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Intake {
    let mut reading = recognize(name, bytes);
    if matches!(reading.understood, Understood::Nothing)
        && !reading
            .problems
            .iter()
            .any(|problem| problem.severity == Severity::Error)
    {
        let problem = Problem::error("nothing in this file can be used").hint(shapes::WHAT_TO_DROP);
        reading.problems.push(problem);
    }
    Intake {
        file: name.to_owned(),
        facts: Facts {
            is_empty: reading.is_empty,
            ..Facts::of(&reading.understood, reading.n_skipped)
        },
        understood: reading.understood,
        problems: reading
            .problems
            .into_iter()
            .map(|problem| problem.in_file(name))
            .collect(),
    }
}

fn recognize(name: &str, bytes: &[u8]) -> Reading {
    if text::archive(bytes) == Some(text::Archive::Zip) {
        return Reading::of(Understood::Zip);
    }
    match text::decode(bytes) {
        Err(problem) => Reading::nothing(vec![problem]),
        Ok((text, mut problems)) => {
            let reading = shapes::recognize(name, &text);
            problems.extend(reading.problems);
            Reading {
                problems,
                ..reading
            }
        }
    }
}
