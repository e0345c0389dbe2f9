//! Filters that lay text out in lines: `indent`, `truncate`, `wordwrap`.

use super::super::error::{Error, Res, wrong_value};
use super::super::letters::{is_alnum, is_alpha, is_space};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::methods::{lines, size, whole, words};
use super::super::value::Value;
use super::html::{escape, only_text};
use super::{again, is_on, set};

pub(super) fn apply(machine: &Machine, name: &str, value: &Value, given: Given) -> Res<Value> {
    match name {
        "indent" => indent(machine, value, given),
        "truncate" => truncate(machine, value, given),
        _ => wrap(machine, value, given),
    }
}

fn indent(machine: &Machine, value: &Value, given: Given) -> Res<Value> {
    let what = "the filter indent";
    let [width, is_first, is_blank] = given.bind(what, ["width", "first", "blank"], 0)?;
    let indention = match &width {
        None => "    ".to_owned(),
        Some(width) => match width.as_text() {
            Some(text) => text.to_string(),
            None => " ".repeat(size(machine, width, what)?),
        },
    };
    let is_html = matches!(value, Value::Markup(_));
    let indention = if is_html {
        escape(&indention)
    } else {
        indention
    };
    let text = only_text(machine, value, what)?.to_string() + "\n";
    let parts = lines(machine, &text, false)?;
    machine.grow(
        text.len()
            .saturating_add(parts.len().saturating_mul(indention.len())),
    )?;
    machine.charge(text.len() as u64 / 16)?;
    let mut out = String::new();
    for (i, line) in parts.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let is_indented = if i == 0 {
            is_on(&is_first)
        } else {
            is_on(&is_blank) || !line.is_empty()
        };
        if is_indented {
            out.push_str(&indention);
        }
        out.push_str(line);
    }
    Ok(again(out, is_html))
}

fn truncate(machine: &Machine, value: &Value, given: Given) -> Res<Value> {
    let what = "the filter truncate";
    let [length, kills_words, end, leeway] =
        given.bind(what, ["length", "killwords", "end", "leeway"], 0)?;
    let length = length.map_or(Ok(255), |length| whole(&length, what))?;
    let end = end.unwrap_or_else(|| Value::text("..."));
    let end = words(&end, what)?;
    let leeway = set(leeway).map_or(Ok(5), |leeway| whole(&leeway, what))?;
    let n_end = end.chars().count() as i128;
    if length < n_end {
        return wrong_value(format!(
            "the filter truncate cannot cut to {length} characters and add {n_end} more"
        ))
        .map_err(|error: Box<Error>| error.hint("give it a greater length or a shorter end"));
    }
    if leeway < 0 {
        return wrong_value("the leeway of the filter truncate cannot be negative");
    }
    if let Value::Undefined(undefined) = value {
        machine.used_undefined(undefined, None)?;
        return Ok(value.clone());
    }
    let text = match value {
        // A list that is short enough goes through as it is.
        other
            if other.as_text().is_none()
                && other
                    .len()
                    .is_some_and(|n| n as i128 <= length.saturating_add(leeway)) =>
        {
            return Ok(other.clone());
        }
        _ => only_text(machine, value, what)?,
    };
    machine.charge(text.len() as u64 / 32)?;
    if text.chars().count() as i128 <= length.saturating_add(leeway) {
        return Ok(value.clone());
    }
    let is_html = matches!(value, Value::Markup(_));
    let n = usize::try_from(length - n_end).unwrap_or(0);
    let cut: String = text.chars().take(n).collect();
    let kept = match is_on(&kills_words) {
        true => cut.as_str(),
        false => cut
            .rsplit_once(' ')
            .map_or(cut.as_str(), |(before, _)| before),
    };
    let end = if is_html { escape(end) } else { end.to_owned() };
    machine.grow(kept.len() + end.len())?;
    Ok(again(format!("{kept}{end}"), is_html))
}

struct Wrap {
    width: usize,
    breaks_words: bool,
    breaks_hyphens: bool,
}

fn wrap(machine: &Machine, value: &Value, given: Given) -> Res<Value> {
    let what = "the filter wordwrap";
    let [width, breaks, wrapstring, hyphens] = given.bind(
        what,
        [
            "width",
            "break_long_words",
            "wrapstring",
            "break_on_hyphens",
        ],
        0,
    )?;
    let width = width.map_or(Ok(79), |width| whole(&width, what))?;
    if let Value::Undefined(undefined) = value {
        return Err(machine.undefined_error(undefined));
    }
    let text = only_text(machine, value, what)?;
    let separator = set(wrapstring).unwrap_or_else(|| Value::text("\n"));
    let separator = words(&separator, what)?;
    let settings = Wrap {
        width: usize::try_from(width).unwrap_or(0),
        breaks_words: breaks.is_none() || is_on(&breaks),
        breaks_hyphens: hyphens.is_none() || is_on(&hyphens),
    };
    machine.charge(text.len() as u64 * 2)?;
    machine.grow(text.len() * 4)?;
    let mut wrapped = Vec::new();
    for line in lines(machine, text, false)? {
        if width <= 0 && !line.is_empty() {
            return wrong_value("the filter wordwrap needs a width of at least 1");
        }
        // A line of nothing stays, and each counts what will stand behind it.
        match paragraph(machine, line, &settings, separator.len())? {
            lines if lines.is_empty() => wrapped.push(String::new()),
            lines => wrapped.extend(lines),
        }
        machine.grow(separator.len())?;
    }
    Ok(Value::text(wrapped.join(separator)))
}

