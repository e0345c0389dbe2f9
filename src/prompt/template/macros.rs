//! Macros and what is given to a call.

use super::dict::Dict;
use super::error::{Error, Res, wrong_type};
use super::machine::{CALL, Machine};
use super::scope::Scope;
use super::scope_names::{CALLER, KWARGS, VARARGS};
use super::value::Value;
use std::rc::Rc;

/// A macro, or the body of a `{% call %}`: its node and the names around it.
pub(super) struct Macro {
    pub node: usize,
    pub scope: Rc<Scope>,
}

/// What a call was given.
#[derive(Default)]
pub(super) struct Given {
    pub positional: Vec<Value>,
    pub named: Vec<(Rc<str>, Value)>,
}

impl Given {
    pub fn take_named(&mut self, name: &str) -> Option<Value> {
        let position = self.named.iter().position(|(other, _)| **other == *name)?;
        Some(self.named.remove(position).1)
    }

    /// Puts what was given in the order of the parameters.
    pub fn bind<const N: usize>(
        mut self,
        what: &str,
        parameters: [&str; N],
        n_required: usize,
    ) -> Res<[Option<Value>; N]> {
        if self.positional.len() > N {
            let message = match N {
                0 => format!("{what} takes no values"),
                n => format!(
                    "{what} takes at most {n} value{}, {} were given",
                    if n == 1 { "" } else { "s" },
                    self.positional.len()
                ),
            };
            return wrong_type(message);
        }
        let n_positional = self.positional.len();
        let mut values = self.positional.drain(..);
        let mut bound: [Option<Value>; N] = std::array::from_fn(|_| values.next());
        drop(values);
        for (i, parameter) in parameters.iter().enumerate() {
            let Some(value) = self.take_named(parameter) else {
                continue;
            };
            if i < n_positional {
                return wrong_type(format!("{what} was given two values for {parameter}"));
            }
            if let Some(slot) = bound.get_mut(i) {
                *slot = Some(value);
            }
        }
        if let Some((name, _)) = self.named.first() {
            let error = Error::new(format!("{what} has no setting named {name}"));
            return Err(match parameters.is_empty() {
                true => error,
                false => error.hint(format!("it knows {}", parameters.join(", "))),
            });
        }
        match bound.iter().take(n_required).position(Option::is_none) {
            Some(missing) => wrong_type(format!(
                "{what} needs a value for {}",
                parameters.get(missing).unwrap_or(&"")
            )),
            None => Ok(bound),
        }
    }
}

impl Machine<'_> {
    /// Runs a macro.
    pub fn call_macro(&self, of: &Macro, mut given: Given) -> Res<Value> {
        let _level = self.deeper(CALL)?;
        let Some(node) = self.program.macros.get(of.node) else {
            return Ok(Value::text(""));
        };
        let scope = Scope::inside(&of.scope);
        let n_arguments = node.arguments.len();
        let mut positional = std::mem::take(&mut given.positional).into_iter();
        let first_default = n_arguments - node.defaults.len().min(n_arguments);
        self.charge((n_arguments * (1 + given.named.len() / 8)) as u64)?;
        let mut values = Vec::with_capacity(n_arguments);
        for name in &node.arguments {
            values.push(match positional.next() {
                Some(value) => Some(value),
                None => given.take_named(&self.name(*name)),
            });
        }
        if node.takes_caller {
            let caller = given
                .take_named("caller")
                .filter(|value| !matches!(value, Value::None));
            scope.set(
                CALLER,
                caller.unwrap_or_else(|| {
                    Value::undefined(
                        "there is no {% call %} around this macro, so caller is undefined",
                    )
                }),
            );
        }
        if node.catches_kwargs {
            self.grow_list(given.named.len() * 3)?;
            let mut kwargs = Dict::default();
            for (name, value) in given.named.drain(..) {
                kwargs.insert_text(name, value);
            }
            scope.set(KWARGS, Value::dict(kwargs));
        } else if let Some((name, _)) = given.named.first() {
            let message = match &**name {
                "caller" => format!(
                    "the macro {} does not use caller(), so {{% call %}} cannot be used with it",
                    node.name
                ),
                name => format!(
                    "the macro {} has no argument named {name}, or it was given twice",
                    node.name
                ),
            };
            return wrong_type(message);
        }
        let rest: Vec<Value> = positional.collect();
        if node.catches_varargs {
            scope.set(VARARGS, Value::tuple(rest));
        } else if !rest.is_empty() {
            return wrong_type(format!(
                "the macro {} takes at most {n_arguments} value{}, {} were given",
                node.name,
                if n_arguments == 1 { "" } else { "s" },
                n_arguments + rest.len()
            ));
        }
        for (i, (name, value)) in node.arguments.iter().zip(values).enumerate() {
            let value = match (
                value,
                i.checked_sub(first_default)
                    .and_then(|i| node.defaults.get(i)),
            ) {
                (Some(value), _) => value,
                (None, Some(default)) => self.evaluate(default, &scope)?,
                (None, None) => {
                    let word = self.name(*name);
                    Value::Undefined(Rc::new(super::value::Undefined {
                        message: format!("the macro {} was given no value for {word}", node.name),
                        written: Some(word),
                    }))
                }
            };
            scope.set(*name, value);
        }
        let mut out = String::new();
        self.run(&node.body, &scope, &mut out)?;
        self.grow(out.len())?;
        Ok(self.captured(out))
    }
}
