//! What the texts themselves show about one answer: why it is not right, where it stands, which words it shares.
//!
//! Deliberately absent: guesses. Nothing is said about what a model "thought"; every reason can be checked by
//! comparing the texts on the screen.

mod characters;
mod context;
mod difference;
mod equivalence;
mod groups;
mod kind;
mod reasons;
mod words;

use crate::normalize::list_text;

pub use crate::normalize::no_answer::says_none;
pub use context::{Mark, Segment, marks, occurs};
pub use groups::{Group, Grouping};
pub use kind::Kind;
pub use reasons::{Reason, reasons};
pub use words::{Overlap, Word, overlap};

/// The members of list-like text without their quotes: bracketed, or separated by commas outside quotes; the text itself
/// if it is no list.
pub(crate) fn members(text: &str) -> Vec<&str> {
    list_text::members(text)
        .into_iter()
        .map(|member| member.trim_matches(['\'', '"']))
        .filter(|member| !member.trim().is_empty())
        .collect()
}
