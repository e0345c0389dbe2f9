//! What multiple-choice readings show beside accuracy: which letter was taken for which, and what chance would give.
//!
//! Deliberately absent: reading letters from replies; [`choice_letter`](crate::normalize::choice_letter) does that.

use serde::{Deserialize, Serialize};

/// What was read in the reply to one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Read {
    /// A letter the question offers.
    Letter(char),
    /// A reply without a readable letter.
    Unparsed,
    /// No reply: missing, or the call failed.
    NoReply,
}

/// Gold letters against read letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confusion {
    /// Every letter that is gold or was read, in alphabetical order: the columns.
    pub letters: Vec<char>,
    /// One row per gold letter, in alphabetical order.
    pub rows: Vec<Row>,
}

/// The questions with one gold letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The gold letter.
    pub gold: char,
    /// How many were read as each of [`Confusion::letters`].
    pub n_read: Vec<u32>,
    /// How many replies had no readable letter.
    pub n_unparsed: u32,
    /// How many had no reply.
    pub n_no_reply: u32,
    /// How many were read as the gold letter.
    pub n_correct: u32,
}

impl Row {
    /// All questions with this gold letter.
    pub fn n_questions(&self) -> u32 {
        self.n_read.iter().sum::<u32>() + self.n_unparsed + self.n_no_reply
    }

    /// Share of the questions with this gold letter that were answered with it, 0.0 to 1.0; over all of them.
    pub fn accuracy(&self) -> f64 {
        f64::from(self.n_correct) / f64::from(self.n_questions().max(1))
    }

    /// The same over those that have a reply; `None` when none has.
    pub fn answered_accuracy(&self) -> Option<f64> {
        let n_answered = self.n_questions() - self.n_no_reply;
        (n_answered > 0).then(|| f64::from(self.n_correct) / f64::from(n_answered))
    }
}

/// Counts gold letter against read letter, replies without a letter and questions without a reply included.
///
/// A high accuracy for one gold letter with low ones for the others is position bias: the model prefers that letter.
///
/// ```
/// use marksheet::metrics::choice::{Read, confusion};
/// let table = confusion([('A', Read::Letter('A')), ('B', Read::Letter('A')), ('B', Read::Unparsed)]);
/// assert_eq!(table.letters, ['A', 'B']);
/// assert_eq!((table.rows[1].gold, table.rows[1].n_read[0], table.rows[1].n_unparsed), ('B', 1, 1));
/// assert_eq!(table.rows[0].accuracy(), 1.0);
/// ```
pub fn confusion(questions: impl IntoIterator<Item = (char, Read)>) -> Confusion {
    let questions: Vec<_> = questions.into_iter().collect();
    let mut letters: Vec<char> = questions
        .iter()
        .flat_map(|(gold, read)| {
            let read = match read {
                Read::Letter(letter) => Some(*letter),
                _ => None,
            };
            [Some(*gold), read]
        })
        .flatten()
        .collect();
    sort(&mut letters);
    let mut golds: Vec<char> = questions.iter().map(|(gold, _)| *gold).collect();
    sort(&mut golds);
    let empty = |gold: &char| Row {
        gold: *gold,
        n_read: vec![0; letters.len()],
        n_unparsed: 0,
        n_no_reply: 0,
        n_correct: 0,
    };
    let mut rows: Vec<Row> = golds.iter().map(empty).collect();
    for (gold, read) in questions {
        let Ok(at) = golds.binary_search(&gold) else {
            continue;
        };
        let row = &mut rows[at];
        match read {
            Read::Letter(letter) => {
                row.n_correct += u32::from(letter == gold);
                if let Ok(column) = letters.binary_search(&letter) {
                    row.n_read[column] += 1;
                }
            }
            Read::Unparsed => row.n_unparsed += 1,
            Read::NoReply => row.n_no_reply += 1,
        }
    }
    Confusion { letters, rows }
}

fn sort(letters: &mut Vec<char>) {
    letters.sort_unstable();
    letters.dedup();
}

/// Chance level: the accuracy expected from picking among the offered choices blindly, 0.0 to 1.0.
///
/// The mean of 1 / (number of choices) over the questions that offer any; `None` when none does.
///
/// ```
/// use marksheet::metrics::choice::chance_level;
/// assert_eq!(chance_level([2, 4]), Some(0.375));
/// assert_eq!(chance_level([]), None);
/// ```
pub fn chance_level(n_choices: impl IntoIterator<Item = usize>) -> Option<f64> {
    let shares: Vec<f64> = n_choices
        .into_iter()
        .filter(|n| *n > 0)
        .map(|n| 1.0 / n as f64)
        .collect();
    (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
}

/// The gold letter that occurs most often and its share of the questions, 0.0 to 1.0: the accuracy of always giving
/// that letter. Of letters equally often the first in the alphabet; `None` without questions.
///
/// ```
/// use marksheet::metrics::choice::majority_letter;
/// assert_eq!(majority_letter(['C', 'A', 'C', 'B']), Some(('C', 0.5)));
/// ```
pub fn majority_letter(golds: impl IntoIterator<Item = char>) -> Option<(char, f64)> {
    let mut golds: Vec<char> = golds.into_iter().collect();
    golds.sort_unstable();
    let runs: Vec<&[char]> = golds.chunk_by(|a, b| a == b).collect();
    let longest = runs.into_iter().rev().max_by_key(|run| run.len())?;
    Some((*longest.first()?, longest.len() as f64 / golds.len() as f64))
}
