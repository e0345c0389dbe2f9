//! JSON that is no data as we read it: what each is, and what to drop in its place.
//!
//! Deliberately absent: JSON that can be read in part; its reader says what it left out.

use super::Reading;
use super::shapes::WHAT_TO_DROP;
use crate::json::Json;
use crate::problem::{cut, some_ids};
use crate::rows::{field, text_of};

/// `{}` and `[]`: what a run writes that answered nothing.
pub(super) fn empty() -> Reading {
    let refused = Reading::refused(
        "the predictions file is empty: it has no prediction for any question",
        "the program that wrote it had nothing to write; run it again",
    );
    Reading {
        is_empty: true,
        ..refused
    }
}

/// A dataset whose list of questions is empty.
pub(super) fn is_empty_dataset(value: &Json<'_>) -> bool {
    let is_empty = |name| matches!(value.get(name), Some(Json::List(list)) if list.is_empty());
    ["data", "questions"].into_iter().any(is_empty) && value.get("predictions").is_none()
}

pub(super) fn empty_dataset() -> Reading {
    Reading::refused(
        "the dataset is empty: its list of questions has no entry",
        "check how the file was made; it may have been cut down to nothing",
    )
}

/// Our and ALUE's score files: numbers with the names of figures, or a summary of each question.
pub(super) fn is_scores(value: &Json<'_>) -> bool {
    let Json::Object(entries) = value else {
        return false;
    };
    let has = |name: &str| matches!(value.get(name), Some(Json::Number(_)));
    let is_summary = entries
        .iter()
        .all(|(_, entry)| entry.get("gt").is_some() && entry.get("pred").is_some());
    let has_figures =
        ((has("exact") || has("exact_match")) && has("f1")) || (has("accuracy") && has("correct"));
    is_summary || has_figures
}

pub(super) fn scores() -> Reading {
    Reading::refused(
        "this file holds scores, not predictions",
        "drop predictions.json from the same folder, and the dataset",
    )
}

pub(super) fn without_ids() -> Reading {
    Reading::refused(
        "a list of answers without ids: nothing says which question each belongs to",
        "drop a file that maps each question id to its answer, such as ALUE's predictions.json",
    )
}

/// What a server sends when it has no data to send.
pub(super) fn is_error(value: &Json<'_>) -> bool {
    const NAMES: &[&str] = &[
        "error",
        "errors",
        "message",
        "detail",
        "status",
        "code",
        "type",
        "request_id",
        "documentation_url",
    ];
    let Json::Object(entries) = value else {
        return false;
    };
    let has_text = |name: &str| field(value, &[name]).is_some_and(|text| *text != Json::Null);
    let is_named = |name: &str| NAMES.iter().any(|known| known.eq_ignore_ascii_case(name));
    entries.iter().all(|(name, _)| is_named(name))
        && (has_text("error") || has_text("message") || has_text("detail"))
}

pub(super) fn error(value: &Json<'_>) -> Reading {
    let said = field(value, &["error", "message", "detail"]).unwrap_or(value);
    let said = field(said, &["message"]).unwrap_or(said);
    let said = text_of(said).map_or_else(|| said.to_json_text(), |text| text.into_owned());
    Reading::refused(
        format!(
            "this is an error message saved in place of data: \"{}\"",
            cut(&said, 120)
        ),
        "download the file again, or run what wrote it again",
    )
}

/// A small object that describes itself: settings, a package, a map, not ids with answers.
pub(super) fn is_other_kind(value: &Json<'_>) -> bool {
    const NAMES: &[&str] = &[
        "name",
        "version",
        "type",
        "settings",
        "config",
        "metadata",
        "description",
        "author",
        "license",
        "dependencies",
        "schema",
        "features",
        "model",
        "task_type",
        "created",
    ];
    let Json::Object(entries) = value else {
        return false;
    };
    let is_nested = |value: &Json<'_>| match value {
        Json::Object(_) => true,
        Json::List(list) => list.iter().any(|entry| matches!(entry, Json::Object(_))),
        _ => false,
    };
    let n_names = entries
        .iter()
        .filter(|(name, _)| NAMES.contains(&name.as_ref()))
        .count();
    let has_nested = entries.iter().any(|(_, value)| is_nested(value));
    entries.len() <= 40 && (n_names >= 2 || (n_names == 1 && has_nested))
}

pub(super) fn other_kind(value: &Json<'_>) -> Reading {
    let names: Vec<_> = match value {
        Json::Object(entries) => entries.iter().map(|(name, _)| name.as_ref()).collect(),
        _ => Vec::new(),
    };
    Reading::refused(
        format!(
            "neither a dataset nor predictions: an object with {}",
            some_ids(names, 6)
        ),
        WHAT_TO_DROP,
    )
}
