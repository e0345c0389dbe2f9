//! The ways in which an answer can fail, how many items meet each, and how often.
//!
//! Deliberately absent: what a fault looks like on the wire; `answer`, `wire` and `connection` know that.

use super::chance::chance;
use std::fmt;

/// One way to fail. Its name, as options and counts have it, is what [`fmt::Display`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// `refusal`: the model declines in the field that the provider has for it.
    Refusal,
    /// `content_filter`: stopped by a filter.
    ContentFilter,
    /// `empty_length`: no text, stopped by the length limit.
    EmptyLength,
    /// `think`: `<think>…</think>` before the answer; the thoughts name wrong answers.
    Think,
    /// `think_open`: a `<think>` that is never closed, stopped by the length limit.
    ThinkOpen,
    /// `think_close`: thoughts, then only the closing tag.
    ThinkClose,
    /// `fenced`: the answer as the only field of a JSON object in a Markdown fence.
    Fenced,
    /// `chunks`: the content as a list of chunks.
    Chunks,
    /// `null`: content null.
    Null,
    /// `error_text`: the text `ERROR`, as ALUE writes it for a failed call.
    ErrorText,
    /// `error_in_200`: an error object instead of an answer, status 200.
    ErrorIn200,
    /// `html`: a web page instead of JSON, status 200.
    Html,
    /// `status_NNN`: that status.
    Status(u16),
    /// `rate_…`: 429 with the delay in one place.
    RateLimit(DelayIn),
    /// `quota_…`: nothing left to spend; never to be tried again.
    Quota(Quota),
    /// `wrong_key`: 401.
    WrongKey,
    /// `wrong_key_cors`: 401 without CORS headers.
    WrongKeyCors,
    /// `echo_key`: 400 whose message contains the key as it was sent.
    EchoKey,
    /// `cors`: the answer without CORS headers.
    Cors,
    /// `cut`: the connection closed without a byte.
    Cut,
    /// `cut_body`: the connection closed in the middle of a chunked body.
    CutBody,
    /// `short_body`: the connection closed before the announced length.
    ShortBody,
    /// `drip`: the body trickles for [`Config::drip`](super::Config::drip).
    Drip,
    /// `hang`: no answer, ever.
    Hang,
}

/// Where a 429 says how long to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DelayIn {
    /// `rate_retry_after`: the header, in whole seconds, rounded up.
    RetryAfter,
    /// `rate_retry_after_ms`: the header, in milliseconds.
    RetryAfterMs,
    /// `rate_retry_info`: Gemini's `RetryInfo` in the body.
    RetryInfo,
    /// `rate_reset`: OpenRouter's `X-RateLimit-Reset` in the body, in milliseconds since 1970.
    Reset,
    /// `rate_text`: "Please try again in 1.5s" in the message.
    Text,
    /// `rate_bare`: nowhere.
    Nowhere,
}

/// What is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quota {
    /// `quota_insufficient`: 429 `insufficient_quota`.
    Insufficient,
    /// `quota_credit`: 429 `credit_balance_exhausted`.
    Credit,
    /// `quota_project`: 429 `project_spend_limit_exceeded`.
    Project,
    /// `quota_organization`: 429 `organization_usage_limit_exceeded`.
    Organization,
    /// `quota_billing`: 402, type `billing_error`.
    Billing,
    /// `quota_enforced`: 429 with `details.error_code` `enforced_spend_limit_reached`.
    Enforced,
    /// `quota_402`: 402 without a code, as OpenRouter sends it.
    Payment,
    /// `quota_daily`: Gemini's 429 whose `quotaId` contains `PerDay`, with a `RetryInfo` beside it.
    Daily,
}

/// Every fault with a name of its own; `status_NNN` is read by itself.
const NAMES: [(&str, Fault); 35] = [
    ("refusal", Fault::Refusal),
    ("content_filter", Fault::ContentFilter),
    ("empty_length", Fault::EmptyLength),
    ("think", Fault::Think),
    ("think_open", Fault::ThinkOpen),
    ("think_close", Fault::ThinkClose),
    ("fenced", Fault::Fenced),
    ("chunks", Fault::Chunks),
    ("null", Fault::Null),
    ("error_text", Fault::ErrorText),
    ("error_in_200", Fault::ErrorIn200),
    ("html", Fault::Html),
    ("rate_retry_after", Fault::RateLimit(DelayIn::RetryAfter)),
    (
        "rate_retry_after_ms",
        Fault::RateLimit(DelayIn::RetryAfterMs),
    ),
    ("rate_retry_info", Fault::RateLimit(DelayIn::RetryInfo)),
    ("rate_reset", Fault::RateLimit(DelayIn::Reset)),
    ("rate_text", Fault::RateLimit(DelayIn::Text)),
    ("rate_bare", Fault::RateLimit(DelayIn::Nowhere)),
    ("quota_insufficient", Fault::Quota(Quota::Insufficient)),
    ("quota_credit", Fault::Quota(Quota::Credit)),
    ("quota_project", Fault::Quota(Quota::Project)),
    ("quota_organization", Fault::Quota(Quota::Organization)),
    ("quota_billing", Fault::Quota(Quota::Billing)),
    ("quota_enforced", Fault::Quota(Quota::Enforced)),
    ("quota_402", Fault::Quota(Quota::Payment)),
    ("quota_daily", Fault::Quota(Quota::Daily)),
    ("wrong_key", Fault::WrongKey),
    ("wrong_key_cors", Fault::WrongKeyCors),
    ("echo_key", Fault::EchoKey),
    ("cors", Fault::Cors),
    ("cut", Fault::Cut),
    ("cut_body", Fault::CutBody),
    ("short_body", Fault::ShortBody),
    ("drip", Fault::Drip),
    ("hang", Fault::Hang),
];

