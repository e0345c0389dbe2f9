//! Variables prepared for rendering: JSON as Python's `json` would have read it.

use super::dict::Dict;
use super::error::{Error, Res};
use super::machine::Machine;
use super::python_text::MAX_LEVELS;
use super::value::Value;
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::rc::Rc;

/// Variables prepared for rendering; cheap to clone.
///
/// ```
/// use marksheet::prompt::{Template, Values};
/// let mut values = Values::default();
/// values.set("query", &serde_json::json!("Which tail number?"));
/// let template = Template::parse("user.jinja2", "Question: {{ query }}").map_err(|fault| fault.problem.message)?;
/// assert_eq!(template.render(&values, false).text.map_err(|fault| fault.problem.message)?, "Question: Which tail number?");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Default)]
pub struct Values(Rc<HashMap<Rc<str>, Value>>);

impl Values {
    /// Prepares all variables of a map.
    pub fn of(map: &Map<String, Json>) -> Self {
        let convert = |(name, value): (&String, &Json)| (Rc::from(name.as_str()), value_of(value));
        Self(Rc::new(map.iter().map(convert).collect()))
    }

    /// Replaces one variable; the others are not converted again.
    pub fn set(&mut self, name: &str, value: &Json) {
        Rc::make_mut(&mut self.0).insert(Rc::from(name), value_of(value));
    }

    /// The names there are.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(|name| &**name)
    }

    /// A variable for one rendering, which may change its lists and mappings.
    pub(super) fn thaw(&self, machine: &Machine, name: &str) -> Res<Option<Value>> {
        match self.0.get(name) {
            None => Ok(None),
            Some(Value::Undefined(undefined)) => {
                Err(Error::new(format!("{name} {}", undefined.message))
                    .hint("give it in a flatter form"))
            }
            Some(value) => copy(machine, value).map(Some),
        }
    }
}

/// Something nested too deep becomes undefined, which no JSON value is.
fn value_of(json: &Json) -> Value {
    convert(json, 0)
        .unwrap_or_else(|| Value::undefined(format!("is nested more than {MAX_LEVELS} deep")))
}

fn convert(json: &Json, level: usize) -> Option<Value> {
    if level > MAX_LEVELS {
        return None;
    }
    Some(match json {
        Json::Null => Value::None,
        Json::Bool(b) => Value::Bool(*b),
        Json::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(n), _) => Value::Int(i128::from(n)),
            (None, Some(n)) => Value::Int(i128::from(n)),
            (None, None) => Value::Float(n.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::text(text.as_str()),
        Json::Array(items) => Value::list(
            items
                .iter()
                .map(|item| convert(item, level + 1))
                .collect::<Option<_>>()?,
        ),
        Json::Object(map) => {
            let mut dict = Dict::default();
            for (name, value) in map {
                dict.insert_text(Rc::from(name.as_str()), convert(value, level + 1)?);
            }
            Value::dict(dict)
        }
    })
}

fn copy(machine: &Machine, value: &Value) -> Res<Value> {
    Ok(match value {
        Value::List(items) => {
            let items = items.borrow();
            machine.grow_list(items.len())?;
            Value::list(
                items
                    .iter()
                    .map(|item| copy(machine, item))
                    .collect::<Res<_>>()?,
            )
        }
        Value::Dict(dict) => {
            let dict = dict.borrow();
            machine.grow_list(dict.len() * 3)?;
            let mut made = dict.clone();
            for value in made.values_mut() {
                *value = copy(machine, value)?;
            }
            Value::dict(made)
        }
        other => other.clone(),
    })
}
