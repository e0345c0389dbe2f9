//! What the chosen schema comes to: what is wrong with it, how it reads, and how it is sent.

use crate::app::answerers::Answerer;
use crate::app::copy_button::CopyButton;
use crate::app::session::Session;
use crate::app::ui;
use crate::app::ui::message::Message;
use crate::problem::{Problem, Severity, cut};
use crate::protocol::{SchemaChoice, SchemaView};
use leptos::prelude::*;
use std::sync::Arc;

/// Characters of a laid-out schema that are shown: no page could lay out more. What is copied is whole.
const MAX_SHOWN: usize = 50_000;

/// Problems, text and changes, each where there is one, and all of the same text.
#[component]
pub fn Outcome() -> impl IntoView {
    let session = Session::from_context();
    let (form, shaping) = (session.answers.form, session.answers.shaping);
    let is_typed = Memo::new(move |_| form.with(|form| form.schema == SchemaChoice::Custom));
    // An empty field is no fault: what belongs there stands in it.
    let is_blank = Memo::new(move |_| form.with(|form| form.schema_text.trim().is_empty()));
    let is_to_come = move || is_typed.get() && is_blank.get();
    let problems = ui::calmed(Memo::new(move |_| {
        let problems = shaping.view.with(|view| view.problems.clone());
        Some(problems).filter(|problems| !is_to_come() && !problems.is_empty())
    }));
    // Beside a text that cannot be asked for, how it would be sent is no matter.
    let view = Memo::new(move |_| {
        let view = shaping.view.get();
        (!is_to_come() && !is_refused(&view)).then_some(view)
    });
    let part = move |read: fn(&SchemaView) -> &str| {
        Signal::derive(move || {
            view.with(|view| {
                view.as_ref()
                    .map_or_else(String::new, |view| read(view).to_owned())
            })
        })
    };
    let is_read = Memo::new(move |_| shaping.view.with(|view| view.is_pydantic));
    let whole = part(|view| view.text.as_str());
    // A schema that was typed as JSON stands above already.
    let text = Signal::derive(move || match is_typed.get() && !is_read.get() {
        true => String::new(),
        false => whole.get(),
    });
    let title = Signal::derive(move || match is_read.get() {
        true => "The classes as JSON Schema",
        false => "The schema",
    });
    view! {
        <div class="stack notices" aria-live="polite">
            {move || problems.get().into_iter().flatten().map(|problem| view! { <Message problem/> }).collect_view()}
        </div>
        <Folded title text is_open=is_read/>
        <Sent view/>
        <Folded title=Signal::stored("The schema as it is sent") text=part(|view| view.adapted.as_deref().unwrap_or_default()) is_open=Memo::new(|_| false)/>
    }
}

/// Whether a run with this schema is refused. Errors of classes concern what was left out of them.
fn is_refused(view: &SchemaView) -> bool {
    let is_error = |problem: &Problem| problem.severity == Severity::Error;
    !view.is_pydantic && view.problems.iter().any(is_error)
}

/// What is changed for the provider.
#[component]
fn Sent(
    /// What the schema comes to, where it can be asked for.
    view: Memo<Option<Arc<SchemaView>>>,
) -> impl IntoView {
    let session = Session::from_context();
    let changes = Memo::new(move |_| {
        view.with(|view| {
            view.as_ref()
                .map(|view| view.changes.clone())
                .unwrap_or_default()
        })
    });
    let server = Memo::new(move |_| match session.answers.answerer() {
        Answerer::Server(server) if !server.base_url.is_empty() => server.label,
        _ => "this server",
    });
    let head = move || {
        let (is_there, is_other) = view.with(|view| {
            view.as_ref().map_or((false, false), |view| {
                (!view.text.is_empty(), view.adapted.is_some())
            })
        });
        match (is_there, is_other) {
            (false, _) => String::new(),
            (true, true) => format!(
                "Changed for {}; replies are checked against the original:",
                server.get()
            ),
            (true, false) => format!(
                "It is sent to {} as it is; replies are checked against it.",
                server.get()
            ),
        }
    };
    view! {
        <div class="reply-form__sent faint">
            <p>{head}</p>
            <ul>{move || changes.get().into_iter().map(|change| view! { <li>{change}</li> }).collect_view()}</ul>
        </div>
    }
}

/// A text that is there when it is wanted.
#[component]
fn Folded(
    /// What it is.
    title: Signal<&'static str>,
    /// The text; empty: there is none.
    text: Signal<String>,
    /// Whether it is open from the first.
    is_open: Memo<bool>,
) -> impl IntoView {
    let shown = move || text.with(|text| cut(text, MAX_SHOWN));
    view! {
        <Show when=move || text.with(|text| !text.is_empty())>
            <details class="record__folded" open=is_open>
                <summary>{title}</summary>
                <div class="folded__deeds"><CopyButton text/></div>
                <pre class="record__text" tabindex="0">{shown}</pre>
            </details>
        </Show>
    }
}
