//! The part of a reply that is meant to be read: the reply without the model's reasoning.
//!
//! Deliberately absent: judging the reasoning, and tags around the answer (`<answer>`), which the letter reader knows.

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

/// A reply without its reasoning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AfterThinking<'a> {
    /// The text without the reasoning; empty when there is nothing but reasoning.
    pub text: Cow<'a, str>,
    /// The reasoning never ends: the reply was probably cut off. What stands before it is kept.
    pub is_cut_off: bool,
    /// There was reasoning.
    pub is_changed: bool,
}

/// Takes the reasoning off: keeps what follows the last closing tag (`</think>`, `[/THINK]`, `<|end_of_thought|>` and
/// the like, in any case), or the last `final<|message|>`.
///
/// When nothing follows, what stands outside the closed blocks is kept (`<answer>B</answer><reasoning>…</reasoning>`).
/// Text before a tag that is never closed is kept too; a reply that starts with such a tag has nothing to read.
///
/// ```
/// use marksheet::predictions::value::after_thinking;
/// assert_eq!(after_thinking("<think>N2? No.</think>\nN1").text, "N1");
/// let cut = after_thinking("N1 <Thinking>N2? No, maybe");
/// assert!(cut.text == "N1" && cut.is_cut_off);
/// ```
pub fn after_thinking(reply: &str) -> AfterThinking<'_> {
    let unchanged = AfterThinking {
        text: Cow::Borrowed(reply),
        is_cut_off: false,
        is_changed: false,
    };
    if !OPENERS.iter().any(|opener| reply.contains(*opener)) {
        return unchanged;
    }
    if let Some(found) = harmony(reply) {
        return found;
    }
    let tags = tags(reply);
    if tags.is_empty() {
        return unchanged;
    }
    let last_close = tags.iter().rposition(|tag| tag.is_close);
    let first_open = tags.get(last_close.map_or(0, |at| at + 1));
    let start = last_close.map_or(0, |at| tags[at].end);
    let end = first_open.map_or(reply.len(), |open| open.start.max(start));
    let after = reply[start..end].trim();
    AfterThinking {
        text: match after.is_empty() {
            true => Cow::Owned(outside(reply, &tags).trim().to_owned()),
            false => Cow::Borrowed(after),
        },
        is_cut_off: first_open.is_some(),
        is_changed: true,
    }
}

/// The final channel of a reply in the harmony format; `None` when it is not in that format.
fn harmony(reply: &str) -> Option<AfterThinking<'_>> {
    const FINAL: &str = "final<|message|>";
    let text = match reply.rfind(FINAL) {
        Some(at) => Some(&reply[at + FINAL.len()..]),
        None if reply.contains("<|channel|>") => None,
        None => return None,
    };
    let is_cut_off = text.is_none();
    let text = text.unwrap_or_default();
    let end = ["<|end|>", "<|return|>", "<|start|>", "<|channel|>"]
        .iter()
        .filter_map(|mark| text.find(mark))
        .min();
    Some(AfterThinking {
        text: Cow::Borrowed(text[..end.unwrap_or(text.len())].trim()),
        is_cut_off,
        is_changed: true,
    })
}

/// What a tag starts with.
const OPENERS: [char; 3] = ['<', '[', '◁'];

struct Tag {
    start: usize,
    end: usize,
    is_close: bool,
}

/// Every tag of a reasoning block, in order.
fn tags(reply: &str) -> Vec<Tag> {
    reply
        .match_indices(OPENERS)
        .filter_map(|(start, open)| {
            let rest = &reply[start + open.len()..];
            let close = match open {
                "[" => ']',
                "◁" => '▷',
                _ => '>',
            };
            let length = rest.char_indices().take(40).find(|(_, c)| *c == close)?.0;
            let inner = rest[..length].trim_matches('|');
            let is_think = ["think", "/think"]
                .iter()
                .any(|name| inner.eq_ignore_ascii_case(name));
            // Square brackets hold lists, too.
            if open == "[" && !is_think {
                return None;
            }
            let (name, is_close) = tag_name(inner);
            let is_reasoning = NAMES.contains(&name.as_str());
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
