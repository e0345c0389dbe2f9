//! A file that grows piece by piece, kept by the browser and not in this page's memory.
//!
//! Deliberately absent: saving it; see [`download`](super::download).

use super::{clock, file};
use crate::problem::Problem;
use crate::report::archive::Stream;
use js_sys::{Array, Uint8Array};
use std::io;
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag};

/// So many bytes are gathered before they go to the browser.
const PIECE: usize = 1 << 20;

/// A file in pieces.
#[derive(Default)]
pub struct Pieces {
    pieces: Array,
    gathered: Vec<u8>,
}

impl Pieces {
    /// What was written so far, as blobs in their order.
    ///
    /// # Errors
    /// When the browser has no room for the last.
    pub fn blobs(&mut self) -> io::Result<Vec<Blob>> {
        self.hand_over()?;
        let blob = |piece: wasm_bindgen::JsValue| piece.dyn_into().ok();
        Ok(self.pieces.iter().filter_map(blob).collect())
    }

    /// The whole as one blob of that media type.
    ///
    /// # Errors
    /// When the browser has no room for it.
    pub fn whole(mut self, mime: &str) -> io::Result<Blob> {
        self.hand_over()?;
        let options = BlobPropertyBag::new();
        options.set_type(mime);
        Blob::new_with_blob_sequence_and_options(&self.pieces, &options).map_err(|_| full())
    }

    fn hand_over(&mut self) -> io::Result<()> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let bytes = Uint8Array::from(self.gathered.as_slice());
        self.gathered.clear();
        let piece = Blob::new_with_u8_array_sequence(&Array::of1(&bytes));
        self.pieces.push(piece.map_err(|_| full())?.as_ref());
        Ok(())
    }
}

/// Files as one zip, read back and packed piece by piece: never is one of them held whole, nor the zip. `tell` hears of each
/// before it is packed.
///
/// # Errors
/// When the browser has no room, cannot read a file back, or two have the same name.
pub async fn zipped(
    files: Vec<(String, Pieces)>,
    mut tell: impl FnMut(usize),
) -> Result<Pieces, Problem> {
    let unwritten = |error: &io::Error| Problem::error(error.to_string());
    let mut zip = Stream::new(Pieces::default(), &clock::utc());
    for (i, (name, mut pieces)) in files.into_iter().enumerate() {
        tell(i);
        zip.begin(&name)?;
        for piece in pieces.blobs().map_err(|error| unwritten(&error))? {
            let bytes = file::bytes(&piece).await;
            let bytes = bytes
                .map_err(|_| io::Error::other("the browser cannot read it back"))
                .map_err(|error| unwritten(&error))?;
            zip.write(&bytes)?;
            clock::sleep(0).await;
        }
    }
    zip.finish()
}

impl io::Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= PIECE {
            self.hand_over()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn full() -> io::Error {
    io::Error::other("the browser has no room for it")
}
