//! Providers: what is sent to a model's server and what is read from its reply, as data in and data out.
//!
//! Flow: [`ModelConfig`] + [`Prompt`] + [`Key`] → [`request`] → [`HttpRequest`] → *Host* → [`HttpReply`](http::HttpReply)
//! → [`read`] → [`Reply`] or [`Fault`]. A wire format is one file that implements [`Wire`], one folder of fixtures, and the
//! lines of [`PROVIDERS`] that use it. Deliberately absent: sending, waiting, and any copy of the key that could be printed.

use crate::json;
use crate::problem::Problem;
use crate::rows::text_of;
use crate::said::Said;
use core::time::Duration;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

mod adapted;
pub mod address;
mod answer;
mod anthropic;
pub mod batch;
mod chat_completions;
mod checked;
pub mod connection;
pub mod delay;
mod fault;
mod gemini;
pub mod http;
mod key;
pub mod models;
mod ollama;
mod reply;
mod structure;
mod table;

pub use adapted::{Adapted, MaxField, Parameter, Sent};
pub use answer::read;
pub use fault::{Fault, Next, Stop};
pub use http::HttpRequest;
pub use key::{Key, REDACTED};
pub use reply::{Prediction, Reply, Rule, Wanted};
pub use structure::{Added, Rung, Structure};
pub use table::{
    ANY, Format, JsonMode, KeyUse, MAX_SEED, PROVIDERS, Provider, READ_IN, SchemaAt, find,
};

/// Which model is asked, and how. Everything but the key, so that it can be kept and exported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelConfig {
    /// The provider's name in [`PROVIDERS`], or a baseline's.
    pub provider: String,
    /// Where its server is: `https://api.openai.com/v1`.
    pub base_url: String,
    /// The model's name, as the provider spells it.
    pub model: String,
    /// Sampling temperature; not sent when `None`, since newer models refuse it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Longest reply, in tokens, reasoning included; at least 1.
    pub max_tokens: u32,
    /// The seed; not sent when `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// The two messages a model gets, exactly as they are sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The system message; not sent when empty, since some servers refuse an empty one.
    pub system: String,
    /// The user's message.
    pub user: String,
}

/// A way of writing requests and reading replies, shared by every provider that speaks it.
pub trait Wire: Sync {
    /// What comes after the base URL.
    fn path(&self, model: &str) -> String;

    /// A base URL, without query and slashes at its end, without what [`Wire::path`] and [`Wire::models_path`] bring: people
    /// copy addresses of every length.
    fn root<'b>(&self, base: &'b str) -> &'b str {
        base.strip_suffix(self.path("").as_str()).unwrap_or(base)
    }

    /// The body of a request, and the parameters in it.
    fn body(&self, provider: &Provider, asking: &Asking<'_>) -> (serde_json::Value, Sent);

    /// Adds the headers that carry the key, and those the format needs; nothing else.
    fn headers(&self, request: HttpRequest, key: Option<&Arc<Key>>) -> HttpRequest;

    /// What comes after the base URL for the list of models; `None` where there is none.
    fn models_path(&self) -> Option<&'static str>;

    /// Whether a member of the list of models answers questions.
    fn is_model(&self, model: &json::Json<'_>) -> bool {
        _ = model;
        true
    }

    /// The answer in the body of a reply; `None` when it holds none.
    fn completion(
        &self,
        body: &json::Json<'_>,
    ) -> Option<crate::predictions::completion::Completion>;

    /// What an error's body says.
    fn said(&self, status: u16, body: &str) -> Said {
        Said::read(status, body)
    }

    /// How long the server asks to wait; `now` is the time since 1970.
    fn delay(&self, reply: &http::HttpReply, said: &Said, now: Duration) -> Option<Duration> {
        delay::asked(reply, said, now)
    }
}

/// Everything that goes into one request.
pub struct Asking<'a> {
    /// Which model, and how.
    pub config: &'a ModelConfig,
    /// What it is asked.
    pub prompt: &'a Prompt,
    /// The key, where there is one.
    pub key: Option<&'a Arc<Key>>,
    /// What was learned about this model.
    pub adapted: Adapted,
    /// The form the reply is wanted in.
    pub structure: Structure<'a>,
}

/// The request for one item, and the parameters it really has.
///
/// # Errors
/// When the base URL cannot be used, no model is named, or the key was typed for another origin.
///
/// ```
/// use marksheet::provider::{Adapted, Asking, ModelConfig, Prompt, Structure, find, request};
/// let config = ModelConfig { provider: "vllm".into(), base_url: "http://localhost:8000/v1/".into(), model: "m".into(),
///     temperature: None, max_tokens: 1024, seed: None };
/// let prompt = Prompt { system: String::new(), user: "Which letter?".into() };
/// let asking = Asking { config: &config, prompt: &prompt, key: None, adapted: Adapted::default(),
///     structure: Structure::Plain };
/// let (request, sent) = request(find("vllm").unwrap(), &asking).unwrap();
/// assert_eq!(request.url(), "http://localhost:8000/v1/chat/completions");
/// assert_eq!(sent.max_tokens, Some(1024));
/// ```
pub fn request(provider: &Provider, asking: &Asking<'_>) -> Result<(HttpRequest, Sent), Problem> {
    let config = asking.config;
    let wire = provider.wire();
    let path = wire.path(config.model.trim());
    let url = address::below(&config.base_url, &path, |base| wire.root(base))?;
    if config.model.trim().is_empty() {
        let problem = Problem::error("no model is named");
        return Err(problem.hint("type the model's name as the provider spells it"));
    }
    let key = asking.key.filter(|_| provider.key_use != KeyUse::Never);
    if let Some(key) = key.filter(|key| !key.fits(&url)) {
        let message = format!(
            "the key was typed for {} and is not sent elsewhere",
            key.origin()
        );
        return Err(Problem::error(message).hint("type the key that belongs to this base URL"));
    }
    let (body, sent) = wire.body(provider, asking);
    let request = HttpRequest::post(url, body.to_string());
    Ok((wire.headers(request, key), sent))
}

/// The first of the fields `names` that is a text, number or truth value, as text.
fn text_at(object: &json::Json<'_>, names: &[&str]) -> Option<String> {
    let values = names.iter().filter_map(|name| object.get(name));
    let mut texts = values.filter_map(text_of);
    texts.next().map(std::borrow::Cow::into_owned)
}

/// The count at the end of a path of fields.
fn count(object: &json::Json<'_>, path: &[&str]) -> Option<u64> {
    let mut value = object;
    for name in path {
        value = value.get(name)?;
    }
    text_of(value)?.parse().ok()
}
