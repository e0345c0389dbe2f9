//! Equality and order as Python has them: numbers across types, sequences item by item, and an error for the rest.

use super::error::{Error, Res};
use super::machine::Machine;
use super::node::Comparison;
use super::python_text::MAX_LEVELS;
use super::value::{Object, Value, View};
use std::cmp::Ordering;
use std::rc::Rc;

/// `a == b`.
pub(super) fn is_equal(machine: &Machine, a: &Value, b: &Value) -> Res<bool> {
    equal(machine, a, b, 0)
}

/// Whether Python takes the one for the other inside a list: the very same, or equal.
pub(super) fn is_found(machine: &Machine, a: &Value, b: &Value) -> Res<bool> {
    found(machine, a, b, 0)
}

fn found(machine: &Machine, a: &Value, b: &Value, level: usize) -> Res<bool> {
    if let (Some(a), Some(b)) = (a.as_text(), b.as_text()) {
        machine.charge(1 + a.len().min(b.len()) as u64 / 64)?;
        return Ok(Rc::ptr_eq(a, b) || a == b);
    }
    machine.charge(1)?;
    Ok(a.is_same(b) || equal(machine, a, b, level)?)
}

fn equal(machine: &Machine, a: &Value, b: &Value, level: usize) -> Res<bool> {
    machine.charge(1)?;
    if level > MAX_LEVELS {
        return Err(Error::new(format!(
            "these values are nested more than {MAX_LEVELS} deep and cannot be compared"
        )));
    }
    Ok(match (a, b) {
        (Value::Undefined(of), _) | (_, Value::Undefined(of)) => {
            machine.refuse_if_strict(of)?;
            a.is_undefined() && b.is_undefined()
        }
        (Value::None, Value::None) => true,
        (Value::Text(a) | Value::Markup(a), Value::Text(b) | Value::Markup(b)) => {
            machine.charge(a.len().min(b.len()) as u64 / 64)?;
            a == b
        }
        (Value::List(x), Value::List(y)) => {
            Rc::ptr_eq(x, y) || equal_items(machine, &x.borrow(), &y.borrow(), level)?
        }
        (Value::Tuple(x), Value::Tuple(y)) => equal_items(machine, &x.items, &y.items, level)?,
        (Value::Dict(x), Value::Dict(y)) => {
            if Rc::ptr_eq(x, y) {
                return Ok(true);
            }
            let (x, y) = (x.borrow(), y.borrow());
            if x.len() != y.len() {
                return Ok(false);
            }
            for (key, value) in x.keyed() {
                match y.get(key) {
                    Some(other) if equal(machine, value, other, level + 1)? => {}
                    _ => return Ok(false),
                }
            }
            true
        }
        (Value::Object(x), Value::Object(y)) => equal_objects(machine, x, y, level)?,
        _ => number_order(a, b) == Some(Ordering::Equal),
    })
}

fn equal_items(machine: &Machine, a: &[Value], b: &[Value], level: usize) -> Res<bool> {
    if a.len() != b.len() {
        return Ok(false);
    }
    for (x, y) in a.iter().zip(b) {
        if !found(machine, x, y, level + 1)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn equal_objects(machine: &Machine, a: &Rc<Object>, b: &Rc<Object>, level: usize) -> Res<bool> {
    if Rc::ptr_eq(a, b) {
        return Ok(true);
    }
    Ok(match (&**a, &**b) {
        (
            Object::Range { start, step, len },
            Object::Range {
                start: s,
                step: t,
                len: l,
            },
        ) => len == l && (*len == 0 || (start == s && (*len == 1 || step == t))),
        (Object::Function(a), Object::Function(b)) => a == b,
        (
            Object::View { kind, dict },
            Object::View {
                kind: other,
                dict: with,
            },
        ) if kind == other && *kind == View::Keys => {
            let (x, y) = (dict.borrow(), with.borrow());
            machine.charge(x.len() as u64)?;
            x.len() == y.len() && x.keyed().all(|(key, _)| y.get(key).is_some())
        }
        (
            Object::View { kind, dict },
            Object::View {
                kind: other,
                dict: with,
            },
        ) if kind == other && *kind == View::Items => equal(
            machine,
            &Value::Dict(dict.clone()),
            &Value::Dict(with.clone()),
            level + 1,
        )?,
        _ => false,
    })
}

/// How two numbers compare; an integer against a float exactly.
fn number_order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Float(x), Value::Float(y)) => x.partial_cmp(y),
        (Value::Float(x), _) => int_float(b.as_int()?, *x).map(Ordering::reverse),
        (_, Value::Float(y)) => int_float(a.as_int()?, *y),
        _ => Some(a.as_int()?.cmp(&b.as_int()?)),
    }
}

