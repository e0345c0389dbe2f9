//! The statements of a Python file that matter here: classes with their fields, names for types, imports.
//!
//! Deliberately absent: functions and control flow. Their blocks are skipped, since nothing is run.

mod class;

pub(super) use class::cleaned;

use super::expr::{Expr, Parser};
use super::token::{Kind, Token};
use crate::problem::Problem;
use class::docstring;
use rustc_hash::FxHashMap;

/// Classes within classes beyond this are not read.
const MAX_DEPTH: usize = 20;

#[derive(Debug, Default)]
pub(super) struct File {
    pub classes: Vec<Class>,
    /// `Name = …` outside of classes: names for types, constants.
    pub names: FxHashMap<String, Expr>,
    /// `from x import y as z`: what `z` is called where it comes from.
    pub imported_as: FxHashMap<String, String>,
    pub notes: Vec<Problem>,
}

#[derive(Debug)]
pub(super) struct Class {
    pub name: String,
    pub bases: Vec<Expr>,
    pub doc: Option<String>,
    pub fields: Vec<Field>,
    /// `NAME = value` without a type: members of an Enum, `model_config`.
    pub assigned: Vec<(String, Expr, u32)>,
    /// `class Config:` inside.
    pub config: Vec<(String, Expr, u32)>,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: String,
    pub annotation: Expr,
    pub value: Option<Expr>,
    /// The text below it.
    pub doc: Option<String>,
    pub line: u32,
}

pub(super) fn read(tokens: &[Token]) -> File {
    let mut reader = Reader {
        rest: tokens,
        has_more: false,
        file: File::default(),
    };
    while !reader.rest.is_empty() {
        reader.statement(None, 0);
    }
    reader.file
}

struct Reader<'t> {
    rest: &'t [Token],
    /// Whether the last line ended at a `;`, so that more stands on it.
    has_more: bool,
    file: File,
}

