//! The body of a chat completion: what the model said, why it stopped, and what it cost.
//!
//! Batch output files and live replies have the same body, so both are read here. Deliberately absent: status codes and
//! error objects, and what an answer is in the text.

use super::Failure;
use crate::json::Json;
use crate::outcome::Outcome;
use crate::problem::cut;
use crate::rows::text_of;
use std::borrow::Cow;

/// Longest excerpt of a refusal in a message, in characters.
const MAX_DETAIL: usize = 300;

/// Finish reasons, in lower case, that mean that the model or a filter declined.
const REFUSED: [&str; 10] = [
    "content_filter",
    "content-filter",
    "refusal",
    "safety",
    "recitation",
    "prohibited_content",
    "blocklist",
    "spii",
    "image_safety",
    "language",
];

/// What a model answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// The content as it came: a text, `null`, rarely a number; a list of parts is joined to one text.
    pub content: Json<'static>,
    /// Reasoning the server keeps apart from the content (`reasoning`, `reasoning_content`, thinking parts).
    pub reasoning: Option<String>,
    /// What the model said instead of an answer, where the server marks it as a refusal.
    pub refusal: Option<String>,
    /// Why the model stopped, in the server's word: `stop`, `length`, `content_filter`, ….
    pub finish_reason: Option<String>,
    /// Tokens of the prompt.
    pub n_tokens_in: Option<u64>,
    /// Tokens of the reply, reasoning included.
    pub n_tokens_out: Option<u64>,
    /// What it cost in US dollars, where the server says so (OpenRouter's `usage.cost`).
    pub cost: Option<f64>,
    /// The model's name as the server reports it.
    pub model: Option<String>,
}

impl Default for Completion {
    /// No answer at all.
    fn default() -> Self {
        Self {
            content: Json::Null,
            reasoning: None,
            refusal: None,
            finish_reason: None,
            n_tokens_in: None,
            n_tokens_out: None,
            cost: None,
            model: None,
        }
    }
}

impl Completion {
    /// Reads a body of `/chat/completions`, `/completions` or `/responses`; `None` when it holds no answer at all.
    ///
    /// ```
    /// use marksheet::{json::{Json, parse}, predictions::completion::Completion};
    /// let body = parse(r#"{"choices": [{"message": {"content": "B"}, "finish_reason": "stop"}], "model": "m-1"}"#).unwrap();
    /// let completion = Completion::read(&body.value).unwrap();
    /// assert_eq!(completion.content, Json::Text("B".into()));
    /// assert_eq!(completion.model.as_deref(), Some("m-1"));
    /// assert!(Completion::read(&Json::Null).is_none());
    /// ```
    pub fn read(body: &Json<'_>) -> Option<Self> {
        let found = match first_choice(body) {
            Some(choice) => of_choice(choice),
            None => of_responses(body)?,
        };
        let usage = |names: [&str; 2]| {
            let usage = body.get("usage")?;
            names.iter().find_map(|name| number(usage.get(name)?))
        };
        Some(Self {
            n_tokens_in: usage(["prompt_tokens", "input_tokens"]),
            n_tokens_out: usage(["completion_tokens", "output_tokens"]),
            cost: body.get("usage").and_then(cost),
            model: text_at(body, "model"),
            ..found
        })
    }

    /// What a message says: its content, with reasoning and refusals told apart where it is a list of parts.
    pub fn of_message(message: &Json<'_>) -> Self {
        let content = message.get("content").unwrap_or(&Json::Null);
        Self {
            content: text_of_content(content),
            reasoning: joined(content, Part::Reasoning),
            refusal: joined(content, Part::Refusal),
            ..Self::default()
        }
    }

    /// Whether the model declined, or a filter did so for it; with what is said about it.
    ///
    /// A stop at the length limit is `truncated`, which is only the suspicion: readable text is scored all the same.
    pub fn failure(&self) -> Option<Failure> {
        let failure = |outcome, detail: String| Some(Failure { outcome, detail });
        if let Some(refusal) = &self.refusal {
            return failure(Outcome::Refused, cut(refusal, MAX_DETAIL));
        }
        let reason = self.finish_reason.as_deref()?;
        match reason.to_ascii_lowercase().as_str() {
            "length"
            | "model_length"
            | "max_tokens"
            | "max_output_tokens"
            | "model_context_window_exceeded" => {
                failure(Outcome::Truncated, format!("finish reason: {reason}"))
            }
            lower if REFUSED.contains(&lower) => {
                failure(Outcome::Refused, format!("finish reason: {reason}"))
            }
            _ => None,
        }
    }
}

