//! OpenAI's chat completions, and the servers that speak it, each with its own errors, fields and CORS headers.
//!
//! Deliberately absent: streaming, tools, several choices, and the rules of schemas.

#[path = "chat_completions/check.rs"]
mod check;
#[path = "chat_completions/error.rs"]
pub(super) mod error;
#[path = "chat_completions/flavor.rs"]
mod flavor;

pub use flavor::Flavor;

use super::super::answer::{Answer, Content, Finish};
use super::super::config::Config;
use super::super::http::{Reply, Request};
use super::trouble::Trouble;
use super::{Asked, Route, Traits, Wire};
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicU64, Ordering};

/// The wire format as one provider or server speaks it.
pub struct ChatCompletions(pub Flavor);

/// Any time will do; a fixed one keeps replies equal.
const CREATED: u64 = 1_767_225_600;

static N_REPLIES: AtomicU64 = AtomicU64::new(1);

impl Wire for ChatCompletions {
    fn traits(&self) -> Traits {
        self.0.traits()
    }

    fn route(&self, method: &str, path: &str) -> Route {
        // With or without the provider's own prefix: a test may give any base URL that ends in `/v1`.
        let prefix = self.0.traits().base.trim_end_matches("/v1");
        let path = path.strip_prefix(prefix).unwrap_or(path);
        match (method, path) {
            ("POST", "/v1/chat/completions") => Route::Answer,
            ("GET", "/v1/models") => Route::Models,
            _ => Route::Nothing,
        }
    }

    fn key<'a>(&self, request: &'a Request) -> Option<&'a str> {
        request.header("authorization")?.strip_prefix("Bearer ")
    }

    fn check(&self, request: &Request, config: &Config) -> Result<Asked, Trouble> {
        check::check(self.0, request, config)
    }

    fn answer(&self, answer: &Answer, asked: &Asked) -> Reply {
        let number = N_REPLIES.fetch_add(1, Ordering::Relaxed);
        let finish = match answer.finish {
            Finish::Stop => "stop",
            Finish::Length => self.0.length(),
            Finish::Filter => "content_filter",
        };
        let mut choice =
            json!({"index": 0, "message": self.message(answer), "finish_reason": finish});
        if let Flavor::OpenRouter = self.0 {
            choice["native_finish_reason"] = json!(finish);
        } else if let Flavor::OpenAi | Flavor::Vllm | Flavor::Groq | Flavor::LmStudio = self.0 {
            choice["logprobs"] = Value::Null;
        }
        let mut reply = Reply::json(
            200,
            &json!({
                "id": format!("chatcmpl-{number:08x}"),
                "object": "chat.completion",
                "created": CREATED,
                "model": asked.model,
                "choices": [choice],
                "usage": self.usage(answer, asked),
            }),
        );
        let id = format!("req_{number:08x}");
        reply.headers.push(("X-Request-ID", id));
        reply
    }

    fn models(&self, config: &Config) -> Reply {
        let models: Vec<Value> = config.models.iter().map(|name| self.model(name)).collect();
        match self.0 {
            Flavor::OpenRouter => Reply::json(200, &json!({"data": models})),
            _ => Reply::json(200, &json!({"object": "list", "data": models})),
        }
    }

    fn error(&self, trouble: &Trouble, config: &Config) -> Reply {
        error::reply(self.0, trouble, config)
    }
}

impl ChatCompletions {
    fn message(&self, answer: &Answer) -> Value {
        let content = match &answer.content {
            Content::Text(text) => json!(text),
            Content::Null => Value::Null,
            Content::Chunks(texts) => {
                let chunk = |text: &String| json!({"type": "text", "text": text});
                Value::Array(texts.iter().map(chunk).collect())
            }
        };
        let mut message = Map::new();
        message.insert("role".to_owned(), json!("assistant"));
        message.insert("content".to_owned(), content);
        if let Flavor::OpenAi | Flavor::Vllm | Flavor::OpenRouter = self.0 {
            message.insert("refusal".to_owned(), json!(answer.refusal));
        } else if let Some(refusal) = &answer.refusal {
            message.insert("refusal".to_owned(), json!(refusal));
        }
        if let (Some(thoughts), Some(field)) = (&answer.reasoning, self.0.reasoning_field()) {
            message.insert(field.to_owned(), json!(thoughts));
        }
        Value::Object(message)
    }

    fn usage(&self, answer: &Answer, asked: &Asked) -> Value {
        let n_thoughts = answer
            .reasoning
            .as_ref()
            .map_or(0, |text| text.len().div_ceil(4));
        let n_in = asked.n_bytes.div_ceil(4);
        let n_out = answer.n_tokens() + n_thoughts;
        let mut usage = json!({
            "prompt_tokens": n_in,
            "completion_tokens": n_out,
            "total_tokens": n_in + n_out,
        });
        if let Flavor::OpenAi | Flavor::OpenRouter | Flavor::Groq = self.0 {
            usage["completion_tokens_details"] = json!({"reasoning_tokens": n_thoughts});
        }
        if let Flavor::OpenRouter = self.0 {
            // In millionths, so that sums stay exact enough to compare.
            usage["cost"] = json!((n_in + n_out) as f64 / 1e6);
        }
        usage
    }

    fn model(&self, name: &str) -> Value {
        let mut model =
            json!({"id": name, "object": "model", "created": CREATED, "owned_by": "marksheet"});
        match self.0 {
            Flavor::Vllm => model["max_model_len"] = json!(8192),
            Flavor::Groq => {
                model["active"] = json!(true);
                model["context_window"] = json!(8192);
            }
            Flavor::OpenRouter => {
                let can = [
                    "max_tokens",
                    "response_format",
                    "seed",
                    "structured_outputs",
                    "temperature",
                ];
                model = json!({
                    "id": name,
                    "name": name,
                    "created": CREATED,
                    "context_length": 8192,
                    "pricing": {"prompt": "0.000001", "completion": "0.000001"},
                    "supported_parameters": can,
                });
            }
            _ => {}
        }
        model
    }
}
