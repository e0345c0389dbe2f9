//! By hand: the prompt to carry to a chat, and a box for the reply.

use crate::app::copy_button::CopyButton;
use crate::app::session::Session;
use crate::app::ui;
use crate::app::ui::message::Message;
use crate::protocol::HandView;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// The question that waits for its reply, if one does.
#[component]
pub fn ByHand() -> impl IntoView {
    let session = Session::from_context();
    let hand = Memo::new(move |_| session.answers.view.with(|view| view.hand.clone()));
    let is_there = Memo::new(move |_| hand.with(Option::is_some));
    view! {
        <Show when=move || is_there.get()><Question hand/></Show>
    }
}

#[component]
fn Question(
    /// The question.
    hand: Memo<Option<HandView>>,
) -> impl IntoView {
    let session = Session::from_context();
    let part = move |read: fn(&HandView) -> String| {
        Signal::derive(move || hand.with(|hand| hand.as_ref().map(read).unwrap_or_default()))
    };
    let (system, user) = (
        part(|hand| hand.system.clone()),
        part(|hand| hand.user.clone()),
    );
    let both = part(|hand| match hand.system.is_empty() {
        true => hand.user.clone(),
        false => format!("{}\n\n{}", hand.system, hand.user),
    });
    let number = part(|hand| ui::grouped(hand.index + 1));
    let id = part(|hand| hand.id.clone());
    let problem = move || hand.with(|hand| hand.as_ref().and_then(|hand| hand.problem.clone()));
    let form = session.answers.form;
    let reply = Memo::new(move |_| form.with(|form| form.hand_reply.clone()));
    let is_blank = Memo::new(move |_| reply.with(|reply| reply.trim().is_empty()));
    let write = move |event| {
        let text = event_target_value(&event);
        session.fill(|form| form.hand_reply = text);
    };
    let send = move |text: Option<String>| {
        session.paste(text);
        ui::focus("[data-testid=hand-reply]");
    };
    let take = move || {
        if !is_blank.get_untracked() {
            send(Some(reply.get_untracked()));
        }
    };
    let press = move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            take();
        }
    };
    view! {
        <section class="sheet hand" aria-label="By hand">
            <div class="row spread">
                <h2 aria-live="polite">"Question "{number}" "<small>"id "<span class="code">{id}</span></small></h2>
                <CopyButton label="Copy both messages" text=both/>
            </div>
            {move || problem().map(|problem| view! { <Message problem/> })}
            <HandMessage name="System message" text=system/>
            <HandMessage name="User message" text=user/>
            <label class="field field--stacked">
                <span class="field__label">"The reply"</span>
                <textarea rows="5" spellcheck="false" data-testid="hand-reply" prop:value=reply on:input=write on:keydown=press></textarea>
            </label>
            <div class="row">
                <button class="button button--primary" data-testid="hand-take" disabled=is_blank on:click=move |_| take()>"Take this reply"</button>
                <button class="button" data-testid="hand-pass" on:click=move |_| send(None)>"Pass over"</button>
                <small>"Ctrl+Enter takes it too"</small>
            </div>
        </section>
    }
}

#[component]
fn HandMessage(
    /// Whose message it is.
    name: &'static str,
    /// Its text; blank: there is none.
    text: Signal<String>,
) -> impl IntoView {
    view! {
        <Show when=move || text.with(|text| !text.is_empty())>
            <div class="record__part">
                <div class="row spread"><h3>{name}</h3><CopyButton text/></div>
                <pre class="record__text" tabindex="0" role="region" aria-label=name>{text}</pre>
            </div>
        </Show>
    }
}
