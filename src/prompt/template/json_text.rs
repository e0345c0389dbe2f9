//! `tojson`: keys sorted, `, ` and `: `, everything outside ASCII escaped, and what HTML could mistake escaped too.

use super::error::{Error, Res};
use super::machine::Machine;
use super::python_text::{MAX_LEVELS, float};
use super::value::Value;

/// A value as JSON; `indent` is what one level is indented with.
pub(super) fn to_json(machine: &Machine, value: &Value, indent: Option<&str>) -> Res<String> {
    let mut writer = Writer {
        machine,
        indent,
        levels: 0,
        out: String::new(),
        charged: 0,
    };
    writer.value(value)?;
    Ok(writer.out)
}

struct Writer<'m, 't> {
    machine: &'m Machine<'t>,
    indent: Option<&'m str>,
    levels: usize,
    out: String,
    charged: usize,
}

impl Writer<'_, '_> {
    fn value(&mut self, value: &Value) -> Res<()> {
        self.machine.charge(1)?;
        match value {
            Value::None => self.out.push_str("null"),
            Value::Bool(true) => self.out.push_str("true"),
            Value::Bool(false) => self.out.push_str("false"),
            Value::Int(n) => self.out.push_str(&n.to_string()),
            Value::Float(x) => self.out.push_str(&number(*x)),
            Value::Text(text) | Value::Markup(text) => self.text(text),
            Value::List(items) => {
                let items = items.borrow();
                self.list(&items)?;
            }
            Value::Tuple(tuple) => self.list(&tuple.items)?,
            Value::Dict(dict) => {
                let dict = dict.borrow();
                self.dict(dict.iter().collect())?;
            }
            Value::Undefined(undefined) => return Err(self.machine.undefined_error(undefined)),
            Value::Object(_) => {
                let message = format!("{} cannot be written as JSON", value.plain_name());
                return Err(Error::new(message).hint("add |list before |tojson"));
            }
        }
        let grown = self.out.len().saturating_sub(self.charged);
        self.charged = self.charged.max(self.out.len());
        self.machine.grow(grown)
    }

    fn deeper(&mut self) -> Res<()> {
        self.levels += 1;
        if self.levels > MAX_LEVELS {
            let message = format!(
                "this value is nested more than {MAX_LEVELS} deep and cannot be written as JSON"
            );
            return Err(Error::new(message));
        }
        Ok(())
    }

    fn new_line(&mut self) -> Res<()> {
        let Some(indent) = self.indent else {
            return Ok(());
        };
        // Counted before it is built: it may be long, and what is around it is counted at its end.
        let len = indent.len().saturating_mul(self.levels);
        self.machine.grow(len)?;
        self.charged += len;
        self.out.push('\n');
        for _ in 0..self.levels {
            self.out.push_str(indent);
        }
        Ok(())
    }

    fn separator(&mut self, i: usize) -> Res<()> {
        match (i, self.indent) {
            (0, _) => {}
            (_, None) => self.out.push_str(", "),
            (_, Some(_)) => self.out.push(','),
        }
        self.new_line()
    }

    fn list(&mut self, items: &[Value]) -> Res<()> {
        if items.is_empty() {
            self.out.push_str("[]");
            return Ok(());
        }
        self.deeper()?;
        self.out.push('[');
        for (i, item) in items.iter().enumerate() {
            self.separator(i)?;
            self.value(item)?;
        }
        self.levels -= 1;
        self.new_line()?;
        self.out.push(']');
        Ok(())
    }

    fn dict(&mut self, entries: Vec<(&Value, &Value)>) -> Res<()> {
        if entries.is_empty() {
            self.out.push_str("{}");
            return Ok(());
        }
        // Python compares the keys as they are, so text next to numbers is an error.
        let mut sorted = entries;
        super::order::sort_by_key(
            self.machine,
            &mut sorted,
            |(name, _)| Ok((*name).clone()),
            false,
        )?;
        self.deeper()?;
        self.out.push('{');
        for (i, (name, value)) in sorted.iter().enumerate() {
            self.separator(i)?;
            self.key(name)?;
            self.out.push_str(": ");
            self.value(value)?;
        }
        self.levels -= 1;
        self.new_line()?;
        self.out.push('}');
        Ok(())
    }

    fn key(&mut self, name: &Value) -> Res<()> {
        let text = match name {
            Value::Text(text) | Value::Markup(text) => text.to_string(),
            Value::None => "null".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) => n.to_string(),
            Value::Float(x) => number(*x),
            other => {
                let message = format!("{} cannot be a key in JSON", other.plain_name());
                return Err(Error::new(message));
            }
        };
        self.text(&text);
        Ok(())
    }

    fn text(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                '\x08' => self.out.push_str("\\b"),
                '\x0c' => self.out.push_str("\\f"),
                // Jinja2 makes the result safe inside a script element.
                '<' | '>' | '&' | '\'' => self.out.push_str(&format!("\\u{:04x}", u32::from(c))),
                ' '..='~' => self.out.push(c),
                c => {
                    let mut units = [0; 2];
                    for unit in c.encode_utf16(&mut units) {
                        self.out.push_str(&format!("\\u{unit:04x}"));
                    }
                }
            }
        }
        self.out.push('"');
    }
}

/// Numbers JSON does not have are written as Python writes them.
fn number(x: f64) -> String {
    match x {
        x if x.is_nan() => "NaN".to_owned(),
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        x => float(x),
    }
}
