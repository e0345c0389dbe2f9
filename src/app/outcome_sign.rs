//! The sign, the style and the word of each outcome class.

use crate::outcome::Outcome;

/// The sign that goes with a class, so that color is never alone.
pub fn sign(outcome: Outcome) -> (&'static str, &'static str, &'static str) {
    let (style, word) = match outcome {
        Outcome::Correct => ("correct", "correct"),
        Outcome::Partial => ("partly", "partly right"),
        Outcome::Wrong => ("wrong", "wrong"),
        Outcome::Unparsed => ("unread", "could not be read"),
        Outcome::Empty => ("unread", "empty"),
        Outcome::Refused => ("unread", "refused"),
        Outcome::Truncated => ("unread", "cut short"),
        Outcome::Timeout => ("absent", "timed out"),
        Outcome::HttpError => ("absent", "call failed"),
        Outcome::Network => ("absent", "no connection"),
        Outcome::Missing => ("absent", "missing"),
    };
    (outcome.sign(), style, word)
}
