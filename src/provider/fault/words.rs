//! What servers say when they refuse, by codes and by words: each question here is about one kind of refusal.
//!
//! Deliberately absent: what follows from it; that is in `provider::fault`.

use crate::said::Said;

/// Codes, types and details that say that money or a fixed quota is used up.
const NO_CREDIT: [&str; 7] = [
    "insufficient_quota",
    "credit_balance_exhausted",
    "organization_usage_limit_exceeded",
    "billing_error",
    "billing_hard_limit_reached",
    "enforced_spend_limit_reached",
    "insufficient_credits",
];

/// Codes and details that say that the key is wrong, whatever the status is.
const WRONG_KEY: [&str; 4] = [
    "invalid_api_key",
    "API_KEY_INVALID",
    "authentication_error",
    "invalid_authentication",
];

/// Codes and types for a model that a server does not have.
const NO_MODEL_CODES: [&str; 4] = [
    "model_not_found",
    "invalid_model",
    "model_decommissioned",
    "model_not_available",
];

/// Words of servers to a model they do not have, beside its being called a model, in lower case.
const NO_MODEL: [&str; 10] = [
    "not found",
    "does not exist",
    "invalid model",
    "not a valid model",
    "unknown model",
    "no such model",
    "is not available",
    "not have access",
    "decommissioned",
    "no longer available",
];

/// Words that put the two side by side, so that they are about nothing else.
const NO_MODEL_SURELY: [&str; 6] = [
    "invalid model",
    "not a valid model",
    "unknown model",
    "no such model",
    "model not found",
    "model does not exist",
];

/// LM Studio's words where CORS is off.
pub(in crate::provider) fn is_lm_studio_closed(lower: &str) -> bool {
    lower.contains("messages") && lower.contains("field is required")
}

/// Anthropic's words to an organization that allows no calls from browsers.
pub(in crate::provider) fn is_closed_to_browsers(lower: &str) -> bool {
    lower.contains("cors requests are not allowed")
}

/// Whether a message says that there is no such model.
pub(in crate::provider) fn names_no_model(lower: &str) -> bool {
    lower.contains("model") && NO_MODEL.iter().any(|words| lower.contains(words))
}

fn is_named(said: &Said, names: &[&str]) -> bool {
    said.names().any(|name| names.contains(&name))
}

/// The key is wrong or missing.
pub(super) fn is_wrong_key(said: &Said) -> bool {
    said.status == 401 || is_named(said, &WRONG_KEY)
}

/// No credit, or a spending limit is reached; `lower` is the message in lower case.
pub(super) fn is_spent(said: &Said, lower: &str) -> bool {
    let is_limit = said
        .names()
        .any(|name| name.ends_with("spend_limit_exceeded"));
    // Anthropic has no other word for it than its message.
    let is_low = said.status == 400 && lower.contains("credit balance is too low");
    said.status == 402 || is_limit || is_low || is_named(said, &NO_CREDIT)
}

/// There is no such model, whatever the status; some servers say so with 400, 403 or 422, with which an error about one
/// question may speak of models, too.
pub(super) fn is_unknown_model(said: &Said, lower: &str) -> bool {
    is_named(said, &NO_MODEL_CODES)
        || match said.status {
            404 | 410 => names_no_model(lower),
            400 | 403 | 422 => NO_MODEL_SURELY.iter().any(|words| lower.contains(words)),
            _ => false,
        }
}

/// The account may not be served at all: Google's word for a region or a plan.
pub(super) fn is_precondition(said: &Said) -> bool {
    said.status == 400 && is_named(said, &["FAILED_PRECONDITION"])
}

/// A quota per day, in a name or in prose.
pub(super) fn is_per_day(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    ["perday", "per day", "per-day", "per_day", "daily"]
        .iter()
        .any(|words| lower.contains(words))
}

/// What is known of a message that misleads.
pub(super) fn remark(said: &Said) -> &'static str {
    let lower = said.message.to_ascii_lowercase();
    if is_lm_studio_closed(&lower) {
        return " (LM Studio says this when CORS is off: enable it in its server settings)";
    }
    if is_closed_to_browsers(&lower) {
        return " (the organization's administrator has switched off calls from browsers: use a key of another workspace, \
                OpenRouter, or export the prompts as a batch)";
    }
    if said.status == 404 && lower.contains("requested parameters") {
        return " (nobody behind it takes every parameter: leave temperature and seed empty, or choose another model)";
    }
    ""
}

/// What a status means, in words.
pub(super) fn meaning(status: u16) -> &'static str {
    match status {
        400 | 422 => "it does not accept the request",
        401 => "it does not accept the key",
        402 => "no credit left",
        403 => "it forbids this",
        404 => "it knows no such model or address",
        405 | 501 | 505 => "it answers no such request: check the address",
        408 | 504 | 524 => "it took too long",
        413 => "the prompt is too long",
        429 => "asked too often",
        503 | 529 => "it is overloaded",
        520..=530 => "what answers for it cannot reach it",
        500..=599 => "a fault of the server",
        _ => "an error",
    }
}
