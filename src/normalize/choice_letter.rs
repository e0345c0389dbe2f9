//! The letter a careful reader sees in a reply to a multiple-choice question.
//!
//! Deliberately absent: guessing. A reply without a readable letter gives none, and the reason.
//! The rules are the rows of `RULES`, tried in order; the words they know are tables in `languages`.
//! To add a rule, add a function and a row; to add a phrase or a language, add to those tables.

mod choice_text;
mod fold;
mod full_text;
mod languages;
mod lead;
mod lines;
mod lists;
mod offered;
mod phrases;
mod standing;
mod statements;
mod structured;
mod tokenizer;
mod tokens;
mod verdict;

use std::ops::Range;

use crate::dataset::Choice;
use crate::predictions::value::after_thinking;

pub use offered::offered;

use full_text::Occurrence;
use structured::Structured;
use tokens::{Kind, Token};

/// What was read in one reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterReading {
    /// The letter, `A` to `Z`, always one the question offers; `None`: unparsed.
    pub letter: Option<char>,
    /// Which rule read the letter, or why none could be read; plain words for the page.
    pub rule: &'static str,
    /// What else a person should see: mapped letters and invisible characters with their code points.
    pub notes: Vec<String>,
    /// The reasoning never ends and nothing readable is left.
    pub is_truncated: bool,
}

/// What a rule finds: a letter, or the reason why there is none; `None` lets the next rule try.
type Found = Option<Result<char, &'static str>>;

const SEVERAL: &str = "two letters at once";
const SEVERAL_TEXTS: &str = "the texts of several choices";
const UNOFFERED: &str = "a letter the question does not offer";
const CONTRADICTS: &str = "letter and text contradict each other";
const NO_ANSWER: &str = "says that no choice is right or can be told";
const NO_FIELD: &str = "no answer in the structured reply";
const NOTHING: &str = "no letter stated";

/// A rule: what to call it when it fires, and what it reads.
type Rule = (&'static str, fn(&Reply) -> Found);

/// The rules in the order they are tried.
const RULES: &[Rule] = &[
    ("the reply or its first line is a letter", lines::bare_line),
    ("the last stated answer", statements::last_stated),
    (
        "the first line starts with a choice",
        lines::starts_with_choice,
    ),
    ("the full text of one choice", choice_text::only_text),
];

/// A reply prepared for the rules.
struct Reply<'t> {
    tokens: Vec<Token<'t>>,
    /// Token ranges of the lines that are not blank.
    lines: Vec<Range<usize>>,
    /// Those of them that repeat the choices one after the other.
    lists: Vec<Range<usize>>,
    texts: Vec<Occurrence>,
    /// Bit n: the nth letter is offered.
    offered: u32,
}

impl Reply<'_> {
    fn offers(&self, letter: char) -> bool {
        bit(letter).is_some_and(|bit| self.offered & bit != 0)
    }

    /// Whether the token is a word inside the text of a choice (the A of `Both A and B`).
    fn is_inside_text(&self, at: usize) -> bool {
        let n_before = self.texts.partition_point(|text| text.start <= at);
        let text = n_before
            .checked_sub(1)
            .and_then(|last| self.texts.get(last));
        text.is_some_and(|text| at < text.end && text.end - text.start > 1)
    }

    /// The texts of choices that start at the token.
    fn text_from(&self, start: usize) -> impl Iterator<Item = &Occurrence> {
        let first = self.texts.partition_point(|text| text.start < start);
        self.texts[first..]
            .iter()
            .take_while(move |text| text.start == start)
    }
}

fn bit(letter: char) -> Option<u32> {
    letter
        .is_ascii_uppercase()
        .then(|| 1 << (letter as u32 - 'A' as u32))
}

/// Reads the letter of a reply among the letters of `choices`, whose texts may be empty.
///
/// Reasoning is cut off, Markdown, LaTeX, quotes and JSON around the letter are taken off. A letter that is only
/// mentioned or ruled out, the article *a* and the pronoun *I* are no answers.
///
/// ```
/// use marksheet::dataset::Choice;
/// use marksheet::normalize::choice_letter::read;
/// let choices = ["rotor", "swashplate"].iter().zip('A'..).map(|(text, letter)| Choice { letter, text: text.to_string() });
/// let choices: Vec<_> = choices.collect();
/// assert_eq!(read("A is tempting, but the answer is **(B)**.", &choices).letter, Some('B'));
/// assert_eq!(read("A pilot should know.", &choices).letter, None);
/// ```
pub fn read(reply: &str, choices: &[Choice]) -> LetterReading {
    let after = after_thinking(reply);
    let text = after.text;
    if after.is_cut_off && text.trim().is_empty() {
        return LetterReading {
            letter: None,
            rule: "the reasoning never ends",
            notes: Vec::new(),
            is_truncated: true,
        };
    }
    let mut notes = Vec::new();
    let (read, rule) = match structured::read(&text) {
        Some(Structured::Value(value)) => match read_text(&value, choices, &mut notes) {
            Ok((letter, _)) => (Some(letter), "the answer field of a structured reply"),
            Err(reason) => (None, reason),
        },
        Some(Structured::Nothing) => (None, NO_FIELD),
        None => match read_text(&text, choices, &mut notes) {
            Ok((letter, rule)) => (Some(letter), rule),
            Err(reason) => (None, reason),
        },
    };
    LetterReading {
        letter: read,
        rule,
        notes,
        is_truncated: false,
    }
}

/// Reads a text; when the model goes on to invent a further question, what comes before that counts if it is readable.
fn read_text(
    text: &str,
    choices: &[Choice],
    notes: &mut Vec<String>,
) -> Result<(char, &'static str), &'static str> {
    let first = before_next_question(text).map(|first| read_part(first, choices, &mut Vec::new()));
    match first {
        Some(Ok(found)) => Ok(found),
        _ => read_part(text, choices, notes),
    }
}

/// What comes before a later line that starts `Question:` or `Question 2:`.
fn before_next_question(text: &str) -> Option<&str> {
    let starts = text.match_indices('\n').map(|(at, _)| at + 1);
    let start = starts.take(10_000).find(|start| {
        let line = text[*start..].trim_start_matches(['*', '#', ' ']);
        let rest = line
            .strip_prefix("Question")
            .or_else(|| line.strip_prefix("Q"));
        rest.is_some_and(|rest| {
            rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')
                .starts_with(':')
        })
    })?;
    text.get(..start).filter(|first| !first.trim().is_empty())
}

fn read_part(
    text: &str,
    choices: &[Choice],
    notes: &mut Vec<String>,
) -> Result<(char, &'static str), &'static str> {
    let folded = fold::fold(text);
    notes.extend(folded.notes);
    let tokens = tokenizer::tokens(&folded.text, notes);
    if tokens.iter().all(|token| token.kind == Kind::NewLine) {
        return Err("the reply is blank");
    }
    let mut reply = Reply {
        lines: line_ranges(&tokens),
        lists: Vec::new(),
        texts: full_text::occurrences(&tokens, choices),
        offered: choices
            .iter()
            .filter_map(|choice| bit(choice.letter.to_ascii_uppercase()))
            .fold(0, |all, bit| all | bit),
        tokens,
    };
    reply.lists = lists::lists(&reply);
    for (name, rule) in RULES {
        if let Some(found) = rule(&reply) {
            return found.map(|letter| (letter, *name));
        }
    }
    Err(NOTHING)
}

fn line_ranges(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (at, _) in tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.kind == Kind::NewLine)
    {
        lines.push(start..at);
        start = at + 1;
    }
    lines.push(start..tokens.len());
    lines.retain(|line| !line.is_empty());
    lines
}
