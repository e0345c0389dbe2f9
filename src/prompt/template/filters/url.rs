//! `urlencode` and `urlize`.

use super::super::error::{Res, wrong_type, wrong_value};
use super::super::letters::{is_alnum, is_space};
use super::super::machine::Machine;
use super::super::macros::Given;
use super::super::methods::{whole, words};
use super::super::python_text::str_of;
use super::super::value::{Object, Value};
use super::html::escape;
use super::{is_on, set};

pub(super) fn apply(machine: &Machine, name: &str, value: &Value, given: Given) -> Res<Value> {
    if name == "urlize" {
        return urlize(machine, value, given);
    }
    given.bind("the filter urlencode", [], 0)?;
    let is_list = matches!(
        value,
        Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::Undefined(_)
    ) || matches!(value, Value::Object(object) if matches!(**object, Object::Once(_) | Object::View { .. } | Object::Range { .. }));
    if !is_list {
        let text = str_of(machine, value)?;
        machine.grow(text.len() * 3)?;
        return Ok(Value::text(quote(&text, false)));
    }
    let pairs: Vec<(Value, Value)> = match value {
        Value::Dict(dict) => dict
            .borrow()
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        other => {
            let mut pairs = Vec::new();
            for item in machine.items(other, None)? {
                let mut parts = machine.items(&item, None)?.into_iter();
                match (parts.next(), parts.next(), parts.next()) {
                    (Some(name), Some(value), None) => pairs.push((name, value)),
                    _ => {
                        return wrong_value(
                            "the filter urlencode needs pairs of a name and a value",
                        );
                    }
                }
            }
            pairs
        }
    };
    let mut parts = Vec::with_capacity(pairs.len());
    for (name, value) in &pairs {
        let (name, value) = (str_of(machine, name)?, str_of(machine, value)?);
        machine.grow((name.len() + value.len()) * 3)?;
        parts.push(format!("{}={}", quote(&name, true), quote(&value, true)));
    }
    Ok(Value::text(parts.join("&")))
}

/// Percent signs for everything but letters, digits and `_.-~`; in a query `/` too, and `+` for a space.
fn quote(text: &str, is_query: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'-' | b'~' => {
                out.push(char::from(byte))
            }
            b'/' if !is_query => out.push('/'),
            b' ' if is_query => out.push('+'),
            byte => {
                let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('0');
                let digits = [digit(byte >> 4), digit(byte & 15)];
                out.push('%');
                out.extend(digits.iter().map(char::to_ascii_uppercase));
            }
        }
    }
    out
}

struct Links<'a> {
    limit: Option<usize>,
    attributes: String,
    schemes: &'a [String],
}

fn urlize(machine: &Machine, value: &Value, given: Given) -> Res<Value> {
    let what = "the filter urlize";
    let [limit, nofollow, target, rel, schemes] = given.bind(
        what,
        [
            "trim_url_limit",
            "nofollow",
            "target",
            "rel",
            "extra_schemes",
        ],
        0,
    )?;
    let limit = set(limit)
        .map(|limit| whole(&limit, what))
        .transpose()?
        .map(|limit| usize::try_from(limit).unwrap_or(0));
    let rel = set(rel);
    let mut rels: Vec<&str> = match &rel {
        Some(rel) => words(rel, what)?.split_whitespace().collect(),
        None => Vec::new(),
    };
    rels.push("noopener");
    if is_on(&nofollow) {
        rels.push("nofollow");
    }
    rels.sort_unstable();
    rels.dedup();
    let target = set(target);
    let target = match &target {
        Some(target) => format!(" target=\"{}\"", escape(words(target, what)?)),
        None => String::new(),
    };
    let mut extra = Vec::new();
    if let Some(schemes) = set(schemes) {
        for scheme in machine.items(&schemes, None)? {
            let scheme = words(&scheme, what)?.to_owned();
            let bare = scheme.trim_end_matches('/').strip_suffix(':').unwrap_or("");
            if bare.chars().count() < 2 || !bare.chars().all(|c| is_alnum(c) || "_.+-".contains(c))
            {
                return wrong_type(format!(
                    "\"{}\" is not the beginning of an address",
                    crate::problem::cut(&scheme, 40)
                ));
            }
            extra.push(scheme);
        }
    }
    let text = match value {
        Value::Markup(text) => text.to_string(),
        value => escape(&str_of(machine, value)?),
    };
    machine.charge(text.len() as u64 * 3)?;
    let links = Links {
        limit,
        attributes: format!(" rel=\"{}\"{target}", escape(&rels.join(" "))),
        schemes: &extra,
    };
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let is_gap = is_space(first);
        let end = rest.find(|c| is_space(c) != is_gap).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        if is_gap {
            out.push_str(part);
        } else {
            machine.charge(2 + links.schemes.len() as u64)?;
            let before = out.len();
            links.word(part, &mut out);
            machine.grow(out.len() - before)?;
        }
        rest = after;
    }
    machine.grow(text.len())?;
    Ok(machine.captured(out))
}

