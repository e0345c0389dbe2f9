//! Verdicts on replies that can be read, and on what is wrong before anything is sent.
//!
//! Deliberately absent: what silence means; that is in `silence.rs`.

use super::super::fault::{self, Fault, Next, Stop};
use super::super::http::REDIRECTED;
use super::{Found, KeyTyped, Place, Seen, Verdict, commands, names, silence};
use crate::outcome::Outcome;
use crate::problem::{cut, some_ids};
use crate::provider::{KeyUse, address};

/// Words about a key that may not do what is asked.
const ABOUT_KEY: [&str; 5] = ["key", "permission", "scope", "token", "credential"];

/// What is wrong before anything is sent.
pub(super) fn beforehand(place: &Place<'_>) -> Option<Verdict> {
    if let Err(problem) = address::origin(place.base_url) {
        return Some(verdict(
            Found::Unreachable,
            format!("{}.", capital(&problem.message)),
            format!("{}.", capital(&problem.hint.unwrap_or_default())),
        ));
    }
    let label = place.provider.label;
    match place.key {
        KeyTyped::Elsewhere(origin) => Some(verdict(
            Found::WrongKey,
            format!("The key was typed for {origin} and is not sent to {}.", place.host()),
            format!("Type the key that belongs to {}.", place.host()),
        )),
        KeyTyped::None if place.provider.key_use == KeyUse::Required => Some(verdict(
            Found::WrongKey,
            format!("{label} wants a key, and none is typed."),
            "Type your key; without one, choose a model on your own computer, a baseline, or by hand."
                .to_owned(),
        )),
        _ => None,
    }
}

/// A token was answered.
pub(super) fn answered(place: &Place<'_>) -> Verdict {
    let key = if place.has_key() { "the key and " } else { "" };
    let model = cut(place.model.trim(), 60);
    verdict(
        Found::Ok,
        format!(
            "{} answers, and takes {key}the model {model}.",
            place.host()
        ),
        "Ready to run.".to_owned(),
    )
}

/// No reply came within the time limit, though the server is there.
pub(super) fn too_slow(place: &Place<'_>) -> Verdict {
    verdict(
        Found::Unknown,
        format!("{} is there, but did not answer in time.", place.host()),
        "It may be loading the model, or be busy: test again in a minute, and allow a longer wait."
            .to_owned(),
    )
}

/// No model is named, so that none can be asked.
pub(super) fn without_model(place: &Place<'_>, seen: &Seen) -> Verdict {
    if let Some(fault) = seen.refusal() {
        return refused(place, seen, fault);
    }
    match seen.names() {
        Some(names) => verdict(
            Found::UnknownModel,
            format!("{} is there, but no model is named.", place.host()),
            match some_ids(names.iter().map(String::as_str), 5) {
                some if some.is_empty() => "Type the model's name.".to_owned(),
                some => format!("Choose one of its models: {some}."),
            },
        ),
        None => silence::unreadable(place, seen),
    }
}

/// A reply that can be read says no.
pub(super) fn refused(place: &Place<'_>, seen: &Seen, fault: &Fault) -> Verdict {
    let lower = fault.said.to_lowercase();
    // Gateways pass Anthropic's words on, and not always whole.
    let names_organization = ["for this organization", "for this organisation"];
    let is_closed = lower.contains("not allowed")
        && names_organization.iter().any(|words| lower.contains(words));
    if is_closed || fault::is_closed_to_browsers(&lower) {
        return closed_to_browsers(place);
    }
    if fault::is_lm_studio_closed(&lower) {
        return silence::closed(place);
    }
    match fault.next {
        _ if fault.message.contains(REDIRECTED) => verdict(
            Found::Unknown,
            format!(
                "{} points to another address, which is not followed.",
                place.host()
            ),
            "Type that other address as base URL.".to_owned(),
        ),
        // Some models count their thoughts, and refuse so low a limit: all else is well.
        _ if lower.contains("output limit") => answered(place),
        _ if is_about_model(place, seen, fault, &lower) => unknown_model(place, seen, fault),
        Next::Stop(Stop::WrongKey) => wrong_key(place, fault),
        Next::Stop(Stop::NoCredit) => verdict(
            Found::NoCredit,
            format!(
                "The account has no credit left, or its limit is reached{}.",
                said(fault)
            ),
            "Add credit or raise the limit at the provider, then test again.".to_owned(),
        ),
        Next::Stop(Stop::Quota) => verdict(
            Found::NoCredit,
            format!("The provider's quota is used up for now{}.", said(fault)),
            "Wait until the provider allows requests again, or use another account or model."
                .to_owned(),
        ),
        Next::Stop(Stop::Forbidden) if ABOUT_KEY.iter().any(|word| lower.contains(word)) => {
            wrong_key(place, fault)
        }
        Next::Stop(Stop::NotFound) => nothing_there(place, fault),
        _ if matches!(fault.status, Some(405 | 501)) => takes_no_questions(place, fault),
        Next::Slower(_) => verdict(
            Found::Ok,
            format!(
                "{} answers, but asks for fewer requests just now{}.",
                place.host(),
                said(fault)
            ),
            "Ready to run: a run slows down by itself.".to_owned(),
        ),
        _ => something_else(place, fault),
    }
}

