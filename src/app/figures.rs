//! The figures: a few large ones with their intervals, and all of them in a table.

use super::session::Session;
use super::ui;
use crate::protocol::ScoresView;
use crate::report::labels::label;
use crate::report::shown;
use crate::rounding::percent;
use crate::settings::Profile;
use leptos::prelude::*;

/// Keys shown large, in order; as many as there are, up to four.
const LARGE: [&str; 9] = [
    "exact",
    "exact_match",
    "accuracy",
    "f1",
    "answered_exact",
    "answered_accuracy",
    "strict_accuracy",
    "NoAns_exact",
    "list_f1",
];

fn large(scores: &ScoresView) -> Vec<(String, f64)> {
    let has = |key: &str| {
        scores
            .metrics
            .iter()
            .find(|(known, _)| known == key)
            .cloned()
    };
    // Beside these stand how often none is stated and how often an answer is not in the text.
    let n = if scores.none_stated.is_some() { 3 } else { 4 };
    LARGE.iter().filter_map(|key| has(key)).take(n).collect()
}

fn note(scores: &ScoresView, key: &str) -> String {
    let value = |key: &str| {
        scores
            .metrics
            .iter()
            .find(|(known, _)| known == key)
            .map_or(0.0, |(_, value)| *value) as u32
    };
    match key {
        "answered_exact" | "answered_f1" | "answered_accuracy" => {
            format!(
                "{} of {} have a reply",
                ui::grouped(value("answered")),
                ui::grouped(value("total"))
            )
        }
        "NoAns_exact" => ui::counted(
            value("NoAns_total"),
            "question without an answer",
            "questions without an answer",
        ),
        "strict_accuracy" => "the reply is the letter alone".to_owned(),
        "list_f1" => "members in any order; our own figure".to_owned(),
        _ => format!(
            "of {} asked",
            ui::counted(value("total"), "question", "questions")
        ),
    }
}

/// The large figures.
#[component]
pub fn Figures() -> impl IntoView {
    let session = Session::from_context();
    let figures = move || {
        session.scores.with(|scores| {
            scores
                .as_ref()
                .map(|scores| {
                    large(scores)
                        .into_iter()
                        .map(|(key, value)| {
                            let note = note(scores, &key);
                            let as_alue = scores
                                .as_alue
                                .iter()
                                .find(|(known, _)| *known == key)
                                .map(|(key, value)| shown(key, *value));
                            (key, value, note, as_alue)
                        })
                        .collect::<Vec<_>>()
                })
                .unwrap_or_default()
        })
    };
    view! {
        <dl class="figures">
            {move || figures().into_iter().map(|(key, value, note, as_alue)| view! {
                <div class="figure">
                    <dt title=label(&key).1.to_owned()>{label(&key).0.to_owned()}</dt>
                    <dd>
                        <span class="figure__value" data-testid=format!("metric-{key}") data-value=value.to_string()>{shown(&key, value)}</span>
                        <small class="figure__note"><IntervalNote key=key.clone()/></small>
                        <small class="figure__note">{note}</small>
                        {as_alue.map(|value| view! { <small class="figure__note figure__note--alue">"as ALUE prints it: "{value}</small> })}
                    </dd>
                </div>
            }).collect_view()}
            <NoneStated/>
            <NotInContext/>
        </dl>
    }
}

/// How the questions went whose key says that none is stated; the page's own grouping, in no result file.
#[component]
fn NoneStated() -> impl IntoView {
    let session = Session::from_context();
    // SQuAD's profiles have a figure of their own for questions without an answer.
    let of_alue = |scores: &ScoresView| {
        scores
            .none_stated
            .filter(|_| scores.settings.profile == Profile::Alue)
    };
    let none_stated = move || {
        session
            .scores
            .with(|scores| scores.as_ref().and_then(|scores| of_alue(scores)))
    };
    move || {
        none_stated().map(|(n, n_exact)| view! {
            <div class="figure">
                <dt>"None stated"</dt>
                <dd>
                    <span class="figure__value">{percent(n_exact.into(), n.into())}</span>
                    <small class="figure__note"></small>
                    <small class="figure__note">"exact, "{ui::counted(n, "question", "questions")}" whose key says none"</small>
                </dd>
            </div>
        })
    }
}

