//! How the run stands: the bar, the figures, the score so far.

use crate::app::session::{Session, State};
use crate::app::ui;
use crate::app::ui::message::Message;
use crate::browser::clock;
use crate::protocol::{AskedView, Cost, CostBy, LiveView, Mode, Stage};
use crate::report::shown;
use leptos::prelude::*;

/// The run under way, or the last one.
#[component]
pub fn Progress() -> impl IntoView {
    let session = Session::from_context();
    let view = session.answers.view;
    let of = move |read: fn(&AskedView) -> u32| view.with(|view| view.run.as_ref().map_or(0, read));
    let (n_items, n_done) = (move || of(|run| run.n_items), move || of(|run| run.n_done));
    let words = move |tell: fn(Session, &AskedView) -> String| {
        move || view.with(|view| view.run.as_ref().map(|run| tell(session, run)))
    };
    let told = Memo::new(move |_| view.with(|view| view.run.as_ref().map(|run| run.told.clone())));
    view! {
        <div class="progress">
            <p class="progress__head"><b>{words(|session, run| stage_word(session, run).to_owned())}</b>" "<span class="faint">{words(|_, run| run.who.clone())}{words(|_, run| of_other(run))}</span></p>
            <progress
                class="progress__bar"
                data-testid="progress"
                aria-label="Questions answered"
                aria-valuemin="0"
                aria-valuenow=move || n_done().to_string()
                aria-valuemax=move || n_items().to_string()
                max=move || n_items().max(1).to_string()
                value=move || n_done().to_string()
            ></progress>
            <p class="progress__figures" data-testid="progress-count">{words(|_, run| figures(run))}</p>
            <Spoken/>
            <Live/>
            <div class="stack notices">
                {move || told.get().into_iter().flatten().map(|problem| view! { <Message problem/> }).collect_view()}
            </div>
            <Over/>
        </div>
    }
}

/// Which dataset a run asked that is not in use.
fn of_other(run: &AskedView) -> String {
    match &run.other_dataset {
        None => String::new(),
        Some(dataset) => format!(", a run over {dataset}, which is not in use now"),
    }
}

fn stage_word(session: Session, run: &AskedView) -> &'static str {
    match run.stage {
        Stage::Running | Stage::Lost if session.state.get() == State::Paused => "Paused",
        Stage::Running => "Asking",
        Stage::Paused => "Paused",
        Stage::Lost => "Waiting for the connection",
        Stage::Interrupted => "Interrupted",
        Stage::Ended => "Stopped",
        Stage::Done => "Done",
    }
}

/// `120 of 240 · 3 failed · 45 a minute · 31 200 tokens in, 2 400 out · about 3 min left`
fn figures(run: &AskedView) -> String {
    let mut parts = vec![format!(
        "{} of {}",
        ui::grouped(run.n_done),
        ui::grouped(run.n_items)
    )];
    if run.n_failed > 0 {
        parts.push(format!("{} failed", ui::grouped(run.n_failed)));
    }
    parts.extend(
        run.rate
            .filter(|_| run.stage == Stage::Running)
            .map(|rate| format!("{rate:.0} a minute")),
    );
    let (sent, received) = run.n_tokens;
    if sent + received > 0.0 {
        parts.push(format!(
            "{} tokens in, {} out{}",
            ui::rounded(sent),
            ui::rounded(received),
            of_answers(run.n_counted)
        ));
    }
    parts.extend(run.cost.map(cost));
    let left = run.seconds_left.filter(|_| run.stage == Stage::Running);
    parts.extend(left.map(|seconds| format!("{} left", about(seconds))));
    parts.extend(
        run.waits
            .filter(|waits| *waits >= 1.0)
            .map(|waits| format!("asks again in {}", about(waits))),
    );
    parts.join(" · ")
}

/// What is left out of a sum: ` (of 7 of 9 answers)`; nothing where it is the sum of all.
fn of_answers((n, n_answers): (u32, u32)) -> String {
    match n < n_answers {
        true => format!(
            " (of {} of {} answers)",
            ui::grouped(n),
            ui::grouped(n_answers)
        ),
        false => String::new(),
    }
}

/// An amount of money, as exact as anybody reads it: `$0.12`, `$0.0031`.
pub fn dollars(usd: f64) -> String {
    match usd {
        d if d > 0.0 && d < 0.0001 => "less than $0.0001".to_owned(),
        d if d < 0.01 => format!("${d:.4}"),
        d if d < 1e6 => format!("${d:.2}"),
        d => format!("${} million", ui::rounded(d / 1e6)),
    }
}

