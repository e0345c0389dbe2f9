//! Other values, typed as JSON, to try a template on.

use crate::app::session::Session;
use crate::app::ui;
use crate::app::ui::message::Message;
use leptos::html::Textarea;
use leptos::prelude::*;

/// The box. A JSON object in it replaces all variables of the preview.
#[component]
pub fn ValuesBox() -> impl IntoView {
    let session = Session::from_context();
    let prompt = session.prompt;
    let field = NodeRef::<Textarea>::new();
    Effect::new(move |_| {
        let Some(field) = field.get() else { return };
        prompt.values.with(|text| {
            if field.value() != *text {
                field.set_value(text);
            }
        });
    });
    let is_filled = Memo::new(move |_| prompt.values.with(|text| !text.trim().is_empty()));
    let problem = ui::calmed(Memo::new(move |_| {
        prompt.view.with(|view| view.values_problem.clone())
    }));
    view! {
        <div class="values-box">
            <label class="field field--stacked">
                <span>"Try other values: a JSON object takes the place of all variables in the preview"</span>
                <textarea
                    rows="4"
                    spellcheck="false"
                    data-testid="preview-values"
                    placeholder="{\"query\": \"Which runway?\", \"context\": \"Runway 27 was in use.\", \"examples\": []}"
                    node_ref=field
                    on:input=move |event| session.write_values(event_target_value(&event))
                ></textarea>
            </label>
            <Show when=move || is_filled.get()>
                <button class="button button--small" on:click=move |_| session.write_values(String::new())>"Back to the dataset's values"</button>
            </Show>
            {move || problem.get().map(|problem| view! { <Message problem/> })}
        </div>
    }
}
