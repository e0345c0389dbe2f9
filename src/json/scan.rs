//! Finding the end of a piece of text eight bytes at a time.
//!
//! Deliberately absent: what the text means.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// A mark in the high bit of the first byte that is `byte`; later marks may be wrong, the first is not.
fn marks_equal(word: u64, byte: u8) -> u64 {
    let difference = word ^ (LOW * u64::from(byte));
    difference.wrapping_sub(LOW) & !difference & HIGH
}

/// The first index from `at` on whose byte ends a run of plain text: a quote, a backslash or a control character.
/// The length of `bytes` if there is none.
pub(super) fn end_of_plain(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let (words, tail) = rest.as_chunks::<8>();
    for (i, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let marks_control = word.wrapping_sub(LOW * 0x20) & !word & HIGH;
        let marks = marks_equal(word, b'"') | marks_equal(word, b'\\') | marks_control;
        if marks != 0 {
            return at + i * 8 + marks.trailing_zeros() as usize / 8;
        }
    }
    let in_tail = tail
        .iter()
        .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1F))
        .unwrap_or(tail.len());
    at + words.len() * 8 + in_tail
}

/// The first index from `at` on that is not JSON's white space.
pub(super) fn end_of_space(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let n = rest
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
        .unwrap_or(rest.len());
    at + n
}
