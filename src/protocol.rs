//! The words the page and its worker speak: requests one way, replies the other.
//!
//! Deliberately absent: files and their bytes, which travel beside a message as the browser's own objects, and
//! anything that computes. Both ends share these types, so the page never holds a dataset.

use crate::charts::Chart;
use crate::problem::Problem;
use crate::settings::{Normalizer, Settings};
use serde::{Deserialize, Serialize};

mod answers;
mod compare;
mod doubts;
mod groups;
mod prompt;
mod questions;
mod view;

pub use answers::*;
pub use compare::*;
pub use doubts::*;
pub use groups::*;
pub use prompt::*;
pub use questions::*;
pub use view::*;

/// A checksum of these files: a page and a worker of different builds notice that they do not speak the same words.
pub const VERSION: u32 = checksum(include_bytes!("protocol.rs"))
    ^ checksum(include_bytes!("protocol/questions.rs")).rotate_left(1)
    ^ checksum(include_bytes!("protocol/view.rs")).rotate_left(2)
    ^ checksum(include_bytes!("protocol/prompt.rs")).rotate_left(3)
    ^ checksum(include_bytes!("protocol/answers.rs")).rotate_left(4)
    ^ checksum(include_bytes!("protocol/compare.rs")).rotate_left(5)
    ^ checksum(include_bytes!("protocol/groups.rs")).rotate_left(6)
    ^ checksum(include_bytes!("protocol/doubts.rs")).rotate_left(7);

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
    /// The names of all stored workspaces.
    Workspaces,
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
    /// Close all files of a run.
    RemoveRun {
        /// See [`View::turn`].
        turn: u32,
        /// Which run.
        run: RunKey,
    },
    /// Answer a question of [`View::asks`].
    Decide {
        /// See [`View::turn`].
        turn: u32,
        /// The chosen option's value.
        decision: Decision,
    },
    /// Read the replies in a file otherwise.
    ReadAs {
        /// See [`View::turn`].
        turn: u32,
        /// Which file.
        file: FileKey,
        /// How.
        read_as: ReadAs,
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
    /// Mark questions whose key looks doubtful, or take marks off.
    Doubt(Doubting),
    /// The question with this id in full, the first one of several.
    Find {
        /// As of [`Request::Item`].
        ticket: u32,
        /// Its id.
        id: String,
    },
    /// Runs beside each other. Begun again when the workspace changes.
    Compare(CompareQuery),
    /// Nobody looks at the comparison any more.
    CompareLeft,
    /// Questions that score better in one of two runs.
    Flips(FlipsQuery),
    /// Give a run a name of its own and a note; an empty name is the file's.
    Label {
        /// See [`View::turn`].
        turn: u32,
        /// Which run.
        run: RunKey,
        /// Its name.
        name: String,
        /// The note.
        note: String,
    },
    /// What normalizers would do to some real predictions.
    Preview {
        /// The steps to try.
        normalizers: Vec<Normalizer>,
    },
    /// Change what prompts are made from, and show one. Also after each [`View`], for the data may be another.
    Prompt {
        /// Comes back with the answer.
        ticket: u32,
        /// The change.
        edit: Box<PromptEdit>,
        /// Which question's prompt to show.
        go: Go,
        /// Whether to make the messages; otherwise only the sets and their sources are told.
        with_messages: bool,
        /// Whether to count what all prompts come to, once nothing else is asked for a moment.
        with_totals: bool,
    },
    /// How the selected templates differ from the built-in ones.
    TemplateDifference,
    /// A zip of template sets.
    DownloadTemplates {
        /// All sets, or only the selected one.
        is_all: bool,
    },
    /// What stands in the fields of the Answers place, to be kept.
    Fill {
        /// Counts up with every edit.
        edit: u32,
        /// The fields.
        form: Box<AskForm>,
    },
    /// Begin a run with what stands in the fields. The key travels beside it.
    Ask {
        /// See [`View::turn`].
        turn: u32,
        /// The fields.
        form: Box<AskForm>,
        /// The origin the key was typed for.
        key_origin: String,
    },
    /// Go on with the run. The key travels beside it.
    GoOn {
        /// See [`View::turn`].
        turn: u32,
        /// The fields: how hard the server may be asked is taken from them.
        form: Box<AskForm>,
        /// The origin the key was typed for.
        key_origin: String,
        /// Which items.
        which: GoOn,
    },
    /// Steer the run under way.
    Order(Order),
    /// By hand: the reply to the question shown; `None` passes it over.
    Paste {
        /// Which question, as [`HandView::index`] names it.
        index: u32,
        /// The reply.
        reply: Option<String>,
    },
    /// The exact request for the question shown on Prompt; with `is_sent`, send it. The key travels beside it.
    TryOut {
        /// Comes back with the answer.
        ticket: u32,
        /// The fields.
        form: Box<AskForm>,
        /// The origin the key was typed for.
        key_origin: String,
        /// Whether to send it.
        is_sent: bool,
    },
    /// The models the server offers. The key travels beside it.
    Models {
        /// Comes back with the answer.
        ticket: u32,
        /// The fields.
        form: Box<AskForm>,
        /// The origin the key was typed for.
        key_origin: String,
    },
    /// What the chosen schema comes to. Told unasked, too, when the dataset is another.
    Schema {
        /// The number of the edit.
        edit: u32,
        /// The fields.
        form: Box<AskForm>,
    },
    /// A schema made with the small form, as text for [`AskForm::schema_text`].
    BuildSchema {
        /// Its name.
        name: String,
        /// Its fields.
        rows: Vec<FieldRow>,
    },
    /// Why the server cannot be reached, or that it can. The key travels beside it.
    TestConnection {
        /// Comes back with the answer.
        ticket: u32,
        /// The fields.
        form: Box<AskForm>,
        /// The origin the key was typed for.
        key_origin: String,
        /// This page's own origin, which servers have to allow.
        page_origin: String,
    },
    /// All prompts as a file for a batch.
    DownloadBatch {
        /// The fields.
        form: Box<AskForm>,
        /// Only those that the shown run has no reply to.
        is_rest: bool,
    },
    /// Forget the key: what is under way with it ends.
    ForgetKey,
    /// All that is kept of one item of the run.
    Record {
        /// Which question of the dataset, from 0.
        index: u32,
    },
    /// One result file.
    Download {
        /// Its name, as in [`ScoresView::downloads`]; `all` is the zip.
        name: String,
        /// Whether the zip holds the dataset as dropped.
        with_dataset: bool,
    },
    /// The report as Markdown.
    Markdown,
}

