//! Predictions as rows with an id: a JSON list, JSON Lines, or a table.
//!
//! Deliberately absent: reading an answer out of an object; the whole row is kept where no field names the prediction.

use super::found::{Found, duplicates, is_n_best, n_best_problem};
use super::{Entry, Join};
use crate::json::Json;
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::rows::{ID, Ids, Origin, Row, Rows, field, id_of, text_of};

/// Fields that are a prediction and nothing else.
pub const PREDICTION: &[&str] = &[
    "prediction_text",
    "prediction",
    "pred",
    "predicted_answer",
    "predicted",
    "prediction_answer",
    "pred_answer",
    "pred_text",
    "model_answer",
    "model_output",
    "model_response",
    "model_prediction",
    "reply",
    "response",
    "completion",
    "generated_text",
    "generation",
    "generated_answer",
    "predictions",
];

/// Fields that may also be a gold answer, tried after [`PREDICTION`].
pub const ANSWER: &[&str] = &[
    "answer",
    "text",
    "output",
    "choice",
    "selected_option",
    "letter",
];

/// Fields with the probability that there is no answer.
pub const NO_ANSWER_PROBABILITY: &[&str] = &[
    "no_answer_probability",
    "na_prob",
    "no_answer_prob",
    "na_probability",
    "noanswer_probability",
];

/// Reads one prediction from each row.
///
/// # Errors
/// What was found, if no prediction is left.
pub fn read(file: &str, rows: Rows<'_>) -> Result<Found, Vec<Problem>> {
    let origin = rows.origin;
    let mut no_id = Ids::default();
    let mut n_best = Ids::default();
    let mut bad_probability = Ids::default();
    let mut entries = Vec::new();
    let mut numbers = Vec::new();
    let places = Rows {
        origin,
        rows: Vec::new(),
    };
    for row in rows.rows {
        let Some(id) = id_of(&row.value) else {
            no_id.add(&places.place(row.number));
            continue;
        };
        let (probability, is_bad) = probability(&row.value);
        if is_bad {
            bad_probability.add(&id);
        }
        numbers.push(row.number);
        let entry = Entry {
            no_answer_probability: probability,
            ..entry(id, row)
        };
        if is_n_best(&entry.value) {
            n_best.add(&entry.id);
            numbers.pop();
        } else {
            entries.push(entry);
        }
    }
    let mut problems = row_problems(&no_id, &n_best, &bad_probability);
    if entries.is_empty() {
        return Err(problems);
    }
    problems.extend(duplicates(&entries, &numbers, origin));
    let mut found = Found::new(file, shape(origin), Join::Id, entries);
    found.problems = problems;
    Ok(found)
}

fn shape(origin: Origin) -> &'static str {
    match origin {
        Origin::List => "JSON list of predictions",
        Origin::Lines => "JSON Lines of predictions",
        Origin::Table => "table of predictions (CSV or TSV)",
    }
}

fn entry(id: String, row: Row<'_>) -> Entry {
    let names = || PREDICTION.iter().chain(ANSWER);
    let written = names().find_map(|name| field(&row.value, &[name]));
    let failure = failure(&row.value, written);
    let value = match written {
        Some(value) => value.clone().into_owned(),
        None => without_bookkeeping(row.value),
    };
    let entry = Entry::plain(id, value);
    match failure {
        Some(detail) => entry.failed(Outcome::HttpError, detail),
        None => entry,
    }
}

/// What the row says went wrong, if it has no prediction but an error.
fn failure(row: &Json<'_>, written: Option<&Json<'_>>) -> Option<String> {
    let is_blank = match written {
        None | Some(Json::Null) => true,
        Some(Json::Text(text)) => text.trim().is_empty(),
        Some(_) => false,
    };
    let error = field(row, &["error", "error_message"]).filter(|_| is_blank)?;
    match error {
        Json::Null | Json::Bool(false) => None,
        Json::Text(text) if text.trim().is_empty() => None,
        _ => Some(detail(error)),
    }
}

/// An error as a file has it, in one line.
pub(super) fn detail(error: &Json<'_>) -> String {
    let text = field(error, &["message", "detail", "code", "type"])
        .and_then(text_of)
        .or_else(|| text_of(error));
    match text {
        Some(text) => crate::problem::cut(&text, 300),
        None => crate::problem::cut(&error.to_json_text(), 300),
    }
}

/// The row without its id and probability: an object prediction with fields of its own.
fn without_bookkeeping(row: Json<'_>) -> Json<'static> {
    let is_own = |name: &str| {
        !ID.iter()
            .chain(NO_ANSWER_PROBABILITY)
            .any(|other| other.eq_ignore_ascii_case(name))
    };
    match row {
        Json::Object(entries) => {
            let own = entries
                .into_iter()
                .filter(|(name, _)| is_own(name))
                .collect();
            Json::Object(own).into_owned()
        }
        other => other.into_owned(),
    }
}

/// The no-answer probability, and whether there is one that is no number from 0 to 1.
fn probability(row: &Json<'_>) -> (Option<f64>, bool) {
    let Some(text) = field(row, NO_ANSWER_PROBABILITY).and_then(text_of) else {
        return (None, false);
    };
    if text.trim().is_empty() {
        return (None, false);
    }
    let value = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|value| (0.0..=1.0).contains(value));
    (value, value.is_none())
}

fn row_problems(no_id: &Ids, n_best: &Ids, bad_probability: &Ids) -> Vec<Problem> {
    let mut problems = Vec::new();
    if no_id.n() > 0 {
        let message = format!(
            "predictions without an \"id\" were skipped: {} ({})",
            no_id.n(),
            no_id.list()
        );
        problems.push(
            Problem::error(message).hint(
                "each prediction names its question: {\"id\": \"q1\", \"prediction\": \"…\"}",
            ),
        );
    }
    problems.extend(n_best_problem(n_best));
    if bad_probability.n() > 0 {
        let message = format!(
            "no-answer probabilities that are not between 0 and 1 were left out: {} ({})",
            bad_probability.n(),
            bad_probability.list()
        );
        problems.push(Problem::warning(message));
    }
    problems
}
