//! What the steps one works at do: to a few real predictions, and to the score before they are applied.

use super::steps::{fault, go_back, is_trying, use_steps, working};
use crate::app::session::Session;
use crate::app::ui;
use crate::problem::Problem;
use crate::protocol::PreviewView;
use crate::rounding::percent;
use leptos::prelude::*;

/// The score's move, the way to apply the steps, and predictions before and after.
#[component]
pub fn Trial() -> impl IntoView {
    let session = Session::from_context();
    let faulty = Memo::new(move |_| fault(session));
    let is_faulty = move || faulty.with(Option::is_some);
    // Asked again whenever the numbers are others, for what is shown may be another run.
    Effect::new(move |_| {
        session.scores.track();
        if !is_faulty() {
            session.try_out(working(session));
        }
    });
    let is_trying = Memo::new(move |_| is_trying(session));
    let is_any = Memo::new(move |_| !working(session).is_empty());
    let back = move |_| {
        go_back(session);
        // The button one has pressed is gone.
        request_animation_frame(|| {
            ui::focus(".normalizers__step :is(input, textarea)");
            ui::focus(".normalizers__add");
        });
    };
    view! {
        <Show when=move || is_trying.get()>
            <p class="normalizers__move" aria-live="polite" data-testid="score-move">{move || match faulty.get() {
                Some((i, problem)) => why_not(i, working(session).len(), &problem),
                None => score_move(session),
            }}</p>
            <div class="row">
                <button class="button button--primary" disabled=is_faulty on:click=move |_| use_steps(session, untrack(move || working(session)))>"Apply these steps"</button>
                <button class="button" on:click=back>"Back to what is applied"</button>
            </div>
        </Show>
        <Show when=move || is_any.get() fallback=|| view! { <p class="faint">"No step yet: predictions are compared as they are. The score moves only when steps are applied."</p> }>
            <Show when=move || !is_faulty()><BeforeAfter/></Show>
        </Show>
    }
}

/// Why the steps cannot be tried.
fn why_not(i: usize, n: usize, problem: &Problem) -> String {
    let place = match n {
        1 => String::new(),
        _ => format!("in step {}, ", i + 1),
    };
    format!("Cannot be tried yet: {place}{}.", problem.message)
}

/// How the score would move, once it is known for these steps.
fn score_move(session: Session) -> String {
    let what = match session.is_multiple_choice() {
        true => "Accuracy",
        false => "Exact match",
    };
    session.preview.with(|preview| {
        if preview.n_asked == 0 || preview.normalizers != working(session) {
            return "Trying these steps …".to_owned();
        }
        told(what, preview)
    })
}

fn told(what: &str, preview: &PreviewView) -> String {
    let share = |n: u32| percent(n.into(), preview.n_asked.into());
    let then = (preview.n_right + preview.n_gained).saturating_sub(preview.n_lost);
    format!(
        "{what} {} → {}: {} gained, {} lost.",
        share(preview.n_right),
        share(then),
        ui::grouped(preview.n_gained),
        ui::grouped(preview.n_lost)
    )
}

/// A few real predictions before and after.
#[component]
fn BeforeAfter() -> impl IntoView {
    let session = Session::from_context();
    let preview = session.preview;
    view! {
        <details class="before-after" open=move || session.scores.with_untracked(|scores| scores.as_ref().is_some_and(|scores| !scores.is_default))>
            <summary>{move || preview.with(|preview| format!("Changes {} of {} predictions", ui::grouped(preview.n_changed), ui::grouped(preview.n_predictions)))}</summary>
            <Show when=move || preview.with(|preview| !preview.examples.is_empty())>
                <table class="before-after__table">
                    <thead><tr><th>"Question"</th><th>"Before"</th><th>"After"</th></tr></thead>
                    <tbody>
                        {move || preview.with(|preview| preview.examples.clone()).into_iter().map(|(id, before, after)| view! {
                            <tr><td class="faint">{id}</td><td class="code">{before}</td><td class="code">{if after.is_empty() { "(empty)".to_owned() } else { after }}</td></tr>
                        }).collect_view()}
                    </tbody>
                </table>
            </Show>
        </details>
    }
}
