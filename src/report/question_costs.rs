//! What each question of a run cost, as `run.json` keeps it, so that the charts of it open again with the run.
//!
//! Deliberately absent: money, which [`sent`](super::RunFacts::sent) sums up, and predictions that were not asked for here:
//! nothing is known of them.

use crate::charts::Cost;
use crate::dataset::Dataset;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::ser::{Error, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Beyond this nothing is the cost of a question; it would not fit a message either.
const LARGEST: u64 = 1_000_000_000_000;

/// What questions cost, by id; those nothing is known of are left out.
///
/// In JSON each is one line, `"id": [tokens of the prompt, tokens of the reply, milliseconds, requests]`, with `null` for what
/// is not known.
///
/// ```
/// use marksheet::{charts::Cost, report::QuestionCosts};
/// let cost = Cost { n_tokens_in: Some(812), n_tokens_out: None, milliseconds: Some(1530) };
/// let costs = QuestionCosts::new([("q1", cost, 1), ("q2", Cost::default(), 0)]);
/// let text = serde_json::to_string(&costs).unwrap_or_default();
/// assert_eq!(text, r#"{"q1":[812,null,1530,1]}"#);
/// assert_eq!(serde_json::from_str::<QuestionCosts>(&text).ok(), Some(costs));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionCosts(Arc<Vec<Row>>);

#[derive(Debug, PartialEq, Eq)]
struct Row {
    id: String,
    cost: Cost,
    n_tries: u32,
}

impl QuestionCosts {
    /// Id, cost and number of requests of each question; of an id that comes again the first counts.
    pub fn new<'a>(costs: impl IntoIterator<Item = (&'a str, Cost, u32)>) -> Self {
        let mut seen = FxHashSet::default();
        let rows = costs.into_iter().filter(|(id, ..)| seen.insert(*id));
        let rows = rows.map(|(id, cost, n_tries)| Row::known(id.to_owned(), cost, n_tries));
        Self(Arc::new(rows.flatten().collect()))
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cost of each question of a dataset, in its order; empty where nothing is known of any.
    pub fn of(&self, dataset: &Dataset) -> Vec<Cost> {
        if self.is_empty() {
            return Vec::new();
        }
        let by_id: FxHashMap<_, _> = self
            .0
            .iter()
            .map(|row| (row.id.as_str(), row.cost))
            .collect();
        let items = dataset.items.iter();
        items
            .map(|item| by_id.get(item.id.as_str()).copied().unwrap_or_default())
            .collect()
    }
}

impl Row {
    /// `None` where nothing is known.
    fn known(id: String, cost: Cost, n_tries: u32) -> Option<Self> {
        let known = |n: Option<u64>| n.filter(|n| *n <= LARGEST);
        let cost = Cost {
            n_tokens_in: known(cost.n_tokens_in),
            n_tokens_out: known(cost.n_tokens_out),
            milliseconds: known(cost.milliseconds),
        };
        let is_known = cost != Cost::default() || n_tries > 0;
        is_known.then_some(Self { id, cost, n_tries })
    }
}

impl Serialize for QuestionCosts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for Row { id, cost, n_tries } in self.0.iter() {
            let numbers = (
                cost.n_tokens_in,
                cost.n_tokens_out,
                cost.milliseconds,
                n_tries,
            );
            // Written beforehand: six lines for each question would be most of the file.
            let line = serde_json::to_string(&numbers).and_then(RawValue::from_string);
            map.serialize_entry(id, &line.map_err(S::Error::custom)?)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for QuestionCosts {
    /// What is no such list of numbers is passed over.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Map::<String, Value>::deserialize(deserializer)?;
        let row = |(id, value): (String, Value)| {
            let number = |at: usize| value.get(at).and_then(Value::as_u64);
            let cost = Cost {
                n_tokens_in: number(0),
                n_tokens_out: number(1),
                milliseconds: number(2),
            };
            let n_tries = number(3).and_then(|n| u32::try_from(n).ok());
            Row::known(id, cost, n_tries.unwrap_or_default())
        };
        Ok(Self(Arc::new(rows.into_iter().filter_map(row).collect())))
    }
}
