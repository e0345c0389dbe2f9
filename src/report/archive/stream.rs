//! A zip written from its beginning to its end, without ever being held.
//!
//! Deliberately absent: where it goes.

use super::{options, unwritable};
use crate::problem::Problem;
use std::io::Write;
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

/// A zip that is being written to `W`, file after file.
pub struct Stream<W: Write> {
    zip: ZipWriter<StreamWriter<W>>,
    options: SimpleFileOptions,
    name: String,
}

impl<W: Write> Stream<W> {
    /// A zip without files; `created` (ISO 8601, UTC) becomes their time.
    ///
    /// ```
    /// use marksheet::report::archive::{self, Stream};
    /// let mut zip = Stream::new(Vec::new(), "2026-03-01T12:00:00Z");
    /// zip.begin("a.txt").unwrap();
    /// zip.write(b"hello").unwrap();
    /// let bytes = zip.finish().unwrap();
    /// assert_eq!(archive::read("a.zip", bytes).unwrap().files, [("a.txt".to_owned(), b"hello".to_vec())]);
    /// ```
    pub fn new(sink: W, created: &str) -> Self {
        Self {
            zip: ZipWriter::new_stream(sink),
            options: options(created),
            name: String::new(),
        }
    }

    /// Begins the next file, which holds less than 4 GB.
    ///
    /// # Errors
    /// When there is a file of that name, or `W` fails.
    pub fn begin(&mut self, name: &str) -> Result<(), Problem> {
        name.clone_into(&mut self.name);
        let begun = self.zip.start_file(name, self.options);
        begun.map_err(|error| unwritable(name, &error))
    }

    /// More of the file that was begun.
    ///
    /// # Errors
    /// When none was, or `W` fails.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        let written = self.zip.write_all(bytes);
        written.map_err(|error| unwritable(&self.name, &error))
    }

    /// Writes the list of files; `W` has the whole zip then.
    ///
    /// # Errors
    /// When `W` fails.
    pub fn finish(self) -> Result<W, Problem> {
        let finished = self.zip.finish();
        let sink = finished.map_err(|error| unwritable(&self.name, &error))?;
        Ok(sink.into_inner())
    }
}
