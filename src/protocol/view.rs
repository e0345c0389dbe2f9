//! The workspace as the page shows it: files, questions to the user, runs, scores.

use super::{DoubtsView, FileKey};
use crate::dataset::{About, NumberBase, Task};
use crate::outcome::Outcome;
use crate::problem::{Problem, cut};
use crate::settings::{Normalizer, Profile, Settings};
use serde::{Deserialize, Serialize};

/// Everything the page shows of a workspace, but for rows and single questions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The last request this answers.
    pub turn: u32,
    /// Open files, in the order they were opened.
    pub files: Vec<FileView>,
    /// Questions only a person can answer.
    pub asks: Vec<Ask>,
    /// The dataset in use.
    pub dataset: Option<DatasetView>,
    /// Runs that can be shown, by name.
    pub runs: Vec<RunView>,
    /// The shown run's scores.
    pub scores: Option<Box<ScoresView>>,
    /// Whether something was opened and none of it is of any use: no dataset, key or predictions.
    pub is_failed: bool,
    /// When reading and scoring began and ended, in milliseconds of the worker's clock, for `performance.measure`.
    pub timing: Timing,
}

/// Times in milliseconds since the worker's time origin, which is given too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// The worker's `performance.timeOrigin`.
    pub origin: f64,
    /// Start and end of reading.
    pub read: (f64, f64),
    /// Start and end of scoring.
    pub score: (f64, f64),
    /// Bytes of memory the worker holds.
    pub memory: f64,
}

/// One open file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileView {
    /// Names the file in requests.
    pub key: FileKey,
    /// As dropped.
    pub name: String,
    /// Size in bytes.
    pub n_bytes: f64,
    /// Whether it is of use.
    pub is_used: bool,
    /// What it was understood as: `Dataset, extractive questions`.
    pub kind: String,
    /// The figures that go with it: `240 questions, 5 examples, 61 with no answer, 1 gold answer each`.
    pub summary: String,
    /// What to tell about it; of the shown run's file also how its texts were read.
    pub problems: Vec<Problem>,
    /// Whether it is a run that was asked from here, which cannot be dropped again once it is closed.
    pub is_answers: bool,
    /// How else its replies can be read.
    pub offers: Vec<ReadAs>,
}

/// How the replies in a file are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadAs {
    /// As the batch asked that they are of; as they are where none is remembered.
    #[default]
    Remembered,
    /// As they are.
    AsIs,
    /// This field of JSON objects taken out.
    Field(String),
    /// As this one of the remembered batches asked.
    Batch {
        /// What tells it from others.
        key: String,
        /// The batch in words.
        words: String,
    },
    /// In one run with another output, though both answer some questions, and differently.
    Together {
        /// This output.
        one: RunKey,
        /// The other one.
        with: RunKey,
        /// The run that the other one is of.
        name: String,
    },
    /// In a run of its own again.
    Apart {
        /// This output.
        one: RunKey,
        /// The other one.
        with: RunKey,
        /// The run that the other one is of.
        name: String,
    },
}

impl ReadAs {
    /// Whether nobody chose otherwise.
    pub fn is_remembered(&self) -> bool {
        *self == Self::Remembered
    }

    /// What a button does that chooses it.
    ///
    /// ```
    /// use marksheet::protocol::ReadAs;
    /// assert_eq!(ReadAs::Field("answer".into()).label(), "Take out the field answer");
    /// ```
    pub fn label(&self) -> String {
        match self {
            Self::Remembered => "Read the replies as the batch asked".to_owned(),
            Self::AsIs => "Score the replies as they are".to_owned(),
            Self::Field(name) => format!("Take out the field {}", cut(name, 40)),
            Self::Batch { words, .. } => format!("Read as {words}"),
            Self::Together { name, .. } => {
                format!("Put together with {}; the newer counts", cut(name, 60))
            }
            Self::Apart { name, .. } => format!("Keep apart from {}", cut(name, 60)),
        }
    }
}

