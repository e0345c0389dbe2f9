//! Jinja2's global functions.

use super::dict::Dict;
use super::error::{Error, Res, wrong_type, wrong_value};
use super::machine::Machine;
use super::macros::Given;
use super::methods::{dict_update, whole};
use super::shared::Shared;
use super::value::{Function, Object, Value};
use std::cell::Cell;
use std::rc::Rc;

/// The names every template knows.
pub(super) const NAMES: &[&str] = &["cycler", "dict", "joiner", "lipsum", "namespace", "range"];

impl Machine<'_> {
    /// Calls a global function.
    pub fn call_function(&self, function: Function, mut given: Given) -> Res<Value> {
        match function {
            Function::Range => range(given),
            Function::Dict => self.mapping(given, "dict()").map(Value::Dict),
            Function::Namespace => {
                let dict = self.mapping(given, "namespace()")?;
                let dict = dict.borrow().clone();
                Ok(Value::object(Object::Namespace(Shared::of(dict))))
            }
            Function::Cycler => {
                if given.positional.is_empty() || !given.named.is_empty() {
                    return Err(Error::new("cycler() needs the values to cycle through"));
                }
                let items = std::mem::take(&mut given.positional);
                Ok(Value::object(Object::Cycler {
                    items,
                    position: Cell::new(0),
                }))
            }
            Function::Joiner => {
                let [separator] = given.bind("joiner()", ["sep"], 0)?;
                let separator = separator.unwrap_or_else(|| Value::text(", "));
                Ok(Value::object(Object::Joiner {
                    separator,
                    is_used: Cell::new(false),
                }))
            }
            Function::Lipsum => {
                wrong_type("lipsum() makes text at random, which a prompt must not have")
                    .map_err(|error: Box<Error>| error.hint("write the text itself"))
            }
        }
    }

    fn mapping(&self, mut given: Given, what: &str) -> Res<Rc<Shared<Dict>>> {
        let named = std::mem::take(&mut given.named);
        let [other] = given.bind(what, ["mapping"], 0)?;
        let dict = Rc::new(Shared::of(Dict::default()));
        dict_update(self, &dict, other.as_ref())?;
        self.grow_list(named.len() * 3)?;
        for (name, value) in named {
            dict.borrow_mut().insert_text(name, value);
        }
        Ok(dict)
    }
}

fn range(given: Given) -> Res<Value> {
    let [first, second, third] = given.bind("range()", ["start", "stop", "step"], 1)?;
    let number = |value: Option<Value>| value.map(|value| whole(&value, "range()")).transpose();
    let (first, second, step) = (number(first)?, number(second)?, number(third)?.unwrap_or(1));
    let (start, stop) = match (first, second) {
        (Some(start), Some(stop)) => (start, stop),
        (stop, _) => (0, stop.unwrap_or(0)),
    };
    if step == 0 {
        return wrong_value("the step of a range cannot be 0");
    }
    let limit = i128::from(i64::MAX);
    if start.abs() > limit || stop.abs() > limit || step.abs() > limit {
        return wrong_value("the numbers of a range are too large");
    }
    let way = if step > 0 { stop - start } else { start - stop };
    let len = (way.max(0) + step.abs() - 1) / step.abs();
    Ok(Value::object(Object::Range {
        start,
        step,
        len: usize::try_from(len).unwrap_or(usize::MAX),
    }))
}
