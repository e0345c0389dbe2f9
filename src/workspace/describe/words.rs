//! What a file holds, and how it is scored, in words and figures.
//!
//! Deliberately absent: what is wrong with it.

use crate::dataset::{Dataset, Task};
use crate::explain;
use crate::json::Json;
use crate::normalize;
use crate::predictions::{Entry, Predictions};
use crate::problem::some_ids;
use crate::protocol::{AskForm, SchemaChoice, profile_label};
use crate::run::RunState;
use crate::schema::fields;
use crate::score;
use crate::settings::{Normalizer, Profile, Settings};
use crate::workspace::answers::ReadSchema;
use crate::workspace::runs::Run;
use rustc_hash::FxHashSet;

pub(super) fn dataset_words(dataset: &Dataset) -> (String, String) {
    let task = match dataset.task {
        Task::Extractive => "extractive questions",
        Task::MultipleChoice => "multiple choice",
    };
    let mut words = vec![counted(dataset.items.len(), "question", "questions")];
    if !dataset.examples.is_empty() {
        words.push(counted(
            dataset.examples.len(),
            "few-shot example",
            "few-shot examples",
        ));
    }
    match dataset.task {
        Task::Extractive => {
            let n_none = dataset
                .items
                .iter()
                .filter(|item| item.is_unanswerable())
                .count();
            let n_said = dataset
                .items
                .iter()
                .filter(|item| {
                    !item.is_unanswerable()
                        && item.answers.iter().all(|gold| explain::says_none(gold))
                })
                .count();
            if n_none > 0 {
                words.push(format!("{n_none} without an answer"));
            }
            if n_said > 0 {
                words.push(format!("{n_said} whose answer is NONE"));
            }
            words.push(golds_each(dataset));
        }
        Task::MultipleChoice => words.push(letters(dataset)),
    }
    (
        format!("Dataset, {task}, {}", dataset.shape),
        words.join(", "),
    )
}

fn golds_each(dataset: &Dataset) -> String {
    let counts = dataset
        .items
        .iter()
        .map(|item| item.answers.len())
        .filter(|n| *n > 0);
    let (least, most) = counts.fold((usize::MAX, 0), |(least, most), n| {
        (least.min(n), most.max(n))
    });
    match (least, most) {
        (_, 0) => "no gold answers".to_owned(),
        (1, 1) => "1 gold answer each".to_owned(),
        (least, most) if least == most => format!("{most} gold answers each"),
        (least, most) => format!("{least} to {most} gold answers each"),
    }
}

fn letters(dataset: &Dataset) -> String {
    let counts = dataset.items.iter().map(|item| item.choices.len());
    let (least, most) = counts.fold((usize::MAX, 0), |(least, most), n| {
        (least.min(n), most.max(n))
    });
    let last = dataset
        .items
        .iter()
        .flat_map(|item| &item.choices)
        .map(|choice| choice.letter)
        .max();
    match last {
        None => "no choices found".to_owned(),
        Some(last) if least == most => format!("choices A to {last}"),
        Some(last) => format!("choices up to {last}, {least} to {most} each"),
    }
}

pub(super) fn predictions_words(predictions: &Predictions, run: Option<&Run>) -> (String, String) {
    let counts = match run {
        Some(run) => answered_words(predictions, run),
        None => {
            let (n, failed) = answers(predictions);
            format!("{}{failed}", counted(n, "answer", "answers"))
        }
    };
    let n_of = |test: fn(&Json<'static>) -> bool| {
        predictions
            .entries
            .iter()
            .filter(|entry| entry.failure.is_none() && test(&entry.value))
            .count()
    };
    let kinds = [
        (n_of(|value| matches!(value, Json::Text(_))), "text"),
        (n_of(|value| matches!(value, Json::List(_))), "lists"),
        (n_of(|value| matches!(value, Json::Object(_))), "objects"),
        (
            n_of(|value| matches!(value, Json::Number(_) | Json::Bool(_))),
            "numbers or true/false",
        ),
        (n_of(|value| matches!(value, Json::Null)), "nothing (null)"),
    ];
    let kinds: Vec<&str> = kinds
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(_, kind)| kind)
        .collect();
    let model = predictions
        .model
        .as_ref()
        .map(|model| format!(", by {model}"))
        .unwrap_or_default();
    let kinds = match kinds.is_empty() {
        true => String::new(),
        false => format!(", as {}", kinds.join(" and ")),
    };
    (
        format!("Predictions, {}", predictions.shape),
        format!("{counts}{kinds}{model}"),
    )
}

