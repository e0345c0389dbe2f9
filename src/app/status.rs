//! The line that says what is going on.

use crate::app::session::{Session, State};
use leptos::prelude::*;
use std::time::Duration;

/// What the page is waiting for, with progress and a way out when it takes longer than a moment.
#[component]
pub fn StatusLine() -> impl IntoView {
    let session = Session::from_context();
    // Packing a zip changes nothing of what is shown: the state stays, the progress is told all the same.
    let is_busy = move || {
        matches!(session.state.get(), State::Loading | State::Scoring)
            || session.progress.with(Option::is_some)
    };
    let is_slow = RwSignal::new(false);
    Effect::new(move |timer: Option<Option<TimeoutHandle>>| {
        if let Some(timer) = timer.flatten() {
            timer.clear();
        }
        if is_busy() {
            return set_timeout_with_handle(move || is_slow.set(true), Duration::from_millis(400))
                .ok();
        }
        is_slow.set(false);
        None
    });
    let doing = move || match (session.progress.get(), session.state.get()) {
        (Some(progress), _) => progress.doing + " …",
        (None, State::Idle) => "Ready".to_owned(),
        (None, State::Loading) => "Reading …".to_owned(),
        (None, State::Scoring) => "Scoring …".to_owned(),
        (None, State::Running) => "Asking …".to_owned(),
        (None, State::Paused) => "Paused".to_owned(),
        (None, State::Done) => "Scored".to_owned(),
        (None, State::Failed) => "Nothing could be scored".to_owned(),
    };
    let share = move || {
        let progress = session.progress.get()?;
        (progress.total > 0).then(|| f64::from(progress.done) / f64::from(progress.total))
    };
    view! {
        <div
            class="status"
            node_ref=session.status
            data-testid="status"
            data-state=move || session.state.get().word()
            data-worker-memory=move || session.view.with(|view| format!("{:.0}", view.timing.memory))
            role="status"
        >
            <span class="status__text">{doing}</span>
            <Show when=move || is_busy() && is_slow.get()>
                <progress class="status__bar" aria-label="Progress" value=share></progress>
                // Giving up would cut a run short, which has buttons of its own.
                <Show when=move || !session.answers.is_active()>
                    <button class="button button--small" on:click=move |_| session.cancel()>"Cancel"</button>
                </Show>
            </Show>
        </div>
    }
}