impl<'t> Reader<'t> {
    /// The tokens up to the end of the logical line or a `;`, which are gone past.
    fn line(&mut self) -> &'t [Token] {
        let mut depth = 0_usize;
        let is_end = |token: &Token| {
            match token.kind {
                Kind::Mark('(' | '[' | '{') => depth += 1,
                Kind::Mark(')' | ']' | '}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            matches!(token.kind, Kind::Newline | Kind::Indent | Kind::Dedent)
                || (token.kind == Kind::Mark(';') && depth == 0)
        };
        let end = self.rest.iter().position(is_end).unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, &[]));
        let is_mark = |token: &Token| matches!(token.kind, Kind::Newline | Kind::Mark(';'));
        self.has_more = rest
            .first()
            .is_some_and(|token| token.kind == Kind::Mark(';'));
        self.rest = match rest.split_first() {
            Some((first, after)) if is_mark(first) => after,
            // A line that is empty, at the end of a block nobody opened: it must not be met for ever.
            Some((_, after)) if line.is_empty() => after,
            _ => rest,
        };
        line
    }

    /// Goes past the indented block that comes next, if one does.
    fn skip_block(&mut self) {
        let mut depth = 0_usize;
        if !matches!(
            self.rest,
            [
                Token {
                    kind: Kind::Indent,
                    ..
                },
                ..
            ]
        ) {
            return;
        }
        while let [token, rest @ ..] = self.rest {
            self.rest = rest;
            match token.kind {
                Kind::Indent => depth += 1,
                Kind::Dedent => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn statement(&mut self, class: Option<&mut Class>, depth: usize) {
        let is_class = matches!(self.rest, [Token { kind: Kind::Name(word), .. }, Token { kind: Kind::Name(_), .. }, ..] if word == "class");
        if is_class {
            return self.class(class, depth);
        }
        let line = self.line();
        let Some(first) = line.first() else {
            return;
        };
        let ends_in_colon = matches!(
            line.last(),
            Some(Token {
                kind: Kind::Mark(':'),
                ..
            })
        );
        match (&first.kind, class) {
            (Kind::Name(word), class)
                if [
                    "def", "async", "if", "elif", "else", "for", "while", "try", "except",
                    "finally", "with", "match",
                ]
                .contains(&word.as_str())
                    && !is_typed(line) =>
            {
                if ends_in_colon {
                    self.skip_block();
                }
                let is_def = word == "def" || word == "async";
                if !is_def && class.is_some() {
                    self.note(
                        Problem::warning(format!("what depends on `{word}` is left out"))
                            .on_line(first.line),
                    );
                }
            }
            (Kind::Name(word), _) if word == "from" || word == "import" => self.import(line),
            (Kind::Name(word), _)
                if ["pass", "return", "raise", "del", "assert", "global"]
                    .contains(&word.as_str())
                    && !is_typed(line) => {}
            (Kind::Name(word), None)
                if word == "type"
                    && matches!(
                        line,
                        [
                            _,
                            Token {
                                kind: Kind::Name(_),
                                ..
                            },
                            ..
                        ]
                    ) =>
            {
                self.assignment(line.get(1..).unwrap_or_default(), None);
            }
            (Kind::Mark('@'), class) => self.decorator(line, class.is_some()),
            (
                Kind::Text {
                    text,
                    is_formatted: false,
                },
                Some(class),
            ) => docstring(text, class),
            (Kind::Name(_), class) => self.assignment(line, class),
            _ => {}
        }
        // A block below anything else belongs to it.
        self.skip_block();
    }

    fn note(&mut self, problem: Problem) {
        self.file.notes.push(problem);
    }

    fn decorator(&mut self, line: &[Token], is_in_class: bool) {
        let name = match Parser::new(line.get(1..).unwrap_or_default()).expression() {
            Expr::Name(name) | Expr::Call { name, .. } => name,
            _ => return,
        };
        let last = name.rsplit('.').next().unwrap_or_default();
        let is_check = [
            "field_validator",
            "model_validator",
            "validator",
            "root_validator",
        ]
        .contains(&last);
        if is_in_class && is_check {
            let message = format!(
                "the check made by `{last}` is code: it is no part of a schema, and replies are not held to it"
            );
            self.note(Problem::info(message).on_line(line.first().map_or(1, |token| token.line)));
        }
        if !is_in_class && last == "dataclass" {
            let problem = Problem::warning("a dataclass is no Pydantic model and is left out");
            self.note(
                problem
                    .on_line(line.first().map_or(1, |token| token.line))
                    .hint("write it as class Name(BaseModel)"),
            );
        }
    }

    fn import(&mut self, line: &[Token]) {
        for window in line.windows(3) {
            if let [
                Token {
                    kind: Kind::Name(name),
                    ..
                },
                Token {
                    kind: Kind::Name(word),
                    ..
                },
                Token {
                    kind: Kind::Name(alias),
                    ..
                },
            ] = window
                && word == "as"
            {
                self.file.imported_as.insert(alias.clone(), name.clone());
            }
        }
    }

    /// `name: type = value`, `NAME = value`.
    fn assignment(&mut self, line: &[Token], class: Option<&mut Class>) {
        let [
            Token {
                kind: Kind::Name(name),
                line: number,
            },
            rest @ ..,
        ] = line
        else {
            return;
        };
        let mut parser = Parser::new(rest);
        let annotation = parser.eat(':').then(|| parser.expression());
        let value = parser.eat('=').then(|| parser.expression());
        // More after it is `a, b = …`, `a == b`, a call.
        let value = value.map(|value| {
            if parser.is_at_end() {
                value
            } else {
                Expr::Other
            }
        });
        match (class, annotation, value) {
            (Some(class), Some(annotation), value) => class.fields.push(Field {
                name: name.clone(),
                annotation,
                value,
                doc: None,
                line: *number,
            }),
            (Some(class), None, Some(value)) => class.assigned.push((name.clone(), value, *number)),
            (None, _, Some(value)) => _ = self.file.names.insert(name.clone(), value),
            _ => {}
        }
    }
}

/// Whether the line starts as a field does: a field may be called `match` or `global`.
fn is_typed(line: &[Token]) -> bool {
    matches!(
        line,
        [
            _,
            Token {
                kind: Kind::Mark(':'),
                ..
            },
            _,
            ..
        ]
    )
}
