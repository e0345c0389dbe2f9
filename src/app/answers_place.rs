//! Answers: who is asked, how, what goes where, and how the run stands.

mod before;
mod by_hand;
mod connection;
mod controls;
mod elsewhere;
mod how;
mod key_field;
mod latest;
mod progress;
mod providers;
pub mod record;
mod schema;
mod try_out;
mod who;

use super::answerers::Answerer;
use super::arrivals::Arrivals;
use super::asks::Asks;
use super::session::Session;
use super::ui::message::Message;
use crate::protocol::Mode;
use before::Before;
use by_hand::ByHand;
use controls::{Controls, Stand};
use elsewhere::Elsewhere;
use how::How;
use latest::Latest;
use leptos::prelude::*;
use progress::Progress;
use providers::AllProviders;
use record::OpenRecord;
use schema::ReplyForm;
use try_out::TryOut;
use who::Who;

/// The place where questions are answered.
#[component]
pub fn AnswersPlace() -> impl IntoView {
    let session = Session::from_context();
    let form = session.answers.form;
    let is_evaluation = Memo::new(move |_| form.with(|form| form.mode == Mode::Evaluation));
    // A baseline's answers have the form they have.
    let has_form = Memo::new(move |_| {
        !is_evaluation.get() && !matches!(session.answers.answerer(), Answerer::Baseline(_))
    });
    let can_try = Memo::new(move |_| {
        let is_server = matches!(session.answers.answerer(), Answerer::Server(_));
        is_server && !is_evaluation.get() && session.view.with(|view| view.dataset.is_some())
    });
    view! {
        <Asks/>
        <Arrivals/>
        <div class="row answers-head">
            <h1>"Answers"</h1>
            <ModeChoice/>
        </div>
        <div class="answers" class:answers--evaluation=is_evaluation>
            <Show when=move || !is_evaluation.get()>
                <section class="sheet ask-form answers__who" aria-label="Who answers"><Who/></section>
            </Show>
            <Show when=move || has_form.get()>
                <section class="sheet ask-form answers__form" aria-label="Form of the reply"><ReplyForm/></section>
            </Show>
            <RunPanel/>
            // After the run, so that on a narrow screen what most leave as it is does not stand before the button.
            <Show when=move || !is_evaluation.get()>
                <section class="sheet ask-form answers__how" aria-label="How it is asked"><How/></section>
            </Show>
        </div>
        <Show when=move || can_try.get()><TryOut/></Show>
        <AllProviders/>
    }
}

/// ALUE's three modes.
#[component]
fn ModeChoice() -> impl IntoView {
    let session = Session::from_context();
    let mode = Memo::new(move |_| session.answers.form.with(|form| form.mode));
    let choose = move |event| {
        let chosen: String = event_target_value(&event);
        if let Some(mode) = Mode::ALL.into_iter().find(|mode| mode.key() == chosen) {
            session.fill(|form| form.mode = mode);
            session.tell_form();
        }
    };
    view! {
        <label class="field">
            <span class="field__label">"Mode"</span>
            <select data-testid="mode" prop:value=move || mode.get().key() on:change=choose>
                {Mode::ALL.map(|choice| view! {
                    <option value=choice.key() selected=move || mode.get() == choice>{label(choice)}</option>
                })}
            </select>
        </label>
    }
}

fn label(mode: Mode) -> &'static str {
    match mode {
        Mode::Inference => "inference: ask, do not score",
        Mode::Evaluation => "evaluation: score what is here",
        Mode::Both => "both: ask and score",
    }
}

/// The button that begins, the run itself, and its items.
#[component]
fn RunPanel() -> impl IntoView {
    let session = Session::from_context();
    let stand = Stand::of(session);
    let refused = Memo::new(move |_| session.answers.view.with(|view| view.refused.clone()));
    // Where nothing is asked, what was asked before is no matter.
    let is_asking = Memo::new(move |_| {
        session
            .answers
            .form
            .with(|form| form.mode != Mode::Evaluation)
    });
    let has_run = Memo::new(move |_| session.answers.stage.get().is_some() && is_asking.get());
    view! {
        <div class="stack answers__run">
            <section class="sheet run" tabindex="-1" aria-label="The run">
                <Show when=move || !stand.get().is_active><Before/></Show>
                <Controls stand/>
                <div class="stack notices">
                    {move || refused.get().into_iter().map(|problem| view! { <Message problem/> }).collect_view()}
                </div>
                <Show when=move || has_run.get()><Progress/></Show>
                <Elsewhere/>
            </section>
            <ByHand/>
            <Latest/>
            <OpenRecord/>
        </div>
    }
}
