//! The parser: one pass over the bytes, borrowing texts and numbers from it.
//!
//! Deliberately absent: words for the user; a [`Fault`] is explained in `explain.rs`, a finding in `findings.rs`.

use super::findings::Findings;
use super::{Json, MAX_DEPTH, scan};
use std::borrow::Cow;

/// Why parsing stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Byte offset.
    pub at: usize,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Something else where a value belongs.
    Value,
    /// Something else where a key or the end of the object belongs.
    Key,
    /// Something else where the colon after a key belongs.
    Colon,
    /// Something else where a comma or the end of a list belongs.
    CommaInList,
    /// Something else where a comma or the end of an object belongs.
    CommaInObject,
    /// The text that starts here never ends.
    OpenText,
    /// A line break in the text that starts at this offset.
    LineBreak { start: usize },
    /// A backslash with something JSON does not know.
    Escape,
    /// A number in a spelling JSON does not know.
    Number,
    /// Deeper than [`MAX_DEPTH`].
    Depth,
    /// Something after the value.
    More,
    /// The text ends within a list.
    OpenList,
    /// The text ends within an object.
    OpenObject,
}

/// Reads all of `text` as one value.
pub(super) fn document(text: &str) -> Result<(Json<'_>, Findings<'_>), Fault> {
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        at: 0,
        depth: 0,
        keys: Vec::new(),
        values: Vec::new(),
        entries: Vec::new(),
        findings: Findings::default(),
    };
    let value = parser.value()?;
    parser.skip_space();
    if parser.at < parser.bytes.len() {
        return Err(parser.fault(Kind::More));
    }
    Ok((value, parser.findings))
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    /// Byte offsets of the keys of all objects that are open, innermost last.
    keys: Vec<usize>,
    /// What the open lists have so far, innermost last; each list then takes exactly the memory it needs.
    values: Vec<Json<'a>>,
    /// The same of the open objects.
    entries: Vec<(Cow<'a, str>, Json<'a>)>,
    findings: Findings<'a>,
}

impl<'a> Parser<'a> {
    fn fault(&self, kind: Kind) -> Fault {
        Fault { at: self.at, kind }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        // Most often there is none, or one blank.
        if matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at = scan::end_of_space(self.bytes, self.at + 1);
        }
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    fn value(&mut self) -> Result<Json<'a>, Fault> {
        self.skip_space();
        match self.peek() {
            Some(b'"') => self.string().map(Json::Text),
            Some(b'{') => self.object(),
            Some(b'[') => self.list(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json<'a>, Fault> {
        const WORDS: &[(&str, Json<'static>)] = &[
            ("null", Json::Null),
            ("true", Json::Bool(true)),
            ("false", Json::Bool(false)),
            ("NaN", Json::Null),
            ("Infinity", Json::Null),
            ("-Infinity", Json::Null),
        ];
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let found = WORDS
            .iter()
            .find(|(word, _)| rest.starts_with(word.as_bytes()));
        let Some((word, value)) = found else {
            return Err(self.fault(Kind::Value));
        };
        if rest.get(word.len()).is_some_and(u8::is_ascii_alphanumeric) {
            return Err(self.fault(Kind::Value));
        }
        if !matches!(*word, "null" | "true" | "false") {
            self.findings.not_a_number(self.at, word);
        }
        self.at += word.len();
        Ok(value.clone())
    }

    fn digits(&mut self) -> bool {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at > start
    }

    fn number(&mut self) -> Result<Json<'a>, Fault> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
            if self.peek() == Some(b'I') {
                self.at = start;
                return self.word();
            }
        }
        let starts_with_zero = self.peek() == Some(b'0');
        let first_digit = self.at;
        let mut is_valid = self.digits() && !(starts_with_zero && self.at > first_digit + 1);
        if self.peek() == Some(b'.') {
            self.at += 1;
            is_valid &= self.digits();
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            is_valid &= self.digits();
        }
        if !is_valid || matches!(self.peek(), Some(b'_' | b'.' | b'a'..=b'z' | b'A'..=b'Z')) {
            self.at = start;
            return Err(self.fault(Kind::Number));
        }
        Ok(Json::Number(Cow::Borrowed(self.slice(start, self.at))))
    }

