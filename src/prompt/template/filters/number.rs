//! Filters about numbers.

use super::super::error::{Error, Res, wrong_type, wrong_value};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::methods::{one_digit, parse_float, parse_int, whole, words};
use super::super::number_text;
use super::super::operators::{floor_divide, negative};
use super::super::value::Value;
use super::is_on;

pub(super) fn apply(machine: &Machine, name: &str, value: &Value, given: Given) -> Res<Value> {
    let what = format!("the filter {name}");
    if let Some(text) = value.as_text() {
        machine.charge(text.len() as u64 / 2)?;
    }
    match name {
        "abs" => {
            given.bind(&what, [], 0)?;
            let is_negative = value.as_float().is_some_and(|x| x.is_sign_negative());
            match value {
                Value::Undefined(undefined) => Err(machine.undefined_error(undefined)),
                Value::Int(_) | Value::Float(_) if is_negative => negative(machine, value),
                Value::Int(_) | Value::Float(_) => Ok(value.clone()),
                Value::Bool(b) => Ok(Value::Int(i128::from(*b))),
                other => wrong_type(format!(
                    "the filter abs needs a number, not {}",
                    other.plain_name()
                )),
            }
        }
        "int" => {
            let [default, base] = given.bind(&what, ["default", "base"], 0)?;
            let base = base.map_or(Ok(10), |base| whole(&base, &what))?;
            int(machine, value, default.unwrap_or(Value::Int(0)), base)
        }
        "float" => {
            let [default] = given.bind(&what, ["default"], 0)?;
            match value {
                Value::Undefined(undefined) => Err(machine.undefined_error(undefined)),
                Value::Text(text) | Value::Markup(text) => Ok(parse_float(text)
                    .map_or_else(|| default.unwrap_or(Value::Float(0.0)), Value::Float)),
                other => Ok(other
                    .as_float()
                    .map_or_else(|| default.unwrap_or(Value::Float(0.0)), Value::Float)),
            }
        }
        "filesizeformat" => {
            let [is_binary] = given.bind(&what, ["binary"], 0)?;
            let size = match value {
                Value::Undefined(undefined) => return Err(machine.undefined_error(undefined)),
                Value::Text(text) | Value::Markup(text) => parse_float(text),
                other => other.as_float(),
            };
            match size {
                Some(size) => file_size(size, is_on(&is_binary)).map(Value::text),
                None => wrong_type(format!(
                    "the filter filesizeformat needs a number, not {}",
                    value.plain_name()
                )),
            }
        }
        _ => round(machine, value, given),
    }
}

fn int(machine: &Machine, value: &Value, default: Value, base: i128) -> Res<Value> {
    let from_float = |x: f64| {
        if x.is_finite() && x.abs() < 1e38 {
            Value::Int(x as i128)
        } else {
            default.clone()
        }
    };
    Ok(match value {
        Value::Undefined(undefined) => return Err(machine.undefined_error(undefined)),
        Value::Text(text) | Value::Markup(text) => match parse_int(text, base)? {
            Some(n) => Value::Int(n),
            None => parse_float(text).map_or_else(|| default.clone(), from_float),
        },
        Value::Float(x) if x.is_infinite() => return wrong_value("infinity is not a whole number"),
        Value::Float(x) if x.abs() >= 1e38 => return wrong_value("this number is too large"),
        Value::Float(x) => from_float(*x),
        other => other.as_int().map_or(default, Value::Int),
    })
}

fn round(machine: &Machine, value: &Value, given: Given) -> Res<Value> {
    let what = "the filter round";
    let [precision, method] = given.bind(what, ["precision", "method"], 0)?;
    let precision = precision.unwrap_or(Value::Int(0));
    let method = method.unwrap_or_else(|| Value::text("common"));
    let method = words(&method, what)?;
    if !matches!(method, "common" | "ceil" | "floor") {
        return wrong_value(format!("the filter round has no method {method}"))
            .map_err(|error: Box<Error>| error.hint("it has common, ceil and floor"));
    }
    if let Value::Undefined(undefined) = value {
        return Err(machine.undefined_error(undefined));
    }
    let Some(x) = value.as_float() else {
        return wrong_type(format!(
            "the filter round needs a number, not {}",
            value.plain_name()
        ))
        .map_err(|error: Box<Error>| error.hint("turn text into a number with |float"));
    };
    let digits = match (method, &precision) {
        ("common", Value::None) => {
            return Ok(match value.as_int() {
                Some(n) => Value::Int(n),
                None => Value::Int(number_text::round(x, 0)? as i128),
            });
        }
        (_, precision) => whole(precision, what)?,
    };
    if method == "common" {
        return match value.as_int() {
            Some(n) if digits >= 0 => Ok(Value::Int(n)),
            Some(n) => Ok(Value::Int(round_integer(n, digits))),
            None => number_text::round(x, digits).map(Value::Float),
        };
    }
    let Some(power) = i32::try_from(digits)
        .ok()
        .filter(|digits| digits.abs() <= 300)
        .map(|digits| 10_f64.powi(digits))
    else {
        return wrong_value("the filter round cannot round to so many digits");
    };
    // `10 ** -1` is a float in Python, and a whole number by a whole power stays exact.
    let scaled = x * if digits < 0 {
        1.0 / 10_f64.powi((-digits) as i32)
    } else {
        power
    };
    if !scaled.is_finite() {
        return wrong_value("the filter round cannot round infinity");
    }
    let rounded = if method == "ceil" {
        scaled.ceil()
    } else {
        scaled.floor()
    };
    let power = if digits < 0 {
        1.0 / 10_f64.powi((-digits) as i32)
    } else {
        power
    };
    Ok(Value::Float((rounded + 0.0) / power))
}

fn round_integer(n: i128, digits: i128) -> i128 {
    let Some(power) = u32::try_from(-digits)
        .ok()
        .and_then(|digits| 10_i128.checked_pow(digits))
    else {
        return 0;
    };
    let low = floor_divide(n, power).unwrap_or(0) * power;
    let rest = n - low;
    let is_up = rest * 2 > power || (rest * 2 == power && (low / power) % 2 != 0);
    if is_up {
        low.saturating_add(power)
    } else {
        low
    }
}

fn file_size(size: f64, is_binary: bool) -> Res<String> {
    let base: f64 = if is_binary { 1024.0 } else { 1000.0 };
    let prefixes = ["k", "M", "G", "T", "P", "E", "Z", "Y"];
    if size == 1.0 {
        return Ok("1 Byte".to_owned());
    }
    if size < base {
        return if size.is_finite() {
            Ok(format!("{} Bytes", size.trunc() as i128))
        } else {
            wrong_value("infinity is no size")
        };
    }
    let mut unit = base * base;
    let mut last = ("", unit);
    for prefix in prefixes {
        last = (prefix, unit);
        if size < unit {
            break;
        }
        unit *= base;
    }
    let (prefix, unit) = last;
    let prefix = if is_binary {
        format!("{}i", prefix.to_uppercase())
    } else {
        prefix.to_owned()
    };
    Ok(format!("{} {prefix}B", one_digit(base * size / unit)))
}
