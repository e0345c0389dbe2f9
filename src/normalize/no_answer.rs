//! Replies that say in words that there is no answer.
//!
//! Deliberately absent: whether a question has an answer.

use super::characters::{is_punctuation, is_space};
use super::list_text;

/// The phrases the page starts with.
pub const NO_ANSWER_PHRASES: [&str; 24] = [
    "NONE",
    "[NONE]",
    "N/A",
    "none",
    "null",
    "nil",
    "unanswerable",
    "not answerable",
    "cannot be answered",
    "no answer",
    "no answer found",
    "no answer available",
    "there is no answer",
    "not mentioned",
    "not stated",
    "not specified",
    "not given",
    "not provided",
    "not available",
    "not found",
    "unknown",
    "the question is unanswerable",
    "the context does not contain the answer",
    "cannot be determined",
];

/// Phrases made ready for comparison.
#[derive(Clone, Debug, Default)]
pub struct Phrases {
    keys: Vec<String>,
    /// Phrases of punctuation only, such as `-`.
    marks: Vec<String>,
}

impl Phrases {
    /// Makes `phrases` ready: case, outer punctuation and superfluous white space do not count.
    pub fn new<'a>(phrases: impl IntoIterator<Item = &'a str>) -> Self {
        let mut made = Self::default();
        for phrase in phrases {
            let key = key(phrase);
            match key.is_empty() {
                false => made.keys.push(key),
                true => made.marks.push(phrase.trim().to_owned()),
            }
        }
        made.keys.sort_unstable();
        made.keys.dedup();
        made
    }

    /// Whether `text` as a whole is one of the phrases. Blank text is none.
    ///
    /// ```
    /// use marksheet::normalize::no_answer::{NO_ANSWER_PHRASES, Phrases};
    /// let phrases = Phrases::new(NO_ANSWER_PHRASES);
    /// assert!(phrases.holds("  Unanswerable.") && phrases.holds("n/a") && phrases.holds("[none]"));
    /// assert!(!phrases.holds("none of the crew") && !phrases.holds(""));
    /// ```
    pub fn holds(&self, text: &str) -> bool {
        // Longer than any phrase a person would list: spares long replies the preparation.
        if text.len() > 400 {
            return false;
        }
        let key = key(text);
        match key.is_empty() {
            false => self.keys.binary_search(&key).is_ok(),
            true => !text.trim().is_empty() && self.marks.iter().any(|mark| mark == text.trim()),
        }
    }
}

/// The longest denial, in words; a longer reply says something.
const MAX_DENIAL: usize = 6;

/// Whether a text says that there is no answer: empty, or NONE in its spellings (`[NONE]`, `['none']`, `[]`).
///
/// ```
/// use marksheet::normalize::no_answer::says_none;
/// assert!(says_none("") && says_none("[]") && says_none("['NONE']") && says_none("None."));
/// assert!(!says_none("none of them") && !says_none("-") && !says_none("."));
/// ```
pub fn says_none(text: &str) -> bool {
    let is_wrapper = |c: char| {
        matches!(
            c,
            '[' | ']' | '(' | ')' | '{' | '}' | '\'' | '"' | '`' | '’' | '‘' | '“' | '”'
        ) || c.is_whitespace()
    };
    let bare = text.trim_matches(is_wrapper);
    bare.is_empty() || list_text::is_none_word(bare)
}

/// Whether a reply is `no` before words of the question, such as `no tail number` or `no runway given`.
pub(crate) fn is_denial(text: &str, question: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty());
        words.take(1 << 10).map(str::to_lowercase).collect()
    };
    let said = words(text);
    let [no, rest @ ..] = said.as_slice() else {
        return false;
    };
    let is_found = |word: &String| {
        const FOUND: [&str; 9] = [
            "found",
            "given",
            "stated",
            "mentioned",
            "listed",
            "provided",
            "specified",
            "available",
            "present",
        ];
        FOUND.contains(&word.as_str())
    };
    if no != "no" || rest.is_empty() || rest.len() > MAX_DENIAL {
        return false;
    }
    let asked = words(question);
    let is_asked = |word: &String| {
        let same = |other: &String| {
            other == word || *other == format!("{word}s") || *word == format!("{other}s")
        };
        asked.iter().any(same)
    };
    rest.last().is_some_and(is_found) || rest.iter().all(is_asked)
}

fn key(text: &str) -> String {
    let bare = text.trim_matches(|c| is_space(c) || is_punctuation(c));
    let words: Vec<_> = bare
        .split(is_space)
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ").to_lowercase()
}
