//! Before a run: what goes where, why nothing can begin, and the button that begins.

use super::schema::{misfit, unchosen};
use crate::app::answerers::{Answerer, is_on_this_computer};
use crate::app::session::{Session, State};
use crate::app::ui;
use crate::app::ui::message::Message;
use crate::protocol::{AskForm, Mode, SchemaChoice, Stage};
use crate::provider::address;
use crate::workspace::price;
use leptos::prelude::*;

/// The sentence.
#[component]
pub fn Before() -> impl IntoView {
    let session = Session::from_context();
    let form = session.answers.form;
    let n_items = Memo::new(move |_| n_items(session));
    let is_part = Memo::new(move |_| {
        form.with(|form| {
            let is_part = n_items.get().is_some_and(|n| n_asked(form, n) != Some(n));
            is_part && form.mode != Mode::Evaluation
        })
    });
    let what = Memo::new(move |_| {
        form.with(|form| match form.mode {
            Mode::Evaluation => what_is_scored(session),
            Mode::Inference | Mode::Both => what_goes_where(session, form),
        })
    });
    let ask_all = move |_| {
        session.fill(|form| form.n_questions.clear());
        session.tell_form();
    };
    let why_not = Memo::new(move |_| why_not(session));
    let n_promptless = Memo::new(move |_| promptless(session));
    let misfit = Memo::new(move |_| misfit(session).or_else(|| unchosen(session)));
    let cost = Memo::new(move |_| about_cost(session));
    view! {
        <p class="run__what">
            {what}
            <Show when=move || is_part.get()>
                " "<button class="link" on:click=ask_all>{move || format!("Ask all {}", ui::grouped(n_items.get().unwrap_or(0)))}</button>
            </Show>
        </p>
        {move || n_promptless.get().map(|words| view! {
            <p class="run__trouble">{words}" "<a href="#/prompt">"Mend it on Prompt"</a></p>
        })}
        {move || cost.get().map(|words| view! { <p class="faint">{words}</p> })}
        <div class="stack notices">{move || misfit.get().map(|problem| view! { <Message problem/> })}</div>
        <div id="why-not" role="status">
            {move || why_not.get().map(|(reason, is_data)| view! {
                <p>{reason}" "{is_data.then(|| view! { <a href="#/data">"Open one on Data"</a> })}</p>
            })}
        </div>
    }
}

/// The button that begins, or leads on where nothing is asked.
#[component]
pub fn RunButton() -> impl IntoView {
    let session = Session::from_context();
    let form = session.answers.form;
    let is_evaluation = Memo::new(move |_| form.with(|form| form.mode == Mode::Evaluation));
    // The next thing to do may be another than to begin anew.
    let is_next = Memo::new(move |_| {
        is_evaluation.get() || matches!(session.answers.stage.get(), None | Some(Stage::Ended))
    });
    let is_off = move || {
        let is_waiting = matches!(session.state.get(), State::Loading | State::Scoring);
        why_not(session).is_some() || (is_evaluation.get() && is_waiting)
    };
    let run = move |_| match is_evaluation.get_untracked() {
        true => {
            // As if a link had been clicked.
            let _ = window().location().set_hash("#/scores");
        }
        false => {
            session.begin_run();
            ui::focus(".run");
        }
    };
    view! {
        <button class="button" class:button--primary=is_next data-testid="run" aria-describedby="why-not" disabled=is_off on:click=run>
            {move || if is_evaluation.get() { "See the scores" } else { "Run" }}
        </button>
    }
}

fn n_items(session: Session) -> Option<u32> {
    session
        .view
        .with(|view| view.dataset.as_ref().map(|dataset| dataset.n_items))
}

/// How many questions are asked of so many; `None` where the field holds no number that could be meant.
fn n_asked(form: &AskForm, n_items: u32) -> Option<u32> {
    match form.n_questions.trim() {
        "" => Some(n_items),
        typed => typed
            .parse()
            .ok()
            .filter(|n: &u32| *n > 0)
            .map(|n| n.min(n_items)),
    }
}

/// Why nothing can begin, and whether a dataset would help.
fn why_not(session: Session) -> Option<(&'static str, bool)> {
    let task = session
        .view
        .with(|view| view.dataset.as_ref().map(|dataset| dataset.task));
    let mode = session.answers.form.with(|form| form.mode);
    if mode == Mode::Evaluation {
        let is_scored = session.scores.with(Option::is_some);
        return (!is_scored).then_some(("Nothing is scored yet.", task.is_none()));
    }
    match (task, session.answers.answerer()) {
        (None, _) => Some(("There is no dataset to ask about yet.", true)),
        (Some(task), Answerer::Baseline(baseline)) if baseline.task != task => Some((
            "This baseline answers questions of the other kind: choose another.",
            false,
        )),
        (_, Answerer::Baseline(_)) => None,
        (_, answerer) if has_no_prompt(session) && !matches!(answerer, Answerer::Baseline(_)) => {
            Some(("Without a prompt nothing can be asked.", false))
        }
        (_, Answerer::ByHand) => None,
        (_, Answerer::Server(_)) if why_no_schema(session).is_some() => {
            let reason = "The small form of the schema is not whole yet: mend it under \"Form of the reply\".";
            Some((reason, false))
        }
        (_, Answerer::Server(_)) => session.answers.form.with(|form| {
            let is_blank = |text: &str| text.trim().is_empty();
            match (is_blank(&form.base_url), is_blank(&form.model)) {
                (true, true) => Some(("To run it needs a base URL and the name of a model.", false)),
                (true, false) => Some(("To run it needs a base URL: type where the server is.", false)),
                (false, true) => Some((
                    "To run it needs the name of a model: type it as the provider spells it, or fetch the list.",
                    false,
                )),
                (false, false) => None,
            }
        }),
    }
}

