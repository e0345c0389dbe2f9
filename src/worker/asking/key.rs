//! The key on its way from the page: from a browser's text straight into the type that cannot be printed.

use crate::problem::Problem;
use crate::provider::Key;
use std::sync::Arc;
use wasm_bindgen::JsValue;

/// The key that travels beside a request, bound to the origin it was typed for; `None` where there is none.
pub(super) fn read(key: &JsValue, origin: &str) -> Result<Option<Arc<Key>>, Vec<Problem>> {
    let Some(text) = key.as_string() else {
        return Ok(None);
    };
    if text.trim().is_empty() {
        return Ok(None);
    }
    let key = Key::for_origin(text, origin).map_err(|problem| vec![problem])?;
    Ok(key.map(Arc::new))
}
