//! Every question, in a table that renders only the rows in view: smooth at 130,000.

use super::doubts::DoubtSign;
use super::outcome_sign::sign;
use super::session::Session;
use super::ui;
use crate::protocol::{RowView, RowsQuery, Sort};
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, ScrollIntoViewOptions, ScrollLogicalPosition};

/// Rows drawn beyond the visible ones on either side, so that scrolling does not show gaps.
const BEYOND: u32 = 12;

/// The table with its search box.
#[component]
pub fn QuestionTable() -> impl IntoView {
    let session = Session::from_context();
    let total = move || session.rows.with(|rows| rows.total);
    let is_nothing_found = move || {
        total() == 0
            && session.query.with(|query| {
                !query.search.is_empty() || !query.classes.is_empty() || query.pick.is_some()
            })
    };
    let is_waiting = Memo::new(move |_| session.rows.with(|rows| rows.is_waiting));
    let pick = Memo::new(move |_| session.query.with(|query| query.pick.clone()));
    let title = move || {
        let classes = session.query.with(|query| query.classes.clone());
        match classes.as_slice() {
            [one] => format!(
                "{} {}",
                ui::counted(total(), "question", "questions"),
                sign(*one).2
            ),
            _ => ui::counted(total(), "question", "questions"),
        }
    };
    view! {
        <section class="stack questions-part" aria-label="Questions">
            <div class="row spread">
                <h2 aria-live="polite">{title}</h2>
                <div class="row">
                    <Show when=move || session.query.with(|query| !query.classes.is_empty())>
                        <button class="button button--small" on:click=move |_| session.look_for(|query| { query.classes.clear(); query.from = 0; })>"Show all"</button>
                    </Show>
                    <label class="field">
                        <span class="field__label">"Find"</span>
                        <input
                            type="search"
                            placeholder="text, id or answer"
                            prop:value=move || session.query.with(|query| query.search.clone())
                            on:input=move |event| {
                                let search = event_target_value(&event);
                                session.look_for(|query| { query.search = search; query.from = 0; });
                            }
                        />
                    </label>
                </div>
            </div>
            {move || pick.get().map(|pick| view! {
                <p class="questions-pick" data-testid="filter">
                    <span>"Only: "<b>{pick.words()}</b></span>
                    <button class="link" on:click=move |_| session.toggle_pick(pick.clone())>"Show all questions"</button>
                </p>
            })}
            <Show when=is_nothing_found>
                <p class="sheet questions-none">
                    <Show when=move || !is_waiting.get() fallback=|| "Finding these questions …">
                        "No question matches. "
                        <button class="link" on:click=move |_| session.show_all()>"Show all questions"</button>
                    </Show>
                </p>
            </Show>
            <Window/>
        </section>
    }
}

