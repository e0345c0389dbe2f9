//! Parameters a model does not accept: asked differently from then on, and recorded as really sent.
//!
//! Deliberately absent: anything a person did not ask for. A parameter is renamed or left out, never made up.

use super::Asking;
use super::structure::{self, About, Added, Rung};
use crate::said::Said;
use serde::{Deserialize, Serialize};

/// The field that limits the length of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MaxField {
    /// `max_tokens`.
    MaxTokens,
    /// `max_completion_tokens`, which newer models of OpenAI insist on.
    MaxCompletionTokens,
}

impl MaxField {
    /// The field's name.
    pub fn name(self) -> &'static str {
        match self {
            MaxField::MaxTokens => "max_tokens",
            MaxField::MaxCompletionTokens => "max_completion_tokens",
        }
    }

    fn other(self) -> Self {
        match self {
            MaxField::MaxTokens => MaxField::MaxCompletionTokens,
            MaxField::MaxCompletionTokens => MaxField::MaxTokens,
        }
    }
}

/// The parameters of one request, as they were sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sent {
    /// The field the limit went into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_field: Option<MaxField>,
    /// The limit of the reply, in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// Sampling temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// The seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The form the server was asked for.
    #[serde(default, skip_serializing_if = "Rung::is_plain")]
    pub structure: Rung,
    /// What the system message got beside what a person wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added: Option<Added>,
    /// Room for prompt and reply that the server was asked for, in tokens (Ollama's `num_ctx`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_context: Option<u32>,
}

impl Sent {
    /// Whether there is anything in it that a model can do without.
    fn has_any(&self) -> bool {
        self.seed.is_some() || self.temperature.is_some() || self.structure != Rung::Plain
    }

    /// What every format sends alike; the rest is left as if it was not sent.
    pub(super) fn of(asking: &Asking<'_>) -> Self {
        let Asking {
            config, adapted, ..
        } = asking;
        let temperature = config.temperature.filter(|value| value.is_finite());
        Self {
            max_tokens: Some(config.max_tokens),
            temperature: temperature.filter(|_| !adapted.is_without_temperature),
            seed: config.seed.filter(|_| !adapted.is_without_seed),
            ..Self::default()
        }
    }
}

/// What was learned about one model: how to ask it from now on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adapted {
    /// The field for the limit, where the provider's usual one was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_field: Option<MaxField>,
    /// The temperature was refused and is left out.
    #[serde(default)]
    pub is_without_temperature: bool,
    /// The seed was refused and is left out.
    #[serde(default)]
    pub is_without_seed: bool,
    /// The most the server takes of a form, where it refused the one that was wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<Rung>,
}

/// A parameter that can be asked differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The limit of the reply.
    MaxTokens,
    /// The temperature.
    Temperature,
    /// The seed.
    Seed,
    /// The form of the reply.
    Structure,
    /// One of all that is asked for, without a word which.
    Any,
}

/// Words of servers for a field they do not take, compared in lower case.
const NOT_TAKEN: [&str; 16] = [
    "unsupported",
    "not supported",
    "not support",
    "unrecognized",
    "unrecognised",
    "unknown",
    "not permitted",
    "not allowed",
    "forbidden",
    "deprecated",
    "unexpected",
    "only the default",
    "is not available",
    "cannot be used",
    "may only be",
    "use 'max_completion_tokens'",
];

/// Codes and types of errors that say the same.
const NOT_TAKEN_CODES: [&str; 5] = [
    "unsupported_parameter",
    "unsupported_value",
    "unknown_parameter",
    "extra_forbidden",
    "invalid_parameter",
];

impl Parameter {
    /// The parameter of `sent` that an error is about, where it says that it is not taken at all. A value out of range is
    /// another fault.
    pub fn refused(said: &Said, sent: &Sent) -> Option<Self> {
        let is_any = || is_too_much(said) && sent.has_any();
        let is_form = || structure::about(said, sent) == About::Form;
        Self::not_taken(said, sent)
            .or_else(|| is_any().then_some(Parameter::Any))
            .or_else(|| is_form().then_some(Parameter::Structure))
    }

