//! What each provider says when something is wrong.
//!
//! Deliberately absent: rate limits and quotas, which are in `limits`.

use super::super::super::super::faults::Quota;
use super::super::super::schema;
use super::super::super::trouble::Trouble;
use super::super::flavor::Flavor;
use super::{Told, limits};
use serde_json::json;

const REQUEST: &str = "invalid_request_error";

/// The words for what is wrong.
pub fn told(flavor: Flavor, trouble: &Trouble) -> Told {
    match trouble {
        Trouble::NoKey | Trouble::WrongKey(_) | Trouble::EchoKey(_) => about_key(flavor, trouble),
        Trouble::NoModel(name) => about_model(flavor, name),
        Trouble::RateLimit(place, delay) => limits::rate_limit(*place, *delay),
        Trouble::Quota(quota) => limits::quota(*quota),
        Trouble::NoPages => {
            let message = "Requests from browsers are not allowed for this organization.";
            Told::new(403, REQUEST, None, message)
        }
        Trouble::NoCredit if flavor == Flavor::OpenRouter => limits::quota(Quota::Payment),
        Trouble::NoCredit => limits::quota(Quota::Insufficient),
        Trouble::Status(status) => Told::new(*status, kind(*status), None, words(*status)),
        Trouble::In200 => {
            let mut told = Told::new(502, kind(502), None, "Provider returned error");
            told.more
                .insert("metadata".to_owned(), json!({"provider_name": "Somebody"}));
            told
        }
        Trouble::NoRoute(route) => Told::new(404, REQUEST, None, format!("Invalid URL ({route})")),
        Trouble::UnknownHeader(name) => {
            Told::new(400, REQUEST, None, format!("Unexpected header: '{name}'"))
        }
        Trouble::NotJsonType => {
            let wanted = "Unsupported content type. This API method only accepts 'application/json' requests";
            Told::new(415, REQUEST, Some("unsupported_content_type"), wanted)
        }
        Trouble::NotJson => {
            let wanted =
                "We could not parse the JSON body of your request: it wants one JSON object.";
            Told::new(400, REQUEST, None, wanted)
        }
        Trouble::MissingHeader(name) => {
            Told::new(400, REQUEST, None, format!("{name}: header is required"))
        }
        Trouble::TooLong => {
            let message = "This model's maximum context length is exceeded.";
            Told::new(400, REQUEST, Some("context_length_exceeded"), message)
        }
        Trouble::NoForm(..) | Trouble::NoJsonWord | Trouble::Schema(..) => {
            about_form(flavor, trouble)
        }
        _ => about_field(trouble),
    }
}

/// What is wrong with the form an answer is wanted in.
fn about_form(flavor: Flavor, trouble: &Trouble) -> Told {
    let param = "response_format";
    let (status, param, message) = match (flavor, trouble) {
        (Flavor::OpenRouter, Trouble::NoForm(_, "json_schema")) => {
            let message = "No endpoints found that can handle the requested parameters.";
            (404, None, message.to_owned())
        }
        (Flavor::Groq, Trouble::NoForm(_, kind)) => {
            let message = format!("This model does not support response format `{kind}`.");
            (400, Some(param), message)
        }
        (Flavor::LmStudio, Trouble::NoForm(..)) => (
            400,
            None,
            "'response_format.type' must be 'text'".to_owned(),
        ),
        (Flavor::Vllm | Flavor::Tgi | Flavor::LlamaCpp, Trouble::NoForm(..)) => (
            400,
            None,
            "Failed to compile the grammar of the response".to_owned(),
        ),
        (_, Trouble::NoForm(_, kind)) => {
            let message = format!(
                "Invalid parameter: '{param}' of type '{kind}' is not supported with this model."
            );
            (400, Some(param), message)
        }
        (_, Trouble::Schema(name, fault)) => {
            let schema::Fault { at, what } = fault;
            let message = format!("Invalid schema for {param} '{name}': In context={at}, {what}.");
            (400, Some(param), message)
        }
        _ => {
            let message = format!(
                "'messages' must contain the word 'json' in some form, to use '{param}' of type 'json_object'."
            );
            (400, Some("messages"), message)
        }
    };
    Told {
        param: param.map(str::to_owned),
        ..Told::new(status, REQUEST, None, message)
    }
}

