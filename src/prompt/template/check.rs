//! What can be said of a template from its tokens alone: tags that are never closed, brackets that do not match, and
//! nesting too deep for the parser.
//!
//! The parser would notice most of it too, but later and in words that name neither the opening nor the missing tag.

mod faults;
mod tokens;
mod tuples;

use super::Fault;
use super::node::Span;
use super::source::Source;
use minijinja::machinery::{Span as Place, Token, Tokenizer};
use tokens::{Depth, end_of, has_comma, is_before_value};

/// Tags inside tags.
const MAX_NESTING: usize = 40;
/// `{% elif %}` in one `{% if %}`.
const MAX_ELIF: usize = 60;
/// Operators and brackets inside each other in one expression.
const MAX_DEPTH: usize = 200;

/// What the parser needs changed.
#[derive(Default)]
pub(super) struct Changes {
    /// Parentheses around tuples, which Jinja2 allows without.
    pub inserts: Vec<(u32, char)>,
    /// Where a `+` before a value stands, which changes nothing.
    pub blanks: Vec<u32>,
}

/// A block tag that is still open.
struct Open {
    tag: &'static str,
    span: Span,
    n_elif: usize,
    has_else: bool,
}

struct Checker<'s> {
    source: &'s Source,
    tokens: Tokenizer<'s>,
    open: Vec<Open>,
    changes: Changes,
    last: Span,
}

/// Tags that need an end, and it.
const PAIRS: &[(&str, &str)] = &[
    ("for", "endfor"),
    ("if", "endif"),
    ("with", "endwith"),
    ("set", "endset"),
    ("filter", "endfilter"),
    ("macro", "endmacro"),
    ("call", "endcall"),
    ("block", "endblock"),
    ("autoescape", "endautoescape"),
];

/// Tags that stand alone.
const SINGLE: &[&str] = &[
    "set", "include", "import", "from", "extends", "elif", "else",
];

type Tokens<'s> = Vec<(Token<'s>, Span)>;

/// Why a source is not read to its end.
pub(super) enum Stop {
    Fault(Fault),
    /// White space, from byte to byte, that Jinja2 takes for such inside a tag and minijinja does not.
    Blank(usize, usize),
}

/// Reads all tokens once.
pub(super) fn check(source: &Source) -> Result<Changes, Stop> {
    let mut checker = Checker {
        source,
        tokens: Tokenizer::new(&source.text, "", false, Default::default()),
        open: Vec::new(),
        changes: Changes::default(),
        last: Span::default(),
    };
    while let Some((token, span)) = checker.next(None)? {
        match token {
            Token::VariableStart => checker.variable(span)?,
            Token::BlockStart => checker.tag(span)?,
            _ => {}
        }
    }
    match checker.open.pop() {
        Some(open) => Err(checker.never_closed(&open)),
        None => Ok(checker.changes),
    }
}

fn span_of(place: Place) -> Span {
    Span {
        start: place.start_offset,
        end: place.end_offset,
    }
}

impl<'s> Checker<'s> {
    fn next(&mut self, opening: Option<Span>) -> Result<Option<(Token<'s>, Span)>, Stop> {
        match self.tokens.next_token() {
            Ok(Some((token, place))) => {
                self.last = span_of(place);
                Ok(Some((token, self.last)))
            }
            Ok(None) => Ok(None),
            Err(error) => {
                let rest = self.source.text.get(self.last.end as usize..).unwrap_or("");
                let rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
                match rest.chars().next() {
                    Some(c) if opening.is_some() && !c.is_ascii() && c.is_whitespace() => {
                        let start = self.source.text.len() - rest.len();
                        Err(Stop::Blank(start, start + c.len_utf8()))
                    }
                    _ => Err(self.unreadable(&error, opening)),
                }
            }
        }
    }

    fn fault(&self, span: Span, message: impl Into<String>, hint: impl Into<String>) -> Stop {
        Stop::Fault(self.source.fault(span, message, Some(hint.into())))
    }

    /// The tokens up to the end of a tag.
    fn inside(&mut self, opening: Span, closing: &str) -> Result<(Tokens<'s>, Span), Stop> {
        let mut tokens: Tokens = Vec::new();
        let mut brackets: Vec<(char, Span)> = Vec::new();
        let mut depth = Depth::default();
        loop {
            let Some((token, span)) = self.next(Some(opening))? else {
                return Err(self.unclosed(opening, closing, brackets.last()));
            };
            if !depth.add(&token) {
                return Err(self.fault(
                    span,
                    "this expression is nested too deep",
                    "split it with {% set %}",
                ));
            }
            match &token {
                Token::VariableEnd | Token::BlockEnd => return Ok((tokens, span)),
                Token::ParenOpen => brackets.push((')', span)),
                Token::BracketOpen => brackets.push((']', span)),
                Token::BraceOpen => brackets.push(('}', span)),
                Token::ParenClose => self.close(&mut brackets, ')', span)?,
                Token::BracketClose => self.close(&mut brackets, ']', span)?,
                Token::BraceClose => self.close(&mut brackets, '}', span)?,
                Token::Plus if is_before_value(tokens.last()) => {
                    self.changes.blanks.push(span.start);
                    continue;
                }
                _ => {}
            }
            tokens.push((token, span));
        }
    }

    fn close(&self, brackets: &mut Vec<(char, Span)>, found: char, span: Span) -> Result<(), Stop> {
        match brackets.pop() {
            Some((wanted, _)) if wanted == found => Ok(()),
            Some((wanted, opening)) => {
                let message = format!("\"{found}\" where \"{wanted}\" was expected");
                let line = self.source.line(opening.start);
                Err(self.fault(
                    span,
                    message,
                    format!("close the bracket opened in line {line} first"),
                ))
            }
            None => Err(self.fault(
                span,
                format!("\"{found}\" closes nothing"),
                "take it away, or add the opening bracket",
            )),
        }
    }

