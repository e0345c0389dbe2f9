//! Builds an extractive dataset from rows; equal contexts are stored once.
//!
//! Deliberately absent: finding the fields; see `flat.rs`.

use super::draft::{Draft, Loaded};
use super::flat::Question;
use super::{Item, Task, golds};
use crate::problem::Problem;
use crate::rows::Ids;

/// Adds every question that has readable gold answers.
pub(super) fn build(
    file: &str,
    mut draft: Draft,
    questions: Vec<Question<'_, '_>>,
    shape: &'static str,
) -> Result<Loaded, Vec<Problem>> {
    let mut faults = Faults::default();
    for question in questions {
        draft.meet();
        let Some(golds) = question.gold.and_then(golds::read) else {
            match question.gold.is_some_and(golds::is_null) {
                true => faults.null_answers.add(&question.name),
                false => faults.no_answers.add(&question.name),
            }
            continue;
        };
        if golds.n_unreadable > 0 {
            faults.partly_readable.add(&question.name);
        }
        if question.text.trim().is_empty() {
            faults.no_question.add(&question.name);
        }
        // In rows, an empty text alone is how a missing answer is written.
        let is_none = golds.is_bare && golds.texts.iter().all(|text| text.trim().is_empty());
        let context = question.context.map(|text| draft.shared_context(&text));
        let item = Item {
            question: question.text.into_owned(),
            context,
            answers: if is_none { Vec::new() } else { golds.texts },
            ..Item::default()
        };
        draft.add_item(question.id, item);
    }
    faults.report(&mut draft);
    draft.finish(file, Task::Extractive, shape)
}

#[derive(Default)]
struct Faults {
    no_answers: Ids,
    null_answers: Ids,
    partly_readable: Ids,
    no_question: Ids,
}

impl Faults {
    fn report(&self, draft: &mut Draft) {
        draft.skipped(&self.no_answers, |also| {
            Problem::error(format!(
                "has no \"answers\"{also}: skipped, since it cannot be scored"
            ))
            .hint("a question without an answer has an empty text or \"answers\": []")
        });
        draft.skipped(&self.null_answers, golds::null_answers);
        draft.problems.extend(self.partly_readable.problem(|also| {
            Problem::warning(format!(
                "has an answer without a text{also}: only its other answers count"
            ))
        }));
        draft.problems.extend(self.no_question.problem(|also| {
            Problem::warning(format!("has no \"question\" text{also}: scored without it"))
        }));
    }
}