/// How many answers their context does not have at all, once that is counted; in no result file.
#[component]
fn NotInContext() -> impl IntoView {
    let session = Session::from_context();
    move || {
        session.not_in_context.get().map(|n| view! {
            <div class="figure">
                <dt>"Not in the text"</dt>
                <dd>
                    <span class="figure__value">{n}</span>
                    <small class="figure__note"></small>
                    <small class="figure__note">"answers that do not occur in their context, ignoring case, spaces and hyphens"</small>
                </dd>
            </div>
        })
    }
}

/// The interval of one figure, when it has arrived.
#[component]
fn IntervalNote(
    /// The metric's key.
    key: String,
) -> impl IntoView {
    let session = Session::from_context();
    move || {
        session.intervals.with(|intervals| {
            intervals.iter().find(|interval| interval.key == key).map(|interval| {
                let low = shown(&interval.key, interval.low);
                let high = shown(&interval.key, interval.high);
                view! {
                    <span title=format!("95 % interval: {}. With other questions of the same kind, the score would likely lie in here", interval.method)>
                        "95 % interval "{low}" – "{high}
                    </span>
                }
            })
        })
    }
}

/// Every other figure, small.
#[component]
pub fn FigureTable() -> impl IntoView {
    let session = Session::from_context();
    let rows = move || {
        session.scores.with(|scores| {
            scores
                .as_ref()
                .map(|scores| {
                    let large = large(scores);
                    scores
                        .metrics
                        .iter()
                        .filter(|(key, _)| !large.iter().any(|(known, _)| known == key))
                        .cloned()
                        .collect::<Vec<_>>()
                })
                .unwrap_or_default()
        })
    };
    let as_alue = move |key: &str| {
        session.scores.with(|scores| {
            scores.as_ref().and_then(|scores| {
                scores
                    .as_alue
                    .iter()
                    .find(|(known, _)| known == key)
                    .map(|(key, value)| shown(key, *value))
            })
        })
    };
    let n_asked = move || {
        session.scores.with(|scores| {
            let total = scores
                .as_ref()?
                .metrics
                .iter()
                .find(|(key, _)| key == "total")?
                .1;
            Some(total as u32)
        })
    };
    let how_sure = move || {
        let mut methods: Vec<String> = session.intervals.with(|intervals| {
            intervals
                .iter()
                .map(|interval| interval.method.clone())
                .collect()
        });
        methods.sort();
        methods.dedup();
        let mut told = match methods.is_empty() {
            true => String::new(),
            false => how_made(&methods.join(", ")),
        };
        if let Some(why) = session.why_no_interval.get() {
            told.push_str(&format!(" Where a figure has no interval: {why}."));
        }
        if n_asked().is_some_and(|n| n < 30) {
            told.push_str(" With fewer than 30 questions every figure here is rough: a few other questions could change it much.");
        }
        told
    };
    view! {
        <section class="sheet more-figures" aria-label="All figures">
            <h2>"All figures"</h2>
            <table class="figure-table" aria-label="All figures">
                <thead><tr><th scope="col">"Figure"</th><th scope="col" class="number">"Value"</th><th scope="col">"What it is"</th></tr></thead>
                <tbody>
                    {move || rows().into_iter().map(|(key, value)| view! {
                        <tr>
                            <th scope="row">{label(&key).0.to_owned()}" "<code class="faint">{key.clone()}</code></th>
                            <td class="number" data-testid=format!("metric-{key}") data-value=value.to_string()>
                                {shown(&key, value)}
                                <small class="figure-table__interval"><IntervalNote key=key.clone()/></small>
                            </td>
                            <td class="faint">{label(&key).1}{as_alue(&key).map(|value| format!(" · as ALUE prints it: {value}"))}</td>
                        </tr>
                    }).collect_view()}
                </tbody>
            </table>
            <p class="faint">{how_sure}</p>
        </section>
    }
}

/// How the intervals were made, and what that means.
fn how_made(method: &str) -> String {
    let why = if method.contains("contexts") {
        " Contexts are drawn rather than questions, because questions about one passage are not independent."
    } else {
        ""
    };
    format!("Intervals are 95 %: {method}.{why}")
}
