//! Whether a letter stands alone, so that it can be an answer, and which letters are named together.
//!
//! Deliberately absent: what leads to it ([`lead`](super::lead)) and what is said about it ([`verdict`](super::verdict)).

use super::Reply;
use super::phrases::{self, Role};
use super::tokens::{self, Kind, Token};

/// How much may follow a letter for it to be the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Follow {
    /// The clause must end or give a reason.
    Strict,
    /// A verb may follow, and for letters that are no words anything may.
    Lenient,
}

const CLAUSE_VERBS: &[&str] = &[
    "is",
    "was",
    "are",
    "would",
    "should",
    "has",
    "seems",
    "looks",
    "describes",
    "states",
    "says",
    "matches",
    "fits",
    "explains",
    "makes",
    "provides",
    "gives",
    "remains",
    "follows",
    "ist",
    "war",
    "wäre",
    "est",
    "serait",
    "es",
    "é",
    "è",
    "jest",
    "är",
    "er",
    "being",
    "lautet",
];

const PLURAL_VERBS: &[&str] = &[
    "are", "were", "sind", "sont", "son", "são", "sono", "seem", "both",
];

const GUESSES: &[&str] = &[
    "maybe",
    "perhaps",
    "possibly",
    "probably",
    "even",
    "also",
    "vielleicht",
];

/// Whether the letters that end right before `end` stand alone, so that they can be an answer.
pub(super) fn stands(reply: &Reply, end: usize, follow: Follow) -> bool {
    let tokens = &reply.tokens;
    let Some(letter) = tokens[end - 1].letter() else {
        return false;
    };
    if letter.is_enclosed {
        return true;
    }
    let Some(next) = tokens.get(end) else {
        return true;
    };
    let is_own_text = || {
        reply
            .text_from(end)
            .any(|text| text.letter == letter.letter)
    };
    let is_pronoun = letter.letter == 'I';
    match next.kind {
        Kind::NewLine => true,
        Kind::Punct(c) => {
            ends_clause(tokens, end, c) && !(is_pronoun && c == ',') || is_own_text_over(reply, end)
        }
        Kind::Sign => !letter.is_mapped,
        Kind::Number => {
            is_own_text()
                || tokens.get(end + 1).is_some_and(|sign| sign.is_punct('%'))
                || (follow == Follow::Lenient
                    && letter.letter != 'A'
                    && letter.is_upper
                    && !next.is_glued)
        }
        Kind::Word | Kind::Letter(_) => {
            let is_verb = CLAUSE_VERBS.contains(&&*next.text);
            let is_reason = ["because", "since"].contains(&&*next.text)
                || (is_verb && follow == Follow::Lenient && next.text == "is");
            let is_after = phrases::is(next, Role::After)
                && !(is_verb && follow == Follow::Strict)
                && (!is_pronoun || is_reason);
            let is_no_word =
                letter.is_upper && !letter.is_mapped && !matches!(letter.letter, 'A' | 'I');
            is_own_text()
                || is_after
                || (follow == Follow::Lenient && is_no_word)
                || next.text == tokens::TICK
        }
    }
}

fn is_own_text_over(reply: &Reply, end: usize) -> bool {
    let letter = reply.tokens[end - 1].letter().map(|letter| letter.letter);
    reply
        .text_from(end + 1)
        .any(|text| Some(text.letter) == letter)
}

/// Whether a mark ends the clause: not the hyphen of `C-130`, the points of `A.M.`, the stroke of `A/C`.
fn ends_clause(tokens: &[Token], at: usize, mark: char) -> bool {
    let is_glued = tokens[at].is_glued;
    let next = tokens.get(at + 1).filter(|next| next.is_glued);
    match mark {
        '=' | '+' | '%' | '@' | '<' => false,
        '&' | '/' => !is_glued,
        '-' => !(is_glued && next.is_some_and(Token::is_wordlike)),
        '.' => !(is_glued && next.is_some_and(|next| next.letter().is_some())),
        _ => true,
    }
}

/// The letters named together from `start` on (`A and B`, `A, B`), each once, and where they end.
pub(super) fn group(tokens: &[Token], start: usize) -> (Vec<char>, usize) {
    let mut letters = Vec::new();
    let mut end = start;
    let mut next = Some(start);
    while let Some(at) = next {
        let Some(letter) = tokens.get(at).and_then(Token::letter) else {
            break;
        };
        if !letters.contains(&letter.letter) {
            letters.push(letter.letter);
        }
        end = at + 1;
        next = joined(tokens, end);
    }
    (letters, end)
}

/// Where the next letter of a group is, if `end` is followed by one.
fn joined(tokens: &[Token], end: usize) -> Option<usize> {
    let mut at = end;
    while at < end + 3 {
        let token = tokens.get(at)?;
        let is_hyphen = token.is_punct('-')
            && token.is_glued
            && tokens.get(at + 1).is_some_and(|next| next.is_glued);
        let is_as_well = tokens.get(end + 1).is_some_and(|well| well.text == "well")
            && ["as", "well"].contains(&&*token.text);
        let joins = is_hyphen
            || is_as_well
            || matches!(token.kind, Kind::Punct(',' | '/' | '&' | '+'))
            || (phrases::is(token, Role::And)
                && token.letter().is_none_or(|letter| !letter.is_upper))
            || phrases::is_joining_sign(token)
            || (at > end && (phrases::is(token, Role::Choice) || GUESSES.contains(&&*token.text)));
        if !joins {
            break;
        }
        at += 1;
    }
    let letter = tokens.get(at)?.letter()?;
    let Some(after) = tokens.get(at + 1) else {
        return Some(at);
    };
    let ends = match after.kind {
        Kind::NewLine => true,
        Kind::Punct(c) => ends_clause(tokens, at + 1, c) && !(c == ':' && at > end + 1),
        Kind::Sign => true,
        _ => {
            phrases::is(after, Role::And)
                || after.text == "but"
                || PLURAL_VERBS.contains(&&*after.text)
                || after
                    .letter()
                    .is_some_and(|after| after.is_upper && after.letter != 'I')
        }
    };
    ((letter.is_upper
        || letter.is_enclosed
        || tokens[end - 1]
            .letter()
            .is_some_and(|first| !first.is_upper))
        && (ends || letter.is_enclosed))
        .then_some(at)
}

/// Whether another choice is named right after the text of this one: `A) the rotor or B) the mast`.
pub(super) fn is_joined_over_text(reply: &Reply, end: usize, letter: char) -> bool {
    let tokens = &reply.tokens;
    let marks = tokens[end..]
        .iter()
        .take(2)
        .take_while(|token| matches!(token.kind, Kind::Punct(_)));
    let own = reply
        .text_from(end + marks.count())
        .find(|text| text.letter == letter);
    let Some(own) = own else { return false };
    let joins = tokens
        .get(own.end)
        .is_some_and(|next| phrases::is(next, Role::And));
    joins
        && tokens
            .get(own.end + 1)
            .and_then(Token::letter)
            .is_some_and(|other| other.is_upper && stands(reply, own.end + 2, Follow::Strict))
}
