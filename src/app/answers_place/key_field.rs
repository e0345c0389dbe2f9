//! The key's field. What stands in it is never read here: see [`HeldKey`](crate::app::session).

use crate::app::session::Session;
use crate::app::ui::message::Message;
use crate::problem::Problem;
use crate::provider::{KeyUse, address};
use leptos::html::Span;
use leptos::prelude::*;

/// The field, shown where the server may want a key, and what becomes of the key.
#[component]
pub fn KeyField() -> impl IntoView {
    let session = Session::from_context();
    let key_use = Memo::new(move |_| session.answers.answerer().key_use());
    let label = move || match key_use.get() {
        KeyUse::Optional => "Key, if the server wants one",
        KeyUse::Required | KeyUse::Never => "Key",
    };
    view! {
        <Show when=move || key_use.get() != KeyUse::Never>
            <div class="key">
                <div class="key__row">
                    <label class="field field--stacked">
                        <span class="field__label">{label}</span>
                        <Slot/>
                    </label>
                    <Deeds/>
                </div>
                <Fate/>
            </div>
        </Show>
    }
}

/// Where the one input element is put while this is shown.
#[component]
fn Slot() -> impl IntoView {
    let session = Session::from_context();
    let key = session.answers.key;
    let slot = NodeRef::<Span>::new();
    Effect::new(move |_| {
        if let (Some(slot), Some(input)) = (slot.get(), key.input()) {
            // The element is ours and no ancestor of the slot, which is all that could be refused.
            let _ = slot.append_child(&input);
        }
    });
    on_cleanup(move || show_text(session, false));
    let typed = move |_| {
        session
            .answers
            .form
            .with_untracked(|form| key.typed(&form.base_url))
    };
    view! { <span class="key__slot" node_ref=slot on:input=typed on:change=move |_| key.keep()></span> }
}

/// Whether what is typed can be read.
fn show_text(session: Session, is_shown: bool) {
    if let Some(input) = session.answers.key.input() {
        input.set_type(if is_shown { "text" } else { "password" });
    }
}

#[component]
fn Deeds() -> impl IntoView {
    let session = Session::from_context();
    let is_shown = RwSignal::new(false);
    let show = move |is: bool| {
        is_shown.set(is);
        show_text(session, is);
    };
    let forget = move |_| {
        show(false);
        session.forget_key();
    };
    view! {
        <button class="button" aria-pressed=move || is_shown.get().to_string() on:click=move |_| show(!is_shown.get_untracked())>"Show"</button>
        <button class="button" data-testid="forget-key" on:click=forget>"Forget key"</button>
    }
}

/// Where the key is kept, where it goes, and what to know of both.
#[component]
fn Fate() -> impl IntoView {
    let session = Session::from_context();
    let key = session.answers.key;
    let base_url = Memo::new(move |_| session.answers.form.with(|form| form.base_url.clone()));
    let promise = move || {
        let place = match (key.has_key.get(), key.is_kept.get()) {
            (_, true) => "Kept by the browser for this tab until it is closed",
            (true, false) => "Kept in this page's memory alone",
            (false, false) => {
                "None is typed. It is kept in this page's memory alone, so that a reload forgets it"
            }
        };
        match base_url.with(|url| address::origin(url)) {
            Ok(origin) => format!("{place}, and sent to {origin} alone."),
            Err(_) => format!("{place}."),
        }
    };
    let in_the_clear = move || {
        (key.has_key.get() && base_url.with(|url| address::is_in_the_clear(url))).then(|| {
            Problem::warning("this address is plain http: the key can be read on the way")
                .hint("use an https address, or a key that is worth nothing")
        })
    };
    view! {
        <label class="check check--small">
            <input type="checkbox" data-testid="keep-key" prop:checked=key.is_kept on:change=move |event| key.set_kept(event_target_checked(&event))/>
            "Keep for this tab, also when the page is loaded again"
        </label>
        <p class="faint">{promise}</p>
        <p class="key__note" role="status">{key.note}</p>
        {move || in_the_clear().map(|problem| view! { <Message problem/> })}
    }
}
