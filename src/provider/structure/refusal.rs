//! What an error says of the form a reply was asked for in: that the server does not take it, or that the model did not keep
//! to it.
//!
//! Asked in this order, since the first concerns every question and the second one reply. Deliberately absent: errors with a
//! code of their own for a reply, which [`Said`] knows.

use super::Rung;
use crate::provider::Sent;
use crate::said::Said;

/// What an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::provider) enum About {
    /// The server does not take the form.
    Form,
    /// What the model wrote is not in it.
    Reply,
    /// Something else.
    Other,
}

/// Names of the field that carries a form, and what servers call it, in lower case.
const NAMES: [&str; 15] = [
    "response_format",
    "response format",
    "responseformat",
    "output_config",
    "output_format",
    "output format",
    "responsejsonschema",
    "responsemimetype",
    "response_mime_type",
    "structured output",
    "structured_output",
    "json mode",
    "json_object",
    "guided_json",
    "guided decoding",
];

/// Words that may just as well be a prompt's, or about a reply.
const BARE: [&str; 2] = ["schema", "grammar"];

/// Words for a form that is not taken, in lower case; they count beside its name only, since errors repeat prompts.
const NOT_TAKEN: [&str; 16] = [
    "unsupported",
    "not support",
    "unknown",
    "unrecogni",
    "not allowed",
    "not permitted",
    "not available",
    "not enabled",
    "disabled",
    "unimplemented",
    "not implemented",
    "too many",
    "too complex",
    "too deep",
    "conversion",
    "compil",
];

/// Words for a form that cannot be used, which are said of replies, too.
const NOT_USABLE: [&str; 12] = [
    "invalid",
    "not valid",
    "failed to",
    "cannot",
    "unable to",
    "too large",
    "too long",
    "exceed",
    "nesting",
    "maximum",
    "must ",
    "unexpected",
];

/// What the parsers of requests say of a field they cannot read, in lower case: beside the field's own name.
const NOT_READ: [&str; 7] = [
    "not ",
    "deserialize",
    "variant",
    "input tag",
    "expected",
    "should be",
    "required",
];

/// So many bytes on either side are beside a word.
const BESIDE: usize = 64;

/// What an error to a request of this form is about.
pub(in crate::provider) fn about(said: &Said, sent: &Sent) -> About {
    if said.is_unmet() {
        return About::Reply;
    }
    if sent.structure == Rung::Plain {
        return About::Other;
    }
    let text = said.message.to_lowercase();
    if said.is_filtered() {
        return About::Other;
    }
    let is_of_reply = said.speaks_of_misfit();
    match said.status {
        400 | 422
            if is_param(said) || is_named_unusable(&text, is_of_reply) || is_ollama(&text) =>
        {
            About::Form
        }
        200..300 | 400 | 422 if is_of_reply => About::Reply,
        400 | 422 if is_called(&text, &BARE, &[&NOT_TAKEN, &NOT_USABLE]) => About::Form,
        500 if is_ollama(&text) => About::Form,
        _ => About::Other,
    }
}

/// The error names the parameter that carries the form.
fn is_param(said: &Said) -> bool {
    let param = said.param.as_deref().map(str::to_lowercase);
    param.is_some_and(|param| {
        let names = NAMES.iter().chain(&BARE);
        param == "format" || names.into_iter().any(|name| param.contains(name))
    })
}

/// Whether the form is called unusable by its parameter's name; an error about a reply may name it, too.
fn is_named_unusable(lower: &str, is_of_reply: bool) -> bool {
    let words: &[&[&str]] = match is_of_reply {
        true => &[&NOT_TAKEN],
        false => &[&NOT_TAKEN, &NOT_USABLE, &NOT_READ],
    };
    is_called(lower, &NAMES, words)
}

/// Whether one of `words` stands beside one of `names`.
fn is_called(lower: &str, names: &[&str], words: &[&[&str]]) -> bool {
    let beside = |(at, name): (usize, &str)| {
        let from = lower.floor_char_boundary(at.saturating_sub(BESIDE));
        let to = lower.ceil_char_boundary((at + name.len() + BESIDE).min(lower.len()));
        let near = lower.get(from..to).unwrap_or_default();
        words
            .iter()
            .flat_map(|words| words.iter())
            .any(|word| near.contains(word))
    };
    names
        .iter()
        .any(|name| lower.match_indices(name).any(beside))
}

/// Ollama's words, which come with any status.
fn is_ollama(text: &str) -> bool {
    text.contains("invalid format") || text.contains("schema in format")
}
