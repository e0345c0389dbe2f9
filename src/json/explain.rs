//! Why a text is not JSON, in words for someone who does not write JSON by hand.
//!
//! Deliberately absent: repairing. A guess at what was meant would change answers without a trace.

use super::MAX_DEPTH;
use super::parse::{Fault, Kind};
use crate::problem::{Problem, cut};

/// Where a byte is, in words: both from 1.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub line: u32,
    pub column: u32,
}

impl Position {
    /// The position of byte `at` in `text`, whose first line is line `first_line`.
    pub fn of(text: &str, at: usize, first_line: u32) -> Self {
        let before = before(text, at);
        let n_breaks = before.bytes().filter(|byte| *byte == b'\n').count();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let n_chars = before
            .get(line_start..)
            .map_or(0, |part| part.chars().count());
        Self {
            line: first_line.saturating_add(to_u32(n_breaks)),
            column: to_u32(n_chars).saturating_add(1),
        }
    }

    pub fn on(self, problem: Problem) -> Problem {
        problem.at(self.line, self.column)
    }
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The text before byte `at`, or before the character that byte is in.
fn before(text: &str, at: usize) -> &str {
    text.get(..text.floor_char_boundary(at)).unwrap_or(text)
}

fn after(text: &str, at: usize) -> &str {
    text.get(text.floor_char_boundary(at)..).unwrap_or_default()
}

const CUT_OFF: &str = "the file was not written or copied to its end: make or download it again";
const PYTHON: &str = "write the file in Python with json.dump(data, file)";
const QUOTE: &str = "inside a text a quote is written \\\"";

/// What is wrong and what to try.
struct Diagnosis {
    message: String,
    hint: &'static str,
}

fn diagnosis(message: impl Into<String>, hint: &'static str) -> Diagnosis {
    Diagnosis {
        message: message.into(),
        hint,
    }
}

/// The fault in words, with line, column and the text around it.
pub(super) fn explain(text: &str, fault: Fault, first_line: u32) -> Problem {
    let position = Position::of(text, fault.at, first_line);
    if let Some(Diagnosis { message, hint }) = whole_file(text, fault, position.line) {
        return position.on(Problem::error(message)).hint(hint);
    }
    let Diagnosis { message, hint } = at_place(text, fault);
    let message = format!("not valid JSON: {message}, near {}", around(text, fault.at));
    position.on(Problem::error(message)).hint(hint)
}

/// Faults that say something about the file as a whole; no need to look at the place.
fn whole_file(text: &str, fault: Fault, line: u32) -> Option<Diagnosis> {
    let cut_off = |within: &str| {
        let message = format!("ends in the middle of {within} at line {line}: it looks cut off");
        Some(diagnosis(message, CUT_OFF))
    };
    if before(text, fault.at).trim().is_empty() && after(text, fault.at).starts_with('<') {
        return Some(web_page(text));
    }
    match fault.kind {
        Kind::OpenText => cut_off("a text"),
        Kind::LineBreak { .. } if after(text, fault.at).trim().is_empty() => cut_off("a text"),
        Kind::OpenList => cut_off("a list"),
        Kind::OpenObject => cut_off("an object"),
        Kind::Value | Kind::Number if is_cut_word(after(text, fault.at)) => cut_off("a value"),
        Kind::Depth => Some(diagnosis(
            format!("lists or objects are nested more than {MAX_DEPTH} deep, further than is read"),
            "a few levels are usual; check the program that wrote this",
        )),
        _ => None,
    }
}

/// Whether the text ends within `true`, `null`, a number, …, or where a value should follow.
fn is_cut_word(rest: &str) -> bool {
    let rest = rest.trim_end();
    let is_number_start = !rest.is_empty()
        && rest.len() < 40
        && rest.ends_with(['-', '.', 'e', 'E', '+'])
        && rest
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'));
    let words = ["true", "false", "null", "NaN", "Infinity"];
    is_number_start || words.iter().any(|word| word.starts_with(rest))
}

/// A page of HTML (or XML) in place of data: most often an error page of the server it was downloaded from.
fn is_web_page(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(400).collect();
    let start = start.to_ascii_lowercase();
    start.starts_with("<!doctype html")
        || start.starts_with("<html")
        || (start.starts_with('<') && start.contains("<html"))
}

fn web_page(text: &str) -> Diagnosis {
    if !is_web_page(text) {
        return diagnosis(
            "this is not JSON but XML or HTML (it starts with \"<\")",
            "drop a JSON, JSON Lines, CSV or TSV file",
        );
    }
    let head: String = text.chars().take(4000).collect();
    let title = head
        .to_ascii_lowercase()
        .find("<title>")
        .and_then(|at| head.get(at + "<title>".len()..))
        .and_then(|rest| rest.split('<').next())
        .map(str::trim)
        .filter(|title| !title.is_empty())
        .map(|title| format!(", titled \"{}\"", cut(title, 60)))
        .unwrap_or_default();
    diagnosis(
        format!("this is a web page (HTML){title}, not a data file"),
        "it is often an error or log-in page saved in place of the file: download the file itself (on GitHub: \"Raw\")",
    )
}

fn at_place(text: &str, fault: Fault) -> Diagnosis {
    let rest = after(text, fault.at);
    let first = rest.chars().next().unwrap_or_default();
    if let Some(found) = foreign(first, rest) {
        return found;
    }
    match fault.kind {
        Kind::Value | Kind::Key => misplaced(text, fault, first, rest),
        Kind::Colon => diagnosis(
            "a colon is missing after the key",
            "an entry is written \"q1\": \"answer\"",
        ),
        Kind::CommaInList | Kind::CommaInObject => comma(text, fault, first),
        Kind::LineBreak { .. } => diagnosis(
            "a line break inside a text, or its closing quote is missing",
            "write \\n for a line break, or add the missing quote",
        ),
        Kind::Escape => diagnosis(
            "a backslash with a character that may not follow one",
            "a backslash in a text is written \\\\",
        ),
        Kind::Number => diagnosis(
            format!("\"{}\" is no number as JSON writes it", word(rest)),
            "put it in double quotes if it is an id or an answer",
        ),
        Kind::More => more(rest),
        Kind::Depth | Kind::OpenText | Kind::OpenList | Kind::OpenObject => {
            diagnosis("it looks cut off", CUT_OFF)
        }
    }
}

/// Something else where a value or a key belongs.
fn misplaced(text: &str, fault: Fault, first: char, rest: &str) -> Diagnosis {
    let comma_before = before(text, fault.at).trim_end().ends_with(',');
    if comma_before && matches!(first, ']' | '}') {
        return diagnosis(
            format!("a comma before the closing \"{first}\""),
            "remove the comma after the last entry",
        );
    }
    if first == ',' {
        return diagnosis(
            "a comma where an entry should be",
            "remove one of the commas",
        );
    }
    match (fault.kind, word(rest)) {
        (Kind::Key, "") => diagnosis(
            "a key that is not in quotes",
            "keys stand in double quotes: \"q1\": …",
        ),
        (Kind::Key, word) if first.is_ascii_digit() => diagnosis(
            format!("the key \"{word}\" is not in quotes"),
            "keys stand in double quotes, numbers too: \"1\": …; Python's json.dump writes them so",
        ),
        (_, "") => diagnosis(
            "a value is missing or not in quotes",
            "texts stand in double quotes: \"like this\"",
        ),
        (_, word) => diagnosis(
            format!("\"{word}\" is not in quotes"),
            "keys and texts stand in double quotes: \"like this\"",
        ),
    }
}

/// What belongs to another language or to a word processor.
fn foreign(first: char, rest: &str) -> Option<Diagnosis> {
    Some(match first {
        '\'' | '(' => diagnosis(
            "this looks like a Python dict printed out (texts in single quotes), not JSON",
            PYTHON,
        ),
        '“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '″' => diagnosis(
            format!("a typographic quote ({first}) where a straight one (\") belongs"),
            "a word processor changes quotes; replace them all by straight ones",
        ),
        '\u{feff}' => diagnosis(
            "a stray byte order mark (an invisible character) within the file",
            "two files were probably joined; remove the character, or join them anew",
        ),
        '\u{a0}' => diagnosis(
            "a no-break space between the entries",
            "it looks like a blank but is none; replace it by a blank",
        ),
        '/' if rest.starts_with("//") || rest.starts_with("/*") => {
            diagnosis("a comment, which JSON does not know", "remove the comments")
        }
        '#' => diagnosis("a comment, which JSON does not know", "remove the comments"),
        _ if matches!(word(rest), "True" | "False" | "None" | "nan" | "inf") => diagnosis(
            format!(
                "this looks like a Python dict printed out ({}), not JSON",
                word(rest)
            ),
            PYTHON,
        ),
        _ => return None,
    })
}

