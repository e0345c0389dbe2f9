//! The right letter of each multiple-choice question, from a letter, an index, a label or a choice's text.
//!
//! Deliberately absent: guessing. A number is read as an index only where the file leaves no doubt.

use super::Choice;
use super::choices::{Offered, bare_letter, labelled, letter_at};
use crate::json::Json;
use crate::problem::Problem;
use crate::rows::{Ids, field, text_of};

/// What stands as gold of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gold {
    /// A letter, written as a bare capital or not.
    Letter { letter: char, is_plain: bool },
    /// A number that may be an index.
    Number(u64),
    /// More than one.
    Several,
    /// Something that is no choice.
    Other,
    /// Nothing.
    Missing,
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
            Some(text) => gold_text(&text, matches!(value, Json::Number(_)), offered),
            None => Gold::Other,
        },
    }
}

fn gold_text(written: &str, is_number: bool, offered: &Offered) -> Gold {
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
    if let Some(letter) = by_text(text, &offered.choices) {
        // A number that equals a choice and is too large for an index can only be the choice's text.
        let n = offered.choices.len();
        let is_index = is_number && text.parse().is_ok_and(|number: usize| number <= n);
        if !is_index {
            return read(letter, false);
        }
    }
    if let Ok(number) = text.parse() {
        return Gold::Number(number);
    }
    match labelled(text, char::is_ascii_alphabetic) {
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

/// How the numbers of a file are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Base {
    /// There are none, or nothing says how to read them.
    #[default]
    Unknown,
    /// 0 is A.
    Zero,
    /// 1 is A.
    One,
}

/// Decides how numbers are read, over all questions: each gold with how many choices its question offers.
/// Numbers that cannot be read are explained.
pub(super) fn base<'i>(
    golds: impl Iterator<Item = (&'i str, Gold, usize)> + Clone,
) -> (Base, Vec<Problem>) {
    let numbers = golds.clone().filter_map(|(id, gold, n)| match gold {
        Gold::Number(number) => Some((id, number, n as u64)),
        _ => None,
    });
    let mut ids = Ids::default();
    numbers.clone().for_each(|(id, ..)| ids.add(id));
    if ids.n() == 0 {
        return (Base::Unknown, Vec::new());
    }
    let has_letters = golds
        .clone()
        .any(|(_, gold, _)| matches!(gold, Gold::Letter { .. }));
    let has_zero = numbers.clone().any(|(_, number, _)| number == 0);
    let has_count = numbers.clone().any(|(_, number, n)| n > 0 && number == n);
    if has_letters {
        return (Base::Unknown, vec![mixed(&ids)]);
    }
    match (has_zero, has_count) {
        (true, false) => (Base::Zero, vec![read_from_zero(&ids)]),
        (false, true) => (Base::One, vec![read_from_one(&ids)]),
        (true, true) => (Base::Unknown, vec![too_many(&ids)]),
        (false, false) => (Base::Unknown, vec![undecided(&ids)]),
    }
}

fn read_from_zero(ids: &Ids) -> Problem {
    Problem::warning(format!(
        "the right answers of {} are numbers, and a 0 occurs: read as an index from 0 (0 is A, 1 is B)",
        questions(ids)
    ))
    .hint("if 1 is meant to be A, write letters instead")
}

fn read_from_one(ids: &Ids) -> Problem {
    Problem::warning(format!(
        "the right answers of {} are numbers, no 0 occurs and one equals the number of choices: \
         read as an index from 1 (1 is A, 2 is B)",
        questions(ids)
    ))
    .hint("if 0 is meant to be A, write letters instead")
}

fn too_many(ids: &Ids) -> Problem {
    Problem::error(format!(
        "the right answers of {} are numbers, and both 0 and the number of choices occur, \
         which no way of counting explains: {}",
        questions(ids),
        ids.list()
    ))
    .hint("write each right answer as the letter of its choice")
}

fn undecided(ids: &Ids) -> Problem {
    Problem::error(format!(
        "the right answers of {} are numbers, and nothing says whether 1 is A (counted from 1) \
         or B (counted from 0): {}",
        questions(ids),
        ids.list()
    ))
    .hint("write each right answer as the letter of its choice, or as the choice's text")
}

fn questions(ids: &Ids) -> String {
    match ids.n() {
        1 => "1 question".to_owned(),
        n => format!("{n} questions"),
    }
}

fn mixed(ids: &Ids) -> Problem {
    Problem::error(format!(
        "the right answers are letters for some questions and numbers for {} ({}): whether 1 is A or B cannot be told",
        ids.n(),
        ids.list()
    ))
    .hint("write each right answer as the letter of its choice")
}

/// The letter a number stands for.
pub(super) fn of_number(number: u64, base: Base) -> Option<char> {
    let index = match base {
        Base::Unknown => None,
        Base::Zero => Some(number),
        Base::One => number.checked_sub(1),
    };
    index
        .and_then(|index| usize::try_from(index).ok())
        .and_then(letter_at)
}
