//! Windows-1252: what is left when bytes are not valid UTF-8.
//!
//! Deliberately absent: other 8-bit encodings. Nothing in the bytes tells them apart.

use crate::problem::Problem;

/// The characters of bytes 0x80 to 0x9F; the five that Windows leaves open are control characters, as in browsers.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn character(byte: u8) -> char {
    match byte {
        0x80..=0x9F => HIGH
            .get(usize::from(byte - 0x80))
            .copied()
            .unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::from(byte),
    }
}

/// The text of bytes that are not valid UTF-8, and how it was read.
pub(super) fn decode(bytes: &[u8]) -> (String, Problem) {
    let mut n_utf_8 = 0;
    let mut n_invalid = 0;
    for chunk in bytes.utf8_chunks() {
        n_utf_8 += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        n_invalid += chunk.invalid().len();
    }
    if n_utf_8 > n_invalid {
        mixed(bytes, n_invalid)
    } else {
        plain(bytes)
    }
}

/// All of it Windows-1252.
fn plain(bytes: &[u8]) -> (String, Problem) {
    let n = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let characters = if n == 1 { "character" } else { "characters" };
    let problem = Problem::warning(format!(
        "the file is not valid UTF-8 and was read as Windows-1252 ({n} {characters} beyond ASCII)"
    ))
    .hint("if letters with accents look wrong, save it again with the encoding UTF-8");
    (bytes.iter().map(|byte| character(*byte)).collect(), problem)
}

/// UTF-8 but for single bytes: a file put together from two, or one cut off within a character.
fn mixed(bytes: &[u8], n_invalid: usize) -> (String, Problem) {
    let mut text = String::with_capacity(bytes.len());
    let mut line = 1;
    let mut first_line = None;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        line += chunk.valid().matches('\n').count();
        if !chunk.invalid().is_empty() {
            first_line.get_or_insert(line);
        }
        text.extend(chunk.invalid().iter().map(|byte| character(*byte)));
    }
    let mut problem = Problem::warning(format!(
        "{n_invalid} of the file's bytes are not valid UTF-8 and were read as Windows-1252"
    ))
    .hint("look at the texts around that line; save the file again with the encoding UTF-8");
    if let Some(line) = first_line.and_then(|line| u32::try_from(line).ok()) {
        problem = problem.on_line(line);
    }
    (text, problem)
}
