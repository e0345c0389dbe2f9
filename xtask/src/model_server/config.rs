//! Everything that can be set, from the command line, over `/control` and in a test alike.
//!
//! Deliberately absent: the port's and the datasets' options, which cannot change while the server runs.

use super::faults::{self, Share};
use super::items::Items;
use super::wire::WireName;
use std::time::Duration;

/// How the server behaves. [`Config::about`] gives one that answers everything right at once.
#[derive(Clone)]
pub struct Config {
    /// 0 takes a free one.
    pub port: u16,
    /// The questions it can answer.
    pub items: Items,
    /// Whose wire format it speaks.
    pub wire: WireName,
    /// The key that has to be sent; `None`: no key is needed, and any is taken.
    pub key: Option<String>,
    /// Whether there is something left to spend.
    pub has_credit: bool,
    /// The models there are; at least one.
    pub models: Vec<String>,
    /// Which parameter limits the length of an answer.
    pub max_tokens: MaxTokens,
    /// What becomes of a temperature.
    pub temperature: Temperature,
    /// Which forms of answers the model takes.
    pub forms: Forms,
    /// Which replies a page may read.
    pub cors: Cors,
    /// Headers a page may read beside the usual; `None`: those of the provider.
    pub exposed_headers: Option<String>,
    /// How errors are shaped.
    pub error_shape: ErrorShape,
    /// The share of items answered right, 0.0 to 1.0.
    pub right: f64,
    /// Decides which items are right and which meet a fault.
    pub seed: u64,
    /// From request to answer, at least and at most.
    pub latency: (Duration, Duration),
    /// Which faults, for how many items.
    pub faults: Vec<Share>,
    /// What a 429 asks a client to wait.
    pub delay: Duration,
    /// How long a `drip` takes; longer than the client's time limit.
    pub drip: Duration,
    /// Whether answers come with thoughts, in the provider's field for them.
    pub has_reasoning: bool,
    /// The field that answers have where JSON is wanted and no schema names one.
    pub field: String,
}

/// Which parameter limits the length of an answer; the other is refused as unsupported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxTokens {
    /// `either`, as far as the provider knows both.
    Either,
    /// `max_tokens`, as older models want it.
    Old,
    /// `max_completion_tokens`, as newer models want it.
    New,
}

/// What becomes of a temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temperature {
    /// `accepted`.
    Accepted,
    /// `only_one`: any but 1 is an unsupported value, with code and parameter.
    OnlyOne,
    /// `unsupported`: an unsupported parameter, with code and parameter.
    Unsupported,
    /// `deprecated`: said in the message alone, as Anthropic does.
    Deprecated,
}

/// Which forms of answers the model takes; the others are refused as the provider does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forms {
    /// `schema`: those of the provider.
    All,
    /// `json`: any JSON object, but no schema.
    Json,
    /// `none`: plain text alone.
    None,
}

/// Which replies a page may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cors {
    /// `open`: all.
    Open,
    /// `closed`: none.
    Closed,
    /// `not_on_errors`: those that are no errors.
    NotOnErrors,
    /// `refused`: all, and each says that the organization allows no requests from pages, as Anthropic does.
    Refused,
}

/// How errors are shaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorShape {
    /// `own`: as the provider does.
    Own,
    /// `nested`: `{"error": {"message": …}}`.
    Nested,
    /// `flat`: `{"object": "error", "message": …}`.
    Flat,
}

