//! The form replies are asked for in, and which part of them is the answer.

mod outcome;
mod own;
mod rows;

use super::how::{FIELD_TO_EXTRACT, FieldBox, is_server};
use crate::app::answerers::Answerer;
use crate::app::session::Session;
use crate::dataset::Task;
use crate::problem::Problem;
use crate::protocol::{Mode, SchemaChoice};
use leptos::prelude::*;
use outcome::Outcome;
use own::Own;

/// The choice, and what it comes to.
#[component]
pub fn ReplyForm() -> impl IntoView {
    let session = Session::from_context();
    let answers = session.answers;
    let has_reply = Memo::new(move |_| !matches!(answers.answerer(), Answerer::Baseline(_)));
    let has_schema = Memo::new(move |_| is_server(answers.answerer()));
    let is_own = Memo::new(move |_| {
        answers
            .form
            .with(|form| form.schema == SchemaChoice::Custom)
    });
    view! {
        <Show when=move || has_reply.get()>
            <div class="reply-form">
                <div class="reply-form__choice">
                    <Show when=move || has_schema.get()><SchemaSelect/></Show>
                    <FieldBox field=FIELD_TO_EXTRACT/>
                </div>
                <Show when=move || has_schema.get()>
                    <Recommended/>
                    <Fields/>
                    <Show when=move || is_own.get()><Own/></Show>
                    <Outcome/>
                </Show>
            </div>
        </Show>
    }
}

#[component]
fn SchemaSelect() -> impl IntoView {
    let session = Session::from_context();
    let chosen = Memo::new(move |_| session.answers.form.with(|form| form.schema));
    let choose = move |event| {
        let key: String = event_target_value(&event);
        let mut all = SchemaChoice::ALL.into_iter();
        if let Some(choice) = all.find(|choice| choice.key() == key) {
            session.choose_schema(choice);
        }
    };
    view! {
        <label class="field field--stacked">
            <span class="field__label">"Form of the reply"</span>
            <select data-testid="schema" prop:value=move || chosen.get().key() on:change=choose>
                {SchemaChoice::ALL.map(|choice| view! {
                    <option value=choice.key() selected=move || chosen.get() == choice>{label(choice)}</option>
                })}
            </select>
        </label>
    }
}

fn label(choice: SchemaChoice) -> &'static str {
    match choice {
        SchemaChoice::None => "plain text",
        SchemaChoice::TailNumberResponse => "TailNumberResponse: a list",
        SchemaChoice::MCQAResponse => "MCQAResponse: a letter",
        SchemaChoice::Custom => "your own",
    }
}

/// The data that one was made for.
fn made_for(choice: SchemaChoice) -> Option<&'static str> {
    match choice {
        SchemaChoice::TailNumberResponse => Some("lists of tail numbers"),
        SchemaChoice::MCQAResponse => Some("multiple choice"),
        SchemaChoice::None | SchemaChoice::Custom => None,
    }
}

/// That the chosen schema was made for questions of the other kind. It is told and not refused: who chose it may know why.
pub fn misfit(session: Session) -> Option<Problem> {
    let task = session
        .view
        .with(|view| view.dataset.as_ref().map(|dataset| dataset.task))?;
    let (choice, mode) = session.answers.form.with(|form| (form.schema, form.mode));
    let is_asked = mode != Mode::Evaluation && is_server(session.answers.answerer());
    let (is_for, is) = match (choice, task) {
        (SchemaChoice::TailNumberResponse, Task::MultipleChoice) => {
            ("lists of tail numbers", "multiple choice")
        }
        (SchemaChoice::MCQAResponse, Task::Extractive) => {
            ("multiple choice", "answered from a text")
        }
        _ => return None,
    };
    is_asked.then(|| {
        let message = format!("{} is made for {is_for}, and these questions are {is}", choice.key());
        Problem::warning(message).hint("under \"Form of the reply\" choose plain text, or a schema that goes with the questions")
    })
}

/// That of several fields none is chosen as the answer: the page can only guess.
pub fn unchosen(session: Session) -> Option<Problem> {
    let answers = session.answers;
    let is_asked = answers.form.with(|form| {
        form.mode != Mode::Evaluation
            && form.schema == SchemaChoice::Custom
            && names(&form.field_to_extract).next().is_none()
    });
    let n_fields = answers.shaping.view.with(|view| view.fields.len());
    (is_asked && n_fields > 1 && is_server(answers.answerer())).then(|| {
        Problem::warning("the schema has several fields, and none is chosen as the answer: the page can only guess which is meant")
            .hint("choose it under \"Answer in\"")
    })
}

#[component]
fn Recommended() -> impl IntoView {
    let session = Session::from_context();
    let answers = session.answers;
    let recommended = Memo::new(move |_| {
        let choice = answers.shaping.view.with(|view| view.recommended)?;
        let is_chosen = answers.form.with(|form| form.schema == choice);
        (!is_chosen).then_some(choice)
    });
    move || {
        let choice = recommended.get()?;
        let data = made_for(choice)?;
        let take = move |_| {
            session.choose_schema(choice);
            crate::app::ui::focus("[data-testid=schema]");
        };
        Some(view! {
            <p class="faint">{format!("{} is made for {data}: ", choice.key())}<button class="link" on:click=take>"use it"</button></p>
        })
    }
}

/// The names of the schema's fields, to choose the answer's from.
#[component]
fn Fields() -> impl IntoView {
    let session = Session::from_context();
    let answers = session.answers;
    // While a text is half written its last fields stay: nothing above the cursor may come and go.
    let fields = Memo::new(move |last: Option<&Vec<String>>| {
        let is_written = answers.form.with(|form| {
            form.schema == SchemaChoice::Custom && !form.schema_text.trim().is_empty()
        });
        answers.shaping.view.with(|view| match last {
            Some(last) if is_written && view.text.is_empty() => last.clone(),
            _ => view.fields.clone(),
        })
    });
    let chip = move |name: String| {
        let is_chosen = {
            let name = name.clone();
            move || {
                answers
                    .form
                    .with(|form| names(&form.field_to_extract).any(|it| it == name))
            }
        };
        let shown = name.clone();
        let toggle = move |_| {
            session.fill(|form| form.field_to_extract = toggled(&form.field_to_extract, &name));
            session.tell_form();
        };
        view! { <button class="insert__chip" aria-pressed=move || is_chosen().to_string() on:click=toggle>{shown}</button> }
    };
    let is_whole = Memo::new(move |_| {
        answers
            .form
            .with(|form| names(&form.field_to_extract).next().is_none())
    });
    let note = move || {
        is_whole
            .get()
            .then_some("None chosen: the field that looks like the answer is scored, and where none does, nothing.")
    };
    view! {
        <Show when=move || fields.with(|fields| !fields.is_empty())>
            <div class="row insert" role="group" aria-label="Fields of the schema">
                <small>"Answer in"</small>
                {move || fields.get().into_iter().map(chip).collect_view()}
                <small role="status">{note}</small>
            </div>
        </Show>
    }
}

fn names(typed: &str) -> impl Iterator<Item = &str> {
    let names = typed.split(',').map(str::trim);
    names.filter(|name| !name.is_empty())
}

/// The list with that name, or without it where it was in.
fn toggled(typed: &str, name: &str) -> String {
    let mut left: Vec<&str> = names(typed).filter(|it| *it != name).collect();
    if left.len() == names(typed).count() {
        left.push(name);
    }
    left.join(", ")
}
