//! Python's methods of texts, lists, tuples, dicts and numbers.

mod dict;
mod list;
mod search;
mod split;
mod text;
mod width;

pub(super) use dict::update as dict_update;
pub(super) use split::lines;
pub(super) use text::{replace, strip};
pub(super) use width::center;

use super::error::{Error, Res, wrong_value};
use super::machine::Machine;
use super::macros::Given;
use super::number_text::float_text;
use super::value::{Loop, Object, Value};

const TEXT: &[&str] = &[
    "capitalize",
    "casefold",
    "center",
    "count",
    "encode",
    "endswith",
    "expandtabs",
    "find",
    "format",
    "format_map",
    "index",
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isprintable",
    "isspace",
    "istitle",
    "isupper",
    "join",
    "ljust",
    "lower",
    "lstrip",
    "maketrans",
    "partition",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "swapcase",
    "title",
    "translate",
    "upper",
    "zfill",
];
const MARKUP: &[&str] = &["striptags", "unescape"];
const LIST: &[&str] = &[
    "append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse",
    "sort",
];
const TUPLE: &[&str] = &["count", "index"];
const DICT: &[&str] = &[
    "clear",
    "copy",
    "fromkeys",
    "get",
    "items",
    "keys",
    "pop",
    "popitem",
    "setdefault",
    "update",
    "values",
];
const INT: &[&str] = &["as_integer_ratio", "bit_length", "conjugate"];
const FLOAT: &[&str] = &["as_integer_ratio", "conjugate", "hex", "is_integer"];
const LOOP: &[&str] = &["cycle", "changed"];
const CYCLER: &[&str] = &["next", "reset"];

/// The method of this name, if the value has it.
pub(super) fn method_named(value: &Value, name: &str) -> Option<&'static str> {
    let find =
        |methods: &'static [&'static str]| methods.iter().find(|method| **method == name).copied();
    match value {
        Value::Text(_) => find(TEXT),
        Value::Markup(_) => find(TEXT).or_else(|| find(MARKUP)),
        Value::List(_) => find(LIST),
        Value::Tuple(_) => find(TUPLE),
        Value::Dict(_) => find(DICT),
        Value::Int(_) | Value::Bool(_) => find(INT),
        Value::Float(_) => find(FLOAT),
        Value::Object(object) => match &**object {
            Object::Range { .. } => find(TUPLE),
            Object::Loop(_) => find(LOOP),
            Object::Cycler { .. } => find(CYCLER),
            _ => None,
        },
        _ => None,
    }
}

/// A method Python has and templates here do not.
pub(super) fn unsupported(name: &str) -> Box<Error> {
    Error::new(format!(".{name}() is not supported here")).hint("use a filter or another method")
}

impl Machine<'_> {
    /// Calls a method found with [`method_named`].
    pub fn call_method(&self, of: &Value, name: &'static str, given: Given) -> Res<Value> {
        match of {
            Value::Text(text) => text::call(self, text, name, given, false),
            Value::Markup(text) => text::call(self, text, name, given, true),
            Value::List(items) => {
                if matches!(name, "append" | "extend" | "insert") {
                    self.kept.list(items);
                }
                list::call(self, items, name, given)
            }
            Value::Tuple(tuple) => list::search(self, &tuple.items, name, given),
            Value::Dict(dict) => {
                if matches!(name, "setdefault" | "update") {
                    self.kept.dict(dict);
                }
                dict::call(self, dict, name, given)
            }
            Value::Int(_) | Value::Bool(_) | Value::Float(_) => number(of, name, given),
            Value::Object(object) => match &**object {
                Object::Range { .. } => {
                    let items = self.items(of, None)?;
                    list::search(self, &items, name, given)
                }
                Object::Loop(state) => {
                    self.kept.object(object);
                    call_loop(self, state, name, given)
                }
                Object::Cycler { items, position } => {
                    given.bind(&format!(".{name}()"), [], 0)?;
                    if name == "reset" {
                        position.set(0);
                        return Ok(Value::None);
                    }
                    let current = items.get(position.get()).cloned();
                    position.set((position.get() + 1) % items.len().max(1));
                    Ok(current.unwrap_or(Value::None))
                }
                _ => Err(unsupported(name)),
            },
            _ => Err(unsupported(name)),
        }
    }
}

fn call_loop(machine: &Machine, state: &Loop, name: &str, given: Given) -> Res<Value> {
    if let Some((name, _)) = given.named.first() {
        return Err(Error::new(format!(
            "the loop's methods have no setting named {name}"
        )));
    }
    if name == "cycle" {
        let n = given.positional.len();
        return match given
            .positional
            .into_iter()
            .nth(state.index0.get() % n.max(1))
        {
            Some(value) => Ok(value),
            None => Err(Error::new("loop.cycle() needs values to choose from")),
        };
    }
    let mut last = state.last_changed.borrow_mut();
    let is_same = match &*last {
        Some(last) => super::order::is_equal(
            machine,
            &Value::tuple(last.clone()),
            &Value::tuple(given.positional.clone()),
        )?,
        None => false,
    };
    *last = Some(given.positional);
    Ok(Value::Bool(!is_same))
}

