//! Expressions as they stand in type annotations and defaults.
//!
//! Deliberately absent: everything that has to be run. Such a part is [`Expr::Other`], and whoever needs it says so.

use super::token::{Kind, Token};

/// Brackets within brackets beyond this are not read.
const MAX_DEPTH: usize = 40;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    None,
    Bool(bool),
    /// As written, a minus sign in front where there is one.
    Number(String),
    Text(String),
    Ellipsis,
    /// With dots: `typing.List`.
    Name(String),
    /// A list, tuple or set.
    List(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Call {
        name: String,
        args: Vec<Expr>,
        named: Vec<(String, Expr)>,
    },
    /// `List[int]`: what stands in front, and inside.
    Index {
        name: String,
        args: Vec<Expr>,
    },
    /// `a | b`
    Or(Vec<Expr>),
    Other,
}

impl Expr {
    /// The name in front of a call or brackets, or the name itself.
    pub fn name(&self) -> Option<&str> {
        match self {
            Expr::Name(name) | Expr::Call { name, .. } | Expr::Index { name, .. } => Some(name),
            _ => None,
        }
    }
}

/// Walks through the tokens of one logical line.
pub(super) struct Parser<'t> {
    rest: &'t [Token],
    depth: usize,
}

impl<'t> Parser<'t> {
    pub fn new(tokens: &'t [Token]) -> Self {
        Self {
            rest: tokens,
            depth: 0,
        }
    }

    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn next_is(&self, mark: char) -> bool {
        matches!(self.rest, [Token { kind: Kind::Mark(c), .. }, ..] if *c == mark)
    }

