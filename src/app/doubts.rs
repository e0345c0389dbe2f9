//! Questions whose key looks doubtful: the button that marks one, the sign in the table, and the score without them.
//!
//! Deliberately absent: any change of the figures; what is marked only stands beside them.

use super::session::Session;
use super::ui;
use crate::protocol::{DoubtsView, Pick};
use crate::report::labels::label;
use crate::report::shown;
use leptos::prelude::*;

/// A flag; a question mark stands for an unparsed reply.
const SIGN: &str = "⚑";

/// Marks the open question, or takes its mark off.
#[component]
pub fn DoubtToggle(
    /// Its place in the dataset.
    index: u32,
    /// Its id.
    id: String,
) -> impl IntoView {
    let session = Session::from_context();
    let is_marked = Memo::new(move |_| session.is_doubtful(index));
    let press = move |_| session.doubt(index, id.clone(), !is_marked.get_untracked());
    view! {
        <div class="doubt">
            <button class="button button--small doubt__button" data-testid="doubt" aria-pressed=move || is_marked.get().to_string() on:click=press>
                <span class="doubt__sign" aria-hidden="true">{move || if is_marked.get() { "✓" } else { SIGN }}</span>
                "The key looks doubtful"
            </button>
            <small class="faint">
                "For a gold answer that seems wrong or debatable. The score stays as it is; Scores also shows it without the marked questions. Press again to take the mark off."
            </small>
        </div>
    }
}

/// The sign of a marked question in the table.
#[component]
pub fn DoubtSign(
    /// Its place in the dataset.
    index: u32,
) -> impl IntoView {
    let session = Session::from_context();
    let words = "the key is marked as doubtful";
    move || {
        session.is_doubtful(index).then(|| {
            view! {
                <span class="doubt-sign" role="img" aria-label=words title=words>{SIGN}</span>
            }
        })
    }
}

/// The score as it is and without the marked questions, side by side; nothing where none is marked.
#[component]
pub fn Without() -> impl IntoView {
    let session = Session::from_context();
    let has_any = Memo::new(move |_| session.doubts.with(|doubts| !doubts.marked.is_empty()));
    let n_cleared = Memo::new(move |_| session.doubts.with(|doubts| doubts.n_cleared));
    // The pressed button goes away: the keyboard's focus goes to the one that takes its place.
    let is_pressed = StoredValue::new(false);
    Effect::new(move |_| {
        n_cleared.track();
        has_any.track();
        if is_pressed.get_value() {
            is_pressed.set_value(false);
            request_animation_frame(|| ui::focus(".without button"));
        }
    });
    let take_back = move |_| {
        is_pressed.set_value(true);
        session.take_back_doubts();
    };
    view! {
        <Show when=move || has_any.get()><Beside is_pressed/></Show>
        <Show when=move || { n_cleared.get() > 0 }>
            <p class="without without--cleared" role="status">
                {move || format!("{} taken off. ", ui::counted(n_cleared.get(), "mark of a doubtful key was", "marks of doubtful keys were"))}
                <button class="link" on:click=take_back>"Put back"</button>
            </p>
        </Show>
    }
}

#[component]
fn Beside(
    /// Set when a button is pressed that goes away by it.
    is_pressed: StoredValue<bool>,
) -> impl IntoView {
    let session = Session::from_context();
    let doubts = session.doubts;
    let n = move || doubts.with(|doubts| doubts.n);
    // The first figure is the headline's.
    let value = move || {
        doubts.with(|doubts| {
            let (_, _, left) = doubts.figures.first()?;
            left.map(|left| left.to_string())
        })
    };
    let is_picked = Memo::new(move |_| session.is_picked(&Pick::Doubtful));
    let show = move |_| {
        let is_on = !is_picked.get_untracked();
        session.toggle_pick(Pick::Doubtful);
        if is_on {
            ui::go_to(".questions-window");
        }
    };
    let clear = move |_| {
        is_pressed.set_value(true);
        session.clear_doubts();
    };
    view! {
        <div class="without" data-testid="without" data-n=move || n().to_string() data-value=value role="group" aria-label="Without the questions whose key looks doubtful">
            <table class="without__table">
                <thead><tr>
                    <td></td>
                    <th scope="col">"As scored"</th>
                    <th scope="col">{move || format!("Without {}", ui::counted(n(), "doubtful key", "doubtful keys"))}</th>
                </tr></thead>
                <tbody>{move || doubts.with(|doubts| rows(doubts)).into_iter().map(|(name, all, left)| view! {
                    <tr><th scope="row">{name}</th><td>{all}</td><td>{left}</td></tr>
                }).collect_view()}</tbody>
            </table>
            <div class="without__more">
                <p class="faint">{move || doubts.with(|doubts| told(doubts))}</p>
                <div class="row">
                    <button class="button button--small" on:click=show>{move || if is_picked.get() { "Show all questions" } else { "Show them" }}</button>
                    <button class="button button--small" on:click=clear>"Clear the marks"</button>
                </div>
            </div>
        </div>
    }
}

/// What is called how, as it is, and without the marked.
fn rows(doubts: &DoubtsView) -> Vec<(String, String, String)> {
    let row = |(key, all, left): &(String, f64, Option<f64>)| {
        let left = left.map_or("—".to_owned(), |left| shown(key, left));
        (label(key).0.to_owned(), shown(key, *all), left)
    };
    let mut rows: Vec<_> = doubts.figures.iter().map(row).collect();
    let n_left = doubts.n_asked.saturating_sub(doubts.n);
    rows.push((
        "Questions".to_owned(),
        ui::grouped(doubts.n_asked),
        ui::grouped(n_left),
    ));
    rows
}

/// What to know of the two columns.
fn told(doubts: &DoubtsView) -> String {
    let n_marked = doubts.marked.len() as u32;
    let mut told = match doubts.n {
        0 => "None of the marked questions was asked in this run.".to_owned(),
        n if n >= doubts.n_asked => {
            "Every question asked is marked, so none is left to score.".to_owned()
        }
        _ => "The score as it is stays the official one.".to_owned(),
    };
    if doubts.n > 0 && n_marked > doubts.n {
        let more = ui::counted(
            n_marked - doubts.n,
            "more marked question was",
            "more marked questions were",
        );
        told.push_str(&format!(" {more} not asked in this run."));
    }
    told
}
