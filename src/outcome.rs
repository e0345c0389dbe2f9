//! The one class every question ends in.
//!
//! Deliberately absent: how the class is decided; [`score`](crate::score) does that, in the order given there.

use serde::{Deserialize, Serialize};

/// What became of one question. A question has exactly one.
///
/// A failed call is not a wrong answer: the last five have *no reply* and are left out of the `answered_*` figures
/// (see [`Outcome::has_reply`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Exact match 1, or the right letter; a rightly empty answer included.
    Correct,
    /// Exact match 0, F1 above 0.
    Partial,
    /// A readable answer that is not right.
    Wrong,
    /// No letter the question offers can be read, or JSON that does not fit the schema.
    Unparsed,
    /// A blank reply that is not right.
    Empty,
    /// The model declined to answer.
    Refused,
    /// Stopped by the length limit, or a `<think>` never closed, and nothing readable left.
    Truncated,
    /// The call took longer than the time limit.
    Timeout,
    /// The server answered with an error.
    HttpError,
    /// The server could not be reached.
    Network,
    /// No prediction for this id.
    Missing,
}

impl Outcome {
    /// Every outcome, in the order the page lists them.
    pub const ALL: [Outcome; 11] = [
        Outcome::Correct,
        Outcome::Partial,
        Outcome::Wrong,
        Outcome::Unparsed,
        Outcome::Empty,
        Outcome::Refused,
        Outcome::Truncated,
        Outcome::Timeout,
        Outcome::HttpError,
        Outcome::Network,
        Outcome::Missing,
    ];

    /// The name in files and hooks: `correct`, `http_error`, ….
    pub fn key(self) -> &'static str {
        match self {
            Outcome::Correct => "correct",
            Outcome::Partial => "partial",
            Outcome::Wrong => "wrong",
            Outcome::Unparsed => "unparsed",
            Outcome::Empty => "empty",
            Outcome::Refused => "refused",
            Outcome::Truncated => "truncated",
            Outcome::Timeout => "timeout",
            Outcome::HttpError => "http_error",
            Outcome::Network => "network",
            Outcome::Missing => "missing",
        }
    }

    /// What became of the question, for a person.
    pub fn in_words(self) -> &'static str {
        match self {
            Outcome::Correct => "correct",
            Outcome::Partial => "partly right",
            Outcome::Wrong => "wrong",
            Outcome::Unparsed => "could not be read",
            Outcome::Empty => "empty",
            Outcome::Refused => "refused",
            Outcome::Truncated => "cut short",
            Outcome::Timeout => "timed out",
            Outcome::HttpError => "call failed",
            Outcome::Network => "no connection",
            Outcome::Missing => "missing",
        }
    }

    /// The sign that goes with it, so that color is never alone.
    pub fn sign(self) -> &'static str {
        match self {
            Outcome::Correct => "✓",
            Outcome::Partial => "◐",
            Outcome::Wrong => "✗",
            Outcome::Unparsed => "?",
            Outcome::Empty => "∅",
            Outcome::Refused => "⊘",
            Outcome::Truncated => "…",
            Outcome::Timeout => "◷",
            Outcome::HttpError => "⚡",
            Outcome::Network => "⌁",
            Outcome::Missing => "—",
        }
    }

    /// The outcome named `key`, if there is one.
    ///
    /// ```
    /// use marksheet::outcome::Outcome;
    /// assert_eq!(Outcome::from_key("http_error"), Some(Outcome::HttpError));
    /// assert_eq!(Outcome::from_key("fine"), None);
    /// ```
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.key() == key)
    }

    /// Whether the model replied at all: everything but missing, http_error, network and timeout.
    pub fn has_reply(self) -> bool {
        !matches!(
            self,
            Outcome::Missing | Outcome::HttpError | Outcome::Network | Outcome::Timeout
        )
    }
}
