//! `'%s: %d' % (a, b)` and the filter `format`: Python's older way of putting values into text.

use super::error::{Error, Res, wrong_type, wrong_value};
use super::filters::html::escape;
use super::machine::Machine;
use super::number_text::{Number, Padding, float_text, integer_text};
use super::python_text::{repr_of, str_of};
use super::value::Value;
use std::rc::Rc;

/// One `%…` of a pattern.
#[derive(Default)]
struct Specifier {
    is_left: bool,
    is_signed: bool,
    is_spaced: bool,
    is_alternate: bool,
    is_zero: bool,
    width: usize,
    precision: Option<usize>,
}

/// What the specifiers take their values from.
struct Values<'v> {
    all: Vec<Value>,
    next: usize,
    mapping: Option<&'v Value>,
    is_by_name: bool,
}

impl Values<'_> {
    fn next(&mut self) -> Res<Value> {
        self.next += 1;
        match self.all.get(self.next - 1) {
            Some(value) => Ok(value.clone()),
            None => wrong_type("there are fewer values than % signs in the text"),
        }
    }
}

/// `pattern % value`.
pub(super) fn format_percent(machine: &Machine, pattern: &Value, value: &Value) -> Res<Value> {
    let Some(text) = pattern.as_text() else {
        return wrong_type("only text can be formatted with %");
    };
    let is_html = matches!(pattern, Value::Markup(_));
    machine.charge(text.len() as u64 / 32)?;
    if let Value::Tuple(tuple) = value {
        machine.charge(tuple.items.len() as u64)?;
    }
    let mut values = match value {
        Value::Tuple(tuple) => Values {
            all: tuple.items.clone(),
            next: 0,
            mapping: None,
            is_by_name: false,
        },
        other => Values {
            all: vec![other.clone()],
            next: 0,
            mapping: matches!(other, Value::Dict(_) | Value::List(_) | Value::Undefined(_))
                .then_some(other),
            is_by_name: false,
        },
    };
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        one(machine, &mut chars, &mut values, is_html, &mut out)?;
    }
    machine.grow(out.len())?;
    machine.charge(out.len() as u64 / 32)?;
    if values.next < values.all.len() && values.mapping.is_none() {
        return wrong_type("there are more values than % signs in the text");
    }
    Ok(if is_html {
        Value::Markup(Rc::from(out))
    } else {
        Value::text(out)
    })
}

type Chars<'s> = std::iter::Peekable<std::str::Chars<'s>>;

fn one(
    machine: &Machine,
    chars: &mut Chars,
    values: &mut Values,
    is_html: bool,
    out: &mut String,
) -> Res<()> {
    machine.charge(3)?;
    let mut named = None;
    if chars.next_if_eq(&'(').is_some() {
        let Some(mapping) = values.mapping else {
            return wrong_type("%(name)s needs a mapping of names to values");
        };
        named = Some(machine_item(machine, mapping, &name(chars)?)?);
        values.is_by_name = true;
    }
    let mut spec = Specifier::default();
    while let Some(flag) = chars.next_if(|c| "-+ #0".contains(*c)) {
        match flag {
            '-' => spec.is_left = true,
            '+' => spec.is_signed = true,
            ' ' => spec.is_spaced = true,
            '#' => spec.is_alternate = true,
            _ => spec.is_zero = true,
        }
    }
    let width = size(chars, values)?;
    spec.is_left |= width < 0;
    spec.width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
    if chars.next_if_eq(&'.').is_some() {
        spec.precision = Some(usize::try_from(size(chars, values)?.max(0)).unwrap_or(usize::MAX));
    }
    machine.grow(spec.width.saturating_add(spec.precision.unwrap_or(0)))?;
    while chars.next_if(|c| "hlL".contains(*c)).is_some() {}
    let Some(kind) = chars.next() else {
        return wrong_value("the text ends in the middle of a % sign")
            .map_err(|error: Box<Error>| error.hint("write %% for a per cent sign"));
    };
    let is_bare = spec.width == 0 && spec.precision.is_none() && !spec.is_left && !spec.is_zero;
    if kind == '%' && is_bare {
        out.push('%');
        return Ok(());
    }
    if !"diuoxXeEfFgGcrsa".contains(kind) {
        return wrong_value(format!("%{kind} is not something Python can format"))
            .map_err(|error: Box<Error>| error.hint("write %% for a per cent sign"));
    }
    let value = match named {
        Some(value) => {
            values.next = values.all.len();
            value
        }
        None => values.next()?,
    };
    let text = text(machine, kind, &spec, &value, is_html)?;
    machine.grow(text.len())?;
    out.push_str(&text);
    Ok(())
}

fn machine_item(machine: &Machine, mapping: &Value, name: &str) -> Res<Value> {
    match machine.item(mapping, &Value::text(name), None)? {
        Value::Undefined(undefined) => Err(Error::new(undefined.message.clone())),
        value => Ok(value),
    }
}

