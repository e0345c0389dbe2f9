//! Scores: the verdict, the figures with how sure they are, what went wrong, and every question behind them.

mod copy_report;
mod groups;

use super::asks::Asks;
use super::charts::Charts;
use super::doubts::Without;
use super::figures::{FigureTable, Figures};
use super::file_list::OtherReadings;
use super::item_panel::ItemPanel;
use super::letters::Letters;
use super::normalizer_choice::{NormalizerChoice, NormalizerSteps, StillTrying};
use super::outcome_bar::OutcomeBar;
use super::question_table::QuestionTable;
use super::session::{Session, State};
use super::ui::message::Message;
use crate::dataset::Task;
use crate::problem::Problem;
use crate::protocol::profile_label;
use crate::settings::{Profile, Settings};
use copy_report::CopyReport;
use groups::Groups;
use leptos::prelude::*;

/// The place where numbers come out.
#[component]
pub fn ScoresPlace() -> impl IntoView {
    let session = Session::from_context();
    let is_scored = Memo::new(move |_| session.scores.with(Option::is_some));
    view! {
        <Show when=move || is_scored.get() fallback=|| view! { <NothingYet/> }>
            <Asks/>
            <ScoresHead/>
            <How/>
            <section class="sheet" class:stale=move || matches!(session.state.get(), State::Loading | State::Scoring) aria-label="Scores">
                <p class="verdict">{move || session.scores.with(|scores| scores.as_ref().map(|scores| scores.verdict.clone()))}</p>
                <Figures/>
                <Letters/>
                <Without/>
                <OutcomeBar/>
            </section>
            <Groups/>
            <NormalizerSteps/>
            <Notes/>
            <div class="split">
                <QuestionTable/>
                <ItemPanel/>
            </div>
            <Charts/>
            <FigureTable/>
            <Downloads/>
        </Show>
    }
}

/// What stands here while nothing is scored.
#[component]
fn NothingYet() -> impl IntoView {
    let session = Session::from_context();
    let is_waiting = move || matches!(session.state.get(), State::Loading | State::Scoring);
    let is_asking =
        Memo::new(move |_| matches!(session.state.get(), State::Running | State::Paused));
    let n_runs = Memo::new(move |_| session.view.with(|view| view.runs.len()));
    view! {
        <Show when=move || !is_waiting()>
            <section class="sheet empty">
                <h1>"No scores yet"</h1>
                {move || match is_asking.get() {
                    true => view! {
                        <p>"Questions are being asked. Scores appear here when that is done."</p>
                        <a class="button button--primary" href="#/answers">"See how far it is"</a>
                    },
                    false => view! {
                        <p>"Scores appear here as soon as a dataset and a predictions file are open, or a model has been asked."</p>
                        <a class="button button--primary" href="#/data">"Open files"</a>
                    },
                }}
                // The chosen run may answer nothing of this dataset: the way to the others.
                <Show when=move || { n_runs.get() > 1 }>
                    <p>"Another run: "<RunName/></p>
                </Show>
            </section>
            <Asks/>
            <Notes/>
        </Show>
    }
}

/// What is scored, how, and the way to take it along.
#[component]
fn ScoresHead() -> impl IntoView {
    let session = Session::from_context();
    let file = move || {
        session
            .view
            .with(|view| view.dataset.as_ref().map(|dataset| dataset.file.clone()))
    };
    let is_extractive = move || {
        session.view.with(|view| {
            view.dataset
                .as_ref()
                .is_some_and(|dataset| dataset.task == Task::Extractive)
        })
    };
    let name = move || {
        session.view.with(|view| {
            view.dataset
                .as_ref()
                .and_then(|dataset| dataset.about.name.clone())
        })
    };
    view! {
        <div class="row spread scores-head">
            <div>
                <h1>{file}</h1>
                <small>
                    {move || name().map(|name| format!("{name} · "))}
                    "answered by "<RunName/>
                </small>
            </div>
            <div class="row">
                <Show when=is_extractive><ProfileChoice/></Show>
                <NormalizerChoice/>
                <button class="button button--primary" data-testid="download-all" on:click=move |_| session.download("all")>"Download all (.zip)"</button>
            </div>
        </div>
    }
}

/// What is on and why, and the way back to what the dataset suggests.
#[component]
fn How() -> impl IntoView {
    let session = Session::from_context();
    let how = move || {
        session
            .scores
            .with(|scores| scores.as_ref().map(|scores| scores.how.clone()))
    };
    let is_changed = move || {
        session
            .scores
            .with(|scores| scores.as_ref().is_some_and(|scores| !scores.is_default))
    };
    let is_unicode = move || {
        session.scores.with(|scores| {
            scores
                .as_ref()
                .is_some_and(|scores| scores.settings.unicode)
        })
    };
    let set_unicode = move |event| {
        let settings = session
            .scores
            .with_untracked(|scores| scores.as_ref().map(|scores| scores.settings.clone()));
        if let Some(settings) = settings {
            session.set(Some(Settings {
                unicode: event_target_checked(&event),
                ..settings
            }));
        }
    };
    view! {
        <div class="row how">
            <p class="faint">
                {how}" "
                <Show when=is_changed>
                    <button class="link" on:click=move |_| { session.leave_chain(); session.set(None); }>"Use what the dataset suggests"</button>" "
                </Show>
                <StillTrying/>
            </p>
            <Show when=move || !session.is_multiple_choice()>
                <label class="check check--small">
                    <input type="checkbox" prop:checked=is_unicode on:change=set_unicode/>
                    "Even out Unicode forms (not comparable with published SQuAD numbers)"
                </label>
            </Show>
        </div>
    }
}

