//! The address of the page, changed without leaving a trace in the history.

use wasm_bindgen::JsValue;

/// Puts `hash` in place of the present one, if that begins with `start`: somebody may have gone elsewhere meanwhile.
pub fn replace(start: &str, hash: &str) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let present = window.location().hash().unwrap_or_default();
    if !present.starts_with(start) || present == hash {
        return;
    }
    if let Ok(history) = window.history() {
        let state = history.state().unwrap_or(JsValue::NULL);
        // A browser that is asked too often refuses; the next change writes it.
        let _ = history.replace_state_with_url(&state, "", Some(hash));
    }
}
