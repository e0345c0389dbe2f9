//! The right letter of each multiple-choice question, from a letter, an index, a label or a choice's text.
//!
//! Deliberately absent: guessing. A number is read as an index only where a 0 occurs or a person says how they count.

use super::choices::{Offered, bare_letter, labeled, letter_at};
use super::{Choice, NumberBase};
use crate::json::Json;
use crate::problem::Problem;
use crate::rows::{Ids, field, text_of};

/// What stands as gold of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gold {
    /// A letter, written as a bare capital or not.
    Letter { letter: char, is_plain: bool },
    /// A number that may be an index, and the only choice whose text it is.
    Number { number: u64, by_text: Option<char> },
    /// More than one.
    Several,
    /// Something that is no choice.
    Other,
    /// Nothing.
    Missing,
    /// A number that only a person can explain, and has not yet.
    Waiting,
}

/// Reads the gold of a question that offers `offered` (empty where its choices are not known).
pub(super) fn gold(value: &Json<'_>, offered: &Offered) -> Gold {
    match value {
        Json::Null => Gold::Missing,
        Json::List(list) => match list.as_slice() {
            [] => Gold::Missing,
            [one] => gold(one, offered),
            _ => Gold::Several,
        },
        Json::Object(_) => {
            const NAMES: &[&str] = &[
                "selected_option",
                "letter",
                "label",
                "answer",
                "option",
                "text",
            ];
            match field(value, NAMES) {
                Some(Json::Object(_)) | None => Gold::Other,
                Some(inner) => gold(inner, offered),
            }
        }
        _ => match text_of(value) {
            Some(text) => gold_text(&text, offered),
            None => Gold::Other,
        },
    }
}

fn gold_text(written: &str, offered: &Offered) -> Gold {
    let text = written.trim();
    let read = |letter, is_plain| Gold::Letter { letter, is_plain };
    if text.is_empty() {
        return Gold::Missing;
    }
    if let Some(i) = offered.labels.iter().position(|label| label == text) {
        return offered
            .choices
            .get(i)
            .map_or(Gold::Other, |choice| read(choice.letter, true));
    }
    let known = |letter: char| {
        offered.choices.is_empty() || offered.choices.iter().any(|choice| choice.letter == letter)
    };
    if let Some(letter) = bare_letter(text).filter(|letter| known(*letter)) {
        let is_plain = written.len() == 1 && written.starts_with(letter);
        return read(letter, is_plain);
    }
    let by_text = by_text(text, &offered.choices);
    if let Some(number) = whole_number(text) {
        let is_index = number <= offered.choices.len() as u64;
        return match by_text {
            // A number that is too large for an index can only be the choice's text.
            Some(letter) if !is_index => read(letter, false),
            by_text => Gold::Number { number, by_text },
        };
    }
    if let Some(letter) = by_text {
        return read(letter, false);
    }
    match labeled(text, char::is_ascii_alphabetic) {
        Some((letter, _)) if known(letter) => read(letter, false),
        _ => Gold::Other,
    }
}

/// The letter of the only choice with this text; case counts only where it must.
fn by_text(text: &str, choices: &[Choice]) -> Option<char> {
    let only = |same: &dyn Fn(&str) -> bool| {
        let mut found = choices.iter().filter(|choice| same(choice.text.trim()));
        let first = found.next()?;
        found.next().is_none().then_some(first.letter)
    };
    only(&|other| other == text)
        .or_else(|| only(&|other| other.to_lowercase() == text.to_lowercase()))
}

/// The number in a text such as `2`, or `2.0` as spreadsheets write it.
fn whole_number(text: &str) -> Option<u64> {
    text.strip_suffix(".0").unwrap_or(text).parse().ok()
}

/// One gold with the name of its question and how many choices that offers, 0 where they are not known.
pub(super) type Named<'i> = (&'i str, Gold, usize);

