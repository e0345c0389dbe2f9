//! Anthropic's messages.
//!
//! Deliberately absent: streaming, tools, batches, thinking that is asked for.

use super::super::answer::{Answer, Finish};
use super::super::config::{Config, Temperature};
use super::super::http::{Reply, Request};
use super::chat_completions::error::{Told, as_openai};
use super::fields::{Fields, above_zero, bad, body, list, number, object, text, text_or_parts};
use super::schema::{self, Rules};
use super::trouble::Trouble;
use super::{Asked, Closed, Form, Origin, Route, Traits, Wire, page, taken};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};

/// The wire format.
pub struct Anthropic;

const FIELDS: [&str; 13] = [
    "model",
    "max_tokens",
    "messages",
    "system",
    "temperature",
    "top_p",
    "top_k",
    "stop_sequences",
    "stream",
    "metadata",
    "service_tier",
    "thinking",
    "output_config",
];

const BROWSER: &str = "anthropic-dangerous-direct-browser-access";
const VERSION: &str = "anthropic-version";

static N_REPLIES: AtomicU64 = AtomicU64::new(1);

impl Wire for Anthropic {
    fn traits(&self) -> Traits {
        Traits {
            base: "",
            headers: &["x-api-key", VERSION, BROWSER],
            allowed_headers: "content-type, x-api-key, anthropic-version, anthropic-dangerous-direct-browser-access",
            allowed_origin: Origin::Any,
            exposed_headers: "*",
            has_public_models: false,
            can_refuse: true,
            closed: Closed::NoHeaders,
        }
    }

    fn route(&self, method: &str, path: &str) -> Route {
        match (method, path) {
            ("POST", "/v1/messages") => Route::Answer,
            ("GET", "/v1/models") => Route::Models,
            _ => Route::Nothing,
        }
    }

    fn key<'a>(&self, request: &'a Request) -> Option<&'a str> {
        request.header("x-api-key")
    }

    fn check(&self, request: &Request, config: &Config) -> Result<Asked, Trouble> {
        if request.header(VERSION) != Some("2023-06-01") {
            return Err(Trouble::MissingHeader(VERSION));
        }
        if request.header("origin").is_some() && request.header(BROWSER) != Some("true") {
            return Err(Trouble::MissingHeader(BROWSER));
        }
        let body = body(&request.body, &FIELDS)?;
        let model = text(&body, "model", "model")?;
        if !config.models.contains(&model) {
            return Err(Trouble::NoModel(model));
        }
        if above_zero(&body, "max_tokens", "max_tokens")?.is_none() {
            return Err(Trouble::MissingField("max_tokens".to_owned()));
        }
        temperature(&body, config)?;
        number(&body, "top_p", "top_p", 1.0)?;
        if body.get("stream").is_some_and(|stream| stream != false) {
            return Err(bad("stream", "false: this server does not stream"));
        }
        let mut n_bytes = 0;
        if body.contains_key("system") {
            let system = text_or_parts(&body, "system", "system")?;
            // An empty text block is refused, too.
            if system.is_empty() {
                return Err(bad("system", "a text that is not empty"));
            }
            n_bytes += system.len();
        }
        let (message, n_more) = messages(&body)?;
        Ok(Asked {
            model,
            message,
            n_bytes: n_bytes + n_more,
            form: form(&body, config)?,
        })
    }

    fn answer(&self, answer: &Answer, asked: &Asked) -> Reply {
        let number = N_REPLIES.fetch_add(1, Ordering::Relaxed);
        let mut content = Vec::new();
        if let Some(thoughts) = &answer.reasoning {
            content.push(json!({"type": "thinking", "thinking": thoughts, "signature": "c2ln"}));
        }
        let texts = answer.texts().into_iter().filter(|text| !text.is_empty());
        content.extend(texts.map(|text| json!({"type": "text", "text": text})));
        if let Some(refusal) = &answer.refusal {
            content.push(json!({"type": "text", "text": refusal}));
        }
        let stop = match answer.finish {
            _ if answer.refusal.is_some() => "refusal",
            Finish::Stop => "end_turn",
            Finish::Length => "max_tokens",
            Finish::Filter => "refusal",
        };
        let n_out = answer.n_tokens() + answer.n_thoughts();
        let mut reply = Reply::json(
            200,
            &json!({
                "id": format!("msg_{number:08x}"),
                "type": "message",
                "role": "assistant",
                "model": asked.model,
                "content": content,
                "stop_reason": stop,
                "stop_sequence": null,
                "usage": {
                    "input_tokens": asked.n_bytes.div_ceil(4),
                    "output_tokens": n_out,
                    "cache_creation_input_tokens": 0,
                    "cache_read_input_tokens": 0,
                },
            }),
        );
        let id = format!("req_{number:08x}");
        reply.headers.push(("request-id", id));
        reply
    }

    fn models(&self, config: &Config) -> Reply {
        let model = |name: &String| {
            let can = json!({"structured_outputs": {"supported": true}});
            json!({"type": "model", "id": name, "display_name": name, "created_at": "2026-01-01T00:00:00Z", "capabilities": can})
        };
        let models: Vec<Value> = config.models.iter().map(model).collect();
        Reply::json(200, &json!({"data": models, "has_more": false}))
    }

    fn error(&self, trouble: &Trouble, _config: &Config) -> Reply {
        if let Trouble::Status(status @ (502 | 524)) = trouble {
            return Reply::text(*status, "text/html", page(*status));
        }
        let told = told(trouble);
        let kind = match told.status {
            401 => "authentication_error",
            402 => "billing_error",
            403 => "permission_error",
            404 => "not_found_error",
            413 => "request_too_large",
            429 => "rate_limit_error",
            408 | 504 => "timeout_error",
            529 => "overloaded_error",
            500.. => "api_error",
            _ => "invalid_request_error",
        };
        let mut error = json!({"type": kind, "message": told.message});
        for (name, value) in told.more {
            error[name] = value;
        }
        let body = json!({"type": "error", "error": error, "request_id": "req_00000000"});
        let mut reply = Reply::json(told.status, &body);
        reply.headers.extend(told.headers);
        reply
    }
}

