//! Finding a text in an editor.

use super::reveal;
use crate::app::ui;
use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use web_sys::{KeyboardEvent, SubmitEvent};

/// The places of a text in another, ignoring the case of ASCII letters, as the positions a text field counts.
fn places(text: &str, sought: &str) -> Vec<(u32, u32)> {
    if sought.is_empty() {
        return Vec::new();
    }
    let (text, sought) = (text.to_ascii_lowercase(), sought.to_ascii_lowercase());
    let n = sought.encode_utf16().count() as u32;
    let (mut places, mut at, mut units) = (Vec::new(), 0, 0);
    for (found, _) in text.match_indices(&sought) {
        units += text
            .get(at..found)
            .unwrap_or_default()
            .encode_utf16()
            .count() as u32;
        at = found;
        places.push((units, units + n));
    }
    places
}

/// The find line of an editor.
#[component]
pub fn Find(
    /// The editor's field.
    field: NodeRef<Textarea>,
    /// What stands in it.
    text: RwSignal<String>,
    /// The line's own input, so that a key can lead there.
    input: NodeRef<Input>,
) -> impl IntoView {
    let sought = RwSignal::new(String::new());
    let found = Memo::new(move |_| text.with(|text| sought.with(|sought| places(text, sought))));
    let step = move |is_back: bool| {
        let Some(field) = field.get_untracked() else {
            return;
        };
        let start = field.selection_start().ok().flatten().unwrap_or(0);
        let end = field.selection_end().ok().flatten().unwrap_or(start);
        let next = found.with_untracked(|found| match is_back {
            false => found
                .iter()
                .find(|(place, _)| *place >= end)
                .or(found.first())
                .copied(),
            true => found
                .iter()
                .rev()
                .find(|(place, _)| *place < start)
                .or(found.last())
                .copied(),
        });
        if let Some((start, end)) = next {
            let _ = field.focus();
            let _ = field.set_selection_range(start, end);
            reveal(&field, start);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            sought.set(String::new());
            if let Some(field) = field.get_untracked() {
                let _ = field.focus();
            }
        }
    };
    let count = move || match (sought.with(String::is_empty), found.with(Vec::len)) {
        (true, _) => String::new(),
        (false, 0) => "not there".to_owned(),
        (false, n) => ui::counted(n as u32, "time", "times"),
    };
    view! {
        <form class="row editor__find" on:submit=move |event: SubmitEvent| { event.prevent_default(); step(false); }>
            <input type="search" placeholder="Find" aria-label="Find in this template" node_ref=input bind:value=sought on:keydown=on_key/>
            <Show when=move || !sought.with(String::is_empty)>
                <button type="button" class="button button--small" aria-label="Find the one before" on:click=move |_| step(true)>"↑"</button>
                <button type="submit" class="button button--small" aria-label="Find the next one">"↓"</button>
            </Show>
            <small aria-live="polite">{count}</small>
        </form>
    }
}
