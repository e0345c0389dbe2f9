//! The providers that can be chosen.
//!
//! Deliberately absent: anything a wire format decides. Where a server departs from its format in a value, that value is a
//! column here.

use super::adapted::MaxField;
use super::{Wire, anthropic, chat_completions, gemini, ollama};
use crate::schema::Dialect;

/// A provider: a line of [`PROVIDERS`].
pub struct Provider {
    /// The name in files and in the page's `provider` select.
    pub key: &'static str,
    /// The name a person reads.
    pub label: &'static str,
    /// Where its server usually is; empty when there is no usual place.
    pub base_url: &'static str,
    /// Whether it wants a key.
    pub key_use: KeyUse,
    /// The field for the limit of the reply.
    pub max_field: MaxField,
    /// The field for the seed.
    pub seed_field: &'static str,
    /// The largest seed it takes.
    pub max_seed: u64,
    /// Where a schema goes, in chat completions.
    pub schema_at: SchemaAt,
    /// Which rules schemas are written for.
    pub dialect: Dialect,
    /// What it takes for a reply to be any JSON object.
    pub json_mode: JsonMode,
    /// It passes requests on to others; with a form for the reply only to those that take every parameter.
    pub is_router: bool,
    /// How requests are written and replies read.
    pub format: Format,
    /// What a person should know before choosing it; a fragment.
    pub note: &'static str,
    /// With what of its own it was tried, and when; a fragment, empty where only an imitation was asked.
    pub tried: &'static str,
}

/// When the documents of the providers were read by which this table and the formats are made.
pub const READ_IN: &str = "November 2026";

/// A wire format. A name here, and not the code itself, so that a page that only shows this table does not carry the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// OpenAI's chat completions.
    ChatCompletions,
    /// Anthropic's messages.
    Anthropic,
    /// Google's `generateContent`.
    Gemini,
    /// Ollama's own chat.
    Ollama,
}

impl Format {
    /// The header that carries the key, in lower case.
    ///
    /// ```
    /// use marksheet::provider::find;
    /// assert_eq!(find("vllm").unwrap().format.key_header(), "authorization");
    /// ```
    pub fn key_header(self) -> &'static str {
        match self {
            Format::ChatCompletions | Format::Ollama => "authorization",
            Format::Anthropic => "x-api-key",
            Format::Gemini => "x-goog-api-key",
        }
    }
}

/// Where a schema goes in `response_format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaAt {
    /// `{"type": "json_schema", "json_schema": {"name", "schema", "strict": true}}`, as OpenAI has it.
    Strict,
    /// The same without `strict`, for servers whose documents have no truth value there; there is no `json_object`.
    Named,
    /// `{"type": "json_object", "value": …}`, which every version of Text Generation Inference knows; it has no
    /// `json_object` without a schema.
    Value,
}

/// What it takes for a reply to be any JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonMode {
    /// The parameter alone.
    Silent,
    /// The parameter, and the word "JSON" in a message.
    Named,
    /// There is no parameter: a message asks for it.
    InWords,
}

impl Provider {
    /// How its requests are written and its replies read.
    pub fn wire(&self) -> &'static dyn Wire {
        match self.format {
            Format::ChatCompletions => &chat_completions::ChatCompletions,
            Format::Anthropic => &anthropic::Anthropic,
            Format::Gemini => &gemini::Gemini,
            Format::Ollama => &ollama::Ollama,
        }
    }
}

/// Whether a provider wants a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUse {
    /// Always.
    Required,
    /// Only where the server was started with one; no header is sent without.
    Optional,
    /// Never: a header with a key would make the browser's request fail.
    Never,
}

