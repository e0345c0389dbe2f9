//! Letters that say what they are by where they stand: alone on a line, or at the start of one.
//!
//! Deliberately absent: letters inside a sentence; [`statements`](super::statements) reads those.

use std::ops::Range;

use super::phrases::{self, Role};
use super::standing::{self, Follow};
use super::tokens::{Kind, Token};
use super::verdict::{self, Said};
use super::{Found, Reply, choice_text, lists, statements};

/// The whole reply or its first line is a letter. A later line that takes it back wins.
pub(super) fn bare_line(reply: &Reply) -> Found {
    let (first, rest) = reply.lines.split_first()?;
    let letters = bare(reply, first.clone())?;
    let [letter] = letters[..] else {
        return Some(Err(super::SEVERAL));
    };
    let is_rival = |line: &Range<usize>| {
        bare(reply, line.clone()).is_some_and(|others| others.iter().any(|other| *other != letter))
    };
    if rest.iter().any(is_rival) {
        return Some(Err(super::SEVERAL));
    }
    if !rest.is_empty() && statements::takes_back(reply) {
        return statements::last_stated(reply);
    }
    if reply.offers(letter) {
        return Some(Ok(letter));
    }
    rest.is_empty().then_some(Err(super::UNOFFERED))
}

/// The first line starts with a choice: `B) the swashplate`, `B - because`.
pub(super) fn starts_with_choice(reply: &Reply) -> Found {
    let line = reply.lines.first()?;
    let start = after_marks(reply, line.clone());
    let first = reply.tokens.get(start)?.letter()?;
    let (letters, end) = standing::group(&reply.tokens, start);
    let has_verdict = verdict::said_of(reply, end, letters[0]) == Said::Wrong;
    if letters.len() > 1 {
        return (!has_verdict).then_some(Err(super::SEVERAL));
    }
    let next = reply.tokens.get(end);
    let is_marked = next
        .is_none_or(|next| matches!(next.kind, Kind::Punct(')' | '.' | ':') | Kind::NewLine))
        || first.is_enclosed;
    let is_own = reply.text_from(end).any(|text| text.letter == first.letter);
    let is_plain = first.is_upper && first.letter != 'I' || is_marked || is_own;
    if has_verdict
        || !is_plain
        || lists::is_in_list(reply, line.start)
        || !standing::stands(reply, end, Follow::Strict)
    {
        return None;
    }
    if next.is_some_and(|next| next.is_punct('?')) {
        return None;
    }
    if !reply.offers(first.letter) {
        return None;
    }
    let rival = next
        .filter(|next| next.is_punct(':'))
        .and_then(|_| bare(reply, end + 1..line.end));
    if rival.is_some_and(|rival| rival != [first.letter]) {
        return Some(Err(super::SEVERAL));
    }
    if standing::is_joined_over_text(reply, end, first.letter) {
        return Some(Err(super::SEVERAL));
    }
    if choice_text::contradicts(reply, end, first.letter) {
        return Some(Err(super::CONTRADICTS));
    }
    Some(Ok(first.letter))
}

/// The letters of a line that holds nothing but letters, marks and *option*; each once.
pub(super) fn bare(reply: &Reply, line: Range<usize>) -> Option<Vec<char>> {
    let start = after_marks(reply, line.clone());
    let tokens = reply.tokens.get(start..line.end)?;
    let mut letters = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let letter = match token.kind {
            Kind::Letter(letter) => Some(letter.letter),
            Kind::Word => repeated(token),
            _ => None,
        };
        let is_between = at > 0
            && at + 1 < tokens.len()
            && (phrases::is(token, Role::And) || phrases::is_joining_sign(token));
        let is_upper = token
            .letter()
            .is_none_or(|letter| letter.is_upper || letter.is_enclosed);
        match letter {
            Some(_) if is_between && !is_upper => {}
            Some(letter) if !letters.contains(&letter) => letters.push(letter),
            Some(_) => {}
            None if is_between => {}
            None if matches!(token.kind, Kind::Punct('=' | '+' | '%' | '@'))
                && tokens.len() > 2 =>
            {
                return None;
            }
            None if matches!(token.kind, Kind::Punct(_)) => {}
            None => return None,
        }
    }
    (!letters.is_empty()).then_some(letters)
}

/// `BBB` is the letter B.
fn repeated(token: &Token) -> Option<char> {
    let first = token.text.chars().next().filter(char::is_ascii_uppercase)?;
    token.text.chars().all(|c| c == first).then_some(first)
}

/// Where the words of a line start.
pub(super) fn text_start(reply: &Reply, line: &Range<usize>) -> usize {
    let marks = reply.tokens[line.clone()]
        .iter()
        .take_while(|token| !token.is_wordlike());
    line.start + marks.count()
}

/// Where a line's text starts, after list and quote marks, a number, and *option* or *the letter*.
fn after_marks(reply: &Reply, line: Range<usize>) -> usize {
    let tokens = &reply.tokens;
    let mut at = line.start;
    while at < line.end
        && matches!(
            tokens[at].kind,
            Kind::Punct('-' | '>' | '→' | '(' | '.' | '+' | ':')
        )
    {
        at += 1;
    }
    let is_numbered = at + 1 < line.end
        && tokens[at].kind == Kind::Number
        && matches!(tokens[at + 1].kind, Kind::Punct('.' | ')' | ':'));
    at += if is_numbered { 2 } else { 0 };
    let start = at;
    while at < line.end && at < start + 6 {
        let token = &tokens[at];
        let is_word = token.letter().is_none()
            && (phrases::is(token, Role::Choice)
                || ["the", "die", "la", "el"].contains(&&*token.text));
        let is_sign = token.kind == Kind::Sign
            && (at + 1..=(at + 4).min(line.end))
                .any(|end| phrases::signs_before(tokens, end) == Some(Role::Choice));
        let is_mark = at > start && matches!(token.kind, Kind::Punct(':' | '(' | '-'));
        if !(is_word || is_sign || is_mark) {
            break;
        }
        at += 1;
    }
    at
}

/// The letter a line starts with as a choice does (`B)`, `B.`, `B:`, `(B)`), and where what follows starts.
pub(super) fn choice_at(reply: &Reply, line: &Range<usize>) -> Option<(char, usize)> {
    let at = after_marks(reply, line.clone());
    let letter = reply.tokens.get(at).filter(|_| at < line.end)?.letter()?;
    let next = reply.tokens.get(at + 1).filter(|_| at + 1 < line.end);
    let is_marked =
        next.is_some_and(|next| matches!(next.kind, Kind::Punct(')' | '.' | ':' | '-')));
    let is_choice = letter.is_enclosed || is_marked || next.is_none();
    is_choice.then_some((letter.letter, at + 1 + usize::from(is_marked)))
}

/// The letter of a line that is a choice with its full text and nothing else.
pub(super) fn choice_with_text(reply: &Reply, line: Range<usize>) -> Option<char> {
    let (letter, start) = choice_at(reply, &line)?;
    let text = reply.text_from(start).find(|text| text.letter == letter)?;
    let rest = reply.tokens.get(text.end..line.end)?;
    rest.iter()
        .all(|token| matches!(token.kind, Kind::Punct(_)))
        .then_some(letter)
}