/// What it cost so far, and who says so: `about $0.12 at your prices`.
fn cost(Cost { usd, by, of }: Cost) -> String {
    let amount = dollars(usd) + &of_answers(of);
    let amount = match by {
        CostBy::Server => return format!("{amount} by the server's own figures"),
        _ if usd < 0.0001 => amount,
        _ => format!("about {amount}"),
    };
    match by {
        CostBy::TypedPrompts => {
            format!("{amount} for prompts at your price; replies have none")
        }
        CostBy::TypedReplies => {
            format!("{amount} for replies at your price; prompts have none")
        }
        CostBy::Server | CostBy::Typed => format!("{amount} at your prices"),
    }
}

/// A duration as people say it: `about 40 s`, `about 3 min`, `about 2.5 h`.
fn about(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("about {s:.0} s"),
        s if s < 5_400.0 => format!("about {:.0} min", s / 60.0),
        s => format!("about {:.1} h", s / 3_600.0),
    }
}

/// For those who hear the page: at most every tenth of the run and every ten seconds, and when it stops or goes on.
#[component]
fn Spoken() -> impl IntoView {
    let session = Session::from_context();
    let spoken = RwSignal::new(String::new());
    Effect::new(move |before: Option<(Option<Stage>, u32, f64)>| {
        let (stage, tenth, text) = session
            .answers
            .view
            .with(|view| {
                let run = view.run.as_ref()?;
                let tenth = (u64::from(run.n_done) * 10)
                    .checked_div(run.n_items.into())
                    .unwrap_or(0);
                let text = format!(
                    "{}: {} of {}",
                    stage_word(session, run),
                    run.n_done,
                    run.n_items
                );
                Some((Some(run.stage), tenth as u32, text))
            })
            .unwrap_or_default();
        let now = clock::now();
        match before {
            Some((old, spoken_tenth, at))
                if old == stage && (spoken_tenth == tenth || now - at < 10_000.0) =>
            {
                (old, spoken_tenth, at)
            }
            // What stands here when the place is entered can be read; only changes are told.
            None => (stage, tenth, f64::NEG_INFINITY),
            Some(_) => {
                spoken.set(text);
                (stage, tenth, now)
            }
        }
    });
    view! { <p class="unseen" role="status">{spoken}</p> }
}

/// The score so far, large.
#[component]
fn Live() -> impl IntoView {
    let session = Session::from_context();
    let live = Memo::new(move |_| {
        session.answers.view.with(|view| {
            let run = view.run.as_ref()?;
            run.live
                .filter(|live| live.n_answers > 0)
                .map(|live| (live, run.stage.is_active()))
        })
    });
    let words = move |(live, is_active): (LiveView, bool)| {
        let LiveView {
            n,
            n_answers,
            n_exact,
            f1,
        } = live;
        let exact = shown("exact", 100.0 * f64::from(n_exact) / f64::from(n));
        let so_far = if is_active { " so far" } else { "" };
        let answers = match n_answers == n {
            true => ui::counted(n, "answer", "answers"),
            false => format!("{} of {} answered", ui::grouped(n_answers), ui::grouped(n)),
        };
        let note = match session.is_multiple_choice() {
            true => format!("right{so_far} · {answers}"),
            false => format!("exact{so_far} · F1 {} · {answers}", shown("f1", 100.0 * f1)),
        };
        view! { <p class="live"><span class="live__value">{exact}</span>" "<small>{note}</small></p> }
    };
    move || live.get().map(words)
}

/// What is next when nothing is asked any more: the scores, or the files.
#[component]
fn Over() -> impl IntoView {
    let session = Session::from_context();
    let ended = Memo::new(move |_| {
        session.answers.view.with(|view| {
            let run = view.run.as_ref()?;
            let is_over = !run.stage.is_active() && run.n_done > 0 && run.other_dataset.is_none();
            // Where no call came to anything, asking again is next.
            let is_next = run.stage == Stage::Done && run.n_failed < run.n_done;
            is_over.then_some((run.mode, is_next))
        })
    });
    let save = move |name: &'static str, testid: &'static str| {
        view! { <button class="button button--small code" data-testid=testid on:click=move |_| session.download(name)>{name}</button> }
    };
    move || {
        ended.get().map(|(mode, is_next)| view! {
            <div class="row">
                <a class="button" class:button--primary=is_next href="#/scores">"See the scores"</a>
                {(mode == Mode::Inference).then(|| view! {
                    {save("predictions.json", "download-predictions.json")}
                    {save("results.json", "download-results.json")}
                })}
            </div>
        })
    }
}
