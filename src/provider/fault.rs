//! A call that failed: its class, what to do next, and what a person reads.
//!
//! Deliberately absent: waiting and counting tries; the run does that.

use super::adapted::{Parameter, Sent};
use super::http::{HttpReply, MAX_REPLY, Unsent};
use super::key::Key;
use super::structure::{self, About};
use crate::json;
use crate::outcome::Outcome;
use crate::problem::{Problem, cut};
use crate::said::Said;
use core::time::Duration;
use serde::{Deserialize, Serialize};

mod words;

pub(super) use words::{is_closed_to_browsers, is_lm_studio_closed, names_no_model};

/// A browser tells these apart nowhere.
const NO_REPLY: &str = "no reply that this page may read: the server is off, the address is wrong, or its CORS settings do not allow this page";

/// A quota per day is waited for when the server asks for less than this.
const WORTH_WAITING: Duration = Duration::from_secs(15 * 60);

/// Why a whole run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The key is wrong or missing.
    WrongKey,
    /// No credit, or a spending limit is reached.
    NoCredit,
    /// What the provider allows in a day, or another long time, is used up.
    Quota,
    /// The server knows no such model or no such address.
    NotFound,
    /// The server forbids it, and nothing was answered so far.
    Forbidden,
    /// The server is there, but no reply of it can be read: most likely CORS.
    Blocked,
    /// One question after another was refused, and none answered in between.
    AllRefused,
}

/// What to do after a failed call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Asking again can help, after the time the server asks for, if it says one.
    Again(Option<Duration>),
    /// The server is asked too often: fewer at once, none before the time it asks for.
    Slower(Option<Duration>),
    /// The request must be asked differently.
    Adapt(Parameter),
    /// The connection may be down.
    Reconnect,
    /// Asking the same again cannot help.
    Never,
    /// No item can be asked at present.
    Stop(Stop),
}

/// A failed call.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// `http_error`, `network` or `timeout`; `refused` and `unparsed` where the server says so of a question or a reply;
    /// `missing` when the item could not be asked.
    pub class: Outcome,
    /// The status code, where there was a reply.
    pub status: Option<u16>,
    /// What to do next.
    pub next: Next,
    /// What happened, for a person; holds what the server said, cut to a readable length.
    pub message: String,
    /// What the server said alone, as short.
    pub said: String,
    /// What the body held that is worth keeping: `failed_generation` of a reply that did not fit its schema.
    pub kept: Option<String>,
}

impl Fault {
    /// There was no reply; the key is taken out of what a browser says.
    pub fn unsent(unsent: &Unsent, key: Option<&Key>) -> Self {
        let status = match unsent {
            Unsent::TooLong { status } => Some(*status),
            Unsent::Network(_) | Unsent::Timeout => None,
        };
        let (class, next, message) = match unsent {
            Unsent::TooLong { .. } => (
                Outcome::HttpError,
                Next::Never,
                format!(
                    "the reply is longer than {} MB, which no answer is: is the address right?",
                    MAX_REPLY >> 20
                ),
            ),
            Unsent::Network(said) => (
                Outcome::Network,
                Next::Reconnect,
                match said.trim() {
                    // All that a browser ever says, in one language or another.
                    "" | "Failed to fetch" | "Load failed" => NO_REPLY.to_owned(),
                    said if said.starts_with("NetworkError") => NO_REPLY.to_owned(),
                    said => {
                        let said = Key::out_of(key, said.to_owned());
                        format!("{NO_REPLY} ({})", cut(&said, 200))
                    }
                },
            ),
            Unsent::Timeout => (
                Outcome::Timeout,
                Next::Again(None),
                "no reply within the time limit".to_owned(),
            ),
        };
        Self {
            class,
            status,
            next,
            message,
            said: String::new(),
            kept: None,
        }
    }

    /// The item could not be asked: its prompt cannot be made.
    pub fn unasked(problem: &Problem) -> Self {
        Self {
            class: Outcome::Missing,
            status: None,
            next: Next::Never,
            message: format!("not asked: {problem}"),
            said: String::new(),
            kept: None,
        }
    }

    /// The reply is an error; `asked` is the time the server asks to wait.
    pub fn refused(said: &Said, sent: &Sent, asked: Option<Duration>) -> Self {
        let next = next(said, sent, asked);
        let class = match said.class() {
            Outcome::HttpError if structure::about(said, sent) == About::Reply => Outcome::Unparsed,
            class => class,
        };
        let what = match (class, said.status) {
            (Outcome::Unparsed, _) => "the reply does not fit its form, says the server".to_owned(),
            (Outcome::Truncated, _) => {
                "the reply was cut off by its limit before it fitted its form, says the server"
                    .to_owned()
            }
            (Outcome::Refused, _) => "a filter refused the question".to_owned(),
            (_, 200..300) => "the server answered with an error".to_owned(),
            (_, status) => format!("the server answered {status} ({})", words::meaning(status)),
        };
        Self {
            class,
            status: Some(said.status),
            next,
            message: format!("{what}: {}{}", said.short(), words::remark(said)),
            said: said.short(),
            kept: None,
        }
    }

