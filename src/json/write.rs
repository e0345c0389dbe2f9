//! Writing a value back as JSON, and handing it to code that wants `serde_json`'s or an owned one.
//!
//! Deliberately absent: indentation.

use super::Json;
use std::borrow::Cow;
use std::fmt::{self, Write};

impl Json<'_> {
    /// The same value without a tie to the text it was read from.
    pub fn into_owned(self) -> Json<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Json::Null => Json::Null,
            Json::Bool(value) => Json::Bool(value),
            Json::Number(written) => Json::Number(owned(written)),
            Json::Text(text) => Json::Text(owned(text)),
            Json::List(values) => Json::List(values.into_iter().map(Json::into_owned).collect()),
            Json::Object(entries) => Json::Object(
                entries
                    .into_iter()
                    .map(|(key, value)| (owned(key), value.into_owned()))
                    .collect(),
            ),
        }
    }

    /// The value as `serde_json` has it, for few-shot examples that are kept as they came. Numbers that fit neither 64-bit integers
    /// nor finite floats become text, so that no digit is lost; of a repeated key the last value counts.
    ///
    /// ```
    /// use marksheet::json::parse;
    /// let value = parse("[7, 2.50, 123456789012345678901]").unwrap().value.to_value();
    /// assert_eq!(value, serde_json::json!([7, 2.5, "123456789012345678901"]));
    /// ```
    pub fn to_value(&self) -> serde_json::Value {
        use serde_json::Value;
        match self {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::Number(written) => number(written),
            Json::Text(text) => Value::String(text.to_string()),
            Json::List(values) => Value::Array(values.iter().map(Json::to_value).collect()),
            Json::Object(entries) => Value::Object(
                entries
                    .iter()
                    .map(|(key, value)| (key.to_string(), value.to_value()))
                    .collect(),
            ),
        }
    }

    /// The value that `serde_json` has, as this module has it.
    ///
    /// ```
    /// use marksheet::json::{Json, parse};
    /// let value = serde_json::json!({"a": [1.5, null]});
    /// assert_eq!(Json::of_value(&value), parse(r#"{"a": [1.5, null]}"#).unwrap().value);
    /// ```
    pub fn of_value(value: &serde_json::Value) -> Json<'_> {
        use serde_json::Value;
        match value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Number(number) => Json::Number(Cow::Owned(number.to_string())),
            Value::String(text) => Json::Text(Cow::Borrowed(text)),
            Value::Array(values) => Json::List(values.iter().map(Json::of_value).collect()),
            Value::Object(entries) => Json::Object(
                entries
                    .iter()
                    .map(|(key, value)| (Cow::Borrowed(key.as_str()), Json::of_value(value)))
                    .collect(),
            ),
        }
    }

    /// The value as JSON text on one line, numbers as they were written.
    ///
    /// ```
    /// use marksheet::json::parse;
    /// assert_eq!(parse("{ \"a\" : [3.50, \"é\"] }").unwrap().value.to_json_text(), r#"{"a": [3.50, "é"]}"#);
    /// ```
    pub fn to_json_text(&self) -> String {
        self.to_string()
    }
}

fn number(written: &str) -> serde_json::Value {
    use serde_json::Value;
    let is_integer = !written.contains(['.', 'e', 'E']);
    if let Ok(value) = written.parse::<i64>() {
        return Value::from(value);
    }
    if let Ok(value) = written.parse::<u64>() {
        return Value::from(value);
    }
    let float = written.parse::<f64>().ok().filter(|_| !is_integer);
    float
        .and_then(serde_json::Number::from_f64)
        .map_or_else(|| Value::String(written.to_owned()), Value::Number)
}

/// The value as JSON text, with a blank after each comma and colon, as Python writes it.
impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(f, self, Numbers::AsWritten)
    }
}

/// What becomes of numbers that JSON does not allow, such as `+5`, `.5` and `1e`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// They stay: for people.
    AsWritten,
    /// They become text: for files that others read.
    AsJson,
}

/// Writes any value on one line. Depth costs memory, never the call stack.
pub(crate) fn write_value(out: &mut impl Write, value: &Json<'_>, numbers: Numbers) -> fmt::Result {
    enum Step<'a> {
        Value(&'a Json<'a>),
        Key(&'a str),
        Mark(&'static str),
    }
    let is_plain = |digits: &str| numbers == Numbers::AsWritten || is_number(digits);
    let mut steps = vec![Step::Value(value)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Mark(mark) => out.write_str(mark)?,
            Step::Key(key) => {
                write_text(out, key)?;
                out.write_str(": ")?;
            }
            Step::Value(Json::Null) => out.write_str("null")?,
            Step::Value(Json::Bool(value)) => write!(out, "{value}")?,
            Step::Value(Json::Number(digits)) if is_plain(digits) => out.write_str(digits)?,
            Step::Value(Json::Number(text) | Json::Text(text)) => write_text(out, text)?,
            Step::Value(Json::List(members)) => {
                out.write_char('[')?;
                steps.push(Step::Mark("]"));
                for (n, member) in members.iter().enumerate().rev() {
                    steps.push(Step::Value(member));
                    if n > 0 {
                        steps.push(Step::Mark(", "));
                    }
                }
            }
            Step::Value(Json::Object(entries)) => {
                out.write_char('{')?;
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
    Ok(())
}

/// Writes a JSON text with its quotes.
pub(crate) fn write_text(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            c if c < ' ' => write!(out, "\\u{:04x}", u32::from(c))?,
            c => out.write_char(c)?,
        }
    }
    out.write_char('"')
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
