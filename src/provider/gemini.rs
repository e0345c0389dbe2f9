//! Google's `generateContent`.
//!
//! Deliberately absent: streaming, tools, several candidates, settings of thinking, and the key in the address, where it
//! would be kept in histories and logs.

use super::structure::{Form, Structure};
use super::{Asking, Format, HttpRequest, Key, Provider, Sent, Wire};
use crate::json::Json;
use crate::predictions::completion::Completion;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;

/// The wire format.
pub(super) struct Gemini;

const VERSION: &str = "/v1beta";

impl Wire for Gemini {
    fn path(&self, model: &str) -> String {
        // The list of models has them with the kind in front.
        let (kind, name) = match model.split_once('/') {
            Some((kind @ ("models" | "tunedModels"), name)) => (kind, name),
            _ => ("models", model),
        };
        format!("{VERSION}/{kind}/{}:generateContent", encoded(name))
    }

    fn root<'b>(&self, base: &'b str) -> &'b str {
        if let Some((root, _)) = base.rsplit_once(VERSION) {
            return root;
        }
        let endings = ["/v1/models", "/v1"];
        let mut roots = endings.iter().filter_map(|end| base.strip_suffix(end));
        roots.next().unwrap_or(base)
    }

    fn body(&self, provider: &Provider, asking: &Asking<'_>) -> (Value, Sent) {
        let form = Form::of(provider, asking);
        let sent = Sent {
            structure: form.structure.rung(),
            added: form.added,
            ..Sent::of(asking)
        };
        let mut config = Map::new();
        config.insert("maxOutputTokens".to_owned(), sent.max_tokens.into());
        if let Some(temperature) = sent.temperature {
            config.insert("temperature".to_owned(), temperature.into());
        }
        if let Some(seed) = sent.seed {
            config.insert("seed".to_owned(), seed.into());
        }
        if form.structure != Structure::Plain {
            config.insert("responseMimeType".to_owned(), "application/json".into());
        }
        if let Structure::Schema { schema, .. } = form.structure {
            config.insert("responseJsonSchema".to_owned(), schema.clone());
        }
        let mut body = Map::new();
        if !form.system.is_empty() {
            let system = json!({ "parts": [{ "text": form.system }] });
            body.insert("systemInstruction".to_owned(), system);
        }
        let user = json!([{ "role": "user", "parts": [{ "text": asking.prompt.user }] }]);
        body.insert("contents".to_owned(), user);
        body.insert("generationConfig".to_owned(), config.into());
        (Value::Object(body), sent)
    }

    fn headers(&self, request: HttpRequest, key: Option<&Arc<Key>>) -> HttpRequest {
        request.with_key(Format::Gemini.key_header(), "", key)
    }

    fn models_path(&self) -> Option<&'static str> {
        Some("/v1beta/models?pageSize=1000")
    }

    fn is_model(&self, model: &Json<'_>) -> bool {
        match model.get("supportedGenerationMethods") {
            Some(Json::List(methods)) => methods.contains(&Json::Text("generateContent".into())),
            _ => true,
        }
    }

    fn completion(&self, body: &Json<'_>) -> Option<Completion> {
        let usage = |name: &str| super::count(body, &["usageMetadata", name]);
        let thoughts = usage("thoughtsTokenCount");
        let n_out = match (usage("candidatesTokenCount"), thoughts) {
            (None, None) => None,
            (answer, thoughts) => Some(
                answer
                    .unwrap_or(0)
                    .saturating_add(thoughts.unwrap_or_default()),
            ),
        };
        let found = match first(body, "candidates") {
            Some(candidate) => of_candidate(candidate),
            None => Completion {
                refusal: Some(blocked(body)?),
                ..Completion::default()
            },
        };
        Some(Completion {
            n_tokens_in: usage("promptTokenCount"),
            n_tokens_out: n_out,
            model: super::text_at(body, &["modelVersion"]),
            ..found
        })
    }
}

fn of_candidate(candidate: &Json<'_>) -> Completion {
    let content = candidate.get("content");
    let parts = match content.and_then(|content| content.get("parts")) {
        Some(Json::List(parts)) => parts.as_slice(),
        _ => &[],
    };
    let is_thought = |part: &&Json<'_>| part.get("thought") == Some(&Json::Bool(true));
    let text = |part: &Json<'_>| super::text_at(part, &["text"]);
    let thoughts: String = parts.iter().filter(is_thought).filter_map(text).collect();
    let mut answers = parts.iter().filter(|part| !is_thought(part)).peekable();
    let content = match answers.peek() {
        None => Json::Null,
        Some(_) => Json::Text(Cow::Owned(answers.filter_map(text).collect())),
    };
    Completion {
        content,
        reasoning: (!thoughts.trim().is_empty()).then_some(thoughts),
        finish_reason: super::text_at(candidate, &["finishReason"]),
        ..Completion::default()
    }
}

/// Why the question itself was refused.
fn blocked(body: &Json<'_>) -> Option<String> {
    let feedback = body.get("promptFeedback")?;
    let reason = super::text_at(feedback, &["blockReason"])?;
    Some(match super::text_at(feedback, &["blockReasonMessage"]) {
        Some(message) => format!("the question was blocked ({reason}): {message}"),
        None => format!("the question was blocked ({reason})"),
    })
}

fn first<'r, 'a>(body: &'r Json<'a>, name: &str) -> Option<&'r Json<'a>> {
    match body.get(name) {
        Some(Json::List(members)) => members.first(),
        _ => None,
    }
}

/// A name as a part of a path.
fn encoded(name: &str) -> String {
    let mut path = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'-' | b'.' | b'_' | b'~' | b'@' => path.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => path.push(byte.into()),
            // Writing into a text cannot fail.
            _ => drop(write!(path, "%{byte:02X}")),
        }
    }
    path
}
