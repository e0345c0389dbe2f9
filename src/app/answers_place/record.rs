//! Everything that is kept of one item: the reply, what was read from it and how, and what it cost.

use crate::app::session::Session;
use crate::app::ui;
use crate::protocol::RecordView;
use leptos::html::Section;
use leptos::prelude::*;
use std::sync::Arc;
use web_sys::{KeyboardEvent, ScrollIntoViewOptions, ScrollLogicalPosition};

/// The open record, if there is one.
#[component]
pub fn OpenRecord() -> impl IntoView {
    let session = Session::from_context();
    let record = session.answers.record;
    let panel = NodeRef::<Section>::new();
    let index =
        Memo::new(move |_| record.with(|record| record.as_ref().map(|record| record.index)));
    // The keyboard follows what is opened, and goes back to where it was.
    Effect::new(move |_| {
        if let Some(panel) = panel.get().filter(|_| index.get().is_some()) {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            panel.scroll_into_view_with_scroll_into_view_options(&options);
            let _ = panel.focus();
        }
    });
    let close = move || {
        let line = index.get_untracked();
        session.close_record();
        ui::focus(&line.map_or(".run".to_owned(), |index| {
            format!("[data-line=\"{index}\"]")
        }));
    };
    let press = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            close();
        }
    };
    view! {
        <Show when=move || record.with(Option::is_some)>
            <section class="sheet record" tabindex="-1" aria-label="One answer" node_ref=panel on:keydown=press>
                {move || record.get().map(|record| view! {
                    <div class="row spread">
                        <h2>"Question "{ui::grouped(record.index + 1)}" "<small>"id "<span class="code">{record.id.clone()}</span></small></h2>
                        <button class="button button--small" aria-label="Close" on:click=move |_| close()>"✕"</button>
                    </div>
                    <Record record/>
                })}
            </section>
        </Show>
    }
}

/// What is kept of an item, wherever it is shown.
#[component]
pub fn Record(
    /// The record.
    record: Arc<RecordView>,
) -> impl IntoView {
    let RecordView {
        reply,
        reasoning,
        prediction,
        rule,
        facts,
        error,
        prompt,
        ..
    } = Arc::unwrap_or_clone(record);
    let (system, user) = prompt.unwrap_or_default();
    let is_nothing = reply.is_empty() && error.is_some();
    view! {
        {error.map(|error| view! { <p class="record__error"><span aria-hidden="true">"✗ "</span>{error}</p> })}
        {prediction.map(|prediction| view! {
            <div class="record__part">
                <h3>"Prediction "<small>{rule}</small></h3>
                <Text text=prediction/>
            </div>
        })}
        {(!is_nothing).then(|| view! {
            <div class="record__part">
                <h3>"Reply, as it came"</h3>
                <Text text=reply/>
            </div>
        })}
        {(!facts.is_empty()).then(|| view! {
            <ul class="record__facts faint">{facts.into_iter().map(|fact| view! { <li>{fact}</li> }).collect_view()}</ul>
        })}
        {reasoning.map(|text| view! { <Folded title="Reasoning" text/> })}
        {(!system.is_empty()).then(|| view! { <Folded title="System message" text=system/> })}
        {(!user.is_empty()).then(|| view! { <Folded title="User message" text=user/> })}
    }
}

/// A text that can be scrolled, with the keyboard too.
#[component]
pub fn Text(
    /// The text.
    text: String,
) -> impl IntoView {
    view! { <pre class="record__text" tabindex="0">{if text.is_empty() { "(empty)".to_owned() } else { text }}</pre> }
}

#[component]
fn Folded(
    /// What it is.
    title: &'static str,
    /// The text.
    text: String,
) -> impl IntoView {
    view! { <details class="record__folded"><summary>{title}</summary><Text text/></details> }
}
