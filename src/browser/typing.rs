//! Text put into a text field as if it had been typed, and text copied out of the page.

use crate::problem::Problem;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, EventInit, HtmlDocument, HtmlTextAreaElement};

/// Puts text at the cursor, in place of what is marked; the field's own undo takes it back.
pub fn insert(field: &HtmlTextAreaElement, text: &str) {
    // A field without focus takes no command.
    let _ = field.focus();
    if type_text(text) {
        return;
    }
    let start = field.selection_start().ok().flatten().unwrap_or(0);
    let end = field.selection_end().ok().flatten().unwrap_or(start);
    if field
        .set_range_text_with_start_and_end(text, start, end)
        .is_ok()
    {
        let at = start + text.encode_utf16().count() as u32;
        let _ = field.set_selection_range(at, at);
        let bubbling = EventInit::new();
        bubbling.set_bubbles(true);
        if let Ok(event) = Event::new_with_event_init_dict("input", &bubbling) {
            let _ = field.dispatch_event(&event);
        }
    }
}

/// Types text into the field that has the focus; whether the browser did it.
pub fn type_text(text: &str) -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let document = document.and_then(|document| document.dyn_into::<HtmlDocument>().ok());
    // The only way that leaves undo whole. It is called outdated, has no successor, and every browser has it.
    document.is_some_and(|document| {
        document
            .exec_command_with_show_ui_and_value("insertText", false, text)
            .unwrap_or(false)
    })
}

/// Copies text to the clipboard.
///
/// # Errors
/// Where the browser does not allow it; the message says what to do instead.
pub async fn copy(text: &str) -> Result<(), Problem> {
    let refused = || {
        Problem::warning("the browser did not let the page copy the text")
            .hint("mark the text and copy it with the keyboard")
    };
    let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
    // Absent on addresses that are neither https nor this computer.
    let clipboard = clipboard
        .filter(|clipboard| clipboard.is_object())
        .ok_or_else(refused)?;
    JsFuture::from(clipboard.write_text(text))
        .await
        .map_err(|_| refused())?;
    Ok(())
}