    fn descend(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(Kind::Depth));
        }
        self.at += 1;
        self.skip_space();
        Ok(())
    }

    fn list(&mut self) -> Result<Json<'a>, Fault> {
        self.descend()?;
        let first = self.values.len();
        if self.peek() != Some(b']') {
            loop {
                self.skip_space();
                if self.peek().is_none() {
                    return Err(self.fault(Kind::OpenList));
                }
                let value = self.value()?;
                self.values.push(value);
                self.skip_space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b']') => break,
                    None => return Err(self.fault(Kind::OpenList)),
                    Some(_) => return Err(self.fault(Kind::CommaInList)),
                }
            }
        }
        self.at += 1;
        self.depth -= 1;
        Ok(Json::List(self.values.drain(first..).collect()))
    }

    fn object(&mut self) -> Result<Json<'a>, Fault> {
        self.descend()?;
        let first_key = self.keys.len();
        let first = self.entries.len();
        if self.peek() != Some(b'}') {
            loop {
                let entry = self.entry()?;
                self.entries.push(entry);
                self.skip_space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => break,
                    None => return Err(self.fault(Kind::OpenObject)),
                    Some(_) => return Err(self.fault(Kind::CommaInObject)),
                }
            }
        }
        self.at += 1;
        self.depth -= 1;
        let entries: Vec<_> = self.entries.drain(first..).collect();
        let offsets = self.keys.get(first_key..).unwrap_or_default();
        self.findings.repeated_keys(&entries, offsets);
        self.keys.truncate(first_key);
        Ok(Json::Object(entries))
    }

    fn entry(&mut self) -> Result<(Cow<'a, str>, Json<'a>), Fault> {
        self.skip_space();
        match self.peek() {
            Some(b'"') => {}
            None => return Err(self.fault(Kind::OpenObject)),
            Some(_) => return Err(self.fault(Kind::Key)),
        }
        self.keys.push(self.at);
        let key = self.string()?;
        self.skip_space();
        match self.peek() {
            Some(b':') => self.at += 1,
            None => return Err(self.fault(Kind::OpenObject)),
            Some(_) => return Err(self.fault(Kind::Colon)),
        }
        self.skip_space();
        if self.peek().is_none() {
            return Err(self.fault(Kind::OpenObject));
        }
        Ok((key, self.value()?))
    }

    /// A text; `at` is at its opening quote.
    fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
        let quote = self.at;
        self.at += 1;
        let mut from = self.at;
        let mut owned: Option<String> = None;
        loop {
            self.at = scan::end_of_plain(self.bytes, self.at);
            match self.peek() {
                Some(b'"') => {
                    let last = self.slice(from, self.at);
                    self.at += 1;
                    return Ok(match owned {
                        None => Cow::Borrowed(last),
                        Some(text) => Cow::Owned(text + last),
                    });
                }
                Some(b'\\') => {
                    let text = owned.get_or_insert_default();
                    text.push_str(self.slice(from, self.at));
                    let escaped = self.escape(quote)?;
                    text.push(escaped);
                    from = self.at;
                }
                Some(b'\n' | b'\r') => return Err(self.fault(Kind::LineBreak { start: quote })),
                Some(_) => {
                    self.findings.control_character(self.at);
                    self.at += 1;
                }
                None => {
                    self.at = quote;
                    return Err(self.fault(Kind::OpenText));
                }
            }
        }
    }

    /// What a backslash and the characters after it stand for; `at` is at the backslash.
    fn escape(&mut self, quote: usize) -> Result<char, Fault> {
        let backslash = self.at;
        self.at += 2;
        Ok(match self.bytes.get(backslash + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'u') => return self.unicode_escape(backslash, quote),
            found => {
                self.at = if found.is_some() { backslash } else { quote };
                let kind = if found.is_some() {
                    Kind::Escape
                } else {
                    Kind::OpenText
                };
                return Err(self.fault(kind));
            }
        })
    }

    fn four_hex_digits(&self, at: usize) -> Option<u32> {
        let digits = self.bytes.get(at..at + 4)?;
        digits.iter().try_fold(0, |sum, digit| {
            Some(sum * 16 + char::from(*digit).to_digit(16)?)
        })
    }

    /// `at` is behind the `u`.
    fn unicode_escape(&mut self, backslash: usize, quote: usize) -> Result<char, Fault> {
        let Some(first) = self.four_hex_digits(self.at) else {
            let is_cut = self.at + 4 > self.bytes.len();
            self.at = if is_cut { quote } else { backslash };
            return Err(self.fault(if is_cut { Kind::OpenText } else { Kind::Escape }));
        };
        self.at += 4;
        if let Some(c) = char::from_u32(first) {
            return Ok(c);
        }
        let second = match self.bytes.get(self.at..self.at + 2) {
            Some(b"\\u") => self.four_hex_digits(self.at + 2),
            _ => None,
        };
        match second {
            Some(second @ 0xDC00..=0xDFFF) if first < 0xDC00 => {
                self.at += 6;
                let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            _ => {
                self.findings.half_surrogate(backslash);
                Ok(char::REPLACEMENT_CHARACTER)
            }
        }
    }
}
