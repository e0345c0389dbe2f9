//! Requests and replies as data: what is sent, without anything that sends it.
//!
//! Deliberately absent: `Debug` and `Serialize` of a request, since it carries the key; [`HttpRequest::shown`] is what may
//! be looked at.

use super::key::{Key, REDACTED};
use core::time::Duration;
use std::borrow::Cow;
use std::sync::Arc;

/// Connections a browser opens at once to one host that speaks HTTP/1.1; requests beyond that wait in its queue, unseen.
pub const N_CONNECTIONS: usize = 6;

/// The longest body that is read, in bytes: many times what any model says, and little enough for hundreds at once.
pub const MAX_REPLY: usize = 4 << 20;

/// What a host says of a reply that points to another address: a key must not travel on to wherever a server points.
pub const REDIRECTED: &str =
    "it points to another address, which is not followed: type that one as base URL";

/// A request to a provider.
pub struct HttpRequest {
    method: &'static str,
    /// Where it goes.
    url: String,
    /// Names in lower case, and values.
    headers: Vec<(&'static str, Header)>,
    /// JSON.
    body: String,
}

enum Header {
    Plain(&'static str),
    /// The key with what stands before it: `Bearer `.
    Secret(&'static str, Arc<Key>),
}

impl HttpRequest {
    /// A POST of JSON to `url`: every question to a model.
    pub fn post(url: String, body: String) -> Self {
        Self {
            method: "POST",
            url,
            headers: vec![("content-type", Header::Plain("application/json"))],
            body,
        }
    }

    /// A GET of `url`, without a body and its header: the list of models.
    pub fn get(url: String) -> Self {
        Self {
            method: "GET",
            url,
            headers: Vec::new(),
            body: String::new(),
        }
    }

    /// Adds a header that is the same for everyone.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.push((name, Header::Plain(value)));
        self
    }

    /// Adds the key behind `prefix`, where there is one and the request goes to the origin it was typed for; a key never
    /// goes elsewhere.
    #[must_use]
    pub fn with_key(
        mut self,
        name: &'static str,
        prefix: &'static str,
        key: Option<&Arc<Key>>,
    ) -> Self {
        if let Some(key) = key.filter(|key| key.fits(&self.url)) {
            self.headers
                .push((name, Header::Secret(prefix, Arc::clone(key))));
        }
        self
    }

    /// `POST` or `GET`.
    pub fn method(&self) -> &'static str {
        self.method
    }

    /// Where it goes.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The JSON that is sent; empty for a GET.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The headers with the key in them: only for the code that sends the request.
    pub fn headers_to_send(&self) -> impl Iterator<Item = (&'static str, Cow<'_, str>)> {
        self.headers.iter().map(|(name, value)| match value {
            Header::Plain(value) => (*name, Cow::Borrowed(*value)),
            Header::Secret(prefix, key) => (*name, Cow::Owned(format!("{prefix}{}", key.text()))),
        })
    }

    /// The exact request as text, with [`REDACTED`] in place of the key.
    pub fn shown(&self) -> String {
        let mut shown = format!("{} {}\n", self.method, self.url);
        let mut key = None;
        for (name, value) in &self.headers {
            let value = match value {
                Header::Plain(value) => (*value).to_owned(),
                Header::Secret(prefix, secret) => {
                    key = Some(secret);
                    format!("{prefix}{REDACTED}")
                }
            };
            shown.push_str(&format!("{name}: {value}\n"));
        }
        shown.push('\n');
        shown.push_str(&self.body);
        match key {
            Some(key) => key.redact_reply(&shown).into_owned(),
            None => shown,
        }
    }
}

/// What a server answered.
///
/// No `Debug`: a server may echo the key, which is taken out only when the reply is read.
#[derive(Clone, PartialEq)]
pub struct HttpReply {
    /// The status code.
    pub status: u16,
    /// The headers the browser lets a page see; names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, whatever it is.
    pub body: String,
    /// From the moment the request was really sent until the body was there; waiting in the browser's queue is not part
    /// of it.
    pub duration: Duration,
}

impl HttpReply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    }
}

/// Why there is no reply at all, or none that can be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsent {
    /// The server could not be reached, or the connection broke; with what the browser says. A browser does not tell a
    /// page more, so that a reply the page may not read (CORS) looks the same.
    Network(String),
    /// The time limit passed after the request was really sent.
    Timeout,
    /// The body is longer than [`MAX_REPLY`], or has no end at all; it was not read on.
    TooLong {
        /// The status of the reply.
        status: u16,
    },
}