impl Links<'_> {
    fn word(&self, word: &str, out: &mut String) {
        let mut middle = word;
        while let Some(rest) = middle
            .strip_prefix(['(', '<'])
            .or_else(|| middle.strip_prefix("&lt;"))
        {
            middle = rest;
        }
        let (head, mut middle) = word.split_at(word.len() - middle.len());
        let whole = middle;
        while let Some(rest) = middle
            .strip_suffix("&gt;")
            .or_else(|| middle.strip_suffix([')', '>', '.', ',', '\n']))
        {
            middle = rest;
        }
        let mut tail = whole.get(middle.len()..).unwrap_or("");
        for (open, close) in [("(", ")"), ("<", ">"), ("&lt;", "&gt;")] {
            let n_open = middle.matches(open).count();
            if n_open <= middle.matches(close).count() {
                continue;
            }
            for _ in 0..n_open.min(tail.matches(close).count()) {
                let end = tail.find(close).map_or(0, |at| at + close.len());
                middle = whole.get(..middle.len() + end).unwrap_or(middle);
                tail = tail.get(end..).unwrap_or("");
            }
        }
        out.push_str(head);
        out.push_str(&self.link(middle));
        out.push_str(tail);
    }

    fn shown<'t>(&self, text: &'t str) -> std::borrow::Cow<'t, str> {
        match self.limit {
            Some(limit) if text.chars().count() > limit => {
                format!("{}...", text.chars().take(limit).collect::<String>()).into()
            }
            _ => text.into(),
        }
    }

    fn link(&self, text: &str) -> String {
        let attributes = &self.attributes;
        let shown = self.shown(text);
        if is_web(text) {
            let scheme = if text.starts_with("https://") || text.starts_with("http://") {
                ""
            } else {
                "https://"
            };
            return format!("<a href=\"{scheme}{text}\"{attributes}>{shown}</a>");
        }
        if let Some(address) = text
            .strip_prefix("mailto:")
            .filter(|address| is_mail(address))
        {
            return format!("<a href=\"{text}\">{address}</a>");
        }
        if text.contains('@')
            && !text.starts_with("www.")
            && !text.starts_with('@')
            && !text.contains(':')
            && is_mail(text)
        {
            return format!("<a href=\"mailto:{text}\">{text}</a>");
        }
        let mut linked = text.to_owned();
        for scheme in self.schemes {
            if linked != *scheme && linked.starts_with(scheme.as_str()) {
                linked = format!(
                    "<a href=\"{linked}\"{attributes}>{}</a>",
                    self.shown(&linked)
                );
            }
        }
        linked
    }
}

fn is_word(c: char) -> bool {
    is_alnum(c) || c == '_'
}

/// `something@host.domain`
fn is_mail(text: &str) -> bool {
    text.rmatch_indices('@').any(|(at, _)| {
        let host = text.get(at + 1..).unwrap_or("");
        let is_host = host.chars().next().is_some_and(is_word)
            && host.chars().all(|c| is_word(c) || c == '.' || c == '-');
        is_host
            && at > 0
            && host
                .rsplit_once('.')
                .is_some_and(|(_, domain)| !domain.is_empty() && domain.chars().all(is_word))
    })
}

/// An address with a scheme, or one that begins with `www.` or ends in a common domain.
fn is_web(text: &str) -> bool {
    let lower = text.to_lowercase();
    let (rest, has_scheme) = match lower
        .strip_prefix("https://")
        .or_else(|| lower.strip_prefix("http://"))
    {
        Some(rest) => (rest, true),
        None => (lower.as_str(), false),
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (place, _) = rest.split_at(end);
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) if !host.ends_with(']') || !port.contains(']') => (host, Some(port)),
        _ => (place, None),
    };
    if port.is_some_and(|port| {
        port.is_empty() || port.len() > 5 || !port.chars().all(|c| c.is_ascii_digit())
    }) {
        return false;
    }
    let is_name = |name: &str| {
        !name.is_empty()
            && name.split('.').all(|part| {
                !part.is_empty() && part.chars().all(|c| is_word(c) || matches!(c, '-' | '%'))
            })
    };
    if has_scheme {
        return host == "localhost"
            || (is_name(host) && host.contains('.'))
            || (is_name(host))
            || (host.starts_with('[') && host.ends_with(']'));
    }
    if let Some(rest) = host.strip_prefix("www.") {
        return is_name(rest);
    }
    let common = host.rsplit_once('.').is_some_and(|(_, domain)| {
        matches!(
            domain,
            "com" | "net" | "int" | "edu" | "gov" | "org" | "info" | "mil"
        )
    });
    common && is_name(host)
}
