//! One question in full: the context with gold and prediction marked, and how the score came about.

use super::answers_place::record::Record;
use super::doubts::DoubtToggle;
use super::outcome_sign::sign;
use super::session::Session;
use super::ui;
use super::ui::message::capitalized;
use crate::protocol::{ItemView, SegmentView};
use leptos::html::Aside;
use leptos::prelude::*;
use std::sync::Arc;
use web_sys::{ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};

/// The open question, or how to open one.
#[component]
pub fn ItemPanel() -> impl IntoView {
    let session = Session::from_context();
    let panel = NodeRef::<Aside>::new();
    // On a narrow screen the panel stands below the table: bring it into view.
    Effect::new(move |old: Option<Option<u32>>| {
        let index = session
            .item
            .with(|item| item.as_ref().map(|item| item.index));
        let is_new = index.is_some() && old.is_some_and(|old| old != index);
        let is_narrow = window()
            .match_media("(max-width: 60rem)")
            .ok()
            .flatten()
            .is_some_and(|query| query.matches());
        if let Some(panel) = panel.get_untracked().filter(|_| is_new && is_narrow) {
            let options = ScrollIntoViewOptions::new();
            options.set_behavior(ScrollBehavior::Auto);
            options.set_block(ScrollLogicalPosition::Start);
            panel.scroll_into_view_with_scroll_into_view_options(&options);
        }
        index
    });
    view! {
        <aside class="sheet detail" aria-label="Question" node_ref=panel>
            {move || match session.item.get() {
                Some(item) => view! { <Item item/> }.into_any(),
                None => view! { <p class="faint detail__none">"Choose a question to see its text, the gold answer and the prediction marked in it, and why it counts as it does."</p> }.into_any(),
            }}
        </aside>
    }
}

#[component]
fn Item(
    /// The question.
    item: Arc<ItemView>,
) -> impl IntoView {
    let session = Session::from_context();
    let (sign, class, word) = sign(item.outcome);
    let place = format!(
        "Question {} of {}",
        ui::grouped(item.index + 1),
        ui::grouped(item.n_items)
    );
    let has_context = !item.context.is_empty();
    view! {
        <div class="row spread detail__head">
            <h2>{place}" "<span class=format!("mark {class}")>{sign}" "{word}</span></h2>
            <span class="row">
                <button class="button button--small" aria-label="Previous question" on:click=move |_| session.step_item(-1)>"←"</button>
                <button class="button button--small" aria-label="Next question" on:click=move |_| session.step_item(1)>"→"</button>
                <button class="button button--small" aria-label="Close" on:click=move |_| session.close_item()>"✕"</button>
            </span>
        </div>
        <p class="detail__id faint">"id "<span class="code">{item.id.clone()}</span></p>
        {item.is_flagged.then(|| view! { <p class="reason reason--flag">"The reply was cut short, but can be read, and is scored."</p> })}
        {item.reasons.iter().map(|(title, detail)| view! {
            <p class="reason"><b>{capitalized(title)}</b>{(!detail.is_empty()).then(|| format!(" {detail}"))}</p>
        }).collect_view()}
        <p class="detail__question">{item.question.clone()}</p>
        {has_context.then(|| view! { <Context segments=item.context.clone()/> })}
        <Compared item=item.clone()/>
        <Tokens item=item.clone()/>
        <DoubtToggle index=item.index id=item.id.clone()/>
        {(!item.rules.is_empty() || !item.notes.is_empty()).then(|| view! {
            <ul class="detail__notes faint">
                {item.rules.iter().chain(&item.notes).map(|note| view! { <li>{note.clone()}</li> }).collect_view()}
            </ul>
        })}
        {item.record.clone().map(|record| view! {
            <details class="asked">
                <summary>"How it was asked, and the reply as it came"</summary>
                <Record record=Arc::new(*record)/>
            </details>
        })}
    }
}

