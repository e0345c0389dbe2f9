//! Values written inside a text, as JSON or as Python would print them: `["N1"]`, `['N1', 'N2']`, `{'answer': None}`.
//!
//! Deliberately absent: whole files (see [`json`](crate::json)), and everything in Python that is not a plain value:
//! bytes, sets, arithmetic, `\N{…}` names.

use std::borrow::Cow;

use crate::json::Json;

mod string;

/// Deeper nesting than this is no value but an accident.
const MAX_DEPTH: usize = 48;
/// So many opening brackets are tried when a value is looked for inside prose.
const MAX_STARTS: usize = 256;

/// The value `text` consists of, white space around it aside; `None` when it is anything else.
///
/// Accepts JSON and Python literals alike: both quotes, prefixes `r` and `u`, triple quotes, adjacent strings (glued as
/// Python does), trailing commas, comments, `True`, `None`; tuples count as lists. Numbers keep their digits.
///
/// ```
/// use marksheet::{json::Json, normalize::literal};
/// let value = literal::parse("['N1' 'N2',]");
/// assert_eq!(value, Some(Json::List(vec![Json::Text("N1N2".into())])));
/// assert_eq!(literal::parse("[N1, N2]"), None);
/// ```
pub fn parse(text: &str) -> Option<Json<'_>> {
    let mut reader = Reader { rest: text };
    let value = reader.value(0)?;
    reader.skip_space()?;
    reader.rest.is_empty().then_some(value)
}

/// The first object or list inside `text` that can be read, with what stands around it ignored.
///
/// `open` is `{` or `[`.
///
/// ```
/// use marksheet::{json::Json, normalize::literal};
/// let value = literal::first("Sure! {\"answer\": \"B\"} Anything else?", '{');
/// assert_eq!(value, Some(Json::Object(vec![("answer".into(), Json::Text("B".into()))])));
/// ```
pub fn first(text: &str, open: char) -> Option<Json<'_>> {
    text.match_indices(open)
        .take(MAX_STARTS)
        .find_map(|(start, _)| {
            Reader {
                rest: text.get(start..)?,
            }
            .value(0)
        })
}

/// What stands inside the first code fence of `text`; `None` without one. A fence that is never closed runs to the end.
///
/// ```
/// use marksheet::normalize::literal::fenced;
/// assert_eq!(fenced("Here:\n```json\n[1]\n```\nDone."), Some("[1]"));
/// ```
pub fn fenced(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("```")?;
    let (info, body) = after.split_once('\n').unwrap_or(("", after));
    let is_info = info
        .trim()
        .chars()
        .all(|c| c.is_alphanumeric() || "+-_.".contains(c));
    let body = if is_info { body } else { after };
    let inside = body.split_once("```").map_or(body, |(inside, _)| inside);
    Some(inside.trim())
}

/// Walks through the text; every method returns `None` when the text is no value.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Option<Json<'a>> {
        self.skip_space()?;
        if depth > MAX_DEPTH {
            return None;
        }
        match self.rest.chars().next()? {
            '[' => self.list(']', depth),
            '(' => self.list(')', depth),
            '{' => self.object(depth),
            '-' | '+' | '.' | '0'..='9' => self.number(),
            _ => match self.strings() {
                Some(text) => Some(Json::Text(text?)),
                None => self.word(),
            },
        }
    }

    fn list(&mut self, close: char, depth: usize) -> Option<Json<'a>> {
        self.advance(1);
        let mut members = Vec::new();
        loop {
            self.skip_space()?;
            if self.eat(close) {
                return Some(Json::List(members));
            }
            members.push(self.value(depth + 1)?);
            self.skip_space()?;
            if !self.eat(',') && !self.rest.starts_with(close) {
                return None;
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json<'a>> {
        self.advance(1);
        let mut entries = Vec::new();
        loop {
            self.skip_space()?;
            if self.eat('}') {
                return Some(Json::Object(entries));
            }
            let key = self.strings()??;
            self.skip_space()?;
            if !self.eat(':') {
                return None;
            }
            entries.push((key, self.value(depth + 1)?));
            self.skip_space()?;
            if !self.eat(',') && !self.rest.starts_with('}') {
                return None;
            }
        }
    }

    fn number(&mut self) -> Option<Json<'a>> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let written = self.rest.get(..end)?;
        let is_number =
            written.parse::<f64>().is_ok() && written.contains(|c: char| c.is_ascii_digit());
        self.advance(end);
        match is_number {
            true => Some(Json::Number(Cow::Borrowed(written))),
            false if matches!(written, "-Infinity") => Some(Json::Null),
            false => None,
        }
    }

    fn word(&mut self) -> Option<Json<'a>> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let value = match self.rest.get(..end)? {
            "true" | "True" => Json::Bool(true),
            "false" | "False" => Json::Bool(false),
            "null" | "None" | "NaN" | "Infinity" => Json::Null,
            _ => return None,
        };
        self.advance(end);
        Some(value)
    }

    /// One or more adjacent strings, glued; the outer `None` when no string starts here, the inner when one is broken.
    #[allow(clippy::option_option)]
    fn strings(&mut self) -> Option<Option<Cow<'a, str>>> {
        let mut glued = match string::read(&mut self.rest)? {
            Some(text) => text,
            None => return Some(None),
        };
        loop {
            if self.skip_space().is_none() {
                return Some(None);
            }
            match string::read(&mut self.rest) {
                None => return Some(Some(glued)),
                Some(None) => return Some(None),
                Some(Some(more)) => glued.to_mut().push_str(&more),
            }
        }
    }

    /// Skips what Python skips inside brackets: space, tab, form feed, line ends, comments, a backslash before a line end.
    fn skip_space(&mut self) -> Option<()> {
        loop {
            self.rest = self
                .rest
                .trim_start_matches([' ', '\t', '\n', '\r', '\u{C}']);
            if self.rest.starts_with('#') {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.advance(end);
            } else if let Some(after) = self.rest.strip_prefix('\\') {
                self.rest = after
                    .strip_prefix("\r\n")
                    .or_else(|| after.strip_prefix('\n'))?;
            } else {
                return Some(());
            }
        }
    }

    fn eat(&mut self, c: char) -> bool {
        let after = self.rest.strip_prefix(c);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn advance(&mut self, n_bytes: usize) {
        self.rest = self.rest.get(n_bytes..).unwrap_or("");
    }
}
