//! The runs there are: which outputs are parts of one, and what counts of what they have in common.
//!
//! Deliberately absent: which run is shown.

use super::{Basis, JudgedOnce, RunOfFiles, naming, whole};
use crate::predictions::again::Worth;
use crate::predictions::{Predictions, again};
use crate::protocol::{FileKey, ReadAs, RunKey};
use crate::workspace::Workspace;
use crate::workspace::answers::{By, Judged, Lookup};
use crate::workspace::open_file::{Content, OpenFile};
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl Workspace {
    /// Finds the runs and what they fit, where anything has changed that they follow from.
    pub(super) fn settle_runs(&mut self) {
        loop {
            let found = self.find_runs();
            let basis = Basis::of(self, &found);
            if self
                .basis
                .as_ref()
                .is_some_and(|old| old.is_same_as(&basis))
            {
                return;
            }
            self.once.borrow_mut().forget_closed();
            self.join_batches(found);
            self.basis = Some(basis);
            self.fits = self.find_fits();
            // Read otherwise, its parts can belong together otherwise.
            if !self.read_alike() {
                return;
            }
        }
    }

    /// What a person chose for one file of a run counts for all of them, also for such as joined it later. Whether
    /// that changed anything.
    fn read_alike(&mut self) -> bool {
        let mut is_changed = false;
        for run in self.runs.iter().filter(|run| run.parts.len() > 1) {
            let is_part = |file: &OpenFile| run.parts.iter().any(|part| part.file == file.key);
            let mut choices = run.parts.iter().filter_map(|part| {
                let file = self.files.iter().find(|file| file.key == part.file)?;
                (!file.read_as.is_remembered()).then(|| file.read_as.clone())
            });
            let Some(choice) = choices.next() else {
                continue;
            };
            // What was chosen for another file of its own stays.
            let is_open = |file: &OpenFile| is_part(file) && file.read_as.is_remembered();
            for file in self.files.iter_mut().filter(|file| is_open(file)) {
                is_changed = true;
                file.read_as.clone_from(&choice);
            }
        }
        is_changed
    }

    /// Reads the replies in a file, and in those of the same run, otherwise from now on.
    pub fn read_as(&mut self, key: FileKey, read_as: &ReadAs) {
        if let ReadAs::Together { one, with, .. } | ReadAs::Apart { one, with, .. } = read_as {
            let is_together = matches!(read_as, ReadAs::Together { .. });
            return self.put_together((*one, *with), is_together);
        }
        let is_of = |run: &&RunOfFiles| run.parts.iter().any(|part| part.file == key);
        let runs = self.runs.iter().filter(is_of);
        let files: Vec<FileKey> = runs
            .flat_map(|run| &run.parts)
            .map(|part| part.file)
            .collect();
        for file in self
            .files
            .iter_mut()
            .filter(|file| files.contains(&file.key))
        {
            file.read_as.clone_from(read_as);
        }
        self.run = None;
        self.known.get_mut().forget_unfit();
        self.settle();
    }

    /// Puts two outputs into one run, or no longer.
    fn put_together(&mut self, pair: (RunKey, RunKey), is_together: bool) {
        let is_other = |known: &(RunKey, RunKey)| *known != pair && *known != (pair.1, pair.0);
        for file in &mut self.files {
            file.together.retain(is_other);
        }
        if let Some(file) = self.file_mut(pair.0.file).filter(|_| is_together) {
            file.together.push(pair);
        }
        self.run = None;
        self.known.get_mut().forget_unfit();
        self.settle();
    }

    /// All that can be runs with the dataset in use, by name: each by itself.
    fn find_runs(&self) -> Vec<RunOfFiles> {
        let mut runs = Vec::new();
        let is_ours = |file: &&OpenFile| !self.is_other_dataset(file);
        for file in self.files.iter().filter(is_ours) {
            let is_predictions = |i: &usize| match &file.parts[*i].content {
                Content::Predictions(_) => true,
                // A run without a single record has nothing to show yet.
                Content::Answers(answers) => !answers.predictions.entries.is_empty(),
                _ => false,
            };
            let parts: Vec<usize> = (0..file.parts.len()).filter(is_predictions).collect();
            for &part in &parts {
                let name = match parts.len() {
                    1 => file.name.clone(),
                    _ => format!("{}/{}", file.name, file.parts[part].name),
                };
                let key = RunKey {
                    file: file.key,
                    part: part as u32,
                };
                let parts = vec![key];
                runs.push(RunOfFiles { key, name, parts });
            }
        }
        runs.sort_by(|a, b| a.name.cmp(&b.name).then(a.key.cmp(&b.key)));
        naming::tell_apart(&mut runs);
        runs
    }

    /// Makes one run of the outputs of one batch.
    fn join_batches(&mut self, runs: Vec<RunOfFiles>) {
        let known = std::mem::take(&mut self.judged);
        let (joined, beside, judged) = self.batches_joined(runs, known);
        (self.runs, self.beside, self.judged) = (joined, beside, judged);
    }

    /// What was judged before is `known`.
    fn batches_joined(
        &self,
        runs: Vec<RunOfFiles>,
        mut known: FxHashMap<RunKey, JudgedOnce>,
    ) -> Joined {
        let outputs = runs.iter().filter(|run| self.output(run.key).is_some());
        let is_several = outputs.take(2).count() > 1;
        let Some((_, dataset)) = self.dataset.as_ref().filter(|_| is_several) else {
            return (runs, Vec::new(), FxHashMap::default());
        };
        let lookup = Lookup::of(dataset);
        let mut judged = FxHashMap::default();
        for run in &runs {
            if let Some(one) = self.judged(run, dataset, &lookup, known.remove(&run.key)) {
                judged.insert(run.key, one);
            }
        }
        let of = |run: &RunOfFiles| judged.get(&run.key).map(|one| &one.judged);
        let outputs: Vec<Option<&Judged>> = runs.iter().map(of).collect();
        let together = self.files.iter().flat_map(|file| &file.together);
        let together: Vec<(RunKey, RunKey)> = together.copied().collect();
        let (runs, beside) = whole::joined(runs, &outputs, &together);
        (runs, beside, judged)
    }

    /// The output of a batch, if it is one.
    pub(super) fn output(&self, key: RunKey) -> Option<&Arc<Predictions>> {
        self.predictions(key).filter(|known| known.is_batch())
    }

    /// How the replies of these parts are to be read; those that were asked from here were read when they came.
    pub(in crate::workspace) fn by<'a>(&'a self, parts: &'a [RunKey]) -> Option<By<'a>> {
        let files = || parts.iter().filter_map(|part| self.file(part.file));
        let first = files().next().filter(|file| file.answers().is_none())?;
        Some(By {
            read_as: &first.read_as,
            kept: files().find_map(|file| file.elsewhere.as_ref()),
            remembered: &self.elsewhere,
            newest_file: files().map(|file| file.key).max().unwrap_or_default(),
            parts,
            known: &self.known,
        })
    }

    /// A run's predictions, from all its files: of a question the best answer, and of equal ones the newest.
    pub(super) fn merged(&self, run: &RunOfFiles) -> Arc<Predictions> {
        let first = run.parts.first().and_then(|key| self.predictions(*key));
        let first = first.cloned().unwrap_or_default();
        if run.parts.len() < 2 {
            return first;
        }
        let mut merged = Predictions::clone(&first);
        merged.file.clone_from(&run.name);
        merged.entries.clear();
        let mut worths = Vec::new();
        let mut parts = run.parts.clone();
        parts.sort_unstable();
        for key in parts {
            let Some(part) = self.predictions(key) else {
                continue;
            };
            let known = self.judged.get(&key).map(|one| &one.judged.worths);
            let own = |entry| Worth::of(entry);
            match known.filter(|known| known.len() == part.entries.len()) {
                Some(known) => worths.extend_from_slice(known),
                None => worths.extend(part.entries.iter().map(own)),
            }
            merged.entries.extend(part.entries.iter().cloned());
            merged.model = merged.model.or_else(|| part.model.clone());
        }
        merged.entries = again::best_by(merged.entries, &worths);
        Arc::new(merged)
    }
}

/// The runs, what is to be said of some of them, and what the entries of outputs are worth.
type Joined = (
    Vec<RunOfFiles>,
    Vec<whole::Beside>,
    FxHashMap<RunKey, JudgedOnce>,
);
