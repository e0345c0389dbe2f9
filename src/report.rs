//! What a person takes home: every result file of a run, each made by one function and named in one table.
//!
//! Deliberately absent: scoring (its results come in), offering downloads (the page does), the words of single
//! questions ([`explain`](crate::explain)).
//!
//! A new file is one function and one line in [`FILES`].

pub mod alue;
pub mod archive;
pub mod csv_text;
pub mod document;
mod found;
mod json_text;
pub mod labels;
pub mod per_question;
mod question_costs;
pub mod run_record;
pub mod timestamp;
pub mod verdict;

pub use found::Found;
pub use question_costs::QuestionCosts;

use crate::dataset::{Dataset, Item, NumberBase, Task};
use crate::picture::svg;
use crate::predictions::Entry;
use crate::problem::Problem;
use crate::prompt::FewShot;
use crate::rounding::one_decimal;
use crate::score::{Comparison, ItemScore, Scored};
use found::FoundHere;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::cell::OnceCell;

/// One run: what was asked, answered and scored, as far as the result files need it.
pub struct Run<'a> {
    /// The questions.
    pub dataset: &'a Dataset,
    /// The prediction of each question, in the order of `dataset.items`.
    pub entries: &'a [Option<&'a Entry>],
    /// The scores of the questions asked: the first so many of the dataset.
    pub scored: &'a Scored,
    /// What the files say about the run beside its numbers.
    pub facts: &'a RunFacts,
    compare: &'a dyn Fn(usize) -> Comparison,
    rows: OnceCell<Vec<Row>>,
    known: Found<'a>,
    found: FoundHere,
}

/// What is known about a run beside its numbers. What is not known is `None` and becomes `null` in the files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunFacts {
    /// The run's name; the zip's name starts with it.
    pub name: String,
    /// When the files are made, ISO 8601 in UTC: `2026-03-01T12:00:00Z`.
    pub created: String,
    /// The model's name.
    pub model: Option<String>,
    /// ALUE's `task_type`: the name of the templates used.
    pub task_type: Option<String>,
    /// Few-shot examples per prompt.
    pub num_examples: Option<u64>,
    /// Sampling temperature, as sent.
    pub temperature: Option<f64>,
    /// The dataset's file.
    pub dataset: Option<run_record::InputFile>,
    /// The predictions' file.
    pub predictions: Option<run_record::InputFile>,
    /// What 1 was said to mean, where the dataset's right answers are numbers.
    pub number_base: Option<NumberBase>,
    /// The prompts of a run that was asked from here; else what stood in the Prompt place when the files were made, whether
    /// or not the predictions came of it.
    pub prompt: Option<PromptFacts>,
    /// What was really sent to a model.
    pub sent: Option<Value>,
    /// What each question cost, where the run was asked from here.
    pub cost_per_question: QuestionCosts,
    /// Questions whose key a person marked as doubtful, by their [keys]. No figure follows from them.
    pub doubtful_keys: Vec<String>,
}

/// The prompts of a run as its zip keeps them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PromptFacts {
    /// The template set's name.
    pub task_type: String,
    /// Which examples are shown.
    #[serde(default)]
    pub few_shot: FewShot,
    /// Whether an undefined variable is an error.
    #[serde(default)]
    pub is_strict: bool,
    /// The templates: path in the zip's folder `templates`, and content. Not part of `run.json`.
    #[serde(skip)]
    pub files: Vec<(String, String)>,
}

/// The texts of one question that the files repeat.
pub(crate) struct Row {
    /// The first gold answer as the profile prepares it; empty if there is none.
    pub gold: String,
    /// The prediction before the normalizers.
    pub read: String,
    /// After them.
    pub normalized: String,
    /// What was compared.
    pub compared: String,
    /// Rules and notes, in words.
    pub note: String,
}

