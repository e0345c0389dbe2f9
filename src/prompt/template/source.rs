//! A template's source as given and as parsed, and how places in the one are found in the other.

use super::Fault;
use super::node::Span;
use crate::problem::Problem;

/// The longest source that is parsed, in bytes: ten times the longest prompt that makes sense.
pub(in crate::prompt) const MAX_SOURCE: usize = 2_000_000;

/// A source and the places where what is parsed differs from what was given.
pub(super) struct Source {
    pub name: String,
    given: String,
    /// Line ends are `\n`.
    pub text: String,
    /// Places in `text` before which a `\r` was left out.
    folded: Vec<u32>,
    /// Places in `text` where one character was put in.
    inserted: Vec<u32>,
}

impl Source {
    /// Folds `\r\n` and `\r` to `\n`, as Jinja2 does before anything else.
    pub fn of(name: &str, given: &str) -> Self {
        let mut text = String::with_capacity(given.len());
        let mut folded = Vec::new();
        let mut rest = given.chars().peekable();
        while let Some(c) = rest.next() {
            if c == '\r' {
                text.push('\n');
                if rest.next_if_eq(&'\n').is_some() {
                    folded.push(small(text.len()));
                }
            } else {
                text.push(c);
            }
        }
        Self {
            name: name.to_owned(),
            given: given.to_owned(),
            text,
            folded,
            inserted: Vec::new(),
        }
    }

    /// Puts characters in; places are sorted and in the present text.
    pub fn insert(&mut self, inserts: &[(u32, char)]) {
        let mut text = String::with_capacity(self.text.len() + inserts.len());
        let mut done = 0;
        for (place, c) in inserts {
            let place = *place as usize;
            text.push_str(self.text.get(done..place).unwrap_or(""));
            self.inserted.push(small(text.len()));
            text.push(*c);
            done = place;
        }
        text.push_str(self.text.get(done..).unwrap_or(""));
        self.text = text;
    }

    fn place_given(&self, place: u32) -> usize {
        let inserted = self.inserted.partition_point(|at| *at < place);
        let place = place.saturating_sub(small(inserted));
        let folded = self.folded.partition_point(|at| *at <= place);
        let mut place = (place as usize + folded).min(self.given.len());
        while !self.given.is_char_boundary(place) {
            place -= 1;
        }
        place
    }

    /// A fault at a place of the parsed text.
    pub fn fault(&self, span: Span, message: impl Into<String>, hint: Option<String>) -> Fault {
        let start = self.place_given(span.start);
        let end = self.place_given(span.end).max(start);
        let (line, column, line_text) = self.line_of(start);
        let mut problem = Problem::error(message)
            .in_file(self.name.clone())
            .at(line, column);
        problem.hint = hint;
        Fault {
            problem,
            line_text,
            start: small(start),
            end: small(end),
        }
    }

    /// The line, from 1, a place of the parsed text is in.
    pub fn line(&self, place: u32) -> u32 {
        self.line_of(self.place_given(place)).0
    }

    fn line_of(&self, place: usize) -> (u32, u32, String) {
        let before = self.given.get(..place).unwrap_or("");
        let bytes = before.as_bytes();
        let is_end = |i: usize| match bytes.get(i) {
            Some(b'\n') => true,
            Some(b'\r') => self.given.as_bytes().get(i + 1) != Some(&b'\n'),
            _ => false,
        };
        let n_lines = (0..bytes.len()).filter(|i| is_end(*i)).count();
        let line_start = (0..bytes.len())
            .rev()
            .find(|i| is_end(*i))
            .map_or(0, |i| i + 1);
        let column = before.get(line_start..).unwrap_or("").chars().count() + 1;
        let line_text = self.given.get(line_start..).unwrap_or("");
        let line_text = line_text.split(['\n', '\r']).next().unwrap_or("");
        (small(n_lines + 1), small(column), line_text.to_owned())
    }
}

/// Sources are cut off long before this loses anything.
pub(super) fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
