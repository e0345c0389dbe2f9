//! `'{}: {name:>8.2f}'.format(…)`: Python's newer way of putting values into text.

use super::error::{Error, Res, wrong_type, wrong_value};
use super::filters::html::escape;
use super::machine::Machine;
use super::macros::Given;
use super::number_text::{Number, Padding, float_text, grouped, integer_text, pad, whole_digits};
use super::percent::ascii;
use super::python_text::{repr_of, str_of};
use super::value::Value;
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

#[derive(Default)]
struct Spec {
    padding: Option<Padding>,
    sign: Option<char>,
    is_alternate: bool,
    is_zero: bool,
    width: usize,
    grouping: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

fn parse(spec: &str) -> Res<Spec> {
    let mut parsed = Spec::default();
    let mut chars: Vec<char> = spec.chars().rev().collect();
    let is_align = |c: Option<&char>| matches!(c, Some('<' | '>' | '=' | '^'));
    let second = chars.len().checked_sub(2).and_then(|i| chars.get(i));
    if is_align(second) {
        let (fill, align) = (chars.pop().unwrap_or(' '), chars.pop().unwrap_or('<'));
        parsed.padding = Some(Padding { fill, align });
    } else if is_align(chars.last()) {
        parsed.padding = chars.pop().map(|align| Padding { fill: ' ', align });
    }
    if matches!(chars.last(), Some('+' | '-' | ' ')) {
        parsed.sign = chars.pop();
    }
    if matches!(chars.last(), Some('z')) {
        chars.pop();
    }
    if matches!(chars.last(), Some('#')) {
        parsed.is_alternate = chars.pop().is_some();
    }
    if matches!(chars.last(), Some('0')) {
        parsed.is_zero = chars.pop().is_some();
    }
    parsed.width = number(&mut chars).unwrap_or(0);
    if matches!(chars.last(), Some(',' | '_')) {
        parsed.grouping = chars.pop();
    }
    if matches!(chars.last(), Some('.')) {
        chars.pop();
        match number(&mut chars) {
            Some(n) => parsed.precision = Some(n),
            None => return wrong_value("a . in a format needs a number after it"),
        }
    }
    parsed.kind = chars.pop();
    match chars.is_empty() {
        true => Ok(parsed),
        false => wrong_value(format!(
            "\"{}\" is not a format Python knows",
            crate::problem::cut(spec, 30)
        )),
    }
}

fn number(chars: &mut Vec<char>) -> Option<usize> {
    let mut n = None;
    while let Some(digit) = chars.last().and_then(|c| c.to_digit(10)) {
        chars.pop();
        n = Some(
            n.unwrap_or(0_usize)
                .saturating_mul(10)
                .saturating_add(digit as usize),
        );
    }
    n
}

/// Python's `format(value, spec)`.
pub(super) fn format_value(machine: &Machine, value: &Value, spec: &str) -> Res<String> {
    if spec.is_empty() {
        return Ok(str_of(machine, value)?.to_string());
    }
    let parsed = parse(spec)?;
    machine.grow(parsed.width.saturating_add(parsed.precision.unwrap_or(0)))?;
    let unknown = || {
        Error::new(format!(
            "the format \"{}\" does not fit {}",
            crate::problem::cut(spec, 30),
            value.plain_name()
        ))
    };
    match value {
        Value::Text(text) | Value::Markup(text) => {
            let is_number =
                parsed.sign.is_some() || parsed.is_alternate || parsed.grouping.is_some();
            let align = parsed.padding.as_ref().map(|padding| padding.align);
            if !matches!(parsed.kind, None | Some('s')) || is_number || align == Some('=') {
                return Err(unknown());
            }
            let text: String = match parsed.precision {
                Some(n) => text.chars().take(n).collect(),
                None => text.to_string(),
            };
            let fill = if parsed.is_zero { '0' } else { ' ' };
            Ok(pad(
                &text,
                &parsed.padding.unwrap_or(Padding { fill, align: '<' }),
                parsed.width,
            ))
        }
        Value::Int(_) | Value::Bool(_) | Value::Float(_) => {
            let number = number_of(value, &parsed).ok_or_else(unknown)?;
            Ok(finish(number, &parsed))
        }
        _ => wrong_type(format!(
            "{} cannot have the format \"{}\"",
            value.plain_name(),
            crate::problem::cut(spec, 30)
        ))
        .map_err(|error: Box<Error>| error.hint("turn it into text with |string")),
    }
}

fn number_of(value: &Value, spec: &Spec) -> Option<Number> {
    let sign = spec.sign.unwrap_or('-');
    if let (Some(n), None | Some('d' | 'n' | 'x' | 'X' | 'o' | 'b' | 'c')) =
        (value.as_int(), spec.kind)
    {
        if spec.precision.is_some() {
            return None;
        }
        return match spec.kind {
            Some('c') => {
                let c = char::from_u32(u32::try_from(n).ok()?)?;
                Some(Number {
                    prefix: String::new(),
                    digits: c.to_string(),
                })
            }
            kind => Some(integer_text(
                n,
                kind.unwrap_or('d'),
                sign,
                spec.is_alternate,
                None,
            )),
        };
    }
    let x = value.as_float()?;
    match spec.kind {
        None => Some(float_text(x, 'r', sign, spec.is_alternate, spec.precision)),
        Some('n') => Some(float_text(x, 'g', sign, spec.is_alternate, spec.precision)),
        Some('%') => {
            let mut number = float_text(x * 100.0, 'f', sign, spec.is_alternate, spec.precision);
            number.digits.push('%');
            Some(number)
        }
        Some(kind @ ('e' | 'E' | 'f' | 'F' | 'g' | 'G')) => {
            Some(float_text(x, kind, sign, spec.is_alternate, spec.precision))
        }
        Some(_) => None,
    }
}

/// How many zeros before the digits make a grouped number at least as wide as wanted.
fn missing_zeros(number: &Number, width: usize, size: usize) -> usize {
    let n = whole_digits(&number.digits);
    let others = number.prefix.chars().count() + number.digits.chars().count() - n;
    let room = width.saturating_sub(others);
    // Each group takes a place more than it has digits.
    let mut wanted = (room / (size + 1) * size).max(n);
    while wanted + wanted.saturating_sub(1) / size < room {
        wanted += 1;
    }
    wanted - n
}

fn finish(mut number: Number, spec: &Spec) -> String {
    let size = if matches!(spec.kind, Some('x' | 'X' | 'o' | 'b')) {
        4
    } else {
        3
    };
    if let Some(separator) = spec.grouping {
        // Zeros that fill up are grouped too.
        let is_filled = spec.padding.is_none() && spec.is_zero;
        if is_filled {
            let zeros = missing_zeros(&number, spec.width, size);
            number.digits.insert_str(0, &"0".repeat(zeros));
        }
        number.digits = grouped(&number.digits, separator, size);
    }
    let zeros = Padding {
        fill: '0',
        align: '=',
    };
    let spaces = Padding {
        fill: ' ',
        align: '>',
    };
    let padding = match (&spec.padding, spec.is_zero) {
        (Some(padding), true) if padding.fill == ' ' => &Padding {
            fill: '0',
            align: padding.align,
        },
        (Some(padding), _) => padding,
        (None, true) => &zeros,
        (None, false) => &spaces,
    };
    number.padded(padding, spec.width)
}
