//! What rows of records are, by the names of their fields: questions, predictions, an answer key, batch output.
//!
//! Deliberately absent: reading them; see `dataset/` and `predictions/`.

use super::{IdTexts, Reading, Understood};
use crate::dataset::{Loaded, flat, key, squad};
use crate::json::Json;
use crate::predictions::{Found, anthropic_batch, batch, rows as prediction_rows};
use crate::problem::Problem;
use crate::rows::{ID, Origin, Row, Rows, field, id_of, text_of};
use std::borrow::Cow;

pub(super) use crate::dataset::flat::Wrapper;

/// A shape of rows: its name for whoever adds one, how it is recognized, how it is read.
type Shape = (
    &'static str,
    fn(&Rows<'_>) -> bool,
    fn(&str, Rows<'_>, Wrapper) -> Reading,
);

const SHAPES: &[Shape] = &[
    (
        "batch output",
        |rows| most(rows, batch::is_output),
        |file, rows, _| predictions(batch::read(file, rows)),
    ),
    (
        "Anthropic batch output",
        |rows| most(rows, anthropic_batch::is_output),
        |file, rows, _| predictions(anthropic_batch::read(file, rows)),
    ),
    (
        "batch input",
        |rows| most(rows, batch::is_input),
        |_, _, _| batch_input(),
    ),
    (
        "articles",
        |rows| most(rows, squad::is_article),
        read_articles,
    ),
    ("predictions", is_predictions, read_predictions),
    ("questions", is_questions, |file, rows, wrapper| {
        dataset(flat::read(file, rows, wrapper))
    }),
    ("probabilities", is_probabilities, read_probabilities),
    ("answer key", is_key, read_key),
    ("ids and answers", is_ids_and_answers, read_ids_and_answers),
    (
        "predictions with fields of their own",
        is_identified,
        read_predictions,
    ),
];

/// Says what rows are.
pub(super) fn recognize(file: &str, rows: Rows<'_>, wrapper: Wrapper) -> Reading {
    match SHAPES.iter().find(|(_, is, _)| is(&rows)) {
        Some((_, _, read)) => read(file, rows, wrapper),
        None => unknown(&rows),
    }
}

pub(super) fn dataset(read: Result<Loaded, Vec<Problem>>) -> Reading {
    let loaded = match read {
        Ok(loaded) => loaded,
        Err(problems) => return Reading::nothing(problems),
    };
    // Also where some right answers are letters: scored over those alone, the figures would change with the answer.
    let understood = if loaded.numbers.is_some() || loaded.dataset.items.is_empty() {
        Understood::Numbers
    } else {
        Understood::Dataset(loaded.dataset)
    };
    Reading {
        problems: loaded.problems,
        n_skipped: loaded.n_skipped,
        by_numbers: loaded
            .numbers
            .map(|numbers| Box::new([dataset(numbers.from_zero), dataset(numbers.from_one)])),
        ..Reading::of(understood)
    }
}

pub(super) fn predictions(read: Result<Found, Vec<Problem>>) -> Reading {
    match read {
        Ok(Found {
            predictions,
            problems,
        }) => Reading {
            problems,
            ..Reading::of(Understood::Predictions(predictions))
        },
        Err(problems) => Reading::nothing(problems),
    }
}

/// Whether at least half of the rows pass.
fn most(rows: &Rows<'_>, test: fn(&Json<'_>) -> bool) -> bool {
    rows.rows.iter().filter(|row| test(&row.value)).count() * 2 >= rows.rows.len().max(1)
}

/// Whether at least half of the rows have one of the fields.
fn mostly_have(rows: &Rows<'_>, names: &[&str]) -> bool {
    rows.n_with(names) * 2 >= rows.rows.len().max(1)
}

fn batch_input() -> Reading {
    Reading::refused(
        "this is the input of a batch: questions still to be asked, not replies",
        "run the batch and drop its output file",
    )
}

fn read_articles(file: &str, rows: Rows<'_>, _: Wrapper) -> Reading {
    dataset(squad::read(
        file,
        rows.rows.into_iter().map(|row| row.value),
    ))
}

fn is_predictions(rows: &Rows<'_>) -> bool {
    mostly_have(rows, prediction_rows::PREDICTION)
}

fn read_predictions(file: &str, rows: Rows<'_>, _: Wrapper) -> Reading {
    predictions(prediction_rows::read(file, rows))
}

fn is_questions(rows: &Rows<'_>) -> bool {
    mostly_have(rows, flat::QUESTION) || mostly_have(rows, flat::CHOICES)
}

fn is_probabilities(rows: &Rows<'_>) -> bool {
    is_identified(rows)
        && mostly_have(rows, prediction_rows::NO_ANSWER_PROBABILITY)
        && !mostly_have(rows, prediction_rows::ANSWER)
        && !mostly_have(rows, flat::GOLD_ONLY)
}

fn read_probabilities(file: &str, rows: Rows<'_>, wrapper: Wrapper) -> Reading {
    let number = |row: &Row<'_>| {
        let text = field(&row.value, prediction_rows::NO_ANSWER_PROBABILITY).and_then(text_of)?;
        let value = text
            .trim()
            .parse::<f64>()
            .ok()
            .filter(|value| (0.0..=1.0).contains(value))?;
        Some((id_of(&row.value)?, value))
    };
    let values: Option<Vec<_>> = rows.rows.iter().map(number).collect();
    match values {
        Some(values) => Reading::of(Understood::Probabilities(values)),
        None => read_predictions(file, rows, wrapper),
    }
}

