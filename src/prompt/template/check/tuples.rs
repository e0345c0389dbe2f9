//! Tuples without parentheses, which Jinja2 takes and minijinja's parser does not.

use super::tokens::{has_comma, step};
use super::{Checker, Tokens};
use crate::prompt::template::node::Span;
use minijinja::machinery::Token;

impl Checker<'_> {
    /// `{% with a, b = pair %}`
    fn with_targets(&mut self, tokens: &Tokens) {
        let mut depth = 0;
        let mut start = 1;
        for (i, (token, span)) in tokens.iter().enumerate() {
            depth += step(token);
            if depth != 0 {
                continue;
            }
            if matches!(token, Token::Assign) {
                let target = tokens.get(start..i).unwrap_or_default();
                if let (Some((_, first)), true) = (target.first(), has_comma(target)) {
                    self.parentheses(first.start, span.start);
                }
                // Behind the value comes the next target.
                start = usize::MAX;
            } else if matches!(token, Token::Comma) && start == usize::MAX {
                start = i + 1;
            }
        }
    }

    /// Jinja2 takes `for x in 1, 2` and `if a, b` as tuples.
    pub(super) fn tuples(&mut self, tag: &str, tokens: &Tokens, end: Span) {
        let from = match tag {
            "with" => return self.with_targets(tokens),
            "if" | "elif" => 1,
            "for" => tokens
                .iter()
                .position(|(token, _)| matches!(token, Token::Ident("in")))
                .map_or(tokens.len(), |i| i + 1),
            _ => return,
        };
        let tokens = tokens.get(from..).unwrap_or_default();
        let mut depth = 0_i32;
        let until = tokens.iter().position(|(token, _)| {
            depth += step(token);
            depth == 0 && tag == "for" && matches!(token, Token::Ident("if" | "recursive"))
        });
        let (part, end) = match until.and_then(|i| tokens.get(i).map(|(_, span)| (i, *span))) {
            Some((i, span)) => (tokens.get(..i).unwrap_or_default(), span),
            None => (tokens, end),
        };
        if let (Some((_, first)), true) = (part.first(), has_comma(part)) {
            self.parentheses(first.start, end.start);
        }
    }
}