impl<'a> Run<'a> {
    /// A run ready to be written. `compare` gives the comparison of the question at an index of `dataset.items`; it
    /// is called once per question asked, and only if a file needs the texts; the report asks for its examples.
    pub fn new(
        dataset: &'a Dataset,
        entries: &'a [Option<&'a Entry>],
        scored: &'a Scored,
        facts: &'a RunFacts,
        compare: &'a dyn Fn(usize) -> Comparison,
    ) -> Self {
        Self {
            dataset,
            entries,
            scored,
            facts,
            compare,
            rows: OnceCell::new(),
            known: Found::default(),
            found: FoundHere::default(),
        }
    }

    /// The questions asked, with prediction and score.
    pub(crate) fn asked(
        &self,
    ) -> impl Iterator<Item = (&'a Item, Option<&'a Entry>, &'a ItemScore)> {
        let entries = self.entries.iter().copied().chain(std::iter::repeat(None));
        let items = self.dataset.items.iter();
        items
            .zip(entries)
            .zip(&self.scored.items)
            .map(|((item, entry), score)| (item, entry, score))
    }

    /// How many questions were asked.
    pub(crate) fn n_asked(&self) -> usize {
        self.scored.items.len().min(self.dataset.items.len())
    }

    /// One key per question asked, see [`keys`].
    pub(crate) fn keys(&self) -> Vec<Cow<'a, str>> {
        keys(&self.dataset.items)
            .into_iter()
            .take(self.n_asked())
            .collect()
    }

    /// The comparison of one question asked.
    pub(crate) fn comparison(&self, item_idx: usize) -> Comparison {
        (self.compare)(item_idx)
    }

    /// The texts of the questions asked.
    pub(crate) fn rows(&self) -> &[Row] {
        self.rows.get_or_init(|| {
            (0..self.n_asked())
                .map(|item_idx| row((self.compare)(item_idx)))
                .collect()
        })
    }
}

fn row(comparison: Comparison) -> Row {
    let mut said = comparison.rules;
    said.extend(comparison.notes);
    let gold = comparison.golds.into_iter().next();
    Row {
        gold: gold.map(|gold| gold.prepared).unwrap_or_default(),
        read: comparison.read,
        normalized: comparison.normalized,
        compared: comparison.compared,
        note: said.join("; "),
    }
}

/// The key of every question in objects keyed by id. A JSON object can hold an id once, so the second question
/// with an id is `id#2`, the third `id#3`; where such a key is itself an id, counting goes on.
///
/// ```
/// use marksheet::{dataset::Item, report::keys};
/// let items = ["a", "a", "a#2", "a"].map(|id| Item { id: id.into(), ..Item::default() });
/// assert_eq!(keys(&items), ["a", "a#3", "a#2", "a#4"]);
/// ```
pub fn keys(items: &[Item]) -> Vec<Cow<'_, str>> {
    let ids: FxHashSet<&str> = items.iter().map(|item| item.id.as_str()).collect();
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let mut keys = Vec::with_capacity(items.len());
    for item in items {
        let n = counts.entry(&item.id).or_insert(0);
        *n += 1;
        if *n == 1 {
            keys.push(Cow::Borrowed(item.id.as_str()));
            continue;
        }
        let mut key = format!("{}#{n}", item.id);
        while ids.contains(key.as_str()) {
            *n += 1;
            key = format!("{}#{n}", item.id);
        }
        keys.push(Cow::Owned(key));
    }
    keys
}

/// One kind of result file.
pub struct FileKind {
    /// The file's name.
    pub name: &'static str,
    /// Its MIME type.
    pub mime: &'static str,
    /// The only task that has it; `None` for both.
    pub task: Option<Task>,
    /// Makes it.
    pub write: fn(&Run<'_>) -> String,
}

const JSON: &str = "application/json";
const HTML: &str = "text/html;charset=utf-8";
const CSV: &str = "text/csv;charset=utf-8";

/// Every result file, in the order the page offers them.
#[rustfmt::skip]
pub const FILES: &[FileKind] = &[
    FileKind { name: "predictions.json", mime: JSON, task: None, write: alue::predictions },
    FileKind { name: "results.json", mime: JSON, task: None, write: alue::results },
    FileKind { name: "metrics.json", mime: JSON, task: Some(Task::MultipleChoice), write: alue::metrics },
    FileKind { name: "full_metrics.json", mime: JSON, task: Some(Task::Extractive), write: alue::full_metrics },
    FileKind { name: "exact_per_question.json", mime: JSON, task: Some(Task::Extractive), write: alue::exact_per_question },
    FileKind { name: "f1_per_question.json", mime: JSON, task: Some(Task::Extractive), write: alue::f1_per_question },
    FileKind { name: "summary.json", mime: JSON, task: Some(Task::Extractive), write: alue::summary },
    FileKind { name: "per_question.csv", mime: CSV, task: None, write: per_question::write },
    FileKind { name: "report.html", mime: HTML, task: None, write: document::html },
    FileKind { name: "run.json", mime: JSON, task: None, write: run_record::write },
];

/// A result file as it is downloaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultFile {
    /// The file's name.
    pub name: &'static str,
    /// Its MIME type.
    pub mime: &'static str,
    /// Its content.
    pub text: String,
}

