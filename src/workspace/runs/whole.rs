//! The outputs of one batch, which are one run: those of its files, its errors, and of what was asked again.
//!
//! Deliberately absent: how their replies are to be read.

use super::RunOfFiles;
use crate::predictions::{Entry, Predictions, again};
use crate::problem::{Problem, some_ids};
use crate::protocol::FileKey;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map;
use std::sync::Arc;

/// So many ids are named.
const N_NAMED: usize = 3;

/// Several outputs, or one so far.
struct Whole<'a> {
    /// Of each the place among all runs.
    runs: Vec<usize>,
    name: &'a str,
    shape: &'static str,
    model: Option<&'a str>,
    /// What counts of each question of the dataset that they answer.
    entries: FxHashMap<&'a str, &'a Entry>,
}

impl<'a> Whole<'a> {
    fn of(run: usize, name: &'a str, output: &'a Predictions, known: &FxHashSet<&str>) -> Self {
        let mut whole = Self {
            runs: vec![run],
            name,
            shape: output.shape,
            model: output.model.as_deref(),
            entries: FxHashMap::default(),
        };
        let entries = output.entries.iter();
        whole.add_entries(entries.filter(|entry| known.contains(entry.id.as_str())));
        whole
    }

    /// Whether both answer questions of the dataset and do not name different models.
    fn is_like(&self, other: &Self) -> bool {
        let is_other_model =
            self.model.is_some() && other.model.is_some() && self.model != other.model;
        self.shape == other.shape
            && !is_other_model
            && !self.entries.is_empty()
            && !other.entries.is_empty()
    }

    fn has_answers(&self) -> bool {
        let mut entries = self.entries.values();
        entries.any(|entry| again::Worth::of(entry) != again::Worth::Failed)
    }

    /// Questions that both have.
    fn n_shared(&self, other: &Self) -> usize {
        let ids = other.entries.keys();
        ids.filter(|id| self.entries.contains_key(*id)).count()
    }

    /// Questions of which both have a good answer, and not the same.
    fn contradicted(&self, other: &Self) -> impl Iterator<Item = &'a str> {
        let entries = other.entries.iter();
        let is_other = |(id, entry): &(&&'a str, &&'a Entry)| {
            let own = self.entries.get(*id);
            own.is_some_and(|own| again::contradict(own, entry))
        };
        entries.filter(is_other).map(|(id, _)| *id)
    }

    fn add(&mut self, other: Self) {
        self.runs.extend(other.runs);
        self.model = self.model.or(other.model);
        self.add_entries(other.entries.into_values());
    }

    fn add_entries(&mut self, entries: impl Iterator<Item = &'a Entry>) {
        for entry in entries {
            match self.entries.entry(&entry.id) {
                hash_map::Entry::Vacant(slot) => {
                    slot.insert(entry);
                }
                hash_map::Entry::Occupied(mut slot) => {
                    if again::Worth::of(entry) >= again::Worth::of(slot.get()) {
                        slot.insert(entry);
                    }
                }
            }
        }
    }
}

/// Makes one run of the outputs of one batch: such that name no different models, and give no question two different good
/// answers. Of those that do the latter it is said why they stay apart. `known` are the dataset's ids.
pub(super) fn joined(
    runs: Vec<RunOfFiles>,
    outputs: &[Option<Arc<Predictions>>],
    known: &FxHashSet<&str>,
) -> (Vec<RunOfFiles>, Vec<(FileKey, Problem)>) {
    let named = runs.iter().zip(outputs).enumerate();
    let wholes = named
        .filter_map(|(at, (run, output))| Some(Whole::of(at, &run.name, output.as_ref()?, known)));
    // Failures belong wherever they are not answered, so that they come after all answers.
    let (answers, failures): (Vec<_>, Vec<_>) = wholes.partition(Whole::has_answers);
    let mut wholes: Vec<Whole<'_>> = Vec::new();
    let mut told = Vec::new();
    for one in answers.into_iter().chain(failures) {
        let like = wholes.iter().enumerate();
        let like: Vec<_> = like.filter(|(_, whole)| whole.is_like(&one)).collect();
        let fitting = like
            .iter()
            .filter(|(_, whole)| whole.contradicted(&one).next().is_none());
        let best = fitting.min_by_key(|(at, whole)| (whole.n_shared(&one), *at));
        let best = best.map(|(at, _)| *at);
        let why = like.first().filter(|_| best.is_none());
        let why = why.map(|(_, whole)| apart(whole, &one));
        match best.and_then(|at| wholes.get_mut(at)) {
            Some(whole) => whole.add(one),
            None => {
                let key = one.runs.first().and_then(|run| runs.get(*run));
                told.extend(key.map(|run| run.key.file).zip(why));
                wholes.push(one);
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = wholes.into_iter().map(|whole| whole.runs).collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    (grouped(runs, &groups), told)
}

/// The runs, with each group as one in the place of its first.
fn grouped(runs: Vec<RunOfFiles>, groups: &[Vec<usize>]) -> Vec<RunOfFiles> {
    let parts_of = |at: &usize| runs.get(*at).map_or(&[][..], |run| &run.parts);
    let mut parts: FxHashMap<usize, Vec<_>> = FxHashMap::default();
    let mut is_taken = vec![false; runs.len()];
    for group in groups {
        let Some((first, others)) = group.split_first() else {
            continue;
        };
        for other in others {
            if let Some(is_taken) = is_taken.get_mut(*other) {
                *is_taken = true;
            }
        }
        parts.insert(*first, group.iter().flat_map(parts_of).copied().collect());
    }
    let left = runs.into_iter().enumerate().zip(is_taken);
    let left = left.filter_map(|(run, is_taken)| (!is_taken).then_some(run));
    left.map(|(at, mut run)| {
        run.parts = parts.remove(&at).unwrap_or(run.parts);
        if run.parts.len() > 1 {
            run.name = format!("{} and {} more", run.name, run.parts.len() - 1);
        }
        run
    })
    .collect()
}

fn apart(whole: &Whole<'_>, one: &Whole<'_>) -> Problem {
    let mut ids: Vec<&str> = whole.contradicted(one).collect();
    ids.sort_unstable();
    let message = format!(
        "a run of its own beside {}: both answer {} of the questions, and differently ({})",
        whole.name,
        ids.len(),
        some_ids(ids.iter().copied(), N_NAMED)
    );
    Problem::info(message).hint(
        "outputs of one batch are put together where no question has two different answers; if one of the two is old, remove it",
    )
}