/// Why the small form makes no schema, where that is what is asked by.
fn why_no_schema(session: Session) -> Option<&'static str> {
    let is_own = session
        .answers
        .form
        .with(|form| form.schema == SchemaChoice::Custom);
    is_own
        .then(|| session.answers.shaping.why_not_built())
        .flatten()
}

/// Whether the template makes no prompt for any question, as far as they are counted.
fn has_no_prompt(session: Session) -> bool {
    session.prompt.totals.with(|totals| {
        totals.as_ref().is_some_and(|totals| {
            let n_failed = totals.failed.as_ref().map_or(0, |(n, ..)| *n);
            n_failed > 0 && n_failed == totals.n_done
        })
    })
}

/// In mode evaluation: which predictions are here.
fn what_is_scored(session: Session) -> String {
    session.view.with(|view| {
        let names: Vec<&str> = view.runs.iter().map(|run| run.name.as_str()).collect();
        match (names.is_empty(), view.dataset.is_some()) {
            (false, true) => format!("No model is asked: the open predictions are scored ({}).", names.join(", ")),
            (false, false) => format!("Predictions are open ({}), and wait for their dataset.", names.join(", ")),
            (true, true) => "No model is asked: drop a predictions file anywhere on this page, and it is scored.".to_owned(),
            (true, false) => "No model is asked: drop a dataset and a predictions file anywhere on this page.".to_owned(),
        }
    })
}

/// How many prompts, about how many tokens, go to which host.
fn what_goes_where(session: Session, form: &AskForm) -> String {
    let Some(n_items) = n_items(session) else {
        return "Here a model answers the questions of a dataset.".to_owned();
    };
    let Some(n) = n_asked(form, n_items) else {
        return "How many questions are asked cannot be read: type a whole number from 1."
            .to_owned();
    };
    let which = match (n, n_items) {
        (1, 1) => "The question".to_owned(),
        (1, all) => format!("The first of {} questions", ui::grouped(all)),
        (n, all) if n == all => format!("All {} questions", ui::grouped(all)),
        (n, all) => format!(
            "The first {} of {} questions",
            ui::grouped(n),
            ui::grouped(all)
        ),
    };
    let (goes, is) = if n == 1 {
        ("goes", "is")
    } else {
        ("go", "are")
    };
    match Answerer::named(&form.provider) {
        Answerer::Baseline(_) => {
            format!("{which} {is} answered by a baseline; nothing leaves this computer.")
        }
        Answerer::ByHand => format!("{which} {is} shown to you, one after the other."),
        Answerer::Server(_) => {
            let Ok(origin) = address::origin(&form.base_url) else {
                return format!("{which} {goes} to the server whose base URL you type.");
            };
            let tokens = about_tokens(session, n).map_or_else(String::new, |tokens| {
                // A guess: more figures would say more than is known.
                let unit = if tokens < 1_000.0 { 10.0 } else { 100.0 };
                let tokens = ui::rounded((tokens / unit).round() * unit);
                format!(", about {tokens} tokens of prompts,")
            });
            let host = origin
                .split_once("://")
                .map_or(origin.as_str(), |(_, host)| host);
            let stays = match is_on_this_computer(&form.base_url) {
                true if n == 1 => " and stays on this computer",
                true => " and stay on this computer",
                false => "",
            };
            format!("{which}{tokens} {goes} to {host}{stays}.")
        }
    }
}

/// What so many prompts come to, as far as it is counted.
fn about_tokens(session: Session, n: u32) -> Option<f64> {
    session.prompt.totals.with(|totals| {
        let totals = totals.as_ref().filter(|totals| totals.n_done > 0)?;
        let n_failed = totals.failed.as_ref().map_or(0, |(n, ..)| *n);
        let n_made = totals.n_done.checked_sub(n_failed).filter(|n| *n > 0)?;
        Some(totals.n_tokens / f64::from(n_made) * f64::from(n))
    })
}

/// What the prompts come to at the price that is typed for them. How long replies will be, nobody knows.
fn about_cost(session: Session) -> Option<String> {
    let n_items = n_items(session)?;
    let (n, price) = session.answers.form.with(|form| {
        let is_asked = form.mode != Mode::Evaluation;
        let is_server = matches!(Answerer::named(&form.provider), Answerer::Server(_));
        let price = price(&form.price_in).filter(|_| is_asked && is_server);
        Some((n_asked(form, n_items)?, price?))
    })?;
    let usd = about_tokens(session, n)? * price / 1e6;
    let amount = super::progress::dollars(usd);
    Some(format!(
        "At your prices {amount} for {}: prompts only, replies not counted.",
        ui::counted(n, "question", "questions")
    ))
}

/// That questions have no prompt, as far as they are counted.
fn promptless(session: Session) -> Option<String> {
    let asks_server = session.answers.form.with(|form| {
        form.mode != Mode::Evaluation
            && matches!(
                Answerer::named(&form.provider),
                Answerer::Server(_) | Answerer::ByHand
            )
    });
    session.prompt.totals.with(|totals| {
        let totals = totals.as_ref().filter(|_| asks_server)?;
        let (n, _, id) = totals.failed.as_ref()?;
        Some(match *n == totals.n_done {
            true => "The template makes no prompt for any question.".to_owned(),
            false => format!("The template makes no prompt for {}, the first of them {id}; they would not be asked.",
                ui::counted(*n, "question", "questions")),
        })
    })
}
