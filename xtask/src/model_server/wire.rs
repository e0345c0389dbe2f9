//! Wire formats: how each provider wants to be asked, answers, and refuses.
//!
//! To add one: a file in `wire/` with its [`Wire`], a variant of [`WireName`], its line in [`WIRES`], and a line in
//! [`WireName::wire`]. Deliberately absent: what goes wrong and when; a wire only says how it is told.

#[path = "wire/anthropic.rs"]
pub mod anthropic;
#[path = "wire/chat_completions.rs"]
pub mod chat_completions;
#[path = "wire/fields.rs"]
mod fields;
#[path = "wire/gemini.rs"]
pub mod gemini;
#[path = "wire/ollama.rs"]
pub mod ollama;
#[path = "wire/schema.rs"]
pub mod schema;
#[path = "wire/trouble.rs"]
pub mod trouble;

use super::answer::Answer;
use super::config::{Config, Forms};
use super::http::{Reply, Request};
use chat_completions::{ChatCompletions, Flavor};
use serde_json::Value;
use trouble::Trouble;

/// One provider's wire format.
pub trait Wire {
    /// What needs no code.
    fn traits(&self) -> Traits;

    /// What a request is for, by method and path alone.
    fn route(&self, method: &str, path: &str) -> Route;

    /// The key as it was sent; `None` if it was not, or not in the right place.
    fn key<'a>(&self, request: &'a Request) -> Option<&'a str>;

    /// What a request asks, if it is as this provider wants it to the last field.
    ///
    /// # Errors
    /// The first thing it would be refused for.
    fn check(&self, request: &Request, config: &Config) -> Result<Asked, Trouble>;

    /// An answer.
    fn answer(&self, answer: &Answer, asked: &Asked) -> Reply;

    /// The list of models.
    fn models(&self, config: &Config) -> Reply;

    /// A refusal or failure.
    fn error(&self, trouble: &Trouble, config: &Config) -> Reply;
}

/// What a wire is like where it needs no code.
#[derive(Clone, Copy)]
pub struct Traits {
    /// The path of a base URL; starts with a slash if it is not empty.
    pub base: &'static str,
    /// Headers (lower case) a request may have beside those that browsers add and `content-type`.
    pub headers: &'static [&'static str],
    /// What a preflight allows.
    pub allowed_headers: &'static str,
    /// Which origin replies allow.
    pub allowed_origin: Origin,
    /// Headers that a page may read beside the usual.
    pub exposed_headers: &'static str,
    /// Whether the list of models is there for everybody.
    pub has_public_models: bool,
    /// Whether an answer can say that the model declined, or that a filter did.
    pub can_refuse: bool,
    /// What a browser gets while CORS is closed.
    pub closed: Closed,
}

/// Which origin replies allow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// `*`.
    Any,
    /// The one that asked.
    Echo,
}

/// What a browser gets while CORS is closed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// The usual replies without CORS headers.
    NoHeaders,
    /// 403 for every request with an origin, as Ollama does.
    Forbidden,
    /// To a preflight an error in 200 about the empty body, as LM Studio does.
    Misleading,
}

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// An answer.
    Answer,
    /// The list of models.
    Models,
    /// Nothing there is.
    Nothing,
}

/// A request as far as the answer depends on it.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The model's name.
    pub model: String,
    /// The text of the last user message.
    pub message: String,
    /// The length of all messages in bytes.
    pub n_bytes: usize,
    /// The form wanted.
    pub form: Form,
}

/// The form an answer is wanted in.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Form {
    /// Plain text.
    #[default]
    Text,
    /// Any JSON object.
    Json,
    /// JSON that fits this schema.
    Schema(Value),
}

/// Whether the model takes that form, given in the field `at`.
fn taken(form: &Form, config: &Config, at: &'static str) -> Result<(), Trouble> {
    match (form, config.forms) {
        (Form::Schema(_), Forms::Json | Forms::None) => Err(Trouble::NoForm(at, "json_schema")),
        (Form::Json, Forms::None) => Err(Trouble::NoForm(at, "json_object")),
        _ => Ok(()),
    }
}

/// What stands in front of a provider answers with a page of its own.
pub fn page(status: u16) -> String {
    format!(
        "<!DOCTYPE html>\n<html><head><title>{status}</title></head>\n\
         <body><h1>Error {status}</h1><p>The page you asked for is elsewhere.</p></body></html>\n"
    )
}

/// The wires by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireName {
    /// `openai`.
    OpenAi,
    /// `vllm`.
    Vllm,
    /// `lmstudio`.
    LmStudio,
    /// `llamacpp`.
    LlamaCpp,
    /// `groq`.
    Groq,
    /// `openrouter`.
    OpenRouter,
    /// `ollama`: its `/v1`.
    Ollama,
    /// `ollama-native`: its `/api`.
    OllamaNative,
    /// `anthropic`.
    Anthropic,
    /// `gemini`: `generateContent`.
    Gemini,
    /// `mistral`.
    Mistral,
    /// `tgi`.
    Tgi,
}

/// Every wire with its name in options.
pub const WIRES: [(&str, WireName); 12] = [
    ("openai", WireName::OpenAi),
    ("vllm", WireName::Vllm),
    ("lmstudio", WireName::LmStudio),
    ("llamacpp", WireName::LlamaCpp),
    ("groq", WireName::Groq),
    ("openrouter", WireName::OpenRouter),
    ("ollama", WireName::Ollama),
    ("ollama-native", WireName::OllamaNative),
    ("anthropic", WireName::Anthropic),
    ("gemini", WireName::Gemini),
    ("mistral", WireName::Mistral),
    ("tgi", WireName::Tgi),
];

impl WireName {
    /// The wire of that name.
    pub fn named(name: &str) -> Option<WireName> {
        let found = WIRES.iter().find(|(known, _)| *known == name);
        found.map(|(_, wire)| *wire)
    }

    /// Its name in options.
    pub fn name(self) -> &'static str {
        let found = WIRES.iter().find(|(_, wire)| *wire == self);
        found.map_or("", |(name, _)| name)
    }

    /// The format behind the name.
    pub fn wire(self) -> &'static dyn Wire {
        match self {
            WireName::OpenAi => &ChatCompletions(Flavor::OpenAi),
            WireName::Vllm => &ChatCompletions(Flavor::Vllm),
            WireName::LmStudio => &ChatCompletions(Flavor::LmStudio),
            WireName::LlamaCpp => &ChatCompletions(Flavor::LlamaCpp),
            WireName::Groq => &ChatCompletions(Flavor::Groq),
            WireName::OpenRouter => &ChatCompletions(Flavor::OpenRouter),
            WireName::Ollama => &ChatCompletions(Flavor::Ollama),
            WireName::OllamaNative => &ollama::Ollama,
            WireName::Anthropic => &anthropic::Anthropic,
            WireName::Gemini => &gemini::Gemini,
            WireName::Mistral => &ChatCompletions(Flavor::Mistral),
            WireName::Tgi => &ChatCompletions(Flavor::Tgi),
        }
    }

    /// What needs no code.
    pub fn traits(self) -> Traits {
        self.wire().traits()
    }
}
