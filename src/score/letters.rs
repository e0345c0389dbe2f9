//! What multiple-choice answers show beside accuracy: chance, the most frequent gold letter, letter against letter.
//!
//! Deliberately absent: the counting itself ([`metrics::choice`](crate::metrics::choice)); nothing of this is in the
//! result files.

use super::{judge, n_asked};
use crate::dataset::{Dataset, Item, Task};
use crate::metrics::choice::{Confusion, Read, chance_level, confusion, majority_letter};
use crate::predictions::Entry;
use crate::settings::Settings;

/// What the letters of a multiple-choice run show.
#[derive(Clone, Debug, PartialEq)]
pub struct LetterFacts {
    /// Accuracy expected from picking blindly among the offered letters, 0.0 to 1.0.
    pub chance: Option<f64>,
    /// The gold letter that occurs most often, and the accuracy of always giving it, 0.0 to 1.0.
    pub majority: Option<(char, f64)>,
    /// Gold letters against read letters; each row has the accuracy of its gold letter.
    pub confusion: Confusion,
}

/// The letters of the asked questions, read as [`score`](super::score) reads them; `None` in extractive data.
///
/// Questions without choices of their own offer the letters that occur as gold. A question whose gold answer is no
/// letter counts only for `chance`. One pass over the predictions, as long as scoring them.
///
/// ```
/// use marksheet::{dataset::*, score};
/// let item = |gold: &str| Item { answers: vec![gold.into()], ..Item::default() };
/// let dataset = Dataset { file: "exam.csv".into(), task: Task::MultipleChoice, shape: "rows", about: About::default(),
///     has_alue_marks: false, contexts: vec![], items: vec![item("A"), item("B"), item("B")], examples: vec![] };
/// let facts = score::letters(&dataset, &[], &score::default_settings(&dataset)).unwrap();
/// assert_eq!((facts.chance, facts.majority), (Some(0.5), Some(('B', 2.0 / 3.0))));
/// assert_eq!(facts.confusion.rows[1].n_no_reply, 2);
/// ```
pub fn letters(
    dataset: &Dataset,
    predictions: &[Option<&Entry>],
    settings: &Settings,
) -> Option<LetterFacts> {
    if dataset.task != Task::MultipleChoice {
        return None;
    }
    let mut judge = judge::Judge::new(dataset, settings);
    let asked = || dataset.items.iter().take(n_asked(dataset, settings));
    let chance = chance_level(asked().map(|item| judge.n_offered(item)));
    let entries = predictions.iter().copied().chain(std::iter::repeat(None));
    let read: Vec<(char, Read)> = asked()
        .zip(entries)
        .filter_map(|(item, entry)| {
            let gold = gold_letter(item)?;
            let verdict = judge.judge(item, entry, None);
            let read = match verdict.letter {
                Some(letter) => Read::Letter(letter),
                None if verdict.score.outcome.has_reply() => Read::Unparsed,
                None => Read::NoReply,
            };
            Some((gold, read))
        })
        .collect();
    Some(LetterFacts {
        chance,
        majority: majority_letter(read.iter().map(|(gold, _)| *gold)),
        confusion: confusion(read),
    })
}

/// The first gold answer that is one character.
pub(crate) fn gold_letter(item: &Item) -> Option<char> {
    item.answers.iter().find_map(|gold| {
        let mut chars = gold.chars();
        chars.next().filter(|_| chars.next().is_none())
    })
}
