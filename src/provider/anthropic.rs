//! Anthropic's messages.
//!
//! Deliberately absent: streaming, tools, batches (which answer no browser), and a seed, which the format does not have.

use super::structure::{Form, Structure};
use super::{Asking, Format, HttpRequest, Key, Provider, Sent, Wire};
use crate::json::Json;
use crate::predictions::completion::Completion;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The wire format.
pub(super) struct Anthropic;

const PATH: &str = "/v1/messages";

impl Wire for Anthropic {
    fn path(&self, _model: &str) -> String {
        PATH.to_owned()
    }

    fn root<'b>(&self, base: &'b str) -> &'b str {
        let endings = [PATH, "/v1"];
        let mut roots = endings.iter().filter_map(|end| base.strip_suffix(end));
        roots.next().unwrap_or(base)
    }

    fn body(&self, provider: &Provider, asking: &Asking<'_>) -> (Value, Sent) {
        let form = Form::of(provider, asking);
        let sent = Sent {
            seed: None,
            structure: form.structure.rung(),
            added: form.added,
            ..Sent::of(asking)
        };
        let mut body = Map::new();
        body.insert("model".to_owned(), asking.config.model.trim().into());
        body.insert("max_tokens".to_owned(), asking.config.max_tokens.into());
        if !form.system.is_empty() {
            body.insert("system".to_owned(), form.system.into());
        }
        let messages = json!([{ "role": "user", "content": asking.prompt.user }]);
        body.insert("messages".to_owned(), messages);
        if let Some(temperature) = sent.temperature {
            body.insert("temperature".to_owned(), temperature.into());
        }
        if let Structure::Schema { schema, .. } = form.structure {
            let format = json!({ "type": "json_schema", "schema": schema });
            body.insert("output_config".to_owned(), json!({ "format": format }));
        }
        (Value::Object(body), sent)
    }

    fn headers(&self, request: HttpRequest, key: Option<&Arc<Key>>) -> HttpRequest {
        request
            .with_key(Format::Anthropic.key_header(), "", key)
            .with_header("anthropic-version", "2023-06-01")
            // Without it every reply to a browser is an error that the page cannot read.
            .with_header("anthropic-dangerous-direct-browser-access", "true")
    }

    fn models_path(&self) -> Option<&'static str> {
        Some("/v1/models?limit=1000")
    }

    fn completion(&self, body: &Json<'_>) -> Option<Completion> {
        let Some(Json::List(_)) = body.get("content") else {
            return None;
        };
        Some(Completion {
            finish_reason: super::text_at(body, &["stop_reason"]),
            n_tokens_in: super::count(body, &["usage", "input_tokens"]),
            n_tokens_out: super::count(body, &["usage", "output_tokens"]),
            model: super::text_at(body, &["model"]),
            ..Completion::of_message(body)
        })
    }
}
