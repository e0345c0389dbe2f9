//! Which normalizers stand between the predictions and the score, and what they do to real ones.

mod trial;

use super::session::Session;
use super::ui;
use crate::dataset::Task;
use crate::normalize;
use crate::protocol::Alternative;
use crate::settings::{Normalizer, Settings};
use leptos::prelude::*;
use trial::Trial;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;

fn steps(session: Session) -> Vec<Normalizer> {
    session
        .scores
        .with(|scores| {
            scores
                .as_ref()
                .map(|scores| scores.settings.normalizers.clone())
        })
        .unwrap_or_default()
}

fn use_steps(session: Session, normalizers: Vec<Normalizer>) {
    let settings = session
        .scores
        .with_untracked(|scores| scores.as_ref().map(|scores| scores.settings.clone()));
    if let Some(settings) = settings {
        session.set(Some(Settings {
            normalizers,
            ..settings
        }));
    }
}

/// Scores with these steps in place of the present ones.
pub fn use_alone(session: Session, normalizers: Vec<Normalizer>) {
    session.is_chain.set(false);
    use_steps(session, normalizers);
}

/// Whether anything stands between the predictions and the score; followed where it is asked.
pub fn is_any_step(session: Session) -> bool {
    steps(session).iter().any(|step| *step != Normalizer::None)
}

/// The steps one works at: of a chain those that are not applied yet.
fn working(session: Session) -> Vec<Normalizer> {
    match session.is_chain.get() {
        true => session.chain.get(),
        false => steps(session),
    }
}

/// Changes the steps one works at: a chain is applied when it is done, a single step at once.
fn work_at(session: Session, change: impl FnOnce(&mut Vec<Normalizer>)) {
    if session.is_chain.get_untracked() {
        session.chain.update(change);
        return;
    }
    let mut steps = untrack(move || steps(session));
    let was_chain = steps.len() > 1;
    change(&mut steps);
    // A chain that was there already, from a zip or before a reload, goes on as one.
    if was_chain || steps.len() > 1 {
        session.is_chain.set(true);
        session.chain.set(steps);
    } else {
        use_steps(session, steps);
    }
}

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
                let mut present = untrack(move || steps(session));
                present.retain(|step| *step != Normalizer::None);
                session.chain.set(present);
            }
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

#[component]
fn Steps() -> impl IntoView {
    let session = Session::from_context();
    let is_chain = move || chosen_key(session) == "chain";
    let add = move |event| {
        let key: String = event_target_value(&event);
        if let Some(step) = normalize::of_key(&key) {
            work_at(session, |steps| {
                steps.retain(|step| *step != Normalizer::None);
                steps.push(step);
            });
            // The choice is made anew each time, so that the same step can be added twice.
            select_nothing(&event);
        }
    };
    let kinds = move || {
        let steps = working(session);
        let (n, is_chain) = (steps.len(), is_chain());
        let placed = steps.iter().enumerate();
        let kinds = placed.map(|(i, step)| (i, n, is_chain, normalize::key(step)));
        kinds.collect::<Vec<_>>()
    };
    view! {
        <ol class="normalizers__steps">
            // What is typed or moved keeps its place under the keyboard: a step is made anew only where it is another kind.
            <For each=kinds key=|kind| *kind let:kind>
                <Step i=kind.0 n=kind.1 is_chain=kind.2 key=kind.3/>
            </For>
        </ol>
        <Show when=is_chain>
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
    /// How many steps there are.
    n: usize,
    /// Whether it can be moved and removed.
    is_chain: bool,
    /// The normalizer's key.
    key: &'static str,
) -> impl IntoView {
    let session = Session::from_context();
    let step = Memo::new(move |_| working(session).get(i).cloned().unwrap_or(Normalizer::None));
    let replace = move |step: Normalizer| {
        work_at(session, |steps| {
            if let Some(old) = steps.get_mut(i) {
                *old = step;
            }
        });
    };
    let described = normalize::CATALOG.iter().find(|entry| entry.key == key);
    let (label, description) = described.map_or(("", ""), |entry| (entry.label, entry.description));
    view! {
        <li class="normalizers__step">
            <span><b>{label}</b><small>": "{description}</small></span>
            <StepOptions step on_change=Callback::new(replace)/>
            {is_chain.then(|| view! {
                <span class="row normalizers__moves">
                    <button class="button button--small" aria-label=format!("Move {label} up") disabled={i == 0} on:click=move |_| swap(session, i, i.saturating_sub(1))>"↑"</button>
                    <button class="button button--small" aria-label=format!("Move {label} down") disabled={i + 1 >= n} on:click=move |_| swap(session, i, i + 1)>"↓"</button>
                    <button class="button button--small" aria-label=format!("Remove {label}") on:click=move |_| remove(session, i)>"Remove"</button>
                </span>
            })}
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

/// What can be set about a step.
#[component]
fn StepOptions(
    /// The step as it is.
    step: Memo<Normalizer>,
    /// Called with the changed step.
    on_change: Callback<Normalizer>,
) -> impl IntoView {
    match step.get_untracked() {
        Normalizer::JsonField { .. } => view! {
            <label class="field">
                <span class="field__label">"Field (empty: the usual ones)"</span>
                <input type="text" prop:value=move || match step.get() { Normalizer::JsonField { field } => field, _ => String::new() } on:change=move |event| on_change.run(Normalizer::JsonField { field: event_target_value(&event) })/>
            </label>
        }.into_any(),
        Normalizer::NoAnswerPhrases { .. } => view! {
            <label class="field field--stacked">
                <span class="field__label">"Phrases that mean no answer, one a line"</span>
                <textarea rows="5" prop:value=move || match step.get() { Normalizer::NoAnswerPhrases { phrases } => phrases.join("\n"), _ => String::new() } on:change=move |event| on_change.run(Normalizer::NoAnswerPhrases {
                    phrases: event_target_value(&event).lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect(),
                })></textarea>
            </label>
        }.into_any(),
        Normalizer::Regex { .. } => {
            let now = move |step: Normalizer| match step {
                Normalizer::Regex { pattern, group } => (pattern, group),
                _ => (String::new(), 0),
            };
            view! {
                <label class="field">
                    <span class="field__label">"Pattern"</span>
                    <input type="text" class="code" spellcheck="false" prop:value=move || now(step.get()).0 on:change=move |event| on_change.run(Normalizer::Regex {
                        pattern: event_target_value(&event),
                        group: now(step.get_untracked()).1,
                    })/>
                </label>
                <label class="field">
                    <span class="field__label">"Group"</span>
                    <input type="number" min="0" max="20" prop:value=move || now(step.get()).1.to_string() on:change=move |event| {
                        let (pattern, group) = now(step.get_untracked());
                        on_change.run(Normalizer::Regex { pattern, group: event_target_value(&event).parse().unwrap_or(group) });
                    }/>
                </label>
            }.into_any()
        }
        _ => ().into_any(),
    }
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
