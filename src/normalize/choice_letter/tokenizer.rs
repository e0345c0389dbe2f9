//! Splits a reply into tokens, taking Markdown, LaTeX, quotes and tags off.
//!
//! Deliberately absent: what the tokens mean; that is in [`phrases`](super::phrases) and the rules.

use std::borrow::Cow;

use super::fold;
use super::tokens::{ANSWER_MARK, CROSS, Kind, Letter, TICK, Token};

/// Splits a folded text. Linear in its length.
pub(super) fn tokens<'t>(text: &'t str, notes: &mut Vec<String>) -> Vec<Token<'t>> {
    let mut tokenizer = Tokenizer {
        text,
        chars: text.char_indices().collect(),
        at: 0,
        is_glued: false,
        has_closing_tag: text.contains("</"),
        tokens: Vec::new(),
        notes,
    };
    while tokenizer.at < tokenizer.chars.len() {
        tokenizer.step();
    }
    tokenizer.tokens
}

struct Tokenizer<'t, 'n> {
    text: &'t str,
    chars: Vec<(usize, char)>,
    at: usize,
    is_glued: bool,
    has_closing_tag: bool,
    tokens: Vec<Token<'t>>,
    notes: &'n mut Vec<String>,
}

impl<'t> Tokenizer<'t, '_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).map(|(_, c)| *c)
    }

    fn slice(&self, from: usize, to: usize) -> &'t str {
        let byte = |at: usize| {
            self.chars
                .get(at)
                .map_or(self.text.len(), |(byte, _)| *byte)
        };
        self.text.get(byte(from)..byte(to)).unwrap_or_default()
    }

    fn push(&mut self, kind: Kind, text: Cow<'t, str>, n_chars: usize) {
        self.tokens.push(Token {
            kind,
            text,
            is_glued: self.is_glued,
        });
        self.at += n_chars;
        self.is_glued = true;
    }

    fn word(&mut self, text: &'static str, n_chars: usize) {
        self.push(Kind::Word, Cow::Borrowed(text), n_chars);
    }

    fn punct(&mut self, c: char, n_chars: usize) {
        self.push(Kind::Punct(c), Cow::Borrowed(""), n_chars);
    }

    fn new_line(&mut self, n_chars: usize) {
        if self
            .tokens
            .last()
            .is_none_or(|last| last.kind != Kind::NewLine)
        {
            self.push(Kind::NewLine, Cow::Borrowed(""), 0);
        }
        self.at += n_chars;
        self.is_glued = false;
    }

    fn step(&mut self) {
        let Some(c) = self.peek(0) else { return };
        match c {
            '\n' => self.new_line(1),
            c if c.is_whitespace() => {
                self.at += 1;
                self.is_glued = false;
            }
            '\\' => self.latex(),
            '<' => self.tag(),
            '(' | '[' | '【' | '「' | '『' | '〔' => self.bracket(),
            ')' | ']' | '】' | '」' | '』' | '〕' => self.punct(')', 1),
            c if c.is_ascii_digit() => self.number(),
            c if is_sign(c) => self.push(
                Kind::Sign,
                Cow::Borrowed(self.slice(self.at, self.at + 1)),
                1,
            ),
            c if is_word_char(c) => self.run(),
            '✅' | '✓' | '✔' | '☑' | '🗸' => self.word(TICK, 1),
            '❌' | '✗' | '✘' | '✖' | '🚫' | '❎' => self.word(CROSS, 1),
            '∴' => self.word("therefore", 1),
            '-' | '=' if self.peek(1) == Some('>') => self.punct('→', 2),
            '→' | '⇒' | '➡' | '⟹' | '➜' | '⟶' => self.punct('→', 1),
            '-' | '–' | '—' | '−' | '‒' | '―' => self.punct('-', 1),
            '…' | '。' | '।' => self.punct('.', 1),
            '、' | '،' => self.punct(',', 1),
            '؟' => self.punct('?', 1),
            '؛' => self.punct(';', 1),
            '.' | ',' | ';' | ':' | '!' | '?' | '=' | '+' | '/' | '%' | '&' | '>' | '@' => {
                self.punct(c, 1)
            }
            c if is_decoration(c) => self.at += 1,
            _ => {
                self.at += 1;
                self.is_glued = false;
            }
        }
    }

    /// `\boxed` becomes a word, other known commands vanish; `\n` written out is a line end.
    fn latex(&mut self) {
        let length = (1..=16)
            .find(|ahead| !self.peek(*ahead).is_some_and(|c| c.is_ascii_alphabetic()))
            .unwrap_or(1)
            - 1;
        let name = self.slice(self.at + 1, self.at + 1 + length);
        match name {
            "boxed" | "fbox" | "framebox" => {
                self.is_glued = false;
                self.word(ANSWER_MARK, 1 + length);
            }
            _ if name.starts_with(['n', 'r'])
                && !name[1..].starts_with(|c: char| c.is_ascii_lowercase()) =>
            {
                self.new_line(2);
            }
            "" => self.at += 2,
            _ => self.at += 1 + length,
        }
    }

    /// `<answer>` becomes a word, `<br>` and other blocks a line end, other tags vanish, `<B>` is a letter.
    fn tag(&mut self) {
        let length =
            (1..60).find(|ahead| matches!(self.peek(*ahead), None | Some('>' | '<' | '\n')));
        let Some(length) = length.filter(|length| self.peek(*length) == Some('>')) else {
            return self.punct('<', 1);
        };
        let inner = self.slice(self.at + 1, self.at + length);
        let name = inner.trim_start_matches(['/', '|']).to_ascii_lowercase();
        let mut letters = inner.chars();
        if let (Some(c), None, false) = (letters.next(), letters.next(), self.has_closing_tag)
            && c.is_ascii_uppercase()
        {
            return self.enclosed(c, length + 1);
        }
        let is_answer = ["answer", "choice", "option", "solution", "letter", "final"]
            .iter()
            .any(|word| name.contains(word));
        match inner.chars().next() {
            Some('/') if is_answer => self.new_line(length + 1),
            Some('/' | '|') => self.at += length + 1,
            Some(c) if c.is_ascii_alphabetic() && is_answer => {
                self.new_line(length + 1);
                self.word(ANSWER_MARK, 0);
            }
            Some(c) if c.is_ascii_alphabetic() => {
                let is_block = ["br", "p", "div", "li", "hr"]
                    .iter()
                    .any(|block| name.trim_end_matches(['/', ' ']) == *block);
                if is_block {
                    self.new_line(length + 1)
                } else {
                    self.at += length + 1
                }
            }
            _ => self.punct('<', 1),
        }
    }

    /// A bracket around a letter belongs to it; one around a cross or blank is a check box; others are punctuation.
    fn bracket(&mut self) {
        let skip = |mut ahead: usize| {
            while ahead < 16
                && self
                    .peek(ahead)
                    .is_some_and(|c| c == ' ' || is_decoration(c))
            {
                ahead += 1;
            }
            ahead
        };
        let closes = |c: Option<char>| matches!(c, Some(')' | ']' | '】' | '」' | '』' | '〕'));
        let inside = skip(1);
        let after = skip(inside + 1);
        match self.peek(inside) {
            Some('x' | 'X' | '✓' | '✔')
                if self.peek(0) == Some('[') && self.peek(2) == Some(']') =>
            {
                self.word(TICK, 3)
            }
            Some(']') if inside == 2 && self.peek(0) == Some('[') => self.word(CROSS, 3),
            Some(c) if is_word_char(c) && !is_sign(c) && closes(self.peek(after)) => {
                self.enclosed(c, after + 1)
            }
            _ => self.punct('(', 1),
        }
    }

    fn enclosed(&mut self, c: char, n_chars: usize) {
        let text = self.slice(self.at, self.at + n_chars);
        match self.letter(c, true) {
            Some(letter) => {
                let lower = c.to_lowercase().collect::<String>();
                self.push(Kind::Letter(letter), Cow::Owned(lower), n_chars);
            }
            None => self.push(Kind::Word, Cow::Borrowed(text), n_chars),
        }
    }

    fn letter(&mut self, c: char, is_enclosed: bool) -> Option<Letter> {
        if c.is_ascii_alphabetic() {
            return Some(Letter {
                letter: c.to_ascii_uppercase(),
                is_upper: c.is_ascii_uppercase(),
                is_enclosed,
                is_mapped: false,
            });
        }
        let upper = c.to_uppercase().next().unwrap_or(c);
        let (letter, alphabet) = fold::stands_for(upper)?;
        fold::note(self.notes, fold::read_as(c, letter, alphabet));
        Some(Letter {
            letter,
            is_upper: upper == c,
            is_enclosed,
            is_mapped: true,
        })
    }

    fn number(&mut self) {
        let mut end = 1;
        let mut is_word = false;
        loop {
            match (self.peek(end), self.peek(end + 1)) {
                (Some('.' | ','), Some(next)) if next.is_ascii_digit() => end += 1,
                (Some(c), _) if c.is_ascii_digit() => end += 1,
                (Some(c), _) if is_word_char(c) && !is_sign(c) => {
                    is_word = true;
                    end += 1;
                }
                _ => break,
            }
        }
        let is_negative = self
            .tokens
            .last()
            .is_some_and(|last| last.is_punct('-') && !last.is_glued);
        let text = lower(self.slice(self.at, self.at + end));
        let text = if self.is_glued && is_negative {
            Cow::Owned(format!("-{text}"))
        } else {
            text
        };
        self.push(if is_word { Kind::Word } else { Kind::Number }, text, end);
    }

    /// A run of word characters: a word, or a letter when there is only one.
    fn run(&mut self) {
        let mut end = 1;
        loop {
            match (self.peek(end), self.peek(end + 1)) {
                (Some(c), _) if (is_word_char(c) || c.is_ascii_digit()) && !is_sign(c) => end += 1,
                (Some('\'' | '’'), Some(next)) if next.is_alphabetic() && !is_sign(next) => {
                    end += 2
                }
                _ => break,
            }
        }
        let text = self.slice(self.at, self.at + end);
        let first = text.chars().next().unwrap_or(' ');
        let is_single = end == 1 || is_turkish_suffixed(text);
        let before = self
            .at
            .checked_sub(1)
            .and_then(|at| self.chars.get(at))
            .map(|(_, c)| *c);
        let wraps = |c: Option<char>| c.is_some_and(|c| is_decoration(c) && c != '|');
        let is_enclosed =
            end == 1 && wraps(before) && (wraps(self.peek(1)) || self.peek(1) == Some('\\'));
        if text == "N" && self.peek(1) == Some('/') && self.peek(2) == Some('A') {
            return self.word("n/a", 3);
        }
        if is_single && let Some(letter) = self.letter(first, is_enclosed) {
            return self.push(Kind::Letter(letter), lower(text), end);
        }
        if end > 1 && first.is_ascii_uppercase() && text.chars().all(|c| c == first) {
            return self.push(Kind::Word, Cow::Borrowed(text), end);
        }
        let lower = lower(text);
        let word = match &lower {
            Cow::Borrowed(word) => Cow::Borrowed(without_article(word)),
            Cow::Owned(word) => Cow::Owned(without_article(word).to_owned()),
        };
        self.push(Kind::Word, word, end);
    }
}

