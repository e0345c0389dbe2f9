//! What is wrong, where, and what to try: the one type for everything the page tells a person.
//!
//! Deliberately absent: error codes and causes to branch on. Code that must branch has its own enum.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How much a person needs to care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know; nothing is wrong.
    Info,
    /// The numbers stand, but something in the input may not be what was meant.
    Warning,
    /// Something could not be used, or a number would mislead without this being read.
    Error,
}

impl Severity {
    /// The word used in the `data-severity` attribute: `error`, `warning` or `info`.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// Where a problem is. Every part is optional; lines and columns count from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file's name as it was dropped.
    pub file: Option<String>,
    /// Line in that file, from 1.
    pub line: Option<u32>,
    /// Column in characters, from 1.
    pub column: Option<u32>,
    /// Id of the question, or the path to it (`data[0].paragraphs[2].qas[1]`) when it has none; of a part of a schema, the
    /// pointer to it (`#/properties/answer`).
    pub item: Option<String>,
}

/// One thing to tell the user: what, where, what to try.
///
/// The message is a lowercase fragment without a full stop, in the user's nouns; long values are cut with [`cut`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// How much it matters.
    pub severity: Severity,
    /// Whether its place is a part of a schema, and no question: a question's id can be `#`, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_schema: bool,
    /// What is wrong.
    pub message: String,
    /// Where it is.
    pub place: Place,
    /// What to try.
    pub hint: Option<String>,
}

impl Problem {
    /// Something that could not be used.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message)
    }

    /// Something that may not be what was meant.
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message)
    }

    /// Something good to know.
    pub fn info(message: impl Into<String>) -> Self {
        Self::new(Severity::Info, message)
    }

    fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self {
            severity,
            is_of_schema: false,
            message: message.into(),
            place: Place::default(),
            hint: None,
        }
    }

    /// Adds what to try.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the file it is in.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.place.file = Some(file.into());
        self
    }

    /// Adds line and column, both from 1.
    #[must_use]
    pub fn at(mut self, line: u32, column: u32) -> Self {
        self.place.line = Some(line);
        self.place.column = Some(column);
        self
    }

    /// Adds the line alone, from 1.
    #[must_use]
    pub fn on_line(mut self, line: u32) -> Self {
        self.place.line = Some(line);
        self
    }

    /// Adds the question it belongs to: its id, or the path to it.
    #[must_use]
    pub fn of_item(mut self, item: impl Into<String>) -> Self {
        self.place.item = Some(item.into());
        self
    }

    /// Adds the part of a schema that it is about.
    #[must_use]
    pub fn of_part(mut self, pointer: impl Into<String>) -> Self {
        self.place.item = Some(pointer.into());
        self.is_of_schema = true;
        self
    }
}

/// `dev.json, line 3, item "q17": message — hint`, leaving out what is not known.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.place.file.clone());
        parts.extend(self.place.line.map(|line| format!("line {line}")));
        parts.extend(self.place.column.map(|column| format!("column {column}")));
        parts.extend(
            self.place
                .item
                .as_ref()
                .map(|item| format!("item \"{}\"", cut(item, 60))),
        );
        if !parts.is_empty() {
            write!(f, "{}: ", parts.join(", "))?;
        }
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " — {hint}")?;
        }
        Ok(())
    }
}

/// The first `n` characters of a text, with `…` when that is not all, so that a message stays readable.
///
/// ```
/// use marksheet::problem::cut;
/// assert_eq!(cut("short", 10), "short");
/// assert_eq!(cut("much too long", 4), "much…");
/// ```
pub fn cut(text: &str, n: usize) -> String {
    match text.char_indices().nth(n) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The first `n` of some ids as a readable list: `q2, q4 and 7 more`.
///
/// ```
/// use marksheet::problem::some_ids;
/// assert_eq!(some_ids(["q2", "q4"], 3), "q2, q4");
/// assert_eq!(some_ids(["a", "b", "c", "d"], 3), "a, b, c and 1 more");
/// assert_eq!(some_ids(["a", " "], 3), "a, (blank)");
/// ```
pub fn some_ids<'a>(ids: impl IntoIterator<Item = &'a str>, n: usize) -> String {
    let mut ids = ids.into_iter();
    let named = |id: &str| match id.trim().is_empty() {
        true => "(blank)".to_owned(),
        false => cut(id, 40),
    };
    let shown: Vec<_> = ids.by_ref().take(n).map(named).collect();
    match ids.count() {
        0 => shown.join(", "),
        rest => format!("{} and {rest} more", shown.join(", ")),
    }
}
