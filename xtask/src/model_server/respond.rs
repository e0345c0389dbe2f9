//! From a request to a reply: checks in the order providers have them, then the answer or the fault.
//!
//! Deliberately absent: how a provider words it (`wire`) and how bytes go out (`http`).

use super::answer::Answer;
use super::chance::chance;
use super::config::Config;
use super::faults::{self, DelayIn, Fault};
use super::http::{self, Delivery, Reply, Request};
use super::tally::InFlight;
use super::wire::trouble::Trouble;
use super::wire::{Asked, Route, Wire};
use super::{Shared, cors, locked};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A reply with what is to be counted when it goes out.
pub struct Response<'a> {
    pub reply: Reply,
    /// Until its last bytes go out.
    pub in_flight: Option<InFlight<'a>>,
    /// Whether it is an answer, right or wrong.
    pub is_answer: bool,
    /// The item it is about.
    pub id: Option<String>,
    /// How long nobody is to ask again.
    pub delay: Option<Duration>,
    /// Whether the connection ends with it.
    pub is_last: bool,
}

/// The reply to a request, after its latency. `None` if the client is gone by then.
pub fn respond<'a>(
    shared: &'a Shared,
    request: &Request,
    stream: &TcpStream,
) -> Option<Response<'a>> {
    let config = locked(&shared.config).clone();
    let wire = config.wire.wire();
    let traits = wire.traits();
    // A browser repeats a request by itself if a connection that it uses again closes without a byte. Nobody else
    // would see that a cut was met twice, so none is used again where one may come.
    let is_last = config.faults.iter().any(|share| share.fault == Fault::Cut);
    let mut response = Response {
        reply: cors::preflight(request, &config, &traits),
        in_flight: None,
        is_answer: false,
        id: None,
        delay: None,
        is_last,
    };
    if request.method == "OPTIONS" {
        shared.tally.count(|counts| counts.preflights += 1);
        return Some(response);
    }
    if cors::is_forbidden(request, &config, &traits) {
        response.reply = cors::forbidden();
        return Some(response);
    }
    let mut is_readable = true;
    match wire.route(&request.method, &request.path) {
        Route::Nothing => {
            let route = format!("{} {}", request.method, request.path);
            response.reply = wire.error(&Trouble::NoRoute(route), &config);
        }
        Route::Models => response.reply = models(shared, wire, request, &config),
        Route::Answer => {
            response.in_flight = Some(shared.tally.arrived(request));
            match checked(wire, request, &config) {
                Ok(asked) => {
                    let fault = answer(shared, request, &config, &asked, stream, &mut response)?;
                    is_readable = !matches!(fault, Some(Fault::Cors | Fault::WrongKeyCors));
                }
                Err(trouble) => {
                    shared.tally.rejected(trouble.name());
                    response.reply = wire.error(&trouble, &config);
                }
            }
        }
    }
    if is_readable {
        cors::allow(&mut response.reply, request, &config, &traits);
    }
    Some(response)
}

/// The list of models, if the client may see it.
fn models(shared: &Shared, wire: &dyn Wire, request: &Request, config: &Config) -> Reply {
    shared.tally.count(|counts| counts.models += 1);
    if cors::is_refused(request, config) {
        return wire.error(&Trouble::NoPages, config);
    }
    match wrong_key(wire, request, config) {
        Some(trouble) if !wire.traits().has_public_models => wire.error(&trouble, config),
        _ => wire.models(config),
    }
}

/// Whether the key is not the one that is wanted.
fn wrong_key(wire: &dyn Wire, request: &Request, config: &Config) -> Option<Trouble> {
    let wanted = config.key.as_deref()?;
    match wire.key(request) {
        None => Some(Trouble::NoKey),
        Some(key) if key == wanted => None,
        Some(key) => Some(Trouble::WrongKey(key.to_owned())),
    }
}

/// What is asked, if headers, key, credit and body are as they should be.
fn checked(wire: &dyn Wire, request: &Request, config: &Config) -> Result<Asked, Trouble> {
    if let Some(name) = cors::unknown_header(request, &wire.traits()) {
        return Err(Trouble::UnknownHeader(name));
    }
    if cors::is_refused(request, config) {
        return Err(Trouble::NoPages);
    }
    if let Some(trouble) = wrong_key(wire, request, config) {
        return Err(trouble);
    }
    let kind = request.header("content-type").unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(Trouble::NotJsonType);
    }
    let asked = wire.check(request, config)?;
    if config.has_credit {
        Ok(asked)
    } else {
        Err(Trouble::NoCredit)
    }
}

