//! Ollama's own chat, and not its `/v1`: only here a request can say how much room its prompt needs.
//!
//! Deliberately absent: streaming, tools, loading and unloading models.

use super::structure::{Form, Structure};
use super::{Asking, Format, HttpRequest, Key, Prompt, Provider, Sent, Wire};
use crate::json::Json;
use crate::predictions::completion::Completion;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The wire format.
pub(super) struct Ollama;

const PATH: &str = "/api/chat";

/// The least room that is asked for. A model is loaded anew whenever the room changes, so that the steps are few.
const MIN_CONTEXT: u32 = 8_192;
/// The most that is asked for; a server cuts it down to what its model has.
const MAX_CONTEXT: u32 = 1 << 20;

impl Wire for Ollama {
    fn path(&self, _model: &str) -> String {
        PATH.to_owned()
    }

    fn root<'b>(&self, base: &'b str) -> &'b str {
        let endings = [PATH, "/api/tags", "/api", "/v1/chat/completions", "/v1"];
        let mut roots = endings.iter().filter_map(|end| base.strip_suffix(end));
        roots.next().unwrap_or(base)
    }

    fn body(&self, provider: &Provider, asking: &Asking<'_>) -> (Value, Sent) {
        let form = Form::of(provider, asking);
        let n_context = context(&form.system, asking.prompt, asking.config.max_tokens);
        let sent = Sent {
            structure: form.structure.rung(),
            added: form.added,
            n_context: Some(n_context),
            ..Sent::of(asking)
        };
        let mut options = Map::new();
        options.insert("num_predict".to_owned(), sent.max_tokens.into());
        options.insert("num_ctx".to_owned(), n_context.into());
        if let Some(temperature) = sent.temperature {
            options.insert("temperature".to_owned(), temperature.into());
        }
        if let Some(seed) = sent.seed {
            options.insert("seed".to_owned(), seed.into());
        }
        let mut messages = Vec::new();
        if !form.system.is_empty() {
            messages.push(json!({ "role": "system", "content": form.system }));
        }
        messages.push(json!({ "role": "user", "content": asking.prompt.user }));
        let mut body = Map::new();
        body.insert("model".to_owned(), asking.config.model.trim().into());
        body.insert("messages".to_owned(), messages.into());
        body.insert("stream".to_owned(), false.into());
        // An error rather than a prompt that is cut without a word; servers that do not know these two pass them over.
        body.insert("truncate".to_owned(), false.into());
        body.insert("shift".to_owned(), false.into());
        match form.structure {
            Structure::Plain => {}
            Structure::JsonObject => drop(body.insert("format".to_owned(), "json".into())),
            Structure::Schema { schema, .. } => {
                body.insert("format".to_owned(), schema.clone());
            }
        }
        body.insert("options".to_owned(), options.into());
        (Value::Object(body), sent)
    }

    fn headers(&self, request: HttpRequest, key: Option<&Arc<Key>>) -> HttpRequest {
        request.with_key(Format::Ollama.key_header(), "Bearer ", key)
    }

    fn models_path(&self) -> Option<&'static str> {
        Some("/api/tags")
    }

    fn completion(&self, body: &Json<'_>) -> Option<Completion> {
        let message = body.get("message")?;
        message.get("content")?;
        Some(Completion {
            reasoning: super::text_at(message, &["thinking"])
                .filter(|text| !text.trim().is_empty()),
            finish_reason: super::text_at(body, &["done_reason"]),
            n_tokens_in: super::count(body, &["prompt_eval_count"]),
            n_tokens_out: super::count(body, &["eval_count"]),
            model: super::text_at(body, &["model"]),
            ..Completion::of_message(message)
        })
    }
}

/// Room for prompt and reply in tokens, rather too much: the usual 4,096 would cut longer prompts.
fn context(system: &str, prompt: &Prompt, max_tokens: u32) -> u32 {
    // About 3 letters to a token in Latin script, up to 3 tokens to 2 letters in others; some for the chat's own marks.
    let n_tokens = |text: &str| {
        let n_ascii = text.bytes().filter(u8::is_ascii).count();
        let n_others = text.chars().count() - n_ascii;
        n_ascii / 3 + n_others * 3 / 2
    };
    let n_prompt = n_tokens(system) + n_tokens(&prompt.user) + 64;
    let n_prompt = u32::try_from(n_prompt).unwrap_or(MAX_CONTEXT);
    let wanted = n_prompt.saturating_add(max_tokens);
    wanted.clamp(MIN_CONTEXT, MAX_CONTEXT).next_power_of_two()
}
