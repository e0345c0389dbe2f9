//! Methods of texts.

use super::super::braces::format_braces;
use super::super::error::{Error, Res, wrong_type, wrong_value};
use super::super::filters::html;
use super::super::letters::{self, is_space};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::python_text::{is_printable, str_of};
use super::super::value::Value;
use super::split::{lines, rsplit, split};
use super::width::widen;
use super::{search, unsupported, whole, words};
use std::collections::HashSet;
use std::rc::Rc;

/// What a method gives: a new text stays HTML when the old one was.
pub(super) struct Maker {
    is_html: bool,
}

impl Maker {
    pub fn text(&self, text: impl Into<Rc<str>>) -> Value {
        if self.is_html {
            Value::Markup(text.into())
        } else {
            Value::Text(text.into())
        }
    }

    /// Parts of a text, each counted when it was cut.
    fn list(&self, parts: Vec<&str>) -> Value {
        Value::list(parts.into_iter().map(|part| self.text(part)).collect())
    }
}

pub(super) fn call(
    machine: &Machine,
    text: &Rc<str>,
    name: &str,
    given: Given,
    is_html: bool,
) -> Res<Value> {
    let is_answer = search::METHODS.contains(&name) || name.starts_with("is");
    machine.charge(1 + text.len() as u64 / if is_answer { 16 } else { 32 })?;
    if !is_answer {
        machine.grow(text.len())?;
    }
    let maker = Maker { is_html };
    let what = format!(".{name}()");
    match name {
        "format" => return format_braces(machine, text, &given, is_html),
        "format_map" => {
            let [mapping] = given.bind(&what, ["mapping"], 1)?;
            let Some(Value::Dict(dict)) = mapping else {
                return wrong_type(".format_map() needs a mapping");
            };
            machine.grow_list(dict.borrow().len() * 2)?;
            let named = dict
                .borrow()
                .iter()
                .filter_map(|(name, value)| Some((Rc::clone(name.as_text()?), value.clone())))
                .collect();
            return format_braces(
                machine,
                text,
                &Given {
                    positional: Vec::new(),
                    named,
                },
                is_html,
            );
        }
        "split" | "rsplit" => {
            let [separator, n] = given.bind(&what, ["sep", "maxsplit"], 0)?;
            let separator = match &separator {
                None | Some(Value::None) => None,
                Some(separator) => Some(words(separator, &what)?),
            };
            let n = n.map_or(Ok(-1), |n| whole(&n, &what))?;
            let parts = if name == "split" {
                split(machine, text, separator, n)?
            } else {
                rsplit(machine, text, separator, n)?
            };
            return Ok(maker.list(parts));
        }
        "splitlines" => {
            let [keeps_ends] = given.bind(&what, ["keepends"], 0)?;
            let keeps_ends = keeps_ends.is_some_and(|value| value.is_true());
            return Ok(maker.list(lines(machine, text, keeps_ends)?));
        }
        "strip" | "lstrip" | "rstrip" => {
            let [chars] = given.bind(&what, ["chars"], 0)?;
            let chars = match &chars {
                None | Some(Value::None) => None,
                Some(chars) => Some(words(chars, &what)?),
            };
            return strip(machine, text, name, chars).map(|text| maker.text(text));
        }
        name if search::METHODS.contains(&name) => return search::call(machine, text, name, given),
        "replace" => {
            let [old, new, n] = given.bind(&what, ["old", "new", "count"], 2)?;
            let (old, new) = (old.unwrap_or(Value::None), new.unwrap_or(Value::None));
            let (old, new) = (
                words(&old, &what)?.to_owned(),
                html_words(&new, &what, is_html)?,
            );
            let n = n.map_or(Ok(-1), |n| whole(&n, &what))?;
            return replace(machine, text, &old, &new, n).map(|text| maker.text(text));
        }
        "join" => {
            let [items] = given.bind(&what, ["iterable"], 1)?;
            let items = machine.items(&items.unwrap_or(Value::None), None)?;
            return join(machine, text, &items, is_html).map(|text| maker.text(text));
        }
        "center" | "ljust" | "rjust" | "zfill" | "expandtabs" => {
            return widen(machine, text, name, given, &maker);
        }
        "partition" | "rpartition" => {
            let [separator] = given.bind(&what, ["sep"], 1)?;
            return partition(
                text,
                name,
                words(&separator.unwrap_or(Value::None), &what)?,
                &maker,
            );
        }
        "removeprefix" | "removesuffix" => {
            let [affix] = given.bind(&what, ["affix"], 1)?;
            let affix = affix.unwrap_or(Value::None);
            let affix = words(&affix, &what)?;
            let rest = if name == "removeprefix" {
                text.strip_prefix(affix)
            } else {
                text.strip_suffix(affix)
            };
            return Ok(maker.text(rest.unwrap_or(text)));
        }
        "encode" | "maketrans" | "translate" => return Err(unsupported(name)),
        _ => {}
    }
    given.bind(&what, [], 0)?;
    plain(machine, text, name, &maker)
}

