//! The header: the name, and the places as steps with their state in a word.

use super::session::{Place, Session, State};
use super::status::StatusLine;
use super::ui;
use crate::protocol::Stage;
use crate::report::shown;
use leptos::html::A;
use leptos::prelude::*;
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition};

/// The header.
#[component]
pub fn Masthead() -> impl IntoView {
    let session = Session::from_context();
    let data_state = move || {
        session.view.with(|view| match &view.dataset {
            Some(dataset) => ui::counted(dataset.n_items, "question", "questions"),
            None if view.files.is_empty() => "start here".to_owned(),
            None => "no dataset yet".to_owned(),
        })
    };
    let scores_state = move || match session.scores.get() {
        Some(scores) => {
            let headline = scores
                .metrics
                .iter()
                .find(|(key, _)| matches!(key.as_str(), "exact" | "exact_match" | "accuracy"));
            headline.map_or(String::new(), |(key, value)| shown(key, *value))
        }
        None => "none yet".to_owned(),
    };
    let compare_state = move || {
        let n = session.view.with(|view| view.runs.len());
        match n {
            0 => "no runs".to_owned(),
            n => ui::counted(n as u32, "run", "runs"),
        }
    };
    view! {
        <header class="masthead">
            <div class="masthead__inner">
                <a class="wordmark" href="#/data">"Marksheet"<span class="wordmark__tick" aria-hidden="true">" ✓"</span></a>
                <nav class="steps" aria-label="Places">
                    <Step place=Place::Data href="#/data" name="Data" state=Signal::derive(data_state)/>
                    <Step place=Place::Prompt href="#/prompt" name="Prompt" state=Signal::derive(move || session.prompt.view.with(|view| view.task_type.clone()))/>
                    <Step place=Place::Answers href="#/answers" name="Answers" state=Signal::derive(move || answers_state(session))/>
                    <Step place=Place::Scores href="#/scores" name="Scores" state=Signal::derive(scores_state)/>
                    <Step place=Place::Compare href="#/compare" name="Compare" state=Signal::derive(compare_state)/>
                </nav>
                <StatusLine/>
            </div>
        </header>
    }
}

/// How many are answered: by the run, or else in the predictions shown.
fn answers_state(session: Session) -> String {
    let run = session.answers.view.with(|view| {
        let run = view.run.as_ref()?;
        let so_far = format!("{}/{}", run.n_done, run.n_items);
        Some(match (run.stage, session.state.get()) {
            (Stage::Running | Stage::Lost, State::Paused) => "paused".to_owned(),
            (Stage::Running | Stage::Lost, _) => format!("running {so_far}"),
            (Stage::Paused, _) => "paused".to_owned(),
            (Stage::Interrupted, _) => format!("interrupted {so_far}"),
            (Stage::Ended | Stage::Done, _) => answered(run.n_done.saturating_sub(run.n_failed)),
        })
    });
    let of_scores = || {
        session.scores.with(|scores| {
            let counts = scores.as_ref()?.counts.iter();
            let replied = counts.filter(|(outcome, _)| outcome.has_reply());
            Some(answered(replied.map(|(_, n)| n).sum()))
        })
    };
    run.or_else(of_scores)
        .unwrap_or_else(|| "none yet".to_owned())
}

fn answered(n: u32) -> String {
    format!("{} answered", ui::grouped(n))
}

#[component]
fn Step(
    /// Where it leads.
    place: Place,
    /// The same as a hash.
    href: &'static str,
    /// Its name.
    name: &'static str,
    /// How it stands there, in a word or two.
    state: Signal<String>,
) -> impl IntoView {
    let session = Session::from_context();
    let step = NodeRef::<A>::new();
    // On a narrow screen the steps scroll: the one where the page is must be in view, also when it went there by itself.
    Effect::new(move |_| {
        if let (true, Some(step)) = (session.place.get() == place, step.get()) {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            options.set_inline(ScrollLogicalPosition::Nearest);
            step.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
    view! {
        <a class="step" node_ref=step href=href aria-current=move || (session.place.get() == place).then_some("page")>
            <b>{name}</b>
            <small>{state}</small>
        </a>
    }
}