/// The scrolling window onto the rows.
#[component]
fn Window() -> impl IntoView {
    let session = Session::from_context();
    let window = NodeRef::<Div>::new();
    let is_letters = move || session.is_multiple_choice();
    let n_columns = move || if is_letters() { 4 } else { 5 };
    let row_height = RwSignal::new(56.0);
    let look = move || {
        // A frame may come after the table has gone.
        let Some(window) = window.try_get_untracked().flatten() else {
            return;
        };
        if let Ok(Some(row)) = window.query_selector("tr.question") {
            let height = row.get_bounding_client_rect().height();
            if height > 1.0 && (height - row_height.get_untracked()).abs() > 0.5 {
                row_height.set(height);
            }
        }
        let height = row_height.get_untracked();
        let first = (f64::from(window.scroll_top()) / height) as u32;
        let visible = (f64::from(window.client_height()) / height) as u32 + 1;
        let from = first.saturating_sub(BEYOND);
        let (drawn_from, drawn_to, total) = session
            .rows
            .with_untracked(|rows| (rows.from, rows.from + rows.rows.len() as u32, rows.total));
        let is_drawn = drawn_from <= first && (first + visible).min(total) <= drawn_to;
        if !is_drawn {
            session.look_for(|query| {
                query.from = from;
                query.n = visible + 2 * BEYOND;
            });
        }
    };
    // Arrows go from question to question, Escape closes; the rows themselves are no stops for Tab.
    let press = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "ArrowDown" | "Enter" if session.item.with_untracked(Option::is_none) => {
                let first = session
                    .rows
                    .with_untracked(|rows| rows.rows.first().map(|row| row.index));
                if let Some(first) = first {
                    session.open_item(first);
                }
            }
            "ArrowDown" => session.step_item(1),
            "ArrowUp" => session.step_item(-1),
            "Escape" => session.close_item(),
            _ => return,
        }
        event.prevent_default();
    };
    // The open question stays in sight.
    Effect::new(move |_| {
        if session.item.with(Option::is_some)
            && let Some(window) = window.get_untracked()
            && let Ok(Some(row)) = window.query_selector("tr[aria-current]")
        {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            row.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
    // A new order or filter starts at the top again.
    Effect::new(move |old: Option<RowsQuery>| {
        let looks = session.query.with(|query| RowsQuery {
            ticket: 0,
            from: 0,
            n: 0,
            ..query.clone()
        });
        if old.is_some_and(|old| old != looks)
            && let Some(window) = window.get_untracked()
        {
            window.set_scroll_top(0);
        }
        looks
    });
    // After the first rows are drawn their height is known.
    Effect::new(move |_| {
        session.rows.track();
        request_animation_frame(look);
    });
    let before = move || session.rows.with(|rows| f64::from(rows.from)) * row_height.get();
    let after = move || {
        session.rows.with(|rows| {
            f64::from(
                rows.total
                    .saturating_sub(rows.from + rows.rows.len() as u32),
            )
        }) * row_height.get()
    };
    view! {
        <div class="sheet questions-window" data-testid="rows" data-total=move || session.rows.with(|rows| rows.total.to_string()) node_ref=window on:scroll=move |_| look() on:keydown=press tabindex="0" role="region" aria-label="Questions: arrow keys go from one to the next, Escape closes">
            <table class="questions" class:questions--letters=is_letters aria-rowcount=move || session.rows.with(|rows| (rows.total + 1).to_string())>
                <thead>
                    <tr>
                        <SortHead sort=Sort::Outcome name="" label="Outcome"/>
                        <SortHead sort=Sort::Question name="Question" label="Question"/>
                        <th scope="col">"Gold"</th>
                        <th scope="col">"Prediction"</th>
                        <SortHead sort=Sort::F1 name="F1" label="F1"/>
                    </tr>
                </thead>
                <tbody>
                    <tr class="questions__gap" aria-hidden="true"><td colspan=n_columns style:height=move || format!("{}px", before())></td></tr>
                    <For each=move || session.rows.with(|rows| rows.rows.clone().into_iter().enumerate().map(|(i, row)| (rows.from + i as u32, row)).collect::<Vec<_>>()) key=|(position, row)| (*position, row.id.clone(), row.outcome, row.f1.to_bits(), row.question.clone(), row.gold.clone(), row.prediction.clone()) let:row>
                        <Row position=row.0 row=row.1/>
                    </For>
                    <tr class="questions__gap" aria-hidden="true"><td colspan=n_columns style:height=move || format!("{}px", after())></td></tr>
                </tbody>
            </table>
        </div>
    }
}

/// A column's head that orders the table.
#[component]
fn SortHead(
    /// The order it stands for.
    sort: Sort,
    /// What it shows; empty for the column of signs.
    name: &'static str,
    /// What it is called.
    label: &'static str,
) -> impl IntoView {
    let session = Session::from_context();
    let order = move || {
        session
            .query
            .with(|query| (query.sort == sort).then_some(query.is_descending))
    };
    let aria = move || match order() {
        Some(true) => "descending",
        Some(false) => "ascending",
        None => "none",
    };
    let arrow = move || match order() {
        Some(true) => " ↓",
        Some(false) => " ↑",
        None if name.is_empty() => "↕",
        None => "",
    };
    view! {
        <th scope="col" aria-sort=aria>
            <button class="link" aria-label=format!("Order by {label}") on:click=move |_| session.sort_by(sort)>{name}{arrow}</button>
        </th>
    }
}

/// One question.
#[component]
fn Row(
    /// Its position after filtering, from 0.
    position: u32,
    /// What it shows.
    row: RowView,
) -> impl IntoView {
    let session = Session::from_context();
    let index = row.index;
    let (sign, class, word) = sign(row.outcome);
    let is_open = move || {
        session
            .item
            .with(|item| item.as_ref().is_some_and(|item| item.index == index))
    };
    view! {
        <tr
            class="question"
            data-testid="row"
            data-id=row.id
            data-class=row.outcome.key()
            data-doubtful=move || session.is_doubtful(index).then_some("true")
            aria-rowindex=(position + 2).to_string()
            aria-current=move || is_open().then_some("true")
            on:click=move |_| session.open_item(index)
        >
            <td><span class=format!("mark {class}") role="img" aria-label=word title=word>{sign}</span><DoubtSign index/></td>
            <td class="question__text"><button class="question__open" tabindex="-1"><span class="clip">{row.question}</span></button></td>
            <td class="code question__gold"><span class="clip">{if row.gold.is_empty() { "(no answer)".to_owned() } else { row.gold }}</span></td>
            <td class="code question__prediction"><span class="clip">{if row.prediction.is_empty() { "—".to_owned() } else { row.prediction }}</span></td>
            <td class="question__f1 number">{format!("{:.2}", row.f1)}</td>
        </tr>
    }
}
