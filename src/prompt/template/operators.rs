//! Arithmetic, repetition, joining and slicing as in Python.

use super::error::{Error, Res, wrong_type, wrong_value};
use super::filters::html::escape;
use super::machine::Machine;
use super::node::Operator;
use super::percent::format_percent;
use super::value::{Object, Value};
use std::rc::Rc;

/// `left op right`.
pub(super) fn binary(machine: &Machine, op: Operator, left: &Value, right: &Value) -> Res<Value> {
    if let (Value::Undefined(of), _) | (_, Value::Undefined(of)) = (left, right) {
        // The right side of `'…' % x` is printed, not calculated with.
        if !(op == Operator::Remainder && left.as_text().is_some()) {
            return Err(machine.undefined_error(of));
        }
    }
    match op {
        Operator::Add => add(machine, left, right),
        Operator::Multiply => multiply(machine, left, right),
        Operator::Remainder if left.as_text().is_some() => format_percent(machine, left, right),
        Operator::Subtract
        | Operator::Divide
        | Operator::FloorDivide
        | Operator::Remainder
        | Operator::Power => match (left.as_int(), right.as_int()) {
            (Some(a), Some(b)) => integers(op, a, b),
            _ => match (left.as_float(), right.as_float()) {
                (Some(a), Some(b)) => floats(op, a, b),
                _ => Err(impossible(op, left, right)),
            },
        },
    }
}

fn sign(op: Operator) -> &'static str {
    match op {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::FloorDivide => "//",
        Operator::Remainder => "%",
        Operator::Power => "**",
    }
}

fn impossible(op: Operator, left: &Value, right: &Value) -> Box<Error> {
    let message = format!(
        "{} {} {} does not work",
        left.plain_name(),
        sign(op),
        right.plain_name()
    );
    let hint = match op {
        Operator::Add if left.as_text().is_some() || right.as_text().is_some() => {
            "to join texts with anything, use ~"
        }
        _ if left.as_text().is_some() || right.as_text().is_some() => {
            "turn text into a number with |int or |float"
        }
        _ => "check what the two values are",
    };
    Error::new(message).hint(hint)
}

fn too_large() -> Box<Error> {
    Error::new("this number is too large").hint("whole numbers can have up to 38 digits; write one number as 1.0 to calculate with fractions")
}

fn add(machine: &Machine, left: &Value, right: &Value) -> Res<Value> {
    match (left, right) {
        (Value::Text(a), Value::Text(b)) => joined(machine, a, b).map(Value::Text),
        (Value::Markup(a), Value::Markup(b)) => joined(machine, a, b).map(Value::Markup),
        (Value::Markup(a), Value::Text(b)) => joined(machine, a, &escape(b)).map(Value::Markup),
        (Value::Text(a), Value::Markup(b)) => joined(machine, &escape(a), b).map(Value::Markup),
        (Value::List(a), Value::List(b)) => {
            machine.grow_list(a.borrow().len() + b.borrow().len())?;
            let mut items = a.borrow().clone();
            items.extend(b.borrow().iter().cloned());
            Ok(Value::list(items))
        }
        (Value::Tuple(a), Value::Tuple(b)) => {
            machine.grow_list(a.items.len() + b.items.len())?;
            Ok(Value::tuple(
                a.items.iter().chain(&b.items).cloned().collect(),
            ))
        }
        _ => match (left.as_int(), right.as_int()) {
            (Some(a), Some(b)) => a.checked_add(b).map(Value::Int).ok_or_else(too_large),
            _ => match (left.as_float(), right.as_float()) {
                (Some(a), Some(b)) => Ok(Value::Float(a + b)),
                _ => Err(impossible(Operator::Add, left, right)),
            },
        },
    }
}

fn joined(machine: &Machine, a: &str, b: &str) -> Res<Rc<str>> {
    machine.charge((a.len() + b.len()) as u64 / 64)?;
    machine.grow(a.len() + b.len())?;
    Ok(Rc::from([a, b].concat()))
}

