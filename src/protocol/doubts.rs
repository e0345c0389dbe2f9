//! Questions whose key a person doubts, and the score without them.

use serde::{Deserialize, Serialize};

/// What a person does with marks of doubt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Doubting {
    /// Mark one question, or take its mark off. Nothing happens where another question stands in its place by then.
    Mark {
        /// Its place in the dataset, from 0.
        index: u32,
        /// Its id.
        id: String,
        /// Whether its key looks doubtful.
        is_doubtful: bool,
    },
    /// Take off all marks of the dataset in use.
    Clear,
    /// Put those back that were cleared last.
    TakeBack,
}

/// The marks of the dataset in use, and what they come to in the shown run. The official figures never follow from them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DoubtsView {
    /// The places of the marked questions in the dataset, in order.
    pub marked: Vec<u32>,
    /// How many of them the shown run asked.
    pub n: u32,
    /// How many questions the shown run asked.
    pub n_asked: u32,
    /// The headline figures: key, as it is, and without the marked questions, in the result files' units. The last is `None`
    /// where no question is left.
    pub figures: Vec<(String, f64, Option<f64>)>,
    /// How many marks were cleared last, and can be put back.
    pub n_cleared: u32,
}

impl DoubtsView {
    /// Whether the question in this place is marked.
    ///
    /// ```
    /// use marksheet::protocol::DoubtsView;
    /// let view = DoubtsView { marked: vec![3, 7], ..DoubtsView::default() };
    /// assert!(view.has(7) && !view.has(4));
    /// ```
    pub fn has(&self, index: u32) -> bool {
        self.marked.binary_search(&index).is_ok()
    }
}
