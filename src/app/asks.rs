//! Questions only a person can answer, at every place where files can be dropped.

use super::session::Session;
use leptos::prelude::*;

/// Questions only a person can answer.
#[component]
pub fn Asks() -> impl IntoView {
    let session = Session::from_context();
    let asks = move || session.view.with(|view| view.asks.clone());
    view! {
        {move || asks().into_iter().map(|ask| view! {
            <section class="sheet ask" role="group" aria-label=ask.question.clone()>
                <p class="ask__question">{ask.question.clone()}</p>
                <div class="row">
                    {ask.options.into_iter().map(|(label, decision)| view! {
                        <button class="button" on:click=move |_| session.decide(decision)>{label}</button>
                    }).collect_view()}
                </div>
            </section>
        }).collect_view()}
    }
}
