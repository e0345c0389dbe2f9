//! Offers bytes as a file to save.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// [`save`] for text.
pub fn save_text(name: &str, mime: &str, text: &str) {
    save(name, mime, &Uint8Array::from(text.as_bytes()));
}

/// Opens the browser's own save, named `name`. Does nothing where the browser refuses.
pub fn save(name: &str, mime: &str, bytes: &Uint8Array) {
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    let parts = Array::of1(bytes);
    if let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(&parts, &options) {
        save_blob(name, &blob);
    }
}

/// [`save`] for what the browser already holds.
pub fn save_blob(name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else {
        return;
    };
    let Some(document) = web_sys::window().and_then(|window| window.document()) else {
        return;
    };
    let Ok(link) = document.create_element("a") else {
        return;
    };
    let Ok(link) = link.dyn_into::<HtmlAnchorElement>() else {
        return;
    };
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser has taken hold of the content by the time a minute is over, however large it is.
    wasm_bindgen_futures::spawn_local(async move {
        super::clock::sleep(60_000).await;
        let _ = Url::revoke_object_url(&url);
    });
}
