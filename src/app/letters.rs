//! What an accuracy is to be read against: chance, and the most frequent letter. Which letter was taken for which is a chart.

use super::session::Session;
use crate::protocol::LettersView;
use crate::report::shown;
use leptos::prelude::*;

/// The sentence below the figures; nothing in extractive data, and until it has been counted.
#[component]
pub fn Letters() -> impl IntoView {
    let session = Session::from_context();
    // Its room is kept until it is there, so that nothing below moves.
    view! {
        <Show when=move || session.is_multiple_choice()>
            <p class="letters faint">{move || session.letters.get().map(against)}</p>
        </Show>
    }
}

/// What the accuracy is to be read against.
fn against(letters: LettersView) -> String {
    let chance = letters.chance.map(|chance| {
        format!(
            "Guessing would reach {} % on average. ",
            shown("accuracy", chance)
        )
    });
    let majority = letters.majority.map(|(letter, share)| {
        format!(
            "Always answering {letter}, the most frequent right letter, would reach {} %. ",
            shown("accuracy", share)
        )
    });
    format!(
        "{}{}This is the accuracy of generated answers, not of log-likelihoods.",
        chance.unwrap_or_default(),
        majority.unwrap_or_default()
    )
}
