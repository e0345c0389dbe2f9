//! ALUE's `results.json`: lists of predictions and questions, no ids.
//!
//! Deliberately absent: whether every question text occurs once in the dataset; only there can it be checked.

use super::found::Found;
use super::{Entry, Join};
use crate::json::Json;
use crate::problem::Problem;
use crate::rows::text_of;

const POINTER: &str =
    "drop predictions.json from the same folder instead: it maps each question id to its answer";

/// Whether the value looks like `results.json`.
pub fn is_results(value: &Json<'_>) -> bool {
    matches!(value.get("predictions"), Some(Json::List(_)))
        && (value.get("ground_truth").is_some() || value.get("questions").is_some())
}

/// Reads the predictions, each under its question's text.
///
/// # Errors
/// If there are no questions, or not as many as predictions, so that nothing says which belong together.
pub fn read(file: &str, value: &Json<'_>) -> Result<Found, Vec<Problem>> {
    let refused = |what: String| {
        let message = format!(
            "this looks like ALUE's results.json (it has \"predictions\" as a list and \"ground_truth\"), which has no ids; {what}"
        );
        Err(vec![Problem::error(message).hint(POINTER)])
    };
    let Some(Json::List(predictions)) = value.get("predictions") else {
        return refused("its predictions are missing".to_owned());
    };
    let Some(Json::List(questions)) = value.get("questions") else {
        return refused(
            "its questions are missing, so the predictions cannot be matched".to_owned(),
        );
    };
    if predictions.len() != questions.len() {
        return refused(format!(
            "it has {} predictions but {} questions, so they cannot be matched",
            predictions.len(),
            questions.len()
        ));
    }
    let texts: Vec<_> = questions.iter().filter_map(text_of).collect();
    if texts.len() != questions.len() || texts.is_empty() {
        return refused(
            "its questions are not all texts, so the predictions cannot be matched".to_owned(),
        );
    }
    let entries = texts
        .iter()
        .zip(predictions)
        .map(|(question, value)| Entry::plain(question.to_string(), value.clone().into_owned()));
    let mut found = Found::new(
        file,
        "ALUE's results.json",
        Join::QuestionText,
        entries.collect(),
    );
    found.predictions.model = value
        .get("model")
        .and_then(text_of)
        .map(|model| model.into_owned());
    found.problems.push(
        Problem::info("ALUE's results.json has no ids: predictions are joined to questions by the question's text")
            .hint(POINTER),
    );
    Ok(found)
}
