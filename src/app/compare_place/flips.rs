//! The questions that one of two runs does better, with both answers side by side.

use crate::app::outcome_sign::sign;
use crate::app::session::{N_FLIPS, Session};
use crate::app::ui;
use crate::outcome::Outcome;
use crate::protocol::Flip;
use crate::rounding::one_decimal;
use leptos::prelude::*;

/// Both ways, a page at a time.
#[component]
pub fn FlippedQuestions() -> impl IntoView {
    let session = Session::from_context();
    let pair = Memo::new(move |_| session.comparing.view.with(|view| view.pair.clone()));
    let flips = session.comparing.flips;
    let is_gained = move || session.comparing.flips_query.with(|query| query.is_gained);
    let is_by_f1 = Memo::new(move |_| session.comparing.view.with(|view| view.measure == "f1"));
    let is_old = Memo::new(move |_| session.comparing.are_flips_old());
    let way = move |gained: bool, n: u32, name: String| {
        let how = match is_by_f1.get() {
            true => "with a better F1 in",
            false => "right only in",
        };
        let label = format!("{} {how} {name}", ui::counted(n, "question", "questions"));
        view! {
            <button
                class="button button--small"
                aria-pressed=move || (is_gained() == gained).to_string()
                on:click=move |_| session.look_at_flips(|query| { query.is_gained = gained; query.from = 0; })
            >{label}</button>
        }
    };
    let step = move |forward: bool| {
        session.look_at_flips(|query| {
            query.from = match forward {
                true => query.from + N_FLIPS,
                false => query.from.saturating_sub(N_FLIPS),
            };
        });
    };
    let place = move || flips.with(|flips| (flips.from, flips.rows.len() as u32, flips.total));
    view! {
        <section class="sheet flips" aria-label="Questions that make the difference">
            <h2>"Questions that make the difference"</h2>
            <div class="row">
                {move || pair.get().map(|pair| view! {
                    {way(true, pair.better.1, pair.names.1.clone())}
                    {way(false, pair.better.0, pair.names.0.clone())}
                })}
            </div>
            {move || is_by_f1.get().then(|| view! { <p class="faint">"Every question whose F1 is not the same in both, the largest difference first."</p> })}
            {move || (place().2 == 0 && !is_old.get()).then(|| view! { <p class="faint">"None."</p> })}
            <ul class="flips__list" class:stale=move || is_old.get() aria-busy=move || is_old.get().to_string()>
                {move || {
                    let flips = flips.get();
                    let names = flips.names;
                    flips.rows.into_iter().map(|flip| view! { <FlipCard flip names=names.clone() is_old/> }).collect_view()
                }}
            </ul>
            {move || {
                let (from, n, total) = place();
                (total > N_FLIPS).then(|| view! {
                    <div class="row">
                        <button class="button button--small" disabled={from == 0} on:click=move |_| step(false)>"Previous"</button>
                        <span class="faint">{format!("{}–{} of {}", from + 1, from + n, total)}</span>
                        <button class="button button--small" disabled={from + n >= total} on:click=move |_| step(true)>"Next"</button>
                    </div>
                })
            }}
        </section>
    }
}

#[component]
fn FlipCard(
    /// The question.
    flip: Flip,
    /// The names of the runs it is of.
    names: (String, String),
    /// Whether others are compared by now.
    is_old: Memo<bool>,
) -> impl IntoView {
    let gold = match flip.gold.is_empty() {
        true => "no answer".to_owned(),
        false => flip.gold,
    };
    view! {
        <li class="flip" data-testid=move || (!is_old.get()).then_some("flip") data-id=flip.id.clone()>
            <p class="flip__question">{flip.question}" "<small class="code">{flip.id.clone()}</small></p>
            <dl class="flip__answers">
                <dt>"Key"</dt><dd class="code">{gold}</dd>
                <dt>{names.0}</dt><Answer answer=flip.first f1=flip.f1.map(|f1| f1.0)/>
                <dt>{names.1}</dt><Answer answer=flip.second f1=flip.f1.map(|f1| f1.1)/>
            </dl>
        </li>
    }
}

#[component]
fn Answer(
    /// Its text and its class.
    answer: (String, Outcome),
    /// Its F1, 0 to 100, where the runs are compared by it.
    f1: Option<f64>,
) -> impl IntoView {
    let text = match answer.0.is_empty() {
        true => "(nothing)".to_owned(),
        false => answer.0,
    };
    let (sign, style, word) = sign(answer.1);
    view! {
        <dd>
            <span class=format!("mark {style}") title=word aria-label=word role="img">{sign}</span>" "
            <span class="code">{text}</span>
            {f1.map(|f1| view! { " "<small class="faint">{format!("F1 {}", one_decimal(f1))}</small> })}
        </dd>
    }
}
