//! An answer key alone: ids with their gold answers, no questions and no contexts.
//!
//! Deliberately absent: deciding whether a file of ids and texts is a key; see [`intake`](crate::intake).

use super::draft::{Draft, Loaded};
use super::{Choice, Item, Task, choices, flat, golds};
use crate::json::Json;
use crate::problem::Problem;
use crate::rows::{Ids, Rows, field, filled_field, id_of};
use std::collections::BTreeSet;

/// Reads a key from ids and what stands beside them.
///
/// # Errors
/// What was found, if no answer can be used.
pub fn read<'r, 'a: 'r>(
    file: &str,
    pairs: impl IntoIterator<Item = (String, &'r Json<'a>)>,
) -> Result<Loaded, Vec<Problem>> {
    let pairs = pairs.into_iter().map(|(id, value)| (Some(id), value));
    build(file, pairs.collect())
}

/// Reads a key from rows with an id and gold answers.
///
/// # Errors
/// As [`read`].
pub fn read_rows(file: &str, rows: &Rows<'_>) -> Result<Loaded, Vec<Problem>> {
    let pair = |value| {
        (
            id_of(value),
            filled_field(value, flat::GOLD)
                .or_else(|| field(value, flat::GOLD))
                .unwrap_or(&Json::Null),
        )
    };
    build(file, rows.rows.iter().map(|row| pair(&row.value)).collect())
}

fn build(file: &str, pairs: Vec<(Option<String>, &Json<'_>)>) -> Result<Loaded, Vec<Problem>> {
    let mut draft = Draft::default();
    let mut unreadable = Ids::default();
    let mut items = Vec::new();
    for (number, (id, value)) in (1..).zip(pairs) {
        match golds::read(value) {
            Some(golds) => {
                // An empty text alone is how flat files write that there is no answer.
                let is_none = golds.texts.iter().all(|text| text.trim().is_empty());
                items.push((id, if is_none { Vec::new() } else { golds.texts }));
            }
            None => unreadable.add(&id.unwrap_or_else(|| format!("entry {number}"))),
        }
    }
    draft.skipped(&unreadable, |also| {
        Problem::error(format!("has no answer in the key{also}: skipped"))
            .hint("a question without an answer has \"\" or []")
    });
    match letters(&items) {
        Some(letters) => multiple_choice(file, draft, items, &letters),
        None => {
            for (id, answers) in items {
                draft.meet();
                draft.add_item(
                    id,
                    Item {
                        answers,
                        ..Item::default()
                    },
                );
            }
            draft.finish(file, Task::Extractive, "answer key alone")
        }
    }
}

/// The letters that occur as gold, if every answer is a single one.
fn letters(items: &[(Option<String>, Vec<String>)]) -> Option<BTreeSet<char>> {
    let mut letters = BTreeSet::new();
    for answer in items.iter().flat_map(|(_, answers)| answers) {
        letters.insert(choices::bare_letter(answer)?);
    }
    (!letters.is_empty()).then_some(letters)
}

fn multiple_choice(
    file: &str,
    mut draft: Draft,
    items: Vec<(Option<String>, Vec<String>)>,
    letters: &BTreeSet<char>,
) -> Result<Loaded, Vec<Problem>> {
    let choice = |letter: &char| Choice {
        letter: *letter,
        text: String::new(),
    };
    let offered: Vec<_> = letters.iter().map(choice).collect();
    let mut unusable = Ids::default();
    for (number, (id, answers)) in (1..).zip(items) {
        draft.meet();
        match only_letter(&answers) {
            Some(letter) => {
                let answers = vec![letter.to_string()];
                let choices = offered.clone();
                draft.add_item(
                    id,
                    Item {
                        answers,
                        choices,
                        ..Item::default()
                    },
                );
            }
            None => unusable.add(&id.unwrap_or_else(|| format!("entry {number}"))),
        }
    }
    draft.skipped(&unusable, |also| {
        Problem::error(format!("has no single right letter{also}: skipped"))
            .hint("every question of multiple choice has one letter as its answer")
    });
    let all: String = letters.iter().collect();
    let problem = Problem::warning(format!(
        "the key has letters only: read as multiple choice, with the letters that occur as choices ({all})"
    ));
    draft
        .problems
        .push(problem.hint("drop the whole dataset to have each question's own choices"));
    draft.finish(file, Task::MultipleChoice, "answer key alone")
}

/// The letter that all the answers are, if they are one.
fn only_letter(answers: &[String]) -> Option<char> {
    let letters: BTreeSet<_> = answers
        .iter()
        .filter_map(|answer| choices::bare_letter(answer))
        .collect();
    letters.first().copied().filter(|_| letters.len() == 1)
}
