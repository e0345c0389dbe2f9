//! How long a server asks to wait, in whatever place it says so.
//!
//! Deliberately absent: waiting, and what to do when it does not say.

use super::http::HttpReply;
use crate::said::Said;
use core::time::Duration;

/// More than this is no delay but a mistake in reading one.
const MAX_SECONDS: f64 = 7.0 * 24.0 * 3600.0;

/// The delay a server asks for; `now` is the time since 1970.
///
/// The first that can be read: header `retry-after-ms`, header `retry-after` (seconds or a date), Google's `retryDelay`,
/// OpenRouter's `X-RateLimit-Reset`, "try again in 5.289s" in the message. A time in the past is no delay (zero).
///
/// ```
/// use core::time::Duration;
/// use marksheet::{provider::{delay, http::HttpReply}, said::Said};
/// let body = r#"{"error": {"message": "Please try again in 5.5s"}}"#;
/// let reply = HttpReply { status: 429, headers: vec![], body: body.into(), duration: Duration::ZERO };
/// let asked = delay::asked(&reply, &Said::read(429, body), Duration::ZERO);
/// assert_eq!(asked, Some(Duration::from_millis(5500)));
/// ```
pub fn asked(reply: &HttpReply, said: &Said, now: Duration) -> Option<Duration> {
    let milliseconds = || seconds(reply.header("retry-after-ms")?.parse::<f64>().ok()? / 1000.0);
    let header = || {
        let value = reply.header("retry-after")?;
        match value.parse() {
            Ok(number) => seconds(number),
            Err(_) => Some(date(value)?.saturating_sub(now)),
        }
    };
    let in_body = || written(said.retry_delay.as_deref()?);
    let reset = || Some(Duration::from_millis(said.reset_at?).saturating_sub(now));
    milliseconds()
        .or_else(header)
        .or_else(in_body)
        .or_else(reset)
        .or_else(|| in_message(&said.message))
        .filter(|delay| delay.as_secs_f64() <= MAX_SECONDS)
}

fn seconds(number: f64) -> Option<Duration> {
    let is_usable = number.is_finite() && (0.0..=MAX_SECONDS).contains(&number);
    is_usable.then(|| Duration::from_secs_f64(number))
}

/// `try again in 6m0.5s`, `retry after 20 seconds`, `Please retry in 33.4s`.
fn in_message(message: &str) -> Option<Duration> {
    let lower = message.to_ascii_lowercase();
    let starts = [
        "try again in ",
        "retry in ",
        "retry after ",
        "try again after ",
    ];
    let at = starts
        .iter()
        .find_map(|start| Some(lower.find(start)? + start.len()))?;
    written(lower.get(at..)?)
}

/// A duration as people and servers write it, from the start of a text: `5.289s`, `250ms`, `1h2m3s`, `20 seconds`.
fn written(text: &str) -> Option<Duration> {
    let mut rest = text.trim_start();
    let mut sum = 0.0;
    let mut has_any = false;
    loop {
        let n_digits = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let (number, after) = rest.split_at(n_digits);
        let number = number.trim_end_matches('.');
        let Ok(number) = number.parse::<f64>() else {
            break;
        };
        let unit = after.trim_start();
        let n_letters = unit
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(unit.len());
        let (unit, after) = unit.split_at(n_letters);
        let Some(unit) = unit_seconds(unit) else {
            break;
        };
        sum += number * unit;
        has_any = true;
        rest = after;
    }
    has_any.then(|| seconds(sum))?
}

fn unit_seconds(unit: &str) -> Option<f64> {
    Some(match unit {
        "ms" | "millisecond" | "milliseconds" => 0.001,
        "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
        "h" | "hour" | "hours" => 3600.0,
        "d" | "day" | "days" => 86_400.0,
        _ => return None,
    })
}

/// A date as HTTP writes it (`Sun, 06 Nov 1994 08:49:37 GMT`), as the time since 1970.
fn date(text: &str) -> Option<Duration> {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let (_, rest) = text.split_once(", ")?;
    let mut parts = rest.split([' ', ':']);
    let number = |range: core::ops::RangeInclusive<u64>, part: Option<&str>| {
        part?
            .parse::<u64>()
            .ok()
            .filter(|number| range.contains(number))
    };
    let day = number(1..=31, parts.next())?;
    let name = parts.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? as u64;
    let year = number(1970..=9999, parts.next())?;
    let hour = number(0..=23, parts.next())?;
    let minute = number(0..=59, parts.next())?;
    let second = number(0..=60, parts.next())?;
    let days = days_before(year, month) + day - 1;
    Some(Duration::from_secs(
        days * 86_400 + hour * 3600 + minute * 60 + second,
    ))
}

/// Days from 1970 to the first of a month, counted from 0.
fn days_before(year: u64, month: u64) -> u64 {
    const BEFORE: [u64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let leap_days = |year: u64| year / 4 - year / 100 + year / 400;
    let is_leap = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let in_year = BEFORE.get(month as usize).copied().unwrap_or(0);
    (year - 1970) * 365 + leap_days(year - 1) - leap_days(1969)
        + in_year
        + u64::from(is_leap && month > 1)
}
