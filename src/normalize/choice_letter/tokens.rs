//! What a reply is made of: words, letters, signs and punctuation.
//!
//! Deliberately absent: splitting a reply into them; [`tokenizer`](super::tokenizer) does that.

use std::borrow::Cow;

/// One piece of a reply.
#[derive(Debug)]
pub(super) struct Token<'t> {
    /// What it is.
    pub kind: Kind,
    /// Lower case, but for one capital repeated (`BBB`), which stays as written.
    pub text: Cow<'t, str>,
    /// Nothing, not even a space, stands between this token and the one before.
    pub is_glued: bool,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A word of two letters or more, or a mark that stands for one.
    Word,
    /// A single letter, which may name a choice.
    Letter(Letter),
    /// Digits.
    Number,
    /// One character of a script written without spaces.
    Sign,
    /// Punctuation that carries structure.
    Punct(char),
    /// The end of one or more lines.
    NewLine,
}

/// A letter standing alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Letter {
    /// `A` to `Z`.
    pub letter: char,
    /// Written as a capital.
    pub is_upper: bool,
    /// Wrapped on both sides: `**A**`, `(A)`, `"A"`. Such a letter is never an article.
    pub is_enclosed: bool,
    /// Written in another alphabet, where it may also be a word (`В`, `А`, `С`).
    pub is_mapped: bool,
}

/// The word a `\boxed{…}` or `<answer>` becomes.
pub(super) const ANSWER_MARK: &str = "\\answer";

/// The word a tick becomes.
pub(super) const TICK: &str = "✓";

/// The word a cross becomes.
pub(super) const CROSS: &str = "✗";

impl Token<'_> {
    /// The letter, if it is one.
    pub fn letter(&self) -> Option<Letter> {
        match self.kind {
            Kind::Letter(letter) => Some(letter),
            _ => None,
        }
    }

    /// Whether this is the punctuation mark `c`.
    pub fn is_punct(&self, c: char) -> bool {
        self.kind == Kind::Punct(c)
    }

    /// Whether texts are compared by it: anything but punctuation and line ends.
    pub fn is_wordlike(&self) -> bool {
        !matches!(self.kind, Kind::Punct(_) | Kind::NewLine)
    }
}
