//! Splitting text: `split`, `rsplit`, `splitlines`, `partition`.

use super::super::error::{Res, wrong_value};
use super::super::letters::{is_line_end, is_space};
use super::super::machine::Machine;

/// Parts of a text, counted before there are too many of them.
struct Parts<'m, 't, 's> {
    machine: &'m Machine<'t>,
    all: Vec<&'s str>,
}

impl<'m, 't, 's> Parts<'m, 't, 's> {
    fn of(machine: &'m Machine<'t>) -> Self {
        let all = Vec::new();
        Self { machine, all }
    }

    fn push(&mut self, part: &'s str) -> Res<()> {
        self.machine.grow_list(2)?;
        self.all.push(part);
        Ok(())
    }

    fn fill(mut self, parts: impl Iterator<Item = &'s str>) -> Res<Vec<&'s str>> {
        for part in parts {
            self.push(part)?;
        }
        Ok(self.all)
    }
}

/// `text.split(separator, n)`; without separator at runs of white space.
pub(crate) fn split<'s>(
    machine: &Machine,
    text: &'s str,
    separator: Option<&str>,
    n: i128,
) -> Res<Vec<&'s str>> {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    let mut parts = Parts::of(machine);
    if let Some(separator) = separator {
        check_separator(machine, separator)?;
        return parts.fill(text.splitn(n.saturating_add(1), separator));
    }
    let mut rest = text.trim_start_matches(is_space);
    while !rest.is_empty() {
        if parts.all.len() == n {
            parts.push(rest)?;
            break;
        }
        let end = rest.find(is_space).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        parts.push(part)?;
        rest = after.trim_start_matches(is_space);
    }
    Ok(parts.all)
}

fn check_separator(machine: &Machine, separator: &str) -> Res<()> {
    if separator.is_empty() {
        return wrong_value("a text cannot be split at nothing");
    }
    machine.charge(separator.len() as u64 / 32)
}

/// The same from the right.
pub(crate) fn rsplit<'s>(
    machine: &Machine,
    text: &'s str,
    separator: Option<&str>,
    n: i128,
) -> Res<Vec<&'s str>> {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    let mut parts = Parts::of(machine);
    let mut all = if let Some(separator) = separator {
        check_separator(machine, separator)?;
        parts.fill(text.rsplitn(n.saturating_add(1), separator))?
    } else {
        let mut rest = text.trim_end_matches(is_space);
        while !rest.is_empty() {
            if parts.all.len() == n {
                parts.push(rest)?;
                break;
            }
            let last = rest.char_indices().rev().find(|(_, c)| is_space(*c));
            let start = last.map_or(0, |(i, c)| i + c.len_utf8());
            let (before, part) = rest.split_at(start);
            parts.push(part)?;
            rest = before.trim_end_matches(is_space);
        }
        parts.all
    };
    all.reverse();
    Ok(all)
}

/// `text.splitlines()`, with or without the line ends.
pub(crate) fn lines<'s>(machine: &Machine, text: &'s str, keeps_ends: bool) -> Res<Vec<&'s str>> {
    let mut lines = Parts::of(machine);
    let mut rest = text;
    while !rest.is_empty() {
        let Some((at, c)) = rest.char_indices().find(|(_, c)| is_line_end(*c)) else {
            lines.push(rest)?;
            break;
        };
        let mut after = at + c.len_utf8();
        if c == '\r' && rest.get(after..).is_some_and(|rest| rest.starts_with('\n')) {
            after += 1;
        }
        let end = if keeps_ends { after } else { at };
        lines.push(rest.get(..end).unwrap_or(""))?;
        rest = rest.get(after..).unwrap_or("");
    }
    Ok(lines.all)
}
