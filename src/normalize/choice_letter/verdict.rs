//! What is said about a letter or a text right after it: *is correct*, *is wrong*, a tick, a cross.
//!
//! Deliberately absent: what leads to it; [`lead`](super::lead) looks at that.

use super::Reply;
use super::lead::is_break;
use super::phrases::{self, Role};
use super::tokens::{self, Kind, Token};

/// What is said about a letter right after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Said {
    /// Nothing that decides.
    Nothing,
    /// *is correct*.
    Right,
    /// *is wrong*, *is not*.
    Wrong,
}

/// What is said right after `end`: *is correct*, *cannot be right*, *✓*.
pub(super) fn said(tokens: &[Token], end: usize) -> Said {
    if let Some(role) = phrases::signs_after(tokens, end) {
        return if role == Role::Wrong {
            Said::Wrong
        } else {
            Said::Right
        };
    }
    let is_elliptic = tokens.get(end).is_some_and(|verb| verb.text == "is")
        && tokens.get(end + 1).is_none_or(|next| next.is_punct('.'));
    if is_elliptic {
        return Said::Right;
    }
    let mut is_negated = false;
    for at in end..(end + 7).min(tokens.len()) {
        let token = &tokens[at];
        if is_break(token) || token.letter().is_some_and(|letter| letter.is_upper) {
            break;
        }
        let begins_clause = at > end
            && ["because", "since", "and", "but", "so", "if", "while", "as"]
                .contains(&&*token.text);
        if begins_clause {
            break;
        }
        let is_first = at == end;
        if is_first && is_adjective_of_article(tokens, end) {
            return Said::Nothing;
        }
        if phrases::is(token, Role::Wrong) {
            return if is_negated {
                Said::Nothing
            } else {
                Said::Wrong
            };
        }
        if is_first && !may_begin_verdict(token) {
            return Said::Nothing;
        }
        if phrases::is(token, Role::Not) {
            is_negated = true;
        } else if let Some(length) = right_at(tokens, at, end) {
            return match (is_negated, is_limited(tokens, at + length)) {
                (true, _) => Said::Wrong,
                (_, true) => Said::Nothing,
                _ => Said::Right,
            };
        }
    }
    if is_negated && !phrases::is(&tokens[end], Role::And) && tokens[end].text != "not" {
        Said::Wrong
    } else {
        Said::Nothing
    }
}

/// What is said about a letter, its own text and a closing mark passed over (`A) the rotor is wrong`, `A: wrong`).
pub(super) fn said_of(reply: &Reply, end: usize, letter: char) -> Said {
    let tokens = &reply.tokens;
    let marks = tokens[end..]
        .iter()
        .take(2)
        .take_while(|token| is_mark(token));
    let at = end + marks.count();
    if let Some(own) = reply.text_from(at).find(|text| text.letter == letter) {
        let is_closed = tokens
            .get(own.end)
            .is_some_and(|next| is_mark(next) && !next.is_punct('.'));
        return said(tokens, own.end + usize::from(is_closed));
    }
    // `B) Wrong altitude` is a choice, `B) wrong.` and `B) is wrong` are verdicts.
    let is_verdict = at == end
        || is_bare_verdict(tokens, at)
        || (at == end + 1
            && tokens[end].is_punct(')')
            && tokens
                .get(at)
                .is_some_and(|next| may_begin_verdict(next) && !phrases::is(next, Role::Right)));
    if is_verdict {
        said(tokens, at)
    } else {
        Said::Nothing
    }
}

fn is_mark(token: &Token) -> bool {
    matches!(token.kind, Kind::Punct(')' | '.' | ':' | '-' | '('))
}

/// *A better*, *A wrong turn*: an adjective right after a letter that may be the article, with more to come.
fn is_adjective_of_article(tokens: &[Token], end: usize) -> bool {
    let letter = end.checked_sub(1).and_then(|last| tokens[last].letter());
    let is_article =
        letter.is_some_and(|letter| matches!(letter.letter, 'A' | 'I') && !letter.is_enclosed);
    let is_adjective =
        phrases::is(&tokens[end], Role::Right) || phrases::is(&tokens[end], Role::Wrong);
    let is_verb = [
        "fits", "works", "wins", "matches", "applies", "remains", "it", "it's", "fails",
    ]
    .contains(&&*tokens[end].text);
    is_article && is_adjective && !is_verb && tokens.get(end + 1).is_some_and(Token::is_wordlike)
}

/// Whether a single word at `at` is a whole verdict: *correct.*, *wrong because…*, a tick or a cross.
pub(super) fn is_bare_verdict(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at).filter(|token| token.letter().is_none()) else {
        return false;
    };
    let is_verdict = phrases::is(token, Role::Right) || phrases::is(token, Role::Wrong);
    let ends = tokens.get(at + 1).is_none_or(|next| {
        !next.is_wordlike() || ["because", "since", "as", "and"].contains(&&*next.text)
    });
    is_verdict
        && (ends
            || token.kind == Kind::Word && matches!(&*token.text, tokens::TICK | tokens::CROSS))
}

pub(super) fn may_begin_verdict(token: &Token) -> bool {
    let verbs = [
        "can",
        "cannot",
        "can't",
        "could",
        "couldn't",
        "may",
        "might",
        "does",
        "doesn't",
        "did",
        "do",
        "don't",
        "looks",
        "fits",
        "works",
        "wins",
        "matches",
        "applies",
        "remains",
        "it",
        "it's",
        "for",
        "stimmt",
        "passt",
        "trifft",
        "isn't",
        "wasn't",
        "aren't",
        "won't",
        "wouldn't",
        "shouldn't",
        "scheidet",
        "not",
        "kann",
        "ne",
        "n'est",
        "no",
        "não",
        "non",
        "не",
        "makes",
        "describes",
        "sounds",
        "feels",
        "gets",
    ];
    verbs.contains(&&*token.text)
        || phrases::is(token, Role::Link)
        || (phrases::is(token, Role::Right) && token.letter().is_none())
}

/// The length of what says *correct* at `at`; *answer* and *best* only after *the* or *my*.
fn right_at(tokens: &[Token], at: usize, end: usize) -> Option<usize> {
    let phrase_end = phrases::phrase_after(tokens, at, Role::Right)?;
    let token = &tokens[at];
    let is_noun = ["answer", "choice", "winner"].contains(&&*token.text);
    let before = at
        .checked_sub(1)
        .filter(|before| *before >= end)
        .map(|before| &*tokens[before].text);
    let has_article =
        before.is_some_and(|word| ["the", "my", "our", "correct", "right", "best"].contains(&word));
    let is_first_pronoun = at == end && ["it", "it's"].contains(&&*token.text);
    let is_elided = is_first_pronoun && tokens.get(phrase_end).is_some_and(|next| !is_break(next));
    ((!is_noun || has_article) && !is_elided).then_some(phrase_end - at)
}

/// *Correct only if*, *right about*.
fn is_limited(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| {
        [
            "only", "if", "when", "about", "except", "at", "but", "unless",
        ]
        .contains(&&*token.text)
    })
}