/// The passage, gold and prediction marked in it.
#[component]
fn Context(
    /// The passage in pieces.
    segments: Vec<SegmentView>,
) -> impl IntoView {
    let has = |test: fn(&SegmentView) -> bool| segments.iter().any(test);
    let has_gold = has(|segment| segment.is_gold);
    let has_prediction = has(|segment| segment.is_prediction && !segment.is_gold);
    view! {
        <div>
            <p class="passage">
                {segments.into_iter().map(|segment| match (segment.is_gold, segment.is_prediction) {
                    (false, false) => segment.text.into_any(),
                    (true, false) => view! { <mark class="gold">{segment.text}</mark> }.into_any(),
                    (true, true) => view! { <mark class="gold both">{segment.text}</mark> }.into_any(),
                    (false, true) => view! { <mark class="prediction">{segment.text}</mark> }.into_any(),
                }).collect_view()}
            </p>
            {(has_gold || has_prediction).then(|| view! {
                <p class="legend faint">
                    "Marked:"
                    {has_gold.then(|| view! { <span><mark class="gold">"gold"</mark></span> })}
                    {has_prediction.then(|| view! { <span><mark class="prediction">"prediction"</mark></span> })}
                </p>
            })}
        </div>
    }
}

/// From what was written to what is compared, on both sides.
#[component]
fn Compared(
    /// The question.
    item: Arc<ItemView>,
) -> impl IntoView {
    let is_letter = untrack(move || Session::from_context().is_multiple_choice());
    let blank = |text: &str| {
        if text.is_empty() {
            "(empty)".to_owned()
        } else {
            text.to_owned()
        }
    };
    let best = item.golds.get(item.best_gold as usize).cloned();
    let golds = item.golds.clone();
    let n_golds = golds.len();
    let (written, compared) = best.map_or((String::new(), String::new()), |gold| {
        (gold.written, gold.compared)
    });
    let prediction = item
        .raw
        .clone()
        .map_or("(no prediction)".to_owned(), |raw| blank(&raw));
    let has_normalized = item.normalized != item.read;
    let score = match (is_letter, item.exact == 1.0) {
        (true, true) => "the right letter".to_owned(),
        (true, false) => "not the right letter".to_owned(),
        (false, _) => format!("exact match {:.0}, F1 {:.3}", item.exact, item.f1),
    };
    view! {
        <table class="compare">
            <thead><tr><td></td><th scope="col">"Gold"</th><th scope="col">"Prediction"</th></tr></thead>
            <tbody>
                <tr><th scope="row">"as written"</th><td class="code">{if n_golds == 0 { "(no answer)".to_owned() } else { blank(&written) }}</td><td class="code">{prediction}</td></tr>
                {has_normalized.then(|| view! { <tr><th scope="row">"normalised"</th><td></td><td class="code">{blank(&item.normalized)}</td></tr> })}
                <tr><th scope="row">"compared"</th><td class="code">{blank(&compared)}</td><td class="code">{blank(&item.compared)}</td></tr>
                <tr><th scope="row">"score"</th><td colspan="2">{score}</td></tr>
            </tbody>
        </table>
        {(n_golds > 1).then(|| view! {
            <details class="golds">
                <summary>{format!("All {n_golds} gold answers; the best one counts")}</summary>
                <ul>{golds.into_iter().map(|gold| view! { <li><span class="code">{gold.written}</span><small>{format!(" F1 {:.3}", gold.f1)}</small></li> }).collect_view()}</ul>
            </details>
        })}
    }
}

/// The words both sides share, and those only one has.
#[component]
fn Tokens(
    /// The question.
    item: Arc<ItemView>,
) -> impl IntoView {
    let (gold, prediction) = item.tokens.clone();
    let is_text = untrack(move || !Session::from_context().is_multiple_choice());
    let is_shown = is_text && gold.len() + prediction.len() > 0 && item.exact < 1.0;
    let words = |tokens: Vec<(String, bool)>| {
        tokens
            .into_iter()
            .map(|(word, is_shared)| {
                view! {
                    <span class="token" class:token--shared=is_shared>{word}</span>" "
                }
            })
            .collect_view()
    };
    is_shown.then(|| {
        view! {
            <div class="tokens">
                <p><small>"Words of the gold answer "</small>{words(gold)}</p>
                <p><small>"Words of the prediction "</small>{words(prediction)}</p>
            </div>
        }
    })
}
