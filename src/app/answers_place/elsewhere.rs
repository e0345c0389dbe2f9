//! The way out of the browser for runs too large for it: the prompts as a batch file.

use super::how::is_server;
use crate::app::session::Session;
use crate::app::ui;
use crate::protocol::{Mode, ScoresView};
use crate::provider::batch::is_foreign;
use crate::provider::find;
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
    // Of a batch that came back.
    let n_left = Memo::new(move |_| {
        let is_batch = session
            .view
            .with(|view| view.runs.iter().any(|run| run.is_selected && run.is_batch));
        let without = |scores: &ScoresView| {
            let counts = scores.counts.iter();
            let without = counts.filter(|(outcome, _)| !outcome.has_reply());
            without.map(|(_, n)| n).sum::<u32>()
        };
        let n = session
            .scores
            .with(|scores| scores.as_ref().map(|scores| without(scores)));
        n.filter(|n| is_batch && *n > 0)
    });
    let foreign = Memo::new(move |_| {
        session.answers.form.with(|form| {
            let provider = find(&form.provider).filter(|_| is_foreign(&form.provider));
            provider.map(|provider| format!(" {}'s own batches want another form: these lines are for OpenAI's, and for servers that take the same.", provider.label))
        })
    });
    view! {
        <Show when=move || is_there.get()>
            <div class="elsewhere">
                <button class="button button--small" data-testid="download-batch.jsonl" disabled=move || !has_dataset.get() on:click=move |_| session.download_batch(false)>"Batch file"</button>
                <p class="faint">"Take the prompts elsewhere: those of the questions chosen here, a line each, for a batch service such as OpenAI's or for vllm run-batch. Drop its output files anywhere on this page, and they are scored."{foreign}</p>
                {move || n_left.get().map(|n| view! {
                    <button class="button button--small" data-testid="download-batch-rest" on:click=move |_| session.download_batch(true)>
                        {format!("Batch file of the {} without a reply", ui::grouped(n))}
                    </button>
                    <p class="faint">"What the batch that is shown lacks: failed calls and missing lines. Drop its outputs beside the others, and they are one run."</p>
                })}
            </div>
        </Show>
    }
}
