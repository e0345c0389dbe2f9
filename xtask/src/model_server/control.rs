//! `/control`: settings changed and counts read while the server runs, also while the network is cut.
//!
//! `GET /control` answers the counts, `GET /control/last` the last request for an answer as it came. `POST /control`
//! takes a JSON object and answers the counts after it: `"reset": true` first sets all counts to zero, `"cut": MS` cuts
//! the network for so long (0 ends a cut), and every other field is one of [`SETTINGS`](super::config::SETTINGS), its
//! value as text, number or truth value. Nothing is changed if one of them is not understood.
//!
//! Deliberately absent: CORS headers; it is for the program that runs the test, not for the page.

use super::Shared;
use super::http::{Reply, Request};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Whether a request is for this.
pub fn is_for(request: &Request) -> bool {
    request.path == "/control" || request.path == "/control/last"
}

/// The reply to it; the connection of that number outlives a cut.
pub fn reply(shared: &Shared, number: u64, request: &Request) -> Reply {
    let done = match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/control") => Ok(()),
        ("GET", "/control/last") => return last(shared),
        ("POST", "/control") => apply(shared, number, &request.body),
        _ => Err("wanted GET /control, GET /control/last or POST /control".to_owned()),
    };
    match done {
        Ok(()) => Reply::json(200, &shared.tally.counts().json()),
        Err(why) => Reply::json(400, &json!({"error": why})),
    }
}

fn last(shared: &Shared) -> Reply {
    let Some(request) = shared.tally.last() else {
        return Reply::json(200, &Value::Null);
    };
    let headers = request.headers.into_iter();
    let headers: Map<_, _> = headers.map(|(name, value)| (name, json!(value))).collect();
    let last = json!({
        "method": request.method,
        "path": request.path,
        "headers": headers,
        "body": String::from_utf8_lossy(&request.body),
    });
    Reply::json(200, &last)
}

fn apply(shared: &Shared, number: u64, body: &[u8]) -> Result<(), String> {
    let mut fields: Map<String, Value> =
        serde_json::from_slice(body).map_err(|e| format!("wanted a JSON object: {e}"))?;
    let reset = match fields.remove("reset") {
        None => false,
        Some(value) => value.as_bool().ok_or("reset is true or false")?,
    };
    let cut = match fields.remove("cut") {
        None => None,
        Some(value) => Some(value.as_u64().ok_or("cut is a number of milliseconds")?),
    };
    shared.change(|config| {
        fields
            .iter()
            .try_for_each(|(name, value)| config.set(name, &as_text(value)))
    })?;
    if reset {
        shared.tally.reset();
    }
    if let Some(ms) = cut {
        shared.cut(Duration::from_millis(ms), Some(number));
    }
    Ok(())
}

fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