/// The letters, digits and signs a text starts with.
fn word(rest: &str) -> &str {
    let end = rest
        .char_indices()
        .take(40)
        .find(|(_, c)| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.')))
        .map_or_else(
            || rest.char_indices().nth(40).map_or(rest.len(), |(at, _)| at),
            |(at, _)| at,
        );
    rest.get(..end).unwrap_or_default()
}

fn comma(text: &str, fault: Fault, first: char) -> Diagnosis {
    let follows_text = before(text, fault.at).ends_with('"');
    if follows_text && (first.is_alphanumeric() || matches!(first, '.' | '!' | '?')) {
        return diagnosis("a text seems to end too early, at a quote inside it", QUOTE);
    }
    match first {
        ']' | '}' => diagnosis(
            format!("\"{first}\" closes what another bracket opened"),
            "a list is [ … ], an object { … }; check which bracket is missing",
        ),
        ':' => diagnosis(
            "a colon within a list",
            "entries with keys stand in { … }, not in [ … ]",
        ),
        _ => diagnosis(
            "a comma is missing before this entry",
            "put a comma between two entries",
        ),
    }
}

fn more(rest: &str) -> Diagnosis {
    match rest.chars().next() {
        Some('{' | '[') => diagnosis(
            "two JSON values one after the other",
            "put them into one list [ … , … ], or write JSON Lines: one value on each line",
        ),
        Some(']' | '}') => diagnosis("a closing bracket too many", "remove it"),
        Some(',') => diagnosis(
            "a comma after the end of the value",
            "put several values into one list: [ … , … ]",
        ),
        _ => diagnosis(
            "more text after the end of the value",
            "remove what does not belong to it",
        ),
    }
}

/// The text around byte `at`, on its own line, cut to a readable length.
fn around(text: &str, at: usize) -> String {
    const N: usize = 24;
    let line_before = before(text, at).rsplit('\n').next().unwrap_or_default();
    let line_after = after(text, at)
        .split('\n')
        .next()
        .unwrap_or_default()
        .trim_end();
    let skipped = line_before.chars().count().saturating_sub(N);
    let start: String = line_before.chars().skip(skipped).collect();
    let dots = if skipped > 0 { "…" } else { "" };
    let shown = format!("{dots}{}{}", start, cut(line_after, N));
    let shown = shown.replace(char::is_control, " ");
    match shown.trim() {
        "" => "an empty line".to_owned(),
        shown => format!("‹{shown}›"),
    }
}
