//! What a model answered: the reply as it came, and the prediction read from it.
//!
//! Deliberately absent: whether the prediction is right, and the shapes of bodies
//! ([`completion`](crate::predictions::completion)).

use crate::json::{self, Json};
use crate::normalize::field::{Form, object};
use crate::outcome::Outcome;
use crate::predictions::completion::Completion;
use crate::predictions::value::after_thinking;
use crate::rows::text_of;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What is looked for in a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// The text after the reasoning.
    #[default]
    Text,
    /// Fields of a JSON object (`field_to_extract`): one gives its value, several give an object of them.
    Fields(Vec<String>),
}

impl Wanted {
    /// The wanted fields as they were typed; empty for the text.
    pub fn names(&self) -> String {
        match self {
            Wanted::Text => String::new(),
            Wanted::Fields(names) => names.join(", "),
        }
    }

    /// `field_to_extract` as it is typed: names with commas between them, each once, quotes around them aside; blank means
    /// the text.
    ///
    /// ```
    /// use marksheet::provider::Wanted;
    /// assert_eq!(Wanted::from_typed(" "), Wanted::Text);
    /// assert_eq!(Wanted::from_typed("answer, why"), Wanted::Fields(vec!["answer".into(), "why".into()]));
    /// ```
    pub fn from_typed(fields: &str) -> Self {
        let quotes = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`');
        let mut names: Vec<String> = Vec::new();
        for name in fields.split(',').map(|name| name.trim_matches(quotes)) {
            if !name.is_empty() && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        match names.is_empty() {
            true => Wanted::Text,
            false => Wanted::Fields(names),
        }
    }
}

/// A prediction as it goes into `predictions.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prediction {
    /// Text.
    Text(String),
    /// A JSON value, as text, so that every number keeps its digits.
    Json(String),
}

impl Prediction {
    /// The value that `predictions.json` has.
    ///
    /// ```
    /// use marksheet::{json::Json, provider::Prediction};
    /// assert_eq!(Prediction::Text("N1AB".into()).to_json(), Json::Text("N1AB".into()));
    /// assert_eq!(Prediction::Json("[]".into()).to_json(), Json::List(vec![]));
    /// ```
    pub fn to_json(&self) -> Json<'static> {
        let text = |text: &str| Json::Text(Cow::Owned(text.to_owned()));
        match self {
            Prediction::Text(prediction) => text(prediction),
            Prediction::Json(written) => match json::parse(written) {
                Ok(parsed) => parsed.value.into_owned(),
                Err(_) => text(written),
            },
        }
    }
}

/// Which rule gave the prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The reply as it is.
    Whole,
    /// What follows the reasoning.
    AfterThinking,
    /// The reply is a JSON object.
    Json,
    /// The JSON object in a code fence.
    FencedJson,
    /// The first JSON object among other words.
    FirstObject,
    /// A JSON object without the wanted field: taken whole.
    NoField,
    /// No JSON object although a field was wanted: the text is taken.
    NoObject,
    /// A built-in baseline; nothing was read.
    Baseline,
    /// There is no prediction.
    None,
}

impl Rule {
    /// The rule by which an object in this place is found.
    pub(super) fn of(form: Form) -> Self {
        match form {
            Form::Whole => Rule::Json,
            Form::Fenced => Rule::FencedJson,
            Form::First => Rule::FirstObject,
        }
    }

    /// The rule in words, for the detail view.
    pub fn in_words(self) -> &'static str {
        match self {
            Rule::Whole => "the reply as it is",
            Rule::AfterThinking => "the text after the reasoning",
            Rule::Json => "the reply is JSON",
            Rule::FencedJson => "the JSON in the code fence",
            Rule::FirstObject => "the first JSON object in the reply",
            Rule::NoField => "JSON without the wanted field: taken whole",
            Rule::NoObject => "no JSON in the reply: taken as text",
            Rule::Baseline => "a built-in baseline",
            Rule::None => "no prediction",
        }
    }
}

/// A reply with everything that is kept of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The content as it came.
    pub raw: String,
    /// The reasoning, from a field of its own or from the content.
    pub reasoning: Option<String>,
    /// What is scored, before normalizers; `None` where [`Reply::class`] says why.
    pub prediction: Option<Prediction>,
    /// How the prediction was found.
    pub rule: Rule,
    /// `empty`, `refused`, `truncated` or `unparsed`, when there is nothing to score.
    pub class: Option<Outcome>,
    /// The reply was cut off, though there may be a prediction: stopped by length, or reasoning that never ends.
    pub is_cut_off: bool,
    /// Why the model stopped, in the server's word.
    pub finish_reason: Option<String>,
    /// Tokens of the prompt.
    pub n_tokens_in: Option<u64>,
    /// Tokens of the reply.
    pub n_tokens_out: Option<u64>,
    /// What it cost in US dollars, where the server says so.
    pub cost: Option<f64>,
    /// The model's name as the server reports it.
    pub model: Option<String>,
    /// What the model said when it declined.
    pub refusal: Option<String>,
    /// Why it does not fit the form it was asked for in.
    pub misfit: Option<String>,
    /// The prompt filled all the room that was asked for, so that the server has most likely cut it.
    pub is_prompt_cut: bool,
}

