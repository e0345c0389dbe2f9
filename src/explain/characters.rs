//! Characters that look like others, or like nothing.
//!
//! Deliberately absent: Unicode's full table of confusable characters; these are the ones keyboards and PDFs produce.

use crate::normalize::characters::is_dash;
use unicode_normalization::char::is_combining_mark;

/// Cyrillic and Greek letters beside the Latin letter whose capital or small form looks the same. Not µ, the sign of
/// a millionth: nobody takes “5 µm” for “5 mm”.
#[rustfmt::skip]
const LOOK_ALIKES: &[(char, char)] = &[
    ('а', 'a'), ('в', 'b'), ('с', 'c'), ('ԁ', 'd'), ('е', 'e'), ('һ', 'h'), ('н', 'h'), ('і', 'i'), ('ј', 'j'),
    ('к', 'k'), ('м', 'm'), ('о', 'o'), ('р', 'p'), ('ԛ', 'q'), ('ѕ', 's'), ('т', 't'), ('ԝ', 'w'), ('х', 'x'),
    ('у', 'y'), ('α', 'a'), ('β', 'b'), ('ε', 'e'), ('η', 'h'), ('ι', 'i'), ('κ', 'k'), ('ν', 'n'),
    ('ο', 'o'), ('ρ', 'p'), ('τ', 't'), ('υ', 'y'), ('χ', 'x'), ('ζ', 'z'), ('ı', 'i'),
];

/// The Latin letter a Cyrillic or Greek letter looks like, in the same case.
pub(super) fn look_alike(c: char) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    let mut lower = c.to_lowercase();
    let small = lower.next().filter(|_| lower.next().is_none())?;
    let latin = LOOK_ALIKES
        .iter()
        .find(|(other, _)| *other == small)
        .map(|(_, latin)| *latin)?;
    Some(if small == c {
        latin
    } else {
        latin.to_ascii_uppercase()
    })
}

/// Whether a character leaves nothing on the screen and is no white space.
pub(super) fn is_invisible(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{3164}'
        )
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e01ef}')
}

/// Whether a character is punctuation or a sign: visible, and no letter, digit, dash or accent.
pub(super) fn is_sign(c: char) -> bool {
    let is_text = c.is_alphanumeric() || c.is_whitespace() || is_combining_mark(c);
    !is_text && !is_dash(c) && !is_invisible(c)
}

/// A character for people: `Cyrillic В (U+0412)`, `zero-width space (U+200B)`.
pub(super) fn described(c: char) -> String {
    let code = u32::from(c);
    let name = match c {
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero-width space",
        '\u{200c}' | '\u{200d}' | '\u{2060}' => "joining mark",
        '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "mark of writing direction"
        }
        '\u{feff}' => "byte order mark",
        _ if is_invisible(c) => "invisible character",
        '\u{370}'..='\u{3ff}' => return format!("Greek {c} (U+{code:04X})"),
        '\u{400}'..='\u{52f}' => return format!("Cyrillic {c} (U+{code:04X})"),
        '\u{ff01}'..='\u{ff5e}' => return format!("full-width {c} (U+{code:04X})"),
        '\u{1d400}'..='\u{1d7ff}' => return format!("mathematical {c} (U+{code:04X})"),
        _ => return format!("{c} (U+{code:04X})"),
    };
    format!("{name} (U+{code:04X})")
}
