//! Which template set is shown, and what can be done with it.

use crate::app::session::Session;
use crate::app::ui;
use crate::app::ui::message::Message;
use crate::browser::download;
use crate::dataset::Task;
use crate::protocol::{PromptEdit, SetView};
use leptos::html::Input;
use leptos::prelude::*;
use web_sys::SubmitEvent;

/// What a name is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    New,
    Duplicate,
    Rename,
}

impl Naming {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Naming::New => ("Name of the new task type", "Make it"),
            Naming::Duplicate => ("Name of the copy", "Copy it"),
            Naming::Rename => ("New name", "Rename it"),
        }
    }

    fn edit(self, name: String) -> PromptEdit {
        match self {
            Naming::New => PromptEdit::New(name),
            Naming::Duplicate => PromptEdit::Duplicate(name),
            Naming::Rename => PromptEdit::Rename(name),
        }
    }
}

/// The head of the place.
#[component]
pub fn SetChoice() -> impl IntoView {
    let session = Session::from_context();
    let naming = RwSignal::new(None::<Naming>);
    view! {
        <div class="stack set-choice">
            <div class="row spread">
                <div class="row">
                    <h1>"Prompt"</h1>
                    <TaskType/>
                    <small>{move || state(session)}</small>
                </div>
                <div class="row">
                    <label class="check">
                        <input type="checkbox" prop:checked=move || session.prompt.view.with(|view| view.is_strict)
                            on:change=move |event| session.edit_prompt(PromptEdit::Strict(event_target_checked(&event)))/>
                        "Stop at undefined variables"
                    </label>
                    <a class="button button--primary" href="#/answers">"Ask a model"</a>
                </div>
            </div>
            <Deeds naming/>
            {move || naming.get().map(|what| view! { <NameForm what naming/> })}
        </div>
    }
}

fn selected(session: Session) -> SetView {
    session.prompt.view.with(|view| {
        let set = view.sets.iter().find(|set| set.task_type == view.task_type);
        set.cloned().unwrap_or_default()
    })
}

fn state(session: Session) -> &'static str {
    match selected(session) {
        SetView {
            is_built_in: true,
            is_changed: true,
            ..
        } => "built in, changed by you",
        SetView {
            is_built_in: true, ..
        } => "built in",
        _ => "your own",
    }
}

#[component]
fn TaskType() -> impl IntoView {
    let session = Session::from_context();
    let sets = Memo::new(move |_| session.prompt.view.with(|view| view.sets.clone()));
    let task_type = Memo::new(move |_| session.prompt.view.with(|view| view.task_type.clone()));
    let group = move |label: &'static str, task: Option<Task>| {
        let of: Vec<_> = sets
            .get()
            .into_iter()
            .filter(|set| set.task == task)
            .collect();
        (!of.is_empty()).then(|| view! {
            <optgroup label=label>
                {of.into_iter().map(|set| {
                    let (name, value) = (set.task_type.clone(), set.task_type.clone());
                    view! { <option value=value selected=move || task_type.get() == name>{set.task_type}{set.is_changed.then_some(" (changed)")}</option> }
                }).collect_view()}
            </optgroup>
        })
    };
    view! {
        <label class="field">
            <span class="field__label">"Task type"</span>
            <select
                data-testid="task-type"
                prop:value=move || { sets.track(); task_type.get() }
                on:change=move |event| session.edit_prompt(PromptEdit::Choose(event_target_value(&event)))
            >
                {move || [
                    group("Extractive questions", Some(Task::Extractive)),
                    group("Multiple choice", Some(Task::MultipleChoice)),
                    group("Other", None),
                ].into_iter().collect_view()}
            </select>
        </label>
    }
}