/// A question only a person can answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// The question.
    pub question: String,
    /// The answers offered: label and what it decides.
    pub options: Vec<(String, Decision)>,
}

/// An answer to an [`Ask`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// This file is the answer key; the other look-alikes are predictions.
    IsKey(FileKey),
    /// This file of a zip is the answer key; the other look-alikes are predictions.
    IsKeyPart(RunKey),
    /// Use this file's dataset and close the one used so far.
    ReplaceDataset(FileKey),
    /// Close this file and leave everything as it is.
    Discard(FileKey),
    /// Close the file of the same name that was open before.
    ReplaceRun(FileKey),
    /// Keep both files of the same name.
    AddRun(FileKey),
    /// What 1 means in this file, whose right answers are numbers.
    NumberBase(FileKey, NumberBase),
    /// The numbers in this file are answers.
    AreAnswers(FileKey),
    /// The numbers in this file are probabilities that there is no answer.
    AreProbabilities(FileKey),
}

/// The dataset in use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DatasetView {
    /// The file it came from.
    pub key: FileKey,
    /// The file's name.
    pub file: String,
    /// What is asked.
    pub task: Task,
    /// How many questions can be scored.
    pub n_items: u32,
    /// How many few-shot examples it brings.
    pub n_examples: u32,
    /// What it says about itself.
    pub about: About,
}

/// Names a run: the file it came from and which of its predictions (a zip can hold several).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct RunKey {
    /// The file.
    pub file: FileKey,
    /// Which of its parts, from 0.
    pub part: u32,
}

/// A run that can be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunView {
    /// Names the run in requests.
    pub key: RunKey,
    /// The predictions file's name.
    pub name: String,
    /// Whether it is the shown one.
    pub is_selected: bool,
    /// All files it comes from.
    pub files: Vec<FileKey>,
    /// Whether they are outputs of a batch.
    pub is_batch: bool,
}

/// The shown run's scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoresView {
    /// The predictions file's name.
    pub run: String,
    /// What decided the numbers.
    pub settings: Settings,
    /// Whether the settings are what the dataset suggests.
    pub is_default: bool,
    /// What is on and why, in words.
    pub how: String,
    /// One sentence or two on top.
    pub verdict: String,
    /// Key and value in the result file's unit.
    pub metrics: Vec<(String, f64)>,
    /// Where ALUE prints another number for the same files.
    pub as_alue: Vec<(String, f64)>,
    /// Class and how many questions ended in it, all eleven.
    pub counts: Vec<(Outcome, u32)>,
    /// Names of the files that can be downloaded.
    pub downloads: Vec<String>,
    /// Extractive: questions whose key says that none is stated, and how many of them were answered exactly right.
    pub none_stated: Option<(u32, u32)>,
    /// Questions whose key was marked as doubtful, and the score without them.
    pub doubts: DoubtsView,
}

/// What another normalizer would change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// Its name for people.
    pub label: String,
    /// The steps.
    pub normalizers: Vec<Normalizer>,
    /// Questions that would become right.
    pub n_gained: u32,
    /// Questions that would no longer be right.
    pub n_lost: u32,
}

/// What an accuracy is to be read against.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LettersView {
    /// What guessing would reach on average, 0.0 to 1.0.
    pub chance: Option<f64>,
    /// The most frequent gold letter and its share, 0.0 to 1.0.
    pub majority: Option<(char, f64)>,
}

/// A 95 % interval, in the unit of its metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The metric's key.
    pub key: String,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// How it was made, in words.
    pub method: String,
}

/// The profile's name for people.
pub fn profile_label(profile: Profile) -> &'static str {
    match profile {
        Profile::Alue => "ALUE",
        Profile::SquadV2 => "SQuAD 2.0",
        Profile::SquadV11 => "SQuAD 1.1",
    }
}
