//! Cuts reasoning off the start of a reply.
//!
//! Deliberately absent: judging the reasoning.

/// What follows the reasoning in a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterThinking<'a> {
    /// The text without the reasoning; empty when the reasoning never ends.
    pub text: &'a str,
    /// The reasoning never ends.
    pub is_cut_off: bool,
    /// There was reasoning.
    pub is_changed: bool,
}

/// What follows the last `</think>`, `</thinking>` or `</reasoning>`, or the last `final<|message|>`.
///
/// An opening tag that is never closed leaves nothing readable.
///
/// ```
/// use marksheet::predictions::value::after_thinking;
/// assert_eq!(after_thinking("<think>N2? No.</think>\nN1").text, "N1");
/// assert!(after_thinking("<think>N2? No, maybe").is_cut_off);
/// ```
pub fn after_thinking(text: &str) -> AfterThinking<'_> {
    const TAGS: [(&str, &str); 3] = [
        ("<think>", "</think>"),
        ("<thinking>", "</thinking>"),
        ("<reasoning>", "</reasoning>"),
    ];
    const FINAL: &str = "final<|message|>";
    let unchanged = AfterThinking {
        text,
        is_cut_off: false,
        is_changed: false,
    };
    if !text.contains('<') {
        return unchanged;
    }
    let closes = TAGS.iter().map(|(_, close)| *close).chain([FINAL]);
    let end = closes
        .filter_map(|close| text.rfind(close).map(|idx| idx + close.len()))
        .max();
    let rest = end.and_then(|end| text.get(end..)).unwrap_or(text);
    let is_cut_off = TAGS.iter().any(|(open, _)| rest.contains(open))
        || (end.is_none() && rest.contains("<|channel|>analysis"));
    if is_cut_off {
        return AfterThinking {
            text: "",
            is_cut_off,
            is_changed: true,
        };
    }
    if end.is_none() {
        return unchanged;
    }
    let rest = rest.split("<|end|>").next().unwrap_or(rest);
    let rest = rest.split("<|return|>").next().unwrap_or(rest);
    AfterThinking {
        text: rest.trim(),
        is_cut_off,
        is_changed: true,
    }
}