impl Reply {
    /// Reads a completion. `redact` takes the key out of everything that is kept.
    pub fn read(completion: Completion, wanted: &Wanted, redact: &dyn Fn(&str) -> String) -> Self {
        let raw = match &completion.content {
            Json::Null => String::new(),
            content => text_of(content).map_or_else(|| content.to_json_text(), Cow::into_owned),
        };
        let raw = redact(&raw);
        let failure = completion.failure();
        let is = |outcome| {
            failure
                .as_ref()
                .is_some_and(|failure| failure.outcome == outcome)
        };
        let is_refused = is(Outcome::Refused);
        let after = after_thinking(&raw);
        let is_cut_off = is(Outcome::Truncated) || after.is_cut_off;
        let class = class_of(&after.text, is_refused, is_cut_off);
        let (prediction, rule) = match class {
            Some(_) => (None, Rule::None),
            None => prediction(&after.text, after.is_changed, wanted),
        };
        let own = || reasoning(&raw, &after.text).filter(|_| after.is_changed);
        let reasoning = completion.reasoning.map(|text| redact(&text)).or_else(own);
        Self {
            reasoning,
            prediction,
            rule,
            class,
            is_cut_off,
            finish_reason: completion.finish_reason.map(|text| redact(&text)),
            n_tokens_in: completion.n_tokens_in,
            n_tokens_out: completion.n_tokens_out,
            cost: completion.cost,
            model: completion.model.map(|text| redact(&text)),
            refusal: failure
                .filter(|_| is_refused)
                .map(|failure| redact(&failure.detail)),
            misfit: None,
            is_prompt_cut: false,
            raw,
        }
    }

    /// A reply that a person pasted.
    ///
    /// ```
    /// use marksheet::provider::{Reply, Rule, Wanted};
    /// assert_eq!(Reply::pasted("<think>hm</think> B", &Wanted::Text).rule, Rule::AfterThinking);
    /// ```
    pub fn pasted(text: &str, wanted: &Wanted) -> Self {
        let completion = Completion {
            content: Json::Text(Cow::Borrowed(text)).into_owned(),
            ..Completion::default()
        };
        Self::read(completion, wanted, &str::to_owned)
    }

    /// A reply that is just this text: from a baseline.
    pub fn of_text(text: String, rule: Rule) -> Self {
        let is_blank = text.trim().is_empty();
        Self {
            prediction: (!is_blank).then(|| Prediction::Text(text.clone())),
            raw: text,
            reasoning: None,
            rule,
            class: is_blank.then_some(Outcome::Empty),
            is_cut_off: false,
            finish_reason: None,
            n_tokens_in: None,
            n_tokens_out: None,
            cost: None,
            model: None,
            refusal: None,
            misfit: None,
            is_prompt_cut: false,
        }
    }
}

/// The class of a reply whose answer is `text`; `None` where there is something to read.
fn class_of(text: &str, is_refused: bool, is_cut_off: bool) -> Option<Outcome> {
    match text.trim().is_empty() {
        _ if is_refused => Some(Outcome::Refused),
        false => None,
        true if is_cut_off => Some(Outcome::Truncated),
        true => Some(Outcome::Empty),
    }
}

fn prediction(text: &str, is_changed: bool, wanted: &Wanted) -> (Option<Prediction>, Rule) {
    let plain = |rule| (Some(Prediction::Text(text.to_owned())), rule);
    let Wanted::Fields(names) = wanted else {
        let rule = if is_changed {
            Rule::AfterThinking
        } else {
            Rule::Whole
        };
        return plain(rule);
    };
    let Some((object, form)) = object(text) else {
        return plain(Rule::NoObject);
    };
    let (prediction, rule) = of_object(&object, Rule::of(form), names);
    (Some(prediction), rule)
}

/// What is predicted by the fields `names` of an object that was found by `rule`.
pub(super) fn of_object(object: &Json<'_>, rule: Rule, names: &[String]) -> (Prediction, Rule) {
    let found: Vec<_> = names
        .iter()
        .filter_map(|name| Some((Cow::Borrowed(name.as_str()), object.get(name)?.clone())))
        .collect();
    match (names.len(), found.into_iter()) {
        (1, mut found) => match found.next() {
            Some((_, Json::Text(text))) => (Prediction::Text(text.into_owned()), rule),
            Some((_, value)) => (as_json(&value), rule),
            None => (as_json(object), Rule::NoField),
        },
        (_, found) if found.len() == 0 => (as_json(object), Rule::NoField),
        (_, found) => (as_json(&Json::Object(found.collect())), rule),
    }
}

pub(super) fn as_json(value: &Json<'_>) -> Prediction {
    Prediction::Json(value.to_json_text())
}

/// What stands in `raw` besides `text`, without the tags around it.
fn reasoning(raw: &str, text: &str) -> Option<String> {
    let rest = match raw.rfind(text) {
        Some(at) if !text.is_empty() => match raw.get(..at) {
            Some(before) if !before.trim().is_empty() => before,
            _ => raw.get(at + text.len()..).unwrap_or_default(),
        },
        _ => raw,
    };
    let rest = rest.trim();
    let inside = rest.strip_prefix("<think>").unwrap_or(rest);
    let inside = inside.strip_suffix("</think>").unwrap_or(inside).trim();
    (!inside.is_empty()).then(|| inside.to_owned())
}
