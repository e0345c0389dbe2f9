//! One question tried: the exact request, and what comes back.

use super::record::{Record, Text};
use crate::app::question_choice::QuestionChoice;
use crate::app::session::Session;
use crate::app::ui::message::Message;
use crate::protocol::TriedView;
use leptos::prelude::*;
use std::sync::Arc;

/// The question shown on Prompt, asked alone.
#[component]
pub fn TryOut() -> impl IntoView {
    let session = Session::from_context();
    let answers = session.answers;
    let index = Memo::new(move |_| session.prompt.view.with(|view| view.index));
    // What one question came to must not stand beside another.
    Effect::new(move |before: Option<u32>| {
        let now = index.get();
        if before.is_some_and(|before| before != now) {
            session.forget_tried();
        }
        now
    });
    view! {
        <section class="sheet try-out" aria-label="Try one question">
            <h2>"Try one question "<small>"nothing of it is scored or kept"</small></h2>
            <QuestionChoice/>
            <div class="row">
                <button class="button" data-testid="look-at-request" disabled=answers.is_trying on:click=move |_| session.try_question(false)>"Look at the request"</button>
                <button class="button" data-testid="try-question" disabled=answers.is_trying on:click=move |_| session.try_question(true)>"Try this one question"</button>
                <small role="status">{move || answers.is_trying.get().then_some("Waiting …")}</small>
            </div>
            {move || answers.tried.get().map(|tried| view! { <Tried tried/> })}
        </section>
    }
}

#[component]
fn Tried(
    /// What came of it.
    tried: Arc<TriedView>,
) -> impl IntoView {
    let TriedView {
        id,
        request,
        record,
        problem,
        ..
    } = Arc::unwrap_or_clone(tried);
    view! {
        {problem.map(|problem| view! { <Message problem/> })}
        <div class="try-out__both">
            {(!request.is_empty()).then(|| view! {
                <div class="record__part">
                    <h3>"Request "<small>"for "<span class="code">{id}</span>", the key aside"</small></h3>
                    <Text text=request/>
                </div>
            })}
            {record.map(|record| view! { <div class="stack try-out__reply"><Record record=Arc::new(record)/></div> })}
        </div>
    }
}
