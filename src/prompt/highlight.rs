//! What the words of a template are, for coloring an editor.
//!
//! Only minijinja's lexer is needed for it, so the page can color on every keystroke without the engine. Deliberately
//! absent: what is wrong with a template; after something the lexer cannot read the rest stays plain.

use minijinja::machinery::{Token, Tokenizer};
use std::ops::Range;

/// What a piece of a template is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `{{`, `%}` and the like.
    Delimiter,
    /// `for`, `if`, `in`, `not` and the like.
    Keyword,
    /// The name of a variable, an attribute or a method.
    Variable,
    /// A text in quotation marks.
    Text,
    /// A number, `true`, `false` or `none`.
    Number,
    /// `+`, `|`, brackets.
    Operator,
    /// The name of a filter or test.
    Filter,
    /// A comment.
    Comment,
}

impl TokenKind {
    /// A word for a CSS class: `delimiter`, `keyword`, `variable`, `text`, `number`, `operator`, `filter`, `comment`.
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

/// Words that mean something to Jinja2 wherever they stand in a tag.
const KEYWORDS: &[&str] = &["and", "else", "if", "in", "is", "not", "or"];
/// Words that mean something inside certain tags.
const TAG_WORDS: &[&str] = &[
    "recursive",
    "scoped",
    "required",
    "with",
    "without",
    "context",
    "import",
    "as",
    "ignore",
    "missing",
];

/// Pieces of a template as byte ranges in order; what lies between them is plain text. Never fails.
///
/// ```
/// use marksheet::prompt::{TokenKind, highlight};
/// let spans = highlight("Q: {{ query|trim }}");
/// assert_eq!(spans[1], (6..11, TokenKind::Variable));
/// assert_eq!(spans[3], (12..16, TokenKind::Filter));
/// ```
pub fn highlight(source: &str) -> Vec<(Range<usize>, TokenKind)> {
    let mut tokens = Tokenizer::new(source, "", false, Default::default());
    let mut painter = Painter {
        source,
        spans: Vec::new(),
        end: 0,
        before: Before::Nothing,
        tag: "",
    };
    while let Ok(Some((token, span))) = tokens.next_token() {
        painter.token(&token, span.start_offset as usize..span.end_offset as usize);
    }
    painter.gap(source.len());
    painter.spans
}

/// What decides about the next name.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Nothing,
    /// `{%`: a name is the tag.
    BlockStart,
    /// `|`, or `is` with or without `not`: a name is a filter or test.
    Filter,
    Is,
    /// `.`: a name is an attribute, whatever it is called.
    Dot,
}

struct Painter<'s> {
    source: &'s str,
    spans: Vec<(Range<usize>, TokenKind)>,
    /// The end of the last token.
    end: usize,
    before: Before,
    tag: &'s str,
}

impl<'s> Painter<'s> {
    fn paint(&mut self, range: Range<usize>, kind: TokenKind) {
        if range.start < range.end && self.source.get(range.clone()).is_some() {
            self.spans.push((range, kind));
        }
    }

    /// Between tokens there are comments and the tags of raw blocks, which the lexer keeps to itself.
    fn gap(&mut self, end: usize) {
        let Some(mut rest) = self.source.get(self.end..end) else {
            return;
        };
        let mut start = self.end;
        while let Some(at) = rest.find('{') {
            let from = rest.get(at..).unwrap_or("");
            let (close, kind) = match from.as_bytes().get(1) {
                Some(b'#') => ("#}", TokenKind::Comment),
                Some(b'%') => ("%}", TokenKind::Keyword),
                _ => break,
            };
            let Some(len) = from
                .get(2..)
                .and_then(|inside| inside.find(close))
                .map(|n| n + 4)
            else {
                break;
            };
            self.paint(start + at..start + at + len, kind);
            start += at + len;
            rest = from.get(len..).unwrap_or("");
        }
    }

    fn token(&mut self, token: &Token<'s>, range: Range<usize>) {
        self.gap(range.start);
        self.end = range.end;
        let before = std::mem::replace(&mut self.before, Before::Nothing);
        let kind = match token {
            Token::TemplateData(_) => return,
            Token::VariableStart | Token::VariableEnd | Token::BlockEnd => {
                self.tag = "";
                TokenKind::Delimiter
            }
            Token::BlockStart => {
                self.before = Before::BlockStart;
                TokenKind::Delimiter
            }
            Token::Ident(name) => self.name(name, before),
            Token::Str(_) | Token::String(_) => TokenKind::Text,
            Token::Int(_) | Token::Int128(_) | Token::Float(_) => TokenKind::Number,
            Token::Pipe => {
                self.before = Before::Filter;
                TokenKind::Operator
            }
            Token::Dot => {
                self.before = Before::Dot;
                TokenKind::Operator
            }
            _ => TokenKind::Operator,
        };
        self.paint(range, kind);
    }

    fn name(&mut self, name: &'s str, before: Before) -> TokenKind {
        match before {
            Before::BlockStart => {
                self.tag = name;
                if name == "filter" {
                    self.before = Before::Filter;
                }
                TokenKind::Keyword
            }
            Before::Is if name == "not" => {
                self.before = Before::Is;
                TokenKind::Keyword
            }
            Before::Filter | Before::Is => TokenKind::Filter,
            Before::Dot => TokenKind::Variable,
            Before::Nothing if KEYWORDS.contains(&name) => {
                if name == "is" {
                    self.before = Before::Is;
                }
                TokenKind::Keyword
            }
            Before::Nothing
                if !self.tag.is_empty()
                    && TAG_WORDS.contains(&name)
                    && is_tag_word(self.tag, name) =>
            {
                TokenKind::Keyword
            }
            Before::Nothing
                if matches!(name, "true" | "True" | "false" | "False" | "none" | "None") =>
            {
                TokenKind::Number
            }
            Before::Nothing => TokenKind::Variable,
        }
    }
}

fn is_tag_word(tag: &str, word: &str) -> bool {
    match tag {
        "for" => word == "recursive",
        "block" => matches!(word, "scoped" | "required"),
        "include" | "import" | "from" => !matches!(word, "recursive" | "scoped" | "required"),
        _ => false,
    }
}
