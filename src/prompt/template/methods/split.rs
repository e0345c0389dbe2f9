//! Splitting text: `split`, `rsplit`, `splitlines`, `partition`.

use super::super::error::{Res, wrong_value};
use super::super::letters::{is_line_end, is_space};

/// `text.split(separator, n)`; without separator at runs of white space.
pub(crate) fn split(text: &str, separator: Option<&str>, n: i128) -> Res<Vec<String>> {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    match separator {
        Some("") => wrong_value("a text cannot be split at nothing"),
        Some(separator) => Ok(text
            .splitn(n.saturating_add(1), separator)
            .map(str::to_owned)
            .collect()),
        None => {
            let mut parts = Vec::new();
            let mut rest = text.trim_start_matches(is_space);
            while !rest.is_empty() {
                if parts.len() == n {
                    parts.push(rest.to_owned());
                    break;
                }
                let end = rest.find(is_space).unwrap_or(rest.len());
                let (part, after) = rest.split_at(end);
                parts.push(part.to_owned());
                rest = after.trim_start_matches(is_space);
            }
            Ok(parts)
        }
    }
}

/// The same from the right.
pub(crate) fn rsplit(text: &str, separator: Option<&str>, n: i128) -> Res<Vec<String>> {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    let mut parts: Vec<String> = match separator {
        Some("") => return wrong_value("a text cannot be split at nothing"),
        Some(separator) => text
            .rsplitn(n.saturating_add(1), separator)
            .map(str::to_owned)
            .collect(),
        None => {
            let mut parts = Vec::new();
            let mut rest = text.trim_end_matches(is_space);
            while !rest.is_empty() {
                if parts.len() == n {
                    parts.push(rest.to_owned());
                    break;
                }
                let start = rest
                    .char_indices()
                    .rev()
                    .find(|(_, c)| is_space(*c))
                    .map_or(0, |(i, c)| i + c.len_utf8());
                let (before, part) = rest.split_at(start);
                parts.push(part.to_owned());
                rest = before.trim_end_matches(is_space);
            }
            parts
        }
    };
    parts.reverse();
    Ok(parts)
}

/// `text.splitlines()`, with or without the line ends.
pub(crate) fn lines(text: &str, keeps_ends: bool) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some((at, c)) = rest.char_indices().find(|(_, c)| is_line_end(*c)) else {
            lines.push(rest);
            break;
        };
        let mut after = at + c.len_utf8();
        if c == '\r' && rest.get(after..).is_some_and(|rest| rest.starts_with('\n')) {
            after += 1;
        }
        lines.push(
            rest.get(..if keeps_ends { after } else { at })
                .unwrap_or(""),
        );
        rest = rest.get(after..).unwrap_or("");
    }
    lines
}
