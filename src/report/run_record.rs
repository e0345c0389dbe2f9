//! `run.json`: what a run was, so that the zip it lies in opens again with every number equal.
//!
//! Deliberately absent: the predictions themselves (`predictions.json` has them), anything about keys or headers.
//!
//! Reading is tolerant both ways: unknown fields are passed over, and a field that cannot be read costs only itself.

use super::alue::{FAILED, is_count};
use super::{PromptFacts, QuestionCosts, Run, RunFacts};
use crate::dataset::{NumberBase, Task};
use crate::json::Json;
use crate::outcome::Outcome;
use crate::predictions::{Entry, Failure};
use crate::problem::Problem;
use crate::settings::Settings;
use rustc_hash::FxHashSet;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use sha2::{Digest, Sha256};

/// What `format` says in every run record.
pub const FORMAT: &str = "marksheet-run";

/// The format written here; a newer one is read as far as it is understood.
pub const FORMAT_VERSION: u32 = 1;

/// The content of `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunRecord {
    /// Always [`FORMAT`].
    pub format: String,
    /// The version of the format, from 1.
    pub format_version: u32,
    /// What wrote the file.
    pub tool: Tool,
    /// When, ISO 8601 in UTC.
    pub created: String,
    /// The run's name.
    pub name: String,
    /// What was asked; `None` only when it could not be read.
    pub task: Option<Task>,
    /// What decided the numbers; `None` only when it could not be read.
    pub settings: Option<Settings>,
    /// The model's name.
    pub model: Option<String>,
    /// ALUE's `task_type`: the name of the templates used.
    pub task_type: Option<String>,
    /// Few-shot examples per prompt.
    pub num_examples: Option<u64>,
    /// Sampling temperature.
    pub temperature: Option<f64>,
    /// The dataset's file.
    pub dataset: Option<InputFile>,
    /// The predictions' file.
    pub predictions: Option<InputFile>,
    /// What 1 was said to mean, where the dataset's right answers are numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number_base: Option<NumberBase>,
    /// The prompts: which templates and examples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<PromptFacts>,
    /// The figures by key, in the result files' units.
    pub metrics: Map<String, Value>,
    /// How many questions ended in each class, by the class's name.
    pub counts: Map<String, Value>,
    /// `no_answer_probability` by id, 0.0 to 1.0, where predictions have one.
    pub no_answer_probabilities: Map<String, Value>,
    /// The calls that failed or were cut short, by id.
    pub failures: Map<String, Value>,
    /// Questions whose key a person marked as doubtful, by id; the figures count them like all others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubtful_keys: Vec<String>,
    /// What was really sent to a model; `null` for predictions that came from a file.
    pub sent: Option<Value>,
    /// What each question cost, by id: tokens of the prompt and of the reply, milliseconds, requests. Absent for predictions
    /// that came from a file.
    #[serde(skip_serializing_if = "QuestionCosts::is_empty")]
    pub cost_per_question: QuestionCosts,
}

/// What wrote a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    /// `marksheet`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A file that went into a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputFile {
    /// Its name as it was dropped.
    pub file: String,
    /// SHA-256 of its bytes, in lower-case hexadecimal.
    pub sha256: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The shape it was recognized as, in words.
    pub shape: String,
    /// Datasets: how many questions it has, asked or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_questions: Option<u64>,
}

/// A failed call in [`RunRecord::failures`].
#[derive(Serialize, Deserialize)]
struct FailureRecord {
    outcome: Outcome,
    detail: String,
    /// Whether `predictions.json` holds `"ERROR"` only because there was no value.
    #[serde(default)]
    is_without_value: bool,
}

impl InputFile {
    /// Describes a file by its name, shape and content.
    ///
    /// ```
    /// use marksheet::report::run_record::InputFile;
    /// let file = InputFile::of("a.json", "id → text JSON", b"{}");
    /// assert_eq!(file.bytes, 2);
    /// assert!(file.sha256.starts_with("44136fa355b3678a"));
    /// ```
    pub fn of(file: &str, shape: &str, content: &[u8]) -> Self {
        Self {
            file: file.to_owned(),
            sha256: sha256(content),
            bytes: content.len() as u64,
            shape: shape.to_owned(),
            n_questions: None,
        }
    }
}

