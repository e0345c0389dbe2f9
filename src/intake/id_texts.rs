//! Ids with texts: a file that can be an answer key or predictions.
//!
//! Deliberately absent: the choice between the two; other files or the user make it.

use crate::dataset::{Dataset, key};
use crate::json::Json;
use crate::predictions::{Entry, Join, Predictions};
use crate::problem::Problem;

/// Ids with a text, number, truth value, null or list of texts each, in file order.
#[derive(Clone, Debug, PartialEq)]
pub struct IdTexts {
    pub(super) file: String,
    pub(super) shape: &'static str,
    pub(super) pairs: Vec<(String, Json<'static>)>,
}

impl IdTexts {
    /// The file's name as it was dropped.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The shape in words for the user.
    pub fn shape(&self) -> &'static str {
        self.shape
    }

    /// How many ids it has.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether it has none; never so in what [`read`](super::read) returns.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The ids in file order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.pairs.iter().map(|(id, _)| id.as_str())
    }

    /// The file as an answer key. Texts that are all single letters make it multiple choice, with the letters that
    /// occur as choices; otherwise it is extractive, without contexts. A list holds several gold answers; an empty
    /// text or list means that there is no answer.
    ///
    /// # Errors
    /// The problems found, if no answer can be used.
    pub fn into_key(self) -> Result<(Dataset, Vec<Problem>), Vec<Problem>> {
        let file = self.file;
        let named = |problems: Vec<Problem>| -> Vec<Problem> {
            problems
                .into_iter()
                .map(|problem| problem.in_file(&file))
                .collect()
        };
        let pairs = self.pairs.iter().map(|(id, value)| (id.clone(), value));
        match key::read(&file, pairs) {
            Ok(loaded) => Ok((loaded.dataset, named(loaded.problems))),
            Err(problems) => Err(named(problems)),
        }
    }

    /// The file as predictions.
    pub fn into_predictions(self) -> Predictions {
        let entries = self.pairs.into_iter().map(|(id, value)| Entry {
            id,
            value,
            no_answer_probability: None,
            failure: None,
        });
        Predictions {
            file: self.file,
            shape: self.shape,
            join: Join::Id,
            entries: entries.collect(),
            model: None,
        }
    }
}