/// What is wrong with one field of the body.
fn about_field(trouble: &Trouble) -> Told {
    let (field, code, message) = match trouble {
        Trouble::UnknownField(field, _) => (
            field,
            "unknown_parameter",
            format!("Unknown parameter: '{field}'."),
        ),
        Trouble::MissingField(field) => (
            field,
            "missing_required_parameter",
            format!("Missing required parameter: '{field}'."),
        ),
        Trouble::BadField(field, wanted) => (
            field,
            "invalid_value",
            format!("Invalid value for '{field}': expected {wanted}."),
        ),
        Trouble::Unsupported(field, instead) => {
            let instead = instead
                .as_ref()
                .map(|instead| format!(" Use '{instead}' instead."));
            let instead = instead.unwrap_or_default();
            let message = format!(
                "Unsupported parameter: '{field}' is not supported with this model.{instead}"
            );
            (field, "unsupported_parameter", message)
        }
        Trouble::UnsupportedValue(field, value) => {
            let message = format!(
                "Unsupported value: '{field}' does not support {value} with this model. \
                 Only the default (1) value is supported."
            );
            (field, "unsupported_value", message)
        }
        Trouble::Deprecated(field) => {
            return Told::new(
                400,
                REQUEST,
                None,
                format!("`{field}` is deprecated for this model."),
            );
        }
        other => return Told::new(400, REQUEST, None, other.name()),
    };
    Told {
        param: Some(field.clone()),
        ..Told::new(400, REQUEST, Some(code), message)
    }
}

fn about_key(flavor: Flavor, trouble: &Trouble) -> Told {
    let invalid = Some("invalid_api_key");
    match (flavor, trouble) {
        (_, Trouble::EchoKey(key)) => {
            let message = format!("Incorrect use of API key {key} (sent as: Bearer {key}).");
            Told::new(400, REQUEST, None, message)
        }
        (Flavor::OpenRouter, _) => Told::new(401, REQUEST, None, "No auth credentials found"),
        (Flavor::LlamaCpp, _) => Told::new(401, "authentication_error", None, "Invalid API Key"),
        (Flavor::Groq, _) => Told::new(401, REQUEST, invalid, "Invalid API Key"),
        (Flavor::Mistral, _) => Told::new(401, REQUEST, None, "Unauthorized"),
        (_, Trouble::WrongKey(key)) => {
            let message = format!("Incorrect API key provided: {}.", masked(key));
            Told::new(401, REQUEST, invalid, message)
        }
        _ => {
            let message = "You didn't provide an API key. Put it in an Authorization header: Bearer YOUR_KEY.";
            Told::new(401, REQUEST, None, message)
        }
    }
}

/// A key as OpenAI repeats it: with all but its ends as stars.
fn masked(key: &str) -> String {
    let n_chars = key.chars().count();
    let is_shown = |at: usize| n_chars > 12 && (at < 4 || at + 4 >= n_chars);
    let chars = key.chars().enumerate();
    chars
        .map(|(at, c)| if is_shown(at) { c } else { '*' })
        .collect()
}

fn about_model(flavor: Flavor, name: &str) -> Told {
    match flavor {
        Flavor::Ollama => {
            let message = format!("model \"{name}\" not found, try pulling it first");
            Told::new(404, "api_error", None, message)
        }
        Flavor::OpenRouter => Told::new(
            400,
            REQUEST,
            None,
            format!("{name} is not a valid model ID"),
        ),
        Flavor::Mistral => Told::new(
            400,
            "invalid_model",
            Some("1500"),
            format!("Invalid model: {name}"),
        ),
        Flavor::Vllm => Told::new(
            404,
            "NotFoundError",
            None,
            format!("The model `{name}` does not exist."),
        ),
        _ => {
            let message =
                format!("The model `{name}` does not exist or you do not have access to it.");
            Told::new(404, REQUEST, Some("model_not_found"), message)
        }
    }
}

fn kind(status: u16) -> &'static str {
    match status {
        529 => "overloaded_error",
        408 | 504 | 524 => "timeout_error",
        500.. => "server_error",
        _ => "invalid_request_error",
    }
}

fn words(status: u16) -> &'static str {
    match status {
        408 => "The request took too long.",
        409 => "The request conflicts with another one.",
        413 => "The request is too large.",
        503 => "Loading model",
        529 => "Overloaded",
        _ => "The server had an error while processing your request.",
    }
}
