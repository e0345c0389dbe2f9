//! Ids that share one complaint, so that a fault in thousands of rows is one message.
//!
//! Deliberately absent: the complaint.

use crate::problem::{Problem, some_ids};

/// Ids that share one complaint: the first few, and how many there are.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    first: Vec<String>,
    n: usize,
}

impl Ids {
    const N_SHOWN: usize = 6;

    /// Adds one.
    pub fn add(&mut self, id: &str) {
        self.n += 1;
        if self.first.len() < Self::N_SHOWN {
            self.first.push(id.to_owned());
        }
    }

    /// How many there are.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The first one.
    pub fn first(&self) -> Option<&str> {
        self.first.first().map(String::as_str)
    }

    /// `q1, q2 and 7 more`.
    pub fn list(&self) -> String {
        let list = some_ids(self.first.iter().map(String::as_str), Self::N_SHOWN);
        match self.n - self.first.len() {
            0 => list,
            rest => format!("{list} and {rest} more"),
        }
    }

    /// ` (also q2, q3 and 7 more)`, or nothing if there is only one.
    pub fn also(&self) -> String {
        let others = some_ids(self.first.iter().skip(1).map(String::as_str), Self::N_SHOWN);
        match (others.is_empty(), self.n - self.first.len()) {
            (true, _) => String::new(),
            (false, 0) => format!(" (also {others})"),
            (false, rest) => format!(" (also {others} and {rest} more)"),
        }
    }

    /// The problem `build` makes of the [`also`](Self::also) text, at the first id, if there are any ids. Its message goes
    /// on from that id, which is shown as its place: `has no answer`.
    pub fn problem(&self, build: impl FnOnce(&str) -> Problem) -> Option<Problem> {
        let first = self.first()?;
        Some(build(&self.also()).of_item(first))
    }
}
