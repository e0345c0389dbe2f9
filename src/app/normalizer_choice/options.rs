//! What can be set about a step: told and tried on every keystroke, never written back under the keyboard.

use super::steps::{leave_step, write_step};
use crate::app::session::Session;
use crate::app::ui::message::sentence;
use crate::normalize;
use crate::settings::Normalizer;
use leptos::html::{Input, Textarea};
use leptos::prelude::*;

/// The options of one step.
#[component]
pub fn StepOptions(
    /// The step as it is.
    step: Memo<Normalizer>,
    /// Its position, from 0.
    i: usize,
) -> impl IntoView {
    match step.get_untracked() {
        Normalizer::JsonField { .. } => {
            let field = move || match step.get() {
                Normalizer::JsonField { field } => field,
                _ => String::new(),
            };
            let write = move |field| Some(Normalizer::JsonField { field });
            view! { <Line label="Field (empty: the usual ones)" i text=Signal::derive(field) write/> }.into_any()
        }
        Normalizer::NoAnswerPhrases { .. } => view! { <Phrases step i/> }.into_any(),
        Normalizer::Regex { .. } => view! { <Pattern step i/> }.into_any(),
        _ => ().into_any(),
    }
}

/// A regular expression and its group, each with what is wrong with it.
#[component]
fn Pattern(step: Memo<Normalizer>, i: usize) -> impl IntoView {
    let parts = |step: Normalizer| match step {
        Normalizer::Regex { pattern, group } => (pattern, group),
        _ => (String::new(), 0),
    };
    let pattern = Signal::derive(move || parts(step.get()).0);
    let group = Signal::derive(move || parts(step.get()).1.to_string());
    let told = move || {
        step.with(normalize::fault).map(|fault| {
            let hint = fault.hint.map(|hint| format!(" {}", sentence(&hint)));
            format!("{}{}", sentence(&fault.message), hint.unwrap_or_default())
        })
    };
    // A pattern that can be read has the whole match: what is wrong then is the group.
    let is_pattern_wrong = move || {
        let pattern = pattern.get();
        normalize::fault(&Normalizer::Regex { pattern, group: 0 }).is_some()
    };
    let wrong_pattern = Memo::new(move |_| told().filter(|_| is_pattern_wrong()));
    let wrong_group = Memo::new(move |_| told().filter(|_| !is_pattern_wrong()));
    let write_pattern = move |pattern| {
        let (_, group) = parts(step.get_untracked());
        Some(Normalizer::Regex { pattern, group })
    };
    let write_group = move |group: String| {
        let (pattern, _) = parts(step.get_untracked());
        let group = group.trim().parse().ok()?;
        Some(Normalizer::Regex { pattern, group })
    };
    view! {
        <Line label="Pattern" is_code=true i text=pattern wrong=wrong_pattern write=write_pattern/>
        <Line label="Group" is_number=true i text=group wrong=wrong_group write=write_group/>
    }
}

/// A field of one line.
#[component]
fn Line(
    /// What it is.
    label: &'static str,
    /// The step's position, from 0.
    i: usize,
    /// What stands in it.
    #[prop(into)]
    text: Signal<String>,
    /// What is wrong with it.
    #[prop(optional, into)]
    wrong: Signal<Option<String>>,
    /// The step with what is typed; `None` where that is nothing yet.
    write: impl Fn(String) -> Option<Normalizer> + 'static,
    /// Whether it is for a whole number.
    #[prop(optional)]
    is_number: bool,
    /// Whether every character counts.
    #[prop(optional)]
    is_code: bool,
) -> impl IntoView {
    let session = Session::from_context();
    let input = NodeRef::<Input>::new();
    let show = move |text: &str| {
        if let Some(input) = input.get().filter(|input| input.value() != text) {
            input.set_value(text);
        }
    };
    Effect::new(move |_| text.with(|text| show(text)));
    let typed = move |event| {
        if let Some(step) = write(event_target_value(&event)) {
            write_step(session, i, step);
        }
    };
    let left = move |_| {
        // What is no number at all has changed nothing.
        untrack(move || text.with(|text| show(text)));
        leave_step(session);
    };
    view! {
        <label class="field">
            <span class="field__label">{label}</span>
            <input
                node_ref=input
                type=if is_number { "number" } else { "text" }
                class:code=is_code
                min=is_number.then_some("0")
                max=is_number.then_some("20")
                spellcheck="false"
                autocomplete="off"
                aria-invalid=move || wrong.with(Option::is_some).then_some("true")
                on:input=typed
                on:change=left
            />
            <small class="field__wrong" aria-live="polite">{wrong}</small>
        </label>
    }
}

/// Phrases, one a line.
#[component]
fn Phrases(step: Memo<Normalizer>, i: usize) -> impl IntoView {
    let session = Session::from_context();
    let area = NodeRef::<Textarea>::new();
    Effect::new(move |_| {
        let Normalizer::NoAnswerPhrases { phrases } = step.get() else {
            return;
        };
        // Spaces and empty lines mean nothing, but one types them on the way to the next word.
        if let Some(area) = area.get().filter(|area| lines_of(&area.value()) != phrases) {
            area.set_value(&phrases.join("\n"));
        }
    });
    let typed = move |event| {
        let phrases = lines_of(&event_target_value(&event));
        write_step(session, i, Normalizer::NoAnswerPhrases { phrases });
    };
    view! {
        <label class="field field--stacked">
            <span class="field__label">"Phrases that mean no answer, one a line"</span>
            <textarea node_ref=area rows="5" on:input=typed on:change=move |_| leave_step(session)></textarea>
        </label>
    }
}

fn lines_of(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}
