//! A run as predictions, so that it is scored as any file is.
//!
//! Deliberately absent: scoring.

use super::{ItemRecord, RunState};
use crate::json;
use crate::outcome::Outcome;
use crate::predictions::{Entry, Failure, Join, Predictions};
use std::borrow::Cow;

/// The predictions of a run, finished or not, as if its `predictions.json` had been dropped, with the classes of failed
/// calls kept. Items without a record have no entry, and so end as `missing`.
pub fn to_predictions(state: &RunState) -> Predictions {
    let reported = state
        .records
        .values()
        .find_map(|record| record.model.clone());
    Predictions {
        file: state.facts.name.clone(),
        shape: "answers of a run",
        join: Join::Id,
        entries: state
            .records
            .values()
            .filter_map(ItemRecord::entry)
            .collect(),
        model: reported.or_else(|| Some(state.model.model.clone())),
    }
}

impl ItemRecord {
    /// What a predictions file would have for this item; `None` when it could not be asked.
    pub fn entry(&self) -> Option<Entry> {
        let failure = |outcome, detail: &str| {
            Some(Failure {
                outcome,
                detail: detail.to_owned(),
            })
        };
        let said = self.error.as_deref().unwrap_or_default();
        let reason = self.finish_reason.as_deref().unwrap_or_default();
        let failure = match self.class {
            Some(Outcome::Missing) => return None,
            Some(Outcome::Empty) => None,
            Some(Outcome::Refused) => failure(Outcome::Refused, said),
            Some(Outcome::Truncated) => {
                failure(Outcome::Truncated, &format!("finish reason: {reason}"))
            }
            Some(outcome) => failure(outcome, said),
            None if self.is_cut_off => {
                failure(Outcome::Truncated, &format!("finish reason: {reason}"))
            }
            None => None,
        };
        let text = |text: &str| json::Json::Text(Cow::Owned(text.to_owned()));
        let value = match (&self.prediction, self.class) {
            (Some(prediction), _) => prediction.to_json(),
            // The words of a refusal are worth a look, and what did not fit; reasoning that was cut off is no answer.
            (None, Some(Outcome::Refused | Outcome::Unparsed)) if !self.reply.is_empty() => {
                text(&self.reply)
            }
            (None, Some(Outcome::Empty | Outcome::Truncated)) => text(""),
            (None, _) => json::Json::Null,
        };
        Some(Entry {
            id: self.id.clone(),
            value,
            no_answer_probability: None,
            failure,
        })
    }
}
