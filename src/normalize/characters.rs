//! Single characters seen as Python sees them: white space, word characters, punctuation.
//!
//! Deliberately absent: anything about whole texts.

use super::unicode_tables::{PUNCTUATION, WORD};

/// Whether Python's `str.split()` takes `c` for white space.
///
/// That is Rust's `char::is_whitespace` and the four separators U+001C to U+001F; U+200B and U+FEFF are none.
///
/// ```
/// use marksheet::normalize::characters::is_space;
/// assert!(is_space('\u{1F}') && is_space('\u{A0}') && !is_space('\u{200B}') && !is_space('\u{FEFF}'));
/// ```
pub fn is_space(c: char) -> bool {
    matches!(c, '\u{1C}'..='\u{1F}') || c.is_whitespace()
}

/// Whether `c` matches `\w` in Python's `re`: letters, numbers and `_`, but neither combining marks nor circled letters.
///
/// ```
/// use marksheet::normalize::characters::is_word;
/// assert!(is_word('ñ') && is_word('_') && is_word('½'));
/// assert!(!is_word('\u{903}')); // a mark that Rust's `is_alphanumeric` counts
/// ```
pub fn is_word(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || c == '_'
    } else {
        is_in(&WORD, c)
    }
}

/// Whether `c` is punctuation: the 32 ASCII characters of Python's `string.punctuation`, and Unicode's categories `P*`.
///
/// ```
/// use marksheet::normalize::characters::is_punctuation;
/// assert!(is_punctuation('$') && is_punctuation('“') && is_punctuation('。') && !is_punctuation('€'));
/// ```
pub fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_punctuation()
    } else {
        is_in(&PUNCTUATION, c)
    }
}

/// Whether `c` is written like a hyphen or minus: U+002D, U+2010 to U+2015, U+2212 and their small and full-width forms.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}'
    )
}

/// Whether `c` cannot be seen: zero-width characters, bidirectional marks, a byte order mark, the soft hyphen.
///
/// ```
/// use marksheet::normalize::characters::is_invisible;
/// assert!(is_invisible('\u{200B}') && is_invisible('\u{202A}') && !is_invisible(' '));
/// ```
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}'
            | '\u{61C}'
            | '\u{180E}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{206F}'
            | '\u{FEFF}'
            | '\u{E0000}'..='\u{E007F}'
    )
}

/// Whether `c` belongs to a script written without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese.
pub(crate) fn is_unspaced_script(c: char) -> bool {
    matches!(
        c,
        '\u{E00}'..='\u{EFF}'
            | '\u{1000}'..='\u{109F}'
            | '\u{1780}'..='\u{17FF}'
            | '\u{3040}'..='\u{30FF}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{323AF}'
    )
}

fn is_in(table: &[(u32, u32)], c: char) -> bool {
    let code = u32::from(c);
    let after = table.partition_point(|&(start, _)| start <= code);
    after
        .checked_sub(1)
        .and_then(|idx| table.get(idx))
        .is_some_and(|&(_, end)| code <= end)
}
