//! Result files as JSON text: one entry per line, every number so that it reads back as the same number.
//!
//! Deliberately absent: reading, and what the files contain.

use crate::json::Json;
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
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing into a String cannot fail.
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
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

/// Appends any value on one line, numbers as they were written. Depth costs memory, never the call stack.
pub(super) fn push_value(out: &mut String, value: &Json<'_>) {
    enum Step<'a> {
        Value(&'a Json<'a>),
        Key(&'a str),
        Mark(&'static str),
    }
    let mut steps = vec![Step::Value(value)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Mark(mark) => out.push_str(mark),
            Step::Key(key) => {
                push_text(out, key);
                out.push_str(": ");
            }
            Step::Value(Json::Null) => out.push_str("null"),
            Step::Value(Json::Bool(value)) => out.push_str(if *value { "true" } else { "false" }),
            Step::Value(Json::Number(digits)) if is_number(digits) => out.push_str(digits),
            Step::Value(Json::Number(text) | Json::Text(text)) => push_text(out, text),
            Step::Value(Json::List(members)) => {
                out.push('[');
                steps.push(Step::Mark("]"));
                for (n, member) in members.iter().enumerate().rev() {
                    steps.push(Step::Value(member));
                    if n > 0 {
                        steps.push(Step::Mark(", "));
                    }
                }
            }
            Step::Value(Json::Object(entries)) => {
                out.push('{');
                steps.push(Step::Mark("}"));
                for (n, (key, value)) in entries.iter().enumerate().rev() {
                    steps.push(Step::Value(value));
                    steps.push(Step::Key(key));
                    if n > 0 {
                        steps.push(Step::Mark(", "));
                    }
                }
            }
        }
    }
}

/// Whether JSON allows the number as written; `+5`, `.5` and `1e` are written as text instead.
fn is_number(text: &str) -> bool {
    let rest = text.strip_prefix('-').unwrap_or(text);
    let whole = rest.bytes().take_while(u8::is_ascii_digit).count();
    if whole == 0 || (whole > 1 && rest.starts_with('0')) {
        return false;
    }
    let (_, rest) = rest.split_at(whole);
    let rest = match rest.strip_prefix('.') {
        None => rest,
        Some(decimals) => {
            let stripped = decimals.trim_start_matches(|c: char| c.is_ascii_digit());
            if stripped.len() == decimals.len() {
                return false;
            }
            stripped
        }
    };
    let Some(power) = rest.strip_prefix(['e', 'E']) else {
        return rest.is_empty();
    };
    let digits = power.strip_prefix(['+', '-']).unwrap_or(power);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}
