//! The gold answers of one question, however the file writes them.
//!
//! Deliberately absent: the letters of multiple choice; see `letters.rs`.

use crate::json::Json;
use crate::problem::Problem;
use crate::rows::{field, text_of};

/// Gold answers as read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Golds {
    /// The texts, as written; none means that there is no answer.
    pub texts: Vec<String>,
    /// Whether there were texts without the `{"text": …}` around them.
    pub is_bare: bool,
    /// Entries without a text, left out.
    pub n_unreadable: usize,
}

/// Reads `[{"text": …}, …]`, `{"text": […]}`, `{"text": …}`, `["…"]`, and a text or number alone.
/// `None` if there is no readable answer; an empty list is readable and means no answer.
pub(super) fn read(value: &Json<'_>) -> Option<Golds> {
    let mut golds = Golds::default();
    match value {
        Json::Null => return None,
        Json::List(entries) => entries.iter().for_each(|entry| add(entry, &mut golds)),
        Json::Object(_) => match field(value, &["text", "answer"]) {
            Some(Json::List(texts)) => {
                texts.iter().for_each(|text| add(text, &mut golds));
                golds.is_bare = false;
            }
            _ => add(value, &mut golds),
        },
        _ => add(value, &mut golds),
    }
    (golds.n_unreadable == 0 || !golds.texts.is_empty()).then_some(golds)
}

/// Whether nothing but null stands there, as which NaN is read too.
pub(super) fn is_null(value: &Json<'_>) -> bool {
    match value {
        Json::Null => true,
        Json::List(entries) => {
            !entries.is_empty() && entries.iter().all(|entry| *entry == Json::Null)
        }
        _ => false,
    }
}

/// What to say of questions with nothing but null as their answers.
pub(super) fn null_answers(also: &str) -> Problem {
    Problem::error(format!(
        "has null or NaN in place of its answers{also}: skipped, since it cannot be scored"
    ))
    .hint("a question without an answer has \"answers\": []")
}

fn add(entry: &Json<'_>, golds: &mut Golds) {
    if let Some(text) = text_of(entry) {
        golds.texts.push(text.into_owned());
        golds.is_bare = true;
        return;
    }
    match field(entry, &["text", "answer"]) {
        Some(Json::List(texts)) => {
            golds.texts.extend(
                texts
                    .iter()
                    .filter_map(text_of)
                    .map(|text| text.into_owned()),
            );
        }
        Some(value) => match text_of(value) {
            Some(text) => golds.texts.push(text.into_owned()),
            None => golds.n_unreadable += 1,
        },
        None => golds.n_unreadable += 1,
    }
}
