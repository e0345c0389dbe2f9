//! The choices a person makes about scoring.
//!
//! Deliberately absent: what the choices do; that is in [`normalize`](crate::normalize) and [`score`](crate::score).

use serde::{Deserialize, Serialize};

/// Which script's preparation of gold answers and predictions is followed. See the table in the README.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Profile {
    /// ALUE's `squad_evaluation.py`: hyphens stay, list-like gold text becomes its members.
    #[serde(rename = "alue")]
    Alue,
    /// SQuAD 2.0's `evaluate-v2.0.py`.
    #[serde(rename = "squad-v2")]
    SquadV2,
    /// SQuAD 1.1's `evaluate-v1.1.py`.
    #[serde(rename = "squad-v1.1")]
    SquadV11,
}

impl Profile {
    /// All three, in the order the page offers them.
    pub const ALL: [Profile; 3] = [Profile::Alue, Profile::SquadV2, Profile::SquadV11];

    /// The name in files and hooks: `alue`, `squad-v2`, `squad-v1.1`.
    pub fn key(self) -> &'static str {
        match self {
            Profile::Alue => "alue",
            Profile::SquadV2 => "squad-v2",
            Profile::SquadV11 => "squad-v1.1",
        }
    }
}

/// One step between a prediction as read and the text that is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Normalizer {
    /// The prediction as it is. For multiple choice the same comparison as `strict`.
    None,
    /// Strict equality: exact match only when prediction and gold are the same characters, as ALUE compares letters.
    Strict,
    /// ALUE's `normalize_tail_extraction_predictions`: every value becomes one bracketed list in text.
    #[serde(rename = "normalize_tail_extraction_predictions")]
    TailNumbers,
    /// The letter a careful reader sees in the reply, among those the question offers.
    ChoiceLetter,
    /// Takes off Markdown emphasis, code, headings, quotes and list marks.
    StripMarkdown,
    /// The value of one field of a JSON object in the reply.
    JsonField {
        /// The field's name; empty means the usual ones (`answer`, `prediction`, …).
        field: String,
    },
    /// Replies that say in words that there is no answer become empty text.
    NoAnswerPhrases {
        /// The phrases, compared without case, outer punctuation and spaces.
        phrases: Vec<String>,
    },
    /// The capture group of a regular expression; a reply that does not match stays as it is.
    Regex {
        /// The expression.
        pattern: String,
        /// Which group, 0 being the whole match.
        group: usize,
    },
}

/// Everything that decides the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Extractive data only.
    pub profile: Profile,
    /// Applied in order. Empty is the same as `[None]`.
    pub normalizers: Vec<Normalizer>,
    /// Field of an object prediction to read; `None` means the usual ones.
    pub field_to_extract: Option<String>,
    /// Score the first so many questions; `None` means all.
    pub n_questions: Option<usize>,
    /// Opt-in NFKC and Unicode punctuation; not comparable with published SQuAD numbers.
    #[serde(default)]
    pub unicode: bool,
}

impl Settings {
    /// Whether both give the same numbers: an empty chain is the same as one of [`Normalizer::None`].
    ///
    /// ```
    /// use marksheet::settings::{Normalizer, Profile, Settings};
    /// let none = Settings { profile: Profile::Alue, normalizers: vec![Normalizer::None], field_to_extract: None,
    ///     n_questions: None, unicode: false };
    /// assert!(none.is_same_as(&Settings { normalizers: vec![], ..none.clone() }));
    /// assert!(!none.is_same_as(&Settings { unicode: true, ..none.clone() }));
    /// ```
    pub fn is_same_as(&self, other: &Self) -> bool {
        // Named one by one, so that a new field cannot be forgotten here.
        let Self {
            profile,
            normalizers,
            field_to_extract,
            n_questions,
            unicode,
        } = self;
        let does_something = |step: &&Normalizer| **step != Normalizer::None;
        *profile == other.profile
            && *field_to_extract == other.field_to_extract
            && *n_questions == other.n_questions
            && *unicode == other.unicode
            && normalizers
                .iter()
                .filter(does_something)
                .eq(other.normalizers.iter().filter(does_something))
    }
}