/// SHA-256 of some bytes in lower-case hexadecimal.
pub fn sha256(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes `run.json`.
pub fn write(run: &Run<'_>) -> String {
    let text = serde_json::to_string_pretty(&RunRecord::of(run));
    // Maps with text keys and finite numbers always serialize.
    text.map(|text| text + "\n").unwrap_or_default()
}

impl RunRecord {
    /// The record of a run.
    pub fn of(run: &Run<'_>) -> Self {
        let facts = run.facts;
        let metrics = run.scored.metrics.iter();
        let counts = Outcome::ALL.iter().zip(run.scored.counts);
        let n_questions = run.dataset.items.len() as u64;
        Self {
            format: FORMAT.to_owned(),
            format_version: FORMAT_VERSION,
            tool: Tool {
                name: env!("CARGO_PKG_NAME").to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            created: facts.created.clone(),
            name: facts.name.clone(),
            task: Some(run.dataset.task),
            settings: Some(run.scored.settings.clone()),
            model: facts.model.clone(),
            task_type: facts.task_type.clone(),
            num_examples: facts.num_examples,
            temperature: facts.temperature.filter(|value| value.is_finite()),
            dataset: facts.dataset.clone().map(|file| InputFile {
                n_questions: Some(n_questions),
                ..file
            }),
            predictions: facts.predictions.clone(),
            number_base: facts.number_base,
            prompt: facts.prompt.clone(),
            metrics: metrics
                .map(|&(key, value)| (key.to_owned(), metric(key, value)))
                .collect(),
            counts: counts
                .map(|(outcome, n)| (outcome.key().to_owned(), n.into()))
                .collect(),
            no_answer_probabilities: by_id(run, |entry| {
                Number::from_f64(entry.no_answer_probability?).map(Value::Number)
            }),
            failures: by_id(run, failure_record),
            doubtful_keys: facts.doubtful_keys.clone(),
            sent: facts.sent.clone(),
            cost_per_question: facts.cost_per_question.clone(),
        }
    }

    /// The facts a run needs to be written again.
    pub fn facts(&self) -> RunFacts {
        RunFacts {
            name: self.name.clone(),
            created: self.created.clone(),
            model: self.model.clone(),
            task_type: self.task_type.clone(),
            num_examples: self.num_examples,
            temperature: self.temperature,
            dataset: self.dataset.clone(),
            predictions: self.predictions.clone(),
            number_base: self.number_base,
            prompt: None,
            sent: self.sent.clone(),
            cost_per_question: self.cost_per_question.clone(),
            doubtful_keys: self.doubtful_keys.clone(),
        }
    }

    /// Gives predictions read from `predictions.json` back what that file cannot hold: probabilities and failures.
    pub fn restore(&self, entries: &mut [Entry]) {
        for entry in entries {
            if let Some(value) = self.no_answer_probabilities.get(&entry.id) {
                entry.no_answer_probability = value.as_f64().or(entry.no_answer_probability);
            }
            let Some(value) = self.failures.get(&entry.id) else {
                continue;
            };
            let Ok(failure) = FailureRecord::deserialize(value) else {
                continue;
            };
            if failure.is_without_value
                && matches!(&entry.value, Json::Text(text) if text == FAILED)
            {
                entry.value = Json::Null;
            }
            entry.failure = Some(Failure {
                outcome: failure.outcome,
                detail: failure.detail,
            });
        }
    }

    /// The figures that are not what they were when the record was written: key, then, now. Empty when all are equal.
    pub fn changed_metrics<'a>(&self, metrics: &[(&'a str, f64)]) -> Vec<(&'a str, f64, f64)> {
        let then = |key: &str| self.metrics.get(key).and_then(Value::as_f64);
        metrics
            .iter()
            .filter_map(|&(key, now)| Some((key, then(key)?, now)))
            .filter(|(_, then, now)| (then - now).abs() > 1e-9 * then.abs().max(1.0))
            .collect()
    }
}

fn metric(key: &str, value: f64) -> Value {
    if is_count(key) && value.fract() == 0.0 && (0.0..1e15).contains(&value) {
        Value::from(value as u64)
    } else {
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }
}

fn failure_record(entry: &Entry) -> Option<Value> {
    let failure = entry.failure.as_ref()?;
    let record = FailureRecord {
        outcome: failure.outcome,
        detail: failure.detail.clone(),
        is_without_value: entry.value == Json::Null,
    };
    serde_json::to_value(record).ok()
}

