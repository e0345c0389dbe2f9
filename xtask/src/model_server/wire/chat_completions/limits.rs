//! How a rate limit says when to come back, and how it is said that nothing is left.
//!
//! Deliberately absent: what a client makes of it.

use super::super::super::super::faults::{DelayIn, Quota};
use super::Told;
use serde_json::json;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// 429 with the delay in that place.
pub fn rate_limit(place: DelayIn, delay: Duration) -> Told {
    let mut told = Told::new(
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

/// What is used up.
pub fn quota(quota: Quota) -> Told {
    let spent = "You exceeded your current quota, please check your plan and billing details.";
    match quota {
        Quota::Insufficient => {
            Told::new(429, "insufficient_quota", Some("insufficient_quota"), spent)
        }
        Quota::Credit => Told::new(
            429,
            "billing",
            Some("credit_balance_exhausted"),
            "Your credit balance is too low.",
        ),
        Quota::Project => {
            let code = Some("project_spend_limit_exceeded");
            Told::new(
                429,
                "requests",
                code,
                "This project has reached its spend limit.",
            )
        }
        Quota::Organization => {
            let code = Some("organization_usage_limit_exceeded");
            Told::new(
                429,
                "requests",
                code,
                "Your organization has reached its usage limit.",
            )
        }
        Quota::Billing => Told::new(
            402,
            "billing_error",
            None,
            "Your credit balance is too low. Please purchase credits.",
        ),
        Quota::Enforced => {
            let mut told = Told::new(
                429,
                "rate_limit_error",
                None,
                "You have reached your specified API usage limits.",
            );
            let details = json!({"error_code": "enforced_spend_limit_reached"});
            told.more.insert("details".to_owned(), details);
            told
        }
        Quota::Payment => Told::new(
            402,
            "payment_required",
            None,
            "Insufficient credits. Add more to go on.",
        ),
        Quota::Daily => {
            let mut told = Told::new(429, "rate_limit_error", None, spent);
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