/// Methods that take no values.
fn plain(machine: &Machine, text: &str, name: &str, maker: &Maker) -> Res<Value> {
    if matches!(name, "title" | "swapcase" | "casefold" | "capitalize") {
        machine.charge(text.len() as u64 / 8)?;
    }
    let all = |is: fn(char) -> bool| Value::Bool(!text.is_empty() && text.chars().all(is));
    Ok(match name {
        "upper" => maker.text(text.to_uppercase()),
        "lower" => maker.text(text.to_lowercase()),
        "title" => maker.text(letters::title(text)),
        "capitalize" => maker.text(letters::capitalize(text)),
        "casefold" => maker.text(letters::casefold(text)),
        "swapcase" => maker.text(letters::swapcase(text)),
        "isdigit" => all(letters::is_digit),
        "isdecimal" => all(|c| letters::decimal(c).is_some()),
        "isnumeric" => all(char::is_numeric),
        "isalpha" => all(letters::is_alpha),
        "isalnum" => all(letters::is_alnum),
        "isspace" => all(is_space),
        "isascii" => Value::Bool(text.is_ascii()),
        "isprintable" => Value::Bool(text.chars().all(is_printable)),
        "isupper" => Value::Bool(letters::all_cased(text, char::is_uppercase)),
        "islower" => Value::Bool(letters::all_cased(text, char::is_lowercase)),
        "istitle" => Value::Bool(letters::is_title(text)),
        "isidentifier" => Value::Bool(letters::is_identifier(text)),
        "striptags" => maker.text(html::strip_tags(text)),
        "unescape" => Value::text(html::unescape(text)),
        _ => return Err(unsupported(name)),
    })
}

fn html_words(value: &Value, what: &str, is_html: bool) -> Res<String> {
    let text = words(value, what)?;
    Ok(match is_html && !matches!(value, Value::Markup(_)) {
        true => html::escape(text),
        false => text.to_owned(),
    })
}

/// `strip` and its like, with white space when no characters are given.
pub(crate) fn strip<'t>(
    machine: &Machine,
    text: &'t str,
    name: &str,
    chars: Option<&str>,
) -> Res<&'t str> {
    machine.charge(chars.map_or(0, str::len) as u64)?;
    // Many characters are not looked through for every character of the text.
    let many: Option<HashSet<char>> = chars
        .filter(|chars| chars.len() > 32)
        .map(|chars| chars.chars().collect());
    let is_out = |c: char| match (&many, chars) {
        (Some(many), _) => many.contains(&c),
        (None, Some(chars)) => chars.contains(c),
        (None, None) => is_space(c),
    };
    Ok(match name {
        "lstrip" => text.trim_start_matches(is_out),
        "rstrip" => text.trim_end_matches(is_out),
        _ => text.trim_matches(is_out),
    })
}

/// `text.replace(old, new, n)`; a negative number replaces all.
pub(crate) fn replace(machine: &Machine, text: &str, old: &str, new: &str, n: i128) -> Res<String> {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    let n_found = if old.is_empty() {
        text.chars().count() + 1
    } else {
        text.matches(old).count()
    };
    machine.grow(
        text.len()
            .saturating_add(n_found.min(n).saturating_mul(new.len())),
    )?;
    machine.charge(n_found.min(n) as u64 / 4 + (text.len() + old.len()) as u64 / 32)?;
    if n == usize::MAX {
        Ok(text.replace(old, new))
    } else {
        Ok(text.replacen(old, new, n))
    }
}

/// `separator.join(items)`: texts only.
fn join(machine: &Machine, separator: &str, items: &[Value], is_html: bool) -> Res<String> {
    let mut out = String::new();
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(separator);
        }
        machine.grow(separator.len())?;
        match item {
            item if is_html && !matches!(item, Value::Markup(_)) => {
                out.push_str(&html::escape(&str_of(machine, item)?))
            }
            Value::Text(text) | Value::Markup(text) => {
                machine.grow(text.len())?;
                out.push_str(text);
            }
            other => {
                let error = Error::new(format!(
                    ".join() takes texts only; item {} is {}",
                    i + 1,
                    other.plain_name()
                ));
                return Err(error.hint("the filter join takes anything: list|join(', ')"));
            }
        }
    }
    Ok(out)
}

fn partition(text: &str, name: &str, separator: &str, maker: &Maker) -> Res<Value> {
    if separator.is_empty() {
        return wrong_value("a text cannot be split at nothing");
    }
    let found = if name == "partition" {
        text.split_once(separator)
    } else {
        text.rsplit_once(separator)
    };
    let parts = match found {
        Some((before, after)) => [before, separator, after],
        None if name == "partition" => [text, "", ""],
        None => ["", "", text],
    };
    Ok(Value::tuple(
        parts.into_iter().map(|part| maker.text(part)).collect(),
    ))
}
