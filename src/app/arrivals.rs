//! Files that arrived while the page is at a place that does not list them.

use super::session::Session;
use super::ui::message::Message;
use crate::problem::{Problem, Severity};
use crate::protocol::FileView;
use leptos::prelude::*;

/// What was dropped last, and what it is.
#[component]
pub fn Arrivals() -> impl IntoView {
    let session = Session::from_context();
    let arrived = session.arrived;
    view! {
        <div class="stack notices" role="status">
            <Show when=move || arrived.with(|files| !files.is_empty())>
                <div class="sheet troubles" data-testid="arrived">
                    {move || arrived.get().into_iter().map(|file| view! { <Arrived file/> }).collect_view()}
                </div>
            </Show>
        </div>
    }
}

#[component]
fn Arrived(
    /// The file.
    file: FileView,
) -> impl IntoView {
    let session = Session::from_context();
    let FileView {
        key,
        name,
        is_used,
        kind,
        summary,
        problems,
        ..
    } = file;
    let is_scored = session.view.with_untracked(|view| {
        let is_it = |run: &crate::protocol::RunView| run.is_selected && run.files.contains(&key);
        view.scores.is_some() && view.runs.iter().any(is_it)
    });
    let summary = match summary.as_str() {
        "" => String::new(),
        summary => format!(": {summary}"),
    };
    let words = match is_used {
        true => format!(" was read as {}{summary}. ", lowercase(&kind)),
        false => " is of no use here. ".to_owned(),
    };
    let (href, label) = match is_scored {
        true => ("#/scores", "See the scores"),
        false => ("#/data", "See it on Data"),
    };
    let is_told = move |problem: &Problem| match is_used {
        true => problem.severity == Severity::Error,
        false => problem.severity != Severity::Info,
    };
    view! {
        <p><b class="code">{name}</b>{words}<a href=href>{label}</a></p>
        {problems.into_iter().filter(is_told).map(|problem| view! { <Message problem/> }).collect_view()}
    }
}

/// `Dataset, extractive questions` within a sentence; `JSON Schema` keeps its letters.
fn lowercase(kind: &str) -> String {
    let is_name = kind.chars().nth(1).is_some_and(char::is_uppercase);
    let mut chars = kind.chars();
    match chars.next() {
        Some(first) if !is_name => first.to_lowercase().chain(chars).collect(),
        _ => kind.to_owned(),
    }
}
