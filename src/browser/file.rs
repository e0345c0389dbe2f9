//! Files picked, dropped, pasted or fetched, as the browser's own objects: their bytes are read in the worker.

use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DataTransfer, File, FileList, HtmlInputElement};

/// The files chosen in a file input, which is emptied so that the same file can be chosen again.
pub fn chosen(input: &HtmlInputElement) -> Vec<File> {
    let files = input.files().map(listed).unwrap_or_default();
    input.set_value("");
    files
}

/// Whether a drag carries files; text that is dragged stays the browser's business.
pub fn has_files(transfer: Option<&DataTransfer>) -> bool {
    transfer.is_some_and(|transfer| transfer.types().includes(&"Files".into(), 0))
}

/// The files of a drop or paste. Folders are among them, as files that cannot be read: see [`super::folder`].
pub fn transferred(transfer: Option<DataTransfer>) -> Vec<File> {
    transfer
        .and_then(|transfer| transfer.files())
        .map(listed)
        .unwrap_or_default()
}

/// Files with their names; of a chosen folder, with the folders before them.
pub fn with_paths(files: Vec<File>) -> Vec<(String, File)> {
    let path = |file: &File| {
        let path = Reflect::get(file, &"webkitRelativePath".into())
            .ok()?
            .as_string()?;
        (!path.is_empty()).then_some(path)
    };
    files
        .into_iter()
        .map(|file| (path(&file).unwrap_or_else(|| file.name()), file))
        .collect()
}

/// Files with their names, for the way to the worker: the name has the folders before it, which a file itself forgets.
pub fn with_names(files: &[(String, File)]) -> Array {
    let pair = |(name, file): &(String, File)| Array::of2(&name.into(), file);
    files.iter().map(pair).collect()
}

/// One of them, as it arrives.
pub fn named(pair: JsValue) -> Option<(String, File)> {
    let pair: Array = pair.dyn_into().ok()?;
    Some((pair.get(0).as_string()?, pair.get(1).dyn_into().ok()?))
}

fn listed(list: FileList) -> Vec<File> {
    (0..list.length()).filter_map(|i| list.get(i)).collect()
}

/// Text as a file of that name.
pub fn from_text(name: &str, text: &str) -> Option<File> {
    File::new_with_str_sequence(&Array::of1(&text.into()), name).ok()
}

/// A blob as a file of that name.
pub fn from_blob(name: &str, blob: &Blob) -> Option<File> {
    File::new_with_blob_sequence(&Array::of1(blob), name).ok()
}

/// All bytes of a file or blob.
///
/// # Errors
/// When the browser cannot read it any more: moved, changed or deleted since it was chosen.
pub async fn bytes(blob: &Blob) -> Result<Vec<u8>, JsValue> {
    let buffer = JsFuture::from(blob.array_buffer()).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// A stored value as a blob, if it is one.
pub fn as_blob(value: JsValue) -> Option<Blob> {
    value.dyn_into().ok()
}