/// The shown run: its name, or a choice where there are several.
#[component]
fn RunName() -> impl IntoView {
    let session = Session::from_context();
    let choose = move |event| {
        let chosen: String = event_target_value(&event);
        let run = session.view.with_untracked(|view| {
            chosen
                .parse()
                .ok()
                .and_then(|i: usize| view.runs.get(i).map(|run| run.key))
        });
        if let Some(run) = run {
            session.select(run);
        }
    };
    move || {
        let runs = session.view.with(|view| view.runs.clone());
        match runs.as_slice() {
            [run] => view! { <span>{run.name.clone()}</span> }.into_any(),
            _ => view! {
                <select class="run-choice" aria-label="Run" on:change=choose>
                    {runs.into_iter().enumerate().map(|(i, run)| view! {
                        <option value=i.to_string() selected=run.is_selected>{run.name}</option>
                    }).collect_view()}
                </select>
            }
            .into_any(),
        }
    }
}

/// As which script the texts are prepared.
#[component]
fn ProfileChoice() -> impl IntoView {
    let session = Session::from_context();
    let profile = move || {
        session
            .scores
            .with(|scores| scores.as_ref().map(|scores| scores.settings.profile))
    };
    let choose = move |event| {
        let chosen: String = event_target_value(&event);
        let profile = Profile::ALL
            .into_iter()
            .find(|profile| profile.key() == chosen);
        let settings = session
            .scores
            .with_untracked(|scores| scores.as_ref().map(|scores| scores.settings.clone()));
        if let (Some(profile), Some(mut settings)) = (profile, settings) {
            settings.profile = profile;
            session.set(Some(settings));
        }
    };
    view! {
        <label class="field">
            <span class="field__label">"Scored as"</span>
            <select data-testid="profile" on:change=choose prop:value=move || profile().map(Profile::key)>
                {Profile::ALL.map(|choice| view! {
                    <option value=choice.key() selected=move || profile() == Some(choice)>{profile_label(choice)}</option>
                }).collect_view()}
            </select>
        </label>
    }
}

/// Everything to know about the files and how their texts were read: errors first.
#[component]
fn Notes() -> impl IntoView {
    let session = Session::from_context();
    let notes = move || {
        let mut notes: Vec<Problem> = session.view.with(|view| {
            view.files
                .iter()
                .flat_map(|file| file.problems.clone())
                .collect()
        });
        notes.sort_by_key(|problem| std::cmp::Reverse(problem.severity));
        notes
    };
    let readings = Memo::new(move |_| {
        session.view.with(|view| {
            let files = view.files.iter();
            files
                .map(|file| (file.key, file.offers.clone()))
                .collect::<Vec<_>>()
        })
    });
    view! {
        <Show when=move || !notes().is_empty()>
            <section class="sheet notes" aria-label="Notes on the files">
                <h2>"Worth knowing"</h2>
                <For each=notes key=ToString::to_string let:problem><Message problem/></For>
                {move || readings.get().into_iter().map(|(key, offers)| view! { <OtherReadings key offers/> }).collect_view()}
            </section>
        </Show>
    }
}

/// The result files, each by itself and all in a zip.
#[component]
fn Downloads() -> impl IntoView {
    let session = Session::from_context();
    let names = move || {
        session
            .scores
            .with(|scores| scores.as_ref().map(|scores| scores.downloads.clone()))
            .unwrap_or_default()
    };
    view! {
        <section class="sheet downloads" aria-label="Result files">
            <h2>"Result files"</h2>
            <p class="faint">"With ALUE's names and shapes. The zip, dropped on this page in any browser, opens the run again. "<StillTrying/></p>
            <div class="row">
                {move || names().into_iter().map(|name| {
                    let testid = format!("download-{name}");
                    let wanted = name.clone();
                    view! { <button class="button button--small code" data-testid=testid on:click=move |_| session.download(&wanted)>{name}</button> }
                }).collect_view()}
            </div>
            <div class="row">
                <button class="button" on:click=move |_| session.download("all")>"Download all (.zip)"</button>
                <label class="check"><input type="checkbox" bind:checked=session.with_dataset/>"with the dataset as dropped"</label>
            </div>
            <CopyReport/>
        </section>
    }
}
