//! The Answers place as the page shows it: what stands in its fields, and how the run stands.
//!
//! Deliberately absent: the key, which travels beside a request and is in none of these.

use super::RunKey;
use crate::outcome::Outcome;
use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// ALUE's three modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// A model is asked; nothing is scored meanwhile.
    Inference,
    /// Predictions that are here already are scored.
    Evaluation,
    /// A model is asked, and its answers are scored.
    #[default]
    Both,
}

impl Mode {
    /// All three, in ALUE's order.
    pub const ALL: [Mode; 3] = [Mode::Inference, Mode::Evaluation, Mode::Both];

    /// ALUE's name.
    pub fn key(self) -> &'static str {
        match self {
            Mode::Inference => "inference",
            Mode::Evaluation => "evaluation",
            Mode::Both => "both",
        }
    }
}

/// The name of the choice that asks a person to carry prompts and replies.
pub const BY_HAND: &str = "by-hand";

/// What stands in the fields of the Answers place, as typed. Numbers are texts: a field may be half written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AskForm {
    /// A provider's name, a baseline's, or [`BY_HAND`].
    pub provider: String,
    /// What is done.
    pub mode: Mode,
    /// Where the server is.
    pub base_url: String,
    /// The model's name.
    pub model: String,
    /// Sampling temperature; blank: not sent.
    pub temperature: String,
    /// Longest reply, in tokens.
    pub max_tokens: String,
    /// The seed; blank: not sent. Of the baseline at random, its seed.
    pub seed: String,
    /// Requests in flight at once, at most.
    pub n_parallel: String,
    /// Requests per minute, at most; blank: no limit.
    pub requests_per_minute: String,
    /// How many questions, the first ones of the dataset; blank: all.
    pub n_questions: String,
    /// Longest wait for one reply, in seconds.
    pub time_limit: String,
    /// Fields of a JSON reply that are the answer, with commas between them; blank: the reply itself.
    pub field_to_extract: String,
    /// The form replies are asked for in: [`SchemaChoice::key`] of one.
    pub schema: SchemaChoice,
    /// Of [`SchemaChoice::Custom`]: a JSON Schema, or the text of Pydantic classes.
    pub schema_text: String,
    /// The letter of the baseline that always gives the same.
    pub letter: String,
    /// Dollars for a million tokens of prompts; blank: not known.
    pub price_in: String,
    /// Dollars for a million tokens of replies; blank: not known.
    pub price_out: String,
    /// By hand: the reply as far as it is typed.
    pub hand_reply: String,
    /// Base URL and model as last typed for other providers.
    pub known: BTreeMap<String, (String, String)>,
}

impl Default for AskForm {
    /// OpenAI, as most come with; the first 10 questions, since a first run shows whether all is well.
    fn default() -> Self {
        Self {
            provider: "openai".to_owned(),
            mode: Mode::Both,
            base_url: "https://api.openai.com/v1".to_owned(),
            model: String::new(),
            temperature: String::new(),
            max_tokens: "1024".to_owned(),
            seed: String::new(),
            n_parallel: "6".to_owned(),
            requests_per_minute: String::new(),
            n_questions: "10".to_owned(),
            time_limit: "120".to_owned(),
            field_to_extract: String::new(),
            schema: SchemaChoice::None,
            schema_text: String::new(),
            price_in: String::new(),
            price_out: String::new(),
            letter: "A".to_owned(),
            hand_reply: String::new(),
            known: BTreeMap::new(),
        }
    }
}

/// The form replies are asked for in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SchemaChoice {
    /// Plain text.
    #[default]
    None,
    /// ALUE's, for lists of tail numbers.
    TailNumberResponse,
    /// ALUE's, for a letter; its letters are those of the question.
    MCQAResponse,
    /// A person's own.
    Custom,
}

impl SchemaChoice {
    /// All four, in the order the page offers them.
    pub const ALL: [SchemaChoice; 4] = [
        SchemaChoice::None,
        SchemaChoice::TailNumberResponse,
        SchemaChoice::MCQAResponse,
        SchemaChoice::Custom,
    ];

