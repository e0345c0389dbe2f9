//! The models a provider offers: asked for only when a person wants the list.
//!
//! Deliberately absent: choosing one, and what they cost.

use super::http::{HttpReply, HttpRequest};
use super::{Fault, Key, KeyUse, Provider, Sent, address};
use crate::json::{self, Json};
use crate::problem::Problem;
use crate::rows::text_of;
use std::collections::HashSet;
use std::sync::Arc;

/// The request for the list; `None` where a provider has none.
///
/// # Errors
/// When the base URL cannot be used.
///
/// ```
/// use marksheet::provider::{find, models};
/// let request = models::request(find("vllm").unwrap(), "http://localhost:8000/v1/", None).unwrap().unwrap();
/// assert_eq!(request.shown(), "GET http://localhost:8000/v1/models\n\n");
/// ```
pub fn request(
    provider: &Provider,
    base_url: &str,
    key: Option<&Arc<Key>>,
) -> Result<Option<HttpRequest>, Problem> {
    let Some(path) = provider.wire().models_path() else {
        return Ok(None);
    };
    let wire = provider.wire();
    let url = address::below(base_url, path, |base| wire.root(base))?;
    let key = key.filter(|_| provider.key_use != KeyUse::Never);
    Ok(Some(wire.headers(HttpRequest::get(url), key)))
}

/// The names in a list of models, in its order, each once.
///
/// Understood are `{"data": [{"id": …}]}`, `{"models": [{"name": …}]}` and bare lists of either.
///
/// # Errors
/// The fault, when the reply is an error or no list of models.
///
/// ```
/// use core::time::Duration;
/// use marksheet::provider::{find, http::HttpReply, models};
/// let body = r#"{"object": "list", "data": [{"id": "m-1"}, {"id": "m-2"}]}"#.to_owned();
/// let reply = HttpReply { status: 200, headers: vec![], body, duration: Duration::ZERO };
/// assert_eq!(models::read(find("vllm").unwrap(), &reply, None).unwrap(), ["m-1", "m-2"]);
/// ```
pub fn read(
    provider: &Provider,
    reply: &HttpReply,
    key: Option<&Key>,
) -> Result<Vec<String>, Fault> {
    let said = provider.wire().said(reply.status, &reply.body);
    let said = Key::out_of_said(key, said);
    if !(200..300).contains(&reply.status) || said.status != reply.status {
        return Err(Fault::refused(&said, &Sent::default(), None));
    }
    let parsed = json::parse(&reply.body).ok();
    let list = parsed.as_ref().and_then(|parsed| match &parsed.value {
        Json::List(models) => Some(models),
        body => ["data", "models"]
            .iter()
            .find_map(|name| match body.get(name) {
                Some(Json::List(models)) => Some(models),
                _ => None,
            }),
    });
    let Some(list) = list else {
        return Err(Fault::unreadable(reply, &said));
    };
    let name = |model: &Json<'_>| {
        let named = ["id", "name", "model"]
            .iter()
            .find_map(|name| text_of(model.get(name)?));
        named
            .or_else(|| text_of(model))
            .map(|name| name.into_owned())
    };
    let mut seen = HashSet::new();
    let names = list
        .iter()
        .filter(|model| provider.wire().is_model(model))
        .filter_map(name)
        // Gemini's names as a person types them.
        .map(|name| {
            name.strip_prefix("models/")
                .map(str::to_owned)
                .unwrap_or(name)
        })
        .filter(|name| !name.trim().is_empty());
    Ok(names.filter(|name| seen.insert(name.clone())).collect())
}
