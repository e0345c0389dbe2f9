//! Reads dropped files, as far as they are no larger than a page can hold.
//!
//! Deliberately absent: what a file is; the workspace finds out.

use super::{Desk, say_progress};
use crate::browser::{clock, file};
use crate::problem::Problem;
use js_sys::Array;
use wasm_bindgen::JsValue;
use web_sys::File;

/// A file larger than this is not read: text, tree and questions would not fit a page's memory together.
const LARGEST: f64 = 300.0 * 1024.0 * 1024.0;

/// What reading a file takes beside its bytes, in per cent of them: mostly the tree and the questions.
const ROOM: usize = 125;

impl Desk {
    /// Reads dropped files.
    pub(super) async fn open(&mut self, turn: u32, files: JsValue) {
        let start = clock::now();
        let first_new = self.workspace.next_key();
        let files: Vec<(String, File)> =
            Array::from(&files).iter().filter_map(file::named).collect();
        let total = files.len() as u32;
        for (i, (name, dropped)) in files.into_iter().enumerate() {
            say_progress(turn, false, format!("Reading {name}"), i as u32, total);
            if dropped.size() > LARGEST {
                self.workspace
                    .refuse(&name, dropped.size() as usize, too_large(dropped.size()));
                continue;
            }
            match file::bytes(&dropped).await {
                Ok(bytes) => {
                    make_room(bytes.len());
                    if let Some(key) = self.workspace.open(&name, &bytes) {
                        self.blobs.insert(key, dropped.into());
                    }
                }
                Err(_) => {
                    self.workspace
                        .refuse(&name, dropped.size() as usize, unreadable());
                }
            }
        }
        self.workspace.settle();
        self.workspace.show_newest(first_new);
        self.read = (start, clock::now());
    }
}

/// Makes the memory grow once, by what reading a file of that size takes. Otherwise it grows by a few kilobytes at a
/// time as the tree of the file does, and a browser takes longer for that than all of the reading.
pub(super) fn make_room(n_bytes: usize) {
    let mut room = Vec::<u8>::new();
    // Where there is not so much, reading finds out how far it comes. Freed at once, for the allocator to give out.
    let _ = room.try_reserve_exact((n_bytes / 100).saturating_mul(ROOM));
    std::hint::black_box(room);
}

fn too_large(size: f64) -> Problem {
    let mb = |bytes: f64| (bytes / 1024.0 / 1024.0).round();
    Problem::error(format!(
        "this file is {} MB; a page can read files up to {} MB",
        mb(size),
        mb(LARGEST)
    ))
    .hint("check that it is the file you meant; if it is, split it, for example one article a file")
}

fn unreadable() -> Problem {
    Problem::error("the browser could not read this file")
        .hint("it may be a folder, or have been moved, changed or deleted since it was chosen: choose it again")
}