    /// The same for parameters that are a single value.
    fn not_taken(said: &Said, sent: &Sent) -> Option<Self> {
        if !matches!(said.status, 400 | 422) {
            return None;
        }
        let text = said.message.to_lowercase();
        let codes = [said.code.as_deref(), said.kind.as_deref()];
        let has_code = codes
            .into_iter()
            .flatten()
            .any(|code| NOT_TAKEN_CODES.contains(&code));
        if !has_code && !NOT_TAKEN.iter().any(|words| text.contains(words)) {
            return None;
        }
        let is_about = |name: &str| match said.param.as_deref() {
            Some(param) => param == name || param.ends_with(&format!(".{name}")),
            None => text.contains(name),
        };
        if sent.max_field.is_some_and(|field| is_about(field.name())) {
            Some(Parameter::MaxTokens)
        } else if sent.temperature.is_some() && is_about("temperature") {
            Some(Parameter::Temperature)
        } else if sent.seed.is_some() && is_about("seed") {
            Some(Parameter::Seed)
        } else {
            None
        }
    }
}

/// OpenRouter has nobody behind it who takes everything.
fn is_too_much(said: &Said) -> bool {
    said.status == 404 && said.message.to_lowercase().contains("requested parameters")
}

impl Adapted {
    /// Asks `parameter` differently from now on than `sent` did. Whether that changes what is sent: `false` when it was
    /// asked differently already, and the other way is refused, too.
    ///
    /// Several requests in flight learn the same; only the first changes anything, the others are just asked again.
    ///
    /// ```
    /// use marksheet::provider::{Adapted, MaxField, Parameter, Sent};
    /// let mut adapted = Adapted::default();
    /// let sent = Sent { max_field: Some(MaxField::MaxTokens), max_tokens: Some(9), ..Sent::default() };
    /// assert!(adapted.learn(Parameter::MaxTokens, &sent));
    /// assert_eq!(adapted.max_field, Some(MaxField::MaxCompletionTokens));
    /// ```
    pub fn learn(&mut self, parameter: Parameter, sent: &Sent) -> bool {
        match parameter {
            Parameter::MaxTokens => match (sent.max_field, self.max_field) {
                (Some(sent), None) => self.max_field = Some(sent.other()),
                (Some(sent), Some(now)) => return sent != now,
                (None, _) => return false,
            },
            Parameter::Temperature => self.is_without_temperature = true,
            Parameter::Seed => self.is_without_seed = true,
            Parameter::Structure => {
                let Some(lower) = sent.structure.lower() else {
                    return false;
                };
                self.lower_to(lower);
            }
            Parameter::Any => return self.learn_any(sent),
        }
        true
    }

    /// Whether that is news.
    fn lower_to(&mut self, lower: Rung) -> bool {
        let is_news = self.structure.is_none_or(|now| now > lower);
        if is_news {
            self.structure = Some(lower);
        }
        is_news
    }

    /// What matters least goes first, and the form last. Where the form goes, what went before it may not have been too much.
    fn learn_any(&mut self, sent: &Sent) -> bool {
        if self.structure.is_some_and(|now| sent.structure > now) {
            // It was on its way when the form was still another.
        } else if sent.seed.is_some() {
            self.is_without_seed = true;
        } else if sent.temperature.is_some() {
            self.is_without_temperature = true;
        } else {
            let Some(lower) = sent.structure.lower() else {
                return false;
            };
            if self.lower_to(lower) {
                self.is_without_seed = false;
                self.is_without_temperature = false;
            }
        }
        true
    }

    /// What is asked differently, in words; empty when nothing is.
    ///
    /// ```
    /// use marksheet::provider::Adapted;
    /// let adapted = Adapted { is_without_temperature: true, ..Adapted::default() };
    /// assert_eq!(adapted.in_words(), ["the temperature is not sent"]);
    /// ```
    pub fn in_words(&self) -> Vec<String> {
        let field = self
            .max_field
            .map(|field| format!("the limit is sent as {}", field.name()));
        let temperature = self
            .is_without_temperature
            .then(|| "the temperature is not sent".to_owned());
        let seed = self
            .is_without_seed
            .then(|| "the seed is not sent".to_owned());
        let structure = self.structure.map(|rung| rung.as_lowered().to_owned());
        [field, temperature, seed, structure]
            .into_iter()
            .flatten()
            .collect()
    }
}
