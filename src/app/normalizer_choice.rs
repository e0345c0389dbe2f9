//! Which normalizers stand between the predictions and the score, and what they do to real ones.

mod options;
mod steps;
mod trial;

pub use steps::{is_any_step, use_alone};

use super::session::Session;
use super::ui;
use crate::dataset::Task;
use crate::normalize;
use crate::protocol::Alternative;
use crate::settings::Normalizer;
use leptos::prelude::*;
use options::StepOptions;
use steps::{is_trying, steps, work_at, working};
use trial::Trial;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;

fn chosen_key(session: Session) -> &'static str {
    let steps = steps(session);
    match steps.as_slice() {
        _ if session.is_chain.get() => "chain",
        [] => "none",
        [step] => normalize::key(step),
        _ => "chain",
    }
}

/// Whether a normalizer for these tasks is one for the open dataset; followed where it is asked.
fn fits(session: Session, tasks: &[Task]) -> bool {
    let task = session
        .view
        .with(|view| view.dataset.as_ref().map(|dataset| dataset.task));
    task.is_none_or(|task| tasks.contains(&task))
}

/// The choice itself.
#[component]
pub fn NormalizerChoice() -> impl IntoView {
    let session = Session::from_context();
    let choose = move |event| {
        let key: String = event_target_value(&event);
        if key == "chain" {
            if session.chain.with_untracked(Vec::is_empty) {
                session.chain.set(untrack(move || working(session)));
            }
            session.typed_step.set(None);
            session.is_chain.set(true);
        } else if let Some(step) = normalize::of_key(&key) {
            use_alone(session, vec![step]);
        }
    };
    view! {
        <label class="field">
            <span class="field__label">"Normaliser"</span>
            <select data-testid="normalizer" on:change=choose prop:value=move || chosen_key(session)>
                {normalize::CATALOG.iter().map(|entry| view! {
                    <option value=entry.key selected=move || chosen_key(session) == entry.key disabled=move || !fits(session, entry.tasks)>{entry.label}</option>
                }).collect_view()}
                <option value="chain" selected=move || chosen_key(session) == "chain">"Several, in order"</option>
            </select>
        </label>
    }
}

/// The steps with their options, what they change, and what other normalizers would change.
#[component]
pub fn NormalizerSteps() -> impl IntoView {
    let session = Session::from_context();
    let is_open = move || !matches!(chosen_key(session), "none" | "strict");
    // What is typed is applied: there is nothing to try any more.
    Effect::new(move |_| {
        if session.typed_step.with(Option::is_some) && !is_trying(session) {
            session.typed_step.set(None);
        }
    });
    view! {
        <Show when=is_open>
            <section class="sheet normalizers" aria-label="Normaliser">
                <Steps/>
                <Trial/>
            </section>
        </Show>
        <Alternatives/>
    }
}

/// A sentence for those who take files along while steps are tried: they are not in them.
#[component]
pub fn StillTrying() -> impl IntoView {
    let session = Session::from_context();
    view! {
        <Show when=move || is_trying(session)>
            <span data-testid="still-trying">"The files are scored without the steps you are still trying."</span>
        </Show>
    }
}

#[component]
fn Steps() -> impl IntoView {
    let session = Session::from_context();
    let is_chain = Memo::new(move |_| chosen_key(session) == "chain");
    let add = move |event| {
        let key: String = event_target_value(&event);
        if let Some(step) = normalize::of_key(&key) {
            work_at(session, |steps| steps.push(step));
            // The choice is made anew each time, so that the same step can be added twice.
            select_nothing(&event);
        }
    };
    let kinds = move || {
        let steps = working(session);
        let kinds = steps.iter().map(normalize::key).enumerate();
        kinds.collect::<Vec<_>>()
    };
    let n = Memo::new(move |_| working(session).len());
    view! {
        <ol class="normalizers__steps">
            // What is typed or moved keeps its place under the keyboard: a step is made anew only where it is another kind.
            <For each=kinds key=|kind| *kind let:kind>
                <Step i=kind.0 key=kind.1 n is_chain/>
            </For>
        </ol>
        <Show when=move || is_chain.get()>
            <label class="field">
                <span class="field__label">"Add a step"</span>
                <select class="normalizers__add" on:change=add prop:value="">
                    <option value="">"Choose …"</option>
                    {normalize::CATALOG.iter().skip(1).map(|entry| view! { <option value=entry.key disabled=move || !fits(session, entry.tasks)>{entry.label}</option> }).collect_view()}
                </select>
            </label>
        </Show>
    }
}

