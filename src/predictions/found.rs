//! Predictions while they are read: what every reader does alike.
//!
//! Deliberately absent: any file shape.

use super::{Entry, Failure, Join, Predictions};
use crate::json::Json;
use crate::problem::{Problem, cut};
use crate::rows::{Ids, Origin};
use rustc_hash::FxHashMap;

/// What a reader makes of a predictions file.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The predictions that could be read.
    pub predictions: Predictions,
    /// What could not, and what had to be assumed.
    pub problems: Vec<Problem>,
}

impl Found {
    pub(super) fn new(file: &str, shape: &'static str, join: Join, entries: Vec<Entry>) -> Self {
        let predictions = Predictions {
            file: file.to_owned(),
            shape,
            join,
            entries,
            model: None,
        };
        Self {
            predictions,
            problems: Vec::new(),
        }
    }
}

impl Entry {
    /// A prediction without a probability or a failure.
    pub(super) fn plain(id: String, value: Json<'static>) -> Self {
        Self {
            id,
            value,
            no_answer_probability: None,
            failure: None,
        }
    }

    pub(super) fn failed(
        self,
        outcome: crate::outcome::Outcome,
        detail: impl Into<String>,
    ) -> Self {
        let detail = detail.into();
        Self {
            failure: Some(Failure { outcome, detail }),
            ..self
        }
    }
}

/// An id that was there before, with both places.
struct Repeated<'e> {
    id: &'e str,
    first: u32,
    second: u32,
}

fn repeated<'e>(entries: &'e [Entry], numbers: &[u32]) -> Vec<Repeated<'e>> {
    let mut last: FxHashMap<&str, u32> = FxHashMap::default();
    last.reserve(entries.len());
    let again = entries.iter().zip(numbers).filter_map(|(entry, second)| {
        let first = last.insert(&entry.id, *second)?;
        Some(Repeated {
            id: &entry.id,
            first,
            second: *second,
        })
    });
    again.collect()
}

/// The problems with ids that occur more than once; `numbers` has the line or position of each entry.
pub(super) fn duplicates(entries: &[Entry], numbers: &[u32], origin: Origin) -> Vec<Problem> {
    const N_SHOWN: usize = 5;
    let repeated = repeated(entries, numbers);
    let places = if origin == Origin::List {
        "entries"
    } else {
        "lines"
    };
    let hint = "each question may have one prediction; the last one is used";
    if repeated.len() > N_SHOWN {
        let shown = repeated
            .iter()
            .take(N_SHOWN)
            .map(|Repeated { id, first, second }| {
                format!("\"{}\" ({places} {first} and {second})", cut(id, 40))
            });
        let shown: Vec<_> = shown.collect();
        let message = format!(
            "{} predictions have an id that was there before: {} and {} more",
            repeated.len(),
            shown.join(", "),
            repeated.len() - N_SHOWN
        );
        return vec![Problem::error(message).hint(hint)];
    }
    let one = |Repeated { id, first, second }: Repeated<'_>| {
        let name = cut(id, 60);
        let message =
            format!("duplicate id \"{name}\": {places} {first} and {second}; the last one counts");
        let problem = Problem::error(message).of_item(id).hint(hint);
        if origin == Origin::List {
            problem
        } else {
            problem.on_line(second)
        }
    };
    repeated.into_iter().map(one).collect()
}

/// Whether a value is a list of alternatives with scores: `[["text", 0.9], …]` or `[{"text": …, "probability": …}]`.
///
/// ```
/// use marksheet::{json::parse, predictions::is_n_best};
/// assert!(is_n_best(&parse(r#"[["red", 0.9], ["green", 0.1]]"#).unwrap().value));
/// assert!(!is_n_best(&parse(r#"["red", "green"]"#).unwrap().value));
/// ```
pub fn is_n_best(value: &Json<'_>) -> bool {
    const SCORES: &[&str] = &["probability", "score", "start_logit", "prob", "logit"];
    let is_scored = |entry: &Json<'_>| match entry {
        Json::List(pair) => matches!(
            pair.as_slice(),
            [Json::Text(_) | Json::Null, Json::Number(_)] | [Json::Number(_), Json::Text(_)]
        ),
        Json::Object(_) => {
            entry.get("text").is_some() && SCORES.iter().any(|name| entry.get(name).is_some())
        }
        _ => false,
    };
    matches!(value, Json::List(entries) if !entries.is_empty() && entries.iter().all(is_scored))
}

/// The problem with predictions that are lists of alternatives.
pub(super) fn n_best_problem(ids: &Ids) -> Option<Problem> {
    let message = format!(
        "n-best lists (several answers with their scores, [[text, score], …]) in place of one answer; left out: {} ({})",
        ids.n(),
        ids.list()
    );
    (ids.n() > 0).then(|| {
        Problem::error(message).hint(
            "drop the file with the one best answer for each id (often predictions.json beside nbest_predictions.json)",
        )
    })
}
