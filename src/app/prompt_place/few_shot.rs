//! Which of the dataset's examples the model is shown.

use crate::app::session::Session;
use crate::app::ui;
use crate::prompt::{FewShot, Pick};
use crate::protocol::{ExampleView, PromptEdit};
use leptos::prelude::*;

fn choice(session: Session) -> FewShot {
    session.prompt.few_shot.get()
}

fn choose(session: Session, change: impl FnOnce(&mut FewShot)) {
    let mut few_shot = session.prompt.few_shot.get_untracked();
    change(&mut few_shot);
    session.edit_prompt(PromptEdit::FewShot(few_shot));
}

/// How many are shown of so many.
fn n_shown(pick: &Pick, n_examples: u32) -> u32 {
    match pick {
        Pick::First(n) | Pick::Random(n) => (*n).min(n_examples),
        Pick::Chosen(chosen) => chosen.len() as u32,
    }
}

/// The choice, and the examples themselves.
#[component]
pub fn FewShotChoice() -> impl IntoView {
    let session = Session::from_context();
    let n_examples = Memo::new(move |_| session.prompt.view.with(|view| view.n_examples));
    let told = move || match n_examples.get() {
        0 if session.view.with(|view| view.dataset.is_none()) => "no dataset is open".to_owned(),
        0 => "the dataset gives none".to_owned(),
        n => format!(
            "{} of {} used",
            ui::grouped(n_shown(&choice(session).pick, n)),
            ui::grouped(n)
        ),
    };
    view! {
        <section class="sheet few-shot" aria-label="Few-shot examples">
            <div class="row spread">
                <h2>"Few-shot examples "<small>{told}</small></h2>
                <div class="row">
                    <HowMany/>
                    <Show when=move || { n_examples.get() > 0 }><HowPicked/></Show>
                </div>
            </div>
            <Show when=move || { n_examples.get() > 0 }>
                <Order/>
                <Examples/>
            </Show>
        </section>
    }
}

#[component]
fn HowMany() -> impl IntoView {
    let session = Session::from_context();
    let number = Memo::new(move |_| {
        session
            .prompt
            .few_shot
            .with(|few_shot| match &few_shot.pick {
                Pick::First(n) | Pick::Random(n) => *n,
                Pick::Chosen(chosen) => chosen.len() as u32,
            })
    });
    let set = move |event| {
        let typed: String = event_target_value(&event);
        // A field being emptied to type another number is not yet a choice.
        let Ok(n) = typed.trim().parse::<u32>() else {
            return;
        };
        choose(session, |few_shot| {
            few_shot.pick = match few_shot.pick {
                Pick::Random(_) => Pick::Random(n),
                _ => Pick::First(n),
            };
        });
    };
    view! {
        <label class="field">
            <span class="field__label">"How many"</span>
            <input type="number" min="0" data-testid="num-examples" prop:value=move || number.get() on:input=set on:change=move |event| ui::set_field(&event, number.get_untracked())/>
        </label>
    }
}

#[component]
fn HowPicked() -> impl IntoView {
    let session = Session::from_context();
    let word = move || match choice(session).pick {
        Pick::First(_) => "first",
        Pick::Random(_) => "random",
        Pick::Chosen(_) => "chosen",
    };
    let set = move |event| {
        let word: String = event_target_value(&event);
        choose(session, |few_shot| {
            let n_examples = session.prompt.view.with_untracked(|view| view.n_examples);
            let n = n_shown(&few_shot.pick, n_examples);
            few_shot.pick = match word.as_str() {
                "random" => Pick::Random(n),
                "chosen" => Pick::Chosen(chosen(session, few_shot)),
                _ => Pick::First(n),
            };
        });
    };
    view! {
        <label class="field">
            <span class="field__label">"Which"</span>
            <select on:change=set prop:value=word>
                <option value="first">"The first ones"</option>
                <option value="random">"At random"</option>
                <option value="chosen">"Picked by hand"</option>
            </select>
        </label>
    }
}

/// The examples a choice comes to, by index, in file order.
fn chosen(session: Session, few_shot: &FewShot) -> Vec<u32> {
    let n_examples = session.prompt.view.with_untracked(|view| view.n_examples);
    let indices = few_shot.indices(n_examples as usize);
    let mut chosen: Vec<u32> = indices.into_iter().map(|index| index as u32).collect();
    chosen.sort_unstable();
    chosen
}

/// Order and seed.
#[component]
fn Order() -> impl IntoView {
    let session = Session::from_context();
    let is_seeded = move || {
        let few_shot = choice(session);
        few_shot.is_shuffled || matches!(few_shot.pick, Pick::Random(_))
    };
    let set_seed = move |event| {
        if let Ok(seed) = event_target_value(&event).trim().parse() {
            choose(session, |few_shot| few_shot.seed = seed);
        }
    };
    view! {
        <div class="row">
            <label class="check">
                <input type="checkbox" prop:checked=move || choice(session).is_shuffled on:change=move |event| {
                    let is_shuffled = event_target_checked(&event);
                    choose(session, |few_shot| few_shot.is_shuffled = is_shuffled);
                }/>
                "Shuffled order"
            </label>
            <Show when=is_seeded>
                <label class="field">
                    <span class="field__label" title="The same seed gives the same choice and order again">"Seed"</span>
                    <input type="number" min="0" prop:value=move || choice(session).seed on:input=set_seed/>
                </label>
                <button class="button button--small" on:click=move |_| choose(session, |few_shot| few_shot.seed = few_shot.seed.wrapping_add(1))>"Another draw"</button>
            </Show>
        </div>
    }
}

/// The examples, to be ticked.
#[component]
fn Examples() -> impl IntoView {
    let session = Session::from_context();
    let examples = Memo::new(move |_| session.prompt.view.with(|view| view.examples.clone()));
    let n_more = move || {
        session
            .prompt
            .view
            .with(|view| view.n_examples.saturating_sub(view.examples.len() as u32))
    };
    let is_by_hand = move || matches!(choice(session).pick, Pick::Chosen(_));
    let tick = move |i: u32, is_ticked: bool| {
        let few_shot = session.prompt.few_shot.get_untracked();
        let mut ticked = chosen(session, &few_shot);
        ticked.retain(|other| *other != i);
        if is_ticked {
            ticked.push(i);
            ticked.sort_unstable();
        }
        choose(session, |few_shot| few_shot.pick = Pick::Chosen(ticked));
    };
    let row = move |(i, example): (usize, ExampleView)| {
        let is_shown = example.shown.is_some();
        view! {
            <li class="example">
                <label class="example__label">
                    <input type="checkbox" prop:checked=is_shown on:change=move |event| tick(i as u32, event_target_checked(&event))/>
                    <span class="example__text">
                        <span class="clip">{example.question}</span>
                        <small class="clip">"→ "{example.answer}</small>
                    </span>
                </label>
                {example.shown.filter(|_| is_shown).map(|place| view! { <small class="example__place">{format!("no. {}", place + 1)}</small> })}
                {example.same_as.map(|id| view! { <small class="example__same">"! is also test question "<span class="code">{id}</span></small> })}
            </li>
        }
    };
    view! {
        <details class="examples" prop:open=is_by_hand>
            <summary>"Look at the examples, or pick them by hand"</summary>
            <ol class="examples__list">{move || examples.get().into_iter().enumerate().map(row).collect_view()}</ol>
            <Show when=move || { n_more() > 0 }>
                <p class="faint">"and "{move || ui::counted(n_more(), "more", "more")}", which can be had by number or at random"</p>
            </Show>
        </details>
    }
}
