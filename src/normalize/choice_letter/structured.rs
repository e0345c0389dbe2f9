//! Replies that are an object or a list: JSON, fenced or in the middle of prose, cut off, or as Python prints it.
//!
//! Deliberately absent: a strict parser. A reader sees the answer in `{'answer': 'B'}` and in `{"answer": "B", "rea` too.

/// Names of the field that holds the answer, best first; compared without case, `_`, `-` and spaces.
const FIELDS: &[&str] = &[
    "answer",
    "selectedoption",
    "choice",
    "letter",
    "finalanswer",
    "correctanswer",
    "correctoption",
    "selectedanswer",
    "selectedchoice",
    "option",
    "answerletter",
    "selection",
    "correctchoice",
    "prediction",
    "response",
    "result",
    "antwort",
    "réponse",
    "respuesta",
    "ответ",
    "答案",
];

/// Values within values that are followed.
const MAX_DEPTH: usize = 4;

/// How many places in prose are tried.
const MOST_TRIES: usize = 16;

/// What an object or list in the reply says.
#[derive(Debug, PartialEq)]
pub(super) enum Structured {
    /// The text to read the letter from.
    Value(String),
    /// A list of several, or an object without an answer.
    Nothing,
}

/// The answer field of the object the reply is or holds, or the member of a list of one; `None` when there is neither.
pub(super) fn read(text: &str) -> Option<Structured> {
    let body = unfenced(text);
    if body.starts_with(['{', '['])
        && let Some(found) = value_of(body, 0)
        && (found != Structured::Nothing || body.starts_with('{') || body.contains(['"', '\'']))
    {
        return Some(found);
    }
    let objects = text.match_indices('{').filter(|(at, _)| {
        let inside = text[at + 1..].trim_start();
        inside.starts_with(['"', '\'', '“'])
    });
    objects
        .take(MOST_TRIES)
        .find_map(|(at, _)| match value_of(&text[at..], 0) {
            Some(Structured::Value(value)) => Some(Structured::Value(value)),
            _ => None,
        })
}

/// The text inside a code fence around the whole reply, or the trimmed reply.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let Some(fenced) = text.strip_prefix("```") else {
        return text;
    };
    let body = fenced.split_once('\n').map_or(fenced, |(_, body)| body);
    body.trim_end().trim_end_matches('`').trim()
}

/// Reads `text`, which starts with a bracket. `depth` bounds how far fields inside fields are followed.
fn value_of(text: &str, depth: usize) -> Option<Structured> {
    let mut scanner = Scanner { text, at: 0 };
    let values = match scanner.next_char()? {
        '{' => {
            let fields = scanner.fields()?;
            return Some(chosen(&fields, depth));
        }
        _ => scanner.members()?,
    };
    match &values[..] {
        [value] => Some(inside(value, depth)),
        _ => Some(Structured::Nothing),
    }
}

fn inside(raw: &str, depth: usize) -> Structured {
    if raw.starts_with(['{', '[']) {
        // Looked at before it is followed: a reply of nothing but brackets would end the stack.
        return match depth < MAX_DEPTH {
            true => value_of(raw, depth + 1).unwrap_or(Structured::Nothing),
            false => Structured::Nothing,
        };
    }
    match raw {
        "null" | "None" | "" => Structured::Nothing,
        raw => Structured::Value(raw.to_owned()),
    }
}

/// The answer among an object's fields; of an object of one field that field, unless it is an error.
fn chosen(fields: &[(String, String)], depth: usize) -> Structured {
    let plain = |name: &str| name.to_lowercase().replace(['_', '-', ' '], "");
    for name in FIELDS {
        if let Some((_, value)) = fields.iter().rev().find(|(key, _)| plain(key) == *name) {
            return inside(value, depth);
        }
    }
    match fields {
        [(key, _)] if key.len() == 1 && key.as_bytes()[0].is_ascii_uppercase() => {
            Structured::Value(key.clone())
        }
        [(key, value)]
            if !["error", "message", "reasoning", "explanation", "refusal"]
                .contains(&&*plain(key)) =>
        {
            inside(value, depth)
        }
        _ => Structured::Nothing,
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// The next character that is not white space; taken.
    fn next_char(&mut self) -> Option<char> {
        self.skip_space();
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// The fields of an object whose brace was taken. A reply cut off keeps those that are whole.
    fn fields(&mut self) -> Option<Vec<(String, String)>> {
        let mut fields = Vec::new();
        loop {
            self.skip_space();
            match self.rest().chars().next() {
                Some('}') => return Some(fields),
                Some(',') => self.at += 1,
                Some(_) => {
                    let Some(key) = self.value() else { break };
                    if self.next_char() != Some(':') {
                        break;
                    }
                    let Some(value) = self.value() else { break };
                    fields.push((key, value));
                }
                None => break,
            }
        }
        (!fields.is_empty()).then_some(fields)
    }

    fn members(&mut self) -> Option<Vec<String>> {
        let mut members = Vec::new();
        loop {
            self.skip_space();
            match self.rest().chars().next()? {
                ']' => {
                    // `[B]` and `[x] B` are no lists: a list stands alone and quotes its texts.
                    let is_whole = self.rest()[1..].trim().is_empty();
                    return (is_whole && !members.is_empty()).then_some(members);
                }
                ',' => self.at += 1,
                '"' | '\'' | '{' | '[' => members.push(self.value()?),
                _ => return None,
            }
        }
    }

    /// A quoted text with its escapes resolved, a bracketed value as it is written, or a bare word.
    fn value(&mut self) -> Option<String> {
        self.skip_space();
        let rest = self.rest();
        match rest.chars().next()? {
            quote @ ('"' | '\'') => self.quoted(quote),
            '“' => {
                let end = rest.find('”')?;
                self.at += end + '”'.len_utf8();
                rest.get('“'.len_utf8()..end).map(str::to_owned)
            }
            '{' | '[' => {
                let length = bracketed(rest)?;
                self.at += length;
                Some(rest[..length].to_owned())
            }
            _ => {
                let end = rest.find([',', '}', ']', ':', '\n', '{', '[', '"'])?;
                self.at += end;
                let word = rest[..end].trim();
                (!word.is_empty() && word.len() < 200).then(|| word.to_owned())
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => match chars.next()?.1 {
                    'n' => text.push('\n'),
                    't' | 'r' => text.push(' '),
                    'u' => {
                        let code: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                        let c = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                        text.push(c.unwrap_or('\u{fffd}'));
                    }
                    c @ ('"' | '\'' | '\\' | '/') => text.push(c),
                    c => text.extend(['\\', c]),
                },
                c if c == quote => {
                    self.at += at + c.len_utf8();
                    return Some(text);
                }
                c => text.push(c),
            }
        }
        None
    }
}

/// The length of a bracketed value, quotes respected.
fn bracketed(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if c == '\\' => is_escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None => match c {
                '"' => quote = Some('"'),
                '{' | '[' => depth += 1,
                '}' | ']' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            },
        }
    }
    None
}
