//! Compare: which run is better, how sure that is, and on which questions they differ.

mod board;
mod differences;
mod flips;
mod pair;

use super::arrivals::Arrivals;
use super::asks::Asks;
use super::session::Session;
use board::Board;
use differences::Differences;
use flips::FlippedQuestions;
use leptos::prelude::*;
use pair::Pair;

/// The place where runs stand beside each other.
#[component]
pub fn ComparePlace() -> impl IntoView {
    let session = Session::from_context();
    let n_runs = Memo::new(move |_| session.view.with(|view| view.runs.len()));
    let has_dataset = Memo::new(move |_| session.view.with(|view| view.dataset.is_some()));
    let turn = Memo::new(move |_| session.view.with(|view| view.turn));
    // Asked again whenever the workspace is another; the worker scores only what it has not scored yet.
    Effect::new(move |_| {
        turn.get();
        if has_dataset.get() && n_runs.get() > 0 {
            session.compare(|_| {});
        }
    });
    // What nobody looks at is not drawn; whoever comes back has it gone on with.
    on_cleanup(move || session.stop_comparing());
    // Only runs that answer questions of the dataset stand on the board.
    let can_compare = Memo::new(move |_| {
        let is_known = session.comparing.is_known();
        let n_fitting = session.comparing.view.with(|view| view.board.len());
        has_dataset.get() && n_runs.get() > 1 && (!is_known || n_fitting > 1)
    });
    view! {
        <Asks/>
        <Arrivals/>
        <Show when=move || { n_runs.get() > 0 && has_dataset.get() } fallback=|| view! { <NothingYet/> }>
            <h1>"Compare runs"</h1>
            <Show when=move || can_compare.get() fallback=|| view! { <OneRun/> }>
                <Pair/>
            </Show>
            <Board/>
            <Show when=move || can_compare.get()>
                <FlippedQuestions/>
                <Differences/>
            </Show>
        </Show>
    }
}

/// What stands here without any run.
#[component]
fn NothingYet() -> impl IntoView {
    view! {
        <section class="sheet empty">
            <h1>"Nothing to compare yet"</h1>
            <p>"Two or more runs on the same dataset stand beside each other here: which is better, how sure that is, and which questions make the difference. Drop predictions files or result zips of one dataset, as many as you like at once, or ask two models."</p>
            <a class="button button--primary" href="#/data">"Open files"</a>
        </section>
    }
}

/// What stands here with one run only.
#[component]
fn OneRun() -> impl IntoView {
    view! {
        <section class="sheet empty">
            <p>"There is one run so far. Drop another predictions file or result zip on this page, or ask a model again with another prompt, and both stand beside each other here."</p>
            <a class="button button--primary" href="#/answers">"Ask a model"</a>
        </section>
    }
}
