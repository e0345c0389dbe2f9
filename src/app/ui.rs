//! Small parts that know nothing of datasets or scores.

pub mod message;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Moves the keyboard's focus to the page's content.
pub fn focus_main() {
    let main = document().query_selector("main").ok().flatten();
    if let Some(main) = main.and_then(|main| main.dyn_into::<HtmlElement>().ok()) {
        // Focus is a convenience; a browser that refuses it loses nothing else.
        let _ = main.focus();
    }
}

/// Whether the user is typing somewhere, so that a paste is theirs.
pub fn is_editing() -> bool {
    document().active_element().is_some_and(|element| {
        matches!(element.tag_name().as_str(), "TEXTAREA" | "SELECT")
            || (element.tag_name() == "INPUT"
                && element.get_attribute("type").as_deref() != Some("file"))
    })
}

/// A number with thin groups: `130 000`.
pub fn grouped(n: u32) -> String {
    let digits = n.to_string();
    let mut grouped = String::with_capacity(digits.len() + 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

/// `1 question`, `2 questions`.
pub fn counted(n: u32, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}
