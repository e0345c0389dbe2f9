//! Two texts of the same letters and digits: in what, exactly, they differ.
//!
//! Deliberately absent: differences in words ([`words`](super::words) has those), and whether what differs changes the
//! meaning ([`equivalence`](super::equivalence) decides that).

use super::characters::{is_invisible, is_sign, look_alike};
use crate::normalize::characters::is_dash;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// One way in which texts of the same letters and digits can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aspect {
    /// Full-width, superscript and other compatibility forms.
    Forms,
    Accents,
    LookAlikes,
    Case,
    Signs,
    Dashes,
    /// Accented letters stored as one character or as two.
    Composition,
    Invisible,
    Spaces,
}

impl Aspect {
    /// In this order aspects are tried as superfluous: those that change most first.
    const ALL: [Aspect; 9] = [
        Aspect::Forms,
        Aspect::Accents,
        Aspect::LookAlikes,
        Aspect::Case,
        Aspect::Signs,
        Aspect::Dashes,
        Aspect::Composition,
        Aspect::Invisible,
        Aspect::Spaces,
    ];

    /// What the texts differ in, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Aspect::Forms => "character forms (full-width, superscript)",
            Aspect::Accents => "accents",
            Aspect::LookAlikes => "letters that look alike",
            Aspect::Case => "capital letters",
            Aspect::Signs => "punctuation or signs",
            Aspect::Dashes => "hyphens or dashes",
            Aspect::Composition => "how accented letters are stored",
            Aspect::Invisible => "invisible characters",
            Aspect::Spaces => "spaces",
        }
    }
}

/// One side of comparisons, prepared once.
pub(super) struct Reading<'a> {
    text: &'a str,
    bare: String,
}

impl<'a> Reading<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let bare = folded(text, &Aspect::ALL);
        Self { text, bare }
    }
}

/// The fewest aspects that explain all differences; `None` if the texts differ in more than that, or not at all.
pub(super) fn difference(one: &Reading<'_>, other: &Reading<'_>) -> Option<Vec<Aspect>> {
    if one.bare.is_empty() || one.bare != other.bare || one.text == other.text {
        return None;
    }
    let mut needed = Aspect::ALL.to_vec();
    for aspect in Aspect::ALL {
        let fewer: Vec<_> = needed
            .iter()
            .copied()
            .filter(|kept| *kept != aspect)
            .collect();
        if folded(one.text, &fewer) == folded(other.text, &fewer) {
            needed = fewer;
        }
    }
    Some(needed)
}

/// The text without what the aspects stand for.
fn folded(text: &str, aspects: &[Aspect]) -> String {
    let has = |aspect| aspects.contains(&aspect);
    let mut text = if has(Aspect::Forms) {
        text.nfkc().collect::<String>()
    } else if has(Aspect::Composition) {
        text.nfc().collect()
    } else {
        text.to_owned()
    };
    if has(Aspect::Accents) {
        text = text.nfd().filter(|c| !is_combining_mark(*c)).collect();
        if has(Aspect::Composition) {
            text = text.nfc().collect();
        }
    }
    let (dashes, signs) = (has(Aspect::Dashes), has(Aspect::Signs));
    let (spaces, invisible) = (has(Aspect::Spaces), has(Aspect::Invisible));
    let (case, look_alikes) = (has(Aspect::Case), has(Aspect::LookAlikes));
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let is_left_out = (dashes && is_dash(c))
            || (spaces && c.is_whitespace())
            || (invisible && is_invisible(c))
            || (signs && is_sign(c));
        if is_left_out {
            continue;
        }
        let c = look_alike(c).filter(|_| look_alikes).unwrap_or(c);
        if case {
            out.extend(c.to_lowercase());
        } else {
            out.push(c);
        }
    }
    out
}
