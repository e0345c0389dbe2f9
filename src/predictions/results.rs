//! ALUE's `results.json`: lists of predictions and questions, no ids.
//!
//! Deliberately absent: whether every question text occurs once in the dataset; only there can it be checked.

use super::found::Found;
use super::{Entry, Join};
use crate::json::Json;
use crate::problem::Problem;
use crate::rows::text_of;
use std::borrow::Cow;

const POINTER: &str =
    "drop predictions.json from the same folder instead: it maps each question id to its answer";

/// Whether the value looks like `results.json`.
pub fn is_results(value: &Json<'_>) -> bool {
    matches!(value.get("predictions"), Some(Json::List(_)))
        && (value.get("ground_truth").is_some() || value.get("questions").is_some())
}

/// What is said of such a file; untrue beside a dataset whose questions share a text.
pub(crate) const JOINED_BY_TEXT: &str =
    "ALUE's results.json has no ids: predictions are joined to questions by the question's text";

/// Reads the predictions, each under its question's text.
///
/// # Errors
/// If there are no questions, or not as many as predictions, so that nothing says which belong together.
pub fn read(file: &str, value: &Json<'_>) -> Result<Found, Vec<Problem>> {
    let entries = match pairs(value) {
        Ok(entries) => entries,
        Err(why) => {
            let message = format!(
                "this looks like ALUE's results.json (it has \"predictions\" as a list and \"ground_truth\"), \
                 which has no ids; {why}, so the predictions cannot be matched"
            );
            return Err(vec![Problem::error(message).hint(POINTER)]);
        }
    };
    let mut found = Found::new(file, "ALUE's results.json", Join::QuestionText, entries);
    found.predictions.model = value.get("model").and_then(text_of).map(Cow::into_owned);
    found
        .problems
        .push(Problem::info(JOINED_BY_TEXT).hint(POINTER));
    Ok(found)
}

/// Each prediction with its question, or why that cannot be.
fn pairs(value: &Json<'_>) -> Result<Vec<Entry>, String> {
    let Some(Json::List(predictions)) = value.get("predictions") else {
        return Err("its predictions are missing".to_owned());
    };
    let Some(Json::List(questions)) = value.get("questions") else {
        return Err("its questions are missing".to_owned());
    };
    if predictions.len() != questions.len() {
        let (n, m) = (predictions.len(), questions.len());
        return Err(format!("it has {n} predictions but {m} questions"));
    }
    let texts: Option<Vec<_>> = questions.iter().map(text_of).collect();
    let Some(texts) = texts.filter(|texts| !texts.is_empty()) else {
        return Err("its questions are missing or are not all texts".to_owned());
    };
    let entry = |(question, value): (Cow<'_, str>, &Json<'_>)| {
        Entry::plain(question.into_owned(), value.clone().into_owned())
    };
    Ok(texts.into_iter().zip(predictions).map(entry).collect())
}