fn name(chars: &mut Chars) -> Res<String> {
    let mut depth = 1;
    let mut name = String::new();
    for c in chars.by_ref() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Ok(name);
        }
        name.push(c);
    }
    wrong_value("%( is never closed")
}

fn size(chars: &mut Chars, values: &mut Values) -> Res<i64> {
    if chars.next_if_eq(&'*').is_some() {
        return match values.next()?.as_int() {
            Some(n) => Ok(i64::try_from(n).unwrap_or(i64::MAX)),
            None => wrong_type("* in a % sign needs a whole number"),
        };
    }
    let mut n = 0_i64;
    while let Some(digit) = chars.next_if(char::is_ascii_digit) {
        n = n
            .saturating_mul(10)
            .saturating_add(i64::from(digit.to_digit(10).unwrap_or(0)));
    }
    Ok(n)
}

fn text(
    machine: &Machine,
    kind: char,
    spec: &Specifier,
    value: &Value,
    is_html: bool,
) -> Res<String> {
    let sign = if spec.is_signed {
        '+'
    } else if spec.is_spaced {
        ' '
    } else {
        '-'
    };
    let number = match kind {
        's' | 'r' | 'a' | 'c' => return Ok(pad(spec, words(machine, kind, spec, value, is_html)?)),
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' => {
            let n = match value {
                Value::Float(x) if "diu".contains(kind) => {
                    if !x.is_finite() {
                        return wrong_value(format!(
                            "%{kind} cannot write {}",
                            super::python_text::float(*x)
                        ));
                    }
                    Some(*x as i128)
                }
                other => other.as_int(),
            };
            let Some(n) = n else {
                return wrong_type(format!(
                    "%{kind} needs a number, not {}",
                    value.plain_name()
                ))
                .map_err(|error: Box<Error>| error.hint("use %s for anything else"));
            };
            integer_text(
                n,
                if "diu".contains(kind) { 'd' } else { kind },
                sign,
                spec.is_alternate,
                spec.precision,
            )
        }
        _ => {
            let x = match value {
                Value::Text(_) | Value::Markup(_) => None,
                other => other.as_float(),
            };
            let Some(x) = x else {
                return wrong_type(format!(
                    "%{kind} needs a number, not {}",
                    value.plain_name()
                ))
                .map_err(|error: Box<Error>| error.hint("use %s for anything else"));
            };
            float_text(
                x,
                kind,
                sign,
                spec.is_alternate,
                Some(spec.precision.unwrap_or(6)),
            )
        }
    };
    Ok(pad_number(spec, &number))
}

fn words(
    machine: &Machine,
    kind: char,
    spec: &Specifier,
    value: &Value,
    is_html: bool,
) -> Res<String> {
    let text = match kind {
        's' if is_html && !matches!(value, Value::Markup(_)) => escape(&str_of(machine, value)?),
        's' => str_of(machine, value)?.to_string(),
        'r' => repr_of(machine, value)?,
        'a' => ascii(&repr_of(machine, value)?),
        _ => match value {
            Value::Int(_) | Value::Bool(_) => match value
                .as_int()
                .and_then(|n| u32::try_from(n).ok())
                .and_then(char::from_u32)
            {
                Some(c) => c.to_string(),
                None => return wrong_value("%c needs the number of a character"),
            },
            Value::Text(text) | Value::Markup(text) if text.chars().count() == 1 => {
                text.to_string()
            }
            _ => return wrong_type("%c needs one character"),
        },
    };
    Ok(match spec.precision {
        Some(n) if kind != 'c' => text.chars().take(n).collect(),
        _ => text,
    })
}

/// What Python's `ascii` makes of a `repr`.
pub(super) fn ascii(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let code = u32::from(c);
        match code {
            0..0x80 => out.push(c),
            0x80..0x100 => out.push_str(&format!("\\x{code:02x}")),
            0x100..0x1_0000 => out.push_str(&format!("\\u{code:04x}")),
            _ => out.push_str(&format!("\\U{code:08x}")),
        }
    }
    out
}

fn pad(spec: &Specifier, text: String) -> String {
    let missing = spec.width.saturating_sub(text.chars().count());
    match (missing, spec.is_left) {
        (0, _) => text,
        (n, true) => text + &" ".repeat(n),
        (n, false) => " ".repeat(n) + &text,
    }
}

fn pad_number(spec: &Specifier, number: &Number) -> String {
    let padding = match (spec.is_left, spec.is_zero) {
        (true, _) => Padding {
            fill: ' ',
            align: '<',
        },
        (false, true) => Padding {
            fill: '0',
            align: '=',
        },
        (false, false) => Padding {
            fill: ' ',
            align: '>',
        },
    };
    number.padded(&padding, spec.width)
}
