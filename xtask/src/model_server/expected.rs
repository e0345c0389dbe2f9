//! What a run against the server comes to, told beforehand.
//!
//! Deliberately absent: the moments. Of a run that stops early (quota) it says which items would stop it, not which of
//! the others were answered before.

use super::config::{Config, Cors};
use super::faults::{self, Fault};
use super::items::Item;
use super::respond::is_right;

/// How a client behaves, as far as the result depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    /// Tries per item where the server answers with a status worth trying again; at least 1.
    pub n_tries: u32,
    /// Tries per item where the connection fails; at least 1.
    pub n_network_tries: u32,
    /// Tries per item where the time limit ends the request; at least 1.
    pub n_timeout_tries: u32,
    /// Tries per item where status 200 comes with something that is no answer; at least 1.
    pub n_unreadable_tries: u32,
    /// Whether it is a page, which cannot read replies without CORS headers.
    pub is_page: bool,
    /// Whether it asks for replies by a schema and holds them to it.
    pub has_schema: bool,
}

/// One item of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The item's id.
    pub id: String,
    /// Whether the server answers right when it answers.
    pub is_right: bool,
    /// The fault it meets.
    pub fault: Option<Fault>,
    /// What it ends as.
    pub class: Class,
    /// How many requests are made for it, resumed ones and refused parameters apart.
    pub n_requests: u32,
    /// Whether the run is to stop when it comes to this item.
    pub stops_run: bool,
}

/// The class that an item ends in: `product`'s names, without those no fault here leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The right answer.
    Correct,
    /// Another one, which shares nothing with the right one.
    Wrong,
    /// Nothing said, though there was something to say.
    Empty,
    /// Not as the schema wants it.
    Unparsed,
    /// Declined.
    Refused,
    /// Cut off before the answer.
    Truncated,
    /// Longer than the time limit.
    Timeout,
    /// An error instead of an answer.
    HttpError,
    /// No connection.
    Network,
}

/// How a client fails at a fault, and how often it tries.
struct Failure {
    class: Class,
    n_tries: u32,
    stops_run: bool,
}

/// What each item ends as and what it costs, for a run over all items of the dataset from fresh counts.
///
/// Holds for requests the server takes, answered within the time limit but for `drip` and `hang`. `fenced` counts as
/// its answer: the client is to read the field [`Config::field`](super::Config::field) from it.
pub fn expected(config: &Config, client: &Client) -> Vec<Expected> {
    let items = config.items.all().iter();
    items.map(|item| one(item, config, client)).collect()
}

fn one(item: &Item, config: &Config, client: &Client) -> Expected {
    let share = faults::met(&config.faults, config.seed, &item.id);
    let is_right = is_right(config, &item.id);
    let is_blank = is_right && item.right.text.is_empty();
    let fault = share.map(|share| share.fault);
    let answered = if is_right {
        Class::Correct
    } else {
        Class::Wrong
    };
    let failure = fault.and_then(|fault| failure(fault, config, client));
    let lasts = share.and_then(|share| share.tries).unwrap_or(u32::MAX);
    let (class, n_requests) = match (&failure, fault) {
        _ if lasts == 0 => (answered, 1),
        // Waiting cured it.
        (Some(failure), _) if lasts < failure.n_tries => (answered, lasts + 1),
        (Some(failure), _) => (failure.class, failure.n_tries),
        (None, Some(fault)) => (
            class_of_text(fault, item, is_blank, answered, config, client),
            1,
        ),
        (None, None) => (answered, 1),
    };
    Expected {
        id: item.id.clone(),
        is_right,
        fault,
        class,
        n_requests,
        stops_run: lasts > 0 && failure.is_some_and(|failure| failure.stops_run),
    }
}

/// What an answer with a fault in its text ends as.
fn class_of_text(
    fault: Fault,
    item: &Item,
    is_blank: bool,
    answered: Class,
    config: &Config,
    client: &Client,
) -> Class {
    let can_refuse = config.wire.traits().can_refuse;
    match fault {
        // Words like any others, and no words.
        Fault::Refusal if !can_refuse && client.has_schema => Class::Unparsed,
        Fault::Refusal if !can_refuse => Class::Wrong,
        Fault::ContentFilter if !can_refuse && item.right.text.is_empty() => Class::Correct,
        Fault::ContentFilter if !can_refuse => Class::Empty,
        Fault::Refusal | Fault::ContentFilter => Class::Refused,
        Fault::EmptyLength | Fault::ThinkOpen => Class::Truncated,
        Fault::ErrorText => Class::HttpError,
        Fault::Null if item.right.text.is_empty() => Class::Correct,
        Fault::Null => Class::Empty,
        // A fence around an empty field says nothing, too.
        _ if is_blank => Class::Correct,
        _ => answered,
    }
}

/// How a client fails; `None` if it gets an answer.
fn failure(fault: Fault, config: &Config, client: &Client) -> Option<Failure> {
    let ends = |class, n_tries| {
        Some(Failure {
            class,
            n_tries,
            stops_run: false,
        })
    };
    let stops = Some(Failure {
        class: Class::HttpError,
        n_tries: 1,
        stops_run: true,
    });
    let is_unreadable_error = client.is_page && config.cors == Cors::NotOnErrors;
    match fault {
        Fault::Cut | Fault::CutBody | Fault::ShortBody => {
            ends(Class::Network, client.n_network_tries)
        }
        Fault::Drip | Fault::Hang => ends(Class::Timeout, client.n_timeout_tries),
        Fault::Cors | Fault::WrongKeyCors if client.is_page => {
            ends(Class::Network, client.n_network_tries)
        }
        Fault::Cors => None,
        Fault::Html | Fault::ErrorIn200 => ends(Class::HttpError, client.n_unreadable_tries),
        Fault::Status(_)
        | Fault::RateLimit(_)
        | Fault::Quota(_)
        | Fault::WrongKey
        | Fault::EchoKey
            if is_unreadable_error =>
        {
            ends(Class::Network, client.n_network_tries)
        }
        Fault::Status(status) if faults::is_retried(status) => {
            ends(Class::HttpError, client.n_tries)
        }
        Fault::Status(_) | Fault::EchoKey => ends(Class::HttpError, 1),
        Fault::RateLimit(_) => ends(Class::HttpError, client.n_tries),
        Fault::Quota(_) | Fault::WrongKey | Fault::WrongKeyCors => stops,
        _ => None,
    }
}
