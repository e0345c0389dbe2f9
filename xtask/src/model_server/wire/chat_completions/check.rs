//! Whether a request is one that its provider takes.
//!
//! Deliberately absent: which keywords a schema may have; `schema` knows.

use super::super::super::config::{Config, MaxTokens, Temperature};
use super::super::super::http::Request;
use super::super::fields::{Fields, bad, object, text, text_or_parts, unknown};
use super::super::schema::{self, Rules};
use super::super::trouble::Trouble;
use super::super::{Asked, Form, taken};
use super::flavor::{Flavor, SchemaAt};
use serde_json::Value;

/// What a request asks.
///
/// # Errors
/// The first thing it would be refused for.
pub fn check(flavor: Flavor, request: &Request, config: &Config) -> Result<Asked, Trouble> {
    let body: Fields = serde_json::from_slice(&request.body).map_err(|_| Trouble::NotJson)?;
    if let Some((field, value)) = body.iter().find(|(field, _)| !flavor.knows(field)) {
        return Err(Trouble::UnknownField(field.clone(), value.clone()));
    }
    let model = text(&body, "model", "model")?;
    if !config.models.contains(&model) {
        return Err(Trouble::NoModel(model));
    }
    let (message, n_bytes) = messages(flavor, &body)?;
    let form = form(flavor, &body)?;
    if form == Form::Json && flavor.wants_json_named() && !names_json(&body) {
        return Err(Trouble::NoJsonWord);
    }
    taken(&form, config, "response_format")?;
    numbers(flavor, &body)?;
    parameters(&body, config)?;
    if body.get("stream").is_some_and(|stream| stream != false) {
        return Err(bad("stream", "false: this server does not stream"));
    }
    Ok(Asked {
        model,
        message,
        n_bytes,
        form,
    })
}

/// The last user message, and the bytes of all.
fn messages(flavor: Flavor, body: &Fields) -> Result<(String, usize), Trouble> {
    let all = body
        .get("messages")
        .ok_or_else(|| Trouble::MissingField("messages".to_owned()))?;
    let all = all.as_array().filter(|all| !all.is_empty());
    let all = all.ok_or_else(|| bad("messages", "a list of at least one message"))?;
    let (mut last, mut n_bytes) = (None, 0);
    for (idx, message) in all.iter().enumerate() {
        let path = format!("messages[{idx}]");
        let message = object(Some(message), &path, &["role", "content", "name"])?;
        let role = text(message, "role", &format!("{path}.role"))?;
        let is_own = role == "developer" && flavor == Flavor::OpenAi;
        if !is_own && !["system", "user", "assistant"].contains(&role.as_str()) {
            return Err(bad(&format!("{path}.role"), "system, user or assistant"));
        }
        let content = text_or_parts(message, "content", &format!("{path}.content"))?;
        n_bytes += content.len();
        last = Some((role, content));
    }
    match last {
        Some((role, content)) if role == "user" => Ok((content, n_bytes)),
        _ => Err(bad("messages", "a user message at the end")),
    }
}

/// The parameters that are numbers, each in its range.
fn numbers(flavor: Flavor, body: &Fields) -> Result<(), Trouble> {
    let hottest = if flavor == Flavor::Mistral { 1.5 } else { 2.0 };
    let in_range = |name: &str, most: f64| match body.get(name) {
        None => Ok(()),
        Some(value) => {
            let is_fine = value.as_f64().is_some_and(|n| (0.0..=most).contains(&n));
            let wanted = || bad(name, &format!("a number from 0 to {most}"));
            is_fine.then_some(()).ok_or_else(wanted)
        }
    };
    in_range("temperature", hottest)?;
    in_range("top_p", 1.0)?;
    for name in ["max_tokens", "max_completion_tokens"] {
        let value = body.get(name);
        if value.is_some_and(|value| value.as_u64().is_none_or(|n| n == 0)) {
            return Err(bad(name, "an integer above 0"));
        }
    }
    for name in ["seed", "random_seed"] {
        if body.get(name).is_some_and(|value| value.as_i64().is_none()) {
            return Err(bad(name, "an integer"));
        }
    }
    if body.get("n").is_some_and(|n| n != 1) {
        return Err(bad("n", "1: this server gives one choice"));
    }
    Ok(())
}