impl Fault {
    /// Every fault once, of the statuses those that providers send.
    pub fn all() -> impl Iterator<Item = Fault> {
        let statuses = [408, 409, 413, 500, 502, 503, 504, 524, 529].map(Fault::Status);
        NAMES.into_iter().map(|(_, fault)| fault).chain(statuses)
    }

    /// The fault of that name.
    pub fn named(name: &str) -> Option<Fault> {
        if let Some((_, fault)) = NAMES.iter().find(|(known, _)| *known == name) {
            return Some(*fault);
        }
        let status = name.strip_prefix("status_")?.parse().ok()?;
        (400..=599)
            .contains(&status)
            .then_some(Fault::Status(status))
    }

    /// Whether the call goes well and only the text of the answer is odd.
    pub fn is_in_text(self) -> bool {
        use Fault::{Chunks, ContentFilter, EmptyLength, ErrorText, Fenced, Null, Refusal, Think};
        matches!(
            self,
            Refusal
                | ContentFilter
                | EmptyLength
                | Think
                | Fault::ThinkOpen
                | Fault::ThinkClose
                | Fenced
                | Chunks
                | Null
                | ErrorText
        )
    }

    /// How many tries of an item meet it where nothing is said: a fault that waiting cures, one; the others, all.
    fn usual_tries(self) -> Option<u32> {
        use Fault::{Cors, Cut, CutBody, Drip, Hang, RateLimit, ShortBody, Status};
        match self {
            RateLimit(_) | Cors | Cut | CutBody | ShortBody | Drip | Hang => Some(1),
            Status(status) => is_retried(status).then_some(1),
            _ => None,
        }
    }
}

/// Whether a client is to try again after that status (429 apart, where it depends).
pub fn is_retried(status: u16) -> bool {
    [408, 409, 500, 502, 503, 504, 524, 529].contains(&status)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (NAMES.iter().find(|(_, fault)| fault == self), self) {
            (Some((name, _)), _) => f.write_str(name),
            (None, Fault::Status(status)) => write!(f, "status_{status}"),
            (None, fault) => write!(f, "{fault:?}"),
        }
    }
}

/// A fault with the items that meet it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// What happens.
    pub fault: Fault,
    /// The share of items, 0.0 to 1.0; the shares of all faults together are at most 1.
    pub share: f64,
    /// How many requests for one item meet it; `None`: all of them.
    pub tries: Option<u32>,
}

impl Share {
    /// A share of items that meet a fault as often as is usual for it.
    pub fn of(fault: Fault, share: f64) -> Share {
        Share {
            fault,
            share,
            tries: fault.usual_tries(),
        }
    }
}

/// Reads `cut=0.1x2,think=0.05,hang=0.1x*`: name, share, and how many tries (`*`: all) where not the usual.
///
/// # Errors
/// If a name is not known, a share is not a number from 0 to 1, or all together are more than 1.
pub fn parse(text: &str) -> Result<Vec<Share>, String> {
    let parts = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let faults: Vec<Share> = parts.map(parse_one).collect::<Result<_, _>>()?;
    check(&faults)?;
    Ok(faults)
}

fn parse_one(part: &str) -> Result<Share, String> {
    let (name, amount) = part
        .split_once('=')
        .ok_or(format!("{part}: wanted NAME=SHARE"))?;
    let fault = Fault::named(name).ok_or(format!("no fault named {name}"))?;
    let (share, tries) = match amount.split_once('x') {
        None => (amount, None),
        Some((share, tries)) => (share, Some(tries)),
    };
    let share = share
        .parse()
        .map_err(|_| format!("{part}: {share} is no number"))?;
    let mut share = Share::of(fault, share);
    match tries {
        None => {}
        Some("*") => share.tries = None,
        Some(n) => {
            let n = n
                .parse()
                .map_err(|_| format!("{part}: {n} is no number of tries"))?;
            share.tries = Some(n);
        }
    }
    Ok(share)
}

/// Whether every share is from 0 to 1, and all together at most 1.
///
/// # Errors
/// If not.
pub fn check(faults: &[Share]) -> Result<(), String> {
    for Share { fault, share, .. } in faults {
        if !(0.0..=1.0).contains(share) {
            return Err(format!("the share of {fault} is {share}, wanted 0 to 1"));
        }
    }
    let sum: f64 = faults.iter().map(|fault| fault.share).sum();
    // Ten times 0.1 is a little more than 1.
    if sum > 1.0 + 1e-9 {
        return Err(format!(
            "the shares of the faults add up to {sum}, more than 1"
        ));
    }
    Ok(())
}

/// The fault that an item meets, if any.
pub fn met(faults: &[Share], seed: u64, id: &str) -> Option<Share> {
    let at = chance(seed, "fault", id);
    let mut end = 0.0;
    faults.iter().copied().find(|fault| {
        end += fault.share;
        at < end
    })
}
