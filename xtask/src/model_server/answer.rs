//! An answer before a wire format packs it: what is said, and the faults that are in the text.
//!
//! Deliberately absent: everything of a wire.

use super::config::Config;
use super::faults::Fault;
use super::items::{Item, Said};
use super::wire::{Asked, Form};
use serde_json::{Map, Value, json};

/// What a model says.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Its text.
    pub content: Content,
    /// Why it ended.
    pub finish: Finish,
    /// That it declines, in the provider's field.
    pub refusal: Option<String>,
    /// Its thoughts, in the provider's field.
    pub reasoning: Option<String>,
}

/// The text of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// One text.
    Text(String),
    /// Several, to be joined.
    Chunks(Vec<String>),
    /// None, not even an empty one.
    Null,
}

/// Why an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// It was complete.
    Stop,
    /// It was as long as was allowed.
    Length,
    /// A filter stopped it.
    Filter,
}

const THOUGHTS: &str =
    "The user wants one answer. Maybe {\"answer\": \"C\"}, or (A)? The answer is D. No, wait.";

impl Answer {
    /// Something short to whoever asks about no item, as a connection test does.
    pub fn to_anybody(asked: &Asked) -> Answer {
        let said = Said {
            text: "OK".to_owned(),
            json: json!("OK"),
        };
        Answer::saying(in_form(&said, &asked.form, "answer"))
    }

    fn saying(text: String) -> Answer {
        Answer {
            content: Content::Text(text),
            finish: Finish::Stop,
            refusal: None,
            reasoning: None,
        }
    }

    /// The answer to an item, with the fault in its text if it meets one.
    pub fn to(
        item: &Item,
        is_right: bool,
        fault: Option<Fault>,
        asked: &Asked,
        config: &Config,
    ) -> Answer {
        let said = if is_right { &item.right } else { &item.wrong };
        let text = in_form(said, &asked.form, &config.field);
        let mut answer = Answer::saying(text.clone());
        if config.has_reasoning {
            answer.reasoning = Some(THOUGHTS.to_owned());
        }
        let cut_off = |text: String| (Content::Text(text), Finish::Length);
        match fault {
            Some(Fault::Refusal) => {
                answer.content = Content::Null;
                answer.refusal = Some("I'm sorry, but I cannot help with that.".to_owned());
            }
            Some(Fault::ContentFilter) => {
                answer.content = Content::Text(String::new());
                answer.finish = Finish::Filter;
            }
            Some(Fault::EmptyLength) => (answer.content, answer.finish) = cut_off(String::new()),
            Some(Fault::ThinkOpen) => {
                (answer.content, answer.finish) = cut_off(format!("<think>\n{THOUGHTS}"));
            }
            Some(Fault::Think) => {
                answer.content = Content::Text(format!("<think>\n{THOUGHTS}\n</think>\n\n{text}"));
            }
            Some(Fault::ThinkClose) => {
                answer.content = Content::Text(format!("{THOUGHTS}\n</think>\n\n{text}"));
            }
            Some(Fault::Fenced) => {
                let form = match &asked.form {
                    Form::Text => &Form::Json,
                    form => form,
                };
                let json = in_form(said, form, &config.field);
                answer.content = Content::Text(format!("```json\n{json}\n```"));
            }
            Some(Fault::Chunks) => {
                let middle = (0..=text.len() / 2)
                    .rev()
                    .find(|&at| text.is_char_boundary(at));
                let (first, second) = text.split_at(middle.unwrap_or(0));
                answer.content = Content::Chunks(vec![first.to_owned(), second.to_owned()]);
            }
            Some(Fault::Null) => answer.content = Content::Null,
            Some(Fault::ErrorText) => answer.content = Content::Text("ERROR".to_owned()),
            _ => {}
        }
        answer
    }

    /// Its texts; none where there is no content.
    pub fn texts(&self) -> Vec<&str> {
        match &self.content {
            Content::Text(text) => vec![text],
            Content::Chunks(texts) => texts.iter().map(String::as_str).collect(),
            Content::Null => Vec::new(),
        }
    }

    /// About how many tokens its thoughts have.
    pub fn n_thoughts(&self) -> usize {
        let thoughts = self.reasoning.as_ref();
        thoughts.map_or(0, |text| text.len().div_ceil(4))
    }

    /// About how many tokens it has.
    pub fn n_tokens(&self) -> usize {
        let bytes = match &self.content {
            Content::Text(text) => text.len(),
            Content::Chunks(texts) => texts.iter().map(String::len).sum(),
            Content::Null => 0,
        };
        bytes.div_ceil(4)
    }
}

/// What is said, in the form that was asked for.
fn in_form(said: &Said, form: &Form, field: &str) -> String {
    match form {
        Form::Text => said.text.clone(),
        Form::Json => json!({field: said.json}).to_string(),
        // A schema that says no more than JSON mode does.
        Form::Schema(schema) if schema.as_object().is_some_and(|fields| fields.len() == 1) => {
            json!({field: said.json}).to_string()
        }
        Form::Schema(schema) => fitting(schema, schema, said, 0).to_string(),
    }
}

/// The value that fits a schema and says it in every text there is room for.
fn fitting(schema: &Value, root: &Value, said: &Said, depth: usize) -> Value {
    // Deeper than any schema of an answer; a reference that leads to itself ends here.
    if depth > 8 {
        return Value::Null;
    }
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let target = root
            .pointer(name.trim_start_matches('#'))
            .unwrap_or(&Value::Null);
        return fitting(target, root, said, depth + 1);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(first) = schema.get(key).and_then(|list| list.get(0)) {
            return fitting(first, root, said, depth + 1);
        }
    }
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        let wanted = choices.iter().find(|choice| **choice == said.json);
        return wanted.or(choices.first()).cloned().unwrap_or_default();
    }
    let kind = schema.get("type");
    let kind = kind.and_then(|kind| kind.as_str().or_else(|| kind.get(0)?.as_str()));
    match kind {
        Some("object") => {
            let fields = schema.get("properties").and_then(Value::as_object);
            let fields = fields.into_iter().flatten();
            let fields =
                fields.map(|(name, schema)| (name.clone(), fitting(schema, root, said, depth + 1)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Some("array") if said.json.is_array() => said.json.clone(),
        Some("array") if said.text.is_empty() => json!([]),
        Some("array") => json!([said.json]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        Some("null") => Value::Null,
        _ if said.json.is_array() => json!(said.text),
        _ => said.json.clone(),
    }
}
