//! The choices a question offers, found in its text.
//!
//! Deliberately absent: choices a file lists in a field of their own; the readers of datasets know those.

use crate::dataset::Choice;

/// The choices in lines of `input` that start `A)`, `A.`, `A:` or `(A)`, letters in order from A on.
///
/// A choice's text goes on until the next one, to the end of the text or to an empty line after the last. Where
/// several runs start with A, the last counts, so that `A. Smith said` in the question does no harm. At least two.
///
/// ```
/// use marksheet::normalize::choice_letter::offered;
/// let choices = offered("Which one?\r\nA) the rotor\r\nB) the swashplate");
/// assert_eq!(choices.len(), 2);
/// assert_eq!((choices[1].letter, choices[1].text.as_str()), ('B', "the swashplate"));
/// assert!(offered("A. Smith said so.").is_empty());
/// ```
pub fn offered(input: &str) -> Vec<Choice> {
    let unified = input.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = unified.split('\n').collect();
    let starts: Vec<(usize, char, &str)> = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| start(line).map(|(letter, rest)| (at, letter, rest)))
        .collect();
    let mut run = 0..0;
    for at in (0..starts.len()).filter(|at| starts[*at].1 == 'A') {
        let length = in_order(&starts[at..]);
        if length.len() >= 2 {
            run = at..at + 1;
        }
    }
    let Some(first) = (!run.is_empty()).then_some(run.start) else {
        return Vec::new();
    };
    let members = in_order(&starts[first..]);
    members
        .iter()
        .enumerate()
        .map(|(nth, (at, letter, rest))| {
            let end = members.get(nth + 1).map_or(lines.len(), |next| next.0);
            Choice {
                letter: *letter,
                text: text(rest, &lines[at + 1..end], nth + 1 == members.len()),
            }
        })
        .collect()
}

/// The members of a run that starts at the first entry: A, B, C…; other starts in between are text.
fn in_order<'t>(starts: &[(usize, char, &'t str)]) -> Vec<(usize, char, &'t str)> {
    let mut members: Vec<(usize, char, &str)> = Vec::new();
    for start in starts {
        let wanted = members
            .last()
            .map_or('A', |last| char::from_u32(last.1 as u32 + 1).unwrap_or('['));
        if start.1 == wanted {
            members.push(*start);
        } else if start.1 == 'A' {
            break;
        }
    }
    members
}

/// A choice's text from its first line and the lines that belong to it, joined by single line ends.
fn text(first: &str, more: &[&str], is_last: bool) -> String {
    let mut text = first.trim().to_owned();
    for line in more.iter().map(|line| line.trim()) {
        if line.is_empty() && is_last && !text.is_empty() {
            break;
        }
        if !line.is_empty() {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line);
        }
    }
    text
}

/// The letter a line starts with, and the rest of the line.
fn start(line: &str) -> Option<(char, &str)> {
    let line = line.trim_start().trim_start_matches("**");
    let is_open = line.starts_with('(');
    let inside = if is_open { &line[1..] } else { line };
    let letter = inside.chars().next().filter(char::is_ascii_uppercase)?;
    let rest = &inside[1..];
    let mark = rest.chars().next()?;
    let is_mark = if is_open {
        mark == ')'
    } else {
        matches!(mark, ')' | '.' | ':')
    };
    let text = rest.get(1..).filter(|_| is_mark)?;
    // `U.S. airspace`, `A.M.` and `C:\` start no choice.
    let is_abbreviation = mark == '.'
        && text.chars().nth(1) == Some('.')
        && text.starts_with(|c: char| c.is_ascii_uppercase());
    (!is_abbreviation).then(|| (letter, text.trim_start_matches("**")))
}
