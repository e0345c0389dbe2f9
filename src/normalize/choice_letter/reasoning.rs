//! The part of a reply that is meant to be read: what comes after the model's reasoning.
//!
//! Deliberately absent: `<answer>` and other tags around the answer; [`tokens`](super::tokens) knows those.

use std::borrow::Cow;

/// Names of tags that hold reasoning; `<think>`, `</think>`, `[THINK]`, `<|begin_of_thought|>` and the like.
const NAMES: &[&str] = &[
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "reflection",
    "analysis",
    "scratchpad",
    "rationale",
    "of_thought",
    "seed:think",
    "chain_of_thought",
    "cot",
    "internal",
];

/// What of a reply can be read.
pub(super) enum Visible<'t> {
    /// The readable text; may be blank.
    Text(Cow<'t, str>),
    /// Reasoning that never ends, and nothing before it.
    Unclosed,
}

/// Cuts the reasoning off: keeps what follows the last closing tag, or the last `final<|message|>`.
///
/// When nothing follows, what stands outside the closed blocks is kept (`<answer>B</answer><reasoning>…</reasoning>`).
/// Text before a tag that is never closed is kept too, if there is any.
pub(super) fn visible(reply: &str) -> Visible<'_> {
    if let Some(text) = harmony(reply) {
        return text;
    }
    let tags = tags(reply);
    let last_close = tags.iter().rposition(|tag| tag.is_close);
    let after = match last_close {
        Some(at) => &reply[tags[at].end..],
        None => reply,
    };
    let first_open = tags.get(last_close.map_or(0, |at| at + 1));
    let readable = match first_open {
        Some(open) => {
            let start = reply.len() - after.len();
            &reply[start..open.start.max(start)]
        }
        None => after,
    };
    if !readable.trim().is_empty() {
        return Visible::Text(Cow::Borrowed(readable));
    }
    let outside = outside(reply, &tags);
    match (first_open, outside.trim().is_empty()) {
        (Some(_), true) => Visible::Unclosed,
        _ => Visible::Text(Cow::Owned(outside)),
    }
}

/// The final channel of a reply in the harmony format; `None` when it is not in that format.
fn harmony(reply: &str) -> Option<Visible<'_>> {
    const FINAL: &str = "final<|message|>";
    let text = match reply.rfind(FINAL) {
        Some(at) => &reply[at + FINAL.len()..],
        None if reply.contains("<|channel|>") => return Some(Visible::Unclosed),
        None => return None,
    };
    let end = ["<|end|>", "<|return|>", "<|start|>", "<|channel|>"]
        .iter()
        .filter_map(|mark| text.find(mark))
        .min();
    Some(Visible::Text(Cow::Borrowed(
        &text[..end.unwrap_or(text.len())],
    )))
}

struct Tag {
    start: usize,
    end: usize,
    is_close: bool,
}

/// Every tag of a reasoning block, in order.
fn tags(reply: &str) -> Vec<Tag> {
    reply
        .match_indices(['<', '[', '◁'])
        .filter_map(|(start, open)| {
            let rest = &reply[start + open.len()..];
            let close = match open {
                "[" => ']',
                "◁" => '▷',
                _ => '>',
            };
            let length = rest.char_indices().take(40).find(|(_, c)| *c == close)?.0;
            let inner = rest[..length].trim_matches('|');
            let (name, is_close) = tag_name(inner);
            let is_reasoning = NAMES.contains(&name.as_str())
                && (open != "[" || inner.len() == "/think".len() - usize::from(!is_close));
            is_reasoning.then_some(Tag {
                start,
                end: start + open.len() + length + close.len_utf8(),
                is_close,
            })
        })
        .collect()
}

/// The lower-case name in a tag, and whether the tag closes.
fn tag_name(inner: &str) -> (String, bool) {
    let lower = inner.trim().to_ascii_lowercase();
    let (name, is_close) = match lower.strip_prefix('/') {
        Some(name) => (name.trim_start(), true),
        None => (lower.as_str(), false),
    };
    let (name, is_close) = match (
        name.strip_prefix("begin_").or(name.strip_prefix("start_")),
        name.strip_prefix("end_"),
    ) {
        (Some(name), _) => (name, false),
        (_, Some(name)) => (name, true),
        _ => (name, is_close),
    };
    let name = name.split([' ', '\t']).next().unwrap_or_default();
    (name.to_owned(), is_close)
}

/// What stands outside the blocks; what comes before a closing tag that was never opened is reasoning.
fn outside(reply: &str, tags: &[Tag]) -> String {
    let mut kept = String::new();
    let mut from = 0;
    let mut depth = 0_usize;
    for tag in tags {
        if tag.is_close {
            if depth == 0 {
                kept.clear();
            }
            depth = depth.saturating_sub(1);
        } else {
            if depth == 0 {
                kept.push_str(&reply[from.min(tag.start)..tag.start]);
                kept.push('\n');
            }
            depth += 1;
        }
        from = tag.end;
    }
    if depth == 0 {
        kept.push_str(&reply[from..]);
    }
    kept
}
