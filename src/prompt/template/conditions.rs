//! Jinja2's tests: what may stand after `is`.

use super::error::{Error, Res, wrong_type};
use super::filters::is_filter;
use super::letters::all_cased;
use super::machine::Machine;
use super::macros::Given;
use super::node::Comparison;
use super::operators::binary;
use super::order::{compare, is_equal};
use super::python_text::str_of;
use super::value::{Object, Value};
use super::words::nearest;

const TESTS: &[&str] = &[
    "!=",
    "<",
    "<=",
    "==",
    ">",
    ">=",
    "boolean",
    "callable",
    "defined",
    "divisibleby",
    "eq",
    "equalto",
    "escaped",
    "even",
    "false",
    "filter",
    "float",
    "ge",
    "greaterthan",
    "gt",
    "in",
    "integer",
    "iterable",
    "le",
    "lessthan",
    "lower",
    "lt",
    "mapping",
    "ne",
    "none",
    "number",
    "odd",
    "sameas",
    "sequence",
    "string",
    "test",
    "true",
    "undefined",
    "upper",
];

/// Whether Jinja2 has a test of this name.
pub(super) fn is_test(name: &str) -> bool {
    TESTS.binary_search(&name).is_ok()
}

/// What to say of a test Jinja2 does not have.
pub(super) fn unknown(name: &str) -> (String, Option<String>) {
    let hint = match name {
        "null" | "nil" => "write is none".to_owned(),
        "empty" => "an empty list or text is false by itself: {% if not items %}".to_owned(),
        "list" => "write is sequence".to_owned(),
        "dict" => "write is mapping".to_owned(),
        "bool" => "write is boolean".to_owned(),
        "int" => "write is integer".to_owned(),
        "str" => "write is string".to_owned(),
        _ => match nearest(name, TESTS.iter().copied()) {
            Some(known) => format!("did you mean {known}?"),
            None => "to compare, write ==".to_owned(),
        },
    };
    (format!("there is no test named {name}"), Some(hint))
}

impl Machine<'_> {
    /// `value is name(…)`.
    pub fn test(&self, name: &str, value: &Value, given: Given) -> Res<bool> {
        self.charge(4)?;
        if !is_test(name) {
            let (message, hint) = unknown(name);
            let error = Error::new(message);
            return Err(hint.into_iter().fold(error, Error::hint));
        }
        let what = format!("the test {name}");
        let comparison = match name {
            "eq" | "==" | "equalto" => Some(Comparison::Equal),
            "ne" | "!=" => Some(Comparison::NotEqual),
            "gt" | ">" | "greaterthan" => Some(Comparison::Greater),
            "ge" | ">=" => Some(Comparison::GreaterOrEqual),
            "lt" | "<" | "lessthan" => Some(Comparison::Less),
            "le" | "<=" => Some(Comparison::LessOrEqual),
            _ => None,
        };
        if let Some(comparison) = comparison {
            let [other] = given.bind(&what, ["value"], 1)?;
            let other = other.unwrap_or(Value::None);
            return match comparison {
                Comparison::Equal => is_equal(self, value, &other),
                Comparison::NotEqual => Ok(!is_equal(self, value, &other)?),
                comparison => compare(self, comparison, value, &other),
            };
        }
        match name {
            "divisibleby" => {
                let [n] = given.bind(&what, ["num"], 1)?;
                let rest = binary(
                    self,
                    super::node::Operator::Remainder,
                    value,
                    &n.unwrap_or(Value::None),
                )?;
                return is_equal(self, &rest, &Value::Int(0));
            }
            "sameas" => {
                let [other] = given.bind(&what, ["other"], 1)?;
                return Ok(value.is_same(&other.unwrap_or(Value::None)));
            }
            "in" => {
                let [container] = given.bind(&what, ["seq"], 1)?;
                return self.contains(&container.unwrap_or(Value::None), value, None);
            }
            _ => {}
        }
        given.bind(&what, [], 0)?;
        if let ("lower" | "upper", Some(text)) = (name, value.as_text()) {
            self.charge(text.len() as u64 / 8)?;
        }
        Ok(match name {
            "defined" => !value.is_undefined(),
            "undefined" => value.is_undefined(),
            "none" => matches!(value, Value::None),
            "boolean" => matches!(value, Value::Bool(_)),
            "true" => matches!(value, Value::Bool(true)),
            "false" => matches!(value, Value::Bool(false)),
            "integer" => matches!(value, Value::Int(_)),
            "float" => matches!(value, Value::Float(_)),
            "number" => matches!(value, Value::Int(_) | Value::Bool(_) | Value::Float(_)),
            "string" => value.as_text().is_some(),
            "mapping" => matches!(value, Value::Dict(_)),
            "escaped" => matches!(value, Value::Markup(_)),
            "callable" => value.is_callable(),
            "odd" | "even" => {
                let rest = binary(
                    self,
                    super::node::Operator::Remainder,
                    value,
                    &Value::Int(2),
                )?;
                is_equal(self, &rest, &Value::Int(i128::from(name == "odd")))?
            }
            "lower" => all_cased(&str_of(self, value)?, char::is_lowercase),
            "upper" => all_cased(&str_of(self, value)?, char::is_uppercase),
            "filter" => is_filter(self.named(value)?),
            "test" => is_test(self.named(value)?),
            "sequence" => is_sequence(self, value)?,
            _ => is_iterable(self, value)?,
        })
    }

    fn named<'v>(&self, value: &'v Value) -> Res<&'v str> {
        if let Value::Undefined(undefined) = value {
            self.refuse_if_strict(undefined)?;
        }
        match value.as_text() {
            Some(text) => Ok(text),
            None if self.key_of(value)?.is_none() => {
                wrong_type(format!("{} is not a name", value.plain_name()))
            }
            None => Ok(""),
        }
    }
}

fn is_sequence(machine: &Machine, value: &Value) -> Res<bool> {
    Ok(match value {
        Value::Undefined(_) => !machine.is_strict,
        Value::Text(_) | Value::Markup(_) | Value::List(_) | Value::Tuple(_) | Value::Dict(_) => {
            true
        }
        Value::Object(object) => matches!(**object, Object::Range { .. }),
        _ => false,
    })
}

fn is_iterable(machine: &Machine, value: &Value) -> Res<bool> {
    Ok(match value {
        Value::Undefined(undefined) => {
            machine.refuse_if_strict(undefined)?;
            true
        }
        Value::Text(_) | Value::Markup(_) | Value::List(_) | Value::Tuple(_) | Value::Dict(_) => {
            true
        }
        Value::Object(object) => matches!(
            **object,
            Object::Range { .. } | Object::Once(_) | Object::View { .. } | Object::Loop(_)
        ),
        _ => false,
    })
}
