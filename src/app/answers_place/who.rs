//! Who answers: a model at a server, a baseline, or a person.

use super::connection::Connection;
use super::key_field::KeyField;
use super::providers::{key_words, note_of, tried_words};
use crate::app::answerers::Answerer;
use crate::app::session::{Change, Session};
use crate::app::ui;
use crate::app::ui::message::{Message, capitalized};
use crate::baseline::BASELINES;
use crate::protocol::BY_HAND;
use crate::provider::{KeyUse, PROVIDERS, Provider};
use leptos::prelude::*;

/// The choice, and where a server is.
#[component]
pub fn Who() -> impl IntoView {
    let session = Session::from_context();
    let form = session.answers.form;
    let chosen = Memo::new(move |_| form.with(|form| form.provider.clone()));
    let is_server =
        move || chosen.with(|chosen| matches!(Answerer::named(chosen), Answerer::Server(_)));
    let has_model =
        move || chosen.with(|chosen| !matches!(Answerer::named(chosen), Answerer::Baseline(_)));
    view! {
        <div class="stack who">
            <label class="field field--stacked">
                <span class="field__label">"Who answers"</span>
                <ProviderSelect chosen/>
            </label>
            <p class="faint">{move || chosen.with(|chosen| note(Answerer::named(chosen)))}</p>
            <Show when=is_server>
                <BaseUrl/>
                <KeyField/>
            </Show>
            <Show when=move || has_model()><Model is_server=Signal::derive(is_server)/></Show>
        </div>
    }
}

/// What a person should know about the chosen one.
fn note(answerer: Answerer) -> String {
    match answerer {
        Answerer::Server(server) => format!(
            "{}{} {} {}",
            match short(server.label) == server.label {
                true => String::new(),
                false => format!("{}. ", as_title(server.label)),
            },
            note_of(server),
            key_words(server),
            tried_words(server)
        ),
        Answerer::Baseline(_) => "A baseline, to compare a model with. It needs no key and does not read the prompt; nothing leaves this computer.".to_owned(),
        Answerer::ByHand => "You copy each prompt into a chat of your choice and paste the reply back here.".to_owned(),
    }
}

#[component]
fn ProviderSelect(
    /// The chosen one's name.
    chosen: Memo<String>,
) -> impl IntoView {
    let session = Session::from_context();
    let task = Memo::new(move |_| {
        session
            .view
            .with(|view| view.dataset.as_ref().map(|dataset| dataset.task))
    });
    let option = move |key: &'static str, label: &'static str, is_fit: Signal<bool>| {
        view! {
            <option value=key selected=move || chosen.with(|chosen| chosen == key) disabled=move || !is_fit.get()>{as_title(label)}</option>
        }
    };
    let always = Signal::from(true);
    let servers = move |is_hosted: bool| {
        let is_of = move |server: &&Provider| (server.key_use == KeyUse::Required) == is_hosted;
        let of = PROVIDERS.iter().filter(is_of);
        of.map(|server| option(server.key, short(server.label), always))
            .collect_view()
    };
    let baselines = BASELINES.map(|baseline| {
        let is_fit = Signal::derive(move || task.get().is_none_or(|task| task == baseline.task));
        let label = baseline
            .label
            .strip_prefix("baseline: ")
            .unwrap_or(baseline.label);
        option(baseline.key, label, is_fit)
    });
    view! {
        <select data-testid="provider" prop:value=chosen on:change=move |event| session.choose_answerer(event_target_value(&event))>
            <optgroup label="Hosted, with a key">{servers(true)}</optgroup>
            <optgroup label="On your computer or network">{servers(false)}</optgroup>
            <optgroup label="Without a model: baselines">{baselines.into_iter().collect_view()}</optgroup>
            <optgroup label="By hand">{option(BY_HAND, "copy prompts, paste replies", always)}</optgroup>
        </select>
    }
}

/// A label without what tells it more exactly, which no narrow select has room for; the note below says that.
fn short(label: &'static str) -> &'static str {
    label.split(" that ").next().unwrap_or(label)
}

/// A label at the head of a line; a name keeps its letters: `vLLM`.
pub fn as_title(label: &str) -> String {
    let first = label.split(' ').next().unwrap_or_default();
    match first.contains(char::is_uppercase) {
        true => label.to_owned(),
        false => capitalized(label),
    }
}

#[component]
fn BaseUrl() -> impl IntoView {
    let session = Session::from_context();
    let form = session.answers.form;
    let left = move |_| {
        session.base_url_changed(Change::Left);
        session.tell_form();
    };
    view! {
        <div class="model-choice">
            <label class="field field--stacked">
                <span class="field__label">"Base URL"</span>
                <input
                    type="text"
                    inputmode="url"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    placeholder="https://…/v1"
                    data-testid="base-url"
                    prop:value=move || form.with(|form| form.base_url.clone())
                    on:input=move |event| session.write_base_url(event_target_value(&event))
                    on:change=left
                />
            </label>
            <button class="button" data-testid="test-connection" on:click=move |_| session.test_connection()>"Test connection"</button>
        </div>
        <Connection/>
    }
}

/// The model's name: typed, or from the server's list, which is fetched only when asked for.
#[component]
fn Model(
    /// Whether a server is asked, which may have a list; otherwise the name is for the result files alone.
    is_server: Signal<bool>,
) -> impl IntoView {
    let session = Session::from_context();
    let (form, models) = (session.answers.form, session.answers.models);
    let names = move || {
        models.with(|models| {
            models
                .as_ref()
                .map(|models| models.names.clone())
                .unwrap_or_default()
        })
    };
    let told = move || {
        let n = models.with(|models| models.as_ref().map(|models| models.names.len()))?;
        (n > 0).then(|| {
            format!(
                "{}: choose in the field, or type on.",
                ui::counted(n as u32, "model", "models")
            )
        })
    };
    let problem =
        move || models.with(|models| models.as_ref().and_then(|models| models.problem.clone()));
    view! {
        <div class="model-choice">
            <label class="field field--stacked">
                <span class="field__label">{move || if is_server.get() { "Model, as the provider spells it" } else { "The model you ask, as the result files shall name it" }}</span>
                <input
                    type="text"
                    list="models"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    data-testid="model"
                    prop:value=move || form.with(|form| form.model.clone())
                    on:input=move |event| { let text = event_target_value(&event); session.fill(|form| form.model = text); }
                    on:change=move |_| session.tell_form()
                />
            </label>
            <datalist id="models">
                {move || names().into_iter().map(|name| view! { <option value=name></option> }).collect_view()}
            </datalist>
            <Show when=move || is_server.get()>
            <button class="button" data-testid="fetch-models" disabled=session.answers.is_listing on:click=move |_| session.fetch_models()>
                {move || if session.answers.is_listing.get() { "Fetching …" } else { "Fetch the list" }}
            </button>
            </Show>
        </div>
        <div class="stack notices" aria-live="polite">
            {move || told().map(|told| view! { <p class="faint">{told}</p> })}
            {move || problem().map(|problem| view! { <Message problem/> })}
        </div>
    }
}