/// One line of `--help`: name, values, and what it does.
pub type Setting = (&'static str, &'static str, &'static str);

/// All that [`Config::set`] knows.
pub const SETTINGS: [Setting; 18] = [
    (
        "wire",
        "NAME",
        "openai (the usual), anthropic, gemini, mistral, groq, openrouter, ollama (its /v1), ollama-native, vllm, tgi, \
         lmstudio, llamacpp",
    ),
    (
        "key",
        "TEXT",
        "the key that has to be sent; empty: none is needed",
    ),
    (
        "credit",
        "yes|no",
        "no: every request for an answer is refused for lack of credit",
    ),
    ("models", "A,B", "the models there are (marksheet-test)"),
    (
        "max-tokens",
        "NAME",
        "either, or the only one known: max_tokens, max_completion_tokens",
    ),
    (
        "temperature",
        "NAME",
        "accepted, only_one, unsupported, deprecated",
    ),
    (
        "structured",
        "NAME",
        "what the model takes: schema, json (no schema), none",
    ),
    (
        "cors",
        "NAME",
        "open, closed, not_on_errors, refused (in words)",
    ),
    (
        "expose",
        "A,B",
        "headers a page may read; empty: the provider's own choice",
    ),
    ("errors", "NAME", "own, nested, flat"),
    ("right", "0..1", "the share of questions answered right (1)"),
    (
        "seed",
        "N",
        "decides which questions are right and which meet a fault (1)",
    ),
    ("latency", "MS|MS..MS", "from request to answer (0)"),
    (
        "faults",
        "LIST",
        "NAME=SHARE[xTRIES],…: a share of questions, each met by its first tries (x*: by all)",
    ),
    ("delay", "MS", "what a 429 asks to wait (1500)"),
    ("drip", "MS", "how long a dripping body takes (10000)"),
    (
        "reasoning",
        "yes|no",
        "yes: answers come with thoughts in the provider's field",
    ),
    (
        "field",
        "NAME",
        "the field of answers in JSON without a schema (answer)",
    ),
];

impl Config {
    /// A server that knows these questions and answers each right, at once, as OpenAI does, for any key.
    pub fn about(items: Items) -> Config {
        Config {
            port: 0,
            items,
            wire: WireName::OpenAi,
            key: None,
            has_credit: true,
            models: vec!["marksheet-test".to_owned()],
            max_tokens: MaxTokens::Either,
            temperature: Temperature::Accepted,
            forms: Forms::All,
            cors: Cors::Open,
            exposed_headers: None,
            error_shape: ErrorShape::Own,
            right: 1.0,
            seed: 1,
            latency: (Duration::ZERO, Duration::ZERO),
            faults: Vec::new(),
            delay: Duration::from_millis(1500),
            drip: Duration::from_secs(10),
            has_reasoning: false,
            field: "answer".to_owned(),
        }
    }

    /// Sets what one of [`SETTINGS`] names.
    ///
    /// # Errors
    /// If there is no such setting, or it does not take that value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "wire" => self.wire = WireName::named(value).ok_or_else(|| not(name, value))?,
            "key" => self.key = (!value.is_empty()).then(|| value.to_owned()),
            "credit" => self.has_credit = yes(name, value)?,
            "models" => self.models = list(name, value)?,
            "expose" => self.exposed_headers = (!value.is_empty()).then(|| value.to_owned()),
            "right" => self.right = share(name, value)?,
            "seed" => self.seed = value.parse().map_err(|_| not(name, value))?,
            "latency" => self.latency = range(name, value)?,
            "faults" => self.faults = faults::parse(value)?,
            "delay" => self.delay = ms(name, value)?,
            "drip" => self.drip = ms(name, value)?,
            "reasoning" => self.has_reasoning = yes(name, value)?,
            "field" => self.field = value.to_owned(),
            _ => self.choose(name, value)?,
        }
        Ok(())
    }

    fn choose(&mut self, name: &str, value: &str) -> Result<(), String> {
        match (name, value) {
            ("max-tokens", "either") => self.max_tokens = MaxTokens::Either,
            ("max-tokens", "max_tokens") => self.max_tokens = MaxTokens::Old,
            ("max-tokens", "max_completion_tokens") => self.max_tokens = MaxTokens::New,
            ("temperature", "accepted") => self.temperature = Temperature::Accepted,
            ("temperature", "only_one") => self.temperature = Temperature::OnlyOne,
            ("temperature", "unsupported") => self.temperature = Temperature::Unsupported,
            ("temperature", "deprecated") => self.temperature = Temperature::Deprecated,
            ("structured", "schema") => self.forms = Forms::All,
            ("structured", "json") => self.forms = Forms::Json,
            ("structured", "none") => self.forms = Forms::None,
            ("cors", "open") => self.cors = Cors::Open,
            ("cors", "closed") => self.cors = Cors::Closed,
            ("cors", "not_on_errors") => self.cors = Cors::NotOnErrors,
            ("cors", "refused") => self.cors = Cors::Refused,
            ("errors", "own") => self.error_shape = ErrorShape::Own,
            ("errors", "nested") => self.error_shape = ErrorShape::Nested,
            ("errors", "flat") => self.error_shape = ErrorShape::Flat,
            _ if SETTINGS.iter().any(|(known, ..)| *known == name) => return Err(not(name, value)),
            _ => return Err(format!("no setting named {name}")),
        }
        Ok(())
    }
}

fn not(name: &str, value: &str) -> String {
    format!("{name} cannot be {value}")
}

fn yes(name: &str, value: &str) -> Result<bool, String> {
    match value {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(not(name, value)),
    }
}

fn list(name: &str, value: &str) -> Result<Vec<String>, String> {
    let parts = value
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(str::to_owned).collect();
    if parts.is_empty() {
        Err(not(name, value))
    } else {
        Ok(parts)
    }
}

fn share(name: &str, value: &str) -> Result<f64, String> {
    let share = value
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| not(name, value))
}

fn ms(name: &str, value: &str) -> Result<Duration, String> {
    let ms = value.parse().map_err(|_| not(name, value))?;
    Ok(Duration::from_millis(ms))
}

fn range(name: &str, value: &str) -> Result<(Duration, Duration), String> {
    let (least, most) = value.split_once("..").unwrap_or((value, value));
    let (least, most) = (ms(name, least)?, ms(name, most)?);
    if least <= most {
        Ok((least, most))
    } else {
        Err(not(name, value))
    }
}
