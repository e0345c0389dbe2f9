//! From a file's bytes to its text: which encoding it is in, and what to say when it is no text at all.
//!
//! Deliberately absent: what the text means; that is for [`json`](crate::json), [`table`](crate::table) and
//! [`intake`](crate::intake).

use crate::problem::Problem;
use std::borrow::Cow;

mod binary;
mod windows_1252;

pub use binary::{Archive, archive};

/// The text of a file, and what had to be assumed to read it.
///
/// In this order: a byte order mark decides (UTF-8, UTF-16); every other byte zero is UTF-16 without one; valid
/// UTF-8 is taken as it is; the rest is Windows-1252, or UTF-8 with single Windows-1252 characters in it where most
/// of the text is UTF-8. The byte order mark is not part of the text. Everything but plain UTF-8 is said.
///
/// # Errors
/// If the bytes are no text (a picture, a spreadsheet, a packed file, …), if there are none, or only white space.
///
/// ```
/// use marksheet::text::decode;
/// assert_eq!(decode(b"\xEF\xBB\xBFcaf\xC3\xA9").unwrap().0, "café"); // UTF-8 with a byte order mark
/// assert_eq!(decode(b"caf\xE9").unwrap().0, "café"); // Windows-1252
/// assert_eq!(decode(b"").unwrap_err().message, "the file is empty");
/// ```
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Vec<Problem>), Problem> {
    if bytes.is_empty() {
        return Err(
            Problem::error("the file is empty").hint("it may not have been written; make it again")
        );
    }
    if let Some(problem) = binary::named(bytes) {
        return Err(problem);
    }
    let (text, problems) = decode_text(bytes)?;
    if text.chars().all(|c| c.is_whitespace() || c == '\u{feff}') {
        return Err(
            Problem::error("the file holds only white space: there is nothing to read")
                .hint("it may not have been written; make it again"),
        );
    }
    Ok((text, problems))
}

fn decode_text(bytes: &[u8]) -> Result<(Cow<'_, str>, Vec<Problem>), Problem> {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => decode_8_bit(rest),
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Err(Problem::error(
            "the file is UTF-32 text, which cannot be read",
        )
        .hint("save it again with the encoding UTF-8")),
        [0xFF, 0xFE, rest @ ..] => Ok(utf_16(
            rest,
            u16::from_le_bytes,
            "UTF-16 (little-endian) text",
        )),
        [0xFE, 0xFF, rest @ ..] => Ok(utf_16(rest, u16::from_be_bytes, "UTF-16 (big-endian) text")),
        _ if is_zero_every_other(bytes, 1) => Ok(utf_16(
            bytes,
            u16::from_le_bytes,
            "UTF-16 (little-endian) text without a byte order mark",
        )),
        _ if is_zero_every_other(bytes, 0) => Ok(utf_16(
            bytes,
            u16::from_be_bytes,
            "UTF-16 (big-endian) text without a byte order mark",
        )),
        _ => decode_8_bit(bytes),
    }
}

fn decode_8_bit(bytes: &[u8]) -> Result<(Cow<'_, str>, Vec<Problem>), Problem> {
    if binary::has_binary_bytes(bytes) {
        return Err(
            Problem::error("the file is not text: it holds bytes that no text has")
                .hint("drop a JSON, JSON Lines, CSV or TSV file"),
        );
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok((Cow::Borrowed(text), Vec::new())),
        Err(_) => {
            let (text, problem) = windows_1252::decode(bytes);
            Ok((Cow::Owned(text), vec![problem]))
        }
    }
}

fn utf_16<'a>(
    bytes: &[u8],
    unit: fn([u8; 2]) -> u16,
    name: &'static str,
) -> (Cow<'a, str>, Vec<Problem>) {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut n_broken = usize::from(!rest.is_empty());
    let text: String = char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .map(|decoded| {
            decoded.unwrap_or_else(|_| {
                n_broken += 1;
                char::REPLACEMENT_CHARACTER
            })
        })
        .collect();
    let mut problems = vec![
        Problem::info(format!("read as {name}")).hint("save as UTF-8 if characters look wrong"),
    ];
    if n_broken > 0 {
        problems.push(Problem::warning(format!(
            "{n_broken} broken UTF-16 characters were replaced by \u{fffd}"
        )));
    }
    (Cow::Owned(text), problems)
}

/// Whether the bytes at `offset`, `offset + 2`, … of the beginning are all zero and the ones between are not.
fn is_zero_every_other(bytes: &[u8], offset: usize) -> bool {
    let (pairs, _) = bytes
        .get(..bytes.len().min(512))
        .unwrap_or(bytes)
        .as_chunks::<2>();
    pairs.len() >= 2
        && pairs
            .iter()
            .all(|pair| pair.get(offset) == Some(&0) && pair.get(1 - offset) != Some(&0))
}
