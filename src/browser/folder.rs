//! Folders that are dropped: a browser hands them over as entries, which have to be walked.

use super::file;
use js_sys::{Array, Promise};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

/// So many files are taken from dropped folders; the rest is another folder than the one that was meant.
const MOST_FILES: usize = 500;

/// What a drop brings.
pub struct Drop {
    /// The files that lie on top, with their names.
    pub files: Vec<(String, File)>,
    /// The folders among them.
    pub folders: Vec<FileSystemDirectoryEntry>,
}

/// The files and folders of a drop; to be called while the event is handled, for afterwards they are gone.
pub fn dropped(transfer: Option<DataTransfer>) -> Drop {
    let folders: Vec<FileSystemDirectoryEntry> = transfer
        .as_ref()
        .map(|transfer| {
            let items = transfer.items();
            (0..items.length())
                .filter_map(|i| items.get(i)?.webkit_get_as_entry().ok()?)
                .filter(FileSystemEntry::is_directory)
                .filter_map(|entry| entry.dyn_into().ok())
                .collect()
        })
        .unwrap_or_default();
    let is_folder = |file: &File| folders.iter().any(|folder| folder.name() == file.name());
    let mut files = file::transferred(transfer);
    files.retain(|file| !is_folder(file));
    Drop {
        files: file::with_paths(files),
        folders,
    }
}

/// The files in folders, at any depth, with their paths, and how many were left out: beyond the limit, or unreadable.
/// Hidden ones are nobody's.
pub async fn files_in(folders: Vec<FileSystemDirectoryEntry>) -> (Vec<(String, File)>, usize) {
    let mut files = Vec::new();
    let mut n_left_out = 0;
    let mut left = folders;
    while let Some(folder) = left.pop() {
        for entry in entries(&folder).await {
            if entry.name().starts_with('.') {
                continue;
            }
            let path = entry.full_path().trim_start_matches('/').to_owned();
            match entry.dyn_into::<FileSystemDirectoryEntry>() {
                Ok(folder) => left.push(folder),
                Err(entry) => {
                    let has_room = files.len() < MOST_FILES;
                    let file = if has_room { file_of(entry).await } else { None };
                    match file {
                        Some(file) => files.push((path, file)),
                        None => n_left_out += 1,
                    }
                }
            }
        }
    }
    files.sort_by(|(a, _), (b, _)| a.cmp(b));
    (files, n_left_out)
}

/// A folder's entries: a browser gives them in portions, the last of which is empty.
async fn entries(folder: &FileSystemDirectoryEntry) -> Vec<FileSystemEntry> {
    let reader = folder.create_reader();
    let mut entries = Vec::new();
    loop {
        let portion = Promise::new(&mut |resolve, reject| {
            // A refusal is heard of through `reject`.
            let _ = reader.read_entries_with_callback_and_callback(&resolve, &reject);
        });
        let portion = JsFuture::from(portion).await.unwrap_or(JsValue::UNDEFINED);
        let portion: Vec<_> = match portion.dyn_into::<Array>() {
            Ok(portion) => portion
                .iter()
                .filter_map(|entry| entry.dyn_into().ok())
                .collect(),
            Err(_) => break,
        };
        if portion.is_empty() {
            break;
        }
        entries.extend(portion);
    }
    entries
}

async fn file_of(entry: FileSystemEntry) -> Option<File> {
    let entry: FileSystemFileEntry = entry.dyn_into().ok()?;
    let file = Promise::new(&mut |resolve, reject| {
        entry.file_with_callback_and_callback(&resolve, &reject);
    });
    JsFuture::from(file).await.ok()?.dyn_into().ok()
}