    fn variable(&mut self, opening: Span) -> Result<(), Stop> {
        let (tokens, end) = self.inside(opening, "}}")?;
        let (Some((_, first)), Some(_)) = (tokens.first(), tokens.last()) else {
            let whole = Span {
                start: opening.start,
                end: end.end,
            };
            return Err(self.fault(
                whole,
                "there is nothing between {{ and }}",
                "put a variable's name there",
            ));
        };
        if has_comma(&tokens) {
            let first = first.start;
            self.parentheses(first, end.start);
        }
        Ok(())
    }

    fn parentheses(&mut self, start: u32, end: u32) {
        self.changes.inserts.push((start, '('));
        self.changes.inserts.push((end, ')'));
    }

    fn tag(&mut self, opening: Span) -> Result<(), Stop> {
        let (tokens, end) = self.inside(opening, "%}")?;
        let whole = Span {
            start: opening.start,
            end: end.end,
        };
        let Some((Token::Ident(tag), _)) = tokens.first() else {
            return Err(self.fault(
                whole,
                "a tag must begin with a word such as for, if or set",
                "to print something, use {{ and }}",
            ));
        };
        let tag = *tag;
        self.needs_name(tag, &tokens, whole)?;
        let is_head =
            PAIRS.iter().any(|(opener, _)| *opener == tag) || matches!(tag, "elif" | "else");
        if let (true, Some((Token::Colon, colon))) = (is_head, tokens.last()) {
            // Python's colon is allowed and means nothing.
            self.changes.blanks.push(colon.start);
        }
        self.tuples(tag, &tokens, end);
        if let Some((opener, _)) = PAIRS.iter().find(|(opener, _)| *opener == tag) {
            if tag != "set"
                || !tokens
                    .iter()
                    .any(|(token, _)| matches!(token, Token::Assign))
            {
                self.open.push(Open {
                    tag: opener,
                    span: whole,
                    n_elif: 0,
                    has_else: false,
                });
                if self.open.len() > MAX_NESTING {
                    return Err(self.fault(
                        whole,
                        format!("tags are nested more than {MAX_NESTING} deep"),
                        "move a part into a macro",
                    ));
                }
            }
            return Ok(());
        }
        if let Some((opener, _)) = PAIRS.iter().find(|(_, ender)| *ender == tag) {
            return self.end(opener, tag, whole);
        }
        match tag {
            "elif" | "else" => self.branch(tag, whole),
            _ if SINGLE.contains(&tag) => Ok(()),
            _ => Err(self.unknown(tag, whole)),
        }
    }

    /// minijinja would take `in` for a name in `{% for in xs %}`, and nothing for one in `{% set %}`.
    fn needs_name(&self, tag: &str, tokens: &Tokens, whole: Span) -> Result<(), Stop> {
        let is_in = |i: usize| matches!(tokens.get(i), Some((Token::Ident("in"), _)));
        let is_missing = match tag {
            "for" => is_in(1) && !is_in(2),
            "set" => tokens.len() == 1,
            _ => false,
        };
        let hint = match tag {
            "for" => "for example {% for item in items %}",
            _ => "for example {% set name = value %}",
        };
        match is_missing {
            true => Err(self.fault(whole, format!("there is no name after {tag}"), hint)),
            false => Ok(()),
        }
    }

    fn end(&mut self, opener: &str, tag: &str, whole: Span) -> Result<(), Stop> {
        match self.open.pop() {
            Some(open) if open.tag == opener => Ok(()),
            Some(open) => {
                let line = self.source.line(open.span.start);
                let wanted = end_of(open.tag);
                let message = format!(
                    "{{% {tag} %}} where {{% {wanted} %}} was expected, for the {{% {} %}} opened in line {line}",
                    open.tag
                );
                Err(self.fault(
                    whole,
                    message,
                    format!(
                        "close the {{% {} %}} first, or take this tag away",
                        open.tag
                    ),
                ))
            }
            None => Err(self.fault(
                whole,
                format!("{{% {tag} %}} closes nothing"),
                format!("take it away, or add {{% {opener} … %}} before it"),
            )),
        }
    }

    fn branch(&mut self, tag: &str, whole: Span) -> Result<(), Stop> {
        let n_open = self.open.len();
        let problem = match self.open.last_mut() {
            Some(open) if open.tag == "if" && !open.has_else => {
                open.has_else = tag == "else";
                open.n_elif += 1;
                (open.n_elif > MAX_ELIF)
                    .then(|| format!("an {{% if %}} with more than {MAX_ELIF} branches"))
            }
            Some(open) if open.tag == "for" && tag == "else" && !open.has_else => {
                open.has_else = true;
                None
            }
            Some(open) if open.has_else => Some(format!("{{% {tag} %}} after {{% else %}}")),
            Some(open) => Some(format!(
                "{{% {tag} %}} in the middle of {{% {} %}}",
                open.tag
            )),
            None => Some(format!("{{% {tag} %}} outside of any {{% if %}}")),
        };
        let Some(problem) = problem else {
            return Ok(());
        };
        let hint = match n_open {
            0 => "add {% if … %} before it".to_owned(),
            _ => "check which {% if %} it belongs to, and whether what stands between is closed"
                .to_owned(),
        };
        Err(self.fault(whole, problem, hint))
    }
}
