//! From a server's reply to an answer, or to what went wrong.
//!
//! Deliberately absent: the shapes of bodies; the wire format reads answers, [`Said`] reads errors.

use super::fault::Fault;
use super::http::HttpReply;
use super::{Key, Provider, Reply, Sent, Wanted};
use crate::json::{self, Json};
use crate::predictions::completion::Completion;
use crate::problem::cut;
use crate::rows::text_of;
use crate::said::Said;
use core::time::Duration;

/// Longest text kept of what a failed call produced, in characters.
const MAX_KEPT: usize = 4_000;

/// A prompt that leaves no more tokens than this of its room was cut to fit.
const NEARLY: u64 = 16;

/// Reads a reply. The key is taken out of everything that comes back, answers and errors alike.
///
/// `sent` are the parameters of the request, `now` is the time since 1970.
///
/// # Errors
/// The fault, when the status is no success, the body is an error in spite of it, or there is no answer in it.
///
/// ```
/// use core::time::Duration;
/// use marksheet::provider::{Sent, Wanted, find, http::HttpReply, read};
/// let reply = |status, body: &str| HttpReply { status, headers: vec![], body: body.into(), duration: Duration::ZERO };
/// let read = |reply: HttpReply| read(find("custom").unwrap(), &reply, &Sent::default(), &Wanted::Text, None, Duration::ZERO);
/// let answer = read(reply(200, r#"{"choices": [{"message": {"content": "<think>hm</think>B"}}]}"#)).unwrap();
/// assert_eq!((answer.raw.as_str(), answer.reasoning.as_deref()), ("<think>hm</think>B", Some("hm")));
/// assert_eq!(read(reply(500, "")).unwrap_err().message, "the server answered 500 (a fault of the server): nothing");
/// ```
pub fn read(
    provider: &Provider,
    reply: &HttpReply,
    sent: &Sent,
    wanted: &Wanted,
    key: Option<&Key>,
    now: Duration,
) -> Result<Reply, Fault> {
    let refused = |said: Said| {
        let said = Key::out_of_said(key, said);
        let asked = provider.wire().delay(reply, &said, now);
        Fault {
            kept: kept(&reply.body).map(|text| Key::out_of(key, text)),
            ..Fault::refused(&said, sent, asked)
        }
    };
    if !(200..300).contains(&reply.status) {
        return Err(refused(provider.wire().said(reply.status, &reply.body)));
    }
    let Ok(parsed) = json::parse(&reply.body) else {
        let body = Key::out_of(key, reply.body.clone());
        let said = provider.wire().said(reply.status, &body);
        return Err(Fault::unreadable(reply, &Key::out_of_said(key, said)));
    };
    let body = &parsed.value;
    if let Some(error) = error_in(body) {
        return Err(refused(Said::of_body(reply.status, error)));
    }
    let Some(completion) = provider.wire().completion(body).filter(is_answer) else {
        let said = Said::of_body(reply.status, body);
        return Err(Fault::unreadable(reply, &Key::out_of_said(key, said)));
    };
    let redact = |text: &str| match key {
        Some(key) => key.redact_reply(text).into_owned(),
        None => text.to_owned(),
    };
    let reply = Reply::read(completion, wanted, &redact);
    Ok(Reply {
        is_prompt_cut: is_full(sent.n_context, reply.n_tokens_in),
        ..reply
    })
}

/// A server that gave up in the middle says so in the reason alone.
fn is_answer(completion: &Completion) -> bool {
    completion.finish_reason.as_deref() != Some("error") || completion.content != Json::Null
}

/// Whether a prompt of so many tokens fills its room.
fn is_full(room: Option<u32>, n_tokens: Option<u64>) -> bool {
    let (Some(room), Some(n_tokens)) = (room, n_tokens) else {
        return false;
    };
    n_tokens.saturating_add(NEARLY) >= u64::from(room)
}

/// The error a body with status 200 holds all the same: an `error` that says something, an object that calls itself an
/// error, or an error in place of the first choice.
fn error_in<'r, 'a>(body: &'r Json<'a>) -> Option<&'r Json<'a>> {
    let is_error = |value: &&Json<'a>| match value {
        Json::Object(entries) => !entries.is_empty(),
        Json::Text(text) => !text.trim().is_empty(),
        _ => false,
    };
    if body.get("error").filter(is_error).is_some() {
        return Some(body);
    }
    let kind = body.get("object").and_then(text_of);
    if kind.as_deref() == Some("error") {
        return Some(body);
    }
    let Some(Json::List(choices)) = body.get("choices") else {
        return None;
    };
    let choice = choices.first()?;
    choice.get("error").filter(is_error).map(|_| choice)
}

/// What a model wrote before its server refused it: Groq's `failed_generation`, which a router passes on inside a text.
fn kept(body: &str) -> Option<String> {
    let parsed = json::parse(body).ok()?;
    let error = parsed.value.get("error")?;
    let own = failed_generation(error);
    let text = own.or_else(|| {
        let raw = error.get("metadata")?.get("raw")?;
        let Json::Text(raw) = raw else {
            return failed_generation(raw.get("error").unwrap_or(raw));
        };
        let inner = json::parse(raw).ok()?.value;
        failed_generation(inner.get("error").unwrap_or(&inner))
    })?;
    (!text.trim().is_empty()).then(|| cut(&text, MAX_KEPT))
}

fn failed_generation(error: &Json<'_>) -> Option<String> {
    let text = text_of(error.get("failed_generation")?)?;
    Some(text.into_owned())
}
