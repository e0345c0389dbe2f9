//! Files picked, dropped, pasted or fetched, as the browser's own objects: their bytes are read in the worker.

use js_sys::{Array, Uint8Array};
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

/// The files of a drop or paste. Folders come as entries without content and are left out.
pub fn transferred(transfer: Option<DataTransfer>) -> Vec<File> {
    transfer
        .and_then(|transfer| transfer.files())
        .map(listed)
        .unwrap_or_default()
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