/// What the worker tells the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The worker runs and can be asked. Its [`VERSION`].
    Ready(u32),
    /// The worker is about to end because of a fault of ours; the reason, for a report.
    Crashed(String),
    /// The names asked for; none where the store cannot be read.
    Workspaces(Vec<String>),
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
    /// What an accuracy is to be read against, in multiple choice; comes after the numbers.
    Letters {
        /// The turn of the view they belong to.
        turn: u32,
        /// What they show.
        letters: LettersView,
    },
    /// What went wrong in the shown run; comes after the numbers, and again once it is known what would help.
    Groups {
        /// The turn of the view they belong to.
        turn: u32,
        /// The groups.
        groups: GroupsView,
    },
    /// The charts of the shown run; they come after the numbers.
    Charts {
        /// The turn of the view they belong to.
        turn: u32,
        /// Those that say something of it.
        charts: Vec<Chart>,
    },
    /// The marks of doubt after one of them changed, and the turn of the view they belong to.
    Doubts(u32, DoubtsView),
    /// Rows asked for.
    Rows(Rows),
    /// A question asked for; `None` when there is none such any more.
    Item {
        /// The request's.
        ticket: u32,
        /// The question.
        item: Option<Box<ItemView>>,
    },
    /// The Compare place as it now is.
    Compare(Box<CompareView>),
    /// Questions asked for.
    Flips(Flips),
    /// Examples asked for.
    Preview(PreviewView),
    /// The Prompt place as it now is.
    Prompt(Box<PromptView>),
    /// What all prompts come to; arrives in parts, and only for the newest [`Request::Prompt`].
    Totals(TotalsView),
    /// The difference asked for.
    TemplateDifference(Vec<DifferenceLine>),
    /// The Answers place as it now is.
    Answers(Box<AnswersView>),
    /// What [`Request::TryOut`] asked for; with `is_sent` a second time, when the reply is there.
    Tried(Box<TriedView>),
    /// The list asked for.
    Models(ModelsView),
    /// What the chosen schema comes to.
    Schema(Box<SchemaView>),
    /// The text of the schema that was built.
    BuiltSchema(String),
    /// How the connection stands; told at every step.
    Connection(Box<ConnectionView>),
    /// The record asked for; `None` when there is none.
    Record(Option<Box<RecordView>>),
    /// A file to save; its bytes travel beside the message, or a blob of them.
    File {
        /// The file's name.
        name: String,
        /// Its media type.
        mime: String,
    },
    /// The report as Markdown, to be copied.
    Markdown(String),
    /// What is to be known of something a person asked for: a download that failed, or lacks something.
    OfDeed(Problem),
    /// Something that belongs to no file and concerns every place: a store that is full.
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
