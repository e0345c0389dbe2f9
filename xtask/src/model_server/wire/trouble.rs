//! What is wrong with a request, or goes wrong with its answer, before a provider words it.
//!
//! Deliberately absent: any provider's words.

use super::super::faults::{DelayIn, Quota};
use super::schema;
use serde_json::Value;
use std::time::Duration;

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// There is nothing at that method and path.
    NoRoute(String),
    /// A header that neither a browser adds nor the provider knows.
    UnknownHeader(String),
    /// `Content-Type` is not `application/json`.
    NotJsonType,
    /// The body is not a JSON object.
    NotJson,
    /// A field the provider does not know, with its value.
    UnknownField(String, Value),
    /// A field that has to be there.
    MissingField(String),
    /// A field with a value of the wrong kind, and what was wanted.
    BadField(String, String),
    /// A header that has to be there.
    MissingHeader(&'static str),
    /// The form wanted for an answer, which this model does not take: the field, and `json_schema` or `json_object`.
    NoForm(&'static str, &'static str),
    /// JSON mode without the word in any message.
    NoJsonWord,
    /// A schema, by its name, that the provider does not take.
    Schema(String, schema::Fault),
    /// A prompt longer than the room that was asked for.
    TooLong,
    /// No key.
    NoKey,
    /// A key, but the wrong one; here as it was sent.
    WrongKey(String),
    /// The organization allows no requests from pages.
    NoPages,
    /// Nothing left to spend.
    NoCredit,
    /// No model of that name.
    NoModel(String),
    /// A parameter that this model does not take, and the one it takes instead.
    Unsupported(String, Option<String>),
    /// A value that this model does not take for a parameter.
    UnsupportedValue(String, Value),
    /// A parameter that is refused in the message alone.
    Deprecated(String),
    /// Too many requests; to be tried again after that time.
    RateLimit(DelayIn, Duration),
    /// Something is used up.
    Quota(Quota),
    /// The server's or the request's fault, with that status.
    Status(u16),
    /// An upstream failure told inside status 200.
    In200,
    /// A refusal that repeats the key as it was sent.
    EchoKey(String),
}

impl Trouble {
    /// Its name in [`Counts::rejected`](super::super::Counts::rejected).
    pub fn name(&self) -> &'static str {
        match self {
            Trouble::NoRoute(_) => "no_route",
            Trouble::UnknownHeader(_) => "unknown_header",
            Trouble::NotJsonType => "not_json_type",
            Trouble::NotJson => "not_json",
            Trouble::UnknownField(..) => "unknown_field",
            Trouble::MissingField(_) => "missing_field",
            Trouble::BadField(..) => "bad_field",
            Trouble::MissingHeader(_) => "missing_header",
            Trouble::NoForm(..) => "no_form",
            Trouble::NoJsonWord => "no_json_word",
            Trouble::Schema(..) => "schema",
            Trouble::TooLong => "too_long",
            Trouble::NoKey => "no_key",
            Trouble::WrongKey(_) => "wrong_key",
            Trouble::NoPages => "no_pages",
            Trouble::NoCredit => "no_credit",
            Trouble::NoModel(_) => "no_model",
            Trouble::Unsupported(..) => "unsupported",
            Trouble::UnsupportedValue(..) => "unsupported_value",
            Trouble::Deprecated(_) => "deprecated",
            Trouble::RateLimit(..) => "rate_limit",
            Trouble::Quota(_) => "quota",
            Trouble::Status(_) => "status",
            Trouble::In200 => "in_200",
            Trouble::EchoKey(_) => "echo_key",
        }
    }
}
