//! What Python says of characters: digits, letters, white space, and their cases.

use unicode_normalization::char::is_combining_mark;

/// The zeros of all decimal digits.
const ZEROS: &[u32] = &[
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66,
    0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650,
    0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50,
    0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// The value of a decimal digit in any script.
pub(super) fn decimal(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let code = u32::from(c);
    let i = ZEROS.partition_point(|zero| *zero <= code);
    let digit = code - ZEROS.get(i.checked_sub(1)?)?;
    (digit < 10).then_some(digit)
}

/// `str.isdigit` of one character: decimals, superscripts and circled digits.
pub(super) fn is_digit(c: char) -> bool {
    decimal(c).is_some()
        || matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}' | '\u{2074}'..='\u{2079}' | '\u{2080}'..='\u{2089}' | '\u{2460}'..='\u{2468}' | '\u{2474}'..='\u{247c}' | '\u{2488}'..='\u{2490}')
}

/// `str.isalpha` of one character: letters, without marks and letter-like signs.
pub(super) fn is_alpha(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    c.is_alphabetic()
        && !is_combining_mark(c)
        && !c.is_numeric()
        && !matches!(u32::from(c), 0x24b6..=0x24e9 | 0x1f130..=0x1f189)
}

/// `str.isalnum` of one character.
pub(super) fn is_alnum(c: char) -> bool {
    is_alpha(c) || c.is_numeric()
}

/// White space for `split` and `strip`.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\x1c'..='\x1f')
}

/// Line ends for `splitlines`.
pub(super) fn is_line_end(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\x0b' | '\x0c' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// The first letter of a word: `ß` becomes `Ss`.
pub(super) fn title_case(c: char, out: &mut String) {
    match c {
        'Ǆ' | 'ǅ' | 'ǆ' => out.push('ǅ'),
        'Ǉ' | 'ǈ' | 'ǉ' => out.push('ǈ'),
        'Ǌ' | 'ǋ' | 'ǌ' => out.push('ǋ'),
        'Ǳ' | 'ǲ' | 'ǳ' => out.push('ǲ'),
        c => {
            let mut upper = c.to_uppercase();
            out.extend(upper.next());
            // Letters that become several keep only the first of them large.
            let rest: String = upper.collect();
            out.push_str(&rest.to_lowercase());
        }
    }
}

/// The first character large, the others small.
pub(super) fn capitalize(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    if let Some(first) = chars.next() {
        title_case(first, &mut out);
    }
    // Lower case as part of the whole, since a sigma at the end differs from one inside.
    let lower = text.to_lowercase();
    let n_first: usize = text.chars().next().map_or(0, |c| c.to_lowercase().count());
    out.extend(lower.chars().skip(n_first));
    out
}

/// Python's `str.title`: every letter after something that has no case starts a word.
pub(super) fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_inside = false;
    for c in text.chars() {
        if is_inside {
            out.extend(c.to_lowercase());
        } else {
            title_case(c, &mut out);
        }
        is_inside = is_cased(c);
    }
    out
}

/// Whether a character has upper and lower case.
pub(super) fn is_cased(c: char) -> bool {
    c.is_uppercase() || c.is_lowercase() || matches!(c, 'ǅ' | 'ǈ' | 'ǋ' | 'ǲ')
}

/// `str.casefold`.
pub(super) fn casefold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'ı' => out.push('ı'),
            'İ' => out.push_str("i\u{307}"),
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            c => {
                for upper in c.to_uppercase() {
                    out.extend(upper.to_lowercase());
                }
            }
        }
    }
    out
}

/// `str.swapcase`.
pub(super) fn swapcase(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_uppercase() {
            out.extend(c.to_lowercase());
        } else {
            out.extend(c.to_uppercase());
        }
    }
    out
}

/// Whether there is a cased character and all of them are as wanted.
pub(super) fn all_cased(text: &str, is_wanted: impl Fn(char) -> bool) -> bool {
    let mut cased = text.chars().filter(|c| is_cased(*c)).peekable();
    cased.peek().is_some() && cased.all(is_wanted)
}

/// `str.istitle`.
pub(super) fn is_title(text: &str) -> bool {
    let mut is_inside = false;
    let mut has_cased = false;
    for c in text.chars() {
        if c.is_uppercase() && is_inside || c.is_lowercase() && !is_inside {
            return false;
        }
        is_inside = is_cased(c);
        has_cased |= is_inside;
    }
    has_cased
}

/// `str.isidentifier`.
pub(super) fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    let is_start = |c: char| c == '_' || is_alpha(c) || (c.is_alphabetic() && c.is_numeric());
    chars.next().is_some_and(is_start)
        && chars.all(|c| is_start(c) || decimal(c).is_some() || is_combining_mark(c))
}