/// What some predictions have, by id; all predictions with a question count, asked or not, as in `predictions.json`.
fn by_id(run: &Run<'_>, value: impl Fn(&Entry) -> Option<Value>) -> Map<String, Value> {
    let mut seen = FxHashSet::default();
    let paired = run.dataset.items.iter().zip(run.entries);
    paired
        .filter_map(|(item, entry)| Some((item.id.as_str(), (*entry)?)))
        .filter(|(id, _)| seen.insert(*id))
        .filter_map(|(id, entry)| Some((id.to_owned(), value(entry)?)))
        .collect()
}

/// Reads `run.json`. The problems name what could not be read; everything else is in the record.
///
/// # Errors
/// When the text is not JSON, or not a run record at all.
pub fn read(file: &str, text: &str) -> Result<(RunRecord, Vec<Problem>), Problem> {
    let mut fields = match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(Value::Object(fields)) => Fields::new(fields),
        Ok(_) => return Err(not_a_record(file)),
        Err(error) => {
            let problem = Problem::error("the record of the run is not readable JSON");
            let line = u32::try_from(error.line()).unwrap_or(u32::MAX);
            let column = u32::try_from(error.column()).unwrap_or(u32::MAX);
            return Err(problem.in_file(file).at(line, column).hint(AGAIN));
        }
    };
    if fields.take("format") != Some(FORMAT.to_owned()) {
        return Err(not_a_record(file));
    }
    let record = record(&mut fields);
    Ok((record.clone(), fields.problems(file, &record)))
}

const AGAIN: &str = "drop the dataset and predictions.json instead";

fn not_a_record(file: &str) -> Problem {
    Problem::error("this is not the record of a Marksheet run")
        .in_file(file)
        .hint(AGAIN)
}

fn record(fields: &mut Fields) -> RunRecord {
    RunRecord {
        format: FORMAT.to_owned(),
        format_version: fields.take("format_version").unwrap_or(FORMAT_VERSION),
        tool: fields.take("tool").unwrap_or_default(),
        created: fields.take("created").unwrap_or_default(),
        name: fields.take("name").unwrap_or_default(),
        task: fields.take("task"),
        settings: fields.take("settings"),
        model: fields.take("model"),
        task_type: fields.take("task_type"),
        num_examples: fields.take("num_examples"),
        temperature: fields.take("temperature"),
        dataset: fields.take("dataset"),
        predictions: fields.take("predictions"),
        number_base: fields.take("number_base"),
        prompt: fields.take("prompt"),
        metrics: fields.take("metrics").unwrap_or_default(),
        counts: fields.take("counts").unwrap_or_default(),
        no_answer_probabilities: fields.take("no_answer_probabilities").unwrap_or_default(),
        failures: fields.take("failures").unwrap_or_default(),
        doubtful_keys: fields.take("doubtful_keys").unwrap_or_default(),
        sent: fields.take("sent"),
        cost_per_question: fields.take("cost_per_question").unwrap_or_default(),
    }
}

/// The fields not read yet, and the names of those that were there and could not be read.
struct Fields {
    rest: Map<String, Value>,
    unread: Vec<&'static str>,
}

impl Fields {
    fn new(rest: Map<String, Value>) -> Self {
        let unread = Vec::new();
        Self { rest, unread }
    }

    fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Option<T> {
        let value = self.rest.remove(name).filter(|value| !value.is_null())?;
        let read = serde_json::from_value(value).ok();
        if read.is_none() {
            self.unread.push(name);
        }
        read
    }

    fn problems(self, file: &str, record: &RunRecord) -> Vec<Problem> {
        let mut problems = Vec::new();
        if record.format_version > FORMAT_VERSION {
            let message = format!(
                "the run was saved by a newer version ({} {}); what this version does not know is left out",
                record.tool.name, record.tool.version
            );
            let hint = "reload the page to get the newest version";
            problems.push(Problem::warning(message).in_file(file).hint(hint));
        }
        if !self.unread.is_empty() {
            let message = format!(
                "could not be read and is left out: {}",
                self.unread.join(", ")
            );
            let hint = "check the settings before using the numbers";
            problems.push(Problem::warning(message).in_file(file).hint(hint));
        }
        problems
    }
}
