//! How each provider shapes an error.
//!
//! Deliberately absent: the words, which are in `words` and `limits`.

#[path = "limits.rs"]
mod limits;
#[path = "words.rs"]
mod words;

use super::super::super::config::{Config, ErrorShape};
use super::super::super::http::Reply;
use super::super::page;
use super::super::trouble::Trouble;
use super::flavor::Flavor;
use serde_json::{Map, Value, json};

/// An error before it is shaped; other wires shape it their own way.
pub struct Told {
    pub status: u16,
    pub kind: &'static str,
    pub code: Option<&'static str>,
    pub param: Option<String>,
    pub message: String,
    /// Further fields of the error object.
    pub more: Map<String, Value>,
    pub headers: Vec<(&'static str, String)>,
}

impl Told {
    fn new(
        status: u16,
        kind: &'static str,
        code: Option<&'static str>,
        message: impl Into<String>,
    ) -> Told {
        Told {
            status,
            kind,
            code,
            param: None,
            message: message.into(),
            more: Map::new(),
            headers: Vec::new(),
        }
    }
}

/// What OpenAI would say: for wires that have no words of their own for it.
pub fn as_openai(trouble: &Trouble) -> Told {
    words::told(Flavor::OpenAi, trouble)
}

/// The provider's reply to what is wrong.
pub fn reply(flavor: Flavor, trouble: &Trouble, config: &Config) -> Reply {
    let is_own = config.error_shape == ErrorShape::Own;
    match (flavor, trouble) {
        (Flavor::LmStudio, Trouble::NoRoute(route)) => {
            let message = format!("Unexpected endpoint or method. ({route})");
            return Reply::json(200, &json!({"error": message}));
        }
        // It has but a text where something is wrong with the form.
        (Flavor::LmStudio, Trouble::NoForm(..)) if is_own => {
            let told = words::told(flavor, trouble);
            return Reply::json(told.status, &json!({"error": told.message}));
        }
        // Its keys are looked at before anything that knows about errors.
        (Flavor::Vllm, Trouble::NoKey | Trouble::WrongKey(_)) if is_own => {
            return Reply::json(401, &json!({"error": "Unauthorized"}));
        }
        (Flavor::OpenRouter, Trouble::Status(_)) => {}
        (_, Trouble::Status(status @ (502 | 524))) => {
            return Reply::text(*status, "text/html", page(*status));
        }
        _ => {}
    }
    let mut told = words::told(flavor, trouble);
    if let (Flavor::Mistral | Flavor::Tgi, true) = (flavor, is_about_fields(trouble)) {
        told.status = 422;
    }
    let shaped = shaped(flavor, trouble, &told, config.error_shape);
    let mut reply = Reply::json(told.status, &shaped);
    reply.headers.extend(told.headers);
    reply
}

fn shaped(flavor: Flavor, trouble: &Trouble, told: &Told, shape: ErrorShape) -> Value {
    let Told { kind, message, .. } = told;
    let mut fields =
        json!({"message": message, "type": kind, "param": told.param, "code": told.code});
    let number = json!(told.status);
    let is_nested = match (shape, flavor) {
        (ErrorShape::Nested, _) => true,
        (ErrorShape::Flat, _) => false,
        (ErrorShape::Own, Flavor::Mistral) if is_about_fields(trouble) => {
            return detail(trouble, told);
        }
        (ErrorShape::Own, Flavor::Tgi) => {
            return json!({"error": message, "error_type": if told.status < 500 { "validation" } else { kind }});
        }
        (ErrorShape::Own, Flavor::Vllm) => {
            fields["type"] = json!(match told.status {
                404 => "NotFoundError",
                429 => "RateLimitError",
                500.. => "InternalServerError",
                _ => "BadRequestError",
            });
            fields["code"] = number;
            true
        }
        (ErrorShape::Own, Flavor::OpenRouter) => {
            fields = json!({"code": number, "message": message});
            true
        }
        (ErrorShape::Own, Flavor::LlamaCpp) => {
            fields = json!({"code": number, "message": message, "type": kind});
            true
        }
        (ErrorShape::Own, Flavor::Groq) => {
            fields = json!({"message": message, "type": kind, "code": told.code});
            true
        }
        (ErrorShape::Own, Flavor::Mistral) => false,
        (ErrorShape::Own, Flavor::OpenAi | Flavor::LmStudio | Flavor::Ollama) => true,
    };
    for (name, value) in &told.more {
        fields[name] = value.clone();
    }
    if is_nested {
        return json!({"error": fields});
    }
    fields["object"] = json!("error");
    fields
}

fn is_about_fields(trouble: &Trouble) -> bool {
    use Trouble::{BadField, MissingField, UnknownField};
    matches!(trouble, BadField(..) | MissingField(_) | UnknownField(..))
}

/// Mistral's 422 for a body that does not fit.
fn detail(trouble: &Trouble, told: &Told) -> Value {
    let (kind, message) = match trouble {
        Trouble::UnknownField(..) => (
            "extra_forbidden",
            "Extra inputs are not permitted".to_owned(),
        ),
        Trouble::MissingField(_) => ("missing", "Field required".to_owned()),
        _ => ("value_error", told.message.clone()),
    };
    let mut at = vec!["body".to_owned()];
    let param = told
        .param
        .as_deref()
        .unwrap_or("")
        .replace('[', ".")
        .replace(']', "");
    at.extend(param.split('.').map(str::to_owned));
    let mut detail = json!({"type": kind, "loc": at, "msg": message});
    if let Trouble::UnknownField(_, value) = trouble {
        detail["input"] = value.clone();
    }
    json!({"detail": [detail]})
}
