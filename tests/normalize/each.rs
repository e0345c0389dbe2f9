//! One normalizer of each kind: for tests that must hold for all.

use marksheet::settings::Normalizer;

/// In the order of the catalog, with settings that are empty.
pub fn each() -> Vec<Normalizer> {
    vec![
        Normalizer::None,
        Normalizer::Strict,
        Normalizer::TailNumbers,
        Normalizer::ChoiceLetter,
        Normalizer::StripMarkdown,
        Normalizer::JsonField {
            field: String::new(),
        },
        Normalizer::NoAnswerPhrases {
            phrases: Vec::new(),
        },
        Normalizer::Regex {
            pattern: String::new(),
            group: 0,
        },
    ]
}
