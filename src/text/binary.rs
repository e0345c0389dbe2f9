//! Files that are no text, recognized by their first bytes, and what to do with each.
//!
//! Deliberately absent: unpacking. Our own result zip is opened elsewhere.

use crate::problem::Problem;

/// First bytes, what the file is, what to try.
const KINDS: &[(&[u8], &str, &str)] = &[
    (b"\x89PNG", "a picture (PNG)", DROP_DATA),
    (b"\xFF\xD8\xFF", "a picture (JPEG)", DROP_DATA),
    (b"GIF8", "a picture (GIF)", DROP_DATA),
    (b"%PDF", "a PDF document", DROP_DATA),
    (
        b"\x1F\x8B",
        "packed with gzip (.gz)",
        "unpack it first and drop the file inside",
    ),
    (
        b"BZh",
        "packed with bzip2 (.bz2)",
        "unpack it first and drop the file inside",
    ),
    (
        b"\xFD7zXZ",
        "packed with xz",
        "unpack it first and drop the file inside",
    ),
    (
        b"\x28\xB5\x2F\xFD",
        "packed with zstd",
        "unpack it first and drop the file inside",
    ),
    (
        b"7z\xBC\xAF",
        "packed with 7-Zip",
        "unpack it first and drop the file inside",
    ),
    (
        b"Rar!",
        "packed with RAR",
        "unpack it first and drop the file inside",
    ),
    (
        b"\xD0\xCF\x11\xE0",
        "an old Office file (.xls or .doc)",
        SAVE_CSV,
    ),
    (b"PAR1", "a Parquet file", SAVE_JSON),
    (b"ARROW1", "an Arrow file", SAVE_JSON),
    (b"SQLite format 3", "an SQLite database", SAVE_JSON),
    (b"\x93NUMPY", "a NumPy file", SAVE_JSON),
    (b"\x80\x02", "a Python pickle", SAVE_JSON),
    (b"\x80\x03", "a Python pickle", SAVE_JSON),
    (b"\x80\x04", "a Python pickle", SAVE_JSON),
    (b"\x80\x05", "a Python pickle", SAVE_JSON),
];

const DROP_DATA: &str = "drop a JSON, JSON Lines, CSV or TSV file";
const SAVE_CSV: &str = "open it and save the sheet as CSV, then drop that file";
const SAVE_JSON: &str = "save the data as JSON or CSV and drop that file";

/// What a file that starts like a zip is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archive {
    /// A zip of files, ours among them.
    Zip,
    /// An Excel workbook.
    Xlsx,
    /// A Word document.
    Docx,
    /// An OpenDocument file (LibreOffice).
    OpenDocument,
}

/// Which kind of zip the bytes are; `None` if they are no zip. Decided by the names of the files inside.
///
/// ```
/// use marksheet::text::{Archive, archive};
/// assert_eq!(archive(b"PK\x03\x04 and so on"), Some(Archive::Zip));
/// assert_eq!(archive(b"{}"), None);
/// ```
pub fn archive(bytes: &[u8]) -> Option<Archive> {
    if !(bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")) {
        return None;
    }
    // Local headers stand at the start, the list of all names at the end.
    let n = bytes.len().min(1 << 16);
    let start = bytes.get(..n).unwrap_or_default();
    let end = bytes.get(bytes.len() - n..).unwrap_or_default();
    let has = |name: &[u8]| {
        [start, end]
            .iter()
            .any(|part| part.windows(name.len()).any(|w| w == name))
    };
    Some(if has(b"xl/workbook") {
        Archive::Xlsx
    } else if has(b"word/document") {
        Archive::Docx
    } else if has(b"mimetypeapplication/vnd.oasis.opendocument") {
        Archive::OpenDocument
    } else {
        Archive::Zip
    })
}

/// The problem with a file whose first bytes say that it is no text.
pub(super) fn named(bytes: &[u8]) -> Option<Problem> {
    let (what, hint) = match archive(bytes) {
        Some(Archive::Zip) => (
            "packed (a zip)",
            "unpack it first and drop the files inside",
        ),
        Some(Archive::Xlsx) => ("an Excel workbook (.xlsx)", SAVE_CSV),
        Some(Archive::Docx) => (
            "a Word document (.docx)",
            "save its text as JSON or CSV and drop that file",
        ),
        Some(Archive::OpenDocument) => ("a LibreOffice file", SAVE_CSV),
        None => KINDS
            .iter()
            .find(|(start, ..)| bytes.starts_with(start))
            .map(|(_, what, hint)| (*what, *hint))?,
    };
    Some(Problem::error(format!("this file is {what}, not text")).hint(hint))
}

/// Whether the beginning has bytes that no text has: zeros, or many control characters.
pub(super) fn has_binary_bytes(bytes: &[u8]) -> bool {
    let start = bytes.get(..bytes.len().min(8192)).unwrap_or(bytes);
    let is_control =
        |b: &&u8| **b < 0x20 && !matches!(**b, b'\t' | b'\n' | b'\r' | 0x0C | 0x1C..=0x1F);
    let n_control = start.iter().filter(is_control).count();
    start.contains(&0) || n_control * 10 > start.len()
}
