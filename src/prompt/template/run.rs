//! Statements: what a template does from top to bottom.

use super::error::{Error, Res, wrong_type, wrong_value};
use super::machine::{BODY, CALL, Machine};
use super::macros::{Given, Macro};
use super::node::{Expression, Filter, Kind as ExpressionKind, Span, Statement, Target};
use super::scope::Scope;
use super::scope_names::{LOOP, SUPER};
use super::value::{Loop, Object, Undefined, Value};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Bytes a macro takes with the names around it, which stay until the rendering ends.
const MACRO: usize = 500;

impl Machine<'_> {
    /// Runs a body in a scope.
    pub fn run(&self, body: &[Statement], scope: &Rc<Scope>, out: &mut String) -> Res<()> {
        let _level = self.deeper(BODY)?;
        self.charge(body.len() as u64)?;
        for statement in body {
            self.statement(statement, scope, out)?;
        }
        Ok(())
    }

    fn statement(&self, statement: &Statement, scope: &Rc<Scope>, out: &mut String) -> Res<()> {
        match statement {
            Statement::Text(text) => self.write(out, text),
            Statement::Print(expression) => {
                let value = self.evaluate(expression, scope)?;
                if let Value::Undefined(undefined) = &value {
                    return self
                        .used_undefined(undefined, Some(expression))
                        .map_err(|error| error.at(expression.span));
                }
                self.print(&value, out)
                    .map_err(|error| error.at(expression.span))
            }
            Statement::If {
                test,
                then,
                otherwise,
            } => {
                let value = self.evaluate(test, scope)?;
                let is_true = self
                    .is_true(&value, Some(test))
                    .map_err(|error| error.at(test.span))?;
                self.run(if is_true { then } else { otherwise }, scope, out)
            }
            Statement::For(node) => self.run_for(*node, scope, out),
            Statement::With { assigned, body } => {
                let inner = Scope::inside(scope);
                for (target, value) in assigned {
                    let value = self.evaluate(value, scope)?;
                    self.assign(target, value, &inner)?;
                }
                self.run(body, &inner, out)
            }
            Statement::Set(target, value) => {
                let value = self.evaluate(value, scope)?;
                self.assign(target, value, scope)
            }
            Statement::SetBlock {
                target,
                filters,
                body,
            } => {
                let value = self.capture(body, filters, scope)?;
                self.assign(target, value, scope)
            }
            Statement::FilterBlock { filters, body } => {
                let value = self.capture(body, filters, scope)?;
                let span = filters
                    .last()
                    .map_or_else(Span::default, |filter| filter.span);
                self.print(&value, out).map_err(|error| error.at(span))
            }
            Statement::Macro(node) => {
                if let Some(of) = self.program.macros.get(*node) {
                    self.grow(MACRO)?;
                    self.kept.scope(scope);
                    let value = Value::object(Object::Macro(Macro {
                        node: *node,
                        scope: Rc::clone(scope),
                    }));
                    scope.set(of.name_id, value);
                }
                Ok(())
            }
            Statement::Call { call, body } => self.run_call(call, *body, scope, out),
            Statement::Block(node) => self.run_block(*node, Some(scope), out),
            Statement::AutoEscape { is_on, body } => {
                let is_on = self.evaluate(is_on, scope)?;
                let before = self.is_escaping.replace(is_on.is_true());
                let inner = Scope::inside(scope);
                let done = self.run(body, &inner, out);
                self.is_escaping.set(before);
                done
            }
            Statement::Alone(tag, span) => Err(Error::new(format!(
                "{{% {tag} %}} needs another template, and a prompt stands alone"
            ))
            .hint("put the text itself here")
            .at(*span)),
        }
    }

    fn capture(&self, body: &[Statement], filters: &[Filter], scope: &Rc<Scope>) -> Res<Value> {
        let inner = Scope::inside(scope);
        let mut text = String::new();
        self.run(body, &inner, &mut text)?;
        self.grow(text.len())?;
        let mut value = self.captured(text);
        if filters.is_empty() && self.is_escaping.get() {
            return Ok(value);
        }
        for filter in filters {
            let given = self.given(&filter.arguments, scope)?;
            value = self
                .apply(&filter.name, &value, given)
                .map_err(|error| error.at(filter.span))?;
        }
        Ok(value)
    }

    fn assign(&self, target: &Target, value: Value, scope: &Rc<Scope>) -> Res<()> {
        match target {
            Target::Name(name) => {
                scope.set(*name, value);
                Ok(())
            }
            Target::Many(targets, span) => {
                let items = self
                    .unpack(&value, targets.len())
                    .map_err(|error| error.at(*span))?;
                for (target, value) in targets.iter().zip(items) {
                    self.assign(target, value, scope)?;
                }
                Ok(())
            }
            Target::Attribute(name, attribute, span) => {
                let of = self.lookup(scope, *name)?;
                if let Value::Object(object) = &of
                    && let Object::Namespace(dict) = &**object
                {
                    self.kept.object(object);
                    self.grow_list(1)?;
                    dict.borrow_mut().insert_text(Rc::clone(attribute), value);
                    return Ok(());
                }
                let message = format!(
                    "{}.{attribute} cannot be set: only what namespace() made can be changed",
                    self.name(*name)
                );
                Err(Error::new(message)
                    .hint(format!(
                        "write {{% set {} = namespace({attribute}=…) %}} first",
                        self.name(*name)
                    ))
                    .at(*span))
            }
        }
    }

    fn unpack(&self, value: &Value, n: usize) -> Res<Vec<Value>> {
        let hint = format!("each item must have {n} parts; to go through a mapping, use .items()");
        let items = match value {
            Value::None | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
                return wrong_type(format!(
                    "{} cannot be split into {n} names",
                    value.plain_name()
                ))
                .map_err(|error: Box<Error>| error.hint(hint));
            }
            value => self.items(value, None)?,
        };
        if items.len() == n {
            return Ok(items);
        }
        let few = if items.len() < n { "only " } else { "" };
        wrong_value(format!(
            "{n} names for {few}{} value{}",
            items.len(),
            if items.len() == 1 { "" } else { "s" }
        ))
        .map_err(|error: Box<Error>| error.hint(hint))
    }

    fn run_for(&self, index: usize, scope: &Rc<Scope>, out: &mut String) -> Res<()> {
        let Some(node) = self.program.loops.get(index) else {
            return Ok(());
        };
        let value = self.evaluate(&node.iterable, scope)?;
        self.run_loop(index, &value, scope, 0, out, Some(&node.iterable))
            .map_err(|error| error.at(node.iterable.span))
    }

    /// One loop over a value; `depth0` counts loops called by themselves.
    pub fn run_loop(
        &self,
        index: usize,
        value: &Value,
        scope: &Rc<Scope>,
        depth0: usize,
        out: &mut String,
        at: Option<&Expression>,
    ) -> Res<()> {
        let Some(node) = self.program.loops.get(index) else {
            return Ok(());
        };
        let mut items = self.items(value, at)?;
        if let Some(test) = &node.test {
            let inner = Scope::inside(scope);
            let mut kept = Vec::new();
            for item in items {
                self.assign(&node.target, item.clone(), &inner)?;
                let value = self.evaluate(test, &inner)?;
                if self
                    .is_true(&value, Some(test))
                    .map_err(|error| error.at(test.span))?
                {
                    kept.push(item);
                }
            }
            items = kept;
        }
        if items.is_empty() {
            let inner = Scope::inside(scope);
            return self.run(&node.otherwise, &inner, out);
        }
        if node.is_recursive {
            self.kept.scope(scope);
        }
        let state = Rc::new(Object::Loop(Loop {
            items: RefCell::new(items.clone()),
            index0: Cell::new(0),
            depth0,
            last_changed: RefCell::new(None),
            recurse: node.is_recursive.then(|| (index, Rc::clone(scope))),
            is_kept: Cell::new(false),
        }));
        let mut inner = Scope::inside(scope);
        for (i, item) in items.into_iter().enumerate() {
            self.charge(2)?;
            if Rc::strong_count(&inner) > 1 {
                inner = Scope::inside(scope);
            } else {
                inner.clear();
            }
            if let Object::Loop(state) = &*state {
                state.index0.set(i);
            }
            inner.set(LOOP, Value::Object(Rc::clone(&state)));
            self.assign(&node.target, item, &inner)?;
            self.run(&node.body, &inner, out)?;
        }
        Ok(())
    }

    fn run_call(
        &self,
        call: &Expression,
        body: usize,
        scope: &Rc<Scope>,
        out: &mut String,
    ) -> Res<()> {
        let ExpressionKind::Call(of, arguments) = &call.kind else {
            return Ok(());
        };
        let of = self.evaluate(of, scope)?;
        let mut given = self.given(arguments, scope)?;
        self.kept.scope(scope);
        let caller = Value::object(Object::Macro(Macro {
            node: body,
            scope: Rc::clone(scope),
        }));
        given.named.push((Rc::from("caller"), caller));
        let value = self
            .call(&of, given, Some(call))
            .map_err(|error| error.at(call.span))?;
        self.print(&value, out).map_err(|error| error.at(call.span))
    }

    /// A block where it stands: it sees what the template sets, and of loops around it only what `scoped` lets in.
    pub fn run_block(&self, index: usize, scope: Option<&Rc<Scope>>, out: &mut String) -> Res<()> {
        let Some(block) = self.program.blocks.get(index) else {
            return Ok(());
        };
        if block.is_required {
            let message = format!(
                "the block {} is required from another template, and a prompt stands alone",
                block.name
            );
            return Err(Error::new(message)
                .hint("take the word required away")
                .at(block.span));
        }
        let around = match scope {
            Some(scope) if block.is_scoped => scope,
            _ => &self.root,
        };
        let inner = Scope::inside(around);
        inner.set(
            SUPER,
            Value::Undefined(Rc::new(Undefined {
                message: "super() needs another template, and a prompt stands alone".to_owned(),
                written: Some(Rc::from("super")),
            })),
        );
        self.run(&block.body, &inner, out)
    }

    /// The text of a body that is called: a block or a recursive loop.
    pub fn text_of(&self, run: impl FnOnce(&mut String) -> Res<()>) -> Res<Value> {
        let _level = self.deeper(CALL)?;
        let mut text = String::new();
        run(&mut text)?;
        self.grow(text.len())?;
        Ok(self.captured(text))
    }

    /// Calls something.
    pub fn call(&self, of: &Value, given: Given, at: Option<&Expression>) -> Res<Value> {
        match of {
            Value::Undefined(undefined) => Err(self.undefined_error(undefined)),
            Value::Object(object) => match &**object {
                Object::Macro(of) => self.call_macro(of, given),
                Object::Method { of, name } => {
                    self.charge(4)?;
                    self.call_method(of, name, given)
                }
                Object::Function(function) => self.call_function(*function, given),
                Object::Block(index) => {
                    given.bind("a block", [], 0)?;
                    self.text_of(|text| self.run_block(*index, None, text))
                }
                Object::Loop(state) => {
                    let [items] = given.bind("loop()", ["items"], 1)?;
                    let Some((index, scope)) = &state.recurse else {
                        let error = Error::new("this loop cannot call itself");
                        return Err(error.hint("write {% for … in … recursive %}"));
                    };
                    let items = items.unwrap_or(Value::None);
                    self.text_of(|text| {
                        self.run_loop(*index, &items, scope, state.depth0 + 1, text, at)
                    })
                }
                Object::Joiner { separator, is_used } => {
                    given.bind("a joiner", [], 0)?;
                    Ok(if is_used.replace(true) {
                        separator.clone()
                    } else {
                        Value::text("")
                    })
                }
                _ => wrong_type(format!("{} cannot be called", of.plain_name())),
            },
            other => {
                let name = at.map(|at| self.describe(at)).unwrap_or_default();
                let error = Error::new(format!(
                    "{} cannot be called like a function",
                    other.plain_name()
                ));
                Err(error.hint(format!("take the parentheses away from {name}")))
            }
        }
    }
}
