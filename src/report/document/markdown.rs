//! The report as Markdown, to paste into an issue or a page. Charts are their words.

use super::{Block, Cell};

/// Characters that mean something in Markdown, anywhere in a line.
const SPECIAL: &str = "\\`*_{}[]<>|~#&$";

/// Writes it.
pub(super) fn write(title: &str, blocks: &[Block<'_>]) -> String {
    let mut text = format!("# {}\n", plain(title));
    for block in blocks {
        text.push('\n');
        text.push_str(&self::block(block));
        text.push('\n');
    }
    text
}

fn block(block: &Block<'_>) -> String {
    match block {
        Block::Heading(text) => format!("## {}", plain(text)),
        Block::Text(text) => plain(text),
        Block::Note(text) => format!("- {}", plain(text)),
        Block::Verdict(text) => format!("**{}**", plain(text)),
        Block::Table(head, rows) => table(head, rows),
        Block::Chart(chart) => {
            format!("**{}.** {}", plain(chart.name.title()), plain(&chart.words))
        }
        Block::Example {
            id,
            class,
            question,
            gold,
            prediction,
            why,
        } => {
            let line = |name: &str, text: &str| match text.is_empty() {
                true => String::new(),
                false => format!("\n  - {name}: {}", plain(text)),
            };
            format!(
                "- {} ({}, {class}){}{}{}",
                plain(question),
                plain(id),
                line("key", gold),
                line("answer", prediction),
                line("why", why)
            )
        }
    }
}

fn table(head: &[String], rows: &[Vec<Cell>]) -> String {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let is_number = |at: usize| {
        rows.first()
            .and_then(|row| row.get(at))
            .is_some_and(|cell| matches!(cell, Cell::Number(_)))
    };
    let rule = (0..head.len()).map(|at| if is_number(at) { "---:" } else { "---" });
    let mut lines = vec![
        line(head.iter().map(|cell| plain(cell)).collect()),
        line(rule.map(str::to_owned).collect()),
    ];
    lines.extend(rows.iter().map(|row| {
        let cells = row.iter().map(|cell| match cell {
            Cell::Text(text) | Cell::Number(text) | Cell::Code(text) => plain(text),
        });
        line(cells.collect())
    }));
    lines.join("\n")
}

/// A text on one line in which nothing means anything.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        for c in word.chars() {
            match c {
                c if SPECIAL.contains(c) => plain.extend(['\\', c]),
                // They turn the direction of what follows.
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => plain.push('\u{fffd}'),
                c if c.is_control() => plain.push('\u{fffd}'),
                c => plain.push(c),
            }
        }
    }
    // What begins a list or a heading at the start of a line, and only there.
    match plain.chars().next() {
        Some('-' | '+' | '=') => format!("\\{plain}"),
        Some('0'..='9') => numbered(&plain),
        _ => plain,
    }
}

/// `1. x` would begin a list.
fn numbered(plain: &str) -> String {
    let digits = plain.chars().take_while(char::is_ascii_digit).count();
    match plain.get(digits..) {
        Some(rest) if rest.starts_with(['.', ')']) => {
            format!("{}\\{rest}", plain.get(..digits).unwrap_or_default())
        }
        _ => plain.to_owned(),
    }
}
