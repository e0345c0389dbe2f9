//! What a test of the connection found out: the cause, what to do, and the commands for it.

use crate::app::copy_button::CopyButton;
use crate::app::session::Session;
use crate::app::ui::message::sentence;
use crate::protocol::ConnectionView;
use leptos::prelude::*;
use std::sync::Arc;

/// The last test, or the one that goes on.
#[component]
pub fn Connection() -> impl IntoView {
    let connection = Session::from_context().answers.connection;
    view! {
        <div class="notices" role="status">
            {move || connection.get().map(|connection| view! { <Found connection/> })}
        </div>
    }
}

#[component]
fn Found(
    /// What was found out.
    connection: Arc<ConnectionView>,
) -> impl IntoView {
    let ConnectionView {
        result,
        cause,
        fix,
        commands,
        steps,
        ..
    } = Arc::unwrap_or_clone(connection);
    let (sign, class) = match result.as_str() {
        "" => ("…", "absent"),
        "ok" => ("✓", "correct"),
        _ => ("✗", "wrong"),
    };
    let is_going = result.is_empty();
    view! {
        <div class="connection" data-testid="connection" data-result=(!is_going).then_some(result)>
            <p class="connection__words">
                <span class=format!("mark {class}") aria-hidden="true">{sign}</span>" "
                {is_going.then_some("Testing: ")}
                <b>{if is_going { cause } else { sentence(&cause) }}</b>
                {(!fix.is_empty()).then(|| format!(" {}", sentence(&fix)))}
            </p>
            {commands.into_iter().map(|(place, command)| view! { <Command place command/> }).collect_view()}
            {(!steps.is_empty()).then(|| view! {
                <details class="record__folded">
                    <summary>"What was tried"</summary>
                    <ol class="connection__steps faint">{steps.into_iter().map(|step| view! { <li>{step}</li> }).collect_view()}</ol>
                </details>
            })}
        </div>
    }
}

#[component]
fn Command(
    /// For which system or program.
    place: String,
    /// What is typed there.
    command: String,
) -> impl IntoView {
    let text = Signal::stored(command.clone());
    view! {
        <div class="record__part">
            <div class="row spread"><small>{place}</small><CopyButton text/></div>
            <pre class="record__text" tabindex="0">{command}</pre>
        </div>
    }
}
