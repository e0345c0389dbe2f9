//! Expressions: what stands between braces.

use super::dict::{Dict, Form, Key};
use super::error::{Error, Res, wrong_type};
use super::machine::{EXPRESSION, Machine};
use super::macros::Given;
use super::node::{Argument, Arguments, Comparison, Expression, Kind};
use super::operators;
use super::order::{compare, is_equal, is_found};
use super::python_text::{MAX_LEVELS, str_of, write_str};
use super::scope::Scope;
use super::value::{Object, Undefined, Value, View};
use std::rc::Rc;

impl Machine<'_> {
    /// The value of an expression; an error gets its place.
    pub fn evaluate(&self, expression: &Expression, scope: &Rc<Scope>) -> Res<Value> {
        self.charge(1)?;
        match &expression.kind {
            Kind::Constant(value) => Ok(value.clone()),
            Kind::Name(name) => self
                .lookup(scope, *name)
                .map_err(|error| error.at(expression.span)),
            _ => {
                let _level = self
                    .deeper(EXPRESSION)
                    .map_err(|error| error.at(expression.span))?;
                self.evaluate_inner(expression, scope)
                    .map_err(|error| error.at(expression.span))
            }
        }
    }

    fn evaluate_inner(&self, expression: &Expression, scope: &Rc<Scope>) -> Res<Value> {
        match &expression.kind {
            Kind::Constant(value) => Ok(value.clone()),
            Kind::Name(name) => self.lookup(scope, *name),
            Kind::List(items) => Ok(Value::list(self.evaluate_all(items, scope)?)),
            Kind::Tuple(items) => Ok(Value::tuple(self.evaluate_all(items, scope)?)),
            Kind::Dict(entries) => self.dict_literal(entries, scope),
            Kind::Not(of) => {
                let value = self.evaluate(of, scope)?;
                Ok(Value::Bool(!self.is_true(&value, Some(of))?))
            }
            Kind::Negative(of) => operators::negative(self, &self.evaluate(of, scope)?),
            Kind::Binary(op, both) => {
                let left = self.evaluate(&both.0, scope)?;
                let right = self.evaluate(&both.1, scope)?;
                operators::binary(self, *op, &left, &right)
            }
            Kind::And(both) => {
                let left = self.evaluate(&both.0, scope)?;
                if self.is_true(&left, Some(&both.0))? {
                    self.evaluate(&both.1, scope)
                } else {
                    Ok(left)
                }
            }
            Kind::Or(both) => {
                let left = self.evaluate(&both.0, scope)?;
                if self.is_true(&left, Some(&both.0))? {
                    Ok(left)
                } else {
                    self.evaluate(&both.1, scope)
                }
            }
            Kind::Concat(parts) => self.concat(parts, scope),
            Kind::Compare(first, rest) => self.comparisons(first, rest, scope),
            Kind::If(both, otherwise) => {
                self.inline_if(&both.0, &both.1, otherwise.as_deref(), scope)
            }
            Kind::Attribute(of, name) => {
                let value = self.evaluate(of, scope)?;
                self.attribute(&value, name, Some(expression))
            }
            Kind::Item(both) => {
                let value = self.evaluate(&both.0, scope)?;
                let key = self.evaluate(&both.1, scope)?;
                self.item(&value, &key, Some(expression))
            }
            Kind::Slice(of, parts) => {
                let value = self.evaluate(of, scope)?;
                let part = |part: &Option<Box<Expression>>| {
                    part.as_ref()
                        .map(|part| self.evaluate(part, scope))
                        .transpose()
                };
                let (start, stop, step) = (part(&parts[0])?, part(&parts[1])?, part(&parts[2])?);
                if let Value::Undefined(undefined) = &value {
                    return Err(self.undefined_error(undefined));
                }
                match operators::slice(self, &value, start.as_ref(), stop.as_ref(), step.as_ref())?
                {
                    Some(part) => Ok(part),
                    None => wrong_type(format!(
                        "a part of {} cannot be cut out like this",
                        value.plain_name()
                    ))
                    .map_err(|error: Box<Error>| {
                        error.hint("[a:b] works on texts and lists, with whole numbers")
                    }),
                }
            }
            Kind::Call(of, arguments) => {
                let callee = self.evaluate(of, scope)?;
                let given = self.given(arguments, scope)?;
                self.call(&callee, given, Some(of))
            }
            Kind::Filter(of, filter) => {
                let value = self.evaluate(of, scope)?;
                let given = self.given(&filter.arguments, scope)?;
                let result = self
                    .apply(&filter.name, &value, given)
                    .map_err(|error| error.at(filter.span))?;
                self.note_undefined_input(&value, &filter.name, of)?;
                Ok(result)
            }
            Kind::Test(of, test) => {
                let value = self.evaluate(of, scope)?;
                let given = self.given(&test.arguments, scope)?;
                self.test(&test.name, &value, given)
                    .map(Value::Bool)
                    .map_err(|error| error.at(test.span))
            }
        }
    }

    /// A filter that made something of nothing hides that there was nothing.
    fn note_undefined_input(&self, value: &Value, filter: &str, at: &Expression) -> Res<()> {
        match value {
            Value::Undefined(undefined)
                if !matches!(filter, "default" | "d") && !self.is_strict =>
            {
                self.used_undefined(undefined, Some(at))
            }
            _ => Ok(()),
        }
    }

    fn evaluate_all(&self, items: &[Expression], scope: &Rc<Scope>) -> Res<Vec<Value>> {
        self.grow_list(items.len())?;
        items
            .iter()
            .map(|item| self.evaluate(item, scope))
            .collect()
    }

    fn dict_literal(&self, entries: &[(Expression, Expression)], scope: &Rc<Scope>) -> Res<Value> {
        self.grow_list(entries.len() * 3)?;
        let mut dict = Dict::default();
        for (name, value) in entries {
            let name = self.evaluate(name, scope)?;
            dict.insert(self.key(&name)?, name, self.evaluate(value, scope)?);
        }
        Ok(Value::dict(dict))
    }

    /// A value as a key of a dict.
    pub fn key(&self, value: &Value) -> Res<Key> {
        match self.key_of(value)? {
            Some(key) => Ok(key),
            None => wrong_type(format!(
                "{} cannot be a key of a mapping",
                value.plain_name()
            )),
        }
    }

    /// A value as a key; `None` for what Python calls unhashable: lists, dicts and what contains them.
    pub fn key_of(&self, value: &Value) -> Res<Option<Key>> {
        if let Value::Undefined(undefined) = value {
            self.refuse_if_strict(undefined)?;
        }
        self.key_in(value, 0)
    }

    fn key_in(&self, value: &Value, level: usize) -> Res<Option<Key>> {
        self.charge(1)?;
        let form = match value {
            Value::None => Form::None,
            Value::Undefined(_) => Form::Undefined,
            Value::Bool(b) => Form::Int(i128::from(*b)),
            Value::Int(n) => Form::Int(*n),
            Value::Float(x) if x.fract() == 0.0 && x.abs() < 1e37 => Form::Int(*x as i128),
            Value::Float(x) => Form::Float(x.to_bits()),
            Value::Text(text) | Value::Markup(text) => {
                self.charge(text.len() as u64 / 32)?;
                Form::Text(Rc::clone(text))
            }
            Value::Tuple(_) if level >= MAX_LEVELS => {
                return wrong_type(format!(
                    "a tuple nested more than {MAX_LEVELS} deep cannot be a key"
                ));
            }
            Value::Tuple(tuple) => {
                self.grow(tuple.items.len().saturating_mul(64))?;
                let mut keys = Vec::with_capacity(tuple.items.len());
                for item in &tuple.items {
                    match self.key_in(item, level + 1)? {
                        Some(key) => keys.push(key),
                        None => return Ok(None),
                    }
                }
                Form::Tuple(Rc::from(keys))
            }
            Value::List(_) | Value::Dict(_) => return Ok(None),
            Value::Object(object) => Form::Object(Rc::as_ptr(object).cast::<u8>() as usize),
        };
        Ok(Some(form.into()))
    }

    fn concat(&self, parts: &[Expression], scope: &Rc<Scope>) -> Res<Value> {
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            values.push((self.evaluate(part, scope)?, part));
        }
        let is_html = self.is_escaping.get()
            && values
                .iter()
                .any(|(value, _)| matches!(value, Value::Markup(_)));
        let mut text = String::new();
        for (value, part) in &values {
            match value {
                Value::Undefined(undefined) => self
                    .used_undefined(undefined, Some(part))
                    .map_err(|error| error.at(part.span))?,
                value if is_html && !matches!(value, Value::Markup(_)) => {
                    text.push_str(&super::filters::html::escape(&str_of(self, value)?))
                }
                value => write_str(self, value, &mut text).map_err(|error| error.at(part.span))?,
            }
        }
        Ok(if is_html {
            Value::Markup(Rc::from(text))
        } else {
            Value::text(text)
        })
    }

    fn comparisons(
        &self,
        first: &Expression,
        rest: &[(Comparison, Expression)],
        scope: &Rc<Scope>,
    ) -> Res<Value> {
        let mut left = self.evaluate(first, scope)?;
        for (op, right) in rest {
            let right_value = self.evaluate(right, scope)?;
            let holds = match op {
                Comparison::Equal => is_equal(self, &left, &right_value)?,
                Comparison::NotEqual => !is_equal(self, &left, &right_value)?,
                Comparison::In => self.contains(&right_value, &left, Some(right))?,
                Comparison::NotIn => !self.contains(&right_value, &left, Some(right))?,
                op => compare(self, *op, &left, &right_value)?,
            };
            if !holds {
                return Ok(Value::Bool(false));
            }
            left = right_value;
        }
        Ok(Value::Bool(true))
    }

    /// `item in container`.
    pub fn contains(&self, container: &Value, item: &Value, at: Option<&Expression>) -> Res<bool> {
        match container {
            Value::Text(text) | Value::Markup(text) => match item.as_text() {
                Some(part) => {
                    self.charge((text.len() + part.len()) as u64 / 32)?;
                    Ok(text.contains(&**part))
                }
                None => match item {
                    Value::Undefined(undefined) => Err(self.undefined_error(undefined)),
                    item => wrong_type(format!(
                        "{} cannot be looked for in text",
                        item.plain_name()
                    ))
                    .map_err(|error: Box<Error>| error.hint("turn it into text with |string")),
                },
            },
            Value::Dict(dict) => Ok(dict.borrow().get(&self.key(item)?).is_some()),
            Value::Object(object) => match &**object {
                Object::View {
                    kind: View::Keys,
                    dict,
                } => Ok(dict.borrow().get(&self.key(item)?).is_some()),
                Object::Range { start, step, len } => Ok(match item {
                    Value::Float(x) if x.fract() != 0.0 => false,
                    item => item.as_float().is_some_and(|x| {
                        let n = item.as_int().unwrap_or(x as i128) - start;
                        n % step == 0 && n / step >= 0 && n / step < *len as i128
                    }),
                }),
                _ => self.is_among(&self.items(container, at)?, item),
            },
            Value::List(items) => self.is_among(&items.borrow(), item),
            Value::Tuple(tuple) => self.is_among(&tuple.items, item),
            other => {
                if matches!(other, Value::Undefined(_)) {
                    return self.items(other, at).map(|_| false);
                }
                wrong_type(format!(
                    "nothing can be looked for in {}",
                    other.plain_name()
                ))
            }
        }
    }

    fn is_among(&self, items: &[Value], item: &Value) -> Res<bool> {
        for other in items {
            if is_found(self, other, item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn inline_if(
        &self,
        test: &Expression,
        then: &Expression,
        otherwise: Option<&Expression>,
        scope: &Rc<Scope>,
    ) -> Res<Value> {
        let value = self.evaluate(test, scope)?;
        if self
            .is_true(&value, Some(test))
            .map_err(|error| error.at(test.span))?
        {
            return self.evaluate(then, scope);
        }
        match otherwise {
            Some(otherwise) => self.evaluate(otherwise, scope),
            // Jinja2 allows leaving the rest out, also when strict.
            None => Ok(Value::Undefined(Rc::new(Undefined {
                message: "the condition before this did not hold, and there is no else".to_owned(),
                written: Some(Rc::from("")),
            }))),
        }
    }

    /// What a call is given, evaluated in order.
    pub fn given(&self, arguments: &Arguments, scope: &Rc<Scope>) -> Res<Given> {
        let mut given = Given::default();
        for argument in &arguments.positional {
            match argument {
                Argument::One(value) => given.positional.push(self.evaluate(value, scope)?),
                Argument::Spread(items) => {
                    let value = self.evaluate(items, scope)?;
                    given.positional.extend(self.items(&value, Some(items))?);
                }
            }
        }
        for (name, value) in &arguments.named {
            given
                .named
                .push((Rc::clone(name), self.evaluate(value, scope)?));
        }
        for more in &arguments.more_named {
            let value = self.evaluate(more, scope)?;
            let Value::Dict(dict) = &value else {
                return Err(Error::new(format!(
                    "after ** a mapping is needed, not {}",
                    value.plain_name()
                ))
                .at(more.span));
            };
            self.grow_list(dict.borrow().len() * 2)?;
            for (name, value) in dict.borrow().iter() {
                match name.as_text() {
                    Some(name) => given.named.push((Rc::clone(name), value.clone())),
                    None => {
                        return Err(Error::new("after ** all keys must be text").at(more.span));
                    }
                }
            }
        }
        Ok(given)
    }
}
