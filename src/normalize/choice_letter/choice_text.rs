//! The text of a choice as an answer: alone, beside a letter, or against one.
//!
//! Deliberately absent: finding the texts; [`full_text`](super::full_text) does that.

use super::full_text::Occurrence;
use super::phrases::{self, Role};
use super::standing::{self, Follow};
use super::tokens::Kind;
use super::verdict::{self, Said};
use super::{Found, Reply, lines};

/// The full text of exactly one choice, neither ruled out nor asked about, anywhere in the reply.
///
/// A short text (`4`, `no`) counts only where the reply starts with it.
pub(super) fn only_text(reply: &Reply) -> Found {
    let first_line = reply.lines.first()?;
    let leading = reply
        .text_from(lines::text_start(reply, first_line))
        .find(|text| ends_part(reply, text.end) && !is_ruled_out(reply, text));
    let telling = reply
        .texts
        .iter()
        .filter(|text| text.is_telling && !is_ruled_out(reply, text));
    let mut only = leading;
    for text in telling {
        match only {
            Some(first) if first.letter != text.letter => return Some(Err(super::SEVERAL_TEXTS)),
            Some(_) => {}
            None => only = Some(text),
        }
    }
    only.map(|text| letter_of(reply, *text))
}

/// The letter of a text, unless two choices share it or another letter is put to it (`the rotor (B)`).
pub(super) fn letter_of(reply: &Reply, text: Occurrence) -> Result<char, &'static str> {
    if reply.texts.iter().any(|other| {
        other.start == text.start && other.end == text.end && other.letter != text.letter
    }) {
        return Err(super::SEVERAL);
    }
    let rest = &reply.tokens[text.end..];
    let skipped = rest.iter().take(4).take_while(|token| {
        matches!(token.kind, Kind::Punct('(' | ':' | '-' | ',' | '→'))
            || phrases::is(token, Role::Choice)
    });
    let at = text.end + skipped.count();
    let letter = reply.tokens.get(at).and_then(|token| token.letter());
    let is_put = letter.is_some_and(|letter| {
        letter.is_upper
            && reply.offers(letter.letter)
            && standing::stands(reply, at + 1, Follow::Strict)
            && (at > text.end || letter.is_enclosed)
            && reply
                .tokens
                .get(at + 1)
                .is_none_or(|next| matches!(next.kind, Kind::NewLine | Kind::Punct(_)))
            && verdict::said(&reply.tokens, at + 1) != Said::Wrong
    });
    match letter {
        Some(letter) if is_put && letter.letter != text.letter => Err(super::CONTRADICTS),
        _ => Ok(text.letter),
    }
}

/// Whether the letter that ends right before `end` is followed by the full text of another choice.
pub(super) fn contradicts(reply: &Reply, end: usize, letter: char) -> bool {
    let tokens = &reply.tokens;
    let marks = tokens[end..]
        .iter()
        .take(3)
        .take_while(|token| matches!(token.kind, Kind::Punct(')' | '.' | ':' | '-' | ',' | '(')));
    let at = end + marks.count();
    let mut others = reply.text_from(at).peekable();
    others
        .peek()
        .is_some_and(|text| ends_part(reply, text.end) && text.letter != letter)
        && others.all(|text| text.letter != letter)
}

/// Whether a text that ends right before `end` is a part of its own: a mark or the line's end follows.
fn ends_part(reply: &Reply, end: usize) -> bool {
    let mut rest = reply
        .tokens
        .get(end..)
        .unwrap_or_default()
        .iter()
        .skip_while(|token| token.is_punct('%'));
    rest.next().is_none_or(|next| {
        matches!(
            next.kind,
            Kind::NewLine | Kind::Punct('.' | ',' | '!' | ';' | ')' | '-' | '(' | ':')
        )
    })
}

fn is_ruled_out(reply: &Reply, text: &Occurrence) -> bool {
    let tokens = &reply.tokens;
    let before = tokens[text.start.saturating_sub(4)..text.start]
        .iter()
        .rev();
    let is_negated = before
        .take_while(|token| {
            !matches!(
                token.kind,
                Kind::NewLine | Kind::Punct('.' | ',' | ';' | ':' | '!' | '?')
            )
        })
        .any(|token| phrases::is(token, Role::Not) || phrases::is(token, Role::If));
    let is_asked = tokens.get(text.end).is_some_and(|next| next.is_punct('?'));
    is_negated || is_asked || verdict::said(tokens, text.end) == Said::Wrong
}
