//! Scores every question of a dataset against one set of predictions.
//!
//! Deliberately absent: reading files, resampling (see [`metrics::uncertainty`](crate::metrics)), wording.

use crate::outcome::Outcome;
use crate::settings::Settings;

/// The scores of one run, and all that is needed to show and export them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// What decided the numbers.
    pub settings: Settings,
    /// One per asked question, in dataset order.
    pub items: Vec<ItemScore>,
    /// The figures by their key in the result files, in the order they are written; in the file's unit
    /// (`exact`, `f1`, `list_*` 0–100; `accuracy` 0–1; counts as they are).
    pub metrics: Vec<(&'static str, f64)>,
    /// How many questions ended in each class, in the order of [`Outcome::ALL`].
    pub counts: [u32; 11],
    /// The figures ALUE's own scripts print for the same files, by key, where they differ from ours; mostly empty.
    pub as_alue: Vec<(&'static str, f64)>,
    /// What the texts show beyond the scores.
    pub facts: Facts,
    /// What the user must be told about how gold answers and predictions were read, with counts and ids.
    pub problems: Vec<crate::problem::Problem>,
}

/// Counts the page puts into words. All over the asked questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Wrong or partial: an answer where the key says none.
    pub n_invented: u32,
    /// Wrong or empty: no answer (empty text, or NONE in its spellings) where the key has one.
    pub n_missed: u32,
    /// Wrong: another answer than the key's.
    pub n_other: u32,
    /// Extractive: answers that do not occur in their context at all, ignoring case, spaces and hyphens.
    pub n_not_in_context: u32,
    /// Questions whose only gold is NONE, `[NONE]` or `['NONE']` ("none stated"), or that have no answers.
    pub n_none_stated: u32,
    /// Of those, how many were answered exactly right.
    pub n_none_stated_exact: u32,
}

/// One question, compared step by step, for the detail view and the exports. Made on demand.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The prediction as text, before any normaliser.
    pub read: String,
    /// After the normalisers.
    pub normalized: String,
    /// What is compared: prepared by the profile, or the letter.
    pub compared: String,
    /// Every gold answer, in file order.
    pub golds: Vec<Gold>,
    /// The result.
    pub score: ItemScore,
    /// Which rule read the letter or which step changed the text, in words; empty when nothing did.
    pub rules: Vec<String>,
    /// What else a person should see: invisible characters, mapped letters, a cut-off reply.
    pub notes: Vec<String>,
}

/// One gold answer of a [`Comparison`].
#[derive(Clone, Debug, PartialEq)]
pub struct Gold {
    /// As written in the dataset.
    pub written: String,
    /// Prepared by the profile (list-like text joined, …).
    pub prepared: String,
    /// What is compared.
    pub compared: String,
    /// Exact match, 0 or 1.
    pub exact: f64,
    /// Token F1, 0.0 to 1.0.
    pub f1: f64,
}

/// The scores of one question. Texts are not kept: they are made again for the few that are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemScore {
    /// What became of the question.
    pub outcome: Outcome,
    /// Exact match, 0 or 1; in multiple choice whether the letter is right.
    pub exact: f64,
    /// Token F1, 0.0 to 1.0; in multiple choice the same as `exact`.
    pub f1: f64,
    /// Order-free comparison of list members: precision, recall, F1, exact, each 0.0 to 1.0. Zero in multiple choice.
    pub list: ListScore,
    /// Index of the gold answer that scored best.
    pub best_gold: u32,
    /// Readable, but the reply was cut short or carried other marks worth a flag.
    pub is_flagged: bool,
}

/// Order-free comparison of two lists.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ListScore {
    /// 1 when both have the same members.
    pub exact: f64,
    /// Share of predicted members that are in the gold list.
    pub precision: f64,
    /// Share of gold members that were predicted.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}
