//! One problem, where it belongs.

use crate::problem::{Problem, Severity, cut};
use leptos::prelude::*;

/// What is wrong, where, and what to try. Errors are announced at once.
#[component]
pub fn Message(
    /// What to tell.
    problem: Problem,
) -> impl IntoView {
    let sign = match problem.severity {
        Severity::Error => "✗",
        Severity::Warning => "!",
        Severity::Info => "i",
    };
    let mut place = Vec::new();
    place.extend(problem.place.file);
    place.extend(problem.place.line.map(|line| format!("line {line}")));
    place.extend(
        problem
            .place
            .column
            .map(|column| format!("column {column}")),
    );
    place.extend(problem.place.item.map(|item| {
        // A path into the file says for itself what it is.
        match item.as_str() {
            "#" if problem.is_of_schema => "the whole schema".to_owned(),
            path if path.contains(['[', '/']) => cut(path, 60),
            id => format!("question {}", cut(id, 60)),
        }
    }));
    let place = place.join(", ");
    let severity = problem.severity.word();
    view! {
        <p
            class=format!("message message--{severity}")
            data-testid="message"
            data-severity=severity
            role=(problem.severity == Severity::Error).then_some("alert")
        >
            <span class="message__sign" aria-hidden="true">{sign}</span>
            <span class="message__text">
                {(!place.is_empty()).then(|| view! { <b class="message__place">{place}": "</b> })}
                {sentence(&problem.message)}
                {problem.hint.map(|hint| view! { <span class="message__hint">" "{sentence(&hint)}</span> })}
            </span>
        </p>
    }
}

/// A fragment as a sentence: [`capitalized`], with a full stop where nothing ends it.
pub fn sentence(fragment: &str) -> String {
    let end = if fragment.ends_with(['?', '.', '!']) {
        ""
    } else {
        "."
    };
    format!("{}{end}", capitalized(fragment))
}

/// Messages are fragments; on the page they stand as sentences. Names keep their letters: `data[0]`, `a.json`, `id`.
pub fn capitalized(fragment: &str) -> String {
    let first = fragment.split_whitespace().next().unwrap_or_default();
    let is_name = first
        .trim_end_matches([',', ':', '.'])
        .contains(|c: char| !c.is_alphabetic() && !matches!(c, '-' | '\'' | '’'));
    let mut chars = fragment.chars();
    match chars.next() {
        Some(first) if !is_name => first.to_uppercase().chain(chars).collect(),
        _ => fragment.to_owned(),
    }
}
