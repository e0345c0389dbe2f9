//! The page: a header with the places, the place itself, and everything that must always be there.

mod answerers;
mod answers_place;
mod arrivals;
mod asks;
mod charts;
mod compare_place;
mod copy_button;
mod data_place;
mod doubts;
mod figures;
mod file_list;
mod item_panel;
mod letters;
mod masthead;
mod normalizer_choice;
mod outcome_bar;
mod outcome_sign;
mod prompt_place;
mod question_choice;
mod question_table;
mod scores_place;
mod session;
mod status;
mod ui;

use crate::browser::{file, folder};
use crate::problem::Problem;
use leptos::ev;
use leptos::prelude::*;
use session::{Place, Session};
use ui::message::Message;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let session = Session::provide();
    take_files_everywhere(session);
    Effect::new(move |_| {
        let place = match session.place.get() {
            Place::Data => "Data",
            Place::Prompt => "Prompt",
            Place::Answers => "Answers",
            Place::Scores => "Scores",
            Place::Compare => "Compare",
        };
        document().set_title(&format!("{place} – Marksheet"));
    });
    view! {
        <a class="skip" href="#main" on:click=|event| { event.prevent_default(); ui::focus_main(); }>"Skip to content"</a>
        <masthead::Masthead/>
        <main class="page stack" tabindex="-1">
            <FilesInput/>
            <Troubles/>
            {move || match session.place.get() {
                Place::Data => view! { <data_place::DataPlace/> }.into_any(),
                Place::Prompt => view! { <prompt_place::PromptPlace/> }.into_any(),
                Place::Answers => view! { <answers_place::AnswersPlace/> }.into_any(),
                Place::Scores => view! { <scores_place::ScoresPlace/> }.into_any(),
                Place::Compare => view! { <compare_place::ComparePlace/> }.into_any(),
            }}
        </main>
    }
}

/// The one input that accepts every kind of file. Always there; buttons elsewhere open it.
#[component]
fn FilesInput() -> impl IntoView {
    let session = Session::from_context();
    view! {
        <input
            type="file"
            multiple
            class="files-input"
            tabindex="-1"
            data-testid="files"
            aria-label="Choose files: datasets, predictions, prompt templates, result zips"
            node_ref=session.files_input
            on:change=move |event| session.open(file::with_paths(file::chosen(&event_target(&event))))
        />
    }
}

/// What belongs to no file: a full store, a download that failed, a worker that had to be replaced.
#[component]
fn Troubles() -> impl IntoView {
    let session = Session::from_context();
    view! {
        <Show when=move || !session.told_here().is_empty()>
            <div class="sheet troubles">
                {move || session.told_here().into_iter().map(|problem| view! { <Message problem/> }).collect_view()}
                <button class="button" on:click=move |_| session.dismiss_troubles()>"Dismiss"</button>
            </div>
        </Show>
    }
}

/// Opens what was dropped; folders are walked first, and the page waits from the drop on.
fn open_dropped(session: Session, dropped: folder::Drop) {
    if dropped.folders.is_empty() {
        return session.open(dropped.files);
    }
    let arrival = session.expect_files(false);
    leptos::task::spawn_local(async move {
        let mut files = dropped.files;
        let (found, n_left_out) = folder::files_in(dropped.folders).await;
        files.extend(found);
        if files.is_empty() {
            session.tell_here(Problem::warning(
                "there is nothing in this folder that could be read",
            ));
        } else if n_left_out > 0 {
            session.tell_here(
                Problem::warning(format!("{n_left_out} files of the folder were left out"))
                    .hint("drop a folder with fewer files, or the files themselves"),
            );
        }
        arrival.arrived(files);
    });
}

/// Files dropped or pasted anywhere on the page are taken, so that a near miss never replaces the page by the file.
fn take_files_everywhere(session: Session) {
    let over = window_event_listener(ev::dragover, move |event| {
        if file::has_files(event.data_transfer().as_ref()) {
            event.prevent_default();
            session.is_hovering.set(true);
        }
    });
    let leave = window_event_listener(ev::dragleave, move |event| {
        if event.related_target().is_none() {
            session.is_hovering.set(false);
        }
    });
    let drop = window_event_listener(ev::drop, move |event| {
        session.is_hovering.set(false);
        if file::has_files(event.data_transfer().as_ref()) {
            event.prevent_default();
            open_dropped(session, folder::dropped(event.data_transfer()));
        }
    });
    let paste = window_event_listener(ev::paste, move |event| {
        if ui::is_editing() {
            return;
        }
        let transfer = event.clipboard_data();
        let text = transfer
            .as_ref()
            .and_then(|transfer| transfer.get_data("text/plain").ok());
        let mut files = file::transferred(transfer);
        if files.is_empty() {
            files.extend(
                text.filter(|text| !text.trim().is_empty())
                    .and_then(|text| file::from_text("pasted.txt", &text)),
            );
        }
        session.open(file::with_paths(files));
    });
    let hash = window_event_listener(ev::hashchange, move |_| session.follow_hash());
    on_cleanup(move || {
        over.remove();
        leave.remove();
        drop.remove();
        paste.remove();
        hash.remove();
    });
}
