//! `type`, `enum`, `const`, and the limits of numbers and texts.
//!
//! Deliberately absent: `format`, which only describes.

use super::super::number::Decimal;
use super::equal::equals;
use super::{Checker, Site, count, counted};
use crate::json::Json;
use crate::problem::{cut, some_ids};
use serde_json::Value;
use std::cmp::Ordering;

/// Each limit of numbers: its keyword, what the number may be beside it, and how that is said.
const LIMITS: &[(&str, &[Ordering], &str)] = &[
    ("minimum", &[Ordering::Greater, Ordering::Equal], "at least"),
    ("maximum", &[Ordering::Less, Ordering::Equal], "at most"),
    ("exclusiveMinimum", &[Ordering::Greater], "more than"),
    ("exclusiveMaximum", &[Ordering::Less], "less than"),
];

impl<'s> Checker<'s> {
    pub(super) fn fits_scalar_rules(&mut self, site: Site<'s, '_>, instance: &Json<'_>) -> bool {
        let mut is_good = self.fits_type(site, instance);
        is_good &= self.fits_values(site, instance);
        match instance {
            Json::Number(written) => is_good &= self.fits_limits(site, written),
            Json::Text(text) => is_good &= self.fits_text(site, text),
            _ => {}
        }
        is_good
    }

    fn fits_type(&mut self, site: Site<'s, '_>, instance: &Json<'_>) -> bool {
        let allowed: Vec<&str> = match site.schema.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => return true,
        };
        // A type nobody knows allows everything; `check` says so.
        let is_known = allowed.iter().all(|name| in_words(name).is_some());
        if !is_known || allowed.iter().any(|name| is_of(name, instance)) {
            return true;
        }
        self.wrong(site.path, "type", || {
            let words: Vec<&str> = allowed.iter().filter_map(|name| in_words(name)).collect();
            format!("must be {}, but is {}", words.join(" or "), shown(instance))
        })
    }

    fn fits_values(&mut self, site: Site<'s, '_>, instance: &Json<'_>) -> bool {
        let mut is_good = true;
        if let Some(Value::Array(allowed)) = site.schema.get("enum")
            && !allowed.iter().any(|value| equals(value, instance))
        {
            is_good = self.wrong(site.path, "enum", || {
                let allowed: Vec<String> = allowed.iter().take(20).map(Value::to_string).collect();
                let allowed = some_ids(allowed.iter().map(String::as_str), 12);
                format!("must be one of {allowed}, but is {}", shown(instance))
            });
        }
        if let Some(value) = site.schema.get("const")
            && !equals(value, instance)
        {
            is_good = self.wrong(site.path, "const", || {
                format!(
                    "must be {}, but is {}",
                    cut(&value.to_string(), 60),
                    shown(instance)
                )
            });
        }
        is_good
    }

    fn fits_limits(&mut self, site: Site<'s, '_>, written: &str) -> bool {
        let limit_of = |keyword: &str| {
            let limit = site.schema.get(keyword)?;
            let is_number = limit.is_number();
            is_number.then(|| limit.to_string())
        };
        let Some(number) = Decimal::read(written) else {
            return true;
        };
        let mut is_good = true;
        for (keyword, allowed, words) in LIMITS {
            let Some(limit) = limit_of(keyword) else {
                continue;
            };
            let order = Decimal::read(&limit).map(|limit| number.cmp(&limit));
            if order.is_some_and(|order| !allowed.contains(&order)) {
                is_good = self.wrong(site.path, keyword, || {
                    format!("must be {words} {limit}, but is {}", cut(written, 40))
                });
            }
        }
        if let Some(step) = limit_of("multipleOf") {
            let divisor = Decimal::read(&step).filter(|divisor| !divisor.is_negative());
            if divisor.is_some_and(|divisor| !number.is_multiple_of(&divisor)) {
                is_good = self.wrong(site.path, "multipleOf", || {
                    format!("must be a multiple of {step}, but is {}", cut(written, 40))
                });
            }
        }
        is_good
    }

    fn fits_text(&mut self, site: Site<'s, '_>, text: &str) -> bool {
        let mut is_good = true;
        let limits = [("minLength", "at least"), ("maxLength", "at most")];
        for (keyword, words) in limits {
            let Some(limit) = count(site.schema, keyword) else {
                continue;
            };
            let length = text.chars().count() as u64;
            let is_within = if keyword == "minLength" {
                length >= limit
            } else {
                length <= limit
            };
            if !is_within {
                is_good = self.wrong(site.path, keyword, || {
                    format!(
                        "must have {words} {}, but has {length}",
                        counted(limit, "character")
                    )
                });
            }
        }
        if let Some(Value::String(pattern)) = site.schema.get("pattern")
            && self
                .pattern(pattern)
                .is_some_and(|regex| !regex.is_match(text))
        {
            is_good = self.wrong(site.path, "pattern", || {
                format!(
                    "must match the pattern {}, but is \"{}\"",
                    cut(pattern, 60),
                    cut(text, 40)
                )
            });
        }
        is_good
    }
}

/// The type in plain words.
pub(super) fn in_words(name: &str) -> Option<&'static str> {
    Some(match name {
        "object" => "an object",
        "array" => "a list",
        "string" => "a text",
        "number" => "a number",
        "integer" => "a whole number",
        "boolean" => "true or false",
        "null" => "null",
        _ => return None,
    })
}

fn is_of(name: &str, instance: &Json<'_>) -> bool {
    match instance {
        Json::Null => name == "null",
        Json::Bool(_) => name == "boolean",
        Json::Text(_) => name == "string",
        Json::List(_) => name == "array",
        Json::Object(_) => name == "object",
        Json::Number(written) => {
            let is_whole = || Decimal::read(written).is_some_and(|number| number.is_whole());
            name == "number" || (name == "integer" && is_whole())
        }
    }
}

/// The value as a person reads it in a message.
pub(super) fn shown(instance: &Json<'_>) -> String {
    match instance {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Number(written) => format!("the number {}", cut(written, 40)),
        Json::Text(text) => format!("the text \"{}\"", cut(text, 40)),
        Json::List(_) => "a list".to_owned(),
        Json::Object(_) => "an object".to_owned(),
    }
}