/// Puts the answer, or what the item meets instead, into the response. Returns the fault met; `None` as a whole if the
/// client did not wait.
fn answer(
    shared: &Shared,
    request: &Request,
    config: &Config,
    asked: &Asked,
    stream: &TcpStream,
    response: &mut Response,
) -> Option<Option<Fault>> {
    let wire = config.wire.wire();
    let item = config.items.asked(&asked.message);
    let mut fault = None;
    if let Some(item) = item {
        let share = faults::met(&config.faults, config.seed, &item.id);
        let meets = shared
            .tally
            .asked(&item.id, share.map(|share| (share.fault, share.tries)));
        fault = share.map(|share| share.fault).filter(|_| meets);
    } else {
        shared.tally.count(|counts| counts.unknown += 1);
    }
    let id = item.map_or("", |item| &item.id);
    if http::is_gone_within(stream, latency(config, id)) {
        return None;
    }
    let said = match item {
        Some(item) => Answer::to(item, is_right(config, id), fault, asked, config),
        None => Answer::to_anybody(asked),
    };
    response.reply = match fault.and_then(|fault| instead(fault, request, config)) {
        Some(reply) => reply,
        None => wire.answer(&said, asked),
    };
    response.reply.delivery = match fault {
        Some(Fault::Cut) => Delivery::Nothing,
        Some(Fault::CutBody) => Delivery::HalfOfChunks,
        Some(Fault::ShortBody) => Delivery::HalfOfLength,
        Some(Fault::Drip) => Delivery::Drip(config.drip),
        Some(Fault::Hang) => Delivery::Never,
        _ => Delivery::Whole,
    };
    response.id = item.map(|item| item.id.clone());
    response.is_answer = fault.is_none_or(|fault| fault.is_in_text() || fault == Fault::Drip);
    response.delay = told_delay(fault, config.delay);
    Some(fault)
}

/// What a fault puts in the place of an answer.
fn instead(fault: Fault, request: &Request, config: &Config) -> Option<Reply> {
    let wire = config.wire.wire();
    let key = || wire.key(request).unwrap_or("").to_owned();
    let trouble = match fault {
        Fault::Html => return Some(Reply::text(200, "text/html", super::wire::page(502))),
        Fault::ErrorIn200 => {
            let reply = wire.error(&Trouble::In200, config);
            return Some(Reply {
                status: 200,
                ..reply
            });
        }
        Fault::Status(status) => Trouble::Status(status),
        Fault::RateLimit(place) => Trouble::RateLimit(place, config.delay),
        Fault::Quota(quota) => Trouble::Quota(quota),
        Fault::WrongKey | Fault::WrongKeyCors => Trouble::WrongKey(key()),
        Fault::EchoKey => Trouble::EchoKey(key()),
        _ => return None,
    };
    Some(wire.error(&trouble, config))
}

/// Whether an item is answered right.
pub fn is_right(config: &Config, id: &str) -> bool {
    chance(config.seed, "right", id) < config.right
}

fn latency(config: &Config, id: &str) -> Duration {
    let (least, most) = config.latency;
    least + (most - least).mul_f64(chance(config.seed, "latency", id))
}

/// What a client can know that it is to wait.
fn told_delay(fault: Option<Fault>, delay: Duration) -> Option<Duration> {
    match fault {
        Some(Fault::RateLimit(DelayIn::Nowhere)) => None,
        Some(Fault::RateLimit(DelayIn::RetryAfter)) => {
            Some(Duration::from_secs(delay.as_millis().div_ceil(1000) as u64))
        }
        Some(Fault::RateLimit(_)) => Some(delay),
        _ => None,
    }
}

impl Response<'_> {
    /// Counts what has to be counted before the client has it all.
    pub fn count(&mut self, shared: &Shared) {
        if let Some(delay) = self.delay {
            // Times told in whole milliseconds may be a little earlier.
            let delay = delay.saturating_sub(Duration::from_millis(5));
            shared.tally.not_before(Instant::now() + delay);
        }
        if self.is_answer {
            shared.tally.answered(self.id.as_deref());
        }
        self.in_flight = None;
    }
}
