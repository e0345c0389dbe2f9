//! What a server says when it refuses: the many shapes of error bodies, read into one.
//!
//! Deliberately absent: what follows for a run; that is in `provider::fault`.

use crate::json::{self, Json};
use crate::problem::cut;
use crate::rows::text_of;
use std::borrow::Cow;

mod class;

/// Longest excerpt of what a server says, in characters.
const MAX_MESSAGE: usize = 300;

/// An error as a server worded it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// The status of the reply; an error inside a reply with status 200 counts with its own code, where that is a status.
    pub status: u16,
    /// The code, as text where it is a number.
    pub code: Option<String>,
    /// The type (`error.type`, Google's `error.status`).
    pub kind: Option<String>,
    /// The parameter it is about.
    pub param: Option<String>,
    /// The message; what the body is, in words, where it has none.
    pub message: String,
    /// Names of exhausted quotas in the details (Google's `quotaId`, Anthropic's `error_code`).
    pub details: Vec<String>,
    /// The names that the error of a server behind a router goes by: what they say of the question holds, what they say of an
    /// account is the router's matter.
    pub behind: Vec<String>,
    /// A delay in the body, in its own notation: `33s` (Google's `retryDelay`).
    pub retry_delay: Option<String>,
    /// When requests are welcome again, in milliseconds since 1970 (OpenRouter's `X-RateLimit-Reset`).
    pub reset_at: Option<u64>,
    /// A filter refused the question itself, so that asking again or asking others is another matter.
    pub is_moderated: bool,
}

impl Said {
    /// Reads the body of a reply that is an error, whatever shape it has.
    ///
    /// ```
    /// use marksheet::said::Said;
    /// let said = Said::read(401, r#"{"error": {"message": "no such key", "code": "invalid_api_key"}}"#);
    /// assert_eq!(said.code.as_deref(), Some("invalid_api_key"));
    /// assert_eq!(Said::read(502, "<html><title>Bad gateway</title></html>").message, "a web page: Bad gateway");
    /// assert_eq!(Said::read(503, "").message, "nothing");
    /// ```
    pub fn read(status: u16, body: &str) -> Self {
        let said = Self {
            status,
            ..Self::default()
        };
        match json::parse(body) {
            Ok(parsed) => said.of_json(&parsed.value),
            Err(_) => Self {
                message: in_words(body),
                ..said
            },
        }
    }

    /// The same for a body that was parsed already.
    pub fn of_body(status: u16, body: &Json<'_>) -> Self {
        Self {
            status,
            ..Self::default()
        }
        .of_json(body)
    }

    fn of_json(mut self, body: &Json<'_>) -> Self {
        // Google's compatible endpoint wraps the object in a list.
        let body = match body {
            Json::List(members) => members.first().unwrap_or(body),
            _ => body,
        };
        let error = match body.get("error") {
            Some(error @ Json::Object(_)) => error,
            _ => body,
        };
        self.code = text_at(error, &["code"]);
        self.kind = text_at(error, &["type", "status", "error_type"]);
        self.param = text_at(error, &["param"]);
        self.message = message(body, error);
        self.read_validation(body);
        self.read_details(error);
        self.read_metadata(error);
        if (200..300).contains(&self.status) {
            let own = self.code.as_deref().and_then(|code| code.parse().ok());
            let own = own.filter(|code| (400..600).contains(code));
            // LM Studio's words for a path it does not know.
            let is_path = self.message.contains("Unexpected endpoint");
            self.status = own.or(is_path.then_some(404)).unwrap_or(self.status);
        }
        self
    }

    /// The list of faults that servers written with FastAPI send: `{"detail": [{"loc": [...], "msg": "...", "type": "..."}]}`.
    fn read_validation(&mut self, body: &Json<'_>) {
        // Mistral puts it into the message.
        let detail = body
            .get("detail")
            .or_else(|| body.get("message")?.get("detail"));
        let Some(Json::List(faults)) = detail else {
            return;
        };
        let Some(fault) = faults.first() else {
            return;
        };
        self.kind = text_at(fault, &["type"]).or(self.kind.take());
        if let Some(Json::List(path)) = fault.get("loc") {
            let names: Vec<_> = path.iter().filter_map(text_of).collect();
            // The first says that it is the body.
            let inside = match names.split_first() {
                Some((first, inside)) if first == "body" && !inside.is_empty() => inside,
                _ => &names,
            };
            self.param = (!inside.is_empty()).then(|| inside.join("."));
        }
        if let Some(message) = text_at(fault, &["msg"]) {
            self.message = match &self.param {
                Some(param) => format!("{param}: {message}"),
                None => message,
            };
        }
    }

