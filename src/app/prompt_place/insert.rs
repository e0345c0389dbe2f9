//! What a template of this task can use, to be put at the cursor with a click.

use crate::app::session::Session;
use crate::browser::typing;
use crate::protocol::VariableView;
use leptos::html::Textarea;
use leptos::prelude::*;

/// The variables as buttons.
#[component]
pub fn Insert<F>(
    /// The field that had the focus last.
    target: F,
) -> impl IntoView
where
    F: Fn() -> NodeRef<Textarea> + Copy + Send + Sync + 'static,
{
    let session = Session::from_context();
    let variables = Memo::new(move |_| session.prompt.view.with(|view| view.variables.clone()));
    let put = move |text: &str| {
        if let Some(field) = target().get_untracked() {
            typing::insert(&field, text);
        }
    };
    let buttons = move |variable: VariableView| {
        let VariableView {
            name,
            about,
            snippet,
            fields,
            is_used,
            ..
        } = variable;
        let fields = fields.into_iter().map(move |field| {
            let text = format!("{{{{ example.{field} }}}}");
            let title = format!("Inserts {text}, for use inside the loop over the examples");
            view! { <button class="insert__chip insert__chip--field" title=title on:click=move |_| put(&text)>"example."{field}</button> }
        });
        let title = format!("{about}{}", if is_used { "" } else { " (not used yet)" });
        view! {
            <button class="insert__chip" class:insert__chip--unused=!is_used title=title on:click=move |_| put(&snippet)>{name}</button>
            {fields.collect_view()}
        }
    };
    view! {
        <div class="row insert" role="group" aria-label="Insert a variable">
            <small>"Insert"</small>
            {move || variables.get().into_iter().map(buttons).collect_view()}
        </div>
    }
}
