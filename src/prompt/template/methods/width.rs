//! Methods that fill a text up to a width.

use super::super::error::{Res, wrong_type};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::number_text::{Padding, pad};
use super::super::value::Value;
use super::text::Maker;
use super::{size, words};

pub(super) fn widen(
    machine: &Machine,
    text: &str,
    name: &str,
    given: Given,
    maker: &Maker,
) -> Res<Value> {
    let what = format!(".{name}()");
    if name == "expandtabs" {
        let [width] = given.bind(&what, ["tabsize"], 0)?;
        let width = width.map_or(Ok(8), |width| size(machine, &width, &what))?;
        machine.grow(text.matches('\t').count().saturating_mul(width))?;
        return Ok(maker.text(expand_tabs(text, width)));
    }
    if name == "zfill" {
        let [width] = given.bind(&what, ["width"], 1)?;
        let width = size(machine, &width.unwrap_or(Value::None), &what)?;
        let (sign, digits) = match text.chars().next() {
            Some('+' | '-') => text.split_at(1),
            _ => ("", text),
        };
        let zeros = "0".repeat(width.saturating_sub(text.chars().count()));
        return Ok(maker.text(format!("{sign}{zeros}{digits}")));
    }
    let [width, fill] = given.bind(&what, ["width", "fillchar"], 1)?;
    let width = size(machine, &width.unwrap_or(Value::None), &what)?;
    let fill = fill.unwrap_or_else(|| Value::text(" "));
    let mut chars = words(&fill, &what)?.chars();
    let (Some(fill), None) = (chars.next(), chars.next()) else {
        return wrong_type(format!("{what} fills with exactly one character"));
    };
    machine.grow(width.saturating_mul(fill.len_utf8()))?;
    Ok(maker.text(match name {
        "ljust" => pad(text, &Padding { fill, align: '<' }, width),
        "rjust" => pad(text, &Padding { fill, align: '>' }, width),
        _ => center(text, width, fill),
    }))
}

/// `text.center(width)`: the odd space goes left when the width is odd, as in Python.
pub(crate) fn center(text: &str, width: usize, fill: char) -> String {
    let missing = width.saturating_sub(text.chars().count());
    let left = missing / 2 + (missing & width & 1);
    let fill = |n: usize| std::iter::repeat_n(fill, n).collect::<String>();
    format!("{}{text}{}", fill(left), fill(missing - left))
}

fn expand_tabs(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for c in text.chars() {
        match c {
            '\t' if width > 0 => {
                let n = width - column % width;
                out.extend(std::iter::repeat_n(' ', n));
                column += n;
            }
            '\t' => {}
            c => {
                column = if matches!(c, '\n' | '\r') {
                    0
                } else {
                    column + 1
                };
                out.push(c);
            }
        }
    }
    out
}
