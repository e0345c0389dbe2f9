//! Equality of values: numbers by value, objects whatever their order, `1` and `true` different.
//!
//! Deliberately absent: texts that look alike; characters are compared as they are.

use super::super::number::Decimal;
use crate::json::Json;
use serde_json::Value;
use std::collections::BTreeMap;

/// Values nested deeper are cut; no file that was read has any.
const MAX_DEPTH: usize = 2 * crate::json::MAX_DEPTH;

/// Whether a value of the schema and one of the reply are the same.
pub(super) fn equals(expected: &Value, found: &Json<'_>) -> bool {
    match (expected, found) {
        (Value::Null, Json::Null) => true,
        (Value::Bool(expected), Json::Bool(found)) => expected == found,
        (Value::String(expected), Json::Text(found)) => expected == found,
        (Value::Number(expected), Json::Number(found)) => {
            let expected = Decimal::read(&expected.to_string());
            expected.is_some() && expected == Decimal::read(found)
        }
        (Value::Array(expected), Json::List(found)) if expected.len() == found.len() => {
            let mut pairs = expected.iter().zip(found);
            pairs.all(|(expected, found)| equals(expected, found))
        }
        (Value::Object(_), Json::Object(_)) => {
            canonical(&Json::of_value(expected)) == canonical(found)
        }
        _ => false,
    }
}

/// A text that two values share exactly when they are equal.
pub(super) fn canonical(value: &Json<'_>) -> String {
    let mut out = String::new();
    write(value, &mut out, 0);
    out
}

fn write(value: &Json<'_>, out: &mut String, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Json::Null => out.push('~'),
        Json::Bool(value) => out.push(if *value { 'T' } else { 'F' }),
        Json::Number(written) => match Decimal::read(written) {
            Some(number) => number.canonical(out),
            None => write_text(written, out),
        },
        Json::Text(text) => write_text(text, out),
        Json::List(items) => {
            out.push('[');
            for item in items {
                write(item, out, depth + 1);
                out.push(',');
            }
            out.push(']');
        }
        Json::Object(entries) => {
            // Of a repeated key the last value counts.
            let sorted: BTreeMap<&str, &Json<'_>> =
                entries.iter().map(|(key, value)| (&**key, value)).collect();
            out.push('{');
            for (key, value) in sorted {
                write_text(key, out);
                write(value, out, depth + 1);
                out.push(',');
            }
            out.push('}');
        }
    }
}

/// The length first, so that no text can look like the marks around it.
fn write_text(text: &str, out: &mut String) {
    out.push('"');
    out.push_str(&text.len().to_string());
    out.push(':');
    out.push_str(text);
}
