//! What a rendering has at hand: names, limits, and the record of what was undefined.

use super::Values;
use super::error::{Error, Res};
use super::kept::Kept;
use super::macros::Macro;
use super::node::{Expression, Name, Program, Span};
use super::python_text::write_str;
use super::scope::Scope;
use super::scope_names::SELF;
use super::source::Source;
use super::value::{Function, Object, Undefined, Value, View};
use super::words::nearest;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// Steps one rendering may take; about half a second in a browser.
pub(super) const MAX_STEPS: u64 = 10_000_000;
/// Bytes one rendering may build, all texts and lists together.
pub(super) const MAX_BYTES: u64 = 128_000_000;
/// Bytes of the rendered text.
pub(super) const MAX_OUTPUT: usize = 4_000_000;
/// Stack that expressions, bodies and macros inside each other may take, in units of about 100 bytes; a browser's
/// worker has a megabyte.
pub(super) const MAX_DEPTH: u32 = 3500;
/// What one expression inside another takes of it.
pub(super) const EXPRESSION: u32 = 10;
/// What one body takes.
pub(super) const BODY: u32 = 12;
/// What one call of a macro, block or loop takes.
pub(super) const CALL: u32 = 16;

/// One rendering.
pub(super) struct Machine<'t> {
    pub program: &'t Program,
    pub source: &'t Source,
    pub values: &'t Values,
    pub is_strict: bool,
    pub is_escaping: Cell<bool>,
    pub root: Rc<Scope>,
    steps: Cell<u64>,
    bytes: Cell<u64>,
    depth: Cell<u32>,
    undefined: RefCell<Vec<String>>,
    thawed: RefCell<Vec<Option<Value>>>,
    pub kept: Kept,
}

/// Counts down again when it is dropped.
pub(super) struct Level<'m>(&'m Cell<u32>, u32);

impl Drop for Level<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(self.1));
    }
}

impl<'t> Machine<'t> {
    pub fn new(
        program: &'t Program,
        source: &'t Source,
        values: &'t Values,
        is_strict: bool,
    ) -> Self {
        Self {
            program,
            source,
            values,
            is_strict,
            is_escaping: Cell::new(false),
            root: Rc::new(Scope::default()),
            steps: Cell::new(0),
            bytes: Cell::new(0),
            depth: Cell::new(0),
            undefined: RefCell::default(),
            thawed: RefCell::new(vec![None; program.names.len()]),
            kept: Kept::default(),
        }
    }

    /// What was undefined, as written, once each.
    pub fn into_undefined(self) -> Vec<String> {
        self.undefined.into_inner()
    }

    /// Counts work; the limit ends the rendering.
    pub fn charge(&self, steps: u64) -> Res<()> {
        let steps = self.steps.get().saturating_add(steps);
        self.steps.set(steps);
        if steps > MAX_STEPS {
            return Err(Error::new("the template runs for too long")
                .hint("look for a loop over far too many items, or loops inside loops"));
        }
        Ok(())
    }

    /// Counts bytes about to be built.
    pub fn grow(&self, bytes: usize) -> Res<()> {
        let bytes = self.bytes.get().saturating_add(bytes as u64);
        self.bytes.set(bytes);
        if bytes > MAX_BYTES {
            let message = format!(
                "the template runs for too long: it builds more than {} MB of text and lists",
                MAX_BYTES / 1_000_000
            );
            return Err(Error::new(message)
                .hint("look for loops inside loops, or a text or list repeated far too often"));
        }
        Ok(())
    }

    /// Counts items about to be put into a list.
    pub fn grow_list(&self, n: usize) -> Res<()> {
        self.charge(n as u64)?;
        self.grow(n.saturating_mul(40))
    }

