//! What a dropped file is, decided by its content alone, and everything that can be read from it.
//!
//! Deliberately absent: what a file means beside the others that are open (which of two is the key, whether ids match);
//! that is for [`workspace`](crate::workspace). A file's name decides nothing but whether it is a template.

use crate::dataset::Dataset;
use crate::predictions::Predictions;
use crate::problem::{Problem, Severity};
use crate::prompt::library::is_template_name;
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
pub(crate) use object::AS_PROBABILITIES;

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
    /// What else the file can be, where right answers are numbers and only a person can tell how these count.
    pub by_numbers: Option<Box<ByNumbers>>,
    /// Of [`Understood::Probabilities`] that can as well be answers: the same numbers as answers.
    pub as_answers: Option<IdTexts>,
}

/// A file read in either way its numbers can count.
#[derive(Clone, Debug, PartialEq)]
pub struct ByNumbers {
    /// 0 is the first choice.
    pub from_zero: Intake,
    /// 1 is the first choice.
    pub from_one: Intake,
}

/// What a file is.
#[derive(Clone, Debug, PartialEq)]
pub enum Understood {
    /// Questions with gold answers.
    Dataset(Dataset),
    /// Multiple choice whose right answers are all numbers that only a person can explain; see [`Intake::by_numbers`].
    Numbers,
    /// A model's answers.
    Predictions(Predictions),
    /// Ids with texts: an answer key or predictions; only other files or the user can tell.
    IdTexts(IdTexts),
    /// Ids with numbers from 0 to 1: probabilities that there is no answer.
    Probabilities(Vec<(String, f64)>),
    /// A zip: our own results, or something else packed.
    Zip,
    /// A Jinja2 template: its text.
    Template(String),
    /// A JSON Schema, or Pydantic classes: the text.
    Schema(String),
    /// Nothing that can be used; the problems say why.
    Nothing,
}

/// What a reader hands back: what the file is, what was said on the way, how many questions were skipped.
struct Reading {
    understood: Understood,
    problems: Vec<Problem>,
    n_skipped: usize,
    is_empty: bool,
    /// Read with numbers that count from 0, and from 1.
    by_numbers: Option<Box<[Reading; 2]>>,
    as_answers: Option<IdTexts>,
}

impl Reading {
    fn of(understood: Understood) -> Self {
        Self {
            understood,
            problems: Vec::new(),
            n_skipped: 0,
            is_empty: false,
            by_numbers: None,
            as_answers: None,
        }
    }

    /// The reading with the problems of an earlier step in front.
    fn after(mut self, mut earlier: Vec<Problem>) -> Self {
        if let Some(readings) = self.by_numbers.take() {
            self.by_numbers = Some(Box::new(
                readings.map(|reading| reading.after(earlier.clone())),
            ));
        }
        earlier.append(&mut self.problems);
        Self {
            problems: earlier,
            ..self
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
    finished(name, recognize(name, bytes))
}

/// Reads a file that is known to map ids to predictions, such as `predictions.json` in a result zip, whatever else the
/// ids and values may look like. Never fails, as [`read`].
///
/// ```
/// use marksheet::intake::{Understood, read, read_predictions};
/// let file = br#"{"q1": 0.5, "q2": 0.25}"#;
/// assert!(matches!(read("x.json", file).understood, Understood::Probabilities(_)));
/// assert!(matches!(read_predictions("x.json", file).understood, Understood::Predictions(_)));
/// ```
pub fn read_predictions(name: &str, bytes: &[u8]) -> Intake {
    let reading = match text::decode(bytes) {
        Err(problem) => Reading::nothing(vec![problem]),
        Ok((text, problems)) => shapes::predictions(name, &text).after(problems),
    };
    finished(name, reading)
}

fn finished(name: &str, mut reading: Reading) -> Intake {
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
        as_answers: reading.as_answers,
        by_numbers: reading.by_numbers.map(|readings| {
            let [from_zero, from_one] = readings.map(|reading| finished(name, reading));
            Box::new(ByNumbers {
                from_zero,
                from_one,
            })
        }),
    }
}

fn recognize(name: &str, bytes: &[u8]) -> Reading {
    if text::archive(bytes) == Some(text::Archive::Zip) {
        return Reading::of(Understood::Zip);
    }
    match text::decode(bytes) {
        // A set without a system message has an empty system template.
        Err(_) if is_template_name(name) && bytes.iter().all(u8::is_ascii_whitespace) => {
            Reading::of(Understood::Template(
                String::from_utf8_lossy(bytes).into_owned(),
            ))
        }
        Err(problem) => Reading::nothing(vec![problem]),
        Ok((text, problems)) => shapes::recognize(name, &text).after(problems),
    }
}