fn multiply(machine: &Machine, left: &Value, right: &Value) -> Res<Value> {
    let (of, n) = match (left, right) {
        (Value::Text(_) | Value::Markup(_) | Value::List(_) | Value::Tuple(_), n) => (left, n),
        (n, Value::Text(_) | Value::Markup(_) | Value::List(_) | Value::Tuple(_)) => (right, n),
        _ => {
            return match (left.as_int(), right.as_int()) {
                (Some(a), Some(b)) => a.checked_mul(b).map(Value::Int).ok_or_else(too_large),
                _ => match (left.as_float(), right.as_float()) {
                    (Some(a), Some(b)) => Ok(Value::Float(a * b)),
                    _ => Err(impossible(Operator::Multiply, left, right)),
                },
            };
        }
    };
    let Some(n) = n.as_int() else {
        return Err(impossible(Operator::Multiply, left, right));
    };
    let n = usize::try_from(n.max(0)).unwrap_or(usize::MAX);
    let len = match of {
        Value::Text(text) | Value::Markup(text) => text.len(),
        other => other.len().unwrap_or(0).saturating_mul(40),
    };
    machine.grow(len.saturating_mul(n))?;
    machine.charge(len.saturating_mul(n) as u64 / 40)?;
    let repeat = |items: &[Value]| {
        items
            .iter()
            .cycle()
            .take(items.len() * n)
            .cloned()
            .collect::<Vec<_>>()
    };
    Ok(match of {
        Value::Text(text) if !text.is_empty() => Value::text(text.repeat(n)),
        Value::Markup(text) if !text.is_empty() => Value::Markup(Rc::from(text.repeat(n))),
        Value::List(items) if !items.borrow().is_empty() => Value::list(repeat(&items.borrow())),
        Value::List(_) => Value::list(Vec::new()),
        Value::Tuple(tuple) if !tuple.items.is_empty() => Value::tuple(repeat(&tuple.items)),
        other => other.clone(),
    })
}

fn zero(message: &str) -> Box<Error> {
    Error::new(message).hint("guard it with {% if … %}")
}

fn integers(op: Operator, a: i128, b: i128) -> Res<Value> {
    match op {
        Operator::Subtract => a.checked_sub(b).map(Value::Int).ok_or_else(too_large),
        Operator::Divide if b == 0 => Err(zero("division by zero")),
        Operator::Divide => Ok(Value::Float(divide(a, b))),
        Operator::FloorDivide | Operator::Remainder if b == 0 => Err(zero("division by zero")),
        Operator::FloorDivide => floor_divide(a, b).map(Value::Int).ok_or_else(too_large),
        Operator::Remainder => {
            let rest = a.checked_rem(b).unwrap_or(0);
            Ok(Value::Int(if rest != 0 && (rest < 0) != (b < 0) {
                rest + b
            } else {
                rest
            }))
        }
        Operator::Power if b < 0 => floats(op, a as f64, b as f64),
        Operator::Power => match (a, u32::try_from(b)) {
            (0 | 1, Err(_)) => Ok(Value::Int(a)),
            (-1, Err(_)) => Ok(Value::Int(if b % 2 == 0 { 1 } else { -1 })),
            (_, Ok(b)) => a.checked_pow(b).map(Value::Int).ok_or_else(too_large),
            (_, Err(_)) => Err(too_large()),
        },
        _ => Ok(Value::None),
    }
}

/// The nearest float, also where the integers are too long to be floats themselves.
fn divide(a: i128, b: i128) -> f64 {
    const EXACT: u128 = 1 << 53;
    if a.unsigned_abs() <= EXACT && b.unsigned_abs() <= EXACT {
        return a as f64 / b as f64;
    }
    let whole = a / b;
    let rest = a % b;
    if whole.unsigned_abs() > EXACT {
        (a as f64) / (b as f64)
    } else {
        whole as f64 + rest as f64 / b as f64
    }
}

pub(super) fn floor_divide(a: i128, b: i128) -> Option<i128> {
    let whole = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) {
        whole - 1
    } else {
        whole
    })
}

fn floats(op: Operator, a: f64, b: f64) -> Res<Value> {
    Ok(Value::Float(match op {
        Operator::Subtract => a - b,
        Operator::Divide if b == 0.0 => return Err(zero("division by zero")),
        Operator::Divide => a / b,
        Operator::FloorDivide | Operator::Remainder if b == 0.0 => {
            return Err(zero("division by zero"));
        }
        Operator::FloorDivide => divide_floor(a, b).0,
        Operator::Remainder => divide_floor(a, b).1,
        Operator::Power if a == 0.0 && b < 0.0 => {
            return Err(zero("0 to a negative power is a division by zero"));
        }
        Operator::Power if a < 0.0 && b.fract() != 0.0 => {
            return wrong_value("a fraction as power of a negative number has no real result");
        }
        Operator::Power => {
            let power = a.powf(b);
            if power.is_infinite() && a.is_finite() && b.is_finite() {
                return Err(too_large());
            }
            power
        }
        Operator::Add => a + b,
        Operator::Multiply => a * b,
    }))
}

