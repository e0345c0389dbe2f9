//! Predictions: what a model answered, whatever file it came from.
//!
//! Deliberately absent: normalizers and scores. The readers of the single shapes are in `predictions/`.

use crate::json::Json;
use crate::outcome::Outcome;

pub mod again;
pub mod anthropic_batch;
pub mod batch;
pub mod completion;
mod found;
pub mod id_map;
pub mod results;
pub mod rows;
pub mod value;

pub use found::{Found, is_n_best};

/// A predictions file as read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predictions {
    /// The file's name as it was dropped.
    pub file: String,
    /// The shape it was recognized as, in words for the user: `id → text JSON`, `OpenAI batch output`.
    pub shape: &'static str,
    /// How predictions find their questions.
    pub join: Join,
    /// The predictions in file order; an id may occur twice, then the last counts (and a problem says so).
    pub entries: Vec<Entry>,
    /// The model's name, where the file has it.
    pub model: Option<String>,
}

impl Predictions {
    /// Whether it is the output file of a batch, of which one run can have several.
    pub fn is_batch(&self) -> bool {
        [batch::SHAPE, anthropic_batch::SHAPE].contains(&self.shape)
    }
}

/// How predictions find their questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// [`Entry::id`] is the question's id.
    #[default]
    Id,
    /// [`Entry::id`] is the question's text (ALUE's `results.json` has no ids); only where every text occurs once.
    QuestionText,
}

/// One prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The id as text, exactly as written; for [`Join::QuestionText`] the question's text.
    pub id: String,
    /// The prediction as the file has it, before any reading: text, number as written, list, object, null.
    pub value: Json<'static>,
    /// `no_answer_probability`, 0.0 to 1.0, when present.
    pub no_answer_probability: Option<f64>,
    /// Set when the call failed or was cut short, with what the file says about it.
    pub failure: Option<Failure>,
}

/// A call that gave no usable reply, or none that fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// One of `http_error`, `network`, `timeout`, `refused`, `unparsed`, `truncated`.
    /// `unparsed` is a reply that does not fit the schema it was asked for by, whatever can be read in it.
    /// `truncated` is only the suspicion: readable text is scored all the same.
    pub outcome: Outcome,
    /// What the file says: an error message, a finish reason.
    pub detail: String,
}
