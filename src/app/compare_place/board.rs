//! The board: every run with its figures, how it stands to the first, its name and note.

use crate::app::session::Session;
use crate::app::ui;
use crate::compare::{chance, points};
use crate::protocol::{BoardRow, RunKey, Standing};
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
    let has_others = Memo::new(move |_| rows.with(|rows| rows.len() > 1));
    let edited = RwSignal::new(None::<RunKey>);
    let asked = RwSignal::new(None::<RunKey>);
    view! {
        <section class="sheet board" aria-label="All runs">
            <h2>"All runs"</h2>
            <Show when=is_many>
                <p class="faint">"Against the first: points, and how often chance alone would give such a difference. With several runs one of them may look better by luck, so these are corrected for their number (Holm)."</p>
            </Show>
            <div class="board__scroll">
                <table class="figure-table board__table">
                    <thead>
                        <tr>
                            <th scope="col">"Run"</th>
                            {move || keys.get().into_iter().map(|key| view! { <th scope="col" class="number">{label(key).0.to_owned()}</th> }).collect_view()}
                            <th scope="col" class="number">"Answered"</th>
                            {move || has_others.get().then(|| view! { <th scope="col" class="number">"Against the first"</th> })}
                            <th scope="col"><span class="unseen">"Change"</span></th>
                        </tr>
                    </thead>
                    <tbody>
                        {move || {
                            let first = first.get();
                            let keys = keys.get();
                            rows.get().into_iter().map(|row| view! { <Row is_first={Some(row.key) == first} row keys=keys.clone() edited asked has_others/> }).collect_view()
                        }}
                    </tbody>
                </table>
            </div>
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
    /// The run that is to be deleted, once that is confirmed.
    asked: RwSignal<Option<RunKey>>,
    /// Whether there is another run.
    has_others: Memo<bool>,
) -> impl IntoView {
    let session = Session::from_context();
    let key = row.key;
    let figure = |key: &str| {
        row.figures
            .iter()
            .find(|(known, _)| known == key)
            .map(|(key, value)| shown(key, *value))
    };
    let against = match is_first {
        true => "the first".to_owned(),
        false => standing(row.against.as_ref()),
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
            {move || has_others.get().then(|| view! { <td class="number" data-label="Against the first">{against.clone()}</td> })}
            <td>
                <div class="row board__acts">
                    <a class="button button--small" href="#/scores" on:click=show>"Scores"</a>
                    <button class="button button--small" data-rename=mark(key) aria-label=format!("Rename {}", row.name) on:click=move |_| edit(edited, key)>"Rename"</button>
                    <Delete key name=row.name.clone() also=row.also.clone() asked/>
                </div>
            </td>
        </tr>
        <Show when=move || edited.get() == Some(key)>
            <tr><td colspan="7"><Edit key name=name.clone() note=note.clone() edited/></td></tr>
        </Show>
    }
}

/// How a run stands to the first, in a cell.
fn standing(standing: Option<&Standing>) -> String {
    let Some(standing) = standing else {
        return "…".to_owned();
    };
    let points = points(standing.delta);
    match (standing.n_shared, standing.chance) {
        (0, _) => "none in common".to_owned(),
        (1, _) => format!("{points}, too few in common"),
        (_, p) => format!("{points}, {}", chance(p, standing.is_done)),
    }
}

/// Moves the keyboard's focus once the page is drawn.
fn focus_soon(selector: String) {
    request_animation_frame(move || ui::focus(&selector));
}

/// What names the run's buttons.
fn mark(key: RunKey) -> String {
    format!("{}-{}", key.file, key.part)
}

fn edit(edited: RwSignal<Option<RunKey>>, key: RunKey) {
    edited.set(Some(key));
    focus_soon(".board__edit input".to_owned());
}

/// Closes the run's files, once that is confirmed, with what else goes.
#[component]
fn Delete(
    /// The run.
    key: RunKey,
    /// Its name.
    name: String,
    /// What else is lost with it; empty where nothing is.
    also: String,
    /// The run that is to be deleted, once that is confirmed.
    asked: RwSignal<Option<RunKey>>,
) -> impl IntoView {
    let session = Session::from_context();
    let label = format!("Delete {name}");
    let ask = move |_| {
        asked.set(Some(key));
        focus_soon(".board__keep".to_owned());
    };
    let keep = move |_| {
        asked.set(None);
        focus_soon(format!("[data-delete='{}']", mark(key)));
    };
    let delete = move |_| {
        asked.set(None);
        session.remove_run(key);
        ui::focus_main();
    };
    view! {
        {move || match asked.get() == Some(key) {
            false => view! { <button class="button button--small" data-delete=mark(key) aria-label=label.clone() on:click=ask>"Delete"</button> }.into_any(),
            true => view! {
                {(!also.is_empty()).then(|| view! { <p class="board__also" role="status">{also.clone()}</p> })}
                <button class="button button--small button--danger" on:click=delete>"Yes, delete"</button>
                <button class="button button--small board__keep" on:click=keep>"Keep"</button>
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
    let close = move || {
        edited.set(None);
        focus_soon(format!("[data-rename='{}']", mark(key)));
    };
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        close();
        session.label(key, name.get_untracked(), note.get_untracked());
    };
    view! {
        <form class="row board__edit" on:submit=save>
            <label class="field field--stacked"><span class="field__label">"Name"</span>
                <input type="text" maxlength="200" prop:value=name on:input=move |event| name.set(event_target_value(&event))/></label>
            <label class="field field--stacked"><span class="field__label">"Note"</span>
                <input type="text" maxlength="1000" prop:value=note on:input=move |event| note.set(event_target_value(&event))/></label>
            <button class="button button--small button--primary">"Save"</button>
            <button type="button" class="button button--small" on:click=move |_| close()>"Cancel"</button>
        </form>
    }
}