    /// The name in the page's `schema` select.
    pub fn key(self) -> &'static str {
        match self {
            SchemaChoice::None => "none",
            SchemaChoice::TailNumberResponse => "TailNumberResponse",
            SchemaChoice::MCQAResponse => "MCQAResponse",
            SchemaChoice::Custom => "custom",
        }
    }

    /// What [`AskForm::field_to_extract`] is with it; blank where that is not known.
    pub fn field(self) -> &'static str {
        match self {
            SchemaChoice::None | SchemaChoice::Custom => "",
            SchemaChoice::TailNumberResponse => "tail_numbers",
            SchemaChoice::MCQAResponse => "answer",
        }
    }
}

/// What the chosen schema comes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SchemaView {
    /// The number of the edit it belongs to.
    pub edit: u32,
    /// Its name.
    pub name: String,
    /// As JSON Schema, laid out; of Pydantic classes what they come to. Empty where there is none, or it cannot be read.
    pub text: String,
    /// What is wrong with it, and what of classes was not understood.
    pub problems: Vec<Problem>,
    /// Whether it was read from Pydantic classes.
    pub is_pydantic: bool,
    /// As it is sent to the chosen provider, where that is something else.
    pub adapted: Option<String>,
    /// What was changed for the provider and where, a change a line.
    pub changes: Vec<String>,
    /// The names of its fields, to choose from for `field_to_extract`.
    pub fields: Vec<String>,
    /// Its fields as rows of the small form, where it is that simple.
    pub rows: Option<Vec<FieldRow>>,
    /// The schema this page recommends for the dataset's task, where it is another than the chosen one.
    pub recommended: Option<SchemaChoice>,
}

/// A field of a schema as the small form shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldRow {
    /// Its name.
    pub name: String,
    /// `text`, `whole`, `number`, `yes_no` or `choice`.
    pub kind: String,
    /// Whether it is a list of such.
    pub is_list: bool,
    /// Whether it may be left out.
    pub is_optional: bool,
    /// What it holds, for the model.
    pub description: String,
    /// Of `choice`: what may be chosen.
    pub choices: Vec<String>,
}

/// Where a test of the connection stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectionView {
    /// The request's.
    pub ticket: u32,
    /// `ok`, `wrong_key`, `no_credit`, `unknown_model`, `cors`, `mixed_content`, `local_network`, `unreachable`,
    /// `blocked_by_organisation`, `unknown`; empty while it goes on.
    pub result: String,
    /// The cause, one sentence; while it goes on what is being tried.
    pub cause: String,
    /// What to do, one sentence.
    pub fix: String,
    /// Commands to copy for it: for which system or program, and the command, with this page's origin filled in.
    pub commands: Vec<(String, String)>,
    /// What was tried and what came of it, a step a line.
    pub steps: Vec<String>,
}

/// What a person orders while a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Send nothing more for now.
    Pause,
    /// End it here; what is finished stays.
    Stop,
    /// At most so many requests in flight.
    Parallel(u32),
}

/// Which items of a run are asked when it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GoOn {
    /// Those without an answer.
    Unfinished,
    /// Those whose call failed.
    Failed,
}

/// The Answers place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnswersView {
    /// The number of the last edit of the fields that is known here.
    pub edit: u32,
    /// What stands in the fields.
    pub form: AskForm,
    /// Why what was asked last could not be begun.
    pub refused: Vec<Problem>,
    /// The run under way, or the last one.
    pub run: Option<AskedView>,
    /// By hand: the question that waits for its reply.
    pub hand: Option<HandView>,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Items are being asked.
    Running,
    /// Paused by a person.
    Paused,
    /// The connection is lost; it goes on by itself.
    Lost,
    /// It was cut short by a reload, a crash or a fault that concerns all items, and can go on.
    Interrupted,
    /// A person ended it before its end; it can go on.
    Ended,
    /// Every item has its record.
    #[default]
    Done,
}

impl Stage {
    /// Whether items are being asked or will be without anybody doing anything.
    pub fn is_active(self) -> bool {
        matches!(self, Stage::Running | Stage::Paused | Stage::Lost)
    }
}

