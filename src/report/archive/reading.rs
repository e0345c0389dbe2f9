//! Unpacks a zip without trusting it: sizes are counted against what is declared, and one bad file costs no other.
//!
//! Deliberately absent: passwords, zips inside zips, writing to a disk.

use super::{Archive, names};
use crate::problem::{Problem, some_ids};
use std::io::{Cursor, Read};
use zip::CompressionMethod::{Deflated, Stored};
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

/// How much of a zip is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most files.
    pub n_files: usize,
    /// The most bytes unpacked, all files together.
    pub n_bytes: usize,
}

impl Limits {
    /// What a page can hold beside everything else: 2,000 files, 512 MB.
    pub const PAGE: Limits = Limits {
        n_files: 2_000,
        n_bytes: 512 << 20,
    };
}

/// Up to this size nothing is suspicious.
const UNSUSPICIOUS: usize = 16 << 20;

/// Real results shrink 5- to 40-fold; a larger file that shrinks more than this is made to fill the memory.
const MAX_RATIO: usize = 250;

const CHUNK: usize = 64 << 10;

type Zip = ZipArchive<Cursor<Vec<u8>>>;

/// Unpacks a zip: its files by name, and a problem for each that could not be used.
///
/// Folders and what systems add by themselves (`__MACOSX`, `.DS_Store`) are passed over. A path is reduced to its
/// last part; folders are kept only to tell two files of one name apart.
///
/// # Errors
/// When the zip as a whole cannot be read: not a zip, cut off, or nothing in it.
pub fn read(file: &str, bytes: Vec<u8>) -> Result<Archive, Problem> {
    read_within(file, bytes, Limits::PAGE)
}

/// Unpacks a zip as [`read`] does, within other limits.
///
/// # Errors
/// As [`read`].
pub fn read_within(file: &str, bytes: Vec<u8>, limits: Limits) -> Result<Archive, Problem> {
    let starts_as_zip = bytes.starts_with(b"PK");
    let mut zip = match ZipArchive::new(Cursor::new(bytes)) {
        Ok(zip) => zip,
        Err(_) if starts_as_zip => return Err(cut_off(file)),
        Err(_) => return Err(Problem::error("this is not a zip").in_file(file)),
    };
    let mut problems = Vec::new();
    if zip.has_duplicate_names() {
        let message = "the zip holds a name twice; only the last file of that name is used";
        problems.push(Problem::warning(message).in_file(file));
    }
    let mut wanted = wanted(&zip);
    if wanted.len() > limits.n_files {
        problems.push(too_many(file, wanted.len(), limits));
        wanted.truncate(limits.n_files);
    }
    let (paths, contents) = unpack(file, &mut zip, &wanted, limits, &mut problems);
    if paths.is_empty() && problems.is_empty() {
        let problem = Problem::error("there are no files in this zip")
            .hint("check that it opens on your computer, or drop the files themselves");
        return Err(problem.in_file(file));
    }
    let files = names::unique(&paths).into_iter().zip(contents).collect();
    Ok(Archive { files, problems })
}

/// Index and path of everything that is a file a person put there.
fn wanted(zip: &Zip) -> Vec<(usize, String)> {
    let paths = zip
        .file_names_raw()
        .map(|raw| String::from_utf8_lossy(raw).into_owned());
    let named = paths.enumerate().map(|(idx, path)| {
        let decoded = zip.name_for_index(idx).and_then(Result::ok);
        (idx, decoded.map_or(path, |name| name.into_owned()))
    });
    named
        .filter(|(_, path)| !path.ends_with(['/', '\\']) && !names::is_clutter(path))
        .collect()
}

fn unpack(
    file: &str,
    zip: &mut Zip,
    wanted: &[(usize, String)],
    limits: Limits,
    problems: &mut Vec<Problem>,
) -> (Vec<String>, Vec<Vec<u8>>) {
    let (mut paths, mut contents) = (Vec::new(), Vec::new());
    let mut left = limits.n_bytes;
    for (n, (idx, path)) in wanted.iter().enumerate() {
        match content(zip, *idx, left) {
            Ok(content) if content.starts_with(b"PK\x03\x04") => {
                let message = "a zip inside a zip is not opened";
                let hint = "unpack it and drop what is in it";
                problems.push(about(file, path, message).hint(hint));
            }
            Ok(content) => {
                left -= content.len().min(left);
                paths.push(path.clone());
                contents.push(content);
            }
            Err(Bad::Full) => {
                let unread = wanted.iter().skip(n).map(|(_, path)| path.as_str());
                problems.push(full(file, limits, unread));
                break;
            }
            Err(Bad::Skipped) => {}
            Err(Bad::File(message, hint)) => problems.push(about(file, path, message).hint(hint)),
        }
    }
    (paths, contents)
}

