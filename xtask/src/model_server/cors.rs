//! Which pages may ask, and what they may read.
//!
//! Browsers keep the answer to a preflight for ten minutes: a test that changes the provider starts another server, whose
//! port they do not know yet. Deliberately absent: credentials; a page sends its key in a header.

use super::config::{Config, Cors};
use super::http::{Delivery, Reply, Request};
use super::wire::{Closed, Origin, Traits};
use serde_json::json;

/// Headers (lower case) that browsers and HTTP clients add by themselves.
const ADDED: [&str; 22] = [
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "content-length",
    "content-type",
    "dnt",
    "expect",
    "host",
    "keep-alive",
    "origin",
    "pragma",
    "priority",
    "referer",
    "sec-gpc",
    "te",
    "upgrade-insecure-requests",
    "user-agent",
    "access-control-request-headers",
    "access-control-request-method",
];

/// The first header that is neither added by a browser nor one of the provider's.
pub fn unknown_header(request: &Request, traits: &Traits) -> Option<String> {
    let is_known = |name: &str| {
        ADDED.contains(&name)
            || traits.headers.contains(&name)
            || ["sec-fetch-", "sec-ch-"]
                .iter()
                .any(|start| name.starts_with(start))
    };
    let names = request.headers.iter().map(|(name, _)| name);
    names.into_iter().find(|name| !is_known(name)).cloned()
}

/// The answer to a preflight.
pub fn preflight(request: &Request, config: &Config, traits: &Traits) -> Reply {
    let mut reply = Reply {
        status: 204,
        headers: Vec::new(),
        body: Vec::new(),
        delivery: Delivery::Whole,
    };
    match (config.cors, traits.closed) {
        (Cors::Closed, Closed::NoHeaders) => return reply,
        (Cors::Closed, Closed::Forbidden) => return forbidden(),
        (Cors::Closed, Closed::Misleading) => {
            return Reply::json(200, &json!({"error": "'messages' field is required"}));
        }
        (Cors::Open | Cors::NotOnErrors | Cors::Refused, _) => {}
    }
    let headers = &mut reply.headers;
    headers.push((
        "Access-Control-Allow-Methods",
        "GET, POST, OPTIONS".to_owned(),
    ));
    headers.push((
        "Access-Control-Allow-Headers",
        traits.allowed_headers.to_owned(),
    ));
    headers.push(("Access-Control-Max-Age", "600".to_owned()));
    for network in ["private", "local"] {
        if request
            .header(&format!("access-control-request-{network}-network"))
            .is_some()
        {
            let allow = match network {
                "private" => "Access-Control-Allow-Private-Network",
                _ => "Access-Control-Allow-Local-Network",
            };
            headers.push((allow, "true".to_owned()));
        }
    }
    allow_origin(&mut reply, request, traits);
    reply
}

/// What a page gets from a server that knows it should not be asked from there.
pub fn forbidden() -> Reply {
    Reply::text(403, "text/plain", String::new())
}

/// Whether a request is turned away for where it comes from.
pub fn is_forbidden(request: &Request, config: &Config, traits: &Traits) -> bool {
    config.cors == Cors::Closed
        && traits.closed == Closed::Forbidden
        && request.header("origin").is_some()
}

/// Whether a request is refused in words for coming from a page.
pub fn is_refused(request: &Request, config: &Config) -> bool {
    config.cors == Cors::Refused && request.header("origin").is_some()
}

/// Adds to a reply what lets a page read it, if it may.
pub fn allow(reply: &mut Reply, request: &Request, config: &Config, traits: &Traits) {
    let is_readable = match config.cors {
        Cors::Open | Cors::Refused => true,
        Cors::Closed => false,
        Cors::NotOnErrors => reply.status < 400,
    };
    if !is_readable || request.header("origin").is_none() {
        return;
    }
    allow_origin(reply, request, traits);
    let exposed = config
        .exposed_headers
        .as_deref()
        .unwrap_or(traits.exposed_headers);
    if !exposed.is_empty() {
        reply
            .headers
            .push(("Access-Control-Expose-Headers", exposed.to_owned()));
    }
}

fn allow_origin(reply: &mut Reply, request: &Request, traits: &Traits) {
    let origin = match (traits.allowed_origin, request.header("origin")) {
        (Origin::Echo, Some(origin)) => {
            reply.headers.push(("Vary", "Origin".to_owned()));
            origin.to_owned()
        }
        _ => "*".to_owned(),
    };
    reply.headers.push(("Access-Control-Allow-Origin", origin));
}
