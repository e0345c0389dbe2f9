#![allow(clippy::unwrap_used)]
#![cfg(not(target_arch = "wasm32"))]
//! Every encoding a file may come in, and every kind of file that is no text.

use marksheet::text::{Archive, archive, decode};

fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

fn text_of(bytes: &[u8]) -> String {
    decode(bytes).unwrap().0.into_owned()
}

fn messages(bytes: &[u8]) -> String {
    let problems = match decode(bytes) {
        Ok((_, problems)) => problems,
        Err(problem) => vec![problem],
    };
    problems
        .iter()
        .map(|problem| problem.to_string())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn plain_utf_8_is_borrowed_and_silent() {
    let (text, problems) = decode("café ✓ 天".as_bytes()).unwrap();
    assert!(matches!(text, std::borrow::Cow::Borrowed(_)));
    assert_eq!(text, "café ✓ 天");
    assert!(problems.is_empty());
}

#[test]
fn a_utf_8_byte_order_mark_is_taken_off_without_a_word() {
    assert_eq!(text_of(b"\xEF\xBB\xBF{\"a\": 1}"), "{\"a\": 1}");
    assert_eq!(messages(b"\xEF\xBB\xBF{\"a\": 1}"), "");
}

#[test]
fn utf_16_is_read_in_both_orders_and_said() {
    for (mark, to_bytes, word) in [
        (
            [0xFF, 0xFE],
            u16::to_le_bytes as fn(u16) -> [u8; 2],
            "little-endian",
        ),
        ([0xFE, 0xFF], u16::to_be_bytes, "big-endian"),
    ] {
        let mut bytes = mark.to_vec();
        bytes.extend(utf_16("{\"id\": \"Łódź 🛩\"}", to_bytes));
        assert_eq!(text_of(&bytes), "{\"id\": \"Łódź 🛩\"}");
        assert!(messages(&bytes).contains("UTF-16") && messages(&bytes).contains(word));
    }
}

#[test]
fn utf_16_without_a_byte_order_mark_is_seen_by_its_zeros() {
    for to_bytes in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
        let bytes = utf_16("{\"id\": \"plain\"}", to_bytes);
        assert_eq!(text_of(&bytes), "{\"id\": \"plain\"}");
        assert!(messages(&bytes).contains("without a byte order mark"));
    }
}

#[test]
fn broken_utf_16_is_counted_not_dropped() {
    let bytes = b"\xFF\xFEa\0\x3D\xD8b\0c";
    assert_eq!(text_of(bytes), "a\u{fffd}b");
    assert!(messages(bytes).contains("2 broken UTF-16 characters"));
}

#[test]
fn windows_1252_is_read_with_the_number_of_its_characters() {
    assert_eq!(text_of(b"\x93caf\xE9\x94 \x80 5"), "“café” € 5");
    assert!(
        messages(b"\x93caf\xE9\x94 \x80 5").contains("Windows-1252 (4 characters beyond ASCII)")
    );
}

#[test]
fn a_broken_byte_in_much_utf_8_spoils_only_itself() {
    let mut bytes = "Zürich, Málaga\nŁódź, São Paulo ".as_bytes().to_vec();
    bytes.extend(b"caf\xE9");
    assert_eq!(text_of(&bytes), "Zürich, Málaga\nŁódź, São Paulo café");
    assert!(messages(&bytes).contains("line 2: 1 of the file's bytes"));
}

#[test]
fn files_that_are_no_text_are_named_with_what_to_try() {
    for (bytes, name, hint) in [
        (
            b"\x89PNG\r\n\x1a\n....".as_slice(),
            "picture (PNG)",
            "drop a JSON",
        ),
        (b"%PDF-1.7 ...", "PDF", "drop a JSON"),
        (b"\x1F\x8B\x08\0\0", "gzip", "unpack"),
        (
            b"PK\x03\x04....[Content_Types].xml..xl/workbook.xml",
            "Excel",
            "CSV",
        ),
        (b"PK\x03\x04....word/document.xml", "Word", "CSV"),
        (b"PK\x03\x04....predictions.json", "zip", "unpack"),
        (b"PAR1\x15\x04", "Parquet", "JSON"),
        (b"\x80\x04\x95\x10", "pickle", "JSON"),
        (b"\xD0\xCF\x11\xE0\xA1", "old Office", "CSV"),
        (b"ab\0\0\0cd\x01\x02\x03\x04", "not text", "JSON"),
        (b"\xFF\xFE\0\0{\0\0\0", "UTF-32", "UTF-8"),
    ] {
        let message = messages(bytes);
        assert!(
            decode(bytes).is_err() && message.contains(name) && message.contains(hint),
            "{message}"
        );
    }
}

#[test]
fn empty_and_blank_files_are_told_apart() {
    assert!(messages(b"").contains("the file is empty"));
    assert!(messages(b" \r\n\t \xC2\xA0").contains("only white space"));
    assert!(messages(b"\xEF\xBB\xBF\n").contains("only white space"));
}

#[test]
fn zips_are_told_apart_by_the_names_inside() {
    assert_eq!(archive(b"PK\x03\x04 run.json"), Some(Archive::Zip));
    assert_eq!(archive(b"PK\x05\x06"), Some(Archive::Zip));
    assert_eq!(archive(b"PKZIP is a program"), None);
    assert_eq!(
        archive(b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
        Some(Archive::OpenDocument)
    );
}
