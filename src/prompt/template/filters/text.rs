//! Filters about text.

use super::super::dict::Dict;
use super::super::error::{Res, wrong_type};
use super::super::letters::{self, is_alnum};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::methods::{center, replace, size, strip, whole, words};
use super::super::percent::format_percent;
use super::super::python_text::str_of;
use super::super::value::Value;
use super::{again, html, set, soft};

pub(super) fn apply(machine: &Machine, name: &str, value: &Value, mut given: Given) -> Res<Value> {
    let what = format!("the filter {name}");
    match name {
        "center" => {
            let [width] = given.bind(&what, ["width"], 0)?;
            let width = width.map_or(Ok(80), |width| size(machine, &width, &what))?;
            let (text, is_html) = soft(machine, value)?;
            Ok(again(center(&text, width, ' '), is_html))
        }
        "format" => {
            if !given.positional.is_empty() && !given.named.is_empty() {
                return wrong_type(
                    "the filter format takes values with names or without, not both",
                );
            }
            let (text, is_html) = soft(machine, value)?;
            let pattern = again(text, is_html);
            if given.named.is_empty() {
                return format_percent(machine, &pattern, &Value::tuple(given.positional));
            }
            let mut dict = Dict::default();
            for (name, value) in given.named.drain(..) {
                dict.insert_text(name, value);
            }
            format_percent(machine, &pattern, &Value::dict(dict))
        }
        "replace" => {
            let [old, new, n] = given.bind(&what, ["old", "new", "count"], 2)?;
            let (old, new) = (old.unwrap_or(Value::None), new.unwrap_or(Value::None));
            let n = set(n).map_or(Ok(-1), |n| whole(&n, &what))?;
            if machine.is_escaping.get() {
                return replace_html(machine, value, &old, &new, n);
            }
            let (text, old, new) = (
                str_of(machine, value)?,
                str_of(machine, &old)?,
                str_of(machine, &new)?,
            );
            replace(machine, &text, &old, &new, n).map(Value::text)
        }
        "trim" => {
            let [chars] = given.bind(&what, ["chars"], 0)?;
            let chars = set(chars);
            let chars = chars
                .as_ref()
                .map(|chars| words(chars, &what))
                .transpose()?;
            let (text, is_html) = soft(machine, value)?;
            machine.grow(text.len())?;
            Ok(again(strip(machine, &text, "strip", chars)?, is_html))
        }
        _ => {
            given.bind(&what, [], 0)?;
            let (text, is_html) = soft(machine, value)?;
            machine.grow(text.len())?;
            machine.charge(text.len() as u64 / 8)?;
            Ok(match name {
                "upper" => again(text.to_uppercase(), is_html),
                "lower" => again(text.to_lowercase(), is_html),
                "capitalize" => again(letters::capitalize(&text), is_html),
                "title" => Value::text(title(&text)),
                "wordcount" => Value::Int(count_words(&text)),
                // `string`
                _ => again(text, is_html),
            })
        }
    }
}

fn replace_html(machine: &Machine, value: &Value, old: &Value, new: &Value, n: i128) -> Res<Value> {
    let is_html = |value: &Value| matches!(value, Value::Markup(_));
    let text = str_of(machine, value)?;
    let (text, makes_html) = match is_html(value) {
        true => (text.to_string(), true),
        false if is_html(old) || is_html(new) => (html::escape(&text), true),
        false => (text.to_string(), false),
    };
    let new_text = str_of(machine, new)?;
    let new_text = if makes_html && !is_html(new) {
        html::escape(&new_text)
    } else {
        new_text.to_string()
    };
    let text = replace(machine, &text, &str_of(machine, old)?, &new_text, n)?;
    Ok(again(text, makes_html))
}

/// Jinja2's own title case: words begin after white space and any of `-({[<`.
fn title(text: &str) -> String {
    let is_between = |c: char| letters::is_space(c) || matches!(c, '-' | '(' | '{' | '[' | '<');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_gap = is_between(first);
        let end = rest.find(|c| is_between(c) != is_gap).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        if is_gap {
            out.push_str(part);
        } else {
            let tail = part.get(first.len_utf8()..).unwrap_or("");
            out.extend(first.to_uppercase());
            out.push_str(&tail.to_lowercase());
        }
        rest = after;
    }
    out
}

/// Runs of letters, digits and underscores.
fn count_words(text: &str) -> i128 {
    let is_word = |c: char| is_alnum(c) || c == '_';
    let mut n = 0;
    let mut is_inside = false;
    for c in text.chars() {
        n += i128::from(is_word(c) && !is_inside);
        is_inside = is_word(c);
    }
    n
}
