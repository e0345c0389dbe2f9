//! Two runs: the difference in plain words, and the figures behind it.

use crate::app::session::Session;
use crate::compare::{chance, points};
use crate::protocol::{PairView, RunKey};
use crate::rounding::one_decimal;
use leptos::prelude::*;

/// Which two, by which figure, and what came of it.
#[component]
pub fn Pair() -> impl IntoView {
    let session = Session::from_context();
    let view = session.comparing.view;
    let pair = Memo::new(move |_| view.with(|view| view.pair.clone()));
    // While both are scored anew, they are still the two that were chosen.
    let runs = Memo::new(move |before: Option<&Option<(RunKey, RunKey)>>| {
        let now = pair.with(|pair| pair.as_ref().map(|pair| pair.runs));
        now.or(before.copied().flatten())
    });
    let swap = move |_| {
        let runs = runs.get_untracked();
        session.compare(|query| {
            (query.first, query.second) = (runs.map(|runs| runs.1), runs.map(|runs| runs.0));
        });
    };
    view! {
        <section class="sheet pair" aria-label="Two runs" aria-busy=move || pair.with(|pair| pair.as_ref().is_none_or(|pair| !pair.is_done)).to_string()>
            <div class="row pair__choice">
                <RunSelect label="First" testid="compare-first" chosen=Signal::derive(move || runs.get().map(|runs| runs.0))
                    choose=move |run| session.compare(|query| query.first = Some(run))/>
                <button class="button button--small" title="Swap first and second" aria-label="Swap first and second" disabled=move || runs.get().is_none() on:click=swap>"⇄"</button>
                <RunSelect label="Second" testid="compare-second" chosen=Signal::derive(move || runs.get().map(|runs| runs.1))
                    choose=move |run| session.compare(|query| query.second = Some(run))/>
                <MeasureSelect/>
            </div>
            {move || match pair.get() {
                None => view! { <p class="verdict" aria-live="polite">{move || scoring(session)}</p> }.into_any(),
                Some(pair) => view! { <Outcome pair=*pair/> }.into_any(),
            }}
        </section>
    }
}

fn scoring(session: Session) -> String {
    session.comparing.view.with(|view| match view.board.len() {
        0 => "Scoring the runs…".to_owned(),
        n => format!("Scoring the runs: {} of {n} done…", view.n_scored),
    })
}

