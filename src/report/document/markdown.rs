//! The report as Markdown, to paste into an issue or a page. Charts are their words.
//!
//! Where it is pasted, nothing in it calls a person, links to a page or names an issue: a word joiner, which nobody sees,
//! stands within `@name`, `https://`, `www.`, `#1` and `GH-1`. An escape would not do: such words are looked for in the text
//! that is shown.

use super::{Block, Cell, Example, is_number};

/// Characters that mean something in Markdown, anywhere in a line.
const SPECIAL: &str = "\\`*_{}[]<>|~#&$";

/// Writes it.
pub(super) fn write(title: &str, blocks: &[Block<'_>]) -> String {
    let mut text = format!("# {}\n", inline(title));
    for block in blocks {
        text.push('\n');
        text.push_str(&self::block(block));
        text.push('\n');
    }
    text
}

fn block(block: &Block<'_>) -> String {
    match block {
        Block::Heading(text) => format!("## {}", inline(text)),
        Block::Text(text) => plain(text),
        Block::Note(text) => format!("- {}", plain(text)),
        Block::Verdict(text) => format!("**{}**", inline(text)),
        Block::Table(head, rows) => table(head, rows),
        Block::Chart(chart) => {
            format!(
                "**{}.** {}",
                inline(chart.name.title()),
                inline(&chart.words)
            )
        }
        Block::Example(example) => self::example(example),
    }
}

fn example(example: &Example) -> String {
    let (sign, class) = (example.outcome.sign(), example.outcome.in_words());
    let mut lines = format!("- {} ({sign} {class})", plain(&example.id));
    for (name, text) in example.parts() {
        lines.push_str(&format!("\n  - {name}: {}", inline(text)));
    }
    lines
}

fn table(head: &[String], rows: &[Vec<Cell>]) -> String {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let rule = (0..head.len()).map(|at| if is_number(rows, at) { "---:" } else { "---" });
    let mut lines = vec![
        line(head.iter().map(|cell| inline(cell)).collect()),
        line(rule.map(str::to_owned).collect()),
    ];
    lines.extend(rows.iter().map(|row| {
        let cells = row.iter().map(|cell| match cell {
            Cell::Text(text) | Cell::Number(text) | Cell::Code(text) => inline(text),
            Cell::Named(name, meaning) => format!("{}: {}", inline(name), inline(meaning)),
        });
        line(cells.collect())
    }));
    lines.join("\n")
}

/// A text within a line in which nothing means anything.
fn inline(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        let mut chars = word.chars();
        let mut before = "";
        while let Some(c) = chars.next() {
            let after = chars.as_str();
            if c == '.' && ends_with_word(before, "www") {
                plain.push(JOINER);
            }
            match c {
                c if SPECIAL.contains(c) => plain.extend(['\\', c]),
                // They turn the direction of what follows.
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => plain.push('\u{fffd}'),
                c if c.is_control() => plain.push('\u{fffd}'),
                c => plain.push(c),
            }
            if is_live(before, c, after) {
                plain.push(JOINER);
            }
            before = word.strip_suffix(after).unwrap_or(word);
        }
    }
    plain
}

/// Nothing to see, and no place to break a line.
const JOINER: char = '\u{2060}';

/// Whether `c` and what follows it would be more than text: a person, an issue or an address.
fn is_live(before: &str, c: char, after: &str) -> bool {
    let begins_number = after.starts_with(|c: char| c.is_ascii_digit());
    match c {
        '@' => !after.is_empty(),
        ':' => after.starts_with("//"),
        '#' => begins_number,
        '-' => begins_number && ends_with_word(before, "gh"),
        _ => false,
    }
}

/// Whether a text ends with a word, in whatever case.
fn ends_with_word(text: &str, word: &str) -> bool {
    let start = text.len().saturating_sub(word.len());
    let ends = text.split_at_checked(start);
    ends.is_some_and(|(before, last)| {
        last.eq_ignore_ascii_case(word) && !before.ends_with(char::is_alphanumeric)
    })
}

/// The same at the start of a line, where more begins a list or a heading.
fn plain(text: &str) -> String {
    let plain = inline(text);
    match plain.chars().next() {
        Some('-' | '+' | '=' | ':') => format!("\\{plain}"),
        Some('0'..='9') => numbered(&plain),
        _ => plain,
    }
}

/// `1. x` would begin a list; `64.6` would not.
fn numbered(plain: &str) -> String {
    let digits = plain.chars().take_while(char::is_ascii_digit).count();
    let (number, rest) = plain.split_at_checked(digits).unwrap_or_default();
    let mut after = rest.chars();
    let is_mark = matches!(after.next(), Some('.' | ')'));
    match is_mark && after.next().is_none_or(|next| next == ' ') {
        true => format!("{number}\\{rest}"),
        false => plain.to_owned(),
    }
}
