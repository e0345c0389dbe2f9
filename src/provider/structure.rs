//! The form a reply is asked for in: by a JSON Schema, any JSON object, or plain text.
//!
//! Where a server does not take the form that is wanted, the next lower one is asked for. Deliberately absent: fitting a
//! schema to a provider, and checking replies against it.

use super::{Asking, JsonMode, Provider};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

mod refusal;

pub(super) use refusal::{About, about};

/// The form a reply is wanted in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Structure<'a> {
    /// Text, as the prompt asks for it.
    #[default]
    Plain,
    /// Any JSON object.
    JsonObject,
    /// JSON that fits a schema.
    Schema {
        /// The schema's name: 1 to 64 letters, digits, `_` and `-`.
        name: &'a str,
        /// The schema, already as the provider takes it.
        schema: &'a Value,
        /// The schema as it was given: what replies are held to.
        original: &'a Value,
    },
}

/// How much of a form is left to the server: the steps a run goes down where it is refused.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// Nothing: what is wanted stands in the system message at most, and the reply is read leniently.
    #[default]
    Plain,
    /// That it is a JSON object.
    JsonObject,
    /// That it fits the schema.
    Schema,
}

/// What the system message got beside what a person wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Added {
    /// That the reply is to be a JSON object: some servers refuse JSON mode unless a message says so, others have no such
    /// mode.
    Json,
    /// The same, and the schema: the server does not take it as one.
    Schema,
}

impl Structure<'_> {
    /// The step it stands on.
    pub fn rung(&self) -> Rung {
        match self {
            Structure::Plain => Rung::Plain,
            Structure::JsonObject => Rung::JsonObject,
            Structure::Schema { .. } => Rung::Schema,
        }
    }
}

impl Rung {
    /// The next step down; `None` from the lowest.
    ///
    /// ```
    /// use marksheet::provider::Rung;
    /// assert_eq!(Rung::Schema.lower(), Some(Rung::JsonObject));
    /// assert_eq!(Rung::Plain.lower(), None);
    /// ```
    pub fn lower(self) -> Option<Self> {
        match self {
            Rung::Schema => Some(Rung::JsonObject),
            Rung::JsonObject => Some(Rung::Plain),
            Rung::Plain => None,
        }
    }

    /// The name in files.
    pub fn key(self) -> &'static str {
        match self {
            Rung::Plain => "plain",
            Rung::JsonObject => "json_object",
            Rung::Schema => "schema",
        }
    }

    /// What was asked for, in words: for a record.
    pub fn in_words(self) -> &'static str {
        match self {
            Rung::Plain => "plain text",
            Rung::JsonObject => "any JSON object",
            Rung::Schema => "JSON by the schema",
        }
    }

    /// What it means that the server was found to take no more than this.
    pub(super) fn as_lowered(self) -> &'static str {
        match self {
            Rung::Schema => "the schema is sent",
            Rung::JsonObject => {
                "the schema is not sent as one: any JSON object is asked for, and the schema stands in the system message"
            }
            Rung::Plain => {
                "neither a schema nor JSON mode is sent: JSON is asked for in words, and the schema stands in the system message"
            }
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(super) fn is_plain(&self) -> bool {
        *self == Rung::Plain
    }
}

impl Added {
    /// What was added, in words: for a record.
    pub fn in_words(self) -> &'static str {
        match self {
            Added::Json => "with a line in the system message that asks for JSON",
            Added::Schema => "with the schema in the system message",
        }
    }
}

/// The form of one request, after what was learned about the model.
pub(super) struct Form<'a> {
    /// What the server is asked for.
    pub structure: Structure<'a>,
    /// What the system message got.
    pub added: Option<Added>,
    /// The system message as it is sent; may be empty.
    pub system: Cow<'a, str>,
}

impl<'a> Form<'a> {
    /// The form of the request that `asking` is about.
    pub fn of(provider: &Provider, asking: &Asking<'a>) -> Self {
        let wanted = asking.structure;
        let rung = wanted
            .rung()
            .min(asking.adapted.structure.unwrap_or(Rung::Schema));
        let in_words = provider.json_mode == JsonMode::InWords;
        let prompt = asking.prompt;
        let added = match (wanted, rung) {
            (Structure::Plain, _) | (_, Rung::Schema) => None,
            // Words take no parameter, so that no server refuses them; and the reply is held to the schema on every step.
            (Structure::Schema { .. }, _) => Some(Added::Schema),
            (Structure::JsonObject, _) => {
                let is_wanted = rung == Rung::Plain || provider.json_mode != JsonMode::Silent;
                let is_said = || names_json(&prompt.system) || names_json(&prompt.user);
                (is_wanted && !is_said()).then_some(Added::Json)
            }
        };
        let structure = match rung {
            Rung::Schema => wanted,
            Rung::JsonObject if !in_words => Structure::JsonObject,
            Rung::JsonObject | Rung::Plain => Structure::Plain,
        };
        let system = Cow::Borrowed(prompt.system.as_str());
        Self {
            structure,
            added,
            system: added.map_or(system, |added| told(&prompt.system, added, wanted).into()),
        }
    }
}

/// Whether a message has the word that servers look for.
fn names_json(text: &str) -> bool {
    let mut windows = text.as_bytes().windows(4);
    windows.any(|word| word.eq_ignore_ascii_case(b"json"))
}

/// The system message with what is added to it.
fn told(system: &str, added: Added, wanted: Structure<'_>) -> String {
    let mut text = system.to_owned();
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str("Reply with one JSON object and nothing else.");
    if let (Added::Schema, Structure::Schema { original, .. }) = (added, wanted) {
        // Words have no rules, so that nothing of it need be left out.
        text.push_str(" It must fit this JSON Schema:\n");
        text.push_str(&original.to_string());
    }
    text
}