/// Python's `divmod` for floats: the quotient is rounded down, the rest has the sign of the divisor.
fn divide_floor(a: f64, b: f64) -> (f64, f64) {
    let mut rest = a % b;
    let mut whole = (a - rest) / b;
    if rest == 0.0 {
        rest = 0.0_f64.copysign(b);
    } else if (rest < 0.0) != (b < 0.0) {
        rest += b;
        whole -= 1.0;
    }
    if whole == 0.0 {
        return (0.0_f64.copysign(a / b), rest);
    }
    let floor = whole.floor();
    (
        if whole - floor > 0.5 {
            floor + 1.0
        } else {
            floor
        },
        rest,
    )
}

/// `-value`.
pub(super) fn negative(machine: &Machine, value: &Value) -> Res<Value> {
    match value {
        Value::Undefined(of) => Err(machine.undefined_error(of)),
        Value::Float(x) => Ok(Value::Float(-x)),
        other => match other.as_int() {
            Some(n) => n.checked_neg().map(Value::Int).ok_or_else(too_large),
            None => wrong_type(format!(
                "a minus before {} does not work",
                other.plain_name()
            )),
        },
    }
}

/// A position in a sequence; negative ones count from the end.
pub(super) fn index_of(key: &Value, len: usize) -> Option<usize> {
    let n = key.as_int()?;
    let n = if n < 0 {
        n.checked_add(len as i128)?
    } else {
        n
    };
    usize::try_from(n).ok().filter(|n| *n < len)
}

/// `value[start:stop:step]`; `None` where the type cannot be sliced.
pub(super) fn slice(
    machine: &Machine,
    value: &Value,
    start: Option<&Value>,
    stop: Option<&Value>,
    step: Option<&Value>,
) -> Res<Option<Value>> {
    for part in [start, stop, step].into_iter().flatten() {
        // `__index__` is an internal of Python, which something undefined says it does not have.
        if part.is_undefined() {
            return Ok(None);
        }
    }
    let bound = |part: Option<&Value>| match part {
        None | Some(Value::None) => Some(None),
        Some(other) => other.as_int().map(Some),
    };
    let (Some(start), Some(stop), Some(step)) = (bound(start), bound(stop), bound(step)) else {
        return Ok(None);
    };
    let step = step.unwrap_or(1);
    let Some(len) = value.len() else {
        return Ok(None);
    };
    if step == 0 {
        return wrong_value("the step of a slice cannot be 0");
    }
    let (from, n) = positions(len as i128, start, stop, step);
    let at = |i: usize| usize::try_from(from + step.saturating_mul(i as i128)).ok();
    let letters = |text: &str| -> Res<Rc<str>> {
        machine.charge(text.len() as u64 / 16)?;
        if step == 1 {
            let mut ends = text.char_indices().map(|(i, _)| i).chain([text.len()]);
            let start = at(0)
                .and_then(|start| ends.nth(start))
                .unwrap_or(text.len());
            let end = n
                .checked_sub(1)
                .map_or(start, |n| ends.nth(n).unwrap_or(text.len()));
            machine.grow(end - start)?;
            return Ok(Rc::from(text.get(start..end).unwrap_or("")));
        }
        machine.grow(text.len())?;
        let chars: Vec<char> = text.chars().collect();
        Ok(Rc::from(
            (0..n).filter_map(|i| chars.get(at(i)?)).collect::<String>(),
        ))
    };
    let pick = |items: &[Value]| -> Res<Vec<Value>> {
        machine.grow_list(n)?;
        Ok((0..n).filter_map(|i| items.get(at(i)?).cloned()).collect())
    };
    Ok(Some(match value {
        Value::Text(text) => Value::Text(letters(text)?),
        Value::Markup(text) => Value::Markup(letters(text)?),
        Value::List(items) => Value::list(pick(&items.borrow())?),
        Value::Tuple(tuple) => Value::tuple(pick(&tuple.items)?),
        Value::Object(object) => match &**object {
            Object::Range {
                start: first,
                step: stride,
                ..
            } => Value::object(Object::Range {
                start: first.saturating_add(stride.saturating_mul(from)),
                step: stride.saturating_mul(step),
                len: n,
            }),
            _ => return Ok(None),
        },
        _ => return Ok(None),
    }))
}

/// The first position and how many there are.
fn positions(len: i128, start: Option<i128>, stop: Option<i128>, step: i128) -> (i128, usize) {
    let (low, high) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let clamp = |n: i128| {
        if n < 0 {
            n.saturating_add(len).max(low)
        } else {
            n.min(high)
        }
    };
    let start = start.map_or(if step > 0 { low } else { high }, clamp);
    let stop = stop.map_or(if step > 0 { high } else { low }, clamp);
    let (way, stride) = if step > 0 {
        (stop - start, step)
    } else {
        (start - stop, step.saturating_neg())
    };
    let n = way.max(0).saturating_add(stride - 1) / stride;
    (start, usize::try_from(n).unwrap_or(0))
}
