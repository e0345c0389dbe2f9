//! ALUE's result files, in ALUE's names and shapes.
//!
//! Deliberately absent: anything ALUE does not write; that is in `per_question.csv` and `run.json`.
//!
//! Objects keyed by id hold each id once; what happens to a repeated one is said at [`keys`].

use super::json_text::{
    ObjectText, push_count, push_float, push_list, push_text, push_text_or_null, push_value,
};
use super::{Run, keys};
use crate::json::Json;
use crate::predictions::Entry;
use crate::score::ItemScore;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry as Slot;

/// `predictions.json`: `{id: text or JSON value}`, before the normalizers, in dataset order, numbers as the file had them.
///
/// Holds every prediction that has a question, also beyond a limit on the number of questions. Missing ids are
/// absent. A repeated id stands once, as both questions have the same prediction; where they do not (joined by the
/// question's text), the others follow under their own [`keys`]. A failed call without any value is `"ERROR"`, as
/// ALUE writes it, so that the file alone never turns a failure into an empty answer.
pub fn predictions(run: &Run<'_>) -> String {
    let items = &run.dataset.items;
    let mut text = ObjectText::with_capacity(64 * run.entries.len());
    let mut written: FxHashMap<&str, &Json<'_>> = FxHashMap::default();
    for ((item, key), entry) in items.iter().zip(keys(items)).zip(run.entries) {
        let Some(entry) = entry else { continue };
        match written.entry(&item.id) {
            Slot::Vacant(slot) => {
                slot.insert(&entry.value);
                push_prediction(text.entry(&item.id), Some(entry));
            }
            Slot::Occupied(slot) if **slot.get() == entry.value => {}
            Slot::Occupied(_) => push_prediction(text.entry(&key), Some(entry)),
        }
    }
    text.finish()
}

/// `results.json`: the run with all questions asked. The three lists are aligned; a missing prediction is `null`.
pub fn results(run: &Run<'_>) -> String {
    let facts = run.facts;
    let n_asked = run.n_asked();
    let mut text = ObjectText::with_capacity(512 * n_asked);
    push_text_or_null(text.entry("model"), facts.model.as_deref());
    push_text_or_null(text.entry("task_type"), facts.task_type.as_deref());
    push_count(text.entry("num_questions"), n_asked as f64);
    match facts.num_examples {
        Some(n) => push_count(text.entry("num_examples"), n as f64),
        None => text.entry("num_examples").push_str("null"),
    }
    push_count(text.entry("total"), n_asked as f64);
    push_list(
        text.entry("predictions"),
        run.asked(),
        |out, (_, entry, _)| {
            push_prediction(out, entry);
        },
    );
    push_list(
        text.entry("ground_truth"),
        run.asked(),
        |out, (item, _, _)| {
            push_text(out, item.answers.first().map_or("", String::as_str));
        },
    );
    push_list(text.entry("questions"), run.asked(), |out, (item, _, _)| {
        push_text(out, &item.question);
    });
    push_float(
        text.entry("temperature"),
        facts.temperature.unwrap_or(f64::NAN),
    );
    text.finish()
}

/// `metrics.json`: `accuracy` from 0 to 1, `correct` and `total`, and nothing else.
pub fn metrics(run: &Run<'_>) -> String {
    let mut text = ObjectText::with_capacity(80);
    for key in ["accuracy", "correct", "total"] {
        let known = run.scored.metrics.iter().find(|(name, _)| *name == key);
        push_metric(
            text.entry(key),
            key,
            known.map_or(f64::NAN, |(_, value)| *value),
        );
    }
    text.finish()
}

/// `full_metrics.json`: every figure by its key, in the order of the script, then `profile`.
pub fn full_metrics(run: &Run<'_>) -> String {
    let mut text = ObjectText::with_capacity(1024);
    for (key, value) in &run.scored.metrics {
        push_metric(text.entry(key), key, *value);
    }
    push_text(text.entry("profile"), run.scored.settings.profile.key());
    text.finish()
}

/// `exact_per_question.json`: `{id: 0 or 100}`.
pub fn exact_per_question(run: &Run<'_>) -> String {
    per_question(run, |out, score| push_count(out, 100.0 * score.exact))
}

/// `f1_per_question.json`: `{id: 0–100}`.
pub fn f1_per_question(run: &Run<'_>) -> String {
    per_question(run, |out, score| push_float(out, 100.0 * score.f1))
}

/// `summary.json`: `{id: {gt, pred, f1, em}}`, both scores 0–100.
///
/// `gt` is the first gold answer as the profile prepares it, `""` where there is none; `pred` is the prediction
/// after the normalizers, and `null` where there is no reply.
pub fn summary(run: &Run<'_>) -> String {
    let mut text = ObjectText::with_capacity(128 * run.n_asked());
    let keys = run.keys();
    for (((_, _, score), row), key) in run.asked().zip(run.rows()).zip(&keys) {
        let out = text.entry(key);
        let has_text = score.outcome.has_reply() || !row.normalized.is_empty();
        out.push_str("{\"gt\": ");
        push_text(out, &row.gold);
        out.push_str(", \"pred\": ");
        push_text_or_null(out, has_text.then_some(&row.normalized));
        out.push_str(", \"f1\": ");
        push_float(out, 100.0 * score.f1);
        out.push_str(", \"em\": ");
        push_count(out, 100.0 * score.exact);
        out.push('}');
    }
    text.finish()
}

fn per_question(run: &Run<'_>, push: impl Fn(&mut String, &ItemScore)) -> String {
    let mut text = ObjectText::with_capacity(48 * run.n_asked());
    let keys = run.keys();
    for ((_, _, score), key) in run.asked().zip(&keys) {
        push(text.entry(key), score);
    }
    text.finish()
}

fn push_prediction(out: &mut String, entry: Option<&Entry>) {
    match entry {
        None => out.push_str("null"),
        Some(entry) if entry.failure.is_some() && entry.value == Json::Null => {
            push_text(out, FAILED);
        }
        Some(entry) => push_value(out, &entry.value),
    }
}

/// What ALUE writes for a call that failed.
pub(super) const FAILED: &str = "ERROR";

fn push_metric(out: &mut String, key: &str, value: f64) {
    if is_count(key) {
        push_count(out, value);
    } else {
        push_float(out, value);
    }
}

/// Whether a figure is a number of questions, written without a point as Python writes integers.
pub(super) fn is_count(key: &str) -> bool {
    matches!(key, "answered" | "unparsed") || key.ends_with("correct") || key.ends_with("total")
}
