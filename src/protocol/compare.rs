//! The Compare place: all runs beside each other, and two of them question by question.

use super::RunKey;
use crate::outcome::Outcome;
use serde::{Deserialize, Serialize};

/// What is to be compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CompareQuery {
    /// Comes back in [`CompareView::ticket`]; later answers win.
    pub ticket: u32,
    /// The first run; the first by name where it is not open.
    pub first: Option<RunKey>,
    /// The second run; the next by name where it is not open.
    pub second: Option<RunKey>,
    /// By which figure: its key; the first of [`CompareView::measures`] where it is another.
    pub measure: String,
}

/// The Compare place as it now is. Told several times: figures first, what has to be drawn later.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CompareView {
    /// The query's.
    pub ticket: u32,
    /// Figures that runs can be compared by: key, and what it is called.
    pub measures: Vec<(String, String)>,
    /// The one they are compared by.
    pub measure: String,
    /// Every run that goes with the dataset, by name.
    pub board: Vec<BoardRow>,
    /// How many runs are scored so far.
    pub n_scored: u32,
    /// The two that are compared; `None` until both are scored.
    pub pair: Option<Box<PairView>>,
}

/// One run on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardRow {
    /// Names the run in requests.
    pub key: RunKey,
    /// Its name: the file's, or the one a person gave it.
    pub name: String,
    /// What a person noted about it.
    pub note: String,
    /// The model, where that is known.
    pub model: String,
    /// Headline figures in the unit of the result files; empty until it is scored.
    pub figures: Vec<(String, f64)>,
    /// Questions with a reply, and questions asked.
    pub n_answered: (u32, u32),
    /// What else is lost when it is deleted, in words; empty where nothing is.
    pub also: String,
    /// How it stands to the first run, once that is known.
    pub against: Option<Standing>,
}

/// How one run stands to the first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// How many questions both answered.
    pub n_shared: u32,
    /// The difference in per cent points; `None` where they share no question.
    pub delta: Option<f64>,
    /// How likely chance alone is, 0.0 to 1.0, corrected for the number of runs (Holm); `None` also below 2 shared questions.
    pub chance: Option<f64>,
    /// Whether the chances of all runs are known.
    pub is_done: bool,
}

/// Two runs, on the questions both answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PairView {
    /// The first and the second.
    pub runs: (RunKey, RunKey),
    /// The first's and the second's names.
    pub names: (String, String),
    /// How many questions both answered.
    pub n_shared: u32,
    /// Their scores on these, 0 to 100; `None` where there is none.
    pub scores: Option<(f64, f64)>,
    /// Second minus first, in per cent points; `None` where there is no shared question.
    pub delta: Option<f64>,
    /// Its 95 % interval, in per cent points, once it is there.
    pub interval: Option<(f64, f64)>,
    /// How the interval is made, or why there is none.
    pub interval_words: String,
    /// How often chance alone would give a difference at least this large, 0.0 to 1.0; once it is drawn.
    pub p: Option<f64>,
    /// The same, corrected where more than two runs are compared (Holm): what is told in words.
    pub chance: Option<f64>,
    /// How many comparisons with the first run it is corrected for; 1 is none.
    pub n_compared: u32,
    /// Whether the chance is as known as it will be.
    pub is_chance_done: bool,
    /// The test.
    pub test: String,
    /// Questions right in the first only, and in the second only.
    pub only: (u32, u32),
    /// Questions that score better in the first, and in the second, by what they are compared by.
    pub better: (u32, u32),
    /// It all in plain words.
    pub sentence: String,
    /// What must be known beside it.
    pub warning: Option<String>,
    /// Whether everything is drawn.
    pub is_done: bool,
    /// In what the two were asked differently: what, the first's, the second's.
    pub differences: Vec<(String, String, String)>,
}

/// Which questions that make the difference are shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FlipsQuery {
    /// Comes back in [`Flips::ticket`].
    pub ticket: u32,
    /// The first run.
    pub first: Option<RunKey>,
    /// The second run.
    pub second: Option<RunKey>,
    /// By which figure: its key, as in [`CompareQuery::measure`].
    pub measure: String,
    /// Those that score better in the second; otherwise those that do in the first.
    pub is_gained: bool,
    /// The first to show, from 0.
    pub from: u32,
    /// How many.
    pub n: u32,
}

/// Questions that make the difference.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Flips {
    /// The query's.
    pub ticket: u32,
    /// The two runs they are of.
    pub runs: Option<(RunKey, RunKey)>,
    /// The first's and the second's names.
    pub names: (String, String),
    /// How many there are.
    pub total: u32,
    /// The first one's position.
    pub from: u32,
    /// The questions.
    pub rows: Vec<Flip>,
}

/// One question that scores better in one of two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flip {
    /// Its position in the dataset, from 0.
    pub index: u32,
    /// Its id.
    pub id: String,
    /// The question; long ones are cut.
    pub question: String,
    /// The first gold answer.
    pub gold: String,
    /// The first run's answer and its class.
    pub first: (String, Outcome),
    /// The second's.
    pub second: (String, Outcome),
    /// The F1 of both, 0 to 100, where they are compared by it.
    pub f1: Option<(f64, f64)>,
}