    /// Goes one level deeper.
    pub fn deeper(&self, cost: u32) -> Res<Level<'_>> {
        let depth = self.depth.get() + cost;
        if depth > MAX_DEPTH {
            return Err(Error::new("macros or loops call themselves too deep")
                .hint("look for a macro or {% for … recursive %} that never comes to an end"));
        }
        self.depth.set(depth);
        Ok(Level(&self.depth, cost))
    }

    /// Appends to a rendered text.
    pub fn write(&self, out: &mut String, text: &str) -> Res<()> {
        self.charge(1 + text.len() as u64 / 64)?;
        if out.len() + text.len() > MAX_OUTPUT {
            let message = format!("the text becomes longer than {} MB", MAX_OUTPUT / 1_000_000);
            return Err(Error::new(message)
                .hint("no model takes a prompt that long; look for a loop over too many items"));
        }
        out.push_str(text);
        Ok(())
    }

    /// Prints a value as `{{ }}` does.
    pub fn print(&self, value: &Value, out: &mut String) -> Res<()> {
        match value {
            Value::Text(text) if !self.is_escaping.get() => self.write(out, text),
            Value::Markup(text) => self.write(out, text),
            value => {
                let mut text = String::new();
                write_str(self, value, &mut text)?;
                if self.is_escaping.get() {
                    text = super::filters::html::escape(&text);
                }
                self.write(out, &text)
            }
        }
    }

    /// Text that stands in for what a body printed: HTML where escaping is on.
    pub fn captured(&self, text: String) -> Value {
        match self.is_escaping.get() {
            true => Value::Markup(Rc::from(text)),
            false => Value::text(text),
        }
    }

    pub fn name(&self, name: Name) -> Rc<str> {
        self.program
            .names
            .get(name as usize)
            .map_or_else(|| Rc::from(""), Rc::clone)
    }

    pub fn macro_name(&self, of: &Macro) -> Rc<str> {
        self.program
            .macros
            .get(of.node)
            .map_or_else(|| Rc::from(""), |node| Rc::clone(&node.name))
    }

    /// A name's value: set in the template, given, or Jinja2's own.
    pub fn lookup(&self, scope: &Scope, name: Name) -> Res<Value> {
        if let Some(value) = scope.get(name) {
            return Ok(value);
        }
        if let Some(Some(value)) = self.thawed.borrow().get(name as usize) {
            return Ok(value.clone());
        }
        let word = self.name(name);
        let found = match name {
            SELF => Some(Value::object(Object::Blocks)),
            _ => self.values.thaw(self, &word)?.or_else(|| global(&word)),
        };
        match found {
            Some(value) => {
                if let Some(slot) = self.thawed.borrow_mut().get_mut(name as usize) {
                    *slot = Some(value.clone());
                }
                Ok(value)
            }
            None => Ok(Value::Undefined(Rc::new(Undefined {
                message: format!("\"{word}\" is undefined"),
                written: Some(word),
            }))),
        }
    }

    /// The error for using something undefined where nothing can stand in for it.
    pub fn undefined_error(&self, undefined: &Undefined) -> Box<Error> {
        let error = Error::new(undefined.message.clone());
        match self.suggestion(undefined) {
            Some(known) => error.hint(format!("did you mean {known}?")),
            None => error.hint("check the name, or give it a value with |default"),
        }
    }

    fn suggestion(&self, undefined: &Undefined) -> Option<String> {
        let written = undefined.written.as_deref()?;
        let known = self
            .values
            .names()
            .chain(super::globals::NAMES.iter().copied());
        nearest(written, known).map(str::to_owned)
    }

    /// Where Jinja2 lets something undefined pass: an error when strict, a note otherwise.
    pub fn used_undefined(&self, undefined: &Undefined, at: Option<&Expression>) -> Res<()> {
        self.refuse_if_strict(undefined)?;
        if undefined.is_left_out() {
            return Ok(());
        }
        let written = match (&undefined.written, at) {
            (Some(written), _) => written.to_string(),
            (None, Some(at)) => {
                self.charge(u64::from(at.span.end.saturating_sub(at.span.start)) / 16)?;
                self.describe(at)
            }
            (None, None) => return Ok(()),
        };
        let mut seen = self.undefined.borrow_mut();
        if seen.len() < 100 && !seen.contains(&written) {
            seen.push(written);
        }
        Ok(())
    }

    /// A note also when strict, for the few places Jinja2 lets through even then.
    pub fn used_undefined_leniently(&self, undefined: &Undefined) {
        if !self.is_strict {
            let _ = self.used_undefined(undefined, None);
        }
    }

    /// An error when strict.
    pub fn refuse_if_strict(&self, undefined: &Undefined) -> Res<()> {
        match self.is_strict && !undefined.is_left_out() {
            true => Err(self.undefined_error(undefined)),
            false => Ok(()),
        }
    }

    /// An expression as written, on one line.
    pub fn describe(&self, at: &Expression) -> String {
        let written = self
            .source
            .text
            .get(with_brackets(&self.source.text, at.span))
            .unwrap_or("");
        crate::problem::cut(
            &written.split_whitespace().collect::<Vec<_>>().join(" "),
            80,
        )
    }

    /// Python's truth.
    pub fn is_true(&self, value: &Value, at: Option<&Expression>) -> Res<bool> {
        if let Value::Undefined(undefined) = value {
            self.used_undefined(undefined, at)?;
        }
        Ok(value.is_true())
    }

    /// Everything a loop over a value would see.
    pub fn items(&self, value: &Value, at: Option<&Expression>) -> Res<Vec<Value>> {
        let items = match value {
            Value::Undefined(undefined) => {
                self.used_undefined(undefined, at)?;
                Vec::new()
            }
            Value::List(items) => {
                self.grow_list(items.borrow().len())?;
                items.borrow().clone()
            }
            Value::Tuple(tuple) => {
                self.grow_list(tuple.items.len())?;
                tuple.items.clone()
            }
            // What is HTML is gone through as plain text.
            Value::Text(text) | Value::Markup(text) => self.letters(text)?,
            Value::Dict(dict) => {
                self.grow_list(dict.borrow().len())?;
                dict.borrow().iter().map(|(name, _)| name.clone()).collect()
            }
            Value::Object(object) => return self.object_items(object, value),
            other => return Err(self.not_iterable(other)),
        };
        Ok(items)
    }

    fn letters(&self, text: &str) -> Res<Vec<Value>> {
        self.grow_list(text.len())?;
        let ends = text
            .char_indices()
            .map(|(i, c)| text.get(i..i + c.len_utf8()).unwrap_or(""));
        Ok(ends.map(Value::text).collect())
    }

    fn object_items(&self, object: &Object, value: &Value) -> Res<Vec<Value>> {
        match object {
            Object::Range { start, step, len } => {
                self.grow_list(*len)?;
                Ok((0..*len)
                    .map(|i| Value::Int(start.saturating_add(step.saturating_mul(i as i128))))
                    .collect())
            }
            Object::Once(once) => Ok(once.borrow_mut().by_ref().collect()),
            Object::View { kind, dict } => {
                let dict = dict.borrow();
                self.grow_list(dict.len() * if *kind == View::Items { 3 } else { 1 })?;
                Ok(match kind {
                    View::Keys => dict.iter().map(|(name, _)| name.clone()).collect(),
                    View::Values => dict.iter().map(|(_, value)| value.clone()).collect(),
                    View::Items => dict
                        .iter()
                        .map(|(name, value)| Value::tuple(vec![name.clone(), value.clone()]))
                        .collect(),
                })
            }
            _ => Err(self.not_iterable(value)),
        }
    }

    fn not_iterable(&self, value: &Value) -> Box<Error> {
        let message = format!("{} has no items to go through", value.plain_name());
        let error = Error::new(message);
        match value {
            Value::Int(_) => error.hint("to count, use range(…)"),
            Value::Object(object) if matches!(**object, Object::Method { .. }) => {
                error.hint("add () to call the method")
            }
            _ => error.hint("a loop needs a list, a mapping or text"),
        }
    }
}

