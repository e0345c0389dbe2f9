//! Reads the value a predictions file has for a question as the text that is scored.
//!
//! Deliberately absent: what a person chooses to do to that text; that is [`normalize`](crate::normalize).

use std::borrow::Cow;

use crate::dataset::Task;
use crate::json::Json;
use crate::settings::Profile;

/// Objects and lists inside each other are followed this far.
const MAX_DEPTH: usize = 8;
/// Fields that explain an answer and are not the answer, when "the only text" of an object is looked for.
const BESIDE_THE_ANSWER: [&str; 16] = [
    "reason",
    "reasons",
    "reasoning",
    "rationale",
    "explanation",
    "justification",
    "analysis",
    "thought",
    "thoughts",
    "thinking",
    "evidence",
    "confidence",
    "id",
    "question",
    "context",
    "error",
];

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
/// extractive data the text after the last `</think>` counts.
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

/// The field of an object that is the answer: the named one, else the usual ones, else the only text or list it has.
///
/// Fields that explain (`reason`, `confidence`, …) do not count as text. `field` may name several, with commas.
///
/// ```
/// use marksheet::{dataset::Task, json::Json, predictions::value::pick};
/// let object = Json::Object(vec![
///     ("reason".into(), Json::Text("it says so".into())),
///     ("tail".into(), Json::Text("N1".into())),
/// ]);
/// assert_eq!(pick(&object, None, Task::Extractive), Some(&Json::Text("N1".into())));
/// ```
pub fn pick<'v, 'j>(object: &'v Json<'j>, field: Option<&str>, task: Task) -> Option<&'v Json<'j>> {
    let named = named_fields(object, field, task);
    let mut first_null = None;
    for value in named {
        match value {
            Json::Null => first_null = first_null.or(Some(value)),
            _ => return Some(value),
        }
    }
    only_answer(object).or(first_null)
}

/// The values of the named field or fields, then of the usual ones, as far as the object has them.
fn named_fields<'v, 'j>(
    object: &'v Json<'j>,
    field: Option<&str>,
    task: Task,
) -> impl Iterator<Item = &'v Json<'j>> {
    let usual: &[&str] = match task {
        Task::Extractive => &["answer", "prediction", "prediction_text", "text"],
        Task::MultipleChoice => &[
            "answer",
            "selected_option",
            "choice",
            "letter",
            "prediction",
            "prediction_text",
            "text",
        ],
    };
    let named = field.unwrap_or("").split(',').map(str::trim);
    let named = named.filter(|name| !name.is_empty());
    named
        .chain(usual.iter().copied())
        .filter_map(|name| object.get(name))
}

/// What follows the reasoning in a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterThinking<'a> {
    /// The text without the reasoning; empty when the reasoning never ends.
    pub text: &'a str,
    /// The reasoning never ends.
    pub is_cut_off: bool,
    /// There was reasoning.
    pub is_changed: bool,
}

/// What follows the last `</think>`, `</thinking>` or `</reasoning>`, or the last `final<|message|>`.
///
/// An opening tag that is never closed leaves nothing readable.
///
/// ```
/// use marksheet::predictions::value::after_thinking;
/// assert_eq!(after_thinking("<think>N2? No.</think>\nN1").text, "N1");
/// assert!(after_thinking("<think>N2? No, maybe").is_cut_off);
/// ```
pub fn after_thinking(text: &str) -> AfterThinking<'_> {
    const TAGS: [(&str, &str); 3] = [
        ("<think>", "</think>"),
        ("<thinking>", "</thinking>"),
        ("<reasoning>", "</reasoning>"),
    ];
    const FINAL: &str = "final<|message|>";
    let unchanged = AfterThinking {
        text,
        is_cut_off: false,
        is_changed: false,
    };
    if !text.contains('<') {
        return unchanged;
    }
    let closes = TAGS.iter().map(|(_, close)| *close).chain([FINAL]);
    let end = closes
        .filter_map(|close| text.rfind(close).map(|idx| idx + close.len()))
        .max();
    let rest = end.and_then(|end| text.get(end..)).unwrap_or(text);
    let is_cut_off = TAGS.iter().any(|(open, _)| rest.contains(open))
        || (end.is_none() && rest.contains("<|channel|>analysis"));
    if is_cut_off {
        return AfterThinking {
            text: "",
            is_cut_off,
            is_changed: true,
        };
    }
    if end.is_none() {
        return unchanged;
    }
    let rest = rest.split("<|end|>").next().unwrap_or(rest);
    let rest = rest.split("<|return|>").next().unwrap_or(rest);
    AfterThinking {
        text: rest.trim(),
        is_cut_off,
        is_changed: true,
    }
}

