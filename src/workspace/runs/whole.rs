//! The outputs of one batch, which are one run: those of its files, its errors, and of what was asked again.
//!
//! Deliberately absent: how their replies are to be read.

use super::RunOfFiles;
use crate::predictions::Entry;
use crate::predictions::again::Worth;
use crate::problem::{Problem, some_ids};
use crate::protocol::{FileKey, ReadAs, RunKey};
use crate::workspace::answers::Judged;
use rustc_hash::FxHashMap;

/// So many ids are named.
const N_NAMED: usize = 3;

/// What is to be said of an output for the sake of another run.
pub(in crate::workspace) struct Beside {
    pub(in crate::workspace) file: FileKey,
    pub(in crate::workspace) problem: Problem,
    /// What else can become of it.
    pub(in crate::workspace) offer: ReadAs,
}

/// What counts of a question so far.
#[derive(Clone, Copy)]
struct Held<'a> {
    entry: &'a Entry,
    worth: Worth,
    /// The output it is from.
    of: RunKey,
}

impl Held<'_> {
    /// The better counts, and of equal ones the newer.
    fn is_before(&self, other: &Self) -> bool {
        (self.worth, self.of) < (other.worth, other.of)
    }

    /// Whether both are good answers, and not the same one.
    fn contradicts(&self, other: &Self) -> bool {
        let are_good = self.worth == Worth::Good && other.worth == Worth::Good;
        are_good && self.entry.value != other.entry.value
    }
}

/// Several outputs, or one so far.
struct Whole<'a> {
    /// Of each the place among all runs.
    runs: Vec<usize>,
    keys: Vec<RunKey>,
    name: &'a str,
    shape: &'static str,
    model: Option<&'a str>,
    /// What counts of each question of the dataset that they answer.
    entries: FxHashMap<u32, Held<'a>>,
}

impl<'a> Whole<'a> {
    fn of(at: usize, run: &'a RunOfFiles, output: &'a Judged) -> Self {
        let entries = output.read.entries.iter().zip(&output.worths);
        let known = entries.zip(&output.places);
        let known = known.filter_map(|(entry, place)| Some((entry, (*place)?)));
        let held = |((entry, worth), place): ((&'a Entry, &Worth), u32)| {
            let of = run.key;
            let worth = *worth;
            (place, Held { entry, worth, of })
        };
        Self {
            runs: vec![at],
            keys: vec![run.key],
            name: &run.name,
            shape: output.read.shape,
            model: output.read.model.as_deref(),
            entries: known.map(held).collect(),
        }
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
        entries.any(|held| held.worth != Worth::Failed)
    }

    /// Questions that both have.
    fn n_shared(&self, other: &Self) -> usize {
        let places = other.entries.keys();
        places
            .filter(|place| self.entries.contains_key(*place))
            .count()
    }

    /// Questions of which both have a good answer, and not the same.
    fn contradicted(&self, other: &Self) -> impl Iterator<Item = &'a str> {
        let is_other = |(place, held): &(&u32, &Held<'a>)| {
            let own = self.entries.get(*place);
            own.is_some_and(|own| own.contradicts(held))
        };
        let others = other.entries.iter().filter(is_other);
        others.map(|(_, held)| held.entry.id.as_str())
    }

    /// The two outputs, one of each, that a person put together.
    fn chosen(&self, other: &Self, together: &[(RunKey, RunKey)]) -> Option<(RunKey, RunKey)> {
        let is_of_both = |(a, b): &&(RunKey, RunKey)| {
            let are_of = |a, b| self.keys.contains(a) && other.keys.contains(b);
            are_of(a, b) || are_of(b, a)
        };
        together.iter().find(is_of_both).copied()
    }

    fn add(&mut self, other: Self) {
        self.runs.extend(other.runs);
        self.keys.extend(other.keys);
        self.model = self.model.or(other.model);
        for (place, held) in other.entries {
            let known = self.entries.entry(place).or_insert(held);
            if known.is_before(&held) {
                *known = held;
            }
        }
    }
}

/// Makes one run of the outputs of one batch: such that name no different models, and give no question two different good
/// answers, or are `together` as a person wants it. Of those that do the former it is said what becomes of them.
pub(super) fn joined(
    runs: Vec<RunOfFiles>,
    outputs: &[Option<&Judged>],
    together: &[(RunKey, RunKey)],
) -> (Vec<RunOfFiles>, Vec<Beside>) {
    let named = runs.iter().zip(outputs).enumerate();
    let wholes = named.filter_map(|(at, (run, output))| Some(Whole::of(at, run, (*output)?)));
    // Failures belong wherever they are not answered, so that they come after all answers.
    let (answers, failures): (Vec<_>, Vec<_>) = wholes.partition(Whole::has_answers);
    let mut wholes: Vec<Whole<'_>> = Vec::new();
    let mut told = Vec::new();
    for one in answers.into_iter().chain(failures) {
        let like = wholes.iter_mut().filter(|whole| whole.is_like(&one));
        let mut like: Vec<&mut Whole<'_>> = like.collect();
        // The first of those that share least; one that a person chose before all.
        like.sort_by_cached_key(|whole| {
            let is_chosen = whole.chosen(&one, together).is_some();
            let is_contradicted = whole.contradicted(&one).next().is_some();
            (
                !is_chosen,
                is_contradicted,
                if is_contradicted {
                    0
                } else {
                    whole.n_shared(&one)
                },
            )
        });
        let Some(best) = like.into_iter().next() else {
            wholes.push(one);
            continue;
        };
        let chosen = best.chosen(&one, together);
        told.extend(beside(best, &one, chosen));
        match chosen.is_some() || best.contradicted(&one).next().is_none() {
            true => best.add(one),
            false => wholes.push(one),
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

/// What is said where both answer some questions, and differently: why they are apart, or that a person put them together.
fn beside(whole: &Whole<'_>, one: &Whole<'_>, chosen: Option<(RunKey, RunKey)>) -> Option<Beside> {
    let mut ids: Vec<&str> = whole.contradicted(one).collect();
    ids.sort_unstable();
    let (key, with) = (*one.keys.first()?, *whole.keys.first()?);
    let name = whole.name.to_owned();
    let (n, some) = (ids.len(), some_ids(ids.iter().copied(), N_NAMED));
    let (problem, offer) = match chosen {
        _ if ids.is_empty() => return None,
        Some((one, with)) => {
            let message = format!(
                "put together with {name}, as you chose: of the questions that both answer differently ({n}: {some}) what was dropped last counts"
            );
            (Problem::info(message), ReadAs::Apart { one, with, name })
        }
        None => {
            let message = format!(
                "a run of its own beside {name}: both answer {n} of the questions, and differently ({some})"
            );
            let problem = Problem::info(message).hint(
                "outputs of one batch are put together where no question has two different answers; if this one asks again what the other has, put them together, and if one of the two is old, remove it",
            );
            let one = key;
            (problem, ReadAs::Together { one, with, name })
        }
    };
    Some(Beside {
        file: key.file,
        problem,
        offer,
    })
}
