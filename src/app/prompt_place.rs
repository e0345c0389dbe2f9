//! Prompt: templates on one side, the messages they make on the other, on every keystroke.

mod difference;
mod editor;
mod few_shot;
mod insert;
mod preview;
mod set_choice;
mod totals;
mod values_box;

use super::asks::Asks;
use super::session::Session;
use super::ui::message::Message;
use crate::problem::{Problem, Severity};
use difference::Difference;
use editor::Editor;
use few_shot::FewShotChoice;
use insert::Insert;
use leptos::html::Textarea;
use leptos::prelude::*;
use preview::Preview;
use set_choice::SetChoice;

/// The place where prompts are written.
#[component]
pub fn PromptPlace() -> impl IntoView {
    let session = Session::from_context();
    view! {
        <Show when=move || session.prompt.is_known.get() fallback=|| view! { <p class="faint">"Opening the templates …"</p> }>
            <Asks/>
            <super::arrivals::Arrivals/>
            <Refused/>
            <SetChoice/>
            <Difference/>
            <div class="split prompt">
                <Editors/>
                <Preview/>
                <FewShotChoice/>
            </div>
        </Show>
    }
}

/// Files that were dropped and are of no use: who drops them here should not have to look for the reason on Data.
#[component]
fn Refused() -> impl IntoView {
    let session = Session::from_context();
    let problems = Memo::new(move |_| {
        session.view.with(|view| {
            let refused = view.files.iter().filter(|file| !file.is_used);
            let errors = refused.flat_map(|file| file.problems.iter());
            let is_error = |problem: &&Problem| problem.severity == Severity::Error;
            errors.filter(is_error).cloned().collect::<Vec<_>>()
        })
    });
    view! {
        <div class="stack notices">
            {move || problems.get().into_iter().map(|problem| view! { <Message problem/> }).collect_view()}
        </div>
    }
}

/// The two templates, and what can be put into them.
#[component]
fn Editors() -> impl IntoView {
    let session = Session::from_context();
    let prompt = session.prompt;
    let (system, user) = (NodeRef::<Textarea>::new(), NodeRef::<Textarea>::new());
    let is_system = RwSignal::new(false);
    let target = move || {
        if is_system.get_untracked() {
            system
        } else {
            user
        }
    };
    // A fault belongs to the text it was found in; while another is on its way, none is shown.
    let system_fault = Memo::new(move |_| {
        prompt.view.with(|view| {
            let is_same = prompt.system.with(|text| *text == view.system_source);
            view.system.fault.clone().filter(|_| is_same)
        })
    });
    let user_fault = Memo::new(move |_| {
        prompt.view.with(|view| {
            let is_same = prompt.user.with(|text| *text == view.user_source);
            view.user.fault.clone().filter(|_| is_same)
        })
    });
    view! {
        <div class="stack">
            <Insert target/>
            <Editor
                name="System template"
                testid="template-system"
                text=prompt.system
                fault=system_fault
                on_text=move |text| session.write_template(true, text)
                field=system
                on_focus=move |()| is_system.set(true)
            />
            <Editor
                name="User template"
                testid="template-user"
                text=prompt.user
                fault=user_fault
                on_text=move |text| session.write_template(false, text)
                field=user
                on_focus=move |()| is_system.set(false)
            />
            <Notices/>
            <p class="faint" id="editor-keys">"Tab types two spaces; press Escape first to leave the field with it."</p>
        </div>
    }
}

/// What to know about the templates and the examples.
#[component]
fn Notices() -> impl IntoView {
    let session = Session::from_context();
    let notices = Memo::new(move |_| session.prompt.view.with(|view| view.notices.clone()));
    view! {
        <div class="stack notices">
            {move || notices.get().into_iter().map(|problem| view! { <Message problem/> }).collect_view()}
        </div>
    }
}
