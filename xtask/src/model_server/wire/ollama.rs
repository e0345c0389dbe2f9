//! Ollama's own chat; its `/v1` is a flavor of chat completions.
//!
//! Deliberately absent: streaming, which is what it does unless told otherwise; loading and unloading models.

use super::super::answer::{Answer, Finish};
use super::super::config::{Config, Temperature};
use super::super::http::{Reply, Request};
use super::chat_completions::error::as_openai;
use super::chat_completions::{ChatCompletions, Flavor};
use super::fields::{Fields, above_zero, bad, body, integer, list, number, object, text};
use super::schema::{self, Rules};
use super::trouble::Trouble;
use super::{Asked, Form, Route, Traits, Wire, page, taken};
use serde_json::{Map, Value, json};

/// The wire format.
pub struct Ollama;

const FIELDS: [&str; 10] = [
    "model",
    "messages",
    "stream",
    "format",
    "options",
    "think",
    "keep_alive",
    "tools",
    "truncate",
    "shift",
];

const OPTIONS: [&str; 13] = [
    "temperature",
    "num_predict",
    "num_ctx",
    "seed",
    "top_k",
    "top_p",
    "min_p",
    "stop",
    "repeat_penalty",
    "repeat_last_n",
    "presence_penalty",
    "frequency_penalty",
    "num_keep",
];

/// The room where none is asked for, in tokens.
const USUAL_ROOM: u64 = 4096;

impl Wire for Ollama {
    fn traits(&self) -> Traits {
        Traits {
            base: "",
            can_refuse: false,
            ..ChatCompletions(Flavor::Ollama).traits()
        }
    }

    fn route(&self, method: &str, path: &str) -> Route {
        match (method, path) {
            ("POST", "/api/chat") => Route::Answer,
            ("GET", "/api/tags") => Route::Models,
            _ => Route::Nothing,
        }
    }

    fn key<'a>(&self, request: &'a Request) -> Option<&'a str> {
        request.header("authorization")?.strip_prefix("Bearer ")
    }

    fn check(&self, request: &Request, config: &Config) -> Result<Asked, Trouble> {
        let body = body(&request.body, &FIELDS)?;
        let model = text(&body, "model", "model")?;
        if !config.models.contains(&model) {
            return Err(Trouble::NoModel(model));
        }
        if body.get("stream") != Some(&Value::Bool(false)) {
            return Err(bad("stream", "false: this server does not stream"));
        }
        for name in ["truncate", "shift"] {
            if body.get(name).is_some_and(|value| !value.is_boolean()) {
                return Err(bad(name, "a boolean"));
            }
        }
        let (message, n_bytes) = messages(&body)?;
        let empty = Map::new();
        let options = match body.get("options") {
            None => &empty,
            Some(options) => object(Some(options), "options", &OPTIONS)?,
        };
        let room = numbers(options, config)?;
        let is_cut = body.get("truncate") != Some(&Value::Bool(false));
        if n_bytes.div_ceil(4) as u64 > room && !is_cut {
            return Err(Trouble::TooLong);
        }
        Ok(Asked {
            model,
            message,
            // What does not fit is left out without a word.
            n_bytes: n_bytes.min(usize::try_from(room * 4).unwrap_or(usize::MAX)),
            form: form(&body, config)?,
        })
    }

    fn answer(&self, answer: &Answer, asked: &Asked) -> Reply {
        let words = answer.refusal.as_deref();
        let content = words.map_or_else(|| answer.texts().concat(), str::to_owned);
        let mut message = json!({"role": "assistant", "content": content});
        if let Some(thoughts) = &answer.reasoning {
            message["thinking"] = json!(thoughts);
        }
        let reason = match answer.finish {
            Finish::Length => "length",
            Finish::Stop | Finish::Filter => "stop",
        };
        let body = json!({
            "model": asked.model,
            "created_at": "2026-01-01T00:00:00Z",
            "message": message,
            "done": true,
            "done_reason": reason,
            "total_duration": 1,
            "prompt_eval_count": asked.n_bytes.div_ceil(4),
            "eval_count": answer.n_tokens() + answer.n_thoughts(),
        });
        Reply::json(200, &body)
    }

    fn models(&self, config: &Config) -> Reply {
        let model = |name: &String| json!({"name": name, "model": name, "size": 1, "digest": "0", "details": {}});
        let models: Vec<Value> = config.models.iter().map(model).collect();
        Reply::json(200, &json!({"models": models}))
    }

    fn error(&self, trouble: &Trouble, _config: &Config) -> Reply {
        if let Trouble::Status(status @ (502 | 524)) = trouble {
            return Reply::text(*status, "text/html", page(*status));
        }
        let told = as_openai(trouble);
        let (status, message) = match trouble {
            Trouble::NoKey | Trouble::WrongKey(_) => (401, "unauthorized".to_owned()),
            Trouble::NoModel(name) => (404, format!("model '{name}' not found")),
            Trouble::NoRoute(_) => {
                return Reply::text(404, "text/plain", "404 page not found".to_owned());
            }
            Trouble::NoForm(..) | Trouble::Schema(..) => {
                (500, "invalid JSON schema in format".to_owned())
            }
            Trouble::TooLong => (
                400,
                "the input length exceeds the context length".to_owned(),
            ),
            _ => (told.status, told.message),
        };
        let mut error = json!({"error": message});
        for (name, value) in told.more {
            error[name] = value;
        }
        let mut reply = Reply::json(status, &error);
        reply.headers.extend(told.headers);
        reply
    }
}

/// The last user message, and the bytes of all.
fn messages(body: &Fields) -> Result<(String, usize), Trouble> {
    let (mut last, mut n_bytes) = (None, 0);
    for (idx, message) in list(body.get("messages"), "messages")?.iter().enumerate() {
        let path = format!("messages[{idx}]");
        let message = object(Some(message), &path, &["role", "content"])?;
        let role = text(message, "role", &format!("{path}.role"))?;
        if !["system", "user", "assistant"].contains(&role.as_str()) {
            return Err(bad(&format!("{path}.role"), "system, user or assistant"));
        }
        let content = text(message, "content", &format!("{path}.content"))?;
        n_bytes += content.len();
        last = Some((role, content));
    }
    match last {
        Some((role, content)) if role == "user" => Ok((content, n_bytes)),
        _ => Err(bad("messages", "a user message at the end")),
    }
}

/// The room that is asked for, in tokens, when all options are in their range.
fn numbers(options: &Fields, config: &Config) -> Result<u64, Trouble> {
    number(options, "temperature", "options.temperature", 2.0)?;
    number(options, "top_p", "options.top_p", 1.0)?;
    integer(options, "seed", "options.seed")?;
    integer(options, "num_predict", "options.num_predict")?;
    if let (Some(_), Temperature::Unsupported) = (options.get("temperature"), config.temperature) {
        return Err(Trouble::Unsupported("temperature".to_owned(), None));
    }
    let room = above_zero(options, "num_ctx", "options.num_ctx")?;
    Ok(room.unwrap_or(USUAL_ROOM))
}

fn form(body: &Fields, config: &Config) -> Result<Form, Trouble> {
    let form = match body.get("format") {
        None => Form::Text,
        Some(Value::String(text)) if text == "json" => Form::Json,
        Some(schema @ Value::Object(_)) => {
            schema::check(schema, Rules::Any)
                .map_err(|fault| Trouble::Schema("format".to_owned(), fault))?;
            Form::Schema(schema.clone())
        }
        Some(_) => return Err(bad("format", "\"json\" or a valid JSON Schema object")),
    };
    taken(&form, config, "format")?;
    Ok(form)
}
