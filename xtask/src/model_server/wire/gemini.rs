//! Google's `generateContent`.
//!
//! Deliberately absent: streaming, tools, several candidates, Vertex AI.

use super::super::answer::{Answer, Content, Finish};
use super::super::config::{Config, Temperature};
use super::super::http::{Reply, Request};
use super::chat_completions::error::as_openai;
use super::fields::{Fields, above_zero, bad, body, integer, list, number, object, text};
use super::schema::{self, Rules};
use super::trouble::Trouble;
use super::{Asked, Closed, Form, Origin, Route, Traits, Wire, page, taken};
use serde_json::{Value, json};

/// The wire format.
pub struct Gemini;

const FIELDS: [&str; 6] = [
    "contents",
    "systemInstruction",
    "generationConfig",
    "safetySettings",
    "tools",
    "toolConfig",
];

const CONFIG: [&str; 13] = [
    "temperature",
    "topP",
    "topK",
    "candidateCount",
    "maxOutputTokens",
    "stopSequences",
    "seed",
    "presencePenalty",
    "frequencyPenalty",
    "responseMimeType",
    "responseSchema",
    "responseJsonSchema",
    "thinkingConfig",
];

/// What the list of models and the path have in front of a name.
const MODELS: &str = "/v1beta/models";

impl Wire for Gemini {
    fn traits(&self) -> Traits {
        Traits {
            base: "",
            headers: &["x-goog-api-key"],
            allowed_headers: "content-type,x-goog-api-key",
            allowed_origin: Origin::Echo,
            exposed_headers: "",
            has_public_models: false,
            can_refuse: true,
            closed: Closed::NoHeaders,
        }
    }

    fn route(&self, method: &str, path: &str) -> Route {
        match (method, path) {
            ("GET", MODELS) => Route::Models,
            ("POST", path) if model(path).is_some() => Route::Answer,
            _ => Route::Nothing,
        }
    }

    fn key<'a>(&self, request: &'a Request) -> Option<&'a str> {
        request.header("x-goog-api-key")
    }

    fn check(&self, request: &Request, config: &Config) -> Result<Asked, Trouble> {
        // A key in the address ends in histories and logs.
        if request.query.contains("key=") {
            return Err(bad("key", "a header, not a part of the address"));
        }
        let model = model(&request.path).unwrap_or_default().to_owned();
        if !config.models.contains(&model) {
            return Err(Trouble::NoModel(model));
        }
        let body = body(&request.body, &FIELDS)?;
        let mut n_bytes = 0;
        if let Some(system) = body.get("systemInstruction") {
            let path = "systemInstruction";
            n_bytes += parts(object(Some(system), path, &["parts", "role"])?, path)?.len();
        }
        let (message, n_more) = contents(&body)?;
        let form = match body.get("generationConfig") {
            None => Form::Text,
            Some(value) => generation(object(Some(value), "generationConfig", &CONFIG)?, config)?,
        };
        Ok(Asked {
            model,
            message,
            n_bytes: n_bytes + n_more,
            form,
        })
    }

    fn answer(&self, answer: &Answer, asked: &Asked) -> Reply {
        let n_in = asked.n_bytes.div_ceil(4);
        let mut usage = json!({"promptTokenCount": n_in, "totalTokenCount": n_in + answer.n_tokens() + answer.n_thoughts()});
        if answer.refusal.is_some() {
            let feedback = json!({"blockReason": "PROHIBITED_CONTENT"});
            let body = json!({"promptFeedback": feedback, "usageMetadata": usage, "modelVersion": asked.model});
            return Reply::json(200, &body);
        }
        usage["candidatesTokenCount"] = json!(answer.n_tokens());
        let mut parts = Vec::new();
        if let Some(thoughts) = &answer.reasoning {
            usage["thoughtsTokenCount"] = json!(answer.n_thoughts());
            parts.push(json!({"text": thoughts, "thought": true}));
        }
        parts.extend(answer.texts().into_iter().map(|text| json!({"text": text})));
        let finish = match answer.finish {
            Finish::Stop => "STOP",
            Finish::Length => "MAX_TOKENS",
            Finish::Filter => "SAFETY",
        };
        let mut candidate = json!({"finishReason": finish, "index": 0});
        let has_content = answer.content != Content::Null && answer.finish != Finish::Filter;
        if has_content || answer.reasoning.is_some() {
            candidate["content"] = json!({"role": "model", "parts": parts});
        }
        let body =
            json!({"candidates": [candidate], "usageMetadata": usage, "modelVersion": asked.model});
        Reply::json(200, &body)
    }

    fn models(&self, config: &Config) -> Reply {
        let model = |name: &String, method: &str| {
            json!({
                "name": format!("models/{name}"),
                "displayName": name,
                "inputTokenLimit": 8192,
                "outputTokenLimit": 8192,
                "supportedGenerationMethods": [method, "countTokens"],
            })
        };
        let models = config.models.iter();
        let mut models: Vec<Value> = models.map(|name| model(name, "generateContent")).collect();
        models.push(model(&"text-embedding".to_owned(), "embedContent"));
        Reply::json(200, &json!({"models": models}))
    }

    fn error(&self, trouble: &Trouble, _config: &Config) -> Reply {
        if let Trouble::Status(status @ (502 | 524)) = trouble {
            return Reply::text(*status, "text/html", page(*status));
        }
        let told = as_openai(trouble);
        let (status, message, details) = words(trouble, told.status, told.message);
        let name = match status {
            401 => "UNAUTHENTICATED",
            403 => "PERMISSION_DENIED",
            404 => "NOT_FOUND",
            409 => "ABORTED",
            429 => "RESOURCE_EXHAUSTED",
            408 | 504 => "DEADLINE_EXCEEDED",
            503 => "UNAVAILABLE",
            500.. => "INTERNAL",
            _ => "INVALID_ARGUMENT",
        };
        let mut error = json!({"code": status, "message": message, "status": name});
        if let Some(details) = details {
            error["details"] = details;
        }
        for (name, value) in told.more {
            error[name] = value;
        }
        let mut reply = Reply::json(status, &json!({"error": error}));
        reply.headers.extend(told.headers);
        reply
    }
}

