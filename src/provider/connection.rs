//! Why a server cannot be asked, or that it can: a ladder of probes that ends in one cause and one thing to do.
//!
//! A browser tells a page little of a request that fails, so that what failed is found by what else fails. Which probe
//! comes next follows from those before; deliberately absent: carrying them out, which is the host's.

mod browser;
mod commands;
mod judge;
mod names;
mod silence;

pub use browser::{Browser, Permission};

use super::address;
use super::fault::{Fault, Next};
use super::http::REDIRECTED;
use super::{Adapted, KeyUse, Provider, Sent};
use crate::outcome::Outcome;
use crate::problem::{cut, some_ids};

/// So many parameters may be refused before asking for a token ends.
const N_ADAPTED: u32 = 5;

/// What is known before anything is tried.
pub struct Place<'a> {
    /// The provider.
    pub provider: &'a Provider,
    /// Where its server is said to be.
    pub base_url: &'a str,
    /// The model's name; may be blank.
    pub model: &'a str,
    /// The origin of this page.
    pub page_origin: &'a str,
    /// The browser it is in.
    pub browser: Browser,
    /// The browser's permission for servers in this network or on this computer; `None` where it has none to give.
    pub permission: Option<Permission>,
    /// Whether the browser knows that there is no network.
    pub is_offline: bool,
    /// The key that was typed.
    pub key: KeyTyped<'a>,
}

/// The key, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyTyped<'a> {
    /// None was typed.
    None,
    /// One that is sent to this server.
    Fits,
    /// One that was typed for this other origin, and is not sent.
    Elsewhere(&'a str),
}

/// What can be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// The list of models ([`models::request`](super::models::request)): told to [`Seen::hear_models`].
    Models,
    /// Whether anything at all answers at the server's origin: told to [`Seen::hear_reach`].
    Reach,
    /// One token of the model, asked with what was learned so far: told to [`Seen::hear_answer`].
    Answer(Adapted),
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Try this.
    Try(Probe),
    /// It is known.
    Done(Verdict),
}

/// How a test of the connection can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// All is well.
    Ok,
    /// The key is wrong, missing, or of another server.
    WrongKey,
    /// No credit, or a quota is used up.
    NoCredit,
    /// The server knows no such model, or none is named.
    UnknownModel,
    /// The server's CORS settings keep this page out.
    Cors,
    /// A page from https may not ask a server by plain http.
    MixedContent,
    /// The browser's permission for the local network.
    LocalNetwork,
    /// Nothing answers there.
    Unreachable,
    /// The organization's administrator has switched off calls from browsers.
    BlockedByOrganisation,
    /// Something else; the cause has what the server said.
    Unknown,
}

impl Found {
    /// The name in the page's `data-result`.
    pub fn key(self) -> &'static str {
        match self {
            Found::Ok => "ok",
            Found::WrongKey => "wrong_key",
            Found::NoCredit => "no_credit",
            Found::UnknownModel => "unknown_model",
            Found::Cors => "cors",
            Found::MixedContent => "mixed_content",
            Found::LocalNetwork => "local_network",
            Found::Unreachable => "unreachable",
            Found::BlockedByOrganisation => "blocked_by_organisation",
            Found::Unknown => "unknown",
        }
    }
}

/// The end of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// What it is.
    pub found: Found,
    /// The cause, one sentence.
    pub cause: String,
    /// What to do, one sentence.
    pub fix: String,
    /// Commands to copy: for what, and the command.
    pub commands: Vec<(String, String)>,
}

/// What the probes so far have shown.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    models: Option<Result<Vec<String>, Fault>>,
    is_reachable: Option<bool>,
    answer: Option<Result<(), Fault>>,
    adapted: Adapted,
    n_adapted: u32,
    steps: Vec<String>,
}

impl Seen {
    /// The list of models, or why there is none.
    pub fn hear_models(&mut self, models: Result<Vec<String>, Fault>) {
        self.steps.push(match &models {
            Ok(names) if names.is_empty() => "list of models: read, and empty".to_owned(),
            Ok(names) => {
                let some = some_ids(names.iter().map(String::as_str), 3);
                format!("list of models: read ({some})")
            }
            Err(fault) => format!("list of models: {}", cut(&fault.message, 300)),
        });
        self.models = Some(models);
    }

    /// Whether anything answers at the server's origin.
    pub fn hear_reach(&mut self, is_reachable: bool) {
        self.steps.push(match is_reachable {
            true => "something answers there, readable or not".to_owned(),
            false => "nothing answers there, or the browser sends nothing".to_owned(),
        });
        self.is_reachable = Some(is_reachable);
    }