fn is_key(rows: &Rows<'_>) -> bool {
    is_identified(rows) && mostly_have(rows, flat::GOLD_ONLY)
}

fn read_key(file: &str, rows: Rows<'_>, _: Wrapper) -> Reading {
    dataset(key::read_rows(file, &rows))
}

fn is_ids_and_answers(rows: &Rows<'_>) -> bool {
    let is_plain = |row: &Row<'_>| match field(&row.value, &["answer"]) {
        Some(Json::Object(_)) | None => false,
        Some(Json::List(list)) => list.iter().all(|entry| text_of(entry).is_some()),
        Some(_) => field(&row.value, prediction_rows::NO_ANSWER_PROBABILITY).is_none(),
    };
    is_identified(rows) && rows.rows.iter().all(is_plain)
}

fn read_ids_and_answers(file: &str, rows: Rows<'_>, wrapper: Wrapper) -> Reading {
    let shape = match rows.origin {
        Origin::List => "JSON list of id and answer",
        Origin::Lines => "JSON Lines of id and answer",
        Origin::Table => "table of id and answer (CSV or TSV)",
    };
    // The reader of predictions also finds rows without an id and ids that occur twice.
    let reading = read_predictions(file, rows, wrapper);
    let understood = match reading.understood {
        Understood::Predictions(found) => {
            let pairs = found
                .entries
                .into_iter()
                .map(|entry| (entry.id, entry.value))
                .collect();
            Understood::IdTexts(IdTexts {
                file: file.to_owned(),
                shape,
                pairs,
            })
        }
        other => other,
    };
    Reading {
        understood,
        ..reading
    }
}

fn is_identified(rows: &Rows<'_>) -> bool {
    let has_more = |row: &Row<'_>| matches!(&row.value, Json::Object(entries) if entries.len() > 1);
    mostly_have(rows, ID) && rows.rows.iter().any(has_more)
}

fn unknown(rows: &Rows<'_>) -> Reading {
    let names: Vec<_> = match rows.rows.first().map(|row| &row.value) {
        Some(Json::Object(entries)) => entries.iter().map(|(name, _)| name.as_ref()).collect(),
        _ => Vec::new(),
    };
    Reading::refused(
        format!(
            "neither questions nor predictions: no field that is known among {}",
            crate::problem::some_ids(names, 8)
        ),
        "predictions have \"id\" and \"prediction\"; questions have \"id\", \"question\" and \"answers\", or \"choices\" and \"answer\"",
    )
}

/// Whether a column of a table means something to any reader.
pub(super) fn is_known_column(name: &str) -> bool {
    let tidy = name.trim().replace([' ', '-'], "_");
    let lists = [
        ID,
        flat::QUESTION,
        flat::CHOICES,
        flat::CONTEXT,
        flat::GOLD,
        prediction_rows::PREDICTION,
        prediction_rows::ANSWER,
        prediction_rows::NO_ANSWER_PROBABILITY,
    ];
    lists
        .iter()
        .any(|names| names.iter().any(|known| known.eq_ignore_ascii_case(&tidy)))
}

/// Whether an object is one record of a list that was written without the list: JSON Lines of one line.
pub(super) fn is_single(value: &Json<'_>) -> bool {
    let has = |names: &[&str]| field(value, names).is_some();
    let has_id = matches!(
        field(value, &["id", "qid", "question_id"]),
        Some(Json::Text(_) | Json::Number(_))
    );
    (has_id && (has(prediction_rows::PREDICTION) || has(&["answers", "answer"])))
        || (has(flat::QUESTION) && has(flat::CHOICES) && has(flat::GOLD))
}

/// Whether an object under an id is a question with its answer.
pub(super) fn is_question_with_gold(value: &Json<'_>) -> bool {
    let has = |names: &[&str]| field(value, names).is_some();
    has(&["question", "input"])
        && (has(flat::CHOICES) || has(&["answers"]) || (has(flat::CONTEXT) && has(flat::GOLD)))
        && names_no_prediction(value)
}

/// Whether an object under an id is a key's: gold answers and no prediction.
pub(super) fn is_gold_alone(value: &Json<'_>) -> bool {
    field(value, &["answers"]).is_some() && names_no_prediction(value)
}

/// Whether an object has no field that only a prediction has.
fn names_no_prediction(value: &Json<'_>) -> bool {
    field(value, prediction_rows::PREDICTION).is_none()
}

/// Rows from an object of records, each with its key as id.
pub(super) fn with_ids<'a>(entries: Vec<(String, Json<'a>)>) -> Rows<'a> {
    let identified = |(id, value): (String, Json<'a>)| match value {
        Json::Object(mut fields) => {
            fields.retain(|(name, _)| !name.eq_ignore_ascii_case("id"));
            fields.insert(0, (Cow::Borrowed("id"), Json::Text(Cow::Owned(id))));
            Json::Object(fields)
        }
        other => Json::Object(vec![
            (Cow::Borrowed("id"), Json::Text(Cow::Owned(id))),
            (Cow::Borrowed("answer"), other),
        ]),
    };
    Rows::from_list(entries.into_iter().map(identified).collect())
}

/// The record in `{"row_idx": 0, "row": {…}}`, as a dataset viewer's export has it; other values as they are.
pub(super) fn unwrapped(value: Json<'_>) -> Json<'_> {
    let is_wrapped =
        value.get("row_idx").is_some() && matches!(value.get("row"), Some(Json::Object(_)));
    match value {
        Json::Object(entries) if is_wrapped => entries
            .into_iter()
            .find(|(name, _)| name == "row")
            .map_or(Json::Null, |(_, row)| row),
        other => other,
    }
}
