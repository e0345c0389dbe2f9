//! Small parts that know nothing of datasets or scores.

pub mod message;

use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, HtmlInputElement};

/// Moves the keyboard's focus to the page's content.
pub fn focus_main() {
    focus("main");
}

/// Moves the keyboard's focus to the first element of that selector.
pub fn focus(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // Focus is a convenience; a browser that refuses it loses nothing else.
        let _ = element.focus();
    }
}

/// Brings the first element of that selector into view, and the keyboard's focus with it.
pub fn go_to(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        element.scroll_into_view();
    }
    focus(selector);
}

/// Puts the number that is in force back into a field that was left with something else in it.
pub fn set_field(event: &Event, number: u32) {
    event_target::<HtmlInputElement>(event).set_value(&number.to_string());
}

/// How long a fault has to stand before it is told, in milliseconds: every tag is faulty while it is being typed.
const CALM: u64 = 400;

/// What is wrong, once it has stood for a moment; gone at once when it is.
pub fn calmed<T: Clone + PartialEq + Send + Sync + 'static>(
    source: Memo<Option<T>>,
) -> RwSignal<Option<T>> {
    let told = RwSignal::new(None);
    Effect::new(move |timer: Option<Option<TimeoutHandle>>| {
        if let Some(timer) = timer.flatten() {
            timer.clear();
        }
        let Some(wrong) = source.get() else {
            told.set(None);
            return None;
        };
        let tell = move || told.set(Some(wrong));
        set_timeout_with_handle(tell, Duration::from_millis(CALM)).ok()
    });
    told
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
    crate::rounding::grouped(n)
}

/// `1 question`, `2 questions`.
pub fn counted(n: u32, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// A count as people read it: `812`, `31 400`, `1.2 million`.
pub fn rounded(n: f64) -> String {
    match n {
        n if n < 10_000.0 => grouped(n as u32),
        n if n < 1e6 => grouped((n / 100.0).round() as u32 * 100),
        n => format!("{:.1} million", n / 1e6),
    }
}
