//! Reads the value a predictions file has for a question as the text that is scored.
//!
//! Deliberately absent: what a person chooses to do to that text; that is [`normalize`](crate::normalize).

use std::borrow::Cow;

use crate::dataset::Task;
use crate::json::Json;
use crate::predictions::found::is_n_best;
use crate::settings::Profile;

mod object;
mod reasoning;

pub use object::pick;
pub use reasoning::{AfterThinking, after_thinking};

/// Objects and lists inside each other are followed this far.
const MAX_DEPTH: usize = 8;
/// What decides how values are read.
#[derive(Clone, Copy, Debug)]
pub struct How<'a> {
    /// What is asked; decides which field of an object is looked for first.
    pub task: Task,
    /// Decides what an empty list is: `[NONE]` in `alue`, empty text otherwise.
    pub profile: Profile,
    /// The field of an object to read, or several with commas between them; the usual ones when `None` or not there.
    pub field: Option<&'a str>,
}

/// A prediction as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading<'a> {
    /// The text that is scored.
    pub text: Cow<'a, str>,
    /// The members, where the value is a list.
    pub members: Option<Vec<String>>,
    /// What the file had.
    pub kind: Kind,
    /// Whether that could be read.
    pub status: Status,
    /// Reasoning before the answer was cut away.
    pub has_reasoning: bool,
    /// The reasoning never ends: the reply was probably cut off.
    pub is_cut_off: bool,
}

/// What kind of value a prediction is in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// `null` or `NaN`: read as empty text.
    Null,
    /// A number, read as it is written.
    Number,
    /// `true` or `false`, read in lower case.
    Bool,
    /// A list, read as `[a, b]`.
    List,
    /// An object, read by one of its fields.
    Object,
}

/// Whether a value could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Yes.
    Readable,
    /// The value says that the call failed: an object with `error`.
    CallFailed,
    /// An object without a field that could be the answer.
    NoField,
    /// Pairs of text and score, of which none was chosen.
    NBest,
}

/// Reads `value` as text.
///
/// `null` is empty text, numbers stay as written, an object is its field [`pick`] finds, a list is `[a, b]`; in
/// extractive data reasoning is taken off, as [`after_thinking`] does.
///
/// ```
/// use marksheet::{dataset::Task, json::Json, predictions::value::{How, read}, settings::Profile};
/// let how = How { task: Task::Extractive, profile: Profile::Alue, field: None };
/// assert_eq!(read(&Json::Number("3.50".into()), how).text, "3.50");
/// assert_eq!(read(&Json::List(vec![]), how).text, "[NONE]");
/// ```
pub fn read<'v>(value: &'v Json, how: How) -> Reading<'v> {
    let mut reading = read_nested(value, how, 0);
    reading.kind = kind_of(value);
    if how.task == Task::Extractive && reading.status == Status::Readable {
        without_thinking(&mut reading);
    } else {
        reading.is_cut_off = after_thinking(&reading.text).is_cut_off;
    }
    reading
}

fn read_nested<'v>(value: &'v Json, how: How, depth: usize) -> Reading<'v> {
    match value {
        Json::Null => readable(Cow::Borrowed("")),
        Json::Bool(true) => readable(Cow::Borrowed("true")),
        Json::Bool(false) => readable(Cow::Borrowed("false")),
        Json::Number(written) => readable(Cow::Borrowed(written)),
        Json::Text(text) => readable(Cow::Borrowed(text)),
        _ if depth >= MAX_DEPTH => unreadable(Status::NoField),
        Json::List(_) if is_n_best(value) => unreadable(Status::NBest),
        Json::List(members) => read_list(members, how, depth),
        Json::Object(_) if object::says_failed(value, how) => unreadable(Status::CallFailed),
        Json::Object(_) => match pick(value, how.field, how.task) {
            Some(value) => read_nested(value, how, depth + 1),
            None => unreadable(Status::NoField),
        },
    }
}

fn read_list<'v>(members: &[Json], how: How, depth: usize) -> Reading<'v> {
    let mut texts = Vec::with_capacity(members.len());
    for member in members {
        let reading = read_nested(member, how, depth + 1);
        if reading.status != Status::Readable {
            return unreadable(reading.status);
        }
        if !reading.text.trim().is_empty() {
            texts.push(reading.text.into_owned());
        }
    }
    let text = match (texts.is_empty(), how.profile) {
        (false, _) => format!("[{}]", texts.join(", ")),
        (true, Profile::Alue) => "[NONE]".to_owned(),
        (true, _) => String::new(),
    };
    Reading {
        members: Some(texts),
        ..readable(Cow::Owned(text))
    }
}

fn without_thinking(reading: &mut Reading) {
    let after = after_thinking(&reading.text);
    if after.is_changed {
        reading.has_reasoning = true;
        reading.is_cut_off = after.is_cut_off;
        reading.text = Cow::Owned(after.text.into_owned());
    }
}

fn readable(text: Cow<'_, str>) -> Reading<'_> {
    Reading {
        text,
        members: None,
        kind: Kind::Text,
        status: Status::Readable,
        has_reasoning: false,
        is_cut_off: false,
    }
}

fn unreadable<'v>(status: Status) -> Reading<'v> {
    Reading {
        status,
        ..readable(Cow::Borrowed(""))
    }
}

fn kind_of(value: &Json) -> Kind {
    match value {
        Json::Null => Kind::Null,
        Json::Bool(_) => Kind::Bool,
        Json::Number(_) => Kind::Number,
        Json::Text(_) => Kind::Text,
        Json::List(_) => Kind::List,
        Json::Object(_) => Kind::Object,
    }
}
