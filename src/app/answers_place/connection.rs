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
    let told = Memo::new(move |_| connection.get());
    let ended = Memo::new(move |_| told.get().filter(|test| !test.result.is_empty()));
    // Told as words alone: nobody wants to hear commands read out unasked.
    let words = move || match told.get() {
        Some(test) if test.result.is_empty() => format!("Testing: {} …", test.cause),
        Some(test) if test.fix.is_empty() => sentence(&test.cause),
        Some(test) => format!("{} {}", sentence(&test.cause), sentence(&test.fix)),
        None => String::new(),
    };
    view! {
        <p class="connection__status faint" class:unseen=move || ended.with(Option::is_some) role="status">{words}</p>
        {move || ended.get().map(|test| view! { <Found test/> })}
    }
}

#[component]
fn Found(
    /// What was found out.
    test: Arc<ConnectionView>,
) -> impl IntoView {
    let ConnectionView {
        result,
        cause,
        fix,
        commands,
        steps,
        ..
    } = Arc::unwrap_or_clone(test);
    let (sign, class) = match result.as_str() {
        "ok" => ("✓ ", "correct"),
        _ => ("✗ ", "wrong"),
    };
    view! {
        <div class="connection" data-testid="connection" data-result=result>
            <p class="connection__words">
                <span class=format!("mark {class}") aria-hidden="true">{sign}</span>
                <b>{sentence(&cause)}</b>
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