    /// What was not read.
    pub fn rest(&self) -> &'t [Token] {
        self.rest
    }

    /// Goes past `mark` if it is next.
    pub fn eat(&mut self, mark: char) -> bool {
        let is_next = self.next_is(mark);
        if is_next {
            self.advance();
        }
        is_next
    }

    fn advance(&mut self) -> Option<&'t Kind> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(&first.kind)
    }

    /// Goes to the next comma, colon, equals sign or closing bracket of this level.
    fn skip(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.rest.first() {
            match token.kind {
                Kind::Mark('(' | '[' | '{') => depth += 1,
                Kind::Mark(')' | ']' | '}') if depth == 0 => return,
                Kind::Mark(')' | ']' | '}') => depth -= 1,
                Kind::Mark(',') if depth == 0 => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// One expression, up to a comma, a colon, an equals sign or a closing bracket.
    pub fn expression(&mut self) -> Expr {
        let first = self.sum();
        let mut members = vec![first];
        while self.eat('|') {
            members.push(self.sum());
        }
        let is_end = self.rest.is_empty()
            || [',', ':', '=', ')', ']', '}']
                .iter()
                .any(|mark| self.next_is(*mark));
        if !is_end {
            self.skip();
            return Expr::Other;
        }
        match members.len() {
            1 => members.pop().unwrap_or(Expr::Other),
            _ => Expr::Or(members),
        }
    }

    /// Texts may be joined with `+`.
    fn sum(&mut self) -> Expr {
        let mut value = self.atom();
        while self.eat('+') {
            value = match (value, self.atom()) {
                (Expr::Text(a), Expr::Text(b)) => Expr::Text(a + &b),
                _ => Expr::Other,
            };
        }
        value
    }

    fn atom(&mut self) -> Expr {
        if self.depth >= MAX_DEPTH {
            self.skip();
            return Expr::Other;
        }
        match self.advance() {
            Some(Kind::Number(digits)) => Expr::Number(digits.clone()),
            Some(Kind::Text { text, is_formatted }) => self.texts(text, *is_formatted),
            Some(Kind::Ellipsis) => Expr::Ellipsis,
            Some(Kind::Name(name)) => self.named(name),
            Some(Kind::Mark('-')) => match self.rest {
                [
                    Token {
                        kind: Kind::Number(digits),
                        ..
                    },
                    rest @ ..,
                ] => {
                    self.rest = rest;
                    Expr::Number(format!("-{digits}"))
                }
                _ => Expr::Other,
            },
            Some(Kind::Mark('(')) => self.parenthesis(),
            Some(Kind::Mark('[')) => Expr::List(self.members(']')),
            Some(Kind::Mark('{')) => self.braces(),
            _ => Expr::Other,
        }
    }

    /// Texts that follow each other are one.
    fn texts(&mut self, first: &str, is_formatted: bool) -> Expr {
        let mut whole = first.to_owned();
        let mut is_known = !is_formatted;
        while let [
            Token {
                kind: Kind::Text { text, is_formatted },
                ..
            },
            rest @ ..,
        ] = self.rest
        {
            whole.push_str(text);
            is_known &= !is_formatted;
            self.rest = rest;
        }
        if is_known {
            Expr::Text(whole)
        } else {
            Expr::Other
        }
    }

    fn named(&mut self, first: &str) -> Expr {
        match first {
            "None" => return Expr::None,
            "True" => return Expr::Bool(true),
            "False" => return Expr::Bool(false),
            "lambda" | "not" | "await" | "yield" => {
                self.skip();
                return Expr::Other;
            }
            _ => {}
        }
        let mut name = first.to_owned();
        while let [
            Token {
                kind: Kind::Mark('.'),
                ..
            },
            Token {
                kind: Kind::Name(next),
                ..
            },
            rest @ ..,
        ] = self.rest
        {
            name.push('.');
            name.push_str(next);
            self.rest = rest;
        }
        let value = if self.eat('[') {
            Expr::Index {
                name,
                args: self.members(']'),
            }
        } else if self.eat('(') {
            self.call(name)
        } else {
            return Expr::Name(name);
        };
        // What follows would have to be run: `Field(...).x`, `f(x)(y)`.
        let goes_on = ['.', '[', '('].iter().any(|mark| self.next_is(*mark));
        if goes_on {
            self.skip();
            return Expr::Other;
        }
        value
    }

    fn call(&mut self, name: String) -> Expr {
        let (mut args, mut named) = (Vec::new(), Vec::new());
        self.depth += 1;
        while !self.is_at_end() && !self.eat(')') {
            match self.rest {
                [
                    Token {
                        kind: Kind::Name(key),
                        ..
                    },
                    Token {
                        kind: Kind::Mark('='),
                        ..
                    },
                    rest @ ..,
                ] => {
                    self.rest = rest;
                    named.push((key.clone(), self.expression()));
                }
                _ => args.push(self.expression()),
            }
            self.past_comma();
        }
        self.depth -= 1;
        Expr::Call { name, args, named }
    }

    /// A comma, or whatever stands where one belongs.
    fn past_comma(&mut self) {
        if !self.eat(',') && !self.next_is(')') && !self.next_is(']') && !self.next_is('}') {
            self.skip();
            self.eat(',');
        }
    }

    fn members(&mut self, end: char) -> Vec<Expr> {
        let mut members = Vec::new();
        self.depth += 1;
        while !self.is_at_end() && !self.eat(end) {
            let before = self.rest.len();
            members.push(self.expression());
            self.past_comma();
            if self.rest.len() == before {
                self.advance();
            }
        }
        self.depth -= 1;
        members
    }

    fn parenthesis(&mut self) -> Expr {
        self.depth += 1;
        let is_empty = self.next_is(')');
        let first = if is_empty {
            Expr::Other
        } else {
            self.expression()
        };
        self.depth -= 1;
        if !is_empty && self.eat(')') {
            return first;
        }
        self.eat(',');
        let mut members: Vec<Expr> = (!is_empty).then_some(first).into_iter().collect();
        members.extend(self.members(')'));
        Expr::List(members)
    }

    fn braces(&mut self) -> Expr {
        let (mut entries, mut members) = (Vec::new(), Vec::new());
        self.depth += 1;
        while !self.is_at_end() && !self.eat('}') {
            let before = self.rest.len();
            let key = self.expression();
            match self.eat(':') {
                true => entries.push((key, self.expression())),
                false => members.push(key),
            }
            self.past_comma();
            if self.rest.len() == before {
                self.advance();
            }
        }
        self.depth -= 1;
        match members.is_empty() {
            true => Expr::Dict(entries),
            false => Expr::List(members),
        }
    }
}
