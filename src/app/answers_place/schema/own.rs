//! A person's own schema: typed as JSON Schema or Pydantic classes, or built field by field.

use super::rows::FieldRows;
use crate::app::session::Session;
use leptos::prelude::*;

/// What an empty field shows: the same schema both ways.
const EXAMPLE: &str = "class Answer(BaseModel):\n    answer: Literal[\"A\", \"B\"]\n    why: str\n\nor {\"type\": \"object\", \"properties\": …}";

/// The text and the small form.
#[component]
pub fn Own() -> impl IntoView {
    let session = Session::from_context();
    let form = session.answers.form;
    view! {
        <label class="field field--stacked">
            <span class="field__label">"JSON Schema, or Pydantic classes"</span>
            <textarea
                rows="9"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                data-testid="schema-text"
                placeholder=EXAMPLE
                prop:value=move || form.with(|form| form.schema_text.clone())
                on:input=move |event| session.write_schema(event_target_value(&event))
                on:change=move |_| session.tell_form()
            ></textarea>
        </label>
        <FieldRows/>
    }
}
