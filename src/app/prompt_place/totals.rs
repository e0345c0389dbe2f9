//! What all prompts of a run come to.

use crate::app::session::Session;
use crate::app::ui;
use crate::protocol::{Go, TotalsView, ValuesFrom};
use leptos::prelude::*;

/// What the shown prompt comes to, both messages together.
#[component]
fn ThisPrompt() -> impl IntoView {
    let session = Session::from_context();
    let size = move || {
        session.prompt.view.with(|view| {
            let (n_tokens, n_chars) = (
                view.system.n_tokens + view.user.n_tokens,
                view.system.n_chars + view.user.n_chars,
            );
            format!(
                "This prompt: about {}, {}.",
                ui::counted(n_tokens, "token", "tokens"),
                ui::counted(n_chars, "character", "characters")
            )
        })
    };
    view! { <p>{size}</p> }
}

/// Tokens and characters over all questions, the longest prompt, and those that cannot be made.
#[component]
pub fn Totals() -> impl IntoView {
    let session = Session::from_context();
    let is_of_data = move || {
        session
            .prompt
            .view
            .with(|view| view.source == ValuesFrom::Dataset)
    };
    view! {
        <ThisPrompt/>
        <Show when=is_of_data>
            <div class="totals" class:stale=session.prompt.is_totals_old>
                {move || match session.prompt.totals.get() {
                    Some(totals) => view! { <Counted totals/> }.into_any(),
                    None => view! { <p class="faint">"Counting all prompts …"</p> }.into_any(),
                }}
            </div>
        </Show>
    }
}

#[component]
fn Counted(
    /// What was counted.
    totals: TotalsView,
) -> impl IntoView {
    let session = Session::from_context();
    let TotalsView {
        n_done,
        n_items,
        n_chars,
        n_tokens,
        longest,
        failed,
        ..
    } = totals;
    let share = if n_done < n_items {
        format!(
            "The first {} of {} prompts",
            ui::grouped(n_done),
            ui::grouped(n_items)
        )
    } else {
        format!("All {}", ui::counted(n_items, "prompt", "prompts"))
    };
    let sum = format!(
        "{share}: about {} tokens, {} characters.",
        ui::rounded(n_tokens),
        ui::rounded(n_chars)
    );
    let is_none_made = failed
        .as_ref()
        .is_some_and(|(n, ..)| *n > 0 && *n == n_done);
    let show = move |index: u32| session.go_to_prompt(Go::To(index));
    if is_none_made {
        let mend = "No prompt can be made until the template is mended.";
        return view! { <p class="totals__failed"><span aria-hidden="true">"✗ "</span>{mend}</p> }
            .into_any();
    }
    view! {
        <p aria-live=if n_done < n_items { "off" } else { "polite" }>
            {sum}" "
            {longest.map(|(index, n_chars)| view! {
                <span>
                    "The longest is "
                    <button class="link" on:click=move |_| show(index)>"question "{ui::grouped(index + 1)}</button>
                    ", "{ui::counted(n_chars, "character", "characters")}"."
                </span>
            })}
        </p>
        {failed.map(|(n, index, id)| view! {
            <p class="totals__failed">
                <span aria-hidden="true">"✗ "</span>
                {ui::counted(n, "prompt cannot be made", "prompts cannot be made")}", the first for "
                <button class="link" on:click=move |_| show(index)>"question "{ui::grouped(index + 1)}" ("{id}")"</button>"."
            </p>
        })}
    }
    .into_any()
}
