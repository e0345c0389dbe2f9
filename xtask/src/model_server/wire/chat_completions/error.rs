//! How each provider words what is wrong.
//!
//! Deliberately absent: streams of errors; there is always one, the first.

use super::super::super::config::{Config, ErrorShape};
use super::super::super::faults::{DelayIn, Quota};
use super::super::super::http::Reply;
use super::super::page;
use super::super::trouble::Trouble;
use super::flavor::Flavor;
use serde_json::{Map, Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// An error before it is shaped.
struct Told {
    status: u16,
    kind: &'static str,
    code: Option<&'static str>,
    param: Option<String>,
    message: String,
    /// Further fields of the error object.
    more: Map<String, Value>,
    headers: Vec<(&'static str, String)>,
}

/// The provider's reply to what is wrong.
pub fn reply(flavor: Flavor, trouble: &Trouble, config: &Config) -> Reply {
    if let (Flavor::LmStudio, Trouble::NoRoute(route)) = (flavor, trouble) {
        return Reply::json(
            200,
            &json!({"error": format!("Unexpected endpoint or method. ({route})")}),
        );
    }
    if let (Trouble::Status(status @ (502 | 524)), true) = (trouble, flavor != Flavor::OpenRouter) {
        return Reply::text(*status, "text/html", page(*status));
    }
    let mut told = told(flavor, trouble);
    if let (Flavor::Mistral | Flavor::Tgi, true) = (flavor, is_about_fields(trouble)) {
        told.status = 422;
    }
    let mut reply = Reply::json(
        told.status,
        &shaped(flavor, trouble, &told, config.error_shape),
    );
    reply.headers.extend(told.headers);
    reply
}

fn error(
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

fn invalid(param: &str, code: Option<&'static str>, message: impl Into<String>) -> Told {
    Told {
        param: Some(param.to_owned()),
        ..error(400, "invalid_request_error", code, message)
    }
}

fn told(flavor: Flavor, trouble: &Trouble) -> Told {
    let request = "invalid_request_error";
    match trouble {
        Trouble::NoRoute(route) => error(404, request, None, format!("Invalid URL ({route})")),
        Trouble::UnknownHeader(name) => {
            error(400, request, None, format!("Unexpected header: '{name}'"))
        }
        Trouble::NotJsonType => {
            let wanted = "Unsupported content type. This API method only accepts 'application/json' requests";
            error(415, request, Some("unsupported_content_type"), wanted)
        }
        Trouble::NotJson => {
            let wanted =
                "We could not parse the JSON body of your request: it wants one JSON object.";
            error(400, request, None, wanted)
        }
        Trouble::UnknownField(field, _) => invalid(
            field,
            Some("unknown_parameter"),
            format!("Unknown parameter: '{field}'."),
        ),
        Trouble::MissingField(field) => {
            let code = Some("missing_required_parameter");
            invalid(
                field,
                code,
                format!("Missing required parameter: '{field}'."),
            )
        }
        Trouble::BadField(field, wanted) => {
            let message = format!("Invalid value for '{field}': expected {wanted}.");
            invalid(field, Some("invalid_value"), message)
        }
        Trouble::NoModel(name) => {
            let message =
                format!("The model `{name}` does not exist or you do not have access to it.");
            let status = if flavor == Flavor::OpenRouter {
                400
            } else {
                404
            };
            error(status, request, Some("model_not_found"), message)
        }
        Trouble::Unsupported(param, instead) => {
            let mut message =
                format!("Unsupported parameter: '{param}' is not supported with this model.");
            if let Some(instead) = instead {
                message.push_str(&format!(" Use '{instead}' instead."));
            }
            invalid(param, Some("unsupported_parameter"), message)
        }
        Trouble::UnsupportedValue(param, value) => {
            let message = format!(
                "Unsupported value: '{param}' does not support {value} with this model. \
                 Only the default (1) value is supported."
            );
            invalid(param, Some("unsupported_value"), message)
        }
        Trouble::Deprecated(param) => error(
            400,
            request,
            None,
            format!("`{param}` is deprecated for this model."),
        ),
        Trouble::RateLimit(place, delay) => rate_limit(*place, *delay),
        Trouble::Quota(quota) => quota_told(*quota),
        Trouble::NoCredit if flavor == Flavor::OpenRouter => quota_told(Quota::Payment),
        Trouble::NoCredit => quota_told(Quota::Insufficient),
        Trouble::Status(status) => error(*status, kind(*status), None, words(*status)),
        Trouble::In200 => {
            let mut told = error(502, kind(502), None, "Provider returned error");
            told.more
                .insert("metadata".to_owned(), json!({"provider_name": "Somebody"}));
            told
        }
        Trouble::NoKey => {
            let message = "You didn't provide an API key. Put it in an Authorization header: Bearer YOUR_KEY.";
            error(401, request, None, message)
        }
        Trouble::WrongKey(_) => error(
            401,
            request,
            Some("invalid_api_key"),
            "Incorrect API key provided.",
        ),
        Trouble::EchoKey(key) => {
            let message = format!("Incorrect use of API key {key} (sent as: Bearer {key}).");
            error(400, request, None, message)
        }
    }
}

fn rate_limit(place: DelayIn, delay: Duration) -> Told {
    let mut told = error(
        429,
        "rate_limit_error",
        Some("rate_limit_exceeded"),
        "Rate limit reached.",
    );
    match place {
        DelayIn::RetryAfter => {
            let seconds = delay.as_millis().div_ceil(1000);
            told.headers.push(("Retry-After", seconds.to_string()));
        }
        DelayIn::RetryAfterMs => told
            .headers
            .push(("Retry-After-Ms", delay.as_millis().to_string())),
        DelayIn::Reset => {
            let now = SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default();
            let reset = (now + delay).as_millis().to_string();
            let metadata =
                json!({"headers": {"X-RateLimit-Limit": "20", "X-RateLimit-Reset": reset}});
            told.more.insert("metadata".to_owned(), metadata);
        }
        DelayIn::RetryInfo => {
            let wait = json!({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": seconds(delay)});
            told.more
                .insert("status".to_owned(), json!("RESOURCE_EXHAUSTED"));
            told.more.insert("details".to_owned(), json!([wait]));
        }
        DelayIn::Text => {
            told.message = format!(
                "Rate limit reached for requests. Please try again in {}.",
                seconds(delay)
            );
        }
        DelayIn::Nowhere => {}
    }
    told
}

/// `1.5s`.
fn seconds(delay: Duration) -> String {
    format!("{}s", delay.as_secs_f64())
}

fn quota_told(quota: Quota) -> Told {
    let spent = "You exceeded your current quota, please check your plan and billing details.";
    match quota {
        Quota::Insufficient => error(429, "insufficient_quota", Some("insufficient_quota"), spent),
        Quota::Credit => error(
            429,
            "billing",
            Some("credit_balance_exhausted"),
            "Your credit balance is too low.",
        ),
        Quota::Project => {
            let code = Some("project_spend_limit_exceeded");
            error(
                429,
                "requests",
                code,
                "This project has reached its spend limit.",
            )
        }
        Quota::Organization => {
            let code = Some("organization_usage_limit_exceeded");
            error(
                429,
                "requests",
                code,
                "Your organization has reached its usage limit.",
            )
        }
        Quota::Billing => error(
            402,
            "billing_error",
            None,
            "Your credit balance is too low. Please purchase credits.",
        ),
        Quota::Enforced => {
            let mut told = error(
                429,
                "rate_limit_error",
                None,
                "You have reached your specified API usage limits.",
            );
            let details = json!({"error_code": "enforced_spend_limit_reached"});
            told.more.insert("details".to_owned(), details);
            told
        }
        Quota::Payment => error(
            402,
            "payment_required",
            None,
            "Insufficient credits. Add more to go on.",
        ),
        Quota::Daily => {
            let mut told = error(429, "rate_limit_error", None, spent);
            let violation = json!({"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"});
            let details = json!([
                {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [violation]},
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "33s"},
            ]);
            told.more
                .insert("status".to_owned(), json!("RESOURCE_EXHAUSTED"));
            told.more.insert("details".to_owned(), details);
            told
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
            fields["type"] = json!(if told.status < 500 {
                "BadRequestError"
            } else {
                "InternalServerError"
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
