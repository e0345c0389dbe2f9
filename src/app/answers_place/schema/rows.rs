//! The small form: a schema built field by field, for people who do not write JSON.

use crate::app::session::{Row, Session};
use crate::app::ui;
use crate::protocol::FieldRow;
use leptos::prelude::*;
use std::time::Duration;
use web_sys::{Element, Event};

/// What a field can hold, as the protocol names it and as people do.
const KINDS: [(&str, &str); 5] = [
    ("text", "text"),
    ("whole", "whole number"),
    ("number", "number"),
    ("yes_no", "yes or no"),
    ("choice", "one of …"),
];

/// The rows, folded while there is a text that nobody wants to build.
#[component]
pub fn FieldRows() -> impl IntoView {
    let session = Session::from_context();
    let (form, shaping) = (session.answers.form, session.answers.shaping);
    let rows = shaping.rows;
    let is_blank = Memo::new(move |_| form.with(|form| form.schema_text.trim().is_empty()));
    let is_shown = Memo::new(move |_| is_blank.get() || rows.with(|rows| !rows.is_empty()));
    let wrong = Memo::new(move |_| shaping.why_not_built());
    let note = move || match (is_shown.get(), shaping.view.with(|view| view.is_pydantic)) {
        (false, _) => "What stands above says more than this form can show, or cannot be read yet.",
        (true, true) if !is_blank.get() => {
            "A change here writes JSON Schema in place of the classes."
        }
        (true, _) => wrong.get().unwrap_or_default(),
    };
    let add = move |_| {
        session.add_row();
        // The row is drawn before a timer ends.
        set_timeout(|| ui::focus(".field-row:last-child input"), Duration::ZERO);
    };
    view! {
        <details class="field-rows" open=is_blank.get_untracked()>
            <summary>"Build it field by field"</summary>
            <Show when=move || is_shown.get()>
                <ol class="field-rows__list"><For each=move || rows.get() key=|row| row.id let:row><RowBox row/></For></ol>
                <button class="button button--small field-rows__add" on:click=add>"Add a field"</button>
            </Show>
            <p class="field-rows__note" class:field__wrong=move || wrong.get().is_some() role="status">{note}</p>
        </details>
    }
}

/// The row's part that an element changes.
fn change(field: &mut FieldRow, event: &Event) {
    let part = event_target::<Element>(event).get_attribute("data-part");
    match part.as_deref() {
        Some("name") => field.name = event_target_value(event),
        Some("kind") => field.kind = event_target_value(event),
        Some("about") => field.description = event_target_value(event),
        Some("list") => field.is_list = event_target_checked(event),
        Some("optional") => field.is_optional = event_target_checked(event),
        Some("choices") => {
            let mut choices: Vec<String> = Vec::new();
            let typed = event_target_value(event);
            for choice in typed.lines().map(str::trim).filter(|line| !line.is_empty()) {
                if choices.iter().all(|before| before != choice) {
                    choices.push(choice.to_owned());
                }
            }
            field.choices = choices;
        }
        _ => {}
    }
}

/// One field. Its elements keep what is typed; one listener hears them all.
#[component]
fn RowBox(
    /// As it was when it was drawn first.
    row: Row,
) -> impl IntoView {
    let session = Session::from_context();
    let Row { id, field } = row;
    let rows = session.answers.shaping.rows;
    let is_choice = Memo::new(move |_| {
        let is = |row: &Row| row.id == id && row.field.kind == "choice";
        rows.with(|rows| rows.iter().any(is))
    });
    let remove = move |_| {
        session.remove_row(id);
        ui::focus(".field-rows__add");
    };
    let (kind, choices) = (field.kind, field.choices.join("\n"));
    view! {
        <li class="field-row" on:input=move |event| session.edit_row(id, |field| change(field, &event))>
            <label class="field field--stacked">
                <span class="field__label">"Name"</span>
                <input type="text" class="code" autocomplete="off" autocapitalize="off" spellcheck="false" data-part="name" value=field.name/>
            </label>
            <label class="field field--stacked">
                <span class="field__label">"Holds"</span>
                <select data-part="kind">
                    {KINDS.map(|(key, label)| view! { <option value=key selected=key == kind>{label}</option> })}
                </select>
            </label>
            <label class="field field--stacked field-row__wide">
                <span class="field__label">"What it is, for the model"</span>
                <input type="text" autocomplete="off" data-part="about" value=field.description/>
            </label>
            <div class="field-row__wide" class:hidden=move || !is_choice.get()>
                <label class="field field--stacked">
                    <span class="field__label">"Choices, one a line"</span>
                    <textarea rows="3" spellcheck="false" data-part="choices">{choices}</textarea>
                </label>
            </div>
            <div class="row spread field-row__wide">
                <span class="row">
                    <label class="check check--small"><input type="checkbox" data-part="list" checked=field.is_list/>"a list of them"</label>
                    <label class="check check--small"><input type="checkbox" data-part="optional" checked=field.is_optional/>"may be left out"</label>
                </span>
                <button class="button button--small" on:click=remove>"Remove"</button>
            </div>
        </li>
    }
}
