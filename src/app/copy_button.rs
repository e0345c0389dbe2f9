//! A button that copies a text.

use super::session::Session;
use crate::browser::typing;
use leptos::prelude::*;

/// Copies a text to the clipboard; off while there is none.
#[component]
pub fn CopyButton(
    /// What stands on it.
    #[prop(default = "Copy")]
    label: &'static str,
    /// What it copies.
    text: Signal<String>,
) -> impl IntoView {
    let session = Session::from_context();
    let copy = move |_| {
        let text = text.get_untracked();
        leptos::task::spawn_local(async move {
            if let Err(problem) = typing::copy(&text).await {
                session.tell_here(problem);
            }
        });
    };
    view! {
        <button class="button button--small" disabled=move || text.with(String::is_empty) on:click=copy>{label}</button>
    }
}
