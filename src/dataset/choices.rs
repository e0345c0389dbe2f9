//! The choices of a question: from lines of its text, or from fields of any shape.
//!
//! Deliberately absent: which of them is right; see `letters.rs`.

use super::Choice;
use crate::json::{self, Json};
use crate::rows::{field, text_of};

/// Choices with the label the file gives each, where it gives one that is not its letter (`1`, `2`, …).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Offered {
    pub choices: Vec<Choice>,
    pub labels: Vec<String>,
}

/// `A` for 0 to `Z` for 25.
pub(super) fn letter_at(index: usize) -> Option<char> {
    u8::try_from(index)
        .ok()
        .filter(|index| *index < 26)
        .map(|index| char::from(b'A' + index))
}

/// The letter in a text that is a letter and nothing else but brackets, dots, quotes and spaces: `B`, ` b. `, `(B)`.
pub(super) fn bare_letter(text: &str) -> Option<char> {
    let is_wrapping = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '(' | ')' | '[' | ']' | '"' | '\'' | '.' | ':' | '*' | '`'
            )
    };
    let mut chars = text.trim_matches(is_wrapping).chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    chars.next().is_none().then(|| letter.to_ascii_uppercase())
}

/// The choices that lines of `text` offer: lines that start `A)`, `A.`, `A:` or `(A)`, consecutive from A, at least
/// two; the last such run. Lines in small letters count only where there are none in capitals.
pub(super) fn in_lines(text: &str) -> Vec<Choice> {
    let capitals = run(text, char::is_ascii_uppercase);
    if capitals.is_empty() {
        run(text, char::is_ascii_lowercase)
    } else {
        capitals
    }
}

fn run(text: &str, is_letter: fn(&char) -> bool) -> Vec<Choice> {
    let mut last = Vec::new();
    let mut current: Vec<Choice> = Vec::new();
    for line in text.lines() {
        let Some((letter, rest)) = labeled(line, is_letter) else {
            continue;
        };
        if letter == 'A' {
            close_run(&mut last, &mut current);
        }
        if Some(letter) == letter_at(current.len()) {
            current.push(Choice {
                letter,
                text: rest.to_owned(),
            });
        }
    }
    close_run(&mut last, &mut current);
    last
}

/// Ends the run in `current`: it replaces `last` if it has at least two choices, and is emptied.
fn close_run(last: &mut Vec<Choice>, current: &mut Vec<Choice>) {
    if current.len() >= 2 {
        *last = std::mem::take(current);
    } else {
        current.clear();
    }
}

