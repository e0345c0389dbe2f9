//! How letters were mistaken: gold letters against read ones, chance, and the letter the model prefers.

use super::session::Session;
use crate::protocol::{LetterRow, LettersView};
use crate::report::shown;
use leptos::prelude::*;

/// The table and what it is read against; nothing in extractive data, and until it has been counted.
#[component]
pub fn Letters() -> impl IntoView {
    let session = Session::from_context();
    view! {
        <Show when=move || session.letters.with(Option::is_some)>
            <section class="sheet letters" aria-label="Letters">
                <h2>"Which letter was taken for which"</h2>
                {move || session.letters.get().map(|letters| view! { <Table letters=letters.clone()/> <Against letters/> })}
            </section>
        </Show>
    }
}

#[component]
fn Table(
    /// What was counted.
    letters: LettersView,
) -> impl IntoView {
    let columns = letters.letters.clone();
    let has = |count: fn(&LetterRow) -> u32| letters.rows.iter().any(|row| count(row) > 0);
    let has_unparsed = has(|row| row.n_unparsed);
    let has_no_reply = has(|row| row.n_no_reply);
    view! {
        <div class="letters__scroll">
            <table class="letters__table">
                <thead>
                    <tr>
                        <th scope="col">"Key says"</th>
                        {columns.iter().map(|letter| view! { <th scope="col" class="number">{format!("read as {letter}")}</th> }).collect_view()}
                        {has_unparsed.then(|| view! { <th scope="col" class="number">"not readable"</th> })}
                        {has_no_reply.then(|| view! { <th scope="col" class="number">"no reply"</th> })}
                        <th scope="col" class="number">"right"</th>
                    </tr>
                </thead>
                <tbody>
                    {letters.rows.into_iter().map(|row| view! {
                        <tr>
                            <th scope="row">{row.gold}</th>
                            {columns.iter().zip(row.n_read).map(|(letter, n)| view! {
                                <td class="number" class:letters__right={*letter == row.gold} class:letters__none={n == 0}>{n}</td>
                            }).collect_view()}
                            {has_unparsed.then(|| view! { <td class="number">{row.n_unparsed}</td> })}
                            {has_no_reply.then(|| view! { <td class="number">{row.n_no_reply}</td> })}
                            <td class="number"><b>{shown("accuracy", row.accuracy)}" %"</b></td>
                        </tr>
                    }).collect_view()}
                </tbody>
            </table>
        </div>
    }
}

/// What the accuracy is to be read against.
#[component]
fn Against(
    /// What was counted.
    letters: LettersView,
) -> impl IntoView {
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
    view! {
        <p class="faint">
            {chance}{majority}
            "A model that is right much more often for one letter than for the others prefers that letter. "
            "This is the accuracy of generated answers, not of log-likelihoods."
        </p>
    }
}