/// Whether an error is about the model: it says so, or the list shows it.
fn is_about_model(place: &Place<'_>, seen: &Seen, fault: &Fault, lower: &str) -> bool {
    // `…/v1/models/chat/completions` is an address with a list's name in it.
    let names_model = lower
        .split(|c: char| !c.is_alphanumeric() && c != '/')
        .any(|word| word == "model");
    match fault.status {
        Some(404) => names_model || is_unlisted(place, seen),
        Some(400 | 403 | 410 | 422) => {
            fault::names_no_model(lower) || fault.next == Next::Stop(Stop::NotFound)
        }
        _ => false,
    }
}

/// Whether the list could be read and has models, but not this one.
pub(super) fn is_unlisted(place: &Place<'_>, seen: &Seen) -> bool {
    let model = place.model.trim();
    seen.names()
        .is_some_and(|names| !names.is_empty() && !names.iter().any(|name| is_same(name, model)))
}

/// Ollama lists `llama3:latest` for what is asked for as `llama3`.
fn is_same(listed: &str, typed: &str) -> bool {
    listed == typed || listed.strip_suffix(":latest") == Some(typed)
}

/// The server has no such model.
pub(super) fn unknown_model(place: &Place<'_>, seen: &Seen, fault: &Fault) -> Verdict {
    let model = cut(place.model.trim(), 60);
    let names = seen.names().unwrap_or_default();
    let near = names::near(&model, names, 3);
    let fix = if !near.is_empty() {
        format!("Choose a near one of its models: {}.", near.join(", "))
    } else if names.is_empty() {
        "Check the model's name, and that your account may use it.".to_owned()
    } else {
        let some = some_ids(names.iter().map(String::as_str), 5);
        format!("Choose one of its models: {some}.")
    };
    let cause = match is_unlisted(place, seen) || names.is_empty() {
        true => format!("{} has no model {model}{}.", place.host(), said(fault)),
        false => format!("The account may not use the model {model}{}.", said(fault)),
    };
    Verdict {
        commands: commands::to_fetch_model(place),
        ..verdict(Found::UnknownModel, cause, fix)
    }
}

fn wrong_key(place: &Place<'_>, fault: &Fault) -> Verdict {
    let host = place.host();
    let (cause, fix) = if place.has_key() {
        (
            format!("{host} does not accept the key{}.", said(fault)),
            "Check that the key is whole, still valid, and belongs to this server.".to_owned(),
        )
    } else if place.provider.key_use == KeyUse::Never {
        (
            format!("{host} wants a key, which no page can send to {}.", place.provider.label),
            "Start it without one, put a proxy before it that adds the key, or choose \"another server\"."
                .to_owned(),
        )
    } else {
        (
            format!("{host} wants a key, and none is typed{}.", said(fault)),
            "Type the key it was started with.".to_owned(),
        )
    };
    verdict(Found::WrongKey, cause, fix)
}

fn closed_to_browsers(place: &Place<'_>) -> Verdict {
    verdict(
        Found::BlockedByOrganisation,
        format!(
            "The organization's administrator has switched off calls from browsers at {}.",
            match place.provider.base_url {
                "" => place.host(),
                _ => place.provider.label.to_owned(),
            }
        ),
        "Use a key of another workspace, reach the model over OpenRouter, or take the prompts along as a batch file."
            .to_owned(),
    )
}

/// A 404 that is not about the model.
fn nothing_there(place: &Place<'_>, fault: &Fault) -> Verdict {
    let usual = place.provider.base_url;
    let fix = match usual {
        "" => "Check the base URL: most end in /v1.".to_owned(),
        usual => format!("Check the base URL: the usual one is {usual}."),
    };
    let cause = format!(
        "{} is there, but nothing answers at this address{}.",
        place.host(),
        said(fault)
    );
    verdict(Found::Unknown, cause, fix)
}

/// A server of files, or another path of the right one.
fn takes_no_questions(place: &Place<'_>, fault: &Fault) -> Verdict {
    let cause = format!(
        "{} is there, but answers no such request, as a server of files does{}.",
        place.host(),
        said(fault)
    );
    let fix = "Check the address and its port: another program may listen there, or the base URL may lack its /v1.";
    verdict(Found::Unknown, cause, fix.to_owned())
}

fn something_else(place: &Place<'_>, fault: &Fault) -> Verdict {
    let fix = match fault.status {
        _ if fault.class == Outcome::Timeout => "Test again in a minute.",
        Some(500..=599) => "It may be starting or overloaded: test again in a minute.",
        Some(403) => {
            "Check that the key may use this model; a company network may also be in the way."
        }
        _ => "Check the base URL and the provider: the steps below show what the server said.",
    };
    let cause = format!(
        "{} answers, but not as a model: {}.",
        place.host(),
        cut(fault.message.trim_end_matches('.'), 300)
    );
    verdict(Found::Unknown, cause, fix.to_owned())
}

/// What the server said, in brackets.
fn said(fault: &Fault) -> String {
    match fault.said.trim().trim_end_matches('.') {
        "" => String::new(),
        said => format!(" ({})", cut(said, 200)),
    }
}

pub(super) fn verdict(found: Found, cause: String, fix: String) -> Verdict {
    Verdict {
        found,
        cause,
        fix,
        commands: Vec::new(),
    }
}

/// A fragment as the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}
