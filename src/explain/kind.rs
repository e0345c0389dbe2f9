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
    /// The same to a reader: capitals, punctuation, hyphens, accents, look-alikes.
    Written,
    /// The same words or list members in another order.
    Reordered,
    /// The gold answer and more.
    Extra,
    /// A part of the gold answer.
    Part,
    /// Some words of the gold answer, and others.
    Mixed,
    /// Another answer, which shares no word with the key's.
    Other,
    /// Another of the choices.
    OtherChoice,
    /// Exactly right, without a word that the F1 could count (SQuAD 1.1 alone).
    Wordless,
}

impl Kind {
    /// All kinds, in the order they are shown where counts are equal.
    pub const ALL: [Kind; 16] = [
        Kind::Missing,
        Kind::FailedCall,
        Kind::Refused,
        Kind::CutOff,
        Kind::Unparsed,
        Kind::Missed,
        Kind::Invented,
        Kind::OtherNone,
        Kind::Written,
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
            Kind::Reordered => "Right, but in another order",
            Kind::Extra => "The right answer and extra words",
            Kind::Part => "Only a part of the right answer",
            Kind::Mixed => "Some words of the right answer, and others",
            Kind::Other => "Another answer",
            Kind::OtherChoice => "Another choice",
            Kind::Wordless => "Right, without a word to count",
        }
    }
}
