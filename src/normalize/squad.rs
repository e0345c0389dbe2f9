//! The text preparation of the SQuAD scripts and of ALUE's, character for character as Python does it.
//!
//! Lower case, then punctuation, then articles, then white space. Deliberately absent: gold answers written as lists
//! (see [`list_text`](super::list_text)) and everything a person may choose to do to a prediction before.
//!
//! What may still differ from a given Python: letters that got their lower case after its Unicode version (`str::to_lowercase`
//! follows Rust's), and scripts added to Unicode after 15.1, which are no word characters here.

use unicode_normalization::UnicodeNormalization;

use super::characters::{is_dash, is_punctuation, is_space, is_word};
use crate::settings::Profile;

/// How texts are prepared. Holds a buffer, so that preparing many texts allocates nothing.
#[derive(Clone, Debug)]
pub struct Preparation {
    keeps_hyphen: bool,
    is_unicode: bool,
    lower: String,
}

impl Preparation {
    /// The preparation of `profile`; `is_unicode` adds NFKC and Unicode punctuation, which no published number has.
    pub fn new(profile: Profile, is_unicode: bool) -> Self {
        Self {
            keeps_hyphen: profile == Profile::Alue,
            is_unicode,
            lower: String::new(),
        }
    }

    /// Replaces `out` by the prepared `text`: its tokens, one space between them.
    ///
    /// ```
    /// use marksheet::{normalize::squad::Preparation, settings::Profile};
    /// let mut out = String::new();
    /// Preparation::new(Profile::SquadV2, false).write("The  Eiffel-Tower!", &mut out);
    /// assert_eq!(out, "eiffeltower");
    /// ```
    pub fn write(&mut self, text: &str, out: &mut String) {
        out.clear();
        let keeps_hyphen = self.keeps_hyphen;
        if text.is_ascii() {
            let chars = text
                .bytes()
                .map(|byte| char::from(byte.to_ascii_lowercase()));
            return Words::new(out, keeps_hyphen).take(chars);
        }
        if self.is_unicode {
            let text = unicode_folded(text, keeps_hyphen);
            return Words::new(out, keeps_hyphen).take(text.chars());
        }
        self.lower.clear();
        if text.contains('Σ') {
            // Only this letter's lower case depends on its neighbors.
            self.lower.push_str(&text.to_lowercase());
        } else {
            self.lower.extend(text.chars().flat_map(char::to_lowercase));
        }
        Words::new(out, keeps_hyphen).take(self.lower.chars());
    }
}

/// `text` prepared for comparison by `profile`, as Python's `normalize_answer` returns it.
///
/// Source: `normalize_answer` in SQuAD's `evaluate-v1.1.py` and `evaluate-v2.0.py`; ALUE's `squad_evaluation.py`
/// keeps the hyphen. Idempotent.
///
/// ```
/// use marksheet::{normalize::squad::answer, settings::Profile};
/// assert_eq!(answer("$1,200.50", Profile::SquadV2), "120050");
/// assert_eq!(answer("The N-123 AB", Profile::SquadV2), "n123 ab");
/// assert_eq!(answer("The N-123 AB", Profile::Alue), "n-123 ab");
/// ```
pub fn answer(text: &str, profile: Profile) -> String {
    let mut out = String::new();
    Preparation::new(profile, false).write(text, &mut out);
    out
}

/// NFKC, lower case, no punctuation of any script; dashes of any kind become `-` where hyphens stay.
fn unicode_folded(text: &str, keeps_hyphen: bool) -> String {
    let composed: String = text.nfkc().collect();
    composed
        .to_lowercase()
        .nfkc()
        .filter_map(|c| match c {
            _ if keeps_hyphen && is_dash(c) => Some('-'),
            _ if is_dash(c) || is_punctuation(c) => None,
            _ => Some(c),
        })
        .collect()
}

/// Writes words while dropping punctuation, articles and superfluous white space, in one pass.
struct Words<'a> {
    out: &'a mut String,
    keeps_hyphen: bool,
    /// White space or a dropped article stands between the last kept character and the next.
    is_apart: bool,
    /// Where the current run of ASCII letters and digits starts in `out`, while there is one.
    run: Option<usize>,
    /// The character outside ASCII right before that run. Whether it is a word character is asked only for articles.
    before: Option<char>,
}

impl<'a> Words<'a> {
    fn new(out: &'a mut String, keeps_hyphen: bool) -> Self {
        Self {
            out,
            keeps_hyphen,
            is_apart: false,
            run: None,
            before: None,
        }
    }

    fn take(mut self, chars: impl Iterator<Item = char>) {
        for c in chars {
            if c.is_ascii_alphanumeric() {
                self.keep(c, true);
            } else if c.is_ascii_punctuation() && !(c == '-' && self.keeps_hyphen) {
                // Dropped without a trace: what stands on both sides becomes one word.
            } else if is_space(c) {
                self.end_run(None);
                self.before = None;
                self.is_apart = true;
            } else {
                self.end_run(Some(c));
                self.keep(c, false);
                self.before = Some(c);
            }
        }
        self.end_run(None);
    }

    #[inline]
    fn keep(&mut self, c: char, is_run: bool) {
        if self.is_apart {
            if !self.out.is_empty() {
                self.out.push(' ');
            }
            self.is_apart = false;
        }
        if is_run && self.run.is_none() {
            self.run = Some(self.out.len());
        }
        self.out.push(c);
    }

    /// Ends the current run before `after`, and takes it out again if it is an article by Python's `\b(a|an|the)\b`.
    #[inline]
    fn end_run(&mut self, after: Option<char>) {
        let Some(start) = self.run.take() else {
            return;
        };
        let is_article = matches!(self.out.get(start..), Some("a" | "an" | "the"));
        if !is_article || self.before.is_some_and(is_word) || after.is_some_and(is_word) {
            return;
        }
        self.out.truncate(start);
        if self.out.ends_with(' ') {
            self.out.pop();
        }
        self.is_apart = true;
    }
}
