//! The batches that were written last.
//!
//! Deliberately absent: which of them an output is of.

use super::Elsewhere;
use crate::protocol::FileKey;
use crate::workspace::Workspace;
use serde::{Deserialize, Serialize};

/// So many are remembered.
const MOST: usize = 8;

/// The batches that were written last, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Kept")]
pub struct Remembered(Vec<Elsewhere>);

/// As it is kept: several, or the one that an older version knew.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept {
    Several(Vec<Elsewhere>),
    One(Option<Box<Elsewhere>>),
}

impl From<Kept> for Remembered {
    fn from(kept: Kept) -> Self {
        match kept {
            Kept::Several(batches) => Self(batches),
            Kept::One(batch) => Self(batch.into_iter().map(|batch| *batch).collect()),
        }
    }
}

impl Remembered {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those that were written before this file came, the newest last.
    pub(super) fn before(&self, file: FileKey) -> impl DoubleEndedIterator<Item = &Elsewhere> {
        self.0.iter().filter(move |batch| batch.since <= file)
    }

    /// Adds one; the same one written again takes the place of the older.
    fn add(&mut self, mut batch: Elsewhere) {
        if let Some(at) = self.0.iter().position(|known| known.is_same_as(&batch)) {
            batch.since = self.0.remove(at).since;
        }
        self.0.push(batch);
        let n_more = self.0.len().saturating_sub(MOST);
        self.0.drain(..n_more);
    }
}

impl Workspace {
    /// Remembers how the replies of a batch are to be read, once the batch is handed over. `created` is the time in ISO 8601
    /// (UTC).
    pub fn remember(&mut self, batch: Elsewhere, created: &str) {
        self.elsewhere.add(Elsewhere {
            created: created.to_owned(),
            since: self.next_key,
            ..batch
        });
    }
}
