//! OpenAI's chat completions, which most servers speak.
//!
//! Deliberately absent: streaming, tools, several choices.

use super::structure::{Form, Rung, Structure};
use super::{Asking, Format, HttpRequest, Key, Provider, SchemaAt, Sent, Wire};
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
            config, adapted, ..
        } = asking;
        let form = Form::of(provider, asking);
        let sent = Sent {
            max_field: Some(adapted.max_field.unwrap_or(provider.max_field)),
            structure: form.structure.rung(),
            added: form.added,
            ..Sent::of(asking)
        };
        let mut messages = Vec::new();
        if !form.system.is_empty() {
            messages.push(json!({ "role": "system", "content": form.system }));
        }
        messages.push(json!({ "role": "user", "content": asking.prompt.user }));
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
        if let Some(format) = response_format(provider.schema_at, form.structure) {
            body.insert("response_format".to_owned(), format);
        }
        if provider.is_router && sent.structure != Rung::Plain {
            let rule = json!({ "require_parameters": true });
            body.insert("provider".to_owned(), rule);
        }
        (Value::Object(body), sent)
    }

    fn headers(&self, request: HttpRequest, key: Option<&Arc<Key>>) -> HttpRequest {
        request.with_key(Format::ChatCompletions.key_header(), "Bearer ", key)
    }

    fn models_path(&self) -> Option<&'static str> {
        Some("/models")
    }

    fn completion(&self, body: &Json<'_>) -> Option<Completion> {
        Completion::read(body)
    }
}

/// How a form is asked for; `None` for plain text.
fn response_format(at: SchemaAt, structure: Structure<'_>) -> Option<Value> {
    let any = json!({ "type": "object" });
    Some(match (at, structure) {
        (_, Structure::Plain) => return None,
        (SchemaAt::Strict, Structure::JsonObject) => json!({ "type": "json_object" }),
        (SchemaAt::Named, Structure::JsonObject) => {
            json!({ "type": "json_schema", "json_schema": { "name": "reply", "schema": any } })
        }
        (SchemaAt::Value, Structure::JsonObject) => json!({ "type": "json_object", "value": any }),
        (SchemaAt::Strict, Structure::Schema { name, schema, .. }) => {
            let schema = json!({ "name": name, "schema": schema, "strict": true });
            json!({ "type": "json_schema", "json_schema": schema })
        }
        (SchemaAt::Named, Structure::Schema { name, schema, .. }) => {
            json!({ "type": "json_schema", "json_schema": { "name": name, "schema": schema } })
        }
        (SchemaAt::Value, Structure::Schema { schema, .. }) => {
            json!({ "type": "json_object", "value": schema })
        }
    })
}