fn number(of: &Value, name: &str, given: Given) -> Res<Value> {
    if matches!((of, name), (Value::Float(_), "hex" | "as_integer_ratio")) {
        return Err(unsupported(name));
    }
    given.bind(&format!(".{name}()"), [], 0)?;
    Ok(match (of, name) {
        (Value::Float(x), "is_integer") => Value::Bool(x.fract() == 0.0),
        (Value::Float(_), "conjugate") => of.clone(),
        (_, "conjugate") => Value::Int(of.as_int().unwrap_or(0)),
        (_, "bit_length") => Value::Int(i128::from(
            128 - of.as_int().unwrap_or(0).unsigned_abs().leading_zeros(),
        )),
        (Value::Int(_) | Value::Bool(_), "as_integer_ratio") => {
            Value::tuple(vec![Value::Int(of.as_int().unwrap_or(0)), Value::Int(1)])
        }
        _ => return Err(unsupported(name)),
    })
}

/// A whole number given to a method or filter.
pub(super) fn whole(value: &Value, what: &str) -> Res<i128> {
    match value.as_int() {
        Some(n) => Ok(n),
        None => Err(Error::new(format!(
            "{what} needs a whole number, not {}",
            value.plain_name()
        ))),
    }
}

/// A width or count; one beyond any limit is refused before anything is built.
pub(super) fn size(machine: &Machine, value: &Value, what: &str) -> Res<usize> {
    let n = usize::try_from(whole(value, what)?.max(0)).unwrap_or(usize::MAX);
    machine.grow(n)?;
    Ok(n)
}

/// Text given to a method.
pub(super) fn words<'v>(value: &'v Value, what: &str) -> Res<&'v str> {
    match value.as_text() {
        Some(text) => Ok(text),
        None => Err(Error::new(format!(
            "{what} needs text, not {}",
            value.plain_name()
        ))),
    }
}

/// Python's `int` of a text in a base.
pub(super) fn parse_int(text: &str, base: i128) -> Res<Option<i128>> {
    let text: String = text
        .trim_matches(super::letters::is_space)
        .chars()
        .map(|c| match super::letters::decimal(c) {
            Some(digit) => char::from_digit(digit, 10).unwrap_or(c),
            None => c,
        })
        .collect();
    if base != 0 && !(2..=36).contains(&base) {
        return Ok(None);
    }
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let lower = digits.to_ascii_lowercase();
    let prefixed = |mark: &str, of: i128| {
        (base == of || base == 0)
            .then(|| lower.strip_prefix(mark))
            .flatten()
    };
    let (digits, base) = if let Some(rest) = prefixed("0x", 16) {
        (rest, 16)
    } else if let Some(rest) = prefixed("0o", 8) {
        (rest, 8)
    } else if let Some(rest) = prefixed("0b", 2) {
        (rest, 2)
    } else {
        (lower.as_str(), if base == 0 { 10 } else { base })
    };
    let has_prefix = digits.len() < lower.len();
    let digits = if has_prefix {
        digits.strip_prefix('_').unwrap_or(digits)
    } else {
        digits
    };
    if digits.is_empty()
        || digits.starts_with('_')
        || digits.ends_with('_')
        || digits.contains("__")
        || digits.contains(['+', '-'])
    {
        return Ok(None);
    }
    let digits = digits.replace('_', "");
    if !digits.chars().all(|c| c.is_digit(base as u32)) {
        return Ok(None);
    }
    match i128::from_str_radix(&digits, base as u32) {
        Ok(n) => Ok(Some(if is_negative { -n } else { n })),
        Err(_) => wrong_value("this number is too large")
            .map_err(|error: Box<Error>| error.hint("whole numbers can have up to 38 digits")),
    }
}

/// Python's `float` of a text.
pub(super) fn parse_float(text: &str) -> Option<f64> {
    let text: String = text
        .trim_matches(super::letters::is_space)
        .chars()
        .map(|c| match super::letters::decimal(c) {
            Some(digit) => char::from_digit(digit, 10).unwrap_or(c),
            None => c,
        })
        .collect();
    let lower = text.to_ascii_lowercase();
    let bare = lower.strip_prefix(['+', '-']).unwrap_or(&lower);
    if matches!(bare, "inf" | "infinity" | "nan") {
        let size = if bare == "nan" {
            f64::NAN
        } else {
            f64::INFINITY
        };
        return Some(if lower.starts_with('-') { -size } else { size });
    }
    let is_digit = |c: Option<&u8>| c.is_some_and(u8::is_ascii_digit);
    let bytes = lower.as_bytes();
    for (i, byte) in bytes.iter().enumerate() {
        if *byte == b'_' && !(i > 0 && is_digit(bytes.get(i - 1)) && is_digit(bytes.get(i + 1))) {
            return None;
        }
    }
    let clean = lower.replace('_', "");
    let is_number = clean
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'+' | b'-'));
    if is_number { clean.parse().ok() } else { None }
}

/// A float written with so many digits after the point, for `filesizeformat`.
pub(super) fn one_digit(x: f64) -> String {
    let number = float_text(x, 'f', '-', false, Some(1));
    number.prefix + &number.digits
}
