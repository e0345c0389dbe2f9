//! Classes: their heads, bodies and docstrings.
//!
//! Deliberately absent: what a field's type comes to.

use super::{Class, MAX_DEPTH, Reader};
use crate::problem::{Problem, cut};
use crate::schema::pydantic::expr::{Expr, Parser};
use crate::schema::pydantic::token::{Kind, Token};

impl Reader<'_> {
    pub(super) fn class(&mut self, outer: Option<&mut Class>, depth: usize) {
        let line = self.line();
        let [
            head,
            Token {
                kind: Kind::Name(name),
                ..
            },
            ..,
        ] = line
        else {
            return;
        };
        let mut class = Class {
            name: name.clone(),
            bases: Vec::new(),
            doc: None,
            fields: Vec::new(),
            assigned: Vec::new(),
            config: Vec::new(),
            line: head.line,
        };
        // Read as a call: bases, and `extra="forbid"` or `metaclass=…`.
        let mut parser = Parser::new(line.get(1..).unwrap_or_default());
        if let Expr::Call { args, named, .. } = parser.expression() {
            class.bases = args;
            class.config.extend(
                named
                    .into_iter()
                    .map(|(key, value)| (key, value, head.line)),
            );
        }
        let is_on_line = parser.eat(':') && !parser.is_at_end();
        if is_on_line && depth < MAX_DEPTH {
            // `class A(BaseModel): x: int; y: str`: statements up to the end of the line, which a `;` does not end.
            self.on_line(parser.rest(), &mut class);
            while self.has_more {
                let statement = self.line();
                self.on_line(statement, &mut class);
            }
            return self.add(outer, class);
        }
        if depth >= MAX_DEPTH {
            let message = format!("the class {} lies too deep and is left out", cut(name, 40));
            self.note(Problem::warning(message).on_line(head.line));
            return self.skip_block();
        }
        if let [
            Token {
                kind: Kind::Indent, ..
            },
            rest @ ..,
        ] = self.rest
        {
            self.rest = rest;
            while !self.rest.is_empty()
                && !matches!(
                    self.rest,
                    [
                        Token {
                            kind: Kind::Dedent,
                            ..
                        },
                        ..
                    ]
                )
            {
                self.statement(Some(&mut class), depth + 1);
            }
            self.rest = self.rest.get(1..).unwrap_or_default();
        }
        self.add(outer, class);
    }

    /// A statement on the line of its class.
    fn on_line(&mut self, statement: &[Token], class: &mut Class) {
        match statement.first().map(|token| &token.kind) {
            Some(Kind::Text {
                text,
                is_formatted: false,
            }) => docstring(text, class),
            _ => self.assignment(statement, Some(class)),
        }
    }

    fn add(&mut self, outer: Option<&mut Class>, mut class: Class) {
        match outer {
            Some(outer) if class.name == "Config" && class.bases.is_empty() => {
                outer.config.append(&mut class.assigned)
            }
            _ => self.file.classes.push(class),
        }
    }
}

/// A text alone: of the class when it comes first, else of the field above it.
pub(super) fn docstring(text: &str, class: &mut Class) {
    match class.fields.last_mut() {
        Some(field) if field.doc.is_none() => field.doc = Some(text.to_owned()),
        None if class.doc.is_none() && class.assigned.is_empty() => {
            class.doc = Some(text.to_owned())
        }
        _ => {}
    }
}

/// A docstring without the indentation of its place, as Python's `inspect.cleandoc` gives it.
pub(in crate::schema::pydantic) fn cleaned(doc: &str) -> String {
    let expanded = doc.replace('\t', "        ");
    let lines: Vec<&str> = expanded.lines().collect();
    let indent_of = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let below = lines.iter().skip(1).filter(|line| !line.trim().is_empty());
    let indent = below.map(indent_of).min().unwrap_or(0);
    let mut cleaned: Vec<&str> = Vec::with_capacity(lines.len());
    for (n, line) in lines.iter().enumerate() {
        cleaned.push(match n {
            0 => line.trim_start(),
            _ => line.get(indent..).unwrap_or(""),
        });
    }
    // Python drops empty lines at both ends, and keeps blanks at line ends within.
    cleaned.join("\n").trim_matches('\n').to_owned()
}
