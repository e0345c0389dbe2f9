//! `'{}: {name:>8.2f}'.format(…)`: Python's newer way of putting values into text.

mod spec;

use super::error::{Error, Res, wrong_value};
use super::filters::html::escape;
use super::machine::Machine;
use super::macros::Given;
use super::percent::ascii;
use super::python_text::{repr_of, str_of};
use super::value::Value;
use spec::format_value;
use std::rc::Rc;

struct Formatter<'m, 't, 'g> {
    machine: &'m Machine<'t>,
    given: &'g Given,
    next: usize,
    is_numbered: bool,
    is_html: bool,
}

/// `pattern.format(…)`.
pub(super) fn format_braces(
    machine: &Machine,
    pattern: &str,
    given: &Given,
    is_html: bool,
) -> Res<Value> {
    let mut formatter = Formatter {
        machine,
        given,
        next: 0,
        is_numbered: false,
        is_html,
    };
    let mut out = String::new();
    formatter.fill(pattern, &mut out, 0)?;
    machine.grow(out.len())?;
    machine.charge(out.len() as u64 / 32)?;
    Ok(if is_html {
        Value::Markup(Rc::from(out))
    } else {
        Value::text(out)
    })
}

impl Formatter<'_, '_, '_> {
    fn fill(&mut self, pattern: &str, out: &mut String, level: usize) -> Res<()> {
        let mut rest = pattern;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            out.push_str(before);
            if let Some(after) = from.strip_prefix("{{").or_else(|| from.strip_prefix("}}")) {
                out.push_str(from.get(..1).unwrap_or(""));
                rest = after;
                continue;
            }
            let Some(inside) = from.strip_prefix('{') else {
                return wrong_value("a single } in the text of .format()")
                    .map_err(|error: Box<Error>| error.hint("write }} for a brace"));
            };
            let Some(end) = field_end(inside) else {
                return wrong_value("a { in the text of .format() is never closed")
                    .map_err(|error: Box<Error>| error.hint("write {{ for a brace"));
            };
            let (field, after) = inside.split_at(end);
            if level > 1 {
                return wrong_value("braces inside braces inside braces in .format()");
            }
            self.field(field, out, level)?;
            rest = after.get(1..).unwrap_or("");
        }
        out.push_str(rest);
        Ok(())
    }

    fn field(&mut self, field: &str, out: &mut String, level: usize) -> Res<()> {
        self.machine.charge(4)?;
        let (name_part, spec) = split_spec(field);
        let (name, conversion) = match name_part.rsplit_once('!') {
            Some((name, conversion)) => (name, Some(conversion)),
            None => (name_part, None),
        };
        let mut value = self.value(name)?;
        match conversion {
            None => {}
            Some("s") => value = Value::Text(str_of(self.machine, &value)?),
            Some("r") => value = Value::text(repr_of(self.machine, &value)?),
            Some("a") => value = Value::text(ascii(&repr_of(self.machine, &value)?)),
            Some(other) => {
                return wrong_value(format!("!{other} is not something .format() knows"));
            }
        }
        let mut full = String::new();
        self.fill(spec, &mut full, level + 1)?;
        let text = format_value(self.machine, &value, &full)?;
        self.machine.grow(text.len())?;
        if self.is_html && !matches!(value, Value::Markup(_)) {
            out.push_str(&escape(&text));
        } else {
            out.push_str(&text);
        }
        Ok(())
    }

    fn value(&mut self, name: &str) -> Res<Value> {
        let end = name.find(['.', '[']).unwrap_or(name.len());
        let (first, mut path) = name.split_at(end);
        let mut value = if first.is_empty() || first.chars().all(|c| c.is_ascii_digit()) {
            let index = match first.parse::<usize>() {
                Ok(_) if self.next > 0 => {
                    return wrong_value("{} and {0} cannot be mixed in one text");
                }
                Ok(index) => {
                    self.is_numbered = true;
                    index
                }
                Err(_) if !first.is_empty() => return wrong_value("this number is too large"),
                Err(_) if self.is_numbered => {
                    return wrong_value("{} and {0} cannot be mixed in one text");
                }
                Err(_) => {
                    self.next += 1;
                    self.next - 1
                }
            };
            match self.given.positional.get(index) {
                Some(value) => value.clone(),
                None => {
                    return wrong_value(format!(
                        ".format() was given no value number {}",
                        index + 1
                    ));
                }
            }
        } else {
            self.machine.charge(self.given.named.len() as u64 / 8)?;
            match self.given.named.iter().find(|(other, _)| **other == *first) {
                Some((_, value)) => value.clone(),
                None => return wrong_value(format!(".format() was given no value named {first}")),
            }
        };
        while !path.is_empty() {
            self.machine.charge(4)?;
            if let Some(rest) = path.strip_prefix('.') {
                let end = rest.find(['.', '[']).unwrap_or(rest.len());
                let (part, after) = rest.split_at(end);
                let found = self.machine.own_attribute(&value, part)?;
                value = found.ok_or_else(|| {
                    Error::new(format!("{} has no attribute {part}", value.plain_name()))
                })?;
                path = after;
            } else {
                let rest = path.strip_prefix('[').unwrap_or("");
                let Some((part, after)) = rest.split_once(']') else {
                    return wrong_value("a [ in the text of .format() is never closed");
                };
                let key = part.parse().map_or_else(|_| Value::text(part), Value::Int);
                value = match self.machine.item(&value, &key, None)? {
                    Value::Undefined(undefined) => return wrong_value(undefined.message.clone()),
                    found => found,
                };
                path = after;
            }
        }
        Ok(value)
    }
}

/// The end of a field; braces inside its format nest.
fn field_end(inside: &str) -> Option<usize> {
    let mut depth = 0;
    let mut in_brackets = false;
    for (i, c) in inside.char_indices() {
        match c {
            '[' if depth == 0 => in_brackets = true,
            ']' => in_brackets = false,
            '{' if !in_brackets => depth += 1,
            '}' if !in_brackets && depth == 0 => return Some(i),
            '}' if !in_brackets => depth -= 1,
            _ => {}
        }
    }
    None
}

fn split_spec(field: &str) -> (&str, &str) {
    let mut in_brackets = false;
    for (i, c) in field.char_indices() {
        match c {
            '[' => in_brackets = true,
            ']' => in_brackets = false,
            ':' if !in_brackets => {
                return (
                    field.get(..i).unwrap_or(""),
                    field.get(i + 1..).unwrap_or(""),
                );
            }
            _ => {}
        }
    }
    (field, "")
}