/// The model in a path.
fn model(path: &str) -> Option<&str> {
    let name = path.strip_prefix(MODELS)?.strip_prefix('/')?;
    let name = name.strip_suffix(":generateContent")?;
    (!name.is_empty() && !name.contains('/')).then_some(name)
}

/// The joined texts of a content.
fn parts(content: &Fields, path: &str) -> Result<String, Trouble> {
    let path = format!("{path}.parts");
    let part = |part: &Value| {
        let part = object(Some(part), &path, &["text"])?;
        text(part, "text", &format!("{path}.text"))
    };
    let parts = list(content.get("parts"), &path)?;
    parts.iter().map(part).collect()
}

/// The last user message, and the bytes of all.
fn contents(body: &Fields) -> Result<(String, usize), Trouble> {
    let (mut last, mut n_bytes) = (None, 0);
    for (idx, content) in list(body.get("contents"), "contents")?.iter().enumerate() {
        let path = format!("contents[{idx}]");
        let content = object(Some(content), &path, &["role", "parts"])?;
        let role = text(content, "role", &format!("{path}.role"))?;
        if !["user", "model"].contains(&role.as_str()) {
            return Err(bad(&format!("{path}.role"), "a valid role: user, model"));
        }
        let said = parts(content, &path)?;
        n_bytes += said.len();
        last = Some((role, said));
    }
    match last {
        Some((role, said)) if role == "user" => Ok((said, n_bytes)),
        _ => Err(bad("contents", "a user turn at the end")),
    }
}

fn generation(fields: &Fields, config: &Config) -> Result<Form, Trouble> {
    let path = |name: &str| format!("generationConfig.{name}");
    number(fields, "temperature", &path("temperature"), 2.0)?;
    number(fields, "topP", &path("topP"), 1.0)?;
    above_zero(fields, "maxOutputTokens", &path("maxOutputTokens"))?;
    integer(fields, "seed", &path("seed"))?;
    if let Some(value) = fields.get("temperature") {
        let name = path("temperature");
        match config.temperature {
            Temperature::Accepted => {}
            Temperature::OnlyOne if value.as_f64() == Some(1.0) => {}
            Temperature::OnlyOne => return Err(Trouble::UnsupportedValue(name, value.clone())),
            Temperature::Unsupported => return Err(Trouble::Unsupported(name, None)),
            Temperature::Deprecated => return Err(Trouble::Deprecated(name)),
        }
    }
    let kind = fields.get("responseMimeType").and_then(Value::as_str);
    let is_json = match kind {
        None | Some("text/plain") => false,
        Some("application/json") => true,
        Some(_) => return Err(bad(&path("responseMimeType"), "an allowed mimetype")),
    };
    let form = match fields.get("responseJsonSchema") {
        None if is_json => Form::Json,
        None => Form::Text,
        Some(_) if !is_json => {
            let wanted = "application/json, where there is a response schema";
            return Err(bad(&path("responseMimeType"), wanted));
        }
        Some(schema) => {
            schema::check(schema, Rules::Gemini)
                .map_err(|fault| Trouble::Schema("responseJsonSchema".to_owned(), fault))?;
            Form::Schema(schema.clone())
        }
    };
    taken(&form, config, "responseJsonSchema")?;
    Ok(form)
}

/// Status, message and details.
fn words(trouble: &Trouble, status: u16, message: String) -> (u16, String, Option<Value>) {
    let details = |more: Value| Some(json!([more]));
    let field = |name: &str, description: String| {
        let violations = json!([{"field": name, "description": description}]);
        let kind = "type.googleapis.com/google.rpc.BadRequest";
        details(json!({"@type": kind, "fieldViolations": violations}))
    };
    match trouble {
        Trouble::NoKey => {
            let message = "Method doesn't allow unregistered callers. Please use API Key.";
            (403, message.to_owned(), None)
        }
        Trouble::WrongKey(_) => {
            let kind = "type.googleapis.com/google.rpc.ErrorInfo";
            let reason =
                json!({"@type": kind, "reason": "API_KEY_INVALID", "domain": "googleapis.com"});
            (
                400,
                "API key not valid. Please pass a valid API key.".to_owned(),
                details(reason),
            )
        }
        Trouble::NoModel(name) => {
            let message = format!(
                "models/{name} is not found for API version v1beta, or is not supported for generateContent."
            );
            (404, message, None)
        }
        Trouble::UnknownField(path, _) => {
            let (at, name) = path.rsplit_once('.').unwrap_or(("", path));
            let at = if at.is_empty() {
                String::new()
            } else {
                format!(" at '{at}'")
            };
            let message = format!(
                "Invalid JSON payload received. Unknown name \"{name}\"{at}: Cannot find field."
            );
            (400, message.clone(), field(path, message))
        }
        Trouble::MissingField(path) => {
            let message = format!("* GenerateContentRequest.{path}: {path} is not specified");
            (400, message, None)
        }
        Trouble::NoForm(..) => (
            400,
            "JSON mode is not enabled for this model".to_owned(),
            None,
        ),
        Trouble::Schema(_, fault) => {
            let message = format!(
                "Invalid schema in response_json_schema at {}: {}",
                fault.at, fault.what
            );
            (400, message, None)
        }
        _ => (status, message, None),
    }
}
