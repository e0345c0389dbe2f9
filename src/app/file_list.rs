//! The open files, each with what it was understood as and what to know about it.

use super::session::Session;
use super::ui::message::Message;
use crate::dataset::About;
use crate::protocol::{FileKey, FileView, ReadAs, RunKey};
use leptos::prelude::*;

/// All open files.
#[component]
pub fn FileList() -> impl IntoView {
    let session = Session::from_context();
    let files = move || session.view.with(|view| view.files.clone());
    view! {
        <section class="sheet files" aria-label="Open files">
            <For each=files key=told let:file>
                <FileRow file/>
            </For>
        </section>
    }
}

/// All that is told of a file: a row is made anew only when that changes, so that what is open stays open and a message
/// is announced once.
fn told(file: &FileView) -> (FileKey, String) {
    let problems = file
        .problems
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>();
    (
        file.key,
        format!(
            "{}\n{}\n{}\n{:?}",
            file.kind,
            file.summary,
            problems.join("\n"),
            file.offers
        ),
    )
}

#[component]
fn FileRow(
    /// The file.
    file: FileView,
) -> impl IntoView {
    let session = Session::from_context();
    let key = file.key;
    let about = session.view.with_untracked(|view| {
        let dataset = view.dataset.as_ref().filter(|dataset| dataset.key == key);
        dataset.map(|dataset| dataset.about.clone())
    });
    let (sign, class, word) = if file.is_used {
        ("✓", "mark correct", "understood")
    } else {
        ("✗", "mark wrong", "not usable")
    };
    let name = file.name.clone();
    view! {
        <div class="file">
            <span class=class role="img" aria-label=word>{sign}</span>
            <b class="file__name">{file.name}<small>" "{(!file.is_answers).then(|| size(file.n_bytes))}</small></b>
            <span class="row">
                {file.is_answers.then(|| view! { <GoTo key/> })}
                <Remove key name is_answers=file.is_answers/>
            </span>
            <p class="file__about">
                {file.kind}
                {(!file.summary.is_empty()).then(|| view! { ": "<b>{file.summary}</b> })}
                "."
            </p>
            {about.map(|about| view! { <OwnWords about/> })}
            <div class="file__messages">
                {file.problems.into_iter().map(|problem| view! { <Message problem/> }).collect_view()}
                <OtherReadings key offers=file.offers/>
            </div>
        </div>
    }
}

/// How else the replies in a file can be read, a button each.
#[component]
pub fn OtherReadings(
    /// The file.
    key: FileKey,
    /// The other ways.
    offers: Vec<ReadAs>,
) -> impl IntoView {
    let session = Session::from_context();
    let button = move |read_as: ReadAs| {
        let hook = match read_as {
            ReadAs::Remembered => "read-as-remembered",
            ReadAs::AsIs => "read-as-is",
            ReadAs::Field(_) => "read-as-field",
            ReadAs::Batch { .. } => "read-as-batch",
            ReadAs::Together { .. } => "put-together",
            ReadAs::Apart { .. } => "keep-apart",
        };
        let label = read_as.label();
        view! {
            <button class="button button--small" data-testid=hook on:click=move |_| session.read_as(key, read_as.clone())>{label}</button>
        }
    };
    (!offers.is_empty()).then(|| {
        view! {
            <span class="row">{offers.into_iter().map(button).collect_view()}</span>
        }
    })
}

/// Leads to a run that was asked from here, finished or not: Answers goes on with the one that is shown.
#[component]
fn GoTo(
    /// The run.
    key: FileKey,
) -> impl IntoView {
    let session = Session::from_context();
    let run = RunKey { file: key, part: 0 };
    // One without a single answer has nothing to show.
    let is_shown = move || {
        session
            .view
            .with(|view| view.runs.iter().any(|known| known.key == run))
    };
    view! {
        <Show when=is_shown>
            <a class="button button--small" href="#/answers" on:click=move |_| session.select(run)>"Open in Answers"</a>
        </Show>
    }
}

/// Closes a file. Answers that were asked for from here are nowhere else: that is asked first.
#[component]
fn Remove(
    /// The file.
    key: FileKey,
    /// Its name.
    name: String,
    /// Whether it is a run that was asked from here.
    is_answers: bool,
) -> impl IntoView {
    let session = Session::from_context();
    let is_asking = RwSignal::new(false);
    let press = move |_| match !is_answers || is_asking.get_untracked() {
        true => session.remove(key),
        false => is_asking.set(true),
    };
    view! {
            <button class="button button--small" class:button--danger=is_asking aria-label=move || format!("{} {name}", if is_asking.get() { "Remove for good:" } else { "Remove" }) on:click=press>
                {move || if is_asking.get() { "Remove these answers for good" } else { "Remove" }}
            </button>
            <Show when=move || is_asking.get()>
                <button class="button button--small" on:click=move |_| is_asking.set(false)>"Keep"</button>
            </Show>
    }
}

/// What the dataset says about itself, in its own words.
#[component]
fn OwnWords(
    /// Its name, task and description, as far as it has them.
    about: About,
) -> impl IntoView {
    let parts = [
        ("Name", about.name),
        ("Task", about.task),
        ("Description", about.description),
    ];
    let told: Vec<_> = parts
        .into_iter()
        .filter_map(|(what, text)| Some((what, text?)))
        .collect();
    (!told.is_empty()).then(|| view! {
        <details class="file__own-words">
            <summary>"What the dataset says about itself"</summary>
            <dl>
                {told.into_iter().map(|(what, text)| view! { <dt class="faint">{what}</dt><dd>{text.trim().to_owned()}</dd> }).collect_view()}
            </dl>
        </details>
    })
}

/// A file's size as people read it: `12 KB`, `48.7 MB`.
fn size(n_bytes: f64) -> String {
    match n_bytes / 1024.0 {
        kb if kb < 1.0 => format!("{n_bytes:.0} bytes"),
        kb if kb < 1024.0 => format!("{kb:.0} KB"),
        kb => format!("{:.1} MB", kb / 1024.0),
    }
}
