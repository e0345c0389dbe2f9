//! Stands in for the reader of choice letters until it is merged: reads a reply that is a letter and nothing else.

use crate::dataset::Choice;

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterReading {
    /// The letter, when one can be read.
    pub letter: Option<char>,
    /// Which rule read it.
    pub rule: &'static str,
    /// What a person should see.
    pub notes: Vec<String>,
    /// Reasoning that never ends.
    pub is_truncated: bool,
}

/// Reads the letter of a reply.
pub fn read(reply: &str, choices: &[Choice]) -> LetterReading {
    let mut chars = reply.trim().chars();
    let letter = chars
        .next()
        .map(|c| c.to_ascii_uppercase())
        .filter(|_| chars.next().is_none());
    LetterReading {
        letter: letter.filter(|c| choices.iter().any(|choice| choice.letter == *c)),
        rule: "the whole reply is a letter",
        notes: Vec::new(),
        is_truncated: reply.trim().starts_with("<think>") && !reply.contains("</think>"),
    }
}
