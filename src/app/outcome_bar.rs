//! How many questions ended in each class, as a bar and as buttons that filter the table.

use super::outcome_sign::sign;
use super::session::Session;
use super::ui;
use crate::outcome::Outcome;
use leptos::prelude::*;

/// The bar and its key.
#[component]
pub fn OutcomeBar() -> impl IntoView {
    let session = Session::from_context();
    let counts = move || {
        session
            .scores
            .with(|scores| scores.as_ref().map(|scores| scores.counts.clone()))
            .unwrap_or_default()
    };
    let in_words = move || {
        let parts = counts().into_iter().filter(|(_, n)| *n > 0);
        parts
            .map(|(outcome, n)| format!("{n} {}", sign(outcome).2))
            .collect::<Vec<_>>()
            .join(", ")
    };
    view! {
        <div class="outcomes">
            <div class="outcomes__bar" role="img" aria-label=in_words>
                {move || counts().into_iter().filter(|(_, n)| *n > 0).map(|(outcome, n)| view! {
                    <span class=sign(outcome).1 style:--n=n.to_string()></span>
                }).collect_view()}
            </div>
            <div class="outcomes__key" role="group" aria-label="Show only">
                {move || counts().into_iter().map(|(outcome, n)| view! { <Chip outcome n/> }).collect_view()}
            </div>
        </div>
    }
}

/// One class; pressed, the table shows it alone.
#[component]
fn Chip(
    /// The class.
    outcome: Outcome,
    /// How many questions ended in it.
    n: u32,
) -> impl IntoView {
    let session = Session::from_context();
    let (sign, class, word) = sign(outcome);
    let is_pressed = move || session.query.with(|query| query.classes.contains(&outcome));
    view! {
        <button
            class=format!("chip {class}")
            class:chip--none={n == 0}
            data-testid=format!("count-{}", outcome.key())
            data-value=n.to_string()
            aria-pressed=move || is_pressed().to_string()
            disabled={n == 0}
            on:click=move |_| session.toggle_class(outcome)
        >
            <i aria-hidden="true">{sign}</i>{ui::grouped(n)}" "{word}
        </button>
    }
}
