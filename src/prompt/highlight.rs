//! What the words of a template are, for coloring an editor.

use std::ops::Range;

/// What a piece of a template is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `{{`, `%}` and the like.
    Delimiter,
    /// `for`, `if`, `in` and the like.
    Keyword,
    /// A name.
    Variable,
    /// A string literal.
    Text,
    /// A number.
    Number,
    /// `+`, `|`, brackets.
    Operator,
    /// The name of a filter or test.
    Filter,
    /// A comment.
    Comment,
}

impl TokenKind {
    /// A word for a CSS class.
    pub fn word(self) -> &'static str {
        match self {
            TokenKind::Delimiter => "delimiter",
            TokenKind::Keyword => "keyword",
            TokenKind::Variable => "variable",
            TokenKind::Text => "text",
            TokenKind::Number => "number",
            TokenKind::Operator => "operator",
            TokenKind::Filter => "filter",
            TokenKind::Comment => "comment",
        }
    }
}

/// Byte ranges of a source in order; gaps are plain text. Never fails.
pub fn highlight(_source: &str) -> Vec<(Range<usize>, TokenKind)> {
    Vec::new()
}
