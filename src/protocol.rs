//! The words the page and its worker speak: requests one way, replies the other.
//!
//! Deliberately absent: files and their bytes, which travel beside a message as the browser's own objects, and
//! anything that computes. Both ends share these types, so the page never holds a dataset.

use crate::dataset::{About, NumberBase, Task};
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::settings::{Normalizer, Profile, Settings};
use serde::{Deserialize, Serialize};

/// A checksum of this file: a page and a worker of different builds notice that they do not speak the same words.
pub const VERSION: u32 = checksum(include_bytes!("protocol.rs"));

/// FNV-1a.
const fn checksum(bytes: &[u8]) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    hash
}

/// Names one opened file for as long as it is open; never reused within a workspace.
pub type FileKey = u32;

/// What the page asks of the worker. Those that change the workspace carry a `turn`, counted up by the page;
/// the [`View`] that answers carries it back, so the page knows whether what it shows is current.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Open the stored workspace of this name, or begin it.
    Restore {
        /// See [`View::turn`].
        turn: u32,
        /// The workspace's name in the browser's store.
        workspace: String,
    },
    /// Read the files that travel beside this message.
    Open {
        /// See [`View::turn`].
        turn: u32,
        /// Whether what is open is closed first.
        is_fresh: bool,
    },
    /// Close one file.
    Remove {
        /// See [`View::turn`].
        turn: u32,
        /// Which file.
        file: FileKey,
    },
    /// Answer a question of [`View::asks`].
    Decide {
        /// See [`View::turn`].
        turn: u32,
        /// The chosen option's value.
        decision: Decision,
    },
    /// Show another run.
    Select {
        /// See [`View::turn`].
        turn: u32,
        /// Which run.
        run: RunKey,
    },
    /// Score with other settings.
    Set {
        /// See [`View::turn`].
        turn: u32,
        /// The settings; `None` goes back to what the dataset suggests.
        settings: Option<Settings>,
    },
    /// Forget everything, in the store too.
    StartOver {
        /// See [`View::turn`].
        turn: u32,
    },
    /// Rows of the question table.
    Rows(RowsQuery),
    /// One question in full.
    Item {
        /// Comes back with the answer; an answer to an older question is not shown.
        ticket: u32,
        /// Index among the asked questions, from 0.
        index: u32,
        /// 1 for the one after it in the order of the last [`RowsQuery`], -1 for the one before, 0 for itself.
        step: i8,
    },
    /// What normalizers would do to some real predictions.
    Preview {
        /// The steps to try.
        normalizers: Vec<Normalizer>,
    },
    /// One result file.
    Download {
        /// Its name, as in [`ScoresView::downloads`]; `all` is the zip.
        name: String,
        /// Whether the zip holds the dataset as dropped.
        with_dataset: bool,
    },
}

/// What the worker tells the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The worker runs and can be asked. Its [`VERSION`].
    Ready(u32),
    /// The worker is about to end because of a fault of ours; the reason, for a report.
    Crashed(String),
    /// What it is doing, for anything slow.
    Progress(Progress),
    /// The workspace as it now is.
    View(Box<View>),
    /// Intervals of the shown scores; they come after the numbers.
    Intervals {
        /// The turn of the view they belong to.
        turn: u32,
        /// One per metric that has one.
        intervals: Vec<Interval>,
        /// Why a figure has none, where one could be expected.
        why_none: Option<String>,
    },
    /// How many extractive answers do not occur in their context; comes after the numbers.
    NotInContext {
        /// The turn of the view it belongs to.
        turn: u32,
        /// Ignoring case, spaces and hyphens.
        n: u32,
    },
    /// What other normalizers would change in the shown scores; comes after the numbers.
    Alternatives {
        /// The turn of the view they belong to.
        turn: u32,
        /// Those that would change something, and no-answer phrases always.
        alternatives: Vec<Alternative>,
    },
    /// How letters were mistaken, in multiple choice; comes after the numbers.
    Letters {
        /// The turn of the view they belong to.
        turn: u32,
        /// What they show.
        letters: LettersView,
    },
    /// Rows asked for.
    Rows(Rows),
    /// A question asked for; `None` when there is none such any more.
    Item {
        /// The request's.
        ticket: u32,
        /// The question.
        item: Option<Box<ItemView>>,
    },
    /// Examples asked for.
    Preview(PreviewView),
    /// A file to save; its bytes travel beside the message.
    File {
        /// The file's name.
        name: String,
        /// Its media type.
        mime: String,
    },
    /// Something that belongs to no file: a store that is full, a download that failed.
    Trouble(Problem),
}

/// What the worker is doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The request it belongs to, see [`View::turn`].
    pub turn: u32,
    /// Whether questions are being scored; otherwise files are being read or written.
    pub is_scoring: bool,
    /// In words: `Reading tail_numbers.json`.
    pub doing: String,
    /// Parts done.
    pub done: u32,
    /// Parts in all; 0 when not known.
    pub total: u32,
}

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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

/// Gold letters against read letters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LettersView {
    /// What guessing would reach on average, 0.0 to 1.0.
    pub chance: Option<f64>,
    /// The most frequent gold letter and its share, 0.0 to 1.0.
    pub majority: Option<(char, f64)>,
    /// Letters that were read: the columns.
    pub letters: Vec<char>,
    /// One per gold letter.
    pub rows: Vec<LetterRow>,
}

/// The questions with one gold letter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LetterRow {
    /// The gold letter.
    pub gold: char,
    /// How many were read as each letter.
    pub n_read: Vec<u32>,
    /// How many replies had no readable letter.
    pub n_unparsed: u32,
    /// How many had no reply.
    pub n_no_reply: u32,
    /// Share answered right, 0.0 to 1.0.
    pub accuracy: f64,
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
    /// Id, before, after; those that change first.
    pub examples: Vec<(String, String, String)>,
    /// How many predictions change.
    pub n_changed: u32,
    /// Of how many.
    pub n_predictions: u32,
    /// What is wrong with a step (a pattern that is no regular expression).
    pub problems: Vec<Problem>,
}

/// The profile's name for people.
pub fn profile_label(profile: Profile) -> &'static str {
    match profile {
        Profile::Alue => "ALUE",
        Profile::SquadV2 => "SQuAD 2.0",
        Profile::SquadV11 => "SQuAD 1.1",
    }
}
