//! What single tokens mean for nesting.

use super::{MAX_DEPTH, PAIRS, SINGLE};
use crate::prompt::template::node::Span;
use crate::prompt::template::words;
use minijinja::machinery::Token;

pub(super) fn end_of(tag: &str) -> &'static str {
    PAIRS
        .iter()
        .find(|(opener, _)| *opener == tag)
        .map_or("", |(_, ender)| ender)
}

pub(super) fn step(token: &Token) -> i32 {
    match token {
        Token::ParenOpen | Token::BracketOpen | Token::BraceOpen => 1,
        Token::ParenClose | Token::BracketClose | Token::BraceClose => -1,
        _ => 0,
    }
}

pub(super) fn has_comma(tokens: &[(Token, Span)]) -> bool {
    let mut depth = 0;
    tokens.iter().any(|(token, _)| {
        depth += step(token);
        depth == 0 && matches!(token, Token::Comma)
    })
}

/// Whether a `+` after this token is a sign.
pub(super) fn is_before_value(token: Option<&(Token, Span)>) -> bool {
    match token {
        None => true,
        Some((token, _)) => match token {
            Token::Ident(word) => matches!(
                *word,
                "and" | "or" | "not" | "in" | "is" | "if" | "else" | "elif" | "for"
            ),
            Token::Str(_)
            | Token::String(_)
            | Token::Int(_)
            | Token::Int128(_)
            | Token::Float(_) => false,
            Token::ParenClose | Token::BracketClose | Token::BraceClose => false,
            _ => true,
        },
    }
}

/// How deep the parser and what runs its tree would have to go.
#[derive(Default)]
pub(super) struct Depth {
    levels: Vec<usize>,
    here: usize,
    total: usize,
}

impl Depth {
    pub(super) fn add(&mut self, token: &Token) -> bool {
        let cost = match token {
            Token::ParenOpen | Token::BracketOpen | Token::BraceOpen => {
                self.levels.push(self.here + 5);
                self.total += self.here + 5;
                self.here = 0;
                return self.total <= MAX_DEPTH;
            }
            Token::ParenClose | Token::BracketClose | Token::BraceClose => {
                // A call or subscript goes on from what was there.
                self.here = self.levels.pop().unwrap_or(0);
                self.total = self.total.saturating_sub(self.here);
                0
            }
            Token::Comma | Token::Colon => {
                self.here = 0;
                0
            }
            Token::Ident("else") => 4,
            Token::Ident("not" | "and" | "or" | "if" | "is" | "in") => 1,
            Token::Ident(_)
            | Token::Str(_)
            | Token::String(_)
            | Token::Int(_)
            | Token::Int128(_)
            | Token::Float(_) => 0,
            _ => 1,
        };
        self.here += cost;
        self.total + self.here <= MAX_DEPTH
    }
}

/// The known tag that is nearest, when it is near.
pub(super) fn nearest(tag: &str) -> Option<&'static str> {
    let known = PAIRS
        .iter()
        .flat_map(|(a, b)| [*a, *b])
        .chain(SINGLE.iter().copied());
    words::nearest(tag, known)
}
