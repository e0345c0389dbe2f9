//! Two runs as they stand to each other, and the questions that make the difference.
//!
//! Deliberately absent: drawing.

use super::columns::Column;
use super::{Board, Workspace};
use crate::compare::{Compared, Mark, Measure, sentence, warning};
use crate::outcome::Outcome;
use crate::problem::cut;
use crate::protocol::{Flip, Flips, FlipsQuery, PairView, RunKey};
use crate::score::Comparer;

/// Characters of one text of a flipped question.
const CUT: usize = 400;

impl Workspace {
    /// Two runs as they stand to each other. Of several runs it is the corrected chance that is put into words.
    pub(super) fn pair_view(
        &self,
        (first, second): (RunKey, RunKey),
        compared: &Compared,
        is_done: bool,
        board: &Board,
    ) -> Option<PairView> {
        let names = (self.name_of_key(first)?, self.name_of_key(second)?);
        let is_corrected = board.n_runs > 1;
        let chance = match is_corrected {
            true => board.corrected(second),
            false => compared.p,
        };
        Some(PairView {
            runs: (first, second),
            n_shared: compared.n_shared,
            scores: compared.scores,
            delta: compared.delta,
            interval: compared
                .interval
                .map(|interval| (interval.low, interval.high)),
            interval_words: compared.interval_words.clone(),
            p: compared.p,
            chance,
            n_compared: board.n_compared() as u32,
            is_chance_done: match is_corrected {
                true => board.is_done,
                false => is_done,
            },
            test: compared.test.to_owned(),
            only: compared.only,
            better: compared.better,
            sentence: sentence(compared, (&names.0, &names.1), chance),
            warning: warning(compared, chance),
            is_done,
            differences: self.differences(first, second),
            names,
        })
    }

    fn name_of_key(&self, key: RunKey) -> Option<String> {
        let run = self.runs.iter().find(|run| run.key == key)?;
        Some(self.name_of(run))
    }

    /// Questions that score better in one of two runs, by what these are compared by; the largest differences first.
    pub fn flips(&self, query: &FlipsQuery) -> Flips {
        let none = Flips {
            ticket: query.ticket,
            ..Flips::default()
        };
        let runs = query.first.zip(query.second);
        let columns = runs.and_then(|(first, second)| {
            let columns = self.columns.get(first).zip(self.columns.get(second))?;
            let names = (self.name_of_key(first)?, self.name_of_key(second)?);
            Some((columns, names))
        });
        let Some((((first, second), names), measure)) = columns.zip(self.measure(&query.measure))
        else {
            return none;
        };
        let found = moved(&first.marks, &second.marks, measure, query.is_gained);
        let in_view = found
            .iter()
            .skip(query.from as usize)
            .take(query.n as usize);
        let (one, other) = (Answers::of(first), Answers::of(second));
        let flip = |index: &usize| {
            let item = first.dataset().items.get(*index)?;
            let f1 = |column: &Column| column.marks.get(*index).map(|mark| 100.0 * mark.f1);
            Some(Flip {
                index: *index as u32,
                id: item.id.clone(),
                question: cut(&item.question, CUT),
                gold: cut(item.answers.first().map_or("", String::as_str), CUT),
                first: one.at(*index),
                second: other.at(*index),
                f1: f1(first).zip(f1(second)).filter(|_| measure == Measure::F1),
            })
        };
        Flips {
            runs,
            names,
            total: found.len() as u32,
            from: query.from,
            rows: in_view.filter_map(flip).collect(),
            ..none
        }
    }
}

/// The questions both answered that score better in the second run, or else in the first; the largest differences first,
/// equal ones in the dataset's order.
fn moved(first: &[Mark], second: &[Mark], measure: Measure, is_gained: bool) -> Vec<usize> {
    let pairs = first.iter().zip(second).enumerate();
    let by = |(index, (a, b)): (usize, (&Mark, &Mark))| {
        let by = measure.value(b) - measure.value(a);
        let by = if is_gained { by } else { -by };
        (a.has_reply && b.has_reply && by > 0.0).then_some((index, by))
    };
    let mut found: Vec<(usize, f64)> = pairs.filter_map(by).collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found.into_iter().map(|(index, _)| index).collect()
}

/// One run's answers, as they are read.
struct Answers<'a> {
    column: &'a Column,
    comparer: Comparer<'a>,
}

impl<'a> Answers<'a> {
    fn of(column: &'a Column) -> Self {
        Self {
            column,
            comparer: column.comparer(),
        }
    }

    /// An answer and its class.
    fn at(&self, index: usize) -> (String, Outcome) {
        let entry = self.column.entry(index);
        let compared = self.comparer.compare(index, entry).unwrap_or_default();
        (cut(&compared.read, CUT), compared.score.outcome)
    }
}