/// How many questions predictions answer: of those that were asked, or of a part of them as a part of a run.
fn answered_words(predictions: &Predictions, run: &Run) -> String {
    let n_items = run.dataset.items.len();
    if run.of.parts.len() > 1 {
        let (n, n_failed) = run.n_replies_of(predictions);
        let failed = failed_words(n_failed);
        let answered = counted(n, "question", "questions");
        return format!(
            "{answered} answered{failed}, in one run with others: {}",
            run.of.name
        );
    }
    match run.n_asked {
        Some(n) => format!(
            "{} of the first {n} questions answered, as the batch asked",
            run.n_replies()
        ),
        None => format!("{} of {n_items} questions answered", run.n_replies()),
    }
}

/// How many questions a file answers, each counted once, and in words how many failed there.
fn answers(predictions: &Predictions) -> (usize, String) {
    let is_failed = |entry: &&Entry| {
        let failure = entry.failure.as_ref();
        failure.is_some_and(|failure| !failure.outcome.has_reply())
    };
    let (failed, answered): (Vec<_>, Vec<_>) = predictions.entries.iter().partition(is_failed);
    let answered: FxHashSet<&str> = answered.iter().map(|entry| entry.id.as_str()).collect();
    let failed: FxHashSet<&str> = failed.iter().map(|entry| entry.id.as_str()).collect();
    let n_failed = failed.difference(&answered).count();
    (answered.len(), failed_words(n_failed))
}

fn failed_words(n: usize) -> String {
    match n {
        0 => String::new(),
        n => format!(", {n} failed"),
    }
}

pub(super) fn answers_words(state: &RunState) -> (String, String) {
    let n_failed = state.records.values().filter(|record| record.has_failed());
    let n_failed = n_failed.count();
    let mut words = format!(
        "{} of {} questions answered",
        state.records.len() - n_failed,
        state.facts.n_items
    );
    if n_failed > 0 {
        words.push_str(&format!(", {n_failed} failed"));
    }
    if state.records.len() < state.facts.n_items as usize {
        words.push_str(", not finished");
    }
    ("Answers asked for here".to_owned(), words)
}

/// A dropped schema: whether it is what stands on Answers, and the fields it has.
pub(super) fn schema_words(text: &str, form: &AskForm) -> (String, String) {
    let read = ReadSchema::of(text);
    let kind = match read.is_pydantic {
        true => "Schema of replies, Pydantic classes",
        false => "Schema of replies, JSON Schema",
    };
    let is_in_use = form.schema == SchemaChoice::Custom && form.schema_text == text;
    let mut words = match is_in_use {
        true => "the custom schema on Answers".to_owned(),
        false => "another schema stands on Answers now".to_owned(),
    };
    let schema = read.schema.as_ref();
    let fields = schema.map_or(Vec::new(), |schema| fields(&schema.value));
    if !fields.is_empty() {
        words.push_str(&format!("; fields: {}", some_ids(fields, 5)));
    }
    (kind.to_owned(), words)
}

pub(super) fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

pub(super) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// The text within a sentence: `Predictions, JSON` as `predictions, JSON`; `JSON schema` stays.
pub(super) fn uncapitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next();
    match first.filter(|_| chars.clone().next().is_some_and(char::is_lowercase)) {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => text.to_owned(),
    }
}

/// What decides the numbers and why it is on: `Scored as ALUE does, because the file carries ALUE's task or examples.
/// No normaliser is on.`
pub(super) fn how(dataset: &Dataset, settings: &Settings) -> String {
    let normalizers = normalizers_on(dataset.task, &settings.normalizers);
    if dataset.task == Task::MultipleChoice {
        return normalizers;
    }
    let suggested = score::default_settings(dataset).profile;
    let label = profile_label(settings.profile);
    let why = if settings.profile != suggested {
        format!(
            "Scored as {label} does, as you chose; the file suggests {}.",
            profile_label(suggested)
        )
    } else if settings.profile != Profile::Alue {
        format!("Scored as {label} does, because the file carries no mark of ALUE.")
    } else if dataset.has_alue_marks {
        format!("Scored as {label} does, because the file carries ALUE's task or examples.")
    } else {
        format!("Scored as {label} does, because gold answers of the file are written as lists.")
    };
    let unicode = match settings.unicode {
        true => {
            " Unicode forms and punctuation are evened out: not comparable with published SQuAD numbers."
        }
        false => "",
    };
    format!("{why} {normalizers}{unicode}")
}

fn normalizers_on(task: Task, on: &[Normalizer]) -> String {
    let label = |step: &Normalizer| {
        let key = normalize::key(step);
        let entry = normalize::CATALOG.iter().find(|entry| entry.key == key);
        entry.map_or(key, |entry| entry.label)
    };
    let steps: Vec<&str> = on
        .iter()
        .filter(|step| **step != Normalizer::None)
        .map(label)
        .collect();
    match (task, on) {
        (Task::MultipleChoice, [Normalizer::ChoiceLetter]) => {
            "The letter is read out of each reply, because the data is multiple choice.".to_owned()
        }
        _ if steps.is_empty() => "No normaliser is on.".to_owned(),
        _ => format!("Normalisers, in order: {}.", steps.join(", ")),
    }
}
