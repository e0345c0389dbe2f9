//! The kinds of faults, by which questions are grouped: a question is of the kind of its first reason.
//!
//! Deliberately absent: details; a reason has those.

use serde::{Deserialize, Serialize};

/// What kind of fault an answer has, as far as the texts decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// No prediction for the id.
    Missing,
    /// The server answered with an error, could not be reached, or took too long.
    FailedCall,
    /// The model declined.
    Refused,
    /// Cut off before an answer could be read.
    CutOff,
    /// No answer can be read from the reply, or it does not fit its schema.
    Unparsed,
    /// No answer, where the key has one.
    Missed,
    /// An answer, where the key says none.
    Invented,
    /// Says that there is none, in other words than the key.
    OtherNone,
    /// The same answer: capitals, punctuation at the edges of words, spaces, Unicode forms. Nothing that can change a meaning.
    Written,
    /// The same but for characters that may or may not change the meaning: signs, hyphens, accents, superscripts, look-alikes.
    Characters,
    /// The same words or list members in another order.
    Reordered,
    /// All words of the gold answer and more, which may turn it into another answer.
    Extra,
    /// Only some words of the gold answer, and no others.
    Part,
    /// Some words of the gold answer, and others.
    Mixed,
    /// Another answer, which shares no word with those of the key's answers that were looked at, the closest by F1 first.
    Other,
    /// Another of the choices.
    OtherChoice,
    /// Exactly right, without a word that the F1 could count (SQuAD 1.1 alone).
    Wordless,
}

impl Kind {
    /// All kinds, in the order they are shown where counts are equal.
    pub const ALL: [Kind; 17] = [
        Kind::Missing,
        Kind::FailedCall,
        Kind::Refused,
        Kind::CutOff,
        Kind::Unparsed,
        Kind::Missed,
        Kind::Invented,
        Kind::OtherNone,
        Kind::Written,
        Kind::Characters,
        Kind::Reordered,
        Kind::Extra,
        Kind::Part,
        Kind::Mixed,
        Kind::Other,
        Kind::OtherChoice,
        Kind::Wordless,
    ];

    /// The name in files and addresses.
    pub fn key(self) -> &'static str {
        match self {
            Kind::Missing => "missing",
            Kind::FailedCall => "failed_call",
            Kind::Refused => "refused",
            Kind::CutOff => "cut_off",
            Kind::Unparsed => "unparsed",
            Kind::Missed => "missed",
            Kind::Invented => "invented",
            Kind::OtherNone => "other_none",
            Kind::Written => "written",
            Kind::Characters => "characters",
            Kind::Reordered => "reordered",
            Kind::Extra => "extra",
            Kind::Part => "part",
            Kind::Mixed => "mixed",
            Kind::Other => "other",
            Kind::OtherChoice => "other_choice",
            Kind::Wordless => "wordless",
        }
    }

    /// The group's name, for a person.
    pub fn label(self) -> &'static str {
        match self {
            Kind::Missing => "No prediction",
            Kind::FailedCall => "The call failed",
            Kind::Refused => "The model declined",
            Kind::CutOff => "Cut off before an answer",
            Kind::Unparsed => "No answer to be read",
            Kind::Missed => "No answer, where the key has one",
            Kind::Invented => "An answer, where the key says none",
            Kind::OtherNone => "Says none, in other words than the key",
            Kind::Written => "Right, but written otherwise",
            Kind::Characters => "Differs only in signs or characters",
            Kind::Reordered => "The same words in another order",
            Kind::Extra => "All words of the key, and more",
            Kind::Part => "Only some words of the key",
            Kind::Mixed => "Some words of the key, and others",
            Kind::Other => "Another answer",
            Kind::OtherChoice => "Another choice",
            Kind::Wordless => "Right, without a word to count",
        }
    }
}
