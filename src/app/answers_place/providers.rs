//! What to know of a provider before choosing it: from the table of providers, in words.

use super::who::as_title;
use crate::app::ui::message::capitalized;
use crate::provider::{KeyUse, PROVIDERS, Provider, READ_IN};
use leptos::prelude::*;

/// Whether it works from a browser, or what the server needs for it.
pub fn note_of(server: &Provider) -> String {
    match server.note {
        "" => String::new(),
        note => format!("{}.", capitalized(note)),
    }
}

/// Where the key goes.
pub fn key_words(server: &Provider) -> String {
    let header = server.format.key_header();
    match server.key_use {
        KeyUse::Required => format!("The key goes in the header {header}."),
        KeyUse::Optional => format!("A key, where there is one, goes in the header {header}."),
        KeyUse::Never => "No key is sent.".to_owned(),
    }
}

/// How far it was tried.
pub fn tried_words(server: &Provider) -> String {
    match (server.tried, server.key_use) {
        ("", KeyUse::Required) => "Not tried against the live service.".to_owned(),
        ("", KeyUse::Optional | KeyUse::Never) => "Not tried against the server itself.".to_owned(),
        (tried, _) => format!("Tried against {tried}."),
    }
}

/// All of them, a line each.
#[component]
pub fn AllProviders() -> impl IntoView {
    let line = |server: &'static Provider| {
        view! {
            <tr>
                <th scope="row">{as_title(server.label)}<small class="code">{server.base_url}</small></th>
                <td>{note_of(server)}</td>
                <td>{key_words(server)}</td>
                <td>{tried_words(server)}</td>
            </tr>
        }
    };
    view! {
        <details class="sheet providers">
            <summary>"All providers: which work from a browser, and where the key goes, how each was tried"</summary>
            <p class="faint">"Every one is tested with each change of this page, against an imitation that refuses what the real one's documents, as read in "{READ_IN}", do not name."</p>
            <table class="providers__table">
                <thead><tr><th scope="col">"Provider"</th><th scope="col">"From a browser"</th><th scope="col">"Key"</th><th scope="col">"Tried"</th></tr></thead>
                <tbody>{PROVIDERS.iter().map(line).collect_view()}</tbody>
            </table>
        </details>
    }
}