fn temperature(body: &Fields, config: &Config) -> Result<(), Trouble> {
    number(body, "temperature", "temperature", 1.0)?;
    let Some(value) = body.get("temperature") else {
        return Ok(());
    };
    let name = "temperature".to_owned();
    match config.temperature {
        Temperature::Accepted => Ok(()),
        Temperature::OnlyOne if value.as_f64() == Some(1.0) => Ok(()),
        Temperature::OnlyOne => Err(Trouble::UnsupportedValue(name, value.clone())),
        Temperature::Unsupported => Err(Trouble::Unsupported(name, None)),
        Temperature::Deprecated => Err(Trouble::Deprecated(name)),
    }
}

/// The last user message, and the bytes of all.
fn messages(body: &Fields) -> Result<(String, usize), Trouble> {
    let (mut last, mut n_bytes) = (None, 0);
    for (idx, message) in list(body.get("messages"), "messages")?.iter().enumerate() {
        let path = format!("messages.{idx}");
        let message = object(Some(message), &path, &["role", "content"])?;
        let role = text(message, "role", &format!("{path}.role"))?;
        if !["user", "assistant"].contains(&role.as_str()) {
            return Err(bad(&format!("{path}.role"), "'user' or 'assistant'"));
        }
        let content = text_or_parts(message, "content", &format!("{path}.content"))?;
        n_bytes += content.len();
        last = Some((role, content));
    }
    match last {
        Some((role, content)) if role == "user" => Ok((content, n_bytes)),
        _ => Err(bad("messages", "a user message at the end")),
    }
}

fn form(body: &Fields, config: &Config) -> Result<Form, Trouble> {
    let Some(value) = body.get("output_config") else {
        return Ok(Form::Text);
    };
    let output = object(Some(value), "output_config", &["format", "effort"])?;
    let Some(format) = output.get("format") else {
        return Ok(Form::Text);
    };
    let path = "output_config.format";
    let format = object(Some(format), path, &["type", "schema"])?;
    if text(format, "type", "output_config.format.type")? != "json_schema" {
        return Err(bad("output_config.format.type", "'json_schema'"));
    }
    let schema = format.get("schema");
    let schema = schema.ok_or_else(|| Trouble::MissingField(format!("{path}.schema")))?;
    schema::check(schema, Rules::Anthropic).map_err(|at| Trouble::Schema(String::new(), at))?;
    let form = Form::Schema(schema.clone());
    taken(&form, config, "output_config")?;
    Ok(form)
}

fn told(trouble: &Trouble) -> Told {
    let told = as_openai(trouble);
    let (status, message) = match trouble {
        Trouble::NoKey => (401, "x-api-key header is required".to_owned()),
        Trouble::WrongKey(_) => (401, "invalid x-api-key".to_owned()),
        Trouble::NoPages => (
            401,
            "CORS requests are not allowed for this Organization because custom data retention settings are enabled"
                .to_owned(),
        ),
        Trouble::NoCredit => (
            400,
            "Your credit balance is too low to access the Anthropic API.".to_owned(),
        ),
        Trouble::NoModel(name) => (404, format!("model: {name}")),
        Trouble::NoRoute(_) => (404, "Not Found".to_owned()),
        Trouble::MissingHeader(BROWSER) => {
            (401, format!("CORS requests must set '{BROWSER}' header"))
        }
        Trouble::MissingHeader(name) => (400, format!("{name}: header is required")),
        Trouble::UnknownField(name, _) => (400, format!("{name}: Extra inputs are not permitted")),
        Trouble::MissingField(name) => (400, format!("{name}: Field required")),
        Trouble::BadField(name, wanted) => (400, format!("{name}: Input should be {wanted}")),
        Trouble::NoForm(..) => (400, "this model does not support output format.".to_owned()),
        Trouble::Schema(_, fault) => (
            400,
            format!("output_config.format.schema: {}: {}", fault.at, fault.what),
        ),
        _ => (told.status, told.message.clone()),
    };
    Told {
        status,
        message,
        ..told
    }
}
