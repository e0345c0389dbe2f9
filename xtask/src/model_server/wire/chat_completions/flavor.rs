//! Who speaks chat completions how.
//!
//! Where a real server takes whatever it is sent (vLLM, llama.cpp, LM Studio, Ollama ignore fields they do not know),
//! this one refuses it all the same: a page that sends it has a fault. Deliberately absent: the words of errors.

use super::super::schema::Rules;
use super::super::{Closed, Origin, Traits};

/// A provider or server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Flavor {
    OpenAi,
    Vllm,
    LmStudio,
    LlamaCpp,
    Groq,
    OpenRouter,
    Ollama,
    Mistral,
    Tgi,
}

/// What all know.
const FIELDS: [&str; 11] = [
    "model",
    "messages",
    "temperature",
    "top_p",
    "stream",
    "stop",
    "frequency_penalty",
    "presence_penalty",
    "response_format",
    "tools",
    "tool_choice",
];

const OPENAI: &[&str] = &[
    "max_tokens",
    "max_completion_tokens",
    "seed",
    "n",
    "logit_bias",
    "logprobs",
    "top_logprobs",
    "user",
    "parallel_tool_calls",
    "reasoning_effort",
    "verbosity",
    "metadata",
    "store",
    "service_tier",
    "safety_identifier",
    "prompt_cache_key",
];

impl Flavor {
    /// What needs no code.
    pub fn traits(self) -> Traits {
        let usual = Traits {
            base: "/v1",
            headers: &["authorization"],
            allowed_headers: "Authorization, Content-Type",
            allowed_origin: Origin::Any,
            exposed_headers: "",
            has_public_models: false,
            can_refuse: true,
            closed: Closed::NoHeaders,
        };
        match self {
            Flavor::OpenAi => Traits {
                exposed_headers: "X-Request-ID",
                ..usual
            },
            Flavor::Groq => Traits {
                base: "/openai/v1",
                ..usual
            },
            Flavor::OpenRouter => Traits {
                base: "/api/v1",
                has_public_models: true,
                ..usual
            },
            Flavor::Mistral => usual,
            // Starlette answers a wildcard with what was asked for; the list here keeps a page to what it needs.
            Flavor::Vllm => usual,
            Flavor::LmStudio => Traits {
                has_public_models: true,
                closed: Closed::Misleading,
                ..usual
            },
            // `*` does not cover Authorization: a page that sends one fails here as it does there.
            Flavor::LlamaCpp => Traits {
                allowed_headers: "*",
                allowed_origin: Origin::Echo,
                has_public_models: true,
                ..usual
            },
            Flavor::Ollama => Traits {
                allowed_headers: "Authorization,Content-Type,User-Agent,Accept,X-Requested-With,OpenAI-Beta",
                allowed_origin: Origin::Echo,
                has_public_models: true,
                closed: Closed::Forbidden,
                ..usual
            },
            Flavor::Tgi => Traits {
                headers: &[],
                allowed_headers: "content-type",
                has_public_models: true,
                ..usual
            },
        }
    }

    /// Whether a request may have that field.
    pub fn knows(self, field: &str) -> bool {
        let own: &[&str] = match self {
            Flavor::OpenAi => &[],
            Flavor::Groq => &["reasoning_format", "include_reasoning"],
            Flavor::OpenRouter => &[
                "provider",
                "models",
                "route",
                "transforms",
                "usage",
                "reasoning",
                "plugins",
                "top_k",
                "min_p",
                "top_a",
                "repetition_penalty",
            ],
            Flavor::Mistral => &[
                "max_tokens",
                "random_seed",
                "n",
                "prediction",
                "parallel_tool_calls",
                "prompt_mode",
                "reasoning_effort",
                "safe_prompt",
                "metadata",
            ],
            Flavor::Ollama => &[
                "max_tokens",
                "seed",
                "stream_options",
                "reasoning_effort",
                "reasoning",
            ],
            Flavor::LmStudio => &[
                "max_tokens",
                "seed",
                "top_k",
                "repeat_penalty",
                "logit_bias",
                "reasoning_effort",
            ],
            Flavor::LlamaCpp => &[
                "max_tokens",
                "seed",
                "top_k",
                "min_p",
                "cache_prompt",
                "chat_template_kwargs",
                "reasoning_effort",
                "reasoning_format",
            ],
            Flavor::Vllm => &[
                "top_k",
                "min_p",
                "repetition_penalty",
                "structured_outputs",
                "chat_template_kwargs",
                "include_reasoning",
            ],
            Flavor::Tgi => &[
                "max_tokens",
                "seed",
                "n",
                "logit_bias",
                "logprobs",
                "top_logprobs",
                "tool_prompt",
            ],
        };
        let is_like_openai = [
            Flavor::OpenAi,
            Flavor::Groq,
            Flavor::OpenRouter,
            Flavor::Vllm,
        ]
        .contains(&self);
        FIELDS.contains(&field) || own.contains(&field) || is_like_openai && OPENAI.contains(&field)
    }

    /// The field that thoughts come in.
    pub fn reasoning_field(self) -> Option<&'static str> {
        match self {
            Flavor::Vllm | Flavor::Groq | Flavor::OpenRouter | Flavor::Ollama => Some("reasoning"),
            Flavor::LlamaCpp | Flavor::LmStudio => Some("reasoning_content"),
            Flavor::OpenAi | Flavor::Mistral | Flavor::Tgi => None,
        }
    }

    /// The finish reason of an answer that was cut off.
    pub fn length(self) -> &'static str {
        "length"
    }

    /// Which schemas it takes where they are strict.
    pub fn rules(self) -> Rules {
        match self {
            Flavor::OpenAi | Flavor::Groq | Flavor::OpenRouter => Rules::OpenAi,
            _ => Rules::Any,
        }
    }

    /// Whether JSON mode wants the word in a message.
    pub fn wants_json_named(self) -> bool {
        matches!(self, Flavor::OpenAi | Flavor::Groq | Flavor::OpenRouter)
    }

    /// The key of a schema inside `response_format`, by the type given there; `None` if there is no such type.
    ///
    /// llama.cpp's documents have a form that its code passes over in silence; it is refused here.
    pub fn schema_at(self, kind: &str) -> Option<SchemaAt> {
        match (self, kind) {
            (Flavor::Tgi, "json_object" | "json") => Some(SchemaAt::Value),
            (Flavor::Tgi, "json_schema") => Some(SchemaAt::ValueSchema),
            (Flavor::LlamaCpp, "json_object") => Some(SchemaAt::Schema),
            (Flavor::LmStudio, "json_object") => None,
            (_, "text" | "json_object") => Some(SchemaAt::Nowhere),
            (_, "json_schema") => Some(SchemaAt::OpenAi),
            _ => None,
        }
    }
}

/// Where the schema is in a `response_format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaAt {
    /// There is none.
    Nowhere,
    /// `json_schema.schema`, beside a `name`.
    OpenAi,
    /// `schema`, if it is there at all.
    Schema,
    /// `value`.
    Value,
    /// `value.schema`, beside a `name`.
    ValueSchema,
}
