//! Replies that come back from a batch written here: read as a run reads them, by the form they were asked for in.
//!
//! A batch's output says nothing of that form, so it is remembered when the batch is written, and kept, since outputs come a
//! day later. Deliberately absent: whether a file is a batch's output.

use super::begin::asks_first;
use super::forms::Forms;
use crate::dataset::Dataset;
use crate::json::Json;
use crate::outcome::Outcome;
use crate::predictions::{Entry, Failure, Predictions};
use crate::problem::Problem;
use crate::provider::{Reply, Wanted};
use crate::report;
use crate::run::RunSchema;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// How the replies of the batch that was written last were asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// What tells its questions from others.
    pub(super) questions_sha256: String,
    /// How many they are.
    pub(super) n_items: u32,
    /// What is looked for in replies.
    #[serde(default)]
    pub(super) wanted: Wanted,
    /// The schema replies are to fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) schema: Option<RunSchema>,
}

impl Elsewhere {
    /// Reads a batch's replies as a run would. `None` where this is not how they were asked for: the questions are others,
    /// or nothing but their text was.
    ///
    /// A batch of which not one reply fits was not asked for by this schema: its replies stay as they are.
    pub(in crate::workspace) fn read(
        &self,
        dataset: &Dataset,
        predictions: &Predictions,
    ) -> Option<(Predictions, Problem)> {
        let is_plain = self.schema.is_none() && self.wanted == Wanted::Text;
        if is_plain || !asks_first(dataset, self.n_items as usize, &self.questions_sha256) {
            return None;
        }
        let forms = self.schema.clone();
        let forms = forms.map(|schema| Forms::of(schema, dataset));
        let keys = report::keys(&dataset.items);
        let by_key: FxHashMap<&str, u32> = keys.iter().map(AsRef::as_ref).zip(0..).collect();
        let mut read = predictions.clone();
        let (mut n_read, mut n_misfits) = (0, 0);
        for entry in &mut read.entries {
            let Some(&index) = by_key.get(entry.id.as_str()) else {
                continue;
            };
            let Some(reply) = reply(entry, &self.wanted) else {
                continue;
            };
            let reply = match &forms {
                Some(forms) => forms.checked(index, reply, &self.wanted),
                None => reply,
            };
            n_read += 1;
            n_misfits += usize::from(reply.class == Some(Outcome::Unparsed));
            fill(entry, reply);
        }
        let name = self.schema.as_ref().map(|schema| schema.name.as_str());
        match name {
            _ if n_read == 0 => None,
            Some(name) if n_misfits == n_read => {
                let message = format!(
                    "not one of these replies fits {name}, the schema of the batch written here last: they are scored as they are"
                );
                let problem = Problem::warning(message);
                Some((
                    predictions.clone(),
                    problem.hint("if they are of that batch, the model kept to no form at all"),
                ))
            }
            Some(name) => Some((read, told(name, n_read, n_misfits))),
            None => Some((
                read,
                Problem::info(format!(
                    "replies are read as the batch written here last was asked: what counts is the field {}",
                    self.wanted.names()
                )),
            )),
        }
    }
}

/// What an entry holds as a reply; `None` where the call failed, or it holds no text.
fn reply(entry: &Entry, wanted: &Wanted) -> Option<Reply> {
    let Json::Text(text) = &entry.value else {
        return None;
    };
    let is_cut_off = match entry.failure.as_ref().map(|failure| failure.outcome) {
        None => false,
        Some(Outcome::Truncated) => true,
        Some(_) => return None,
    };
    let mut reply = Reply::pasted(text, wanted);
    reply.is_cut_off |= is_cut_off;
    Some(reply)
}

/// Puts into the entry what the reply counts as.
fn fill(entry: &mut Entry, reply: Reply) {
    if let Some(prediction) = &reply.prediction {
        entry.value = prediction.to_json();
    }
    if reply.class == Some(Outcome::Unparsed) {
        entry.failure = Some(Failure {
            outcome: Outcome::Unparsed,
            detail: reply.misfit.unwrap_or_default(),
        });
    }
}

fn told(name: &str, n_read: usize, n_misfits: usize) -> Problem {
    let checked =
        format!("replies are checked against {name}, the schema of the batch written here last");
    match n_misfits {
        0 => Problem::info(format!("{checked}: all {n_read} fit")),
        n => Problem::warning(format!(
            "{checked}: {n} of {n_read} do not fit, and are unparsed"
        )),
    }
}
