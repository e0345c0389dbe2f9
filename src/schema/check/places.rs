//! On which line each part of a JSON text stands.
//!
//! Deliberately absent: checking the text, which has been read as JSON before.

use super::super::pointer;
use crate::json::{self, Json};
use rustc_hash::FxHashMap;

/// Parts that are remembered; a schema has some hundreds.
const MAX_PLACES: usize = 50_000;

/// What an open bracket holds.
enum Frame {
    /// With the key that comes next, once it is read.
    Object {
        path: String,
        key: Option<String>,
    },
    List {
        path: String,
        n: usize,
    },
}

/// Line and column, from 1, of everything in `text` by its pointer: `#/properties/a`. Of an entry of an object it is the
/// place of its key.
pub(super) fn of(text: &str) -> FxHashMap<String, (u32, u32)> {
    let mut found = FxHashMap::default();
    let mut frames: Vec<Frame> = Vec::new();
    let (mut line, mut column) = (1_u32, 1_u32);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if found.len() > MAX_PLACES || frames.len() > json::MAX_DEPTH {
            break;
        }
        let here = (line, column);
        let length = if c == '"' {
            end_of_text(rest)
        } else {
            c.len_utf8()
        };
        let (token, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        let is_value = !c.is_whitespace() && !matches!(c, ',' | ':' | ']' | '}');
        if is_value {
            value(token, here, &mut frames, &mut found);
        }
        match c {
            ']' | '}' => _ = frames.pop(),
            ',' => match frames.last_mut() {
                Some(Frame::Object { key, .. }) => *key = None,
                Some(Frame::List { n, .. }) => *n += 1,
                None => {}
            },
            '\n' => {
                line = line.saturating_add(1);
                column = 0;
            }
            _ => {}
        }
        let width = u32::try_from(token.chars().count()).unwrap_or(0);
        column = column.saturating_add(width);
        rest = after;
    }
    found
}

/// A key or the start of a value.
fn value(
    token: &str,
    here: (u32, u32),
    frames: &mut Vec<Frame>,
    found: &mut FxHashMap<String, (u32, u32)>,
) {
    let pointer = match frames.last_mut() {
        None => "#".to_owned(),
        Some(Frame::Object {
            path,
            key: key @ None,
        }) if token.starts_with('"') => {
            let name = match json::parse(token) {
                Ok(parsed) => match parsed.value {
                    Json::Text(name) => name.into_owned(),
                    _ => return,
                },
                Err(_) => return,
            };
            found.insert(pointer::join(path, &name), here);
            *key = Some(name);
            return;
        }
        Some(Frame::Object { path, key }) => {
            pointer::join(path, key.as_deref().unwrap_or_default())
        }
        Some(Frame::List { path, n }) => pointer::join(path, &n.to_string()),
    };
    match token {
        "{" => frames.push(Frame::Object {
            path: pointer.clone(),
            key: None,
        }),
        "[" => frames.push(Frame::List {
            path: pointer.clone(),
            n: 0,
        }),
        _ => {}
    }
    found.entry(pointer).or_insert(here);
}

/// The length of the text that `rest` starts with, quotes included.
fn end_of_text(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}
