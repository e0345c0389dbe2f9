//! What can be said of a template from its tokens alone: tags that are never closed, brackets that do not match, and
//! nesting too deep for the parser.
//!
//! The parser would notice most of it too, but later and in words that name neither the opening nor the missing tag.

use super::Fault;
use super::node::Span;
use super::source::{Source, small};
use minijinja::machinery::{Span as Place, Token, Tokenizer};
use std::borrow::Cow;

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

    /// What the lexer could not read.
    fn unreadable(&self, error: &minijinja::Error, opening: Option<Span>) -> Stop {
        let rest = self.source.text.get(self.last.end as usize..).unwrap_or("");
        let from = |offset: usize, len: usize| {
            let start = self.last.end + small(offset);
            Span {
                start,
                end: start + small(len),
            }
        };
        let detail = error.detail().unwrap_or("");
        if detail.contains("comment") {
            let at = from(rest.find("{#").unwrap_or(0), 2);
            return self.fault(at, "this comment is never closed", "add #} where it ends");
        }
        if detail.contains("raw block") {
            let at = from(rest.find("{%").unwrap_or(0), 2);
            return self.fault(at, "{% raw %} is never closed", "add {% endraw %}");
        }
        let blank = rest.len() - rest.trim_start().len();
        let at = from(
            blank,
            rest.trim_start().chars().next().map_or(0, char::len_utf8),
        );
        if detail.contains("string") {
            return self.fault(
                at,
                "this quotation mark has no partner",
                "add the closing quotation mark",
            );
        }
        if detail.contains("integer") {
            return self.fault(
                at,
                "this number is too large",
                "numbers can have up to 38 digits",
            );
        }
        if detail.contains("float") || detail.contains("number") {
            return self.fault(
                at,
                "this is not a number as Jinja2 writes them",
                "for example 3, 0.5 or 1e6",
            );
        }
        if detail.is_empty() {
            return self.fault(
                at,
                "a \\ in this text is followed by something Jinja2 does not know",
                "write \\\\ for a backslash itself",
            );
        }
        let found = rest
            .trim_start()
            .chars()
            .next()
            .map_or(Cow::Borrowed("something"), |c| {
                Cow::Owned(format!("\"{c}\""))
            });
        let hint = match (rest.trim_start().as_bytes().first(), opening) {
            (Some(b'&'), _) => "write and".to_owned(),
            (Some(b'!'), _) => "write not".to_owned(),
            (Some(b'?'), _) => "write a if condition else b".to_owned(),
            (_, Some(opening)) => {
                let line = self.source.line(opening.start);
                format!(
                    "the tag opened in line {line} may not be closed; text belongs in quotation marks"
                )
            }
            _ => "text belongs in quotation marks".to_owned(),
        };
        self.fault(at, format!("{found} means nothing in Jinja2 here"), hint)
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

    fn unclosed(&self, opening: Span, closing: &str, bracket: Option<&(char, Span)>) -> Stop {
        let line = self.source.line(opening.start);
        if let Some((wanted, span)) = bracket {
            let written = self
                .source
                .text
                .get(span.start as usize..span.end as usize)
                .unwrap_or("");
            let message = format!(
                "\"{written}\" opened in line {} is never closed",
                self.source.line(span.start)
            );
            return self.fault(*span, message, format!("add \"{wanted}\""));
        }
        let written = if closing == "}}" { "{{" } else { "{%" };
        self.fault(
            opening,
            format!("{written} opened in line {line} is never closed"),
            format!("add {closing}"),
        )
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

    fn never_closed(&self, open: &Open) -> Stop {
        let line = self.source.line(open.span.start);
        let message = format!("{{% {} %}} opened in line {line} is never closed", open.tag);
        self.fault(
            open.span,
            message,
            format!("add {{% {} %}}", end_of(open.tag)),
        )
    }

    fn unknown(&self, tag: &str, whole: Span) -> Stop {
        let hint = match tag {
            "break" | "continue" => "loops cannot be left early; use {% if %} inside, or a filter such as selectattr on the list".to_owned(),
            "do" => "write {% set _ = … %} instead".to_owned(),
            "print" => "write {{ … }} instead".to_owned(),
            "trans" | "pluralize" | "endtrans" => "translations are not part of a prompt; write the text itself".to_owned(),
            "endraw" => "add {% raw %} before it, or take it away".to_owned(),
            "fro" | "foreach" | "four" => "did you mean {% for %}?".to_owned(),
            "fi" | "when" => "did you mean {% if %}?".to_owned(),
            "elseif" | "elsif" | "elif:" => "write {% elif … %}".to_owned(),
            "end" => "each tag has its own end, such as {% endfor %} or {% endif %}".to_owned(),
            _ => match nearest(tag) {
                Some(known) => format!("did you mean {{% {known} %}}? To print something, use {{{{ and }}}}"),
                None => "to print something, use {{ and }}; tags are for, if, set, macro, call, filter, with, block and raw".to_owned(),
            },
        };
        self.fault(whole, format!("unknown tag {{% {tag} %}}"), hint)
    }

    /// Jinja2 takes `for x in 1, 2` and `if a, b` as tuples.
    fn tuples(&mut self, tag: &str, tokens: &Tokens, end: Span) {
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
}

fn end_of(tag: &str) -> &'static str {
    PAIRS
        .iter()
        .find(|(opener, _)| *opener == tag)
        .map_or("", |(_, ender)| ender)
}

fn step(token: &Token) -> i32 {
    match token {
        Token::ParenOpen | Token::BracketOpen | Token::BraceOpen => 1,
        Token::ParenClose | Token::BracketClose | Token::BraceClose => -1,
        _ => 0,
    }
}

fn has_comma(tokens: &[(Token, Span)]) -> bool {
    let mut depth = 0;
    tokens.iter().any(|(token, _)| {
        depth += step(token);
        depth == 0 && matches!(token, Token::Comma)
    })
}

/// Whether a `+` after this token is a sign.
fn is_before_value(token: Option<&(Token, Span)>) -> bool {
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
struct Depth {
    levels: Vec<usize>,
    here: usize,
    total: usize,
}

impl Depth {
    fn add(&mut self, token: &Token) -> bool {
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
            | Token::Float(_)
            | Token::Tilde => 0,
            _ => 1,
        };
        self.here += cost;
        self.total + self.here <= MAX_DEPTH
    }
}

/// The known tag that differs by at most two letters.
fn nearest(tag: &str) -> Option<&'static str> {
    let known = PAIRS
        .iter()
        .flat_map(|(a, b)| [*a, *b])
        .chain(SINGLE.iter().copied());
    known
        .filter(|known| super::words::distance(known, tag) <= 2)
        .min_by_key(|known| super::words::distance(known, tag))
}
