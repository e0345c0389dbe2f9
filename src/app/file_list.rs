//! The open files, each with what it was understood as and what to know about it.

use super::session::Session;
use super::ui::message::Message;
use crate::protocol::FileView;
use leptos::prelude::*;

/// All open files.
#[component]
pub fn FileList() -> impl IntoView {
    let session = Session::from_context();
    let files = move || session.view.with(|view| view.files.clone());
    view! {
        <section class="sheet files" aria-label="Open files">
            {move || files().into_iter().map(|file| view! { <FileRow file/> }).collect_view()}
        </section>
    }
}

#[component]
fn FileRow(
    /// The file.
    file: FileView,
) -> impl IntoView {
    let session = Session::from_context();
    let key = file.key;
    let of_file = file.problems;
    let problems = move || {
        let mut problems = of_file.clone();
        problems.extend(session.problems_of_run(key));
        problems
    };
    let (sign, class, word) = if file.is_used {
        ("✓", "mark correct", "understood")
    } else {
        ("✗", "mark wrong", "not usable")
    };
    let name = file.name.clone();
    view! {
        <div class="file">
            <span class=class role="img" aria-label=word>{sign}</span>
            <b class="file__name">{file.name}</b>
            <button class="button button--small" aria-label=format!("Remove {name}") on:click=move |_| session.remove(key)>"Remove"</button>
            <p class="file__about">
                {file.kind}
                {(!file.summary.is_empty()).then(|| view! { ": "<b>{file.summary}</b> })}
                "."
            </p>
            <div class="file__messages">
                {move || problems().into_iter().map(|problem| view! { <Message problem/> }).collect_view()}
            </div>
        </div>
    }
}
