//! Which question's prompt is shown.

use crate::app::session::Session;
use crate::app::ui;
use crate::protocol::{Go, ValuesFrom};
use leptos::prelude::*;
use web_sys::{Event, SubmitEvent};

/// Previous, next, number, search, random.
#[component]
pub fn QuestionChoice() -> impl IntoView {
    let session = Session::from_context();
    let view = session.prompt.view;
    let sought = RwSignal::new(String::new());
    let n_items = Memo::new(move |_| view.with(|view| view.n_items));
    let is_of_data = move || view.with(|view| view.source == ValuesFrom::Dataset);
    let go = move |go| session.go_to_prompt(go);
    let to = move |event: Event| {
        let typed = event_target_value(&event);
        ui::set_field(&event, view.with_untracked(|view| view.index + 1));
        if let Ok(number) = typed.trim().parse::<u32>() {
            go(Go::To(number.saturating_sub(1)));
        }
    };
    let at_random = move |_| {
        let n = f64::from(n_items.get_untracked());
        go(Go::To((js_sys::Math::random() * n) as u32));
    };
    let find_next = move |event: SubmitEvent| {
        event.prevent_default();
        let text = sought.get_untracked();
        if !text.trim().is_empty() {
            go(Go::Find(text));
        }
    };
    let find_first = move |event| {
        let text: String = event_target_value(&event);
        sought.set(text.clone());
        if !text.trim().is_empty() {
            go(Go::FindFrom(text));
        }
    };
    view! {
        <Show when=is_of_data>
            <div class="question-choice">
                <div class="row">
                    <label class="field">
                        <span>"Question"</span>
                        <input type="number" min="1" max=n_items prop:value=move || view.with(|view| view.index + 1) on:change=to/>
                    </label>
                    <span class="faint">"of "{move || ui::grouped(n_items.get())}</span>
                    <button class="button button--small" aria-label="Previous question" on:click=move |_| go(Go::Step(-1))>"←"</button>
                    <button class="button button--small" aria-label="Next question" on:click=move |_| go(Go::Step(1))>"→"</button>
                    <button class="button button--small" on:click=at_random>"Random"</button>
                </div>
                <form class="row" on:submit=find_next>
                    <label class="field">
                        <span class="field__label">"Find"</span>
                        <input type="search" placeholder="text or id" on:input=find_first prop:value=sought/>
                    </label>
                    <Show when=move || !sought.with(String::is_empty)>
                        <button class="button button--small">"Next match"</button>
                    </Show>
                    <small aria-live="polite">
                        {move || (view.with(|view| view.is_not_found) && !sought.with(String::is_empty)).then_some("no question has it")}
                    </small>
                    <small class="question-choice__id">"id "<span class="code">{move || view.with(|view| view.id.clone())}</span></small>
                </form>
            </div>
        </Show>
    }
}