/// Why a file's content is not there.
enum Bad {
    /// Not a file.
    Skipped,
    /// What is wrong with it, and what to try.
    File(&'static str, &'static str),
    /// The zip as a whole unpacks to too much for the limit or the memory.
    Full,
}

fn content(zip: &mut Zip, idx: usize, left: usize) -> Result<Vec<u8>, Bad> {
    let mut file = zip.by_index(idx).map_err(|error| unopened(&error))?;
    if file.is_dir() || file.is_symlink() {
        return Err(Bad::Skipped);
    }
    if !matches!(file.compression(), Stored | Deflated) {
        return Err(UNKNOWN_METHOD);
    }
    let packed = usize::try_from(file.compressed_size()).unwrap_or(usize::MAX);
    let packed = packed.max(1);
    // What the zip itself says of its size is refused before a byte is unpacked: memory once taken is not given back.
    let declared = usize::try_from(file.size()).unwrap_or(usize::MAX);
    if is_suspicious(declared, packed) {
        return Err(BOMB);
    }
    if declared > left {
        return Err(Bad::Full);
    }
    read_counted(&mut file, packed, declared)
}

fn is_suspicious(unpacked: usize, packed: usize) -> bool {
    unpacked > UNSUSPICIOUS && unpacked / packed > MAX_RATIO
}

fn read_counted(
    file: &mut ZipFile<'_, Cursor<Vec<u8>>>,
    packed: usize,
    declared: usize,
) -> Result<Vec<u8>, Bad> {
    let mut content = Vec::new();
    // All at once: a vector that doubles as it grows takes up to three times as much.
    if content.try_reserve_exact(declared).is_err() {
        return Err(Bad::Full);
    }
    let mut chunk = vec![0; CHUNK];
    loop {
        let n = match file.read(&mut chunk) {
            Ok(0) => return Ok(content),
            Ok(n) => n,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return Err(Bad::File(DAMAGED, "download or pack the zip again")),
        };
        // More than declared: the size was a lie, or the file is damaged.
        if content.len() + n > declared {
            return Err(match is_suspicious(content.len() + n, packed) {
                true => BOMB,
                false => Bad::File(DAMAGED, "download or pack the zip again"),
            });
        }
        content.extend_from_slice(chunk.get(..n).unwrap_or_default());
    }
}

const BOMB: Bad = Bad::File(
    "unpacks to far more than a real file would, and is left out",
    "drop the file itself, unpacked",
);

const UNKNOWN_METHOD: Bad = Bad::File(
    "is packed in a way that is not read here",
    "unpack the zip and drop the files, or pack it with the usual method (deflate)",
);

const DAMAGED: &str = "is damaged inside the zip";

fn unopened(error: &ZipError) -> Bad {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            Bad::File(
                "is protected by a password",
                "unpack the zip with its password and drop the files",
            )
        }
        ZipError::UnsupportedArchive(_) => UNKNOWN_METHOD,
        _ => Bad::File(DAMAGED, "download or pack the zip again"),
    }
}

fn about(file: &str, path: &str, message: &str) -> Problem {
    Problem::error(message).in_file(format!("{file}/{path}"))
}

fn cut_off(file: &str) -> Problem {
    Problem::error("the zip is cut off or damaged: its list of files is missing")
        .in_file(file)
        .hint("download or copy it again, and check that it opens on your computer")
}

fn too_many(file: &str, n_files: usize, limits: Limits) -> Problem {
    Problem::error(format!(
        "the zip holds {n_files} files; only the first {} are read",
        limits.n_files
    ))
    .in_file(file)
    .hint("pack only the dataset and the predictions")
}

fn full<'a>(file: &str, limits: Limits, unread: impl Iterator<Item = &'a str>) -> Problem {
    let message = format!(
        "the zip unpacks to more than fits here ({} MB); not read: {}",
        limits.n_bytes >> 20,
        some_ids(unread, 5)
    );
    let hint = "drop the dataset and the predictions on their own";
    Problem::error(message).in_file(file).hint(hint)
}
