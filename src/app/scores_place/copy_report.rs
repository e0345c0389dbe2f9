//! The report for the clipboard.

use crate::app::copy_button::CopyButton;
use crate::app::session::Session;
use crate::browser::typing;
use leptos::html::Textarea;
use leptos::prelude::*;

/// How far copying is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Copying {
    /// Nothing was asked for, or it is over.
    Idle,
    /// The text is on its way.
    Asked,
    /// It is in the clipboard.
    Copied,
    /// The browser keeps the page from the clipboard: the text lies open, to be copied by hand.
    ByHand,
}

/// Copies the report as Markdown. The text is made when it is asked for; where the browser does not let the page copy so long
/// after the press, it is shown, marked.
#[component]
pub fn CopyReport() -> impl IntoView {
    let session = Session::from_context();
    let copying = RwSignal::new(Copying::Idle);
    let ask = move |_| {
        copying.set(Copying::Asked);
        session.ask_for_markdown();
    };
    Effect::new(move |_| {
        let text = session.markdown.get();
        match (text, copying.get_untracked()) {
            (Some(text), Copying::Asked) => leptos::task::spawn_local(async move {
                let copied = typing::copy(&text).await;
                // Numbers or marks that came meanwhile have another report.
                let is_gone = session.markdown.try_with_untracked(Option::is_none);
                copying.try_set(match copied {
                    _ if is_gone.unwrap_or(true) => Copying::Idle,
                    Ok(()) => Copying::Copied,
                    Err(_) => Copying::ByHand,
                });
            }),
            // Other numbers or marks: what was copied is not their report.
            (None, Copying::Copied | Copying::ByHand) => copying.set(Copying::Idle),
            _ => {}
        }
    });
    let said = move || match copying.get() {
        Copying::Idle => "",
        Copying::Asked => "Making the report…",
        Copying::Copied => "Copied",
        Copying::ByHand => "The browser did not let the page copy; the text is below",
    };
    view! {
        <div class="row">
            <button class="button button--small" data-testid="copy-markdown" on:click=ask>"Copy as Markdown"</button>
            <small class="faint" data-testid="copy-markdown-said" role="status">{said}</small>
        </div>
        <Show when=move || copying.get() == Copying::ByHand><ByHand/></Show>
    }
}

/// The text, marked.
#[component]
fn ByHand() -> impl IntoView {
    let session = Session::from_context();
    let area = NodeRef::<Textarea>::new();
    let text = Signal::derive(move || session.markdown.get().unwrap_or_default());
    Effect::new(move |_| {
        if let Some(area) = area.get() {
            request_animation_frame(move || {
                // An area that is gone again cannot be marked, and need not be.
                let _ = area.focus();
                area.select();
            });
        }
    });
    view! {
        <label class="field field--stacked">
            <span class="field__label">"The report as Markdown. It is marked: press Ctrl+C, or ⌘C on a Mac"</span>
            <textarea data-testid="report-markdown" rows="8" readonly node_ref=area prop:value=text></textarea>
        </label>
        <div class="row"><CopyButton text/></div>
    }
}
