//! The board: every run with its figures, how it stands to the first, its name and note.

use super::{chance, signed};
use crate::app::session::Session;
use crate::app::ui;
use crate::protocol::{BoardRow, RunKey};
use crate::report::labels::label;
use crate::report::shown;
use leptos::prelude::*;

/// Figures shown of each run, in this order, where it has them.
const SHOWN: [&str; 4] = ["exact", "exact_match", "accuracy", "f1"];

/// All runs.
#[component]
pub fn Board() -> impl IntoView {
    let session = Session::from_context();
    let rows = Memo::new(move |_| session.comparing.view.with(|view| view.board.clone()));
    let first = Memo::new(move |_| {
        session
            .comparing
            .view
            .with(|view| view.pair.as_ref().map(|pair| pair.runs.0))
    });
    let keys = Memo::new(move |_| {
        rows.with(|rows| {
            let has = |key: &&str| {
                rows.iter()
                    .any(|row| row.figures.iter().any(|(known, _)| known == key))
            };
            SHOWN.into_iter().filter(has).collect::<Vec<_>>()
        })
    });
    let is_many = move || rows.with(|rows| rows.len() > 2);
    let edited = RwSignal::new(None::<RunKey>);
    view! {
        <section class="sheet board" aria-label="All runs">
            <h2>"All runs"</h2>
            <div class="board__scroll">
                <table class="figure-table board__table">
                    <thead>
                        <tr>
                            <th scope="col">"Run"</th>
                            {move || keys.get().into_iter().map(|key| view! { <th scope="col" class="number">{label(key).0.to_owned()}</th> }).collect_view()}
                            <th scope="col" class="number">"Answered"</th>
                            <th scope="col" class="number">"Against the first"</th>
                            <th scope="col"><span class="unseen">"Change"</span></th>
                        </tr>
                    </thead>
                    <tbody>
                        {move || {
                            let first = first.get();
                            let keys = keys.get();
                            rows.get().into_iter().map(|row| view! { <Row is_first={Some(row.key) == first} row keys=keys.clone() edited/> }).collect_view()
                        }}
                    </tbody>
                </table>
            </div>
            <Show when=is_many>
                <p class="faint">"Against the first: points, and how often chance alone would give such a difference. With several runs one of them may look better by luck, so these are corrected for their number (Holm)."</p>
            </Show>
        </section>
    }
}

#[component]
fn Row(
    /// The run.
    row: BoardRow,
    /// Which figures are shown.
    keys: Vec<&'static str>,
    /// Whether the others are measured against it.
    is_first: bool,
    /// The run whose name is being edited.
    edited: RwSignal<Option<RunKey>>,
) -> impl IntoView {
    let session = Session::from_context();
    let key = row.key;
    let figure = |key: &str| {
        row.figures
            .iter()
            .find(|(known, _)| known == key)
            .map(|(key, value)| shown(key, *value))
    };
    let against = match (&row.against, is_first) {
        (_, true) => "the first".to_owned(),
        (None, false) => "…".to_owned(),
        (Some((delta, None)), false) => signed(*delta),
        (Some((delta, p)), false) => format!("{}, {}", signed(*delta), chance(*p, true)),
    };
    let show = move |_| session.select(key);
    let cells = keys
        .iter()
        .map(|key| view! { <td class="number" data-label=label(key).0.to_owned()>{figure(key)}</td> })
        .collect_view();
    let (name, note) = (row.name.clone(), row.note.clone());
    view! {
        <tr data-testid="board-row" data-name=row.name.clone()>
            <th scope="row" class="board__name">
                {row.name.clone()}
                <small class="board__model">{(!row.model.is_empty()).then(|| row.model.clone())}</small>
                <small>{(!row.note.is_empty()).then(|| row.note.clone())}</small>
            </th>
            {cells}
            <td class="number" data-label="Answered">{format!("{} of {}", ui::grouped(row.n_answered.0), ui::grouped(row.n_answered.1))}</td>
            <td class="number" data-label="Against the first">{against}</td>
            <td>
                <div class="row board__acts">
                    <a class="button button--small" href="#/scores" on:click=show>"Scores"</a>
                    <button class="button button--small" aria-label=format!("Rename {}", row.name) on:click=move |_| edited.set(Some(key))>"Rename"</button>
                    <Delete key name=row.name.clone()/>
                </div>
            </td>
        </tr>
        <Show when=move || edited.get() == Some(key)>
            <tr><td colspan="7"><Edit key name=name.clone() note=note.clone() edited/></td></tr>
        </Show>
    }
}

/// Closes the run's file, once that is confirmed.
#[component]
fn Delete(
    /// The run.
    key: RunKey,
    /// Its name.
    name: String,
) -> impl IntoView {
    let session = Session::from_context();
    let is_asked = RwSignal::new(false);
    let label = format!("Delete {name}");
    view! {
        {move || match is_asked.get() {
            false => view! { <button class="button button--small" aria-label=label.clone() on:click=move |_| is_asked.set(true)>"Delete"</button> }.into_any(),
            true => view! {
                <button class="button button--small button--danger" on:click=move |_| session.remove(key.file)>"Yes, delete"</button>
                <button class="button button--small" on:click=move |_| is_asked.set(false)>"Keep"</button>
            }.into_any(),
        }}
    }
}

/// Name and note of a run.
#[component]
fn Edit(
    /// The run.
    key: RunKey,
    /// Its name so far.
    name: String,
    /// The note so far.
    note: String,
    /// The run whose name is being edited.
    edited: RwSignal<Option<RunKey>>,
) -> impl IntoView {
    let session = Session::from_context();
    let (name, note) = (RwSignal::new(name), RwSignal::new(note));
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        edited.set(None);
        session.label(key, name.get_untracked(), note.get_untracked());
    };
    view! {
        <form class="row board__edit" on:submit=save>
            <label class="field field--stacked"><span class="field__label">"Name"</span>
                <input type="text" maxlength="200" prop:value=name on:input=move |event| name.set(event_target_value(&event))/></label>
            <label class="field field--stacked"><span class="field__label">"Note"</span>
                <input type="text" maxlength="1000" prop:value=note on:input=move |event| note.set(event_target_value(&event))/></label>
            <button class="button button--small button--primary">"Save"</button>
            <button type="button" class="button button--small" on:click=move |_| edited.set(None)>"Cancel"</button>
        </form>
    }
}