/// `B'dir`: a Turkish ending on a letter.
fn is_turkish_suffixed(text: &str) -> bool {
    let ending = text
        .char_indices()
        .nth(1)
        .and_then(|(at, _)| text.get(at..))
        .unwrap_or_default();
    let ending = ending.trim_start_matches(['\'', '’']);
    text.contains(['\'', '’'])
        && ["dir", "dır", "dur", "dür", "tir", "tır", "yi", "yı"].contains(&ending)
}

/// `l'option` without its `l'`; curly apostrophes are not looked at, because the tables write neither.
fn without_article(word: &str) -> &str {
    let mut chars = word.chars();
    let is_article =
        matches!(chars.next(), Some('l' | 'd')) && matches!(chars.next(), Some('\'' | '’'));
    let rest = chars.as_str();
    if is_article && rest.len() > 3 {
        rest
    } else {
        word
    }
}

fn lower(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| c.is_lowercase() || c.is_ascii_digit()) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.to_lowercase().replace('’', "'"))
    }
}

fn is_word_char(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{dff}')
}

/// Characters of scripts written without spaces between words, Hangul included for its endings.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1100}'..='\u{11ff}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3134f}')
}

/// Marks that only dress a text up: Markdown, LaTeX, quotes, table and list marks.
fn is_decoration(c: char) -> bool {
    matches!(
        c,
        '*' | '_'
            | '`'
            | '$'
            | '#'
            | '~'
            | '^'
            | '|'
            | '"'
            | '\''
            | '{'
            | '}'
            | '“'
            | '”'
            | '„'
            | '‟'
            | '‘'
            | '’'
            | '‚'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '•'
            | '●'
            | '▪'
            | '◦'
            | '·'
            | '《'
            | '》'
            | '〈'
            | '〉'
            | '´'
    )
}
