//! Python text as tokens: names, numbers, texts, marks, and where lines and blocks begin and end.
//!
//! Deliberately absent: which marks Python knows; whatever is none of the others is a mark of one character.

use crate::problem::Problem;

mod text;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Name(String),
    Number(String),
    /// A text with its escapes resolved; those with `f` in front are marked, what they give is known at run time only.
    Text {
        text: String,
        is_formatted: bool,
    },
    Mark(char),
    /// `...`
    Ellipsis,
    Newline,
    Indent,
    Dedent,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub kind: Kind,
    /// From 1.
    pub line: u32,
}

/// Splits `text`.
///
/// # Errors
/// If a text or a bracket is never closed, with the line it was opened on.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Problem> {
    let mut reader = Reader {
        rest: text.trim_start_matches('\u{feff}'),
        line: 1,
        open: Vec::new(),
        indents: vec![0],
        is_line_start: true,
        found: Vec::new(),
    };
    while !reader.rest.is_empty() {
        reader.step()?;
    }
    if let Some(line) = reader.open.first() {
        let problem = Problem::error("a bracket is opened here and never closed");
        return Err(problem
            .on_line(*line)
            .hint("close it, or paste the rest of the text too"));
    }
    reader.end_line();
    for _ in 1..reader.indents.len() {
        reader.push(Kind::Dedent);
    }
    Ok(reader.found)
}

struct Reader<'t> {
    rest: &'t str,
    line: u32,
    /// The lines on which the open brackets stand.
    open: Vec<u32>,
    indents: Vec<usize>,
    is_line_start: bool,
    found: Vec<Token>,
}

impl<'t> Reader<'t> {
    fn push(&mut self, kind: Kind) {
        self.found.push(Token {
            kind,
            line: self.line,
        });
    }

    fn take(&mut self, n_bytes: usize) -> &'t str {
        let (taken, rest) = self
            .rest
            .split_at_checked(n_bytes)
            .unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    fn end_line(&mut self) {
        let is_open = self
            .found
            .last()
            .is_some_and(|last| !matches!(last.kind, Kind::Newline | Kind::Indent | Kind::Dedent));
        if is_open {
            self.push(Kind::Newline);
        }
    }

    fn step(&mut self) -> Result<(), Problem> {
        if self.is_line_start {
            self.is_line_start = false;
            self.indentation();
        }
        let Some(c) = self.rest.chars().next() else {
            return Ok(());
        };
        match c {
            '\n' => self.line_break(),
            '\r' | ' ' | '\t' | '\x0c' => _ = self.take(1),
            '#' => _ = self.take_while(|c| c != '\n'),
            '\\' => self.continued(),
            '"' | '\'' => return self.text(""),
            _ if c.is_alphabetic() || c == '_' => return self.name(),
            _ if c.is_ascii_digit() => self.number(),
            '.' if self.rest.starts_with("...") => {
                self.take(3);
                self.push(Kind::Ellipsis);
            }
            '.' if self.rest[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number(),
            _ => self.mark(c),
        }
        Ok(())
    }

    fn line_break(&mut self) {
        self.take(1);
        if self.open.is_empty() {
            self.end_line();
            self.is_line_start = true;
        }
        self.line += 1;
    }

    fn continued(&mut self) {
        self.take(1);
        if let Some(rest) = self
            .rest
            .strip_prefix("\r\n")
            .or(self.rest.strip_prefix('\n'))
        {
            self.rest = rest;
            self.line += 1;
        }
    }

    fn indentation(&mut self) {
        let blank = self.take_while(|c| matches!(c, ' ' | '\t' | '\x0c'));
        if self.rest.is_empty() || self.rest.starts_with(['\n', '\r', '#']) {
            return;
        }
        let width = blank.chars().fold(0, |width, c| match c {
            '\t' => (width / 8 + 1) * 8,
            _ => width + 1,
        });
        let now = self.indents.last().copied().unwrap_or(0);
        if width > now {
            self.indents.push(width);
            self.push(Kind::Indent);
        }
        while self.indents.last().is_some_and(|last| *last > width) {
            self.indents.pop();
            self.push(Kind::Dedent);
        }
    }

    fn name(&mut self) -> Result<(), Problem> {
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
        let is_prefix = name.len() <= 2 && name.bytes().all(|byte| b"rRbBuUfF".contains(&byte));
        if is_prefix && self.rest.starts_with(['"', '\'']) {
            return self.text(name);
        }
        self.push(Kind::Name(name.to_owned()));
        Ok(())
    }

    fn number(&mut self) {
        let mut digits = self
            .take_while(|c| c.is_alphanumeric() || c == '_' || c == '.')
            .to_owned();
        let is_power = digits.ends_with(['e', 'E']) && !digits.starts_with("0x");
        if is_power && self.rest.starts_with(['+', '-']) {
            digits.push_str(self.take(1));
            digits.push_str(self.take_while(|c| c.is_ascii_digit() || c == '_'));
        }
        self.push(Kind::Number(digits));
    }

    fn mark(&mut self, c: char) {
        match c {
            '(' | '[' | '{' => self.open.push(self.line),
            ')' | ']' | '}' => _ = self.open.pop(),
            _ => {}
        }
        self.push(Kind::Mark(c));
        self.take(c.len_utf8());
    }

    fn text(&mut self, prefix: &str) -> Result<(), Problem> {
        let (line, prefix) = (self.line, prefix.to_ascii_lowercase());
        let read = text::read(self.rest, prefix.contains('r'));
        let Some(read) = read else {
            let problem = Problem::error("a text starts here and never ends");
            return Err(problem
                .on_line(line)
                .hint("close it with the quotes it starts with"));
        };
        self.line += u32::try_from(self.take(read.n_bytes).matches('\n').count()).unwrap_or(0);
        let is_formatted = prefix.contains('f');
        self.found.push(Token {
            kind: Kind::Text {
                text: read.text,
                is_formatted,
            },
            line,
        });
        Ok(())
    }
}
