//! Values as Python writes them: `str` and `repr`, and floats (`2.0`, `1e+20`, `inf`).

use super::dict::Dict;
use super::error::{Error, Res};
use super::machine::Machine;
use super::value::{Function, Object, Value, View};
use std::rc::Rc;

/// Lists in lists are written to this depth; Python gives up a little later.
pub(super) const MAX_LEVELS: usize = 200;

/// A float as `repr` writes it: the shortest digits that read back as the same number.
pub(super) fn float(x: f64) -> String {
    if x.is_nan() {
        return "nan".to_owned();
    }
    if x.is_infinite() {
        return if x > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{x:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        let plain = format!("{x}");
        return if plain.contains('.') {
            plain
        } else {
            plain + ".0"
        };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// Whether `repr` shows a character as it is.
pub(super) fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return (' '..='~').contains(&c);
    }
    // Behind another character the standard library escapes just what Python does not call printable.
    let mut pair = String::from("a");
    pair.push(c);
    pair.escape_debug().nth(1) == Some(c)
}

/// Text with quotation marks and escapes.
pub(super) fn write_repr_of_text(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if is_printable(c) => out.push(c),
            c => {
                let code = u32::from(c);
                out.push_str(&match code {
                    0..0x100 => format!("\\x{code:02x}"),
                    0x100..0x1_0000 => format!("\\u{code:04x}"),
                    _ => format!("\\U{code:08x}"),
                });
            }
        }
    }
    out.push(quote);
}

/// `str(value)`, appended.
pub(super) fn write_str(machine: &Machine, value: &Value, out: &mut String) -> Res<()> {
    match value {
        Value::Text(text) | Value::Markup(text) => {
            machine.grow(text.len())?;
            out.push_str(text);
            Ok(())
        }
        Value::Undefined(undefined) => machine.used_undefined(undefined, None),
        value => Writer::of(machine).repr(value, out),
    }
}

/// `str(value)`; text is shared, not copied.
pub(super) fn str_of(machine: &Machine, value: &Value) -> Res<Rc<str>> {
    if let Some(text) = value.as_text() {
        return Ok(Rc::clone(text));
    }
    let mut out = String::new();
    write_str(machine, value, &mut out)?;
    Ok(Rc::from(out))
}

/// `repr(value)`.
pub(super) fn repr_of(machine: &Machine, value: &Value) -> Res<String> {
    let mut out = String::new();
    Writer::of(machine).repr(value, &mut out)?;
    Ok(out)
}

/// `repr(value)` as far as somewhat more than so many bytes; what is not longer is whole.
pub(super) fn start_of_repr(machine: &Machine, value: &Value, limit: usize) -> Res<String> {
    let mut out = String::new();
    let mut writer = Writer::of(machine);
    writer.limit = Some(limit);
    writer.repr(value, &mut out)?;
    Ok(out)
}

struct Writer<'m, 't> {
    machine: &'m Machine<'t>,
    levels: usize,
    limit: Option<usize>,
}

impl<'m, 't> Writer<'m, 't> {
    fn of(machine: &'m Machine<'t>) -> Self {
        Self {
            machine,
            levels: 0,
            limit: None,
        }
    }

    fn repr(&mut self, value: &Value, out: &mut String) -> Res<()> {
        self.machine.charge(1)?;
        let before = out.len();
        if self.limit.is_some_and(|limit| before > limit) {
            return Ok(());
        }
        match value {
            Value::Undefined(_) => out.push_str("Undefined"),
            Value::None => out.push_str("None"),
            Value::Bool(true) => out.push_str("True"),
            Value::Bool(false) => out.push_str("False"),
            Value::Int(n) => out.push_str(&n.to_string()),
            Value::Float(x) => out.push_str(&float(*x)),
            Value::Text(text) => {
                let end = self
                    .limit
                    .map_or(text.len(), |limit| text.floor_char_boundary(limit));
                write_repr_of_text(text.get(..end).unwrap_or(text), out);
            }
            Value::Markup(text) => {
                out.push_str("Markup(");
                write_repr_of_text(text, out);
                out.push(')');
            }
            Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::Object(_) => {
                self.levels += 1;
                if self.levels > MAX_LEVELS {
                    let message = format!(
                        "this value is nested more than {MAX_LEVELS} deep and cannot be printed"
                    );
                    return Err(Error::new(message));
                }
                self.container(value, out)?;
                self.levels -= 1;
                return Ok(());
            }
        }
        self.machine.grow(out.len() - before)
    }

