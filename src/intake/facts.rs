//! The numbers the page shows about a file that was understood.
//!
//! Deliberately absent: scores, and sentences.

use super::Understood;
use crate::dataset::{Dataset, Task};
use std::collections::BTreeSet;

/// What is in a file, counted. Zero or empty where it does not apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The shape in words for the user: `SQuAD-shaped JSON`.
    pub shape: String,
    /// Questions or predictions that were read.
    pub n_read: usize,
    /// Questions that were skipped; the problems name them.
    pub n_skipped: usize,
    /// Few-shot examples.
    pub n_examples: usize,
    /// Questions whose key says that there is no answer.
    pub n_unanswerable: usize,
    /// Passages.
    pub n_contexts: usize,
    /// Fewest and most gold answers of a question that has any.
    pub n_answers: (usize, usize),
    /// The choice letters that occur: `ABCD`.
    pub letters: String,
    /// An empty object or list: what a run writes that answered nothing. Then nothing is understood.
    pub is_empty: bool,
}

impl Facts {
    /// Counts what a file holds.
    pub fn of(understood: &Understood, n_skipped: usize) -> Self {
        let counted = |shape: &str, n_read| Self {
            shape: shape.to_owned(),
            n_read,
            n_skipped,
            ..Self::default()
        };
        match understood {
            Understood::Dataset(dataset) => Self {
                n_skipped,
                ..Self::of_dataset(dataset)
            },
            Understood::Numbers => counted("multiple-choice questions", 0),
            Understood::Predictions(predictions) => {
                counted(predictions.shape, predictions.entries.len())
            }
            Understood::IdTexts(texts) => counted(texts.shape(), texts.len()),
            Understood::Probabilities(all) => counted("id → probability JSON", all.len()),
            Understood::Zip => counted("zip", 0),
            Understood::Template(_) => counted("Jinja2 template", 0),
            Understood::Schema(_) => counted("JSON Schema", 0),
            Understood::Nothing => counted("", 0),
        }
    }

    /// Counts what a dataset holds; nothing was skipped as far as it knows.
    pub fn of_dataset(dataset: &Dataset) -> Self {
        let answers = || {
            dataset
                .items
                .iter()
                .map(|item| item.answers.len())
                .filter(|n| *n > 0)
        };
        let letters: BTreeSet<char> = match dataset.task {
            Task::Extractive => BTreeSet::new(),
            Task::MultipleChoice => dataset
                .items
                .iter()
                .flat_map(|item| &item.choices)
                .map(|choice| choice.letter)
                .collect(),
        };
        Self {
            shape: dataset.shape.to_owned(),
            n_read: dataset.items.len(),
            n_skipped: 0,
            n_examples: dataset.examples.len(),
            n_unanswerable: dataset
                .items
                .iter()
                .filter(|item| item.is_unanswerable())
                .count(),
            n_contexts: dataset.contexts.len(),
            n_answers: (
                answers().min().unwrap_or_default(),
                answers().max().unwrap_or_default(),
            ),
            letters: letters.into_iter().collect(),
            is_empty: false,
        }
    }
}