/// The parameters that some models refuse.
fn parameters(body: &Fields, config: &Config) -> Result<(), Trouble> {
    let (old, new) = ("max_tokens", "max_completion_tokens");
    if body.contains_key(old) && body.contains_key(new) {
        return Err(bad(old, "only one of max_tokens and max_completion_tokens"));
    }
    let unsupported = |name: &str, instead: Option<&str>| {
        Err(Trouble::Unsupported(
            name.to_owned(),
            instead.map(str::to_owned),
        ))
    };
    match config.max_tokens {
        MaxTokens::Old if body.contains_key(new) => return unsupported(new, Some(old)),
        MaxTokens::New if body.contains_key(old) => return unsupported(old, Some(new)),
        _ => {}
    }
    let Some(temperature) = body.get("temperature") else {
        return Ok(());
    };
    let name = "temperature".to_owned();
    match config.temperature {
        Temperature::Accepted => Ok(()),
        Temperature::OnlyOne if temperature.as_f64() == Some(1.0) => Ok(()),
        Temperature::OnlyOne => Err(Trouble::UnsupportedValue(name, temperature.clone())),
        Temperature::Unsupported => unsupported(&name, None),
        Temperature::Deprecated => Err(Trouble::Deprecated(name)),
    }
}

/// The form that `response_format` asks for.
fn form(flavor: Flavor, body: &Fields) -> Result<Form, Trouble> {
    let path = "response_format";
    let Some(value) = body.get(path) else {
        return Ok(Form::Text);
    };
    let known = ["type", "json_schema", "schema", "value"];
    let fields = object(Some(value), path, &known)?;
    let kind = text(fields, "type", "response_format.type")?;
    let at = flavor
        .schema_at(&kind)
        .ok_or_else(|| bad("response_format.type", "a type known here"))?;
    let (schema, name) = match at {
        SchemaAt::Nowhere => (None, None),
        SchemaAt::Schema => (fields.get("schema"), Some("schema")),
        SchemaAt::Value => (fields.get("value"), Some("value")),
        SchemaAt::OpenAi => (
            Some(named(flavor, fields, "json_schema")?),
            Some("json_schema"),
        ),
        SchemaAt::ValueSchema => (Some(named(flavor, fields, "value")?), Some("value")),
    };
    if let Some((field, value)) = fields
        .iter()
        .find(|(f, _)| *f != "type" && Some(f.as_str()) != name)
    {
        return Err(unknown(&format!("{path}.{field}"), value));
    }
    let is_strict = at == SchemaAt::OpenAi
        && fields
            .get("json_schema")
            .and_then(|inner| inner.get("strict"))
            == Some(&Value::Bool(true));
    match schema {
        Some(schema) if schema.is_object() => {
            let rules = if is_strict {
                flavor.rules()
            } else {
                Rules::Any
            };
            let name = fields
                .get("json_schema")
                .and_then(|inner| inner["name"].as_str());
            let name = name.unwrap_or_default().to_owned();
            schema::check(schema, rules).map_err(|fault| Trouble::Schema(name, fault))?;
            Ok(Form::Schema(schema.clone()))
        }
        Some(_) => Err(bad("response_format", "a schema that is an object")),
        None if kind == "text" => Ok(Form::Text),
        None if kind == "json_schema" || at == SchemaAt::Value => {
            Err(Trouble::MissingField(format!("{path}.schema")))
        }
        None => Ok(Form::Json),
    }
}

/// Whether a message has the word that JSON mode wants.
fn names_json(body: &Fields) -> bool {
    let messages = body.get("messages").map(Value::to_string);
    messages.is_some_and(|text| text.to_lowercase().contains("json"))
}

/// The schema beside its name, as OpenAI and TGI have it.
fn named<'a>(flavor: Flavor, fields: &'a Fields, key: &str) -> Result<&'a Value, Trouble> {
    let path = format!("response_format.{key}");
    let known: &[&str] = match flavor {
        Flavor::Tgi => &["name", "schema"],
        _ => &["name", "schema", "strict", "description"],
    };
    let inner = object(fields.get(key), &path, known)?;
    let name = text(inner, "name", &format!("{path}.name"))?;
    let is_sign = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !(1..=64).contains(&name.len()) || !name.chars().all(is_sign) {
        return Err(bad(
            &format!("{path}.name"),
            "up to 64 letters, digits, _ and -",
        ));
    }
    inner
        .get("schema")
        .ok_or_else(|| Trouble::MissingField(format!("{path}.schema")))
}