    fn container(&mut self, value: &Value, out: &mut String) -> Res<()> {
        match value {
            Value::List(items) => {
                let items = items.borrow();
                self.items(&items, "[", "]", out)
            }
            Value::Tuple(tuple) => {
                let end = if tuple.items.len() == 1 { ",)" } else { ")" };
                self.items(&tuple.items, "(", end, out)
            }
            Value::Dict(dict) => self.dict(&dict.borrow(), out),
            Value::Object(object) => self.object(object, out),
            _ => Ok(()),
        }
    }

    fn items(&mut self, items: &[Value], start: &str, end: &str, out: &mut String) -> Res<()> {
        out.push_str(start);
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.repr(item, out)?;
            if self.limit.is_some_and(|limit| out.len() > limit) {
                return Ok(());
            }
            self.machine.grow(2)?;
        }
        out.push_str(end);
        self.machine.grow(2)
    }

    fn dict(&mut self, dict: &Dict, out: &mut String) -> Res<()> {
        out.push('{');
        for (i, (name, value)) in dict.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.repr(name, out)?;
            out.push_str(": ");
            self.repr(value, out)?;
            if self.limit.is_some_and(|limit| out.len() > limit) {
                return Ok(());
            }
            self.machine.grow(4)?;
        }
        out.push('}');
        self.machine.grow(2)
    }

    fn object(&mut self, object: &Object, out: &mut String) -> Res<()> {
        match object {
            Object::Range { start, step, len } => {
                let stop = match step {
                    1 => start.saturating_add(*len as i128),
                    step => start.saturating_add(step.saturating_mul(*len as i128)),
                };
                out.push_str(&format!("range({start}, {stop}"));
                if *step != 1 {
                    out.push_str(&format!(", {step}"));
                }
                out.push(')');
            }
            Object::View { kind, dict } => {
                let dict = dict.borrow();
                self.machine.grow_list(dict.len() * 3)?;
                let items: Vec<Value> = match kind {
                    View::Keys => dict.iter().map(|(name, _)| name.clone()).collect(),
                    View::Values => dict.iter().map(|(_, value)| value.clone()).collect(),
                    View::Items => dict
                        .iter()
                        .map(|(name, value)| Value::tuple(vec![name.clone(), value.clone()]))
                        .collect(),
                };
                out.push_str(match kind {
                    View::Keys => "dict_keys",
                    View::Values => "dict_values",
                    View::Items => "dict_items",
                });
                self.items(&items, "([", "])", out)?;
            }
            Object::Macro(of) => {
                out.push_str("<Macro ");
                write_repr_of_text(&self.machine.macro_name(of), out);
                out.push('>');
            }
            Object::Loop(state) => {
                let text = format!(
                    "<LoopContext {}/{}>",
                    state.index0.get() + 1,
                    state.items.borrow().len()
                );
                out.push_str(&text);
            }
            Object::Namespace(dict) => {
                out.push_str("<Namespace ");
                self.dict(&dict.borrow(), out)?;
                out.push('>');
            }
            Object::Function(Function::Range) => out.push_str("<class 'range'>"),
            Object::Function(Function::Dict) => out.push_str("<class 'dict'>"),
            Object::Function(Function::Namespace) => {
                out.push_str("<class 'jinja2.utils.Namespace'>")
            }
            Object::Function(Function::Cycler) => out.push_str("<class 'jinja2.utils.Cycler'>"),
            Object::Function(Function::Joiner) => out.push_str("<class 'jinja2.utils.Joiner'>"),
            other => return unprintable(other),
        }
        self.machine.grow(16)
    }
}

/// What Python writes with its address in memory.
fn unprintable(object: &Object) -> Res<()> {
    let (message, hint) = match object {
        Object::Once(_) => (
            "a filter's result cannot be printed before it is a list",
            "add |list, or |join(', ')",
        ),
        Object::Method { .. } => (
            "a method without its parentheses cannot be printed",
            "add () to call it",
        ),
        Object::Joiner { .. } => (
            "a joiner cannot be printed without its parentheses",
            "add () to call it",
        ),
        Object::Cycler { .. } => ("a cycler cannot be printed", "add .next() or .current"),
        _ => ("this cannot be printed", "print one of its parts"),
    };
    Err(Error::new(message).hint(hint))
}
