//! A run as it is kept: what it is about, how it was asked, and the records so far. Read back, it goes on where it was.
//!
//! Deliberately absent: the key, prompts (what they are made from is here), and where it is stored.

use super::{Ask, ItemRecord, RunConfig, RunSchema};
use crate::problem::Problem;
use crate::prompt::PromptSource;
use crate::provider::{Adapted, ModelConfig, Wanted};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What `format` says in every kept run.
pub const FORMAT: &str = "marksheet-answers";

/// The format written here.
pub const FORMAT_VERSION: u32 = 1;

/// What a run is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanFacts {
    /// The run's name.
    pub name: String,
    /// When it was started, ISO 8601 in UTC.
    #[serde(default)]
    pub created: String,
    /// The dataset's file.
    #[serde(default)]
    pub dataset: String,
    /// SHA-256 of the questions asked and the examples, by which they are known again.
    #[serde(default)]
    pub questions_sha256: String,
    /// SHA-256 of what prompts are made from (templates, few-shot choice), so that a resumed run asks the same way.
    #[serde(default)]
    pub prompts_sha256: String,
    /// ALUE's `task_type`: the name of the templates.
    #[serde(default)]
    pub task_type: Option<String>,
    /// Few-shot examples per prompt.
    #[serde(default)]
    pub n_examples: Option<u64>,
    /// Questions to ask.
    pub n_items: u32,
}

/// A run: everything but its key, and its prompts, which are made again.
#[derive(Clone, Debug, PartialEq)]
pub struct RunState {
    /// What it is about.
    pub facts: PlanFacts,
    /// Which model, and how it is asked.
    pub model: ModelConfig,
    /// How hard.
    pub config: RunConfig,
    /// What is looked for in replies.
    pub wanted: Wanted,
    /// The schema replies are asked for by; `None` for plain text.
    pub schema: Option<RunSchema>,
    /// What was learned about the model.
    pub adapted: Adapted,
    /// What the prompts are made from; a baseline has none.
    pub prompts: Option<PromptSource>,
    /// Whether a person ended it before every item had its record.
    pub is_ended: bool,
    /// One record per finished item, by [`ItemRecord::index`].
    pub records: BTreeMap<u32, ItemRecord>,
}

/// Everything but the records, as it is kept.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    format_version: u32,
    facts: PlanFacts,
    model: ModelConfig,
    config: RunConfig,
    #[serde(default)]
    wanted: Wanted,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schema: Option<RunSchema>,
    #[serde(default)]
    adapted: Adapted,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompts: Option<PromptSource>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_ended: bool,
}

/// Where a run starts: made by [`RunState::start`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Positions among the items that are asked now, in order.
    pub todo: Vec<usize>,
    /// Positions whose calls failed before; [`Control::retry_failed`](super::Control::retry_failed) asks them, too.
    pub failed: Vec<usize>,
    /// What was learned about the model.
    pub adapted: Adapted,
    /// Whether any item was answered before.
    pub has_answer: bool,
}

/// Which items are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those without a record.
    Unfinished,
    /// Those whose call failed.
    Failed,
}

impl RunState {
    /// Keeps a record; it replaces an earlier one of the same item.
    pub fn add(&mut self, record: ItemRecord) {
        self.records.insert(record.index, record);
    }

    /// What is asked now, out of `asks`. A record counts only for an item with its index and its id.
    pub fn start(&self, asks: &[Ask], which: Which) -> Start {
        let record = |ask: &Ask| {
            self.records
                .get(&ask.index)
                .filter(|record| record.id == ask.id)
        };
        let mut start = Start {
            adapted: self.adapted,
            has_answer: self.records.values().any(ItemRecord::is_answer),
            ..Start::default()
        };
        for (position, ask) in asks.iter().enumerate() {
            match (record(ask), which) {
                (None, Which::Unfinished) => start.todo.push(position),
                (Some(record), Which::Failed) if record.has_failed() => start.todo.push(position),
                (Some(record), Which::Unfinished) if record.has_failed() => {
                    start.failed.push(position)
                }
                _ => {}
            }
        }
        start
    }

    /// Everything but the records, as JSON on one line.
    pub fn header(&self) -> String {
        let header = Header {
            format: FORMAT.to_owned(),
            format_version: FORMAT_VERSION,
            facts: self.facts.clone(),
            model: self.model.clone(),
            config: self.config,
            wanted: self.wanted.clone(),
            schema: self.schema.clone(),
            adapted: self.adapted,
            prompts: self.prompts.clone(),
            is_ended: self.is_ended,
        };
        // Plain fields with text keys and finite numbers always serialize.
        serde_json::to_string(&header).unwrap_or_default()
    }

    /// The run as text: the header on the first line, a record on each line after it.
    pub fn to_text(&self) -> String {
        let mut text = self.header();
        for record in self.records.values() {
            text.push('\n');
            text.push_str(&record.to_line());
        }
        text
    }

    /// Reads what [`RunState::to_text`] wrote.
    ///
    /// # Errors
    /// As [`RunState::from_parts`].
    pub fn read(text: &str) -> Result<(Self, Option<Problem>), Problem> {
        let mut lines = text.lines();
        let header = lines.next().unwrap_or_default();
        Self::from_parts(header, lines)
    }

    /// A run from its header and its records, each as text. The problem counts records that cannot be read; their items
    /// are asked again.
    ///
    /// # Errors
    /// When the header is no header of a run, or was written by a newer version.
    pub fn from_parts<'t>(
        header: &str,
        records: impl IntoIterator<Item = &'t str>,
    ) -> Result<(Self, Option<Problem>), Problem> {
        let header = read_header(header)?;
        let mut state = Self {
            facts: header.facts,
            model: header.model,
            config: header.config,
            wanted: header.wanted,
            schema: header.schema,
            adapted: header.adapted,
            prompts: header.prompts,
            is_ended: header.is_ended,
            records: BTreeMap::new(),
        };
        let mut n_unread = 0_usize;
        for line in records.into_iter().filter(|line| !line.trim().is_empty()) {
            match serde_json::from_str(line) {
                Ok(record) => state.add(record),
                Err(_) => n_unread += 1,
            }
        }
        let problem = (n_unread > 0).then(|| {
            let message = format!("answers that could not be read back: {n_unread}");
            Problem::warning(message).hint("press Resume to ask these questions again")
        });
        Ok((state, problem))
    }
}

fn read_header(text: &str) -> Result<Header, Problem> {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        let problem = Problem::error("what was kept of this run cannot be read");
        return Err(problem.hint("its finished answers cannot be used; start the run again"));
    }
    let version = value
        .get("format_version")
        .and_then(Value::as_u64)
        .unwrap_or(0);
    if version > u64::from(FORMAT_VERSION) {
        let problem = Problem::error("this run was kept by a newer version of Marksheet");
        return Err(problem.hint("reload the page to get the newest version; nothing was changed"));
    }
    serde_json::from_value(value).map_err(|error| {
        let message = format!("what was kept of this run is damaged: {error}");
        Problem::error(message).hint("start the run again")
    })
}

impl ItemRecord {
    /// The record as JSON on one line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
