//! What the steps one works at do: to a few real predictions, and to the score before they are applied.

use super::{steps, use_steps, working};
use crate::app::session::Session;
use crate::app::ui;
use crate::protocol::PreviewView;
use crate::rounding::percent;
use crate::settings::Normalizer;
use leptos::prelude::*;

/// The score's move, the way to apply the steps, and predictions before and after.
#[component]
pub fn Trial() -> impl IntoView {
    let session = Session::from_context();
    // Asked again whenever the numbers are others, for what is shown may be another run.
    Effect::new(move |_| {
        session.scores.track();
        session.try_out(working(session));
    });
    // A chain without a step yet is the same as no normalizer.
    let doing = |mut steps: Vec<Normalizer>| {
        steps.retain(|step| *step != Normalizer::None);
        steps
    };
    let is_applied = Memo::new(move |_| doing(working(session)) == doing(steps(session)));
    let is_any = Memo::new(move |_| !doing(working(session)).is_empty());
    view! {
        <Show when=move || !is_applied.get()>
            <p class="normalizers__move" aria-live="polite" data-testid="score-move">{move || score_move(session)}</p>
            <div class="row">
                <button class="button button--primary" on:click=move |_| use_steps(session, session.chain.get_untracked())>"Apply these steps"</button>
                <button class="button" on:click=move |_| session.chain.set(untrack(move || steps(session)))>"Back to what is applied"</button>
            </div>
        </Show>
        <Show when=move || is_any.get() fallback=|| view! { <p class="faint">"No step yet: predictions are compared as they are. The score moves only when steps are applied."</p> }>
            <BeforeAfter/>
        </Show>
    }
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
