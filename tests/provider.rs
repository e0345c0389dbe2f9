//! Requests, replies and errors of providers, as data: what is sent to the last header, and what each answer means.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "provider/addresses.rs"]
mod addresses;
#[path = "provider/errors.rs"]
mod errors;
#[path = "provider/keys.rs"]
mod keys;
#[path = "provider/replies.rs"]
mod replies;
#[path = "provider/requests.rs"]
mod requests;

use core::time::Duration;
use marksheet::provider::http::HttpReply;
use marksheet::provider::{Fault, Key, Reply, Sent, Wanted, find, read};

/// A reply without headers.
fn reply(status: u16, body: &str) -> HttpReply {
    HttpReply {
        status,
        headers: vec![],
        body: body.to_owned(),
        duration: Duration::ZERO,
    }
}

/// Reads a reply of a server that speaks chat completions, to a request with every parameter.
fn read_chat(reply: &HttpReply, wanted: &Wanted, key: Option<&Key>) -> Result<Reply, Fault> {
    let sent = Sent {
        max_field: Some(marksheet::provider::MaxField::MaxTokens),
        max_tokens: Some(1024),
        temperature: Some(0.0),
        seed: Some(1),
        ..Sent::default()
    };
    let now = Duration::from_secs(1_785_000_000);
    read(find("custom").unwrap(), reply, &sent, wanted, key, now)
}