/// A run as it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AskedView {
    /// The run in [`View::runs`](super::View::runs), where it is one of them.
    pub key: Option<RunKey>,
    /// Its name.
    pub name: String,
    /// Who answers, for people: `gpt-4o-mini at https://api.openai.com`.
    pub who: String,
    /// Whether a model at a server is asked; otherwise a baseline or a person.
    pub is_model: bool,
    /// What is done.
    pub mode: Mode,
    /// How it stands.
    pub stage: Stage,
    /// Items to ask.
    pub n_items: u32,
    /// Items with a record, failed ones included.
    pub n_done: u32,
    /// The dataset it asked, where that is not the one in use.
    pub other_dataset: Option<String>,
    /// Items whose call failed.
    pub n_failed: u32,
    /// Whether a model said anything so far; until then *Resume* takes who is asked, and how, from the fields.
    pub has_answer: bool,
    /// Items per minute over the last minute; `None` while that is not known.
    pub rate: Option<f64>,
    /// Seconds until the end at this rate.
    pub seconds_left: Option<f64>,
    /// Tokens of prompts and of replies, as the server counted them.
    pub n_tokens: (f64, f64),
    /// Of how many answers the server counted them, and how many answers there are.
    pub n_counted: (u32, u32),
    /// What it cost: by the server's own figures, or by prices a person typed.
    pub cost: Option<Cost>,
    /// Seconds until the server may be asked again.
    pub waits: Option<f64>,
    /// What to tell of it, the gravest first.
    pub told: Vec<Problem>,
    /// The score so far, in mode both.
    pub live: Option<LiveView>,
    /// The last finished items, newest first.
    pub latest: Vec<AnsweredView>,
}

/// What a run cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// US dollars.
    pub usd: f64,
    /// Who says so.
    pub by: CostBy,
    /// How many answers it is the sum of, and how many there are.
    pub of: (u32, u32),
}

/// Where a cost comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CostBy {
    /// The server told it.
    Server,
    /// Prices that a person typed.
    Typed,
    /// The price that a person typed for prompts; of replies none is known.
    TypedPrompts,
    /// The price that a person typed for replies; of prompts none is known.
    TypedReplies,
}

/// The score of the items finished so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LiveView {
    /// How many items, failed calls among them.
    pub n: u32,
    /// How many have a reply.
    pub n_answers: u32,
    /// How many are exactly right.
    pub n_exact: u32,
    /// Mean F1, 0.0 to 1.0; in multiple choice the same as accuracy.
    pub f1: f64,
}

/// One finished item in a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnsweredView {
    /// Which question of the dataset, from 0.
    pub index: u32,
    /// Its id.
    pub id: String,
    /// What became of it; `None` for an answer that is not scored.
    pub outcome: Option<Outcome>,
    /// The prediction, or what went wrong; cut.
    pub text: String,
    /// How long the last request took, in seconds.
    pub seconds: f64,
}

/// Everything that is kept of one item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordView {
    /// Which question of the dataset, from 0.
    pub index: u32,
    /// Its id.
    pub id: String,
    /// The reply as it came, cut where nobody would read on.
    pub reply: String,
    /// The model's reasoning.
    pub reasoning: Option<String>,
    /// The prediction that was read from the reply; JSON for anything but text.
    pub prediction: Option<String>,
    /// How it was found.
    pub rule: String,
    /// Facts in words: tokens, duration, tries, why the model stopped, what was sent.
    pub facts: Vec<String>,
    /// What went wrong.
    pub error: Option<String>,
    /// The system and the user message, made again.
    pub prompt: Option<(String, String)>,
}

/// By hand: the question that waits for its reply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HandView {
    /// Which question of the dataset, from 0.
    pub index: u32,
    /// Its id.
    pub id: String,
    /// The system message.
    pub system: String,
    /// The user message.
    pub user: String,
    /// Why there is none.
    pub problem: Option<Problem>,
}

/// What one question would be asked with, or what came of asking it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TriedView {
    /// The request's.
    pub ticket: u32,
    /// Which question of the dataset, from 0.
    pub index: u32,
    /// Its id.
    pub id: String,
    /// The exact request, the key aside.
    pub request: String,
    /// What came of it; `None` while nothing was sent.
    pub record: Option<RecordView>,
    /// Why there is no request, or no reply.
    pub problem: Option<Problem>,
}

/// The models a server offers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelsView {
    /// The request's.
    pub ticket: u32,
    /// Their names.
    pub names: Vec<String>,
    /// Why there are none.
    pub problem: Option<Problem>,
}