/// One step: its place in the chain and its options.
#[component]
fn Step(
    /// Its position, from 0.
    i: usize,
    /// The normalizer's key.
    key: &'static str,
    /// How many steps there are.
    n: Memo<usize>,
    /// Whether it can be moved and removed.
    is_chain: Memo<bool>,
) -> impl IntoView {
    let session = Session::from_context();
    let step = Memo::new(move |_| working(session).get(i).cloned().unwrap_or(Normalizer::None));
    let is_last = move || i + 1 >= n.get();
    let described = normalize::CATALOG.iter().find(|entry| entry.key == key);
    let (label, description) = described.map_or(("", ""), |entry| (entry.label, entry.description));
    view! {
        <li class="normalizers__step">
            <span><b>{label}</b><small>": "{description}</small></span>
            <StepOptions step i/>
            <Show when=move || is_chain.get()>
                <span class="row normalizers__moves">
                    <button class="button button--small" aria-label=format!("Move {label} up") disabled={i == 0} on:click=move |_| swap(session, i, i.saturating_sub(1))>"↑"</button>
                    <button class="button button--small" aria-label=format!("Move {label} down") disabled=is_last on:click=move |_| swap(session, i, i + 1)>"↓"</button>
                    <button class="button button--small" aria-label=format!("Remove {label}") on:click=move |_| remove(session, i)>"Remove"</button>
                </span>
            </Show>
        </li>
    }
}

/// Moves a step to its neighbor's place; the keyboard's focus goes with it.
fn swap(session: Session, from: usize, to: usize) {
    work_at(session, |steps| {
        if from < steps.len() && to < steps.len() {
            steps.swap(from, to);
        }
    });
    // At an end the button one has pressed can be pressed no more.
    let which = match to > from {
        true => "button[aria-label$=\" down\"]:enabled",
        false => "button[aria-label$=\" up\"]:enabled",
    };
    let place = format!(".normalizers__step:nth-child({})", to + 1);
    request_animation_frame(move || {
        ui::focus(&format!("{place} button:enabled"));
        ui::focus(&format!("{place} {which}"));
    });
}

/// Takes a step out; the keyboard's focus goes to where another is added.
fn remove(session: Session, i: usize) {
    work_at(session, |steps| {
        if i < steps.len() {
            steps.remove(i);
        }
    });
    request_animation_frame(|| ui::focus(".normalizers__add"));
}

/// Puts a select back to its first, empty choice.
fn select_nothing(event: &web_sys::Event) {
    if let Some(select) = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlSelectElement>().ok())
    {
        select.set_value("");
    }
}

/// What would change the score, before anyone picks it: what would gain one by one, the rest in a line.
#[component]
fn Alternatives() -> impl IntoView {
    let session = Session::from_context();
    let gaining = move || {
        session.alternatives.with(|all| {
            all.iter()
                .filter(|other| other.n_gained > other.n_lost)
                .cloned()
                .collect::<Vec<_>>()
        })
    };
    let others = move || {
        let told = session.alternatives.with(|all| {
            let others = all.iter().filter(|other| other.n_gained <= other.n_lost);
            others
                .map(|other| format!("{}: {}", other.label, effect(other)))
                .collect::<Vec<_>>()
        });
        (!told.is_empty())
            .then(|| format!("Other normalisers would not help ({}).", told.join("; ")))
    };
    let lead = move || {
        if is_any_step(session) {
            "In place of the present ones, "
        } else {
            "With the normaliser "
        }
    };
    view! {
        <Show when=move || session.alternatives.with(|all| !all.is_empty())>
            <section class="alternatives" aria-label="Other normalisers">
                {move || gaining().into_iter().map(|other| {
                    let told = effect(&other);
                    let normalizers = other.normalizers;
                    view! {
                        <p>
                            {lead}<b>{other.label}</b>": "{told}". "
                            <button class="link" on:click=move |_| use_alone(session, normalizers.clone())>"Use it"</button>
                        </p>
                    }
                }).collect_view()}
                <p class="faint">{others}</p>
            </section>
        </Show>
    }
}

/// By how many questions another normalizer would change the score.
fn effect(other: &Alternative) -> String {
    match (other.n_gained, other.n_lost) {
        (0, 0) => "nothing would change".to_owned(),
        (gained, 0) => format!("{} more would be right", ui::grouped(gained)),
        (0, lost) => format!("{} fewer would be right", ui::grouped(lost)),
        (gained, lost) => format!(
            "{} more would be right, {} no longer",
            ui::grouped(gained),
            ui::grouped(lost)
        ),
    }
}
