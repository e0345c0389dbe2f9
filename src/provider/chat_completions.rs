//! OpenAI's chat completions, which most servers speak.
//!
//! Deliberately absent: streaming, tools, several choices.

use super::{Asking, HttpRequest, Key, Provider, Sent, Wire};
use crate::json::Json;
use crate::predictions::completion::Completion;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The wire format.
pub(super) struct ChatCompletions;

impl Wire for ChatCompletions {
    fn path(&self, _model: &str) -> String {
        "/chat/completions".to_owned()
    }

    fn body(&self, provider: &Provider, asking: &Asking<'_>) -> (Value, Sent) {
        let Asking {
            config,
            prompt,
            adapted,
            ..
        } = asking;
        let sent = Sent {
            max_field: Some(adapted.max_field.unwrap_or(provider.max_field)),
            max_tokens: Some(config.max_tokens),
            temperature: config
                .temperature
                .filter(|value| value.is_finite() && !adapted.is_without_temperature),
            seed: config.seed.filter(|_| !adapted.is_without_seed),
        };
        let mut messages = Vec::new();
        if !prompt.system.is_empty() {
            messages.push(json!({ "role": "system", "content": prompt.system }));
        }
        messages.push(json!({ "role": "user", "content": prompt.user }));
        let mut body = Map::new();
        body.insert("model".to_owned(), config.model.trim().into());
        body.insert("messages".to_owned(), messages.into());
        if let Some(field) = sent.max_field {
            body.insert(field.name().to_owned(), config.max_tokens.into());
        }
        if let Some(temperature) = sent.temperature {
            body.insert("temperature".to_owned(), temperature.into());
        }
        if let Some(seed) = sent.seed {
            body.insert(provider.seed_field.to_owned(), seed.into());
        }
        (Value::Object(body), sent)
    }

    fn headers(&self, request: HttpRequest, key: Option<&Arc<Key>>) -> HttpRequest {
        request.with_key("authorization", "Bearer ", key)
    }

    fn models_path(&self) -> Option<&'static str> {
        Some("/models")
    }

    fn completion(&self, body: &Json<'_>) -> Option<Completion> {
        Completion::read(body)
    }
}
