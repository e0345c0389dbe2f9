//! The schema that the replies of a run are asked for by, as it is kept with the run.
//!
//! Deliberately absent: how it is adapted, and which item is asked for which form; whoever begins a run knows the items.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A schema, and how it was sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSchema {
    /// The name that the provider is told.
    pub name: String,
    /// One form for all items, or one for each set of letters that questions offer.
    pub forms: Vec<SchemaForm>,
}

/// One form of a schema.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SchemaForm {
    /// The letters of the questions it is for: `ABCD`; `None` for all questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letters: Option<String>,
    /// As it was chosen; replies are checked against this.
    pub original: Value,
    /// As the provider takes it.
    pub adapted: Value,
    /// What was changed for that and where, in words.
    #[serde(default)]
    pub changes: Vec<String>,
}