    fn read_details(&mut self, error: &Json<'_>) {
        match error.get("details") {
            Some(Json::List(details)) => {
                for detail in details {
                    self.retry_delay = text_at(detail, &["retryDelay"]).or(self.retry_delay.take());
                    self.details.extend(text_at(detail, &["reason"]));
                    if let Some(Json::List(violations)) = detail.get("violations") {
                        self.details.extend(
                            violations
                                .iter()
                                .filter_map(|one| text_at(one, &["quotaId"])),
                        );
                    }
                }
            }
            Some(detail) => self.details.extend(text_at(detail, &["error_code"])),
            None => {}
        }
    }

    fn read_metadata(&mut self, error: &Json<'_>) {
        let Some(metadata) = error.get("metadata") else {
            return;
        };
        let reset = metadata
            .get("headers")
            .and_then(|headers| text_at(headers, &["X-RateLimit-Reset"]));
        self.reset_at = reset.and_then(|reset| reset.parse().ok());
        self.is_moderated =
            metadata.get("reasons").is_some() || metadata.get("flagged_input").is_some();
        // The provider behind OpenRouter, in its own words; its codes say something of the question, not of the account here.
        if let Some(raw) = text_at(metadata, &["raw"]) {
            self.message = format!("{}: {raw}", self.message);
            if let Ok(behind) = json::parse(&raw) {
                self.read_behind(&behind.value);
            }
        }
    }

    /// The error of a server behind this one.
    fn read_behind(&mut self, body: &Json<'_>) {
        let behind = Self::of_body(self.status, body);
        self.behind.extend(behind.any_names().map(str::to_owned));
        self.param = self.param.take().or(behind.param);
        self.retry_delay = self.retry_delay.take().or(behind.retry_delay);
    }

    /// The message, short enough to be read.
    pub fn short(&self) -> String {
        cut(self.message.trim(), MAX_MESSAGE)
    }

    /// Every name the error goes by: code, type, details.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let named = [self.code.as_deref(), self.kind.as_deref()];
        named
            .into_iter()
            .flatten()
            .chain(self.details.iter().map(String::as_str))
    }
}

/// The first of these fields that is a text or a number.
fn text_at(object: &Json<'_>, names: &[&str]) -> Option<String> {
    let values = names.iter().filter_map(|name| object.get(name));
    values.filter_map(text_of).next().map(Cow::into_owned)
}

fn message(body: &Json<'_>, error: &Json<'_>) -> String {
    let names = [
        "message",
        "error",
        "detail",
        "msg",
        "error_description",
        "title",
    ];
    let own = text_at(error, &names).or_else(|| text_at(body, &names));
    let nested = || text_at(error.get("detail")?, &["message", "msg"]);
    let said = own.or_else(nested).filter(|text| !text.trim().is_empty());
    said.unwrap_or_else(|| match body {
        Json::Object(entries) if entries.is_empty() => "an empty object".to_owned(),
        Json::Text(text) => text.to_string(),
        _ => cut(&body.to_json_text(), MAX_MESSAGE),
    })
}

/// What a body that is no JSON is, in words.
fn in_words(body: &str) -> String {
    let text = body.trim();
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let start: String = text.chars().take(2_000).collect();
    let lower = start.to_ascii_lowercase();
    if lower.starts_with("<!doctype") || lower.starts_with("<html") || lower.contains("<title>") {
        let title = lower
            .find("<title>")
            .and_then(|at| start.get(at + "<title>".len()..));
        let title = title.and_then(|rest| rest.split('<').next()).map(str::trim);
        return match title.filter(|title| !title.is_empty()) {
            Some(title) => format!("a web page: {title}"),
            None => "a web page".to_owned(),
        };
    }
    if json::is_too_deep(text) {
        return "JSON that is nested too deep to be an answer".to_owned();
    }
    if text.starts_with(['{', '[']) {
        return format!("JSON that breaks off or is damaged: {}", cut(text, 80));
    }
    cut(text, MAX_MESSAGE)
}
