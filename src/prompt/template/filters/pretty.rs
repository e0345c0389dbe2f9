//! `pprint`: a `repr` of at most 80 characters in a line, keys sorted.

use super::super::error::{Error, Res};
use super::super::machine::Machine;
use super::super::order::sort_by_key;
use super::super::python_text::{MAX_LEVELS, repr_of};
use super::super::value::Value;

const WIDTH: usize = 80;

/// A value as Python's `pprint.pformat` writes it.
pub(super) fn pretty(machine: &Machine, value: &Value) -> Res<String> {
    let mut out = String::new();
    Pretty { machine }.value(value, &mut out, 0, 0, 0)?;
    Ok(out)
}

struct Pretty<'m, 't> {
    machine: &'m Machine<'t>,
}

impl Pretty<'_, '_> {
    /// `indent` is the column it starts in, `allowance` what must still follow it in its last line.
    fn value(
        &self,
        value: &Value,
        out: &mut String,
        indent: usize,
        allowance: usize,
        level: usize,
    ) -> Res<()> {
        if level > MAX_LEVELS {
            return Err(Error::new(format!(
                "this value is nested more than {MAX_LEVELS} deep and cannot be printed"
            )));
        }
        let line = repr_of(self.machine, &sorted(self.machine, value, level)?)?;
        if line.chars().count() <= WIDTH.saturating_sub(indent + allowance) {
            out.push_str(&line);
            return Ok(());
        }
        match value {
            Value::Dict(dict) if !dict.borrow().is_empty() => {
                let dict = dict.borrow();
                let mut entries: Vec<(&Value, &Value)> = dict.iter().collect();
                sort_by_key(
                    self.machine,
                    &mut entries,
                    |(name, _)| Ok((*name).clone()),
                    false,
                )?;
                out.push('{');
                for (i, (name, value)) in entries.iter().enumerate() {
                    if i > 0 {
                        out.push_str(&format!(",\n{}", " ".repeat(indent + 1)));
                    }
                    let name = repr_of(self.machine, name)?;
                    out.push_str(&format!("{name}: "));
                    let rest = if i + 1 == entries.len() {
                        allowance + 1
                    } else {
                        1
                    };
                    self.value(
                        value,
                        out,
                        indent + 3 + name.chars().count(),
                        rest,
                        level + 1,
                    )?;
                }
                out.push('}');
            }
            Value::List(items) => {
                self.items(&items.borrow(), ('[', "]"), out, indent, allowance, level)?
            }
            Value::Tuple(tuple) => {
                let end = if tuple.items.len() == 1 { ",)" } else { ")" };
                self.items(&tuple.items, ('(', end), out, indent, allowance, level)?;
            }
            Value::Text(text) => self.text(text, out, indent, allowance, level),
            _ => out.push_str(&line),
        }
        self.machine.grow(out.len())
    }

    fn items(
        &self,
        items: &[Value],
        (start, end): (char, &str),
        out: &mut String,
        indent: usize,
        allowance: usize,
        level: usize,
    ) -> Res<()> {
        out.push(start);
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                out.push_str(&format!(",\n{}", " ".repeat(indent + 1)));
            }
            let rest = if i + 1 == items.len() {
                allowance + end.len()
            } else {
                1
            };
            self.value(item, out, indent + 1, rest, level + 1)?;
        }
        out.push_str(end);
        Ok(())
    }

    /// A long text in pieces, broken behind white space.
    fn text(&self, text: &str, out: &mut String, indent: usize, allowance: usize, level: usize) {
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
        let text = pieces.join(&format!("\n{}", " ".repeat(indent)));
        out.push_str(&if is_wrapped {
            format!("({text})")
        } else {
            text
        });
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

/// Dicts inside with their keys in order, for the form in one line.
fn sorted(machine: &Machine, value: &Value, level: usize) -> Res<Value> {
    machine.charge(1)?;
    if level > MAX_LEVELS {
        return Ok(value.clone());
    }
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
            let mut made = super::super::dict::Dict::default();
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
