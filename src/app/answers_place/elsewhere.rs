//! The way out of the browser for runs too large for it: the prompts as a batch file.

use super::how::is_server;
use crate::app::session::Session;
use crate::protocol::Mode;
use leptos::prelude::*;

/// What a batch file is, and the button that makes one.
#[component]
pub fn Elsewhere() -> impl IntoView {
    let session = Session::from_context();
    let is_there = Memo::new(move |_| {
        let is_asked = session
            .answers
            .form
            .with(|form| form.mode != Mode::Evaluation);
        is_asked && is_server(session.answers.answerer())
    });
    let has_dataset = Memo::new(move |_| session.view.with(|view| view.dataset.is_some()));
    view! {
        <Show when=move || is_there.get()>
            <div class="elsewhere">
                <button class="button button--small" data-testid="download-batch.jsonl" disabled=move || !has_dataset.get() on:click=move |_| session.download_batch()>"Batch file"</button>
                <p class="faint">"Take the prompts elsewhere: those of the questions chosen here, a line each, for a batch service such as OpenAI's or for vllm run-batch. Drop its output files anywhere on this page, and they are scored."</p>
            </div>
        </Show>
    }
}
