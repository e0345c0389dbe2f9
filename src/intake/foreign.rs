//! Texts that are no data as we read it: what each is, and what to drop in its place.
//!
//! Deliberately absent: reading any of them.

use super::Reading;
use super::shapes::{WHAT_TO_DROP, single_value};
use crate::json;
use crate::problem::cut;
use crate::table;

/// First words of a text, what it is, what to try.
const KINDS: &[(&str, &str, &str)] = &[
    (
        "version https://git-lfs",
        "this is a Git LFS pointer (three lines that stand for a large file), not the file itself",
        "download the file itself, with the download button of the site or with git lfs pull",
    ),
    (
        "```",
        "this is Markdown with the data in a code block (```)",
        "remove the lines with ``` and what stands outside them",
    ),
    (
        "{\\rtf",
        "this is a rich text document (RTF)",
        "save it as plain text",
    ),
    ("%YAML", YAML, SAVE_JSON),
    ("---\n", YAML, SAVE_JSON),
    ("def ", PROGRAM, SAVE_JSON),
    ("import ", PROGRAM, SAVE_JSON),
];

const YAML: &str = "this is YAML, which is not read";
const PROGRAM: &str = "this is a program, not its output";
const SAVE_JSON: &str = "save the data as JSON and drop that file";

/// The reading of a text that starts with `<`.
pub(super) fn markup(text: &str) -> Reading {
    match json::parse(text) {
        Err(problem) => Reading::nothing(vec![problem]),
        Ok(parsed) => single_value(&parsed.value),
    }
}

/// The reading of a text that is neither JSON nor a table with a column we know; `start` is it without leading space.
pub(super) fn text(text: &str, start: &str) -> Reading {
    if let Some((_, what, hint)) = KINDS.iter().find(|(first, ..)| start.starts_with(first)) {
        return Reading::refused(*what, hint);
    }
    let first_line = start.lines().next().unwrap_or_default();
    if let Ok(parsed) = json::parse(text) {
        return single_value(&parsed.value);
    }
    if is_table(start, first_line) {
        return Reading::refused(
            format!(
                "the first line names no column that is known: {}",
                cut(first_line, 80)
            ),
            "the first line names the columns: id,answer for predictions; id,question,context,answer or \
             question,A,B,C,D,answer for a dataset",
        );
    }
    let shown = cut(first_line, 40).replace(char::is_control, " ");
    if start.contains(['{', '[']) {
        return Reading::refused(
            format!("not JSON from its first character on; it starts ‹{shown}›"),
            "remove what stands before the first { or [, such as a log line or a variable's name",
        );
    }
    Reading::refused(
        format!("this is plain text, not data; it starts ‹{shown}›"),
        WHAT_TO_DROP,
    )
}

/// Whether the first lines are divided alike.
fn is_table(start: &str, first_line: &str) -> bool {
    let delimiter = table::sniff(start);
    let n_divided = start
        .lines()
        .take(20)
        .filter(|line| line.contains(delimiter))
        .count();
    first_line.contains(delimiter) && n_divided >= 2
}
