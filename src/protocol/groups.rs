//! "What went wrong" as the page shows it, and what picks the questions behind a group or a bar.

use crate::charts::Filter;
use crate::explain::Kind;
use crate::settings::Normalizer;
use serde::{Deserialize, Serialize};

/// Picks the questions behind something that is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Pick {
    /// Those of one kind of fault.
    Group(Kind),
    /// Those behind a bar, a cell or a point of a chart.
    Chart(Filter),
    /// Those whose key was marked as doubtful.
    Doubtful,
}

impl Pick {
    /// The rule in words, for a table that shows only what it picks.
    ///
    /// ```
    /// use marksheet::{charts::Filter, explain::Kind, protocol::Pick};
    /// assert_eq!(Pick::Group(Kind::Part).words(), "Only some words of the key");
    /// assert_eq!(Pick::Chart(Filter::Gold('B')).words(), "B is right");
    /// ```
    pub fn words(&self) -> String {
        match self {
            Pick::Group(kind) => kind.label().to_owned(),
            Pick::Chart(filter) => filter.words(),
            Pick::Doubtful => "the key was marked as doubtful".to_owned(),
        }
    }
}

/// What went wrong in the shown run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupsView {
    /// The groups, those that lost most first; every question that lost points is in one.
    pub groups: Vec<GroupView>,
    /// How many questions are asked.
    pub n_asked: u32,
    /// Points of exact match or accuracy lost in all, in per cent points.
    pub lost_exact: f64,
    /// Points of F1 lost in all, in per cent points; `None` in multiple choice, where F1 says nothing more.
    pub lost_f1: Option<f64>,
}

/// The questions of one kind of fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupView {
    /// The kind.
    pub kind: Kind,
    /// How many questions.
    pub count: u32,
    /// Points of exact match or accuracy they lost, in per cent points.
    pub lost_exact: f64,
    /// Points of F1 they lost, in per cent points.
    pub lost_f1: f64,
    /// What would make some of them right, those that win most first.
    pub wins: Vec<WinView>,
    /// The first few: index among the asked questions, and id.
    pub examples: Vec<(u32, String)>,
}

/// A change of the normalizers that would make some answers of a group right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WinView {
    /// Its name for people.
    pub label: String,
    /// The steps, in place of the present ones.
    pub normalizers: Vec<Normalizer>,
    /// How many answers of the group would be right.
    pub n: u32,
    /// How many of the whole run would be.
    pub n_gained: u32,
    /// How many of the whole run would no longer be.
    pub n_lost: u32,
}
