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

mod ascii;

/// How texts are prepared.
#[derive(Clone, Copy, Debug)]
pub struct Preparation {
    keeps_hyphen: bool,
    is_unicode: bool,
}

impl Preparation {
    /// The preparation of `profile`; `is_unicode` adds NFKC and Unicode punctuation, which no published number has.
    pub fn new(profile: Profile, is_unicode: bool) -> Self {
        Self {
            keeps_hyphen: profile == Profile::Alue,
            is_unicode,
        }
    }

    /// Replaces `out` by the prepared `text`: its tokens, one space between them. Reuses what `out` has room for.
    ///
    /// ```
    /// use marksheet::{normalize::squad::Preparation, settings::Profile};
    /// let mut out = String::new();
    /// Preparation::new(Profile::SquadV2, false).write("The  Eiffel-Tower!", &mut out);
    /// assert_eq!(out, "eiffeltower");
    /// ```
    pub fn write(self, text: &str, out: &mut String) {
        if text.is_ascii() {
            return ascii::write(text.as_bytes(), self.keeps_hyphen, out);
        }
        let mut words = Words::new(std::mem::take(out), self.keeps_hyphen);
        if self.is_unicode {
            words.lower_text(&unicode_folded(text, self.keeps_hyphen));
        } else if text.contains('Σ') {
            // Only this letter's lower case depends on its neighbors.
            words.lower_text(&text.to_lowercase());
        } else {
            for c in text.chars() {
                match u8::try_from(c) {
                    Ok(byte) if byte.is_ascii() => words.ascii(byte),
                    _ => c.to_lowercase().for_each(|lower| words.char(lower)),
                }
            }
        }
        *out = words.finish();
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

/// Writes words while dropping punctuation, articles and superfluous white space, in one pass over lower-case characters.
struct Words {
    /// UTF-8 at every step: only whole characters are pushed, only ASCII is taken off again.
    out: Vec<u8>,
    keeps_hyphen: bool,
    /// White space or a dropped article stands between the last kept character and the next.
    is_apart: bool,
    /// Where the current run of ASCII letters and digits starts in `out`, while there is one.
    run: Option<usize>,
    /// The character outside ASCII right before that run. Whether it is a word character is asked only for articles.
    before: Option<char>,
}

impl Words {
    fn new(out: String, keeps_hyphen: bool) -> Self {
        let mut out = out.into_bytes();
        out.clear();
        Self {
            out,
            keeps_hyphen,
            is_apart: false,
            run: None,
            before: None,
        }
    }

    fn lower_text(&mut self, text: &str) {
        text.chars().for_each(|c| self.char(c));
    }

    #[inline]
    fn char(&mut self, c: char) {
        match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() => self.ascii(byte),
            _ if is_space(c) => self.space(),
            _ => {
                self.end_run(Some(c));
                self.before = Some(c);
                self.separate();
                self.out
                    .extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }

    #[inline]
    fn ascii(&mut self, byte: u8) {
        match ascii::class(byte, self.keeps_hyphen) {
            ascii::SPACE => self.space(),
            ascii::DROPPED => {}
            ascii::KEPT => {
                self.end_run(None);
                self.before = None;
                self.separate();
                self.out.push(byte);
            }
            lower => {
                if self.run.is_none() {
                    self.separate();
                    self.run = Some(self.out.len());
                }
                self.out.push(lower);
            }
        }
    }

    #[inline]
    fn space(&mut self) {
        self.end_run(None);
        self.before = None;
        self.is_apart = true;
    }

    #[inline]
    fn separate(&mut self) {
        if self.is_apart {
            self.is_apart = false;
            if !self.out.is_empty() {
                self.out.push(b' ');
            }
        }
    }

    /// Ends the current run before `after`, and takes it out again if it is an article by Python's `\b(a|an|the)\b`.
    #[inline]
    fn end_run(&mut self, after: Option<char>) {
        let Some(start) = self.run.take() else {
            return;
        };
        let is_article = matches!(self.out.get(start..), Some(b"a" | b"an" | b"the"));
        if is_article && !self.before.is_some_and(is_word) && !after.is_some_and(is_word) {
            self.out.truncate(start);
            if self.out.last() == Some(&b' ') {
                self.out.pop();
            }
            self.is_apart = true;
        }
    }

    fn finish(mut self) -> String {
        self.end_run(None);
        String::from_utf8(self.out).unwrap_or_default()
    }
}
