//! The characters of a reply as a reader sees them: invisible ones gone, dressed-up Latin letters plain.
//!
//! Deliberately absent: letters of other alphabets that stand for a choice (`В`, `ب`). Whether they do depends on
//! what stands around them, so [`tokens`](super::tokens) asks [`stands_for`] about single letters only.

use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// How many different notes of one kind are kept.
const MOST_NOTES: usize = 5;

/// A text with plain characters, and what was changed to get there.
pub(super) struct Folded<'t> {
    /// The text; borrowed where nothing had to change.
    pub text: Cow<'t, str>,
    /// What a person should know: `removed the invisible character U+200B`.
    pub notes: Vec<String>,
}

/// Removes invisible characters, makes every white space a space or a line end, and plain letters of full-width,
/// mathematical and circled ones (circled ones in parentheses, as a reader takes them).
pub(super) fn fold(text: &str) -> Folded<'_> {
    let is_plain = |c: char| matches!(c, '\t' | '\n' | ' '..='~');
    if text.chars().all(is_plain) {
        return Folded {
            text: Cow::Borrowed(text),
            notes: Vec::new(),
        };
    }
    let mut folded = String::with_capacity(text.len());
    let mut notes = Vec::new();
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}' => folded.push('\n'),
            '\t' | '\n' => folded.push(c),
            c if is_invisible(c) => {
                if !matches!(c, '\u{fe00}'..='\u{fe0f}') {
                    note(
                        &mut notes,
                        format!("removed the invisible character U+{:04X}", c as u32),
                    );
                }
            }
            c if c.is_whitespace() => {
                if c != ' ' && c != '\u{3000}' {
                    note(
                        &mut notes,
                        format!("read the unusual space U+{:04X} as a space", c as u32),
                    );
                }
                folded.push(' ');
            }
            c => push_plain(c, &mut folded, &mut notes),
        }
    }
    if folded.chars().any(|c| matches!(c, '\u{300}'..='\u{36f}')) {
        folded = folded.nfc().collect();
    }
    Folded {
        text: Cow::Owned(folded),
        notes,
    }
}

/// Adds a note unless it is there already or there are enough of them.
pub(super) fn note(notes: &mut Vec<String>, text: String) {
    if notes.len() < MOST_NOTES && !notes.contains(&text) {
        notes.push(text);
    }
}

/// The note about one letter read as another.
pub(super) fn read_as(from: char, to: char, what: &str) -> String {
    format!("read {from} (U+{:04X}, {what}) as {to}", from as u32)
}

fn push_plain(c: char, folded: &mut String, notes: &mut Vec<String>) {
    if let Some(letter) = enclosed_letter(c) {
        note(notes, read_as(c, letter, "circled"));
        folded.extend(['(', letter, ')']);
    } else if let Some(letter) = mathematical_letter(c) {
        note(notes, read_as(c, letter, "mathematical"));
        folded.push(letter);
    } else if let Some(plain) = full_width(c) {
        if plain.is_ascii_alphabetic() {
            note(notes, read_as(c, plain, "full-width"));
        }
        folded.push(plain);
    } else {
        folded.push(c);
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}'
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{e0000}'..='\u{e01ef}')
}

/// `Ａ`–`ｚ`, and the full-width signs around them.
fn full_width(c: char) -> Option<char> {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0),
        _ => None,
    }
}

/// Bold, italic, script, fraktur, double-struck, sans-serif and monospace letters.
fn mathematical_letter(c: char) -> Option<char> {
    if let '\u{1d400}'..='\u{1d6a3}' = c {
        let nth = ((c as u32 - 0x1d400) % 52) as u8;
        return Some(char::from(if nth < 26 {
            b'A' + nth
        } else {
            b'a' + nth - 26
        }));
    }
    // The letters that Unicode had before it got the block above.
    let old = [
        ('ℬ', 'B'),
        ('ℰ', 'E'),
        ('ℱ', 'F'),
        ('ℋ', 'H'),
        ('ℐ', 'I'),
        ('ℒ', 'L'),
        ('ℳ', 'M'),
        ('ℛ', 'R'),
        ('ℂ', 'C'),
        ('ℍ', 'H'),
        ('ℕ', 'N'),
        ('ℙ', 'P'),
        ('ℚ', 'Q'),
        ('ℝ', 'R'),
        ('ℤ', 'Z'),
        ('ℭ', 'C'),
        ('ℌ', 'H'),
        ('ℑ', 'I'),
        ('ℜ', 'R'),
        ('ℨ', 'Z'),
        ('K', 'K'),
        ('ℯ', 'e'),
        ('ℊ', 'g'),
        ('ℴ', 'o'),
        ('ℎ', 'h'),
    ];
    old.iter().find(|(from, _)| *from == c).map(|(_, to)| *to)
}

/// Letters in a circle, square or parentheses, negative ones and flag letters included. Digits are no letters.
fn enclosed_letter(c: char) -> Option<char> {
    let first = match c {
        '\u{249c}'..='\u{24b5}' => 0x249c,
        '\u{24b6}'..='\u{24cf}' => 0x24b6,
        '\u{24d0}'..='\u{24e9}' => 0x24d0,
        '\u{1f110}'..='\u{1f129}' => 0x1f110,
        '\u{1f130}'..='\u{1f149}' => 0x1f130,
        '\u{1f150}'..='\u{1f169}' => 0x1f150,
        '\u{1f170}'..='\u{1f189}' => 0x1f170,
        '\u{1f1e6}'..='\u{1f1ff}' => 0x1f1e6,
        _ => return None,
    };
    u8::try_from(c as u32 - first)
        .ok()
        .map(|nth| char::from(b'A' + nth))
}

/// The Latin capital a single letter of another alphabet stands for, and the name of that alphabet.
///
/// Cyrillic and Greek capitals go by their looks: `В` is B, though Russian lists count `А Б В`. `Б`, `Г` and `Д` look
/// like no Latin letter and stand for none. Arabic and Hebrew go by the order their lists are counted in.
pub(super) fn stands_for(c: char) -> Option<(char, &'static str)> {
    const CYRILLIC: &str = "АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX УY";
    const GREEK: &str = "ΑA ΒB ΕE ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΧX ΥY ΖZ";
    const ARABIC: &str = "اA أA إA آA بB جC دD هE";
    const HEBREW: &str = "אA בB גC דD הE";
    let tables = [
        (CYRILLIC, "Cyrillic"),
        (GREEK, "Greek"),
        (ARABIC, "Arabic"),
        (HEBREW, "Hebrew"),
    ];
    tables.iter().find_map(|(pairs, name)| {
        let pair = pairs.split(' ').find(|pair| pair.starts_with(c))?;
        Some((pair.chars().nth(1)?, *name))
    })
}
