//! Zips: the one a run is taken home in, and any zip that is dropped on the page.
//!
//! Deliberately absent: what the files inside mean, and zips inside zips.

mod names;
mod opened;
mod reading;
mod stream;

pub use names::{base_name, file_name};
pub use opened::{OpenedRun, open_run};
pub use reading::{Limits, read, read_within};
pub use stream::Stream;

use super::timestamp::Timestamp;
use crate::problem::Problem;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The files of a zip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    /// Name and content, in the zip's order. Names are unique; a folder is kept only where the bare name is not.
    pub files: Vec<(String, Vec<u8>)>,
    /// What could not be used, and why.
    pub problems: Vec<Problem>,
}

/// Of zlib's 1 to 9: a zip of 130,000 questions is a tenth larger than by the usual 6, and made three times as fast.
const LEVEL: i64 = 4;

/// How every file of a zip is packed.
fn options(created: &str) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(LEVEL))
        .last_modified_time(zip_time(created))
}

/// How much is packed between two reports of progress.
const CHUNK: usize = 1 << 20;

/// Packs files into a zip. `created` (ISO 8601, UTC) becomes their time; `progress` hears bytes done and bytes there are.
///
/// # Errors
/// When the format cannot hold the files: a name twice, or more than the memory allows.
///
/// ```
/// use marksheet::report::archive;
/// let files = [("a.txt".to_owned(), b"hello".as_slice())];
/// let bytes = archive::write(&files, "2026-03-01T12:00:00Z", &mut |_, _| {}).unwrap();
/// assert_eq!(archive::read("a.zip", bytes).unwrap().files, [("a.txt".to_owned(), b"hello".to_vec())]);
/// ```
pub fn write(
    files: &[(String, &[u8])],
    created: &str,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, Problem> {
    let total: u64 = files.iter().map(|(_, content)| content.len() as u64).sum();
    let options = options(created);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut done = 0;
    for (name, content) in files {
        zip.start_file(name, options)
            .map_err(|error| unwritable(name, &error))?;
        for chunk in content.chunks(CHUNK) {
            zip.write_all(chunk)
                .map_err(|error| unwritable(name, &error))?;
            done += chunk.len() as u64;
            progress(done, total);
        }
    }
    let packed = zip.finish().map_err(|error| unwritable("", &error))?;
    Ok(packed.into_inner())
}

fn unwritable(name: &str, error: &dyn std::fmt::Display) -> Problem {
    Problem::error(format!("the zip could not be made: {error}"))
        .in_file(name)
        .hint("download the files one by one")
}

fn zip_time(created: &str) -> DateTime {
    let Some(time) = Timestamp::parse(created) else {
        return DateTime::default();
    };
    DateTime::from_date_and_time(
        time.year,
        time.month,
        time.day,
        time.hour,
        time.minute,
        time.second,
    )
    .unwrap_or_default()
}