/// Where an expression is written, with the brackets around its first part: the place of `(a|first).b` starts at `a`.
fn with_brackets(text: &str, at: Span) -> Range<usize> {
    let (mut start, mut end) = (at.start as usize, at.end as usize);
    let (mut n_open, mut n_before) = (0_usize, 0_usize);
    let mut quote = None;
    let mut chars = text.get(start..end).unwrap_or("").chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', Some(_)) => drop(chars.next()),
            (c, Some(open)) if c == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => quote = Some(c),
            ('(' | '[' | '{', None) => n_open += 1,
            (')' | ']' | '}', None) if n_open > 0 => n_open -= 1,
            (')' | ']' | '}', None) => n_before += 1,
            _ => {}
        }
    }
    for _ in 0..n_before {
        let before = text.get(..start).unwrap_or("").trim_end();
        if let Some(before) = before.strip_suffix(['(', '[', '{']) {
            start = before.len();
        }
    }
    for _ in 0..n_open {
        let after = text.get(end..).unwrap_or("");
        if let Some(after) = after.trim_start().strip_prefix([')', ']', '}']) {
            end = text.len() - after.len();
        }
    }
    start..end
}

fn global(name: &str) -> Option<Value> {
    let function = match name {
        "range" => Function::Range,
        "dict" => Function::Dict,
        "namespace" => Function::Namespace,
        "cycler" => Function::Cycler,
        "joiner" => Function::Joiner,
        "lipsum" => Function::Lipsum,
        _ => return None,
    };
    Some(Value::object(Object::Function(function)))
}
