//! Lists written as text: `['N1', 'N2']`, `[N1, N2]`, `N1, N2`.
//!
//! Deliberately absent: which of them a profile treats as lists; [`gold`] follows ALUE, [`members`] is ours.

use std::borrow::Cow;

use super::literal;
use crate::json::Json;

/// A gold answer as the `alue` profile reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoldText<'a> {
    /// The text that is prepared and compared.
    pub text: Cow<'a, str>,
    /// The members, where the answer is a list of strings.
    pub members: Option<Vec<String>>,
    /// The answer has brackets around it and is no list of strings, so it is compared as plain text.
    pub is_bracketed_text: bool,
}

/// Reads a gold answer as the `alue` profile does: a Python or JSON list of strings becomes its members joined by `, `,
/// `[NONE]` becomes `None`, everything else stays text.
///
/// Source: `get_raw_scores` in ALUE's `squad_evaluation.py`, which stops with an exception where this stays with the text.
/// A parenthesized member such as `[('N1')]` stays text too; Python would read it.
///
/// ```
/// use marksheet::normalize::list_text::gold;
/// assert_eq!(gold("['N1', 'N2']").text, "N1, N2");
/// assert_eq!(gold("[N1, N2]").text, "[N1, N2]");
/// assert!(gold("[27, 9]").is_bracketed_text);
/// ```
pub fn gold(written: &str) -> GoldText<'_> {
    let text = |text, is_bracketed_text| GoldText {
        text,
        members: None,
        is_bracketed_text,
    };
    if !is_bracketed(written) {
        return text(Cow::Borrowed(written), false);
    }
    if written.trim() == "[NONE]" {
        return text(Cow::Borrowed("None"), false);
    }
    match strings(written) {
        None => text(Cow::Borrowed(written), true),
        Some(members) => GoldText {
            text: Cow::Owned(members.join(", ")),
            members: Some(members),
            is_bracketed_text: false,
        },
    }
}

/// The members of `text` if it is a Python or JSON list of strings and nothing else.
///
/// ```
/// use marksheet::normalize::list_text::strings;
/// assert_eq!(strings(r#"["N1", 'N2' "X",]"#), Some(vec!["N1".to_owned(), "N2X".to_owned()]));
/// assert_eq!(strings("['N1', 2]"), None);
/// ```
pub fn strings(text: &str) -> Option<Vec<String>> {
    if !text.trim_start().starts_with('[') {
        return None;
    }
    let Json::List(members) = literal::parse(text)? else {
        return None;
    };
    members
        .into_iter()
        .map(|member| match member {
            Json::Text(text) => Some(text.into_owned()),
            _ => None,
        })
        .collect()
}

/// Whether `text` starts with `[` and ends with `]`, white space aside.
pub fn is_bracketed(text: &str) -> bool {
    text.trim_start().starts_with('[') && text.trim_end().ends_with(']')
}

/// Whether `text` is NONE in one of its spellings: `NONE`, `none.`, `[NONE]`, `['None']`; not the empty text.
///
/// ```
/// use marksheet::normalize::list_text::is_none_word;
/// assert!(is_none_word("NONE") && is_none_word("['None']") && !is_none_word("") && !is_none_word("nonesuch"));
/// ```
pub fn is_none_word(text: &str) -> bool {
    text.trim_matches(|c: char| c.is_ascii_punctuation() || c.is_whitespace())
        .eq_ignore_ascii_case("none")
}

/// The members of a list written as text, in order: the outer brackets taken off, split at commas outside quotes, blanks
/// left out, quotes kept. A text without commas is one member.
///
/// A quote opens at the start of a member only, so that the apostrophe of `O'Hare` is none; a quote that no comma or end
/// follows when it closes is plain text.
///
/// ```
/// use marksheet::normalize::list_text::members;
/// assert_eq!(members("[N1, 'N2, N3', O'Hare]"), ["N1", "'N2, N3'", "O'Hare"]);
/// assert!(members("[]").is_empty());
/// ```
pub fn members(text: &str) -> Vec<&str> {
    let mut rest = text.trim();
    if let Some(inside) = rest
        .strip_prefix('[')
        .and_then(|inside| inside.strip_suffix(']'))
    {
        rest = inside;
    }
    let mut found = Vec::new();
    // Once a quote has no closing one, no later member can have it either: this keeps long texts linear.
    let mut is_hopeless = [false; 2];
    loop {
        rest = rest.trim_start();
        let end = member_end(rest, &mut is_hopeless);
        let member = rest.get(..end).unwrap_or(rest).trim_end();
        if !member.is_empty() {
            found.push(member);
        }
        match rest.get(end + 1..) {
            Some(after) => rest = after,
            None => return found,
        }
    }
}

/// Where the member at the start of `rest` ends: at its comma, or at the end.
fn member_end(rest: &str, is_hopeless: &mut [bool; 2]) -> usize {
    let quote = match rest.as_bytes().first() {
        Some(b'\'') => Some((0, b'\'')),
        Some(b'"') => Some((1, b'"')),
        _ => None,
    };
    if let Some((idx, quote)) = quote.filter(|(idx, _)| is_hopeless.get(*idx) == Some(&false)) {
        match quoted_end(rest, quote) {
            Some(end) => return end,
            None => is_hopeless[idx] = true,
        }
    }
    rest.find(',').unwrap_or(rest.len())
}

/// The comma, or the end, right behind a closing quote.
fn quoted_end(rest: &str, quote: u8) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut spaces_from = None;
    for (idx, &byte) in bytes.iter().enumerate().skip(1) {
        match byte {
            _ if byte == quote => spaces_from = Some(idx),
            b',' if spaces_from.is_some() => return Some(idx),
            b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => spaces_from = None,
        }
    }
    spaces_from.map(|_| rest.len())
}
