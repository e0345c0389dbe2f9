//! What the tab keeps over a reload when there is no time for the store. Deliberately absent: keys of providers.

const TYPED: &str = "marksheet:typed";

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
