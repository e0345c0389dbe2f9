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

    /// The value as `serde_json` has it, for templates and result files. Numbers that fit neither 64-bit integers
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
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(written) => f.write_str(written),
            Json::Text(text) => quoted(text, f),
            Json::List(values) => {
                f.write_char('[')?;
                for (i, value) in values.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    value.fmt(f)?;
                }
                f.write_char(']')
            }
            Json::Object(entries) => {
                f.write_char('{')?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    quoted(key, f)?;
                    f.write_str(": ")?;
                    value.fmt(f)?;
                }
                f.write_char('}')
            }
        }
    }
}

fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}
