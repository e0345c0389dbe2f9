//! `pprint`: a `repr` of at most 80 characters in a line, keys sorted.

use super::super::dict::Dict;
use super::super::error::{Error, Res};
use super::super::machine::Machine;
use super::super::order::sort_by_key;
use super::super::python_text::{MAX_LEVELS, repr_of, start_of_repr};
use super::super::value::Value;

const WIDTH: usize = 80;

/// Bytes of a `repr` that cannot fit into a line, whatever its characters are.
const TOO_LONG: usize = 4 * WIDTH;

/// A value as Python's `pprint.pformat` writes it.
pub(super) fn pretty(machine: &Machine, value: &Value) -> Res<String> {
    let value = sorted(machine, value, 0)?;
    let mut pretty = Pretty {
        machine,
        out: String::new(),
    };
    pretty.value(&value, 0, 0, 0)?;
    Ok(pretty.out)
}

struct Pretty<'m, 't> {
    machine: &'m Machine<'t>,
    out: String,
}

impl Pretty<'_, '_> {
    /// `indent` is the column it starts in, `allowance` what must still follow it in its last line.
    fn value(&mut self, value: &Value, indent: usize, allowance: usize, level: usize) -> Res<()> {
        self.machine.charge(4)?;
        if level > MAX_LEVELS {
            return Err(Error::new(format!(
                "this value is nested more than {MAX_LEVELS} deep and cannot be printed"
            )));
        }
        // Only the start, or each level would write everything inside it again.
        let line = start_of_repr(self.machine, value, TOO_LONG)?;
        if line.chars().count() <= WIDTH.saturating_sub(indent + allowance) {
            self.out.push_str(&line);
            return Ok(());
        }
        match value {
            Value::Dict(dict) if !dict.borrow().is_empty() => {
                self.dict(&dict.borrow(), indent, allowance, level)
            }
            Value::List(items) => self.items(&items.borrow(), ('[', "]"), indent, allowance, level),
            Value::Tuple(tuple) => {
                let end = if tuple.items.len() == 1 { ",)" } else { ")" };
                self.items(&tuple.items, ('(', end), indent, allowance, level)
            }
            Value::Text(text) => self.text(text, indent, allowance, level),
            _ => {
                self.out.push_str(&repr_of(self.machine, value)?);
                Ok(())
            }
        }
    }

    fn new_line(&mut self, indent: usize) -> Res<()> {
        self.machine.grow(indent + 2)?;
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
        Ok(())
    }

    fn dict(&mut self, dict: &Dict, indent: usize, allowance: usize, level: usize) -> Res<()> {
        self.out.push('{');
        for (i, (name, value)) in dict.iter().enumerate() {
            if i > 0 {
                self.out.push(',');
                self.new_line(indent + 1)?;
            }
            let name = repr_of(self.machine, name)?;
            self.out.push_str(&format!("{name}: "));
            let rest = if i + 1 == dict.len() {
                allowance + 1
            } else {
                1
            };
            let indent = indent + 3 + name.chars().count();
            self.value(value, indent, rest, level + 1)?;
        }
        self.out.push('}');
        Ok(())
    }

    fn items(
        &mut self,
        items: &[Value],
        (start, end): (char, &str),
        indent: usize,
        allowance: usize,
        level: usize,
    ) -> Res<()> {
        self.out.push(start);
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.out.push(',');
                self.new_line(indent + 1)?;
            }
            let rest = if i + 1 == items.len() {
                allowance + end.len()
            } else {
                1
            };
            self.value(item, indent + 1, rest, level + 1)?;
        }
        self.out.push_str(end);
        Ok(())
    }

    /// A long text in pieces, broken behind white space.
    fn text(&mut self, text: &str, indent: usize, allowance: usize, level: usize) -> Res<()> {
        self.machine.charge(text.len() as u64)?;
        self.machine.grow(text.len().saturating_mul(2))?;
        let is_outer = level == 0;
        let (indent, allowance) = if is_outer {
            (indent + 1, allowance + 1)
        } else {
            (indent, allowance)
        };
        let mut pieces = Vec::new();
        let parts: Vec<&str> = text.split_inclusive('\n').collect();
        for (i, line) in parts.iter().enumerate() {
            let whole = written(line);
            let room =
                WIDTH.saturating_sub(indent + if i + 1 == parts.len() { allowance } else { 0 });
            if whole.chars().count() <= room {
                pieces.push(whole);
                continue;
            }
            let words = words(line);
            let mut current = String::new();
            for (j, word) in words.iter().enumerate() {
                let candidate = format!("{current}{word}");
                let is_end = j + 1 == words.len() && i + 1 == parts.len();
                let room = WIDTH.saturating_sub(indent + if is_end { allowance } else { 0 });
                if written(&candidate).chars().count() > room {
                    if !current.is_empty() {
                        pieces.push(written(&current));
                    }
                    current = (*word).to_owned();
                } else {
                    current = candidate;
                }
            }
            if !current.is_empty() {
                pieces.push(written(&current));
            }
        }
        let is_wrapped = is_outer && pieces.len() > 1;
        if is_wrapped {
            self.out.push('(');
        }
        for (i, piece) in pieces.iter().enumerate() {
            if i > 0 {
                self.new_line(indent)?;
            }
            self.out.push_str(piece);
        }
        if is_wrapped {
            self.out.push(')');
        }
        Ok(())
    }
}

fn written(text: &str) -> String {
    let mut out = String::new();
    super::super::python_text::write_repr_of_text(text, &mut out);
    out
}

/// Words with the white space behind them.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let word = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let tail = rest.get(word..).unwrap_or("");
        let end = word
            + tail
                .find(|c: char| !c.is_whitespace())
                .unwrap_or(tail.len());
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after;
    }
    words
}

/// The same with the keys of all dicts in order.
fn sorted(machine: &Machine, value: &Value, level: usize) -> Res<Value> {
    machine.charge(2)?;
    if level > MAX_LEVELS {
        return Ok(value.clone());
    }
    machine.grow(match value {
        Value::Dict(dict) => 100 + dict.borrow().len().saturating_mul(120),
        Value::List(items) => 100 + items.borrow().len().saturating_mul(40),
        Value::Tuple(tuple) => 100 + tuple.items.len().saturating_mul(40),
        _ => 0,
    })?;
    Ok(match value {
        Value::Dict(dict) => {
            let dict = dict.borrow();
            let mut entries: Vec<(&Value, &Value)> = dict.iter().collect();
            sort_by_key(
                machine,
                &mut entries,
                |(name, _)| Ok((*name).clone()),
                false,
            )?;
            let mut made = Dict::default();
            for (name, value) in entries {
                made.insert(
                    machine.key(name)?,
                    name.clone(),
                    sorted(machine, value, level + 1)?,
                );
            }
            Value::dict(made)
        }
        Value::List(items) => Value::list(
            items
                .borrow()
                .iter()
                .map(|item| sorted(machine, item, level + 1))
                .collect::<Res<_>>()?,
        ),
        Value::Tuple(tuple) => Value::tuple(
            tuple
                .items
                .iter()
                .map(|item| sorted(machine, item, level + 1))
                .collect::<Res<_>>()?,
        ),
        other => other.clone(),
    })
}
