//! How requests and replies travel between page and worker: `[message, attachment]`, so that files and bytes
//! go as the browser's own objects beside them.

use js_sys::Array;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// A message with what travels beside it (`undefined` for nothing).
pub fn pack(message: &impl Serialize, attachment: &JsValue) -> JsValue {
    match serde_wasm_bindgen::to_value(message) {
        Ok(message) => Array::of2(&message, attachment).into(),
        // Our own types always serialize; an empty pair is ignored by the other side.
        Err(_) => Array::new().into(),
    }
}

/// The message and its attachment, or `None` for anything else that arrives.
pub fn unpack<T: DeserializeOwned>(data: JsValue) -> Option<(T, JsValue)> {
    if !Array::is_array(&data) {
        return None;
    }
    let pair = Array::from(&data);
    let message = serde_wasm_bindgen::from_value(pair.get(0)).ok()?;
    Some((message, pair.get(1)))
}
