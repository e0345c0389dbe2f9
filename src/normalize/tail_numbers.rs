//! ALUE's `normalize_tail_extraction_predictions`: every value becomes one bracketed list in text.
//!
//! Deliberately absent: any idea of what a tail number looks like; what stands in the list is kept as it is.

use super::{list_text, literal};
use crate::dataset::Task;
use crate::json::Json;
use crate::predictions::value::pick;

/// Values inside values (JSON in text in JSON…) are followed this far.
const MAX_DEPTH: usize = 8;
/// What is no tail number but says that there is none; compared without case and outer punctuation.
const NONE_WORDS: [&str; 5] = ["none", "null", "nil", "n/a", "nan"];

/// The members of `value`, in order, each once (the first place counts); empty when there are none.
///
/// Reads lists, objects (the field `field`, the usual ones, or the one list they have), and texts that hold such values
/// as JSON or Python, fenced or not. Blank members and `null` are left out; a single NONE is no member.
///
/// ```
/// use marksheet::{json::Json, normalize::tail_numbers::members};
/// assert_eq!(members(&Json::Text("['N1AB', 'N2CD', 'N1AB']".into()), None), ["N1AB", "N2CD"]);
/// assert!(members(&Json::Text("none".into()), None).is_empty());
/// ```
pub fn members(value: &Json, field: Option<&str>) -> Vec<String> {
    let mut found = Vec::new();
    collect(value, field, 0, &mut found);
    let mut seen = rustc_hash::FxHashSet::default();
    found.retain(|member| seen.insert(member.clone()));
    match found.as_slice() {
        [only] if says_none(only) => Vec::new(),
        _ => found,
    }
}

/// `members` as the text ALUE compares: `[N1AB, N2CD]`, or `[NONE]`.
///
/// ```
/// use marksheet::normalize::tail_numbers::bracketed;
/// assert_eq!(bracketed(&["N1AB".into(), "N2CD".into()]), "[N1AB, N2CD]");
/// assert_eq!(bracketed(&[]), "[NONE]");
/// ```
pub fn bracketed(members: &[String]) -> String {
    match members {
        [] => "[NONE]".to_owned(),
        _ => format!("[{}]", members.join(", ")),
    }
}

fn collect(value: &Json, field: Option<&str>, depth: usize, found: &mut Vec<String>) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Json::Null => {}
        Json::Bool(value) => found.push(value.to_string()),
        Json::Number(written) => found.push(written.to_string()),
        Json::List(members) => {
            for member in members {
                collect(member, field, depth + 1, found);
            }
        }
        Json::Object(entries) => {
            let named = field.and_then(|name| value.get(name));
            if let Some(value) = named
                .or_else(|| only_list(entries))
                .or_else(|| pick(value, field, Task::Extractive))
            {
                collect(value, field, depth + 1, found);
            }
        }
        Json::Text(text) => collect_text(text, field, depth, found),
    }
}

fn collect_text(text: &str, field: Option<&str>, depth: usize, found: &mut Vec<String>) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if let Some(value) = value_in(text) {
        return collect(&value, field, depth + 1, found);
    }
    let fenced = literal::fenced(text).filter(|_| text.starts_with("```"));
    let text = fenced.unwrap_or(text);
    if text.starts_with('[') || is_bare_list(text) {
        let inside = text
            .strip_prefix('[')
            .map(|inside| inside.trim_end().trim_end_matches(']'));
        let members = list_text::members(inside.unwrap_or(text));
        found.extend(
            members
                .into_iter()
                .map(unquoted)
                .filter(|member| !member.is_empty())
                .map(str::to_owned),
        );
    } else {
        found.push(unquoted(text).to_owned());
    }
}

/// The list or object a text holds: the whole of it, its code fence, or the first one inside prose.
fn value_in(text: &str) -> Option<Json<'_>> {
    let is_quoted = text.starts_with(['"', '\'']);
    let holds_more = |value: &Json| matches!(value, Json::List(_) | Json::Object(_)) || is_quoted;
    if !text.contains(['[', '{', '"', '\'']) {
        return None;
    }
    literal::parse(text)
        .filter(holds_more)
        .or_else(|| {
            literal::fenced(text)
                .and_then(literal::parse)
                .filter(holds_more)
        })
        .or_else(|| {
            literal::first(text, '{')
                .filter(|value| matches!(value, Json::Object(entries) if !entries.is_empty()))
        })
        .or_else(|| literal::first(text, '[').filter(is_list_of_texts))
}

fn is_list_of_texts(value: &Json) -> bool {
    matches!(value, Json::List(members) if !members.is_empty() && members.iter().all(|member| matches!(member, Json::Text(_))))
}

/// The list of an object that has exactly one.
fn only_list<'v, 'j>(entries: &'v [(std::borrow::Cow<'j, str>, Json<'j>)]) -> Option<&'v Json<'j>> {
    let mut lists = entries
        .iter()
        .map(|(_, value)| value)
        .filter(|value| matches!(value, Json::List(_)));
    let first = lists.next();
    first.filter(|_| lists.next().is_none())
}

/// Whether a text is words with commas between them and nothing else: `N1AB, N2CD`, not a sentence.
fn is_bare_list(text: &str) -> bool {
    text.contains(',')
        && text
            .split(',')
            .all(|part| !part.trim().is_empty() && !part.trim().contains(char::is_whitespace))
}

/// `text` without a pair of quotes or back quotes around it.
fn unquoted(text: &str) -> &str {
    const PAIRS: [(char, char); 5] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’')];
    let text = text.trim();
    PAIRS
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close))
        .map_or(text, str::trim)
}

fn says_none(member: &str) -> bool {
    let bare = member.trim_matches(|c: char| c.is_ascii_punctuation() || c.is_whitespace());
    bare.is_empty()
        || NONE_WORDS
            .iter()
            .any(|word| bare.eq_ignore_ascii_case(word))
}