/// The letter, upper case, and the rest of a line that starts `A)`, `A.`, `A:` or `(A)`.
pub(super) fn labeled(line: &str, is_letter: fn(&char) -> bool) -> Option<(char, &str)> {
    let line = line.trim();
    let line = line
        .strip_prefix("- ")
        .or_else(|| line.strip_prefix("* "))
        .unwrap_or(line);
    let (is_bracketed, line) = match line.strip_prefix('(') {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let mut chars = line.chars();
    let letter = chars
        .next()
        .filter(char::is_ascii_alphabetic)
        .filter(is_letter)?;
    let mark = chars.next()?;
    let rest = chars.as_str();
    let fits = match mark {
        ')' => true,
        // "A.M." and "a:b" are no choices.
        '.' | ':' => !is_bracketed && (rest.is_empty() || rest.starts_with(char::is_whitespace)),
        _ => false,
    };
    fits.then(|| (letter.to_ascii_uppercase(), rest.trim()))
}

/// The choices in a field: `["…"]`, `{"A": "…"}`, `{"text": […], "label": […]}`, `[{"label": "A", "text": "…"}]`, or
/// text with them in lines, as a JSON list, or between `|`. `None` if there are fewer than two, or more than 26.
pub(super) fn in_field(value: &Json<'_>) -> Option<Offered> {
    let offered = match value {
        Json::List(list) => from_list(list),
        Json::Object(entries) => match (value.get("text"), value.get("label")) {
            (Some(Json::List(texts)), labels) => {
                let labels = match labels {
                    Some(Json::List(labels)) => labels
                        .iter()
                        .filter_map(text_of)
                        .map(|label| label.into_owned())
                        .collect(),
                    _ => Vec::new(),
                };
                lettered(
                    texts
                        .iter()
                        .filter_map(text_of)
                        .map(|text| text.into_owned())
                        .collect(),
                    labels,
                )
            }
            _ => {
                let (labels, texts) = entries
                    .iter()
                    .filter_map(|(label, text)| {
                        Some((label.trim().to_owned(), text_of(text)?.into_owned()))
                    })
                    .unzip();
                lettered(texts, labels)
            }
        },
        Json::Text(text) => return from_text(text),
        _ => return None,
    };
    (2..=26).contains(&offered.choices.len()).then_some(offered)
}

fn from_text(text: &str) -> Option<Offered> {
    if text.trim_start().starts_with(['[', '{']) {
        let parsed = json::parse(text).ok()?;
        return match parsed.value {
            Json::Text(_) => None,
            value => in_field(&value),
        };
    }
    let choices = in_lines(text);
    if !choices.is_empty() {
        return Some(Offered {
            choices,
            labels: Vec::new(),
        });
    }
    let separator = ['|', '\n', ';']
        .into_iter()
        .find(|mark| text.contains(*mark))?;
    let parts = text
        .split(separator)
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let offered = lettered(parts.map(str::to_owned).collect(), Vec::new());
    (2..=26).contains(&offered.choices.len()).then_some(offered)
}

fn from_list(list: &[Json<'_>]) -> Offered {
    let mut texts = Vec::new();
    let mut labels = Vec::new();
    for entry in list {
        if let Some(text) = text_of(entry) {
            texts.push(text.into_owned());
        } else if let Some(text) =
            field(entry, &["text", "value", "option", "content", "choice"]).and_then(text_of)
        {
            texts.push(text.into_owned());
            let label = field(entry, &["label", "letter", "key", "id"]).and_then(text_of);
            labels.extend(label.map(|label| label.into_owned()));
        }
    }
    lettered(texts, labels)
}

/// Choices lettered in order, or by their own labels where these are letters; labels of another kind are kept.
fn lettered(texts: Vec<String>, labels: Vec<String>) -> Offered {
    let labels = if labels.len() == texts.len() {
        labels
    } else {
        Vec::new()
    };
    let own: Option<Vec<char>> = labels.iter().map(|label| bare_letter(label)).collect();
    let mut own = own
        .filter(|letters| !letters.is_empty())
        .unwrap_or_default();
    let mut sorted = own.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() != texts.len() {
        own.clear();
    }
    let texts = without_prefixes(texts);
    let letter = |i| own.get(i).copied().or_else(|| letter_at(i));
    let choices = texts.into_iter().enumerate().filter_map(|(i, text)| {
        Some(Choice {
            letter: letter(i)?,
            text,
        })
    });
    let choices: Vec<_> = choices.collect();
    Offered {
        choices,
        labels: if own.is_empty() { labels } else { Vec::new() },
    }
}

/// The texts without `A) `, `B) `, … in front, if all have them in order.
fn without_prefixes(texts: Vec<String>) -> Vec<String> {
    let stripped: Option<Vec<String>> = texts
        .iter()
        .enumerate()
        .map(|(i, text)| {
            let (letter, rest) = labeled(text, char::is_ascii_alphabetic)?;
            (Some(letter) == letter_at(i) && !rest.is_empty()).then(|| rest.to_owned())
        })
        .collect();
    stripped.unwrap_or(texts)
}

/// Columns or fields of their own for each choice: `A`, `B`, …; `option_a`, …; `choice1`, ….
pub(super) fn in_columns(row: &Json<'_>) -> Option<Offered> {
    const STYLES: &[(&str, bool)] = &[
        ("", false),
        ("option_", false),
        ("option", false),
        ("choice_", false),
        ("choice", false),
        ("answer_", false),
        ("answer", false),
        ("option_", true),
        ("option", true),
        ("choice_", true),
        ("choice", true),
        ("answer_", true),
        ("answer", true),
    ];
    STYLES.iter().find_map(|(prefix, is_numbered)| {
        let name = |i: usize| match is_numbered {
            true => Some(format!("{prefix}{}", i + 1)),
            false => letter_at(i).map(|letter| format!("{prefix}{letter}")),
        };
        let mut texts = Vec::new();
        while let Some(name) = name(texts.len()) {
            let text = field(row, &[&name])
                .and_then(text_of)
                .filter(|text| !text.trim().is_empty());
            match text {
                Some(text) => texts.push(text.into_owned()),
                None => break,
            }
        }
        (2..=26)
            .contains(&texts.len())
            .then(|| lettered(texts, Vec::new()))
    })
}

/// The question with its choices below, one on a line, as ALUE's `input` has them; unchanged if they are in it.
pub(super) fn rendered(question: &str, choices: &[Choice]) -> String {
    if in_lines(question).len() >= choices.len() {
        return question.to_owned();
    }
    let mut text = question.to_owned();
    for choice in choices {
        text.push_str(&format!("\n{}) {}", choice.letter, choice.text));
    }
    text
}