fn read_nested<'v>(value: &'v Json, how: How, depth: usize) -> Reading<'v> {
    match value {
        Json::Null => readable(Cow::Borrowed("")),
        Json::Bool(true) => readable(Cow::Borrowed("true")),
        Json::Bool(false) => readable(Cow::Borrowed("false")),
        Json::Number(written) => readable(Cow::Borrowed(written)),
        Json::Text(text) => readable(Cow::Borrowed(text)),
        _ if depth >= MAX_DEPTH => unreadable(Status::NoField),
        Json::List(members) if is_n_best(members) => unreadable(Status::NBest),
        Json::List(members) => read_list(members, how, depth),
        Json::Object(_) if says_failed(value, how) => unreadable(Status::CallFailed),
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

/// Pairs `[text, score]`, or objects with a text and its probability or score, as n-best files have them.
fn is_n_best(members: &[Json]) -> bool {
    let is_scored = |member: &Json| match member {
        Json::List(pair) => matches!(
            pair.as_slice(),
            [Json::Text(_), Json::Number(_)] | [Json::Number(_), Json::Text(_)]
        ),
        Json::Object(_) => {
            member.get("text").is_some()
                && ["probability", "score", "start_logit"]
                    .iter()
                    .any(|name| member.get(name).is_some())
        }
        _ => false,
    };
    !members.is_empty() && members.iter().all(is_scored)
}

/// Whether an object says that its call failed: it has an `error` and no answer beside it.
fn says_failed(object: &Json, how: How) -> bool {
    let has_error = match object.get("error") {
        None | Some(Json::Null | Json::Bool(false)) => false,
        Some(Json::Text(text)) => !text.trim().is_empty(),
        Some(_) => true,
    };
    let has_answer = || {
        named_fields(object, how.field, how.task).any(|value| match value {
            Json::Null => false,
            Json::Text(text) => !text.trim().is_empty() && text != "ERROR",
            _ => true,
        })
    };
    has_error && !has_answer()
}

/// The only field of an object that could be an answer: texts and lists first, else the only number or truth value.
fn only_answer<'v, 'j>(object: &'v Json<'j>) -> Option<&'v Json<'j>> {
    let Json::Object(entries) = object else {
        return None;
    };
    let candidates = || {
        let is_beside = |name: &str| {
            BESIDE_THE_ANSWER
                .iter()
                .any(|beside| name.eq_ignore_ascii_case(beside))
        };
        entries
            .iter()
            .filter(move |(name, _)| !is_beside(name))
            .map(|(_, value)| value)
    };
    let only = |is_wanted: fn(&Json) -> bool| {
        let mut wanted = candidates().filter(|value| is_wanted(value));
        let first = wanted.next();
        first.filter(|_| wanted.next().is_none())
    };
    let has_text =
        candidates().any(|value| matches!(value, Json::Text(_) | Json::List(_) | Json::Object(_)));
    match has_text {
        true => only(|value| matches!(value, Json::Text(_) | Json::List(_) | Json::Object(_))),
        false => only(|value| matches!(value, Json::Number(_) | Json::Bool(_) | Json::Null)),
    }
    .or_else(|| match entries.as_slice() {
        [(name, value)] if name != "error" => Some(value),
        _ => None,
    })
}

fn without_thinking(reading: &mut Reading) {
    let after = after_thinking(&reading.text);
    if after.is_changed {
        reading.has_reasoning = true;
        reading.is_cut_off = after.is_cut_off;
        reading.text = Cow::Owned(after.text.to_owned());
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
