//! The sign, the style and the word of each outcome class.

use crate::outcome::Outcome;

/// The sign that goes with a class, so that color is never alone.
pub fn sign(outcome: Outcome) -> (&'static str, &'static str, &'static str) {
    let class = match outcome {
        Outcome::Correct => "correct",
        Outcome::Partial => "partly",
        Outcome::Wrong => "wrong",
        Outcome::Unparsed | Outcome::Empty | Outcome::Refused | Outcome::Truncated => "unread",
        Outcome::Timeout | Outcome::HttpError | Outcome::Network | Outcome::Missing => "absent",
    };
    (outcome.sign(), class, outcome.in_words())
}