/// White space as Python's `textwrap` knows it.
fn is_blank(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\x0b' | '\x0c' | '\r' | ' ')
}

fn is_word(c: char) -> bool {
    is_alnum(c) || matches!(c, '_' | '!' | '"' | '\'' | '&' | '.' | ',' | '?')
}

/// Pieces a line may be broken between.
fn pieces(chars: &[char], breaks_hyphens: bool) -> Vec<&[char]> {
    let mut pieces = Vec::new();
    let mut rest = chars;
    while let Some(first) = rest.first() {
        let is_space = is_blank(*first);
        let end = rest
            .iter()
            .position(|c| is_blank(*c) != is_space)
            .unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        if is_space || !breaks_hyphens {
            pieces.push(piece);
        } else {
            hyphens(piece, &mut pieces);
        }
        rest = after;
    }
    pieces
}

/// A word taken apart behind its hyphens and around its dashes.
fn hyphens<'c>(word: &'c [char], pieces: &mut Vec<&'c [char]>) {
    let at = |i: usize| word.get(i).copied();
    let back = |i: usize, n: usize| i.checked_sub(n).and_then(at);
    let is_letter = |c: Option<char>| c.is_some_and(|c| is_alpha(c) || c == '_');
    let mut from = 0;
    let mut i = 0;
    let mut cut = |from: &mut usize, to: usize| {
        pieces.extend(word.get(*from..to).filter(|piece| !piece.is_empty()));
        *from = to;
    };
    while let Some(c) = at(i) {
        if c == '-' && at(i + 1) == Some('-') && back(i, 1).is_some_and(is_word) {
            let n_dashes = word.iter().skip(i).take_while(|c| **c == '-').count();
            if at(i + n_dashes).is_some_and(|c| is_alnum(c) || c == '_') {
                cut(&mut from, i);
                cut(&mut from, i + n_dashes);
            }
            i += n_dashes;
            continue;
        }
        i += 1;
        let is_single = at(i) != Some('-') && back(i, 2) != Some('-');
        let is_before = is_letter(back(i, 2))
            && (is_letter(back(i, 3)) || (back(i, 3) == Some('-') && is_letter(back(i, 4))));
        let is_after = is_letter(at(i))
            && (is_letter(at(i + 1)) || (at(i + 1) == Some('-') && is_letter(at(i + 2))));
        if c == '-' && is_single && is_before && is_after {
            cut(&mut from, i);
        }
    }
    cut(&mut from, word.len());
}

/// Lines of at most the width, as Python's `textwrap.wrap` makes them.
fn paragraph(machine: &Machine, line: &str, settings: &Wrap, extra: usize) -> Res<Vec<String>> {
    let chars: Vec<char> = line.chars().collect();
    let mut waiting = pieces(&chars, settings.breaks_hyphens);
    waiting.reverse();
    let mut lines: Vec<String> = Vec::new();
    while !waiting.is_empty() {
        let mut current: Vec<&[char]> = Vec::new();
        let mut len = 0;
        let is_white =
            |piece: Option<&&[char]>| piece.is_some_and(|piece| piece.iter().all(|c| is_space(*c)));
        // Looking through a long piece of special spaces again for each line has its price.
        let n_white = waiting.last().map_or(0, |piece| {
            piece.iter().take_while(|c| is_space(**c)).count()
        });
        machine.charge(n_white as u64 / 16)?;
        if !lines.is_empty() && is_white(waiting.last()) {
            waiting.pop();
        }
        while let Some(piece) = waiting.pop() {
            if len + piece.len() > settings.width {
                waiting.push(piece);
                break;
            }
            len += piece.len();
            current.push(piece);
        }
        if waiting
            .last()
            .is_some_and(|piece| piece.len() > settings.width)
        {
            too_long(&mut waiting, &mut current, len, settings);
        }
        if is_white(current.last()) {
            current.pop();
        }
        machine.charge(2 + current.len() as u64)?;
        if !current.is_empty() {
            machine.grow(extra + 48)?;
            lines.push(current.concat().into_iter().collect());
        }
    }
    Ok(lines)
}

/// A piece longer than a line: cut where it must be, or alone in its line.
fn too_long<'c>(
    waiting: &mut Vec<&'c [char]>,
    current: &mut Vec<&'c [char]>,
    len: usize,
    settings: &Wrap,
) {
    let room = if settings.width < 1 {
        1
    } else {
        settings.width.saturating_sub(len)
    };
    let Some(piece) = waiting.pop() else {
        return;
    };
    if settings.breaks_words {
        let mut end = room.min(piece.len());
        if settings.breaks_hyphens && piece.len() > room {
            let head = piece.get(..end).unwrap_or_default();
            let hyphen = head.iter().rposition(|c| *c == '-');
            if let Some(hyphen) =
                hyphen.filter(|at| *at > 0 && head.iter().take(*at).any(|c| *c != '-'))
            {
                end = hyphen + 1;
            }
        }
        let (head, rest) = piece.split_at(end);
        current.push(head);
        if !rest.is_empty() {
            waiting.push(rest);
        }
    } else if current.is_empty() {
        current.push(piece);
    } else {
        waiting.push(piece);
    }
}
