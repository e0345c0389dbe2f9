//! Questions as the page shows them: rows of the table, one in full, and what normalizers make of some.

use super::{Pick, RecordView};
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::settings::Normalizer;
use serde::{Deserialize, Serialize};

/// How the question table is ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sort {
    /// As in the dataset.
    #[default]
    FileOrder,
    /// By outcome, right ones first.
    Outcome,
    /// By id as text.
    Id,
    /// By question.
    Question,
    /// By F1, then file order.
    F1,
}

/// Which rows are asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RowsQuery {
    /// Comes back in [`Rows::ticket`]; later answers win.
    pub ticket: u32,
    /// Only what is behind a group or a bar; classes and search go on top.
    pub pick: Option<Pick>,
    /// Only these classes; empty means all.
    pub classes: Vec<Outcome>,
    /// Only rows in whose id, question, gold answers or prediction this occurs, ignoring case.
    pub search: String,
    /// Order of the rows.
    pub sort: Sort,
    /// Whether the order is turned round.
    pub is_descending: bool,
    /// First row, from 0, after filtering.
    pub from: u32,
    /// How many rows.
    pub n: u32,
}

/// Rows of the question table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// The query's.
    pub ticket: u32,
    /// Whether it is not known yet what [`RowsQuery::pick`] picks: there are no rows then, and they come by themselves.
    pub is_waiting: bool,
    /// How many rows there are after filtering.
    pub total: u32,
    /// The first row's position.
    pub from: u32,
    /// The rows.
    pub rows: Vec<RowView>,
}

/// One row of the question table; long texts are cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowView {
    /// Index among the asked questions, from 0.
    pub index: u32,
    /// The question's id.
    pub id: String,
    /// What became of it.
    pub outcome: Outcome,
    /// The question, or the start of its context where all questions are the same.
    pub question: String,
    /// The first gold answer.
    pub gold: String,
    /// The prediction as read.
    pub prediction: String,
    /// 0.0 to 1.0.
    pub f1: f64,
}

/// One question in full.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemView {
    /// Index among the asked questions, from 0.
    pub index: u32,
    /// How many are asked.
    pub n_items: u32,
    /// Its id.
    pub id: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Whether it is flagged: readable, but cut short.
    pub is_flagged: bool,
    /// 0.0 to 1.0.
    pub exact: f64,
    /// 0.0 to 1.0.
    pub f1: f64,
    /// The question as written.
    pub question: String,
    /// The context in pieces, those of gold and prediction marked; empty where there is none.
    pub context: Vec<SegmentView>,
    /// Why it is not right, as far as the texts show.
    pub reasons: Vec<(String, String)>,
    /// As the file has it, JSON for anything but text; `None` when there is no prediction.
    pub raw: Option<String>,
    /// The prediction as read.
    pub read: String,
    /// After the normalizers.
    pub normalized: String,
    /// As compared.
    pub compared: String,
    /// Gold answers: as written, as compared, exact, f1.
    pub golds: Vec<GoldView>,
    /// Which gold answer counted.
    pub best_gold: u32,
    /// Words compared: word, whether the other side has it. Gold first, prediction second.
    pub tokens: (WordsView, WordsView),
    /// Rules and steps that fired.
    pub rules: Vec<String>,
    /// What else to see.
    pub notes: Vec<String>,
    /// How it was asked, where it was asked from here.
    pub record: Option<Box<RecordView>>,
}

/// Compared words of one side: word, whether the other side has it.
pub type WordsView = Vec<(String, bool)>;

/// One gold answer of an [`ItemView`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoldView {
    /// As written.
    pub written: String,
    /// Prepared by the profile; the same as `written` where that changes nothing.
    pub prepared: String,
    /// As compared.
    pub compared: String,
    /// 0.0 or 1.0.
    pub exact: f64,
    /// 0.0 to 1.0.
    pub f1: f64,
}

/// A piece of a context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SegmentView {
    /// The text.
    pub text: String,
    /// Whether a gold answer stands here.
    pub is_gold: bool,
    /// Whether the prediction stands here.
    pub is_prediction: bool,
}

/// What normalizers do to some real predictions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreviewView {
    /// The steps it is of.
    pub normalizers: Vec<Normalizer>,
    /// Id, before, after; those that change first.
    pub examples: Vec<(String, String, String)>,
    /// How many predictions change.
    pub n_changed: u32,
    /// Of how many.
    pub n_predictions: u32,
    /// How many questions are exactly right under the present steps.
    pub n_right: u32,
    /// Of how many.
    pub n_asked: u32,
    /// How many more would be.
    pub n_gained: u32,
    /// How many of these no longer.
    pub n_lost: u32,
    /// What is wrong with a step (a pattern that is no regular expression).
    pub problems: Vec<Problem>,
}
