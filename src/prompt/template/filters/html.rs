//! Filters about HTML; prompts rarely need them, but templates written for elsewhere may.

use super::super::error::{Error, Res, wrong_type, wrong_value};
use super::super::letters::is_space;
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::python_text::str_of;
use super::super::value::Value;
use super::is_on;
use std::rc::Rc;

/// What stands for the five characters HTML reads otherwise.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\'' => out.push_str("&#39;"),
            '"' => out.push_str("&#34;"),
            c => out.push(c),
        }
    }
    out
}

pub(super) fn apply(machine: &Machine, name: &str, value: &Value, given: Given) -> Res<Value> {
    let what = format!("the filter {name}");
    if name == "xmlattr" {
        let [is_spaced] = given.bind(&what, ["autospace"], 0)?;
        return attributes(machine, value, is_spaced.is_none() || is_on(&is_spaced));
    }
    given.bind(&what, [], 0)?;
    let text = str_of(machine, value)?;
    machine.charge(text.len() as u64 / 2)?;
    machine.grow(text.len() * 2)?;
    Ok(match name {
        "e" | "escape" => match value {
            Value::Markup(_) => value.clone(),
            _ => Value::Markup(Rc::from(escape(&text))),
        },
        "forceescape" => Value::Markup(Rc::from(escape(&text))),
        "safe" => Value::Markup(text),
        _ => Value::Markup(Rc::from(strip_tags(&text))),
    })
}

fn attributes(machine: &Machine, value: &Value, is_spaced: bool) -> Res<Value> {
    let Value::Dict(dict) = value else {
        if let Value::Undefined(undefined) = value {
            return Err(machine.undefined_error(undefined));
        }
        return wrong_type(format!(
            "the filter xmlattr needs a mapping, not {}",
            value.plain_name()
        ));
    };
    let mut parts = Vec::new();
    for (name, value) in dict.borrow().iter() {
        if matches!(value, Value::None | Value::Undefined(_)) {
            continue;
        }
        let Some(name) = name.as_text() else {
            return wrong_type("the filter xmlattr needs names that are text");
        };
        if name.contains([' ', '\t', '\n', '\r', '\x0b', '\x0c', '/', '>', '=']) {
            return wrong_value(format!(
                "\"{}\" cannot be the name of an attribute",
                crate::problem::cut(name, 40)
            ));
        }
        let text = str_of(machine, value)?;
        let text = if matches!(value, Value::Markup(_)) {
            text.to_string()
        } else {
            escape(&text)
        };
        machine.grow(text.len() + name.len())?;
        parts.push(format!("{}=\"{text}\"", escape(name)));
    }
    let text = parts.join(" ");
    let text = if is_spaced && !text.is_empty() {
        format!(" {text}")
    } else {
        text
    };
    Ok(machine.captured(text))
}

/// Text without tags and comments, white space collapsed, entities read.
pub(crate) fn strip_tags(text: &str) -> String {
    let without = remove(&remove(text, "<!--", "-->"), "<", ">");
    let words: Vec<&str> = without
        .split(is_space)
        .filter(|word| !word.is_empty())
        .collect();
    unescape(&words.join(" "))
}

/// Takes out everything from one mark to another, as far as both are there.
fn remove(text: &str, start: &str, end: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(start) {
        // The end is looked for from the start mark on.
        let from_mark = rest.get(before.len()..).unwrap_or("");
        let Some(at) = from_mark.find(end) else {
            break;
        };
        let _ = after;
        out.push_str(before);
        rest = from_mark.get(at + end.len()..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

/// Entities a text may have; those of mathematics and foreign letters by number only.
const ENTITIES: &[(&str, &str)] = &[
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", "\u{a0}"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("sbquo", "‚"),
    ("bdquo", "„"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("deg", "°"),
    ("plusmn", "±"),
    ("times", "×"),
    ("divide", "÷"),
    ("euro", "€"),
    ("pound", "£"),
    ("yen", "¥"),
    ("cent", "¢"),
    ("sect", "§"),
    ("para", "¶"),
    ("middot", "·"),
    ("bull", "•"),
    ("frac12", "½"),
    ("frac14", "¼"),
    ("frac34", "¾"),
    ("micro", "µ"),
    ("auml", "ä"),
    ("ouml", "ö"),
    ("uuml", "ü"),
    ("Auml", "Ä"),
    ("Ouml", "Ö"),
    ("Uuml", "Ü"),
    ("szlig", "ß"),
    ("eacute", "é"),
    ("egrave", "è"),
    ("agrave", "à"),
    ("aacute", "á"),
    ("ccedil", "ç"),
    ("ntilde", "ñ"),
    ("rarr", "→"),
    ("larr", "←"),
    ("le", "≤"),
    ("ge", "≥"),
    ("ne", "≠"),
];

/// Reads entities.
pub(crate) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let end = after
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '#'))
            .unwrap_or(after.len())
            .min(32);
        let name = after.get(..end).unwrap_or("");
        let has_end = after.get(end..).is_some_and(|rest| rest.starts_with(';'));
        match entity(name) {
            Some(found)
                if has_end
                    || name.starts_with('#')
                    || matches!(name, "amp" | "lt" | "gt" | "quot" | "nbsp" | "copy" | "reg") =>
            {
                out.push_str(&found);
                rest = after.get(end + usize::from(has_end)..).unwrap_or("");
            }
            _ => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<String> {
    let Some(number) = name.strip_prefix('#') else {
        return ENTITIES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| (*text).to_owned());
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    Some(
        char::from_u32(code)
            .filter(|c| *c != '\0')
            .unwrap_or('\u{fffd}')
            .to_string(),
    )
}

/// For filters that only make sense on text.
pub(super) fn only_text<'v>(machine: &Machine, value: &'v Value, what: &str) -> Res<&'v Rc<str>> {
    match value {
        Value::Text(text) | Value::Markup(text) => Ok(text),
        Value::Undefined(undefined) => Err(machine.undefined_error(undefined)),
        other => Err(
            Error::new(format!("{what} needs text, not {}", other.plain_name()))
                .hint("add |string before it"),
        ),
    }
}