/// The kinds of file a task has.
///
/// ```
/// use marksheet::{dataset::Task, report::kinds};
/// assert!(kinds(Task::MultipleChoice).any(|kind| kind.name == "metrics.json"));
/// assert!(!kinds(Task::MultipleChoice).any(|kind| kind.name == "summary.json"));
/// ```
pub fn kinds(task: Task) -> impl Iterator<Item = &'static FileKind> {
    FILES
        .iter()
        .filter(move |kind| kind.task.is_none_or(|only| only == task))
}

/// Whether a file of this name is one of ours, so that a zip's own results are not taken for predictions.
///
/// ```
/// use marksheet::report::is_result_file;
/// assert!(is_result_file("per_question.csv") && !is_result_file("dev.json"));
/// ```
pub fn is_result_file(name: &str) -> bool {
    FILES.iter().any(|kind| kind.name == name)
}

/// Every result file of the run's task.
pub fn files(run: &Run<'_>) -> Vec<ResultFile> {
    kinds(run.dataset.task)
        .map(|kind| written(kind, run))
        .collect()
}

/// The result file of this name, if the run's task has one.
pub fn file(run: &Run<'_>, name: &str) -> Option<ResultFile> {
    let kind = kinds(run.dataset.task).find(|kind| kind.name == name)?;
    Some(written(kind, run))
}

fn written(kind: &FileKind, run: &Run<'_>) -> ResultFile {
    ResultFile {
        name: kind.name,
        mime: kind.mime,
        text: (kind.write)(run),
    }
}

/// All result files as one zip, with the dataset as it was dropped (name and bytes) unless that is left out.
///
/// Charts go into the folder `charts`, templates into `templates`, and a dataset that has the name of a result file into
/// `dataset`. `progress` hears the bytes done and the bytes there are.
///
/// # Errors
/// Only when the zip would be larger than the format or the memory allows.
pub fn zip(
    run: &Run<'_>,
    dropped: Option<(&str, &[u8])>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, Problem> {
    let written = files(run);
    let charts = pictures(run);
    let mut contents: Vec<(String, &[u8])> = written
        .iter()
        .map(|file| (file.name.to_owned(), file.text.as_bytes()))
        .collect();
    contents.extend(
        charts
            .iter()
            .map(|(path, text)| (path.clone(), text.as_bytes())),
    );
    if let Some((name, bytes)) = dropped {
        let base = archive::base_name(name);
        let is_taken = written
            .iter()
            .any(|file| file.name.eq_ignore_ascii_case(base));
        let folder = if is_taken { "dataset/" } else { "" };
        contents.push((format!("{folder}{base}"), bytes));
    }
    let templates = run.facts.prompt.iter().flat_map(|prompt| &prompt.files);
    contents.extend(templates.map(|(path, text)| (format!("templates/{path}"), text.as_bytes())));
    archive::write(&contents, &run.facts.created, progress)
}

/// Where the charts of a zip are.
const CHARTS: &str = "charts/";

/// The charts as SVG files, by their paths in the zip: the same texts as the page's own.
fn pictures(run: &Run<'_>) -> Vec<(String, String)> {
    let charts = run.charts().iter();
    charts
        .map(|chart| (format!("{CHARTS}{}.svg", chart.name.key()), svg(chart).0))
        .collect()
}

/// A figure of a result file as the page shows it: per cent with one decimal, counts as they are.
///
/// ```
/// use marksheet::report::shown;
/// assert_eq!(shown("exact", 71.25), "71.3");
/// assert_eq!(shown("accuracy", 0.75), "75.0");
/// assert_eq!(shown("total", 240.0), "240");
/// assert_eq!(shown("best_f1_thresh", 0.25), "0.250");
/// ```
pub fn shown(key: &str, value: f64) -> String {
    match key {
        "chance" => one_decimal(100.0 * value),
        _ if key.ends_with("accuracy") => one_decimal(100.0 * value),
        _ if key.ends_with("_thresh") => format!("{value:.3}"),
        _ if alue::is_count(key) => format!("{value:.0}"),
        _ => one_decimal(value),
    }
}
