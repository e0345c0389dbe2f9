//! What the tab keeps over a reload: what was typed when there is no time for the store, steps that are tried, and the key of a provider when
//! the person asks for it. Deliberately absent: anything that outlives the tab.

use js_sys::{JsString, Reflect};
use wasm_bindgen::JsCast;

const TYPED: &str = "marksheet:typed";
const STEPS: &str = "marksheet:steps";
const KEY: &str = "marksheet:key";

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok()?
}

/// Keeps what was typed. A tab without storage loses the last keystrokes before a reload, nothing else.
pub fn keep_typed(text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(TYPED, text);
    }
}

/// What was kept, once.
pub fn take_typed() -> Option<String> {
    let storage = storage()?;
    let text = storage.get_item(TYPED).ok()?;
    let _ = storage.remove_item(TYPED);
    text
}

/// Keeps the steps one is trying, or none. A tab without storage loses them at a reload, nothing else.
pub fn keep_steps(text: Option<&str>) {
    if let Some(storage) = storage() {
        let _ = match text {
            Some(text) => storage.set_item(STEPS, text),
            None => storage.remove_item(STEPS),
        };
    }
}

/// The steps that were kept.
pub fn kept_steps() -> Option<String> {
    storage()?.get_item(STEPS).ok()?
}

/// Keeps a key after the origin it was typed for, on two lines. As a property of the storage, which takes the browser's
/// own string: the key does not pass through this program's memory.
pub fn keep_key(origin: &str, key: &JsString) {
    let lines = JsString::from(format!("{origin}\n")).concat(key);
    if let Some(storage) = storage() {
        // A tab without storage forgets the key at a reload, as it does unasked.
        let _ = Reflect::set(storage.as_ref(), &KEY.into(), &lines);
    }
}

/// The kept key, with its origin before it.
pub fn kept_key() -> Option<(String, JsString)> {
    let kept = Reflect::get(storage()?.as_ref(), &KEY.into()).ok()?;
    let lines = kept.dyn_into::<JsString>().ok()?;
    let end = u32::try_from(lines.index_of("\n", 0)).ok()?;
    let origin = String::from(lines.slice(0, end));
    Some((origin, lines.slice(end + 1, lines.length())))
}

/// Keeps no key.
pub fn drop_key() {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(KEY);
    }
}