fn int_float(n: i128, x: f64) -> Option<Ordering> {
    if x.is_nan() {
        return None;
    }
    if x.abs() >= 1.7e38 {
        return Some(if x > 0.0 {
            Ordering::Less
        } else {
            Ordering::Greater
        });
    }
    let whole = x.trunc();
    Some(
        n.cmp(&(whole as i128))
            .then_with(|| 0.0_f64.partial_cmp(&(x - whole)).unwrap_or(Ordering::Equal)),
    )
}

/// Whether `a < b` or the like holds.
pub(super) fn compare(machine: &Machine, op: Comparison, a: &Value, b: &Value) -> Res<bool> {
    let order = order(machine, op, a, b, 0)?;
    Ok(match (op, order) {
        // NaN is neither.
        (_, None) => false,
        (Comparison::Less, Some(order)) => order == Ordering::Less,
        (Comparison::LessOrEqual, Some(order)) => order != Ordering::Greater,
        (Comparison::Greater, Some(order)) => order == Ordering::Greater,
        (Comparison::GreaterOrEqual, Some(order)) => order != Ordering::Less,
        (_, Some(order)) => order == Ordering::Equal,
    })
}

fn order(
    machine: &Machine,
    op: Comparison,
    a: &Value,
    b: &Value,
    level: usize,
) -> Res<Option<Ordering>> {
    machine.charge(1)?;
    if level > MAX_LEVELS {
        return Err(Error::new(format!(
            "these values are nested more than {MAX_LEVELS} deep and cannot be compared"
        )));
    }
    if let (Value::Undefined(of), _) | (_, Value::Undefined(of)) = (a, b) {
        return Err(machine.undefined_error(of));
    }
    if let (Some(a), Some(b)) = (a.as_text(), b.as_text()) {
        machine.charge(a.len().min(b.len()) as u64 / 64)?;
        return Ok(Some(a.cmp(b)));
    }
    match (a, b) {
        (Value::List(x), Value::List(y)) => {
            order_items(machine, op, &x.borrow(), &y.borrow(), level)
        }
        (Value::Tuple(x), Value::Tuple(y)) => order_items(machine, op, &x.items, &y.items, level),
        _ if a.as_float().is_some() && b.as_float().is_some() => Ok(number_order(a, b)),
        _ => Err(cannot_compare(op, a, b)),
    }
}

fn order_items(
    machine: &Machine,
    op: Comparison,
    a: &[Value],
    b: &[Value],
    level: usize,
) -> Res<Option<Ordering>> {
    for (x, y) in a.iter().zip(b) {
        if !found(machine, x, y, level + 1)? {
            return order(machine, op, x, y, level + 1);
        }
    }
    Ok(Some(a.len().cmp(&b.len())))
}

fn cannot_compare(op: Comparison, a: &Value, b: &Value) -> Box<Error> {
    let sign = match op {
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        _ => ">=",
    };
    let message = format!(
        "{} and {} cannot be compared with {sign}",
        a.plain_name(),
        b.plain_name()
    );
    let hint = match (a, b) {
        (Value::Text(_), Value::Int(_) | Value::Float(_))
        | (Value::Int(_) | Value::Float(_), Value::Text(_)) => {
            "turn the text into a number with |int or |float"
        }
        _ => "compare numbers with numbers and text with text",
    };
    Error::new(message).hint(hint)
}

/// Sorts in place and keeps the order of what is equal; the first error ends it.
pub(super) fn sort_by_key<T>(
    machine: &Machine,
    items: &mut Vec<T>,
    key: impl Fn(&T) -> Res<Value>,
    is_reversed: bool,
) -> Res<()> {
    let mut keyed = Vec::with_capacity(items.len());
    for item in items.drain(..) {
        keyed.push((key(&item)?, item));
    }
    machine.charge(keyed.len() as u64)?;
    // Python keeps equal items in order also when it sorts the other way round.
    if is_reversed {
        keyed.reverse();
    }
    keyed = merge_sort(machine, keyed)?;
    if is_reversed {
        keyed.reverse();
    }
    items.extend(keyed.into_iter().map(|(_, item)| item));
    Ok(())
}

/// The standard library's sorts may panic when an order is not total, and NaN makes it so.
fn merge_sort<T>(machine: &Machine, items: Vec<(Value, T)>) -> Res<Vec<(Value, T)>> {
    if items.len() < 2 {
        return Ok(items);
    }
    let mut left = items;
    let right = left.split_off(left.len() / 2);
    let left = merge_sort(machine, left)?;
    let right = merge_sort(machine, right)?;
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some((a, _)), Some((b, _))) = (left.peek(), right.peek()) {
        if compare(machine, Comparison::Less, b, a)? {
            merged.extend(right.next());
        } else {
            merged.extend(left.next());
        }
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}
