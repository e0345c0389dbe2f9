//! Where the full text of a choice stands in a reply.
//!
//! Deliberately absent: whether the text is stated or ruled out; [`statements`](super::statements) decides that.

use crate::dataset::Choice;

use super::fold;
use super::tokenizer;
use super::tokens::Token;

/// One place where the full text of a choice stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Occurrence {
    /// First token.
    pub start: usize,
    /// One past the last token.
    pub end: usize,
    /// The choice's letter.
    pub letter: char,
    /// Long enough not to occur by chance: two words, one of three characters, or two digits.
    pub is_telling: bool,
}

/// Every occurrence that is not part of a longer one, in order. Case, punctuation and markup do not matter.
///
/// Two choices with the same text both occur. Linear in the length of the reply for each choice.
pub(super) fn occurrences(reply: &[Token], choices: &[Choice]) -> Vec<Occurrence> {
    let places: Vec<usize> = (0..reply.len())
        .filter(|at| reply[*at].is_wordlike())
        .collect();
    let words: Vec<&str> = places.iter().map(|at| &*reply[*at].text).collect();
    let mut found = Vec::new();
    for choice in choices {
        let folded = fold::fold(&choice.text);
        let text = tokenizer::tokens(&folded.text, &mut Vec::new());
        let text: Vec<&str> = text
            .iter()
            .filter(|token| token.is_wordlike())
            .map(|token| &*token.text)
            .collect();
        if text.is_empty() {
            continue;
        }
        let is_telling = text.len() > 1
            || text[0].chars().count() > 2
            || (text[0].len() == 2 && text[0].bytes().all(|b| b.is_ascii_digit()));
        found.extend(starts(&words, &text).into_iter().map(|start| Occurrence {
            start: places[start],
            end: places[start + text.len() - 1] + 1,
            letter: choice.letter.to_ascii_uppercase(),
            is_telling,
        }));
    }
    longest(found)
}

/// Keeps the occurrences that no longer one covers.
fn longest(mut found: Vec<Occurrence>) -> Vec<Occurrence> {
    found.sort_by_key(|occurrence| (occurrence.start, std::cmp::Reverse(occurrence.end)));
    let mut kept: Vec<Occurrence> = Vec::new();
    for occurrence in found {
        match kept.last() {
            Some(last) if occurrence.end < last.end => {}
            Some(last) if occurrence.end == last.end && occurrence.start > last.start => {}
            _ => kept.push(occurrence),
        }
    }
    kept
}

/// Where `text` starts in `words` (Knuth, Morris and Pratt, so that repetitive texts cost no more).
fn starts(words: &[&str], text: &[&str]) -> Vec<usize> {
    let mut fallback = vec![0; text.len()];
    for at in 1..text.len() {
        let mut length = fallback[at - 1];
        while length > 0 && text[at] != text[length] {
            length = fallback[length - 1];
        }
        fallback[at] = length + usize::from(text[at] == text[length]);
    }
    let mut found = Vec::new();
    let mut length = 0;
    for (at, word) in words.iter().enumerate() {
        while length > 0 && (length == text.len() || *word != text[length]) {
            length = fallback[length - 1];
        }
        length += usize::from(*word == text[length]);
        if length == text.len() {
            found.push(at + 1 - length);
        }
    }
    found
}