/// Every provider, in the order the page offers them. None of it was tried against a live hosted service.
pub const PROVIDERS: &[Provider] = &[
    Provider {
        key: "openai",
        label: "OpenAI",
        base_url: "https://api.openai.com/v1",
        key_use: KeyUse::Required,
        dialect: Dialect::OpenAi,
        max_field: MaxField::MaxCompletionTokens,
        json_mode: JsonMode::Named,
        note: "can be asked from this page",
        ..CHAT
    },
    Provider {
        key: "anthropic",
        label: "Anthropic",
        base_url: "https://api.anthropic.com",
        key_use: KeyUse::Required,
        dialect: Dialect::Anthropic,
        json_mode: JsonMode::InWords,
        format: Format::Anthropic,
        note: "can be asked from this page, unless your organization has switched that off; newer models take no temperature, none takes a seed",
        ..CHAT
    },
    Provider {
        key: "gemini",
        label: "Google Gemini",
        base_url: "https://generativelanguage.googleapis.com",
        key_use: KeyUse::Required,
        dialect: Dialect::Gemini,
        // It is read into 32 bits.
        max_seed: i32::MAX as u64,
        format: Format::Gemini,
        note: "can be asked from this page; free accounts are limited per minute and per day",
        ..CHAT
    },
    Provider {
        key: "mistral",
        label: "Mistral",
        base_url: "https://api.mistral.ai/v1",
        key_use: KeyUse::Required,
        dialect: Dialect::OpenAi,
        // Unknown fields are refused.
        seed_field: "random_seed",
        json_mode: JsonMode::Named,
        note: "can be asked from this page; temperature 0 to 1.5",
        ..CHAT
    },
    Provider {
        key: "groq",
        label: "Groq",
        base_url: "https://api.groq.com/openai/v1",
        key_use: KeyUse::Required,
        dialect: Dialect::OpenAi,
        max_field: MaxField::MaxCompletionTokens,
        json_mode: JsonMode::Named,
        note: "can be asked from this page; free accounts are limited per minute and per day",
        ..CHAT
    },
    Provider {
        key: "openrouter",
        label: "OpenRouter",
        base_url: "https://openrouter.ai/api/v1",
        key_use: KeyUse::Required,
        dialect: Dialect::OpenAi,
        max_field: MaxField::MaxCompletionTokens,
        json_mode: JsonMode::Named,
        is_router: true,
        note: "can be asked from this page; one key for the models of many providers",
        ..CHAT
    },
    Provider {
        key: "ollama",
        label: "Ollama",
        base_url: "http://localhost:11434",
        json_mode: JsonMode::Named,
        format: Format::Ollama,
        note: "must be told to answer this page: OLLAMA_ORIGINS; \"Test connection\" shows how",
        ..CHAT
    },
    Provider {
        key: "vllm",
        label: "vLLM",
        base_url: "http://localhost:8000/v1",
        note: "answers this page, unless it was started with --allowed-origins",
        ..CHAT
    },
    Provider {
        key: "tgi",
        label: "Text Generation Inference",
        base_url: "http://localhost:8080/v1",
        key_use: KeyUse::Never,
        schema_at: SchemaAt::Value,
        note: "answers this page, unless it was started with --cors-allow-origin; takes no key from a page",
        ..CHAT
    },
    Provider {
        key: "lmstudio",
        label: "LM Studio",
        base_url: "http://localhost:1234/v1",
        schema_at: SchemaAt::Named,
        note: "answers this page after \"Enable CORS\" in its server settings, or lms server start --cors",
        ..CHAT
    },
    Provider {
        key: "llamacpp",
        label: "llama.cpp server",
        base_url: "http://localhost:8080/v1",
        note: "answers this page",
        tried: "its own server with a small model, in November 2026",
        ..CHAT
    },
    Provider {
        key: "custom",
        label: "another server that speaks OpenAI's chat completions",
        base_url: "",
        // Some want it, none minds.
        json_mode: JsonMode::Named,
        // What the strictest takes, the others take.
        dialect: Dialect::OpenAi,
        note: "must be set to answer pages of other sites (CORS); \"Test connection\" tells whether it does",
        ..CHAT
    },
];

/// Larger ones are not whole numbers everywhere: JavaScript's end here.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// A server of which nothing is known but that it speaks chat completions.
pub static ANY: Provider = CHAT;

/// What most servers with chat completions have in common.
const CHAT: Provider = Provider {
    key: "",
    label: "",
    base_url: "",
    key_use: KeyUse::Optional,
    max_field: MaxField::MaxTokens,
    seed_field: "seed",
    max_seed: MAX_SEED,
    schema_at: SchemaAt::Strict,
    dialect: Dialect::Plain,
    json_mode: JsonMode::Silent,
    is_router: false,
    format: Format::ChatCompletions,
    note: "",
    tried: "",
};

/// The provider named `key`.
///
/// ```
/// use marksheet::provider::find;
/// assert_eq!(find("groq").unwrap().base_url, "https://api.groq.com/openai/v1");
/// assert!(find("nobody").is_none());
/// ```
pub fn find(key: &str) -> Option<&'static Provider> {
    PROVIDERS.iter().find(|provider| provider.key == key)
}
