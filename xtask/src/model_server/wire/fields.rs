//! Fields of a request, looked at one by one: what is missing, unknown, or of the wrong kind.
//!
//! Deliberately absent: which fields a provider knows.

use super::trouble::Trouble;
use serde_json::{Map, Value};

/// A JSON object.
pub type Fields = Map<String, Value>;

/// A value of the wrong kind, and what was wanted.
pub fn bad(field: &str, wanted: &str) -> Trouble {
    Trouble::BadField(field.to_owned(), wanted.to_owned())
}

/// A field nobody knows.
pub fn unknown(field: &str, value: &Value) -> Trouble {
    Trouble::UnknownField(field.to_owned(), value.clone())
}

/// The body of a request, without any field but the known.
pub fn body(bytes: &[u8], known: &[&str]) -> Result<Fields, Trouble> {
    let body: Fields = serde_json::from_slice(bytes).map_err(|_| Trouble::NotJson)?;
    only(&body, "", known)?;
    Ok(body)
}

/// A text that has to be there; `path` names it in the error.
pub fn text(fields: &Fields, name: &str, path: &str) -> Result<String, Trouble> {
    match fields.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(_) => Err(bad(path, "a string")),
        None => Err(Trouble::MissingField(path.to_owned())),
    }
}

/// An object that has to be there, without any field but the known.
pub fn object<'a>(
    value: Option<&'a Value>,
    path: &str,
    known: &[&str],
) -> Result<&'a Fields, Trouble> {
    let value = value.ok_or_else(|| Trouble::MissingField(path.to_owned()))?;
    let fields = value.as_object().ok_or_else(|| bad(path, "an object"))?;
    only(fields, &format!("{path}."), known)?;
    Ok(fields)
}

/// A list of at least one member that has to be there.
pub fn list<'a>(value: Option<&'a Value>, path: &str) -> Result<&'a Vec<Value>, Trouble> {
    let value = value.ok_or_else(|| Trouble::MissingField(path.to_owned()))?;
    let members = value.as_array().filter(|members| !members.is_empty());
    members.ok_or_else(|| bad(path, "a list of at least one member"))
}

/// A text, or a list of text parts with a type.
pub fn text_or_parts(fields: &Fields, name: &str, path: &str) -> Result<String, Trouble> {
    let Some(Value::Array(parts)) = fields.get(name) else {
        return text(fields, name, path);
    };
    let part = |part: &Value| {
        let part = object(Some(part), path, &["type", "text"])?;
        text(part, "text", path)
    };
    parts.iter().map(part).collect()
}

/// A number in that range, if it is there.
pub fn number(fields: &Fields, name: &str, path: &str, most: f64) -> Result<(), Trouble> {
    let is_fine = |value: &Value| value.as_f64().is_some_and(|n| (0.0..=most).contains(&n));
    match fields.get(name) {
        Some(value) if !is_fine(value) => Err(bad(path, &format!("a number from 0 to {most}"))),
        _ => Ok(()),
    }
}

/// A whole number above 0, if it is there.
pub fn above_zero(fields: &Fields, name: &str, path: &str) -> Result<Option<u64>, Trouble> {
    match fields.get(name).map(|value| value.as_u64().unwrap_or(0)) {
        Some(0) => Err(bad(path, "an integer above 0")),
        n => Ok(n),
    }
}

/// A whole number, if it is there.
pub fn integer(fields: &Fields, name: &str, path: &str) -> Result<(), Trouble> {
    match fields.get(name) {
        Some(value) if value.as_i64().is_none() => Err(bad(path, "an integer")),
        _ => Ok(()),
    }
}

fn only(fields: &Fields, path: &str, known: &[&str]) -> Result<(), Trouble> {
    let odd = fields
        .iter()
        .find(|(field, _)| !known.contains(&field.as_str()));
    match odd {
        Some((field, value)) => Err(unknown(&format!("{path}{field}"), value)),
        None => Ok(()),
    }
}
