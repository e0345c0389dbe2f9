//! Result files as JSON text: one entry per line, every number so that it reads back as the same number.
//!
//! Deliberately absent: reading, and what the files contain.

use crate::json::Json;
use crate::json::write::{Numbers, write_text, write_value};
use std::fmt::Write;

/// An object with one entry per line, as `json.dump(…, indent=2)` lays out a flat object.
pub(super) struct ObjectText {
    out: String,
    is_empty: bool,
}

impl ObjectText {
    /// An empty object with room for `capacity` bytes.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        let mut out = String::with_capacity(capacity);
        out.push('{');
        Self {
            out,
            is_empty: true,
        }
    }

    /// Starts an entry; its value is to be pushed to the text returned.
    pub(super) fn entry(&mut self, key: &str) -> &mut String {
        self.out
            .push_str(if self.is_empty { "\n  " } else { ",\n  " });
        self.is_empty = false;
        push_text(&mut self.out, key);
        self.out.push_str(": ");
        &mut self.out
    }

    /// The whole text, ending in a line break.
    pub(super) fn finish(mut self) -> String {
        self.out
            .push_str(if self.is_empty { "}\n" } else { "\n}\n" });
        self.out
    }
}

/// Appends a list, one member per line.
pub(super) fn push_list<T>(
    out: &mut String,
    members: impl IntoIterator<Item = T>,
    push: impl Fn(&mut String, T),
) {
    out.push('[');
    let mut separator = "\n    ";
    for member in members {
        out.push_str(separator);
        push(out, member);
        separator = ",\n    ";
    }
    out.push_str(if separator == "\n    " { "]" } else { "\n  ]" });
}

/// Appends a JSON text with its quotes.
pub(super) fn push_text(out: &mut String, text: &str) {
    // Writing into a String cannot fail.
    let _ = write_text(out, text);
}

/// Appends a text, or `null`.
pub(super) fn push_text_or_null(out: &mut String, text: Option<&str>) {
    match text {
        Some(text) => push_text(out, text),
        None => out.push_str("null"),
    }
}

/// Appends the shortest digits that read back as the same number; `null` for what JSON cannot say.
pub(super) fn push_float(out: &mut String, value: f64) {
    if value.is_finite() {
        let _ = write!(out, "{value:?}");
    } else {
        out.push_str("null");
    }
}

/// Appends a whole number without a point; anything else like [`push_float`].
pub(super) fn push_count(out: &mut String, value: f64) {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        let _ = write!(out, "{value:.0}");
    } else {
        push_float(out, value);
    }
}

/// Appends any value on one line, numbers as they were written.
pub(super) fn push_value(out: &mut String, value: &Json<'_>) {
    let _ = write_value(out, value, Numbers::AsJson);
}
