//! Requests, replies and errors of providers, as data: what is sent to the last header, and what each answer means.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "provider/addresses.rs"]
mod addresses;
#[path = "provider/batches.rs"]
mod batches;
#[path = "provider/connecting.rs"]
mod connecting;
#[path = "provider/errors.rs"]
mod errors;
#[path = "provider/keys.rs"]
mod keys;
#[path = "provider/replies.rs"]
mod replies;
#[path = "provider/requests.rs"]
mod requests;
#[path = "provider/structures.rs"]
mod structures;

use core::time::Duration;
use marksheet::provider::http::HttpReply;
use marksheet::provider::{Fault, Format, Key, MaxField, Reply, Sent, Wanted, find, read};

/// A reply without headers.
fn reply(status: u16, body: &str) -> HttpReply {
    HttpReply {
        status,
        headers: vec![],
        body: body.to_owned(),
        duration: Duration::ZERO,
    }
}

/// A request of a provider with every parameter it has.
fn sent(provider: &str) -> Sent {
    let is_chat = find(provider).unwrap().format == Format::ChatCompletions;
    Sent {
        max_field: is_chat.then_some(MaxField::MaxTokens),
        max_tokens: Some(1024),
        temperature: Some(0.0),
        seed: Some(1),
        ..Sent::default()
    }
}

/// Reads a reply of a provider to a request.
fn read_of(
    provider: &str,
    sent: &Sent,
    reply: &HttpReply,
    wanted: &Wanted,
    key: Option<&Key>,
) -> Result<Reply, Fault> {
    let now = Duration::from_secs(1_785_000_000);
    read(find(provider).unwrap(), reply, sent, wanted, key, now)
}

/// Reads a reply of a server that speaks chat completions, to a request with every parameter.
fn read_chat(reply: &HttpReply, wanted: &Wanted, key: Option<&Key>) -> Result<Reply, Fault> {
    read_of("custom", &sent("custom"), reply, wanted, key)
}
