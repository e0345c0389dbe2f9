//! What the texts themselves show about one answer: why it is not right, where it stands, which words it shares.
//!
//! Deliberately absent: guesses. Nothing is said about what a model "thought"; every reason can be checked by
//! comparing the texts on the screen.

mod characters;
mod context;
mod difference;
mod reasons;
mod words;

pub use context::{Mark, Segment, marks, occurs};
pub use reasons::{Reason, reasons};
pub use words::{Overlap, Word, overlap};

/// Whether a text says that there is no answer: empty, or NONE in its spellings (`[NONE]`, `['none']`, `[]`).
///
/// ```
/// use marksheet::explain::says_none;
/// assert!(says_none("") && says_none("[]") && says_none("['NONE']") && says_none("None."));
/// assert!(!says_none("none of them") && !says_none("-") && !says_none("."));
/// ```
pub fn says_none(text: &str) -> bool {
    let is_wrapper = |c: char| {
        matches!(
            c,
            '[' | ']' | '(' | ')' | '{' | '}' | '\'' | '"' | '`' | '’' | '‘' | '“' | '”'
        ) || c.is_whitespace()
    };
    let bare = text.trim_matches(is_wrapper);
    let word = bare.trim_end_matches(|c: char| c == '.' || is_wrapper(c));
    bare.is_empty() || word.eq_ignore_ascii_case("none")
}

/// The members of list-like text: bracketed, or separated by commas outside quotes; the text itself if it is no list.
pub(crate) fn members(text: &str) -> Vec<&str> {
    let trimmed = text.trim();
    let bare = trimmed
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(trimmed);
    let mut members = Vec::new();
    let (mut start, mut quote) = (0, None);
    for (at, c) in bare.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            // A quote opens only where a member starts: the ' of O'Hare does not.
            None if matches!(c, '\'' | '"') && is_blank(bare, start, at) => quote = Some(c),
            None if c == ',' => {
                members.extend(bare.get(start..at));
                start = at + 1;
            }
            None => {}
        }
    }
    members.extend(bare.get(start..));
    members
        .into_iter()
        .map(|member| member.trim().trim_matches(['\'', '"']))
        .filter(|member| !member.is_empty())
        .collect()
}

/// Whether nothing but a little white space lies between two places; a long run of it counts as something.
fn is_blank(text: &str, start: usize, end: usize) -> bool {
    end - start < 16
        && text
            .get(start..end)
            .is_some_and(|gap| gap.trim().is_empty())
}