#[component]
fn RunSelect(
    /// Which of the two.
    label: &'static str,
    /// Its hook.
    testid: &'static str,
    /// The chosen run.
    #[prop(into)]
    chosen: Signal<Option<RunKey>>,
    /// Called with another.
    choose: impl Fn(RunKey) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let session = Session::from_context();
    let runs = Memo::new(move |_| {
        session.comparing.view.with(|view| {
            let runs = view.board.iter().map(|row| (row.key, row.name.clone()));
            runs.collect::<Vec<_>>()
        })
    });
    let on_change = move |event| {
        let at: Option<usize> = event_target_value(&event).parse().ok();
        if let Some(run) =
            at.and_then(|at| runs.with_untracked(|runs| runs.get(at).map(|run| run.0)))
        {
            choose(run);
        }
    };
    view! {
        <label class="field field--stacked">
            <span class="field__label">{label}</span>
            <select data-testid=testid on:change=on_change>
                {move || runs.get().into_iter().enumerate().map(|(i, (key, name))| view! {
                    <option value=i.to_string() prop:selected=move || chosen.get() == Some(key)>{name}</option>
                }).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn MeasureSelect() -> impl IntoView {
    let session = Session::from_context();
    let view = session.comparing.view;
    let measures = Memo::new(move |_| view.with(|view| view.measures.clone()));
    let chosen = move || view.with(|view| view.measure.clone());
    view! {
        <label class="field field--stacked">
            <span class="field__label">"By"</span>
            <select
                data-testid="compare-metric"
                on:change=move |event| { let measure = event_target_value(&event); session.compare(|query| query.measure = measure); }
            >
                {move || measures.get().into_iter().map(|(key, label)| {
                    let is_chosen = { let key = key.clone(); move || chosen() == key };
                    view! { <option value=key prop:selected=is_chosen>{label}</option> }
                }).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn Outcome(
    /// The two runs.
    pair: PairView,
) -> impl IntoView {
    let session = Session::from_context();
    let is_old = Memo::new(move |_| session.comparing.is_old());
    // What stands there while others are compared belongs to those before.
    let hook = move |name: &'static str| move || (!is_old.get()).then_some(name);
    let interval = pair.interval;
    let bound = |bound: Option<f64>| bound.map(|bound| bound.to_string());
    view! {
        <p class="verdict">{pair.sentence.clone()}</p>
        {pair.warning.clone().map(|warning| view! { <p class="pair__warning">{warning}</p> })}
        <dl class="figures" class:stale=move || is_old.get()>
            <div class="figure">
                <dt>"Difference"</dt>
                <dd>
                    <span class="figure__value" data-testid=hook("compare-delta") data-value=bound(pair.delta)>{points(pair.delta)}</span>
                    <small class="figure__note">
                        {match interval {
                            Some((low, high)) => view! {
                                <span title=pair.interval_words.clone()>
                                    "95 % interval "
                                    <span data-testid=hook("compare-low") data-value=bound(Some(low))>{points(Some(low))}</span>" to "
                                    <span data-testid=hook("compare-high") data-value=bound(Some(high))>{points(Some(high))}</span>
                                </span>
                            }.into_any(),
                            None if pair.is_done => view! { <span>{pair.interval_words.clone()}</span> }.into_any(),
                            None => view! { <span>"interval to come…"</span> }.into_any(),
                        }}
                    </small>
                    <small class="figure__note">"points, second minus first"</small>
                </dd>
            </div>
            <Score name=pair.names.0.clone() value=pair.scores.map(|scores| scores.0)/>
            <Score name=pair.names.1.clone() value=pair.scores.map(|scores| scores.1)/>
            <Chance pair=pair.clone() testid=Signal::derive(hook("compare-p"))/>
            <div class="figure">
                <dt>"Right in one only"</dt>
                <dd>
                    <span class="figure__value">
                        <span data-testid=hook("compare-only_first") data-value=pair.only.0.to_string()>{pair.only.0}</span>" : "
                        <span data-testid=hook("compare-only_second") data-value=pair.only.1.to_string()>{pair.only.1}</span>
                    </span>
                    <small class="figure__note">"questions, first : second"</small>
                    <small class="figure__note">{format!("of {} that both answered", pair.n_shared)}</small>
                </dd>
            </div>
        </dl>
    }
}

/// How often chance alone would give the difference: of several runs corrected for their number, with what it is by itself
/// beside it.
#[component]
fn Chance(
    /// The two runs.
    pair: PairView,
    /// The hook of the p of these two by themselves.
    testid: Signal<Option<&'static str>>,
) -> impl IntoView {
    let (p, n) = (pair.p, pair.n_compared);
    let value = p.map(|p| p.to_string());
    let shown = chance(pair.chance, pair.is_chance_done);
    let alone = p.map(|p| format!("p = {p:.4}"));
    view! {
        <div class="figure">
            <dt>"By chance alone"</dt>
            <dd>
                {match n > 1 {
                    false => view! {
                        <span class="figure__value" data-testid=testid data-value=value>{shown}</span>
                        <small class="figure__note">{alone}</small>
                    }.into_any(),
                    true => view! {
                        <span class="figure__value">{shown}</span>
                        <small class="figure__note">
                            {pair.chance.map(|p| format!("p = {p:.4}, "))}
                            {format!("corrected for {n} comparisons with the first (Holm); ")}
                            <span data-testid=testid data-value=value>{alone.unwrap_or("no p".to_owned())}</span>
                            " of these two by themselves"
                        </small>
                    }.into_any(),
                }}
                <small class="figure__note">{pair.test.clone()}</small>
            </dd>
        </div>
    }
}

#[component]
fn Score(
    /// The run's name.
    name: String,
    /// Its score, 0 to 100; `None` where there is none.
    value: Option<f64>,
) -> impl IntoView {
    view! {
        <div class="figure">
            <dt class="pair__name">{name}</dt>
            <dd>
                <span class="figure__value">{value.map_or("—".to_owned(), one_decimal)}</span>
                <small class="figure__note">"on what both answered"</small>
            </dd>
        </div>
    }
}
