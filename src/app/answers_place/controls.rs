//! The buttons that steer a run. Each is there only when it makes sense.

use super::before::RunButton;
use crate::app::session::{Session, State};
use crate::app::ui;
use crate::protocol::{GoOn, Order, Stage};
use leptos::prelude::*;

/// What can be done with the run as it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Stand {
    /// Items are being asked, or will be when a pause ends.
    pub is_active: bool,
    is_paused: bool,
    can_resume: bool,
    /// Whether going on is the next thing to do.
    is_cut_short: bool,
    n_failed: u32,
}

impl Stand {
    /// Follows the session.
    pub fn of(session: Session) -> Memo<Self> {
        let answers = session.answers;
        Memo::new(move |_| {
            let stage = answers.stage.get();
            let (n_items, n_done, n_failed) = answers.view.with(|view| {
                view.run
                    .as_ref()
                    .map_or((0, 0, 0), |run| (run.n_items, run.n_done, run.n_failed))
            });
            let is_asked = session.state.get() == State::Running;
            let is_active = is_asked || stage.is_some_and(Stage::is_active);
            let is_paused = is_active
                && !is_asked
                && (stage == Some(Stage::Paused) || answers.is_pause_ordered.get());
            let is_cut = matches!(stage, Some(Stage::Interrupted | Stage::Ended));
            let is_cut = !is_active && is_cut && n_done < n_items;
            // There it looks at once whether the server is back.
            let is_lost = is_active && stage == Some(Stage::Lost);
            Self {
                is_active,
                is_paused,
                can_resume: is_paused || is_lost || is_cut,
                is_cut_short: is_paused || (is_cut && stage == Some(Stage::Interrupted)),
                n_failed,
            }
        })
    }
}

/// Run, pause, stop, resume, retry.
#[component]
pub fn Controls(
    /// What can be done.
    stand: Memo<Stand>,
) -> impl IntoView {
    let session = Session::from_context();
    // The button that was pressed may be gone afterwards; the keyboard stays with the run.
    let then = move |deed: fn(Session)| {
        move |_| {
            deed(session);
            ui::focus(".run");
        }
    };
    let is_running = Memo::new(move |_| stand.with(|stand| stand.is_active && !stand.is_paused));
    let is_active = Memo::new(move |_| stand.with(|stand| stand.is_active));
    let can_resume = Memo::new(move |_| stand.with(|stand| stand.can_resume));
    let is_next = Memo::new(move |_| stand.with(|stand| stand.is_cut_short));
    let n_failed = Memo::new(move |_| stand.with(|stand| stand.n_failed));
    // Where no call came to anything, asking again is next.
    let is_retry_next = Memo::new(move |_| {
        let has_all_failed = session.answers.view.with(|view| {
            view.run
                .as_ref()
                .is_some_and(|run| run.n_failed > 0 && run.n_failed == run.n_items)
        });
        has_all_failed && !is_active.get()
    });
    let what_goes_on = move || {
        session.answers.view.with(|view| {
            let run = view.run.as_ref()?;
            let n_left = run.n_items.saturating_sub(run.n_done);
            let left = ui::counted(n_left, "unfinished question", "unfinished questions");
            // What could have been wrong is taken from the fields anew.
            let how = match run.is_model && !run.has_answer {
                true => "with what the fields say now, as nothing is answered yet",
                false => "as it was begun",
            };
            Some(format!(
                "\"Resume\" asks the {left} of {} {how}; \"Run\" begins a new run beside it.",
                run.name
            ))
        })
    };
    view! {
        <Show when=move || can_resume.get() && !is_active.get()><p class="faint">{what_goes_on}</p></Show>
        <div class="row run__controls">
            <Show when=move || can_resume.get()>
                <button class="button" class:button--primary=is_next data-testid="resume" on:click=then(|session| session.go_on(GoOn::Unfinished))>"Resume"</button>
            </Show>
            <Show when=move || !is_active.get()><RunButton/></Show>
            <Show when=move || is_running.get()>
                <button class="button" data-testid="pause" on:click=then(|session| session.order(Order::Pause))>"Pause"</button>
            </Show>
            <Show when=move || is_active.get()>
                <button class="button" data-testid="stop" on:click=then(|session| session.order(Order::Stop))>"Stop"</button>
            </Show>
            <Show when=move || { n_failed.get() > 0 }>
                <button class="button" class:button--primary=is_retry_next data-testid="retry-failed" on:click=then(|session| session.go_on(GoOn::Failed))>
                    {move || format!("Retry {} failed", ui::grouped(n_failed.get()))}
                </button>
            </Show>
        </div>
    }
}