    /// What came of asking for one token with `sent`. Where a parameter was refused, it is asked for once more without.
    pub fn hear_answer(&mut self, sent: &Sent, answer: Result<(), Fault>) {
        self.steps.push(match &answer {
            Ok(()) => "one token: answered".to_owned(),
            Err(fault) => format!("one token: {}", cut(&fault.message, 300)),
        });
        if let Err(Fault {
            next: Next::Adapt(parameter),
            ..
        }) = &answer
            && self.n_adapted < N_ADAPTED
            && self.adapted.learn(*parameter, sent)
        {
            self.n_adapted += 1;
            return;
        }
        self.answer = Some(answer);
    }

    /// What was tried and what came of it, a step a line.
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    /// The list of models, where it could be read.
    fn names(&self) -> Option<&[String]> {
        self.models.as_ref()?.as_deref().ok()
    }

    /// Why there is no list, where a reply could be read.
    fn refusal(&self) -> Option<&Fault> {
        let fault = self.models.as_ref()?.as_ref().err()?;
        fault.status.map(|_| fault)
    }
}

impl Probe {
    /// What is being tried, for people.
    pub fn in_words(self, place: &Place<'_>) -> String {
        match self {
            Probe::Models => format!("Asking {} for its list of models", place.host()),
            Probe::Reach => format!("Looking whether anything answers at {}", place.host()),
            Probe::Answer(_) => format!("Asking {} for one token", cut(place.model.trim(), 60)),
        }
    }
}

impl Place<'_> {
    /// The server's origin, or what stands there instead.
    fn host(&self) -> String {
        address::origin(self.base_url).unwrap_or_else(|_| cut(self.base_url.trim(), 60))
    }

    /// Whether a key is sent.
    fn has_key(&self) -> bool {
        self.key == KeyTyped::Fits && self.provider.key_use != KeyUse::Never
    }

    /// Whether it is the provider's own server, somewhere in the world.
    fn is_hosted(&self) -> bool {
        let own = address::origin(self.provider.base_url);
        self.provider.key_use == KeyUse::Required
            && own.is_ok_and(|own| Ok(own) == address::origin(self.base_url))
    }
}

/// What to try next, or what it is.
///
/// ```
/// use marksheet::provider::connection::{Browser, Found, KeyTyped, Place, Probe, Seen, Step, next};
/// let place = Place { provider: marksheet::provider::find("ollama").unwrap(), base_url: "http://localhost:11434",
///     model: "m", page_origin: "https://example.github.io", browser: Browser::Firefox, permission: None,
///     is_offline: false, key: KeyTyped::None };
/// let mut seen = Seen::default();
/// assert_eq!(next(&place, &seen), Step::Try(Probe::Models));
/// seen.hear_models(Ok(vec!["m".into()]));
/// let Step::Try(Probe::Answer(_)) = next(&place, &seen) else { panic!() };
/// ```
pub fn next(place: &Place<'_>, seen: &Seen) -> Step {
    if let Some(verdict) = judge::beforehand(place) {
        return Step::Done(verdict);
    }
    let Some(models) = &seen.models else {
        return Step::Try(Probe::Models);
    };
    // A provider whose answers cannot be heard is looked for.
    let is_unheard = |fault: &Fault| fault.status.is_none() && !fault.message.contains(REDIRECTED);
    if models.as_ref().is_err_and(is_unheard) && seen.is_reachable != Some(true) {
        return looked_for(place, seen);
    }
    if place.model.trim().is_empty() {
        return Step::Done(judge::without_model(place, seen));
    }
    match &seen.answer {
        None => Step::Try(Probe::Answer(seen.adapted)),
        Some(Ok(())) => Step::Done(judge::answered(place)),
        Some(Err(fault)) if fault.class == Outcome::Timeout && fault.status.is_none() => {
            Step::Done(judge::too_slow(place))
        }
        Some(Err(fault)) if is_unheard(fault) && seen.is_reachable != Some(true) => {
            looked_for(place, seen)
        }
        Some(Err(fault)) if is_unheard(fault) => Step::Done(silence::unreadable(place, seen)),
        Some(Err(fault)) => Step::Done(judge::refused(place, seen, fault)),
    }
}

fn looked_for(place: &Place<'_>, seen: &Seen) -> Step {
    match seen.is_reachable {
        None => Step::Try(Probe::Reach),
        _ => Step::Done(silence::unreached(place)),
    }
}