/// What can be done with the set.
#[component]
fn Deeds(
    /// What a name is being asked for.
    naming: RwSignal<Option<Naming>>,
) -> impl IntoView {
    let session = Session::from_context();
    let set = Memo::new(move |_| selected(session));
    let undo = Memo::new(move |_| session.prompt.view.with(|view| view.undo.clone()));
    let is_own = move || set.with(|set| !set.is_built_in);
    let is_changed = move || set.with(|set| set.is_built_in && set.is_changed);
    // The button that was pressed may be gone afterwards.
    let edit = move |edit| {
        session.edit_prompt(edit);
        ui::focus("[data-testid=task-type]");
    };
    let save = move |name: &'static str, text: RwSignal<String>| {
        text.with_untracked(|text| download::save_text(name, "text/plain", text));
    };
    view! {
        <div class="row deeds">
            <button class="button button--small" on:click=move |_| naming.set(Some(Naming::New))>"New"</button>
            <button class="button button--small" on:click=move |_| naming.set(Some(Naming::Duplicate))>"Duplicate"</button>
            <Show when=is_own>
                <button class="button button--small" on:click=move |_| naming.set(Some(Naming::Rename))>"Rename"</button>
                <button class="button button--small" on:click=move |_| edit(PromptEdit::Delete)>"Delete"</button>
            </Show>
            <Show when=move || !is_own()>
                <button class="button button--small" disabled=move || !is_changed() aria-expanded=move || session.prompt.difference.with(Option::is_some).to_string() on:click=move |_| session.toggle_difference()>"What changed"</button>
                <button class="button button--small" disabled=move || !is_changed() data-testid="template-reset" on:click=move |_| edit(PromptEdit::Reset)>"Reset to built-in"</button>
            </Show>
            {move || undo.get().map(|what| view! {
                <button class="button button--small" data-testid="template-undo" on:click=move |_| edit(PromptEdit::Undo)>"Undo: "{what}</button>
            })}
            <span class="deeds__files">
                <small>"Download"</small>
                <button class="link" data-testid="download-system.jinja2" on:click=move |_| save("system.jinja2", session.prompt.system)>"system.jinja2"</button>
                <button class="link" data-testid="download-user.jinja2" on:click=move |_| save("user.jinja2", session.prompt.user)>"user.jinja2"</button>
                <button class="link" data-testid="download-template-set" on:click=move |_| session.download_templates(false)>"both (.zip)"</button>
                <button class="link" data-testid="download-templates" on:click=move |_| session.download_templates(true)>"all task types (.zip)"</button>
            </span>
            <small class="deeds__hint">"Drop .jinja2 files, or a folder of them, anywhere on the page to load them."</small>
        </div>
    }
}

/// Asks for a name.
#[component]
fn NameForm(
    /// What for.
    what: Naming,
    /// Set to nothing when it is done.
    naming: RwSignal<Option<Naming>>,
) -> impl IntoView {
    let session = Session::from_context();
    let field = NodeRef::<Input>::new();
    let (label, button) = what.words();
    let start = match what {
        Naming::New => String::new(),
        Naming::Duplicate => format!(
            "{}_copy",
            session
                .prompt
                .view
                .with_untracked(|view| view.task_type.clone())
        ),
        Naming::Rename => session
            .prompt
            .view
            .with_untracked(|view| view.task_type.clone()),
    };
    let name = RwSignal::new(start);
    let is_asked = RwSignal::new(false);
    let was_refused = RwSignal::new(false);
    let close = move || {
        naming.set(None);
        ui::focus("[data-testid=task-type]");
    };
    // The form stays until the name is taken: a refused one can be mended where it stands.
    Effect::new(move |_| {
        let is_refused = session.prompt.view.with(|view| view.refused.is_some());
        if is_asked.get_untracked() && session.is_prompt_settled() {
            is_asked.set(false);
            was_refused.set(is_refused);
            if !is_refused {
                close();
            }
        }
    });
    let refused = move || {
        let refused = session.prompt.view.with(|view| view.refused.clone());
        refused.filter(|_| was_refused.get())
    };
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            let _ = field.focus();
            field.select();
        }
    });
    let done = move |event: SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked().trim().to_owned();
        if !name.is_empty() {
            is_asked.set(true);
            session.edit_prompt(what.edit(name));
        }
    };
    view! {
        <form class="row name-form" on:submit=done on:keydown=move |event| if event.key() == "Escape" { close() }>
            <label class="field">
                <span>{label}</span>
                <input type="text" maxlength="60" autocomplete="off" spellcheck="false" data-testid="template-name" node_ref=field bind:value=name/>
            </label>
            <button class="button button--primary">{button}</button>
            <button type="button" class="button" on:click=move |_| close()>"Cancel"</button>
            {move || refused().map(|problem| view! { <Message problem/> })}
        </form>
    }
}