    /// The reply should be an answer and is none: another shape, cut off, a web page.
    pub fn unreadable(reply: &HttpReply, said: &Said) -> Self {
        Self {
            class: Outcome::HttpError,
            status: Some(reply.status),
            // A proxy's page or a broken connection may be gone next time.
            next: match json::is_too_deep(&reply.body) {
                true => Next::Never,
                false => Next::Again(None),
            },
            message: format!("the reply cannot be read: {}", said.short()),
            said: String::new(),
            kept: None,
        }
    }
}

fn next(said: &Said, sent: &Sent, asked: Option<Duration>) -> Next {
    // These are about one item, whatever their status is.
    if said.is_filtered() || structure::about(said, sent) == About::Reply {
        return Next::Never;
    }
    if let Some(parameter) = Parameter::refused(said, sent) {
        return Next::Adapt(parameter);
    }
    if let Some(stop) = stop(said, asked) {
        return Next::Stop(stop);
    }
    match said.status {
        429 | 529 => Next::Slower(asked),
        503 if said.names().any(|name| name == "RESOURCE_EXHAUSTED") => Next::Slower(asked),
        // Inside a reply with status 200 and without a code of its own nothing is known: worth another try.
        408 | 409 | 500 | 502..=504 | 520..=530 | 200..300 => Next::Again(asked),
        _ => Next::Never,
    }
}

fn stop(said: &Said, asked: Option<Duration>) -> Option<Stop> {
    let lower = said.message.to_ascii_lowercase();
    if words::is_closed_to_browsers(&lower) {
        return Some(Stop::Forbidden);
    }
    if words::is_wrong_key(said) {
        return Some(Stop::WrongKey);
    }
    if words::is_spent(said, &lower) {
        return Some(Stop::NoCredit);
    }
    let is_worth_waiting = asked.is_some_and(|delay| delay <= WORTH_WAITING);
    if matches!(said.status, 429 | 529 | 503) {
        let is_daily = said.names().any(words::is_per_day);
        // Some name the day only in their prose; then a short delay they ask for is believed.
        let is_daily_in_prose = words::is_per_day(&said.message) && !is_worth_waiting;
        let is_long = asked.is_some_and(|delay| delay > WORTH_WAITING);
        return (is_daily || is_daily_in_prose || is_long).then_some(Stop::Quota);
    }
    match said.status {
        404 => Some(Stop::NotFound),
        _ if words::is_unknown_model(said, &lower) => Some(Stop::NotFound),
        400 if words::is_lm_studio_closed(&lower) => Some(Stop::Blocked),
        403 => Some(Stop::Forbidden),
        _ if words::is_precondition(said) => Some(Stop::Forbidden),
        _ => None,
    }
}

impl Stop {
    /// The banner: what happened, and what to try. `said` is what the server said.
    pub fn problem(self, said: &str) -> Problem {
        let (message, hint) = match self {
            Stop::WrongKey => (
                "the run stopped: the key was not accepted",
                "check that the key is whole and belongs to this provider, then press Resume",
            ),
            Stop::NoCredit => (
                "the run stopped: the account has no credit left, or its spending limit is reached",
                "add credit or raise the limit at the provider, then press Resume; what is answered is kept",
            ),
            Stop::Quota => (
                "the run stopped: the provider's quota is used up for now",
                "press Resume when the provider allows requests again; what is answered is kept",
            ),
            Stop::NotFound => (
                "the run stopped: the server knows no such model, or nothing is at this address",
                "check the model's name and the base URL, then press Resume",
            ),
            Stop::Forbidden => (
                "the run stopped: the server forbids it",
                "check that the key may use this model; a company network may also be in the way",
            ),
            Stop::Blocked => (
                "the run stopped: the server is there, but this page may not read its replies",
                "allow this page's address in the server's CORS settings, and check the key; \"Test connection\" tells more",
            ),
            Stop::AllRefused => (
                "the run stopped: the server turned down one question after another",
                "check the model's name, the base URL and the other settings, then press Resume; \"Retry failed\" asks those again that have failed",
            ),
        };
        let said = match said.trim() {
            "" => String::new(),
            said => format!(" ({said})"),
        };
        Problem::error(format!("{message}{said}")).hint(hint)
    }
}