fn first_choice<'r, 'a>(body: &'r Json<'a>) -> Option<&'r Json<'a>> {
    match body.get("choices") {
        Some(Json::List(choices)) => choices.first(),
        _ => None,
    }
}

fn of_choice(choice: &Json<'_>) -> Completion {
    let message = choice.get("message").unwrap_or(&Json::Null);
    let content = message.get("content").or_else(|| choice.get("text"));
    let content = content.unwrap_or(&Json::Null);
    let refusal = filled(message, "refusal").or_else(|| joined(content, Part::Refusal));
    let mut text = text_of_content(content);
    if let (Json::Null, Some(refusal)) = (&text, &refusal) {
        text = Json::Text(Cow::Owned(refusal.clone()));
    }
    Completion {
        content: text,
        reasoning: ["reasoning_content", "reasoning"]
            .iter()
            .find_map(|name| filled(message, name))
            .or_else(|| joined(content, Part::Reasoning)),
        refusal,
        finish_reason: text_at(choice, "finish_reason"),
        ..Completion::default()
    }
}

/// The reply of OpenAI's `/v1/responses`.
fn of_responses(body: &Json<'_>) -> Option<Completion> {
    let Some(Json::List(output)) = body.get("output") else {
        return None;
    };
    let content = output.iter().rev().find_map(|part| part.get("content"))?;
    let reason = body.get("incomplete_details");
    Some(Completion {
        content: text_of_content(content),
        refusal: joined(content, Part::Refusal),
        finish_reason: reason.and_then(|details| text_at(details, "reason")),
        ..Completion::default()
    })
}

/// What a part of a content list holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Text,
    Reasoning,
    Refusal,
}

impl Part {
    fn of(part: &Json<'_>) -> Self {
        let kind = part.get("type").and_then(text_of).unwrap_or_default();
        match &*kind {
            "thinking" | "reasoning" | "redacted_thinking" => Part::Reasoning,
            "refusal" => Part::Refusal,
            _ => Part::Text,
        }
    }
}

/// Content as text: a text as it is, the text parts of a list joined.
pub(super) fn text_of_content(content: &Json<'_>) -> Json<'static> {
    match content {
        Json::List(_) => Json::Text(Cow::Owned(joined(content, Part::Text).unwrap_or_default())),
        _ => content.clone().into_owned(),
    }
}

/// The parts of one kind, joined; `None` when there are none, or only blank ones.
fn joined(content: &Json<'_>, wanted: Part) -> Option<String> {
    let Json::List(parts) = content else {
        return None;
    };
    let mut text = String::new();
    for part in parts.iter().filter(|part| Part::of(part) == wanted) {
        let names = ["text", "thinking", "refusal"];
        let inner = names.iter().find_map(|name| part.get(name));
        match inner.unwrap_or(part) {
            // Mistral's thinking parts hold text parts of their own.
            Json::List(inner) => text.extend(inner.iter().filter_map(|part| text_at(part, "text"))),
            inner => text.extend(text_of(inner)),
        }
    }
    (!text.trim().is_empty()).then_some(text)
}

fn filled(object: &Json<'_>, name: &str) -> Option<String> {
    text_at(object, name).filter(|text| !text.trim().is_empty())
}

fn text_at(object: &Json<'_>, name: &str) -> Option<String> {
    object.get(name).and_then(text_of).map(Cow::into_owned)
}

/// OpenRouter's figure; nothing that is no amount of money.
fn cost(usage: &Json<'_>) -> Option<f64> {
    let cost: f64 = text_of(usage.get("cost")?)?.parse().ok()?;
    (cost.is_finite() && cost >= 0.0).then_some(cost)
}

fn number(value: &Json<'_>) -> Option<u64> {
    text_of(value)?.parse().ok()
}
