//! What the charts of a run show: bars, cells and lines as numbers, each with the questions behind it and with words for
//! those who do not look.
//!
//! Deliberately absent: drawing, colors, sizes. A chart here is one function of a file of its own, over [`Question`]s that are
//! made once; the page draws what it is given.

use serde::{Deserialize, Serialize};

mod answers;
mod bins;
mod confusion;
mod context_length;
mod costs;
mod f1;
mod filter;
mod gold_letters;
mod outcomes;
mod probabilities;
mod question;
mod thresholds;
mod work;

pub use f1::F1Bin;
pub use filter::{Answers, Filter};
pub use question::{Cost, Gathering, Question, Source, questions};
pub use work::n_looked_at;

/// Every chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Name {
    /// How many questions ended in each class.
    Outcomes,
    /// How many questions have which F1.
    F1,
    /// Scores where the key has an answer and where it has none.
    Answers,
    /// Gold letters against read letters.
    Confusion,
    /// Accuracy by gold letter: whether a model prefers a position.
    GoldLetters,
    /// Scores by the length of the context.
    ContextLength,
    /// Precision against recall over the no-answer threshold.
    PrecisionRecall,
    /// The score under every no-answer threshold.
    Thresholds,
    /// The no-answer probabilities of questions with and without an answer.
    Probabilities,
    /// Tokens of the prompts.
    TokensIn,
    /// Tokens of the replies.
    TokensOut,
    /// How long replies took.
    Duration,
}

impl Name {
    /// All, in the order they are shown.
    pub const ALL: [Name; 12] = [
        Name::Outcomes,
        Name::F1,
        Name::Answers,
        Name::Confusion,
        Name::GoldLetters,
        Name::ContextLength,
        Name::PrecisionRecall,
        Name::Thresholds,
        Name::Probabilities,
        Name::TokensIn,
        Name::TokensOut,
        Name::Duration,
    ];

    /// The name in files and addresses.
    pub fn key(self) -> &'static str {
        match self {
            Name::Outcomes => "outcomes",
            Name::F1 => "f1",
            Name::Answers => "answers",
            Name::Confusion => "confusion",
            Name::GoldLetters => "gold_letters",
            Name::ContextLength => "context_length",
            Name::PrecisionRecall => "precision_recall",
            Name::Thresholds => "thresholds",
            Name::Probabilities => "probabilities",
            Name::TokensIn => "tokens_in",
            Name::TokensOut => "tokens_out",
            Name::Duration => "duration",
        }
    }

    /// The heading, for a person.
    pub fn title(self) -> &'static str {
        match self {
            Name::Outcomes => "What became of the questions",
            Name::F1 => "F1 by question",
            Name::Answers => "With and without an answer in the key",
            Name::Confusion => "Which letter was taken for which",
            Name::GoldLetters => "Accuracy by the right letter",
            Name::ContextLength => "Score by the length of the text",
            Name::PrecisionRecall => "Precision and recall over the no-answer threshold",
            Name::Thresholds => "Score by the no-answer threshold",
            Name::Probabilities => "No-answer probabilities",
            Name::TokensIn => "Tokens of the prompts",
            Name::TokensOut => "Tokens of the replies",
            Name::Duration => "Time per reply",
        }
    }

    /// The chart of this name; `None` where it would say nothing of these questions.
    pub fn make(self, questions: &[Question]) -> Option<Chart> {
        match self {
            Name::Outcomes => outcomes::chart(questions),
            Name::F1 => f1::chart(questions),
            Name::Answers => answers::chart(questions),
            Name::Confusion => confusion::chart(questions),
            Name::GoldLetters => gold_letters::chart(questions),
            Name::ContextLength => context_length::chart(questions),
            Name::PrecisionRecall => thresholds::precision_recall(questions),
            Name::Thresholds => thresholds::scores(questions),
            Name::Probabilities => probabilities::chart(questions),
            Name::TokensIn => costs::tokens_in(questions),
            Name::TokensOut => costs::tokens_out(questions),
            Name::Duration => costs::duration(questions),
        }
    }
}

/// One chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// Which.
    pub name: Name,
    /// What runs from left to right.
    pub x: String,
    /// What runs upwards, or what a cell is colored by.
    pub y: String,
    /// What is drawn.
    pub marks: Marks,
    /// The chart in one or two sentences, with its numbers.
    pub words: String,
}

