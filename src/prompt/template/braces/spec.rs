//! What stands behind the colon in `{:>8.2f}`: read, and applied to a value.

use crate::prompt::template::error::{Error, Res, wrong_type, wrong_value};
use crate::prompt::template::machine::Machine;
use crate::prompt::template::number_text::{
    Number, Padding, float_text, grouped, integer_text, pad, whole_digits,
};
use crate::prompt::template::python_text::str_of;
use crate::prompt::template::value::Value;

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
    let size = parsed.width.saturating_add(parsed.precision.unwrap_or(0));
    machine.grow(size)?;
    machine.charge(size as u64 / 8)?;
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
