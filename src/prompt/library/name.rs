//! Names of template sets, which are names of folders.
//!
//! Deliberately absent: paths.

use crate::problem::{Problem, cut};

/// The longest name, in characters.
pub(super) const MAX_CHARS: usize = 60;

/// Whether two names are one: some systems do not tell case apart in names of folders.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    a == b || a.to_lowercase() == b.to_lowercase()
}

/// The name without white space around, if a folder can have it and no other set does.
pub(super) fn checked(name: &str, is_taken: impl Fn(&str) -> bool) -> Result<String, Problem> {
    let name = name.trim();
    let refused = |message: String, hint: &str| Err(Problem::error(message).hint(hint));
    if name.is_empty() {
        return refused(
            "a task type needs a name".to_owned(),
            "type one, such as my_task",
        );
    }
    let n_chars = name.chars().count();
    if n_chars > MAX_CHARS {
        let message = format!("the name is {n_chars} characters long; it can have {MAX_CHARS}");
        return refused(message, "shorten it");
    }
    if let Some(c) = name.chars().find(|c| is_forbidden(*c)) {
        let what = match c.is_control() {
            true => "control characters".to_owned(),
            false => c.to_string(),
        };
        let message = format!("the name cannot have {what} in it: it is the name of a folder too");
        return refused(message, "use letters, digits, _ and -");
    }
    if name.chars().all(|c| c == '.') || name.ends_with('.') {
        let message = format!("the name cannot be or end with a dot: {name}");
        return refused(message, "use letters, digits, _ and -");
    }
    if is_reserved(name) {
        let message = format!("the name cannot be {name}: Windows keeps it for itself");
        return refused(message, "take another name");
    }
    if is_taken(name) {
        let message = format!(
            "there is a task type named {} already",
            cut(name, MAX_CHARS)
        );
        return refused(
            message,
            "take another name; upper and lower case count as the same",
        );
    }
    Ok(name.to_owned())
}

/// What systems do not allow in the name of a folder.
fn is_forbidden(c: char) -> bool {
    c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
}

/// Whether Windows takes a folder of that name for a device.
fn is_reserved(name: &str) -> bool {
    let stem = name
        .split('.')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let port = ["com", "lpt"]
        .iter()
        .find_map(|port| stem.strip_prefix(port));
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || port.is_some_and(|n| n.len() == 1 && n.starts_with(|c: char| c.is_ascii_digit()))
}

/// A name made of any text that a folder can have: `task` where nothing is left.
pub(super) fn tidied(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if is_forbidden(c) { '_' } else { c })
        .collect();
    match cut_to(kept.trim(), MAX_CHARS).trim_end_matches('.').trim() {
        "" => "task".to_owned(),
        name if is_reserved(name) => format!("_{name}"),
        name => name.to_owned(),
    }
}

/// The name, or with a number behind it where it is taken.
pub(super) fn free(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let wanted = tidied(wanted);
    if !is_taken(&wanted) {
        return wanted;
    }
    let mut n = 2_u64;
    loop {
        let name = with_end(&wanted, &format!(" ({n})"));
        if !is_taken(&name) {
            return name;
        }
        n += 1;
    }
}

/// The name of a copy of what was there before, not necessarily free.
pub(super) fn of_copy(name: &str) -> String {
    with_end(name, " (before)")
}

fn with_end(name: &str, end: &str) -> String {
    let n_left = MAX_CHARS.saturating_sub(end.chars().count());
    format!("{}{end}", cut_to(name, n_left).trim_end())
}

/// The first `n` characters.
fn cut_to(text: &str, n: usize) -> &str {
    let end = text.char_indices().nth(n).map(|(end, _)| end);
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}