/// How the numbers of a file are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// There are none that can be an index.
    None,
    /// Each is the text of a choice.
    Texts,
    /// A 0 occurs: the first choice is 0.
    FromZero,
    /// Only a person can tell whether the first choice is 0 or 1.
    Asked,
}

/// Decides how numbers are read, over all questions of a file.
///
/// All of them are texts of choices where each equals exactly one; otherwise all are indices. These count from 0 where
/// a 0 occurs; where none does, where both 0 and the number of choices occur, and where other questions have letters,
/// nothing is guessed.
pub(super) fn numbers<'i>(golds: impl Iterator<Item = Named<'i>> + Clone) -> Numbers {
    let mut indices = golds.clone().filter_map(|(_, gold, n)| match gold {
        Gold::Number { number, by_text } if n == 0 || number <= n as u64 => {
            Some((number, by_text, n as u64))
        }
        _ => None,
    });
    let (mut has_zero, mut has_count, mut has_other_text, mut n_indices) = (false, false, false, 0);
    for (number, by_text, n) in indices.by_ref() {
        n_indices += 1;
        has_zero |= number == 0;
        has_count |= n > 0 && number == n;
        has_other_text |= by_text.is_none();
    }
    let has_letters = || {
        let mut all = golds.clone();
        all.any(|(_, gold, _)| matches!(gold, Gold::Letter { .. }))
    };
    match (n_indices, has_other_text) {
        (0, _) => Numbers::None,
        (_, false) => Numbers::Texts,
        _ if has_zero && !has_count && !has_letters() => Numbers::FromZero,
        _ => Numbers::Asked,
    }
}

/// The names of the questions whose right answer is a number.
pub(super) fn numbered<'i>(golds: impl Iterator<Item = Named<'i>>) -> Ids {
    let mut ids = Ids::default();
    for (name, gold, _) in golds {
        if matches!(gold, Gold::Number { .. }) {
            ids.add(name);
        }
    }
    ids
}

/// What to say of numbers of which each is the text of a choice.
pub(super) fn read_as_texts(ids: &Ids) -> Problem {
    Problem::warning(format!(
        "the right answers of {} are numbers, and each is the text of one of the question's choices: \
         read as that choice, not as its place among them ({})",
        questions(ids),
        ids.list()
    ))
    .hint("if they are places, write letters instead")
}

/// What to say of numbers among which a 0 occurs.
pub(super) fn read_from_zero(ids: &Ids) -> Problem {
    Problem::warning(format!(
        "the right answers of {} are numbers, and a 0 occurs: read as an index from 0 (0 is A, 1 is B)",
        questions(ids)
    ))
    .hint("if 1 is meant to be A, write letters instead")
}

/// What to say of numbers that are read as the user said.
pub(super) fn read_as_told(ids: &Ids, base: NumberBase) -> Problem {
    let meaning = match base {
        NumberBase::Zero => "0 is A, 1 is B",
        NumberBase::One => "1 is A, 2 is B",
    };
    Problem::info(format!(
        "the right answers of {} are numbers, read as you said: {meaning}",
        questions(ids)
    ))
}

/// What to say of numbers that wait for an answer.
pub(super) fn waiting(ids: &Ids) -> Problem {
    Problem::error(format!(
        "the right answers of {} are numbers, and nothing says whether 1 is the first choice or the second ({}): \
         not scored before you say which",
        questions(ids),
        ids.list()
    ))
    .hint("answer the question about this file, or write each right answer as the letter of its choice")
}

fn questions(ids: &Ids) -> String {
    match ids.n() {
        1 => "1 question".to_owned(),
        n => format!("{n} questions"),
    }
}

/// The letter a number stands for.
pub(super) fn of_number(number: u64, base: NumberBase) -> Option<char> {
    let index = match base {
        NumberBase::Zero => Some(number),
        NumberBase::One => number.checked_sub(1),
    };
    index
        .and_then(|index| usize::try_from(index).ok())
        .and_then(letter_at)
}
