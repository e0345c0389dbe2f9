//! The class of a failed call, as its error names it; and whether its words are about what a model wrote.
//!
//! Deliberately absent: whether a form was asked for, without which such words mean nothing; who asks knows that.

use super::Said;
use crate::outcome::Outcome;

/// Codes of filters that refuse a question.
const FILTERED: [&str; 5] = [
    "content_filter",
    "content_policy_violation",
    "moderation_blocked",
    "data_inspection_failed",
    "ResponsibleAIPolicyViolation",
];

/// Groq's code for a reply that is not as its form wants it; one that its limit cut off has it, too.
const NOT_MET: &str = "json_validate_failed";

/// Groq's words for the second.
const CUT_OFF: &str = "max completion tokens reached";

/// What an error about a reply calls it, in lower case.
const REPLY: [&str; 7] = [
    "generated",
    "failed to generate",
    "model output",
    "model's output",
    "model response",
    "model's response",
    "output of the model",
];

/// What is said of a reply that is not in its form, in lower case.
const NOT_KEPT: [&str; 10] = [
    "match",
    "validate",
    "conform",
    "fit",
    "failed to generate",
    "not valid",
    "invalid",
    "violat",
    "parse",
    "satisf",
];

/// Words of those who read requests: none of them is said of a reply, in lower case.
const OF_REQUEST: [&str; 6] = [
    "deserialize",
    "variant",
    "input tag",
    "expected tags",
    "json body",
    "request body",
];

impl Said {
    /// What became of the question: `refused`, `unparsed` and `truncated` where the error's names say that the server is fine
    /// and this one reply is not, `timeout` where time ran out, else `http_error`.
    ///
    /// ```
    /// use marksheet::{outcome::Outcome, said::Said};
    /// let class = |status, body| Said::read(status, body).class();
    /// assert_eq!(class(400, r#"{"error": {"code": "content_filter"}}"#), Outcome::Refused);
    /// assert_eq!(class(400, r#"{"error": {"code": "json_validate_failed"}}"#), Outcome::Unparsed);
    /// assert_eq!(class(504, ""), Outcome::Timeout);
    /// ```
    pub fn class(&self) -> Outcome {
        if self.is_unmet() {
            return match self.message.to_ascii_lowercase().contains(CUT_OFF) {
                true => Outcome::Truncated,
                false => Outcome::Unparsed,
            };
        }
        if self.is_filtered() {
            return Outcome::Refused;
        }
        let is_late = |name: &str| name.contains("expired") || name.contains("timeout");
        if matches!(self.status, 408 | 504 | 524) || self.code.as_deref().is_some_and(is_late) {
            return Outcome::Timeout;
        }
        Outcome::HttpError
    }

    /// A filter refused the question itself: a matter of this one item.
    pub fn is_filtered(&self) -> bool {
        let is_flagged = || self.message.to_ascii_lowercase().contains("flagged");
        self.is_moderated
            || self.any_names().any(|name| FILTERED.contains(&name))
            // OpenAI's code for it stands for other things, too.
            || (self.any_names().any(|name| name == "invalid_prompt") && is_flagged())
    }

    /// What the model wrote is not as its form wants it, by the error's code: the request was fine.
    pub fn is_unmet(&self) -> bool {
        // A router repeats the whole error in its message.
        self.any_names().any(|name| name == NOT_MET) || self.message.contains(NOT_MET)
    }

    /// What the model wrote is not as its form wants it, in words: also servers without a code for it say so, in whatever
    /// words. Only where a form was asked for.
    pub fn speaks_of_misfit(&self) -> bool {
        let lower = self.message.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|words| lower.contains(words));
        let is_about_form = lower.contains("json") || lower.contains("schema");
        let can_be = matches!(self.status, 200..300 | 400 | 422);
        can_be && is_about_form && has(&REPLY) && has(&NOT_KEPT) && !has(&OF_REQUEST)
    }

    /// Every name the error goes by, here or behind a router.
    pub(super) fn any_names(&self) -> impl Iterator<Item = &str> {
        self.names().chain(self.behind.iter().map(String::as_str))
    }
}