impl Chart {
    /// What can be picked: every bar, cell or point, with the number of questions behind it and its filter.
    pub fn parts(&self) -> impl Iterator<Item = (u32, &Filter)> {
        let (series, cells, lines) = match &self.marks {
            Marks::Bars(series) => (Some(series), None, None),
            Marks::Cells(cells) => (None, Some(&cells.rows), None),
            Marks::Lines(lines) => (None, None, Some(lines)),
        };
        let bars = series.into_iter().flatten().flat_map(|one| &one.bars);
        let cells = cells.into_iter().flatten().flat_map(|(_, bars)| bars);
        let points = lines.into_iter().flatten().flat_map(|one| &one.points);
        let bars = bars.chain(cells).map(|bar| (bar.count, &bar.filter));
        bars.chain(points.map(|point| (point.count, &point.filter)))
    }

    /// Whether it tells anything that one number would not: there are two bars, cells or points to compare, and not all of
    /// them are scores of 100 per cent.
    pub fn is_telling(&self) -> bool {
        let is_any = |bar: &&Bar| bar.count > 0;
        let is_score = matches!(
            self.name,
            Name::Answers | Name::GoldLetters | Name::ContextLength
        );
        match &self.marks {
            Marks::Bars(series) => {
                series
                    .iter()
                    .any(|series| series.bars.iter().filter(is_any).nth(1).is_some())
                    && !(is_score && bars(series).all(|bar| bar.value >= 100.0))
            }
            Marks::Cells(cells) => {
                let bars = cells.rows.iter().flat_map(|(_, bars)| bars);
                bars.filter(is_any).nth(1).is_some()
            }
            Marks::Lines(lines) => lines.iter().any(|line| {
                let first = line.points.first();
                let is_other = |point: &LinePoint| first.is_some_and(|first| first.x != point.x);
                line.points.iter().any(is_other)
            }),
        }
    }
}

/// What a chart is drawn of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Marks {
    /// Bars side by side; of several series, those in the same place have the same label or lie over the same range.
    Bars(Vec<Series>),
    /// A table of cells.
    Cells(Cells),
    /// Lines, each from left to right. In [`Name::PrecisionRecall`] a value holds from its point back to the one before, as
    /// the average precision counts it.
    Lines(Vec<Line>),
}

/// Bars of one color.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// What they show.
    pub name: String,
    /// From left to right.
    pub bars: Vec<Bar>,
}

/// One bar, or one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// What it stands for.
    pub label: String,
    /// How high it is: a number of questions, or per cent; what the chart's `y` says.
    pub value: f64,
    /// How many questions are behind it.
    pub count: u32,
    /// Which.
    pub filter: Filter,
}

/// A table of cells, each valued in per cent of its row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cells {
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// The rows: heading, and a cell for each column.
    pub rows: Vec<(String, Vec<Bar>)>,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// What it shows.
    pub name: String,
    /// From left to right.
    pub points: Vec<LinePoint>,
}

/// A point of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinePoint {
    /// Where it lies from left to right.
    pub x: f64,
    /// How high.
    pub y: f64,
    /// How many questions are behind it.
    pub count: u32,
    /// Which.
    pub filter: Filter,
}

/// The charts that say something of these questions, in the order they are shown.
///
/// ```
/// use marksheet::{charts::{Marks, Name, Question, charts}, outcome::Outcome};
/// let question = |outcome| Question { outcome, ..Question::default() };
/// let charts = charts(&[question(Outcome::Missing), question(Outcome::Unparsed), question(Outcome::Missing)]);
/// assert_eq!(charts[0].name, Name::Outcomes);
/// assert_eq!(charts[0].words, "Of 3 questions: 1 could not be read, 2 missing.");
/// let Marks::Bars(series) = &charts[0].marks else { panic!() };
/// assert_eq!((series[0].bars[1].label.as_str(), series[0].bars[1].count), ("missing", 2));
/// ```
pub fn charts(questions: &[Question]) -> Vec<Chart> {
    let all = Name::ALL.into_iter();
    all.filter_map(|name| name.make(questions)).collect()
}

fn bars(series: &[Series]) -> impl Iterator<Item = &Bar> {
    series.iter().flat_map(|series| &series.bars)
}

/// `1 question`, `3 questions`.
fn n_questions(n: usize) -> String {
    match n {
        1 => "1 question".to_owned(),
        n => format!("{} questions", crate::rounding::grouped(n as u64)),
    }
}
