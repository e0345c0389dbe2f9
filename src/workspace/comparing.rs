//! The runs beside each other: each scored with the settings in use, and two of them question by question.
//!
//! All runs are measured alike, whatever a result zip was scored with. Deliberately absent: the comparison itself, see
//! [`compare`](crate::compare), and resampling, which the worker does in slices.

mod facts;

use super::Workspace;
use super::join::Joined;
use super::runs::RunOfFiles;
use crate::compare::{Compared, Comparing, Mark, Measure, marks, sentence, warning};
use crate::dataset::Dataset;
use crate::metrics::uncertainty::comparison::holm;
use crate::outcome::Outcome;
use crate::predictions::{Entry, Predictions};
use crate::problem::cut;
use crate::protocol::{
    BoardRow, CompareQuery, CompareView, Flip, Flips, FlipsQuery, PairView, RunKey,
};
use crate::score::{self, Comparer};
use crate::settings::Settings;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Characters of one text of a flipped question.
const CUT: usize = 400;

/// What a person calls a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Its name; empty for the file's.
    #[serde(default)]
    pub name: String,
    /// A note.
    #[serde(default)]
    pub note: String,
}

/// One run as it is held for comparing.
pub(super) struct Column {
    of: RunOfFiles,
    predictions: Arc<Predictions>,
    joined: Joined,
    /// What it was scored with, to know when it must be done again.
    dataset: Arc<Dataset>,
    settings: Settings,
    marks: Vec<Mark>,
    figures: Vec<(String, f64)>,
    n_answered: (u32, u32),
}

/// How one run stands to the first: the difference in per cent points, and p once it is known.
pub type Against = (RunKey, f64, Option<f64>);

impl Workspace {
    /// Gives a run a name and a note; both empty is none.
    pub fn label(&mut self, run: RunKey, label: Label) {
        match label == Label::default() {
            true => self.labels.remove(&run),
            false => self.labels.insert(run, label),
        };
    }

    /// What a run is called.
    pub(super) fn name_of(&self, run: &RunOfFiles) -> String {
        let own = self.labels.get(&run.key).map(|label| label.name.trim());
        own.filter(|name| !name.is_empty())
            .unwrap_or(&run.name)
            .to_owned()
    }

    /// The settings all runs are measured with.
    fn measure_settings(&self, dataset: &Dataset) -> Settings {
        let settings = self.settings.clone();
        settings.unwrap_or_else(|| score::default_settings(dataset))
    }

    /// Scores one run that is not scored yet, but for what a comparison needs nothing of. Whether there was one.
    pub fn score_next(&mut self) -> bool {
        let Some((_, dataset)) = self.dataset.clone() else {
            self.columns.clear();
            return false;
        };
        let settings = self.measure_settings(&dataset);
        let runs = self.fitting_runs();
        self.columns.retain(|column| {
            runs.contains(&column.of)
                && Arc::ptr_eq(&column.dataset, &dataset)
                && column.settings == settings
        });
        let is_due = |of: &&RunOfFiles| !self.columns.iter().any(|column| column.of == **of);
        let Some(of) = runs.iter().find(is_due) else {
            return false;
        };
        let run = self.joined(of, &dataset);
        let own = Settings {
            n_questions: settings.n_questions.or(run.n_asked),
            ..settings.clone()
        };
        let entries = run.joined.entries(&run.predictions);
        let scored = score::headline(&dataset, &entries, &own, &mut |_| {});
        let has_reply = |mark: &&Mark| mark.has_reply;
        let marks = marks(&scored);
        self.columns.push(Column {
            n_answered: (
                marks.iter().filter(has_reply).count() as u32,
                marks.len() as u32,
            ),
            figures: scored
                .metrics
                .iter()
                .map(|(key, value)| ((*key).to_owned(), *value))
                .collect(),
            of: of.clone(),
            predictions: run.predictions,
            joined: run.joined,
            dataset,
            settings,
            marks,
        });
        true
    }

    /// The runs that answer questions of the dataset in use, by name.
    fn fitting_runs(&self) -> Vec<RunOfFiles> {
        let fitting = self.runs.iter().filter(|run| self.is_fitting(run));
        fitting.cloned().collect()
    }

    fn column(&self, run: RunKey) -> Option<&Column> {
        self.columns.iter().find(|column| column.of.key == run)
    }

    /// The two runs a query is about: those it names, else the first ones by name.
    pub fn pair(&self, query: &CompareQuery) -> Option<(RunKey, RunKey)> {
        let runs: Vec<RunKey> = self.fitting_runs().iter().map(|run| run.key).collect();
        let open = |run: Option<RunKey>| run.filter(|run| runs.contains(run));
        let (first, second) = (open(query.first), open(query.second));
        let other_than =
            |taken: Option<RunKey>| runs.iter().copied().find(|run| Some(*run) != taken);
        let first = first.or_else(|| other_than(second))?;
        let second = second
            .filter(|second| *second != first)
            .or_else(|| other_than(Some(first)))?;
        Some((first, second))
    }

    /// Every run but the first one of a query.
    pub fn others(&self, query: &CompareQuery) -> Vec<RunKey> {
        let runs = self.fitting_runs().into_iter().map(|run| run.key);
        runs.filter(|run| Some(*run) != query.first).collect()
    }

    /// By what runs of this dataset can be compared, and which of it a query names.
    pub fn measure(&self, query: &CompareQuery) -> Option<Measure> {
        let (_, dataset) = self.dataset.as_ref()?;
        let measures = Measure::of(dataset.task);
        let named = measures
            .iter()
            .find(|measure| measure.key(dataset.task) == query.measure);
        named.or(measures.first()).copied()
    }

    /// Begins to compare two runs that are scored.
    pub fn comparing(
        &self,
        (first, second): (RunKey, RunKey),
        measure: Measure,
    ) -> Option<Comparing> {
        let (first, second) = (self.column(first)?, self.column(second)?);
        Some(Comparing::new(
            &first.dataset,
            &first.marks,
            &second.marks,
            measure,
        ))
    }

    /// The Compare place, with what is drawn so far: of the pair, and of every run against the first.
    pub fn comparison(
        &self,
        query: &CompareQuery,
        pair: Option<PairView>,
        against: &[Against],
    ) -> CompareView {
        let task = self.dataset.as_ref().map(|(_, dataset)| dataset.task);
        let measures = task.map(|task| {
            let named =
                |measure: &Measure| (measure.key(task).to_owned(), measure.label(task).to_owned());
            Measure::of(task).iter().map(named).collect()
        });
        let measure = task.zip(self.measure(query));
        let runs = self.fitting_runs();
        CompareView {
            ticket: query.ticket,
            measures: measures.unwrap_or_default(),
            measure: measure
                .map(|(task, measure)| measure.key(task).to_owned())
                .unwrap_or_default(),
            n_scored: runs
                .iter()
                .filter(|run| self.column(run.key).is_some())
                .count() as u32,
            board: runs
                .iter()
                .map(|run| self.board_row(run, against))
                .collect(),
            pair: pair.map(Box::new),
        }
    }

    fn board_row(&self, run: &RunOfFiles, against: &[Against]) -> BoardRow {
        let column = self.column(run.key);
        BoardRow {
            key: run.key,
            name: self.name_of(run),
            note: self
                .labels
                .get(&run.key)
                .map(|label| label.note.clone())
                .unwrap_or_default(),
            model: self
                .predictions(run.key)
                .and_then(|predictions| predictions.model.clone())
                .unwrap_or_default(),
            figures: column
                .map(|column| column.figures.clone())
                .unwrap_or_default(),
            n_answered: column.map(|column| column.n_answered).unwrap_or_default(),
            against: corrected(run.key, against),
        }
    }

    /// Two runs as they stand to each other.
    pub fn pair_view(
        &self,
        (first, second): (RunKey, RunKey),
        compared: &Compared,
        is_done: bool,
    ) -> Option<PairView> {
        let run = |key: RunKey| self.runs.iter().find(|run| run.key == key);
        let names = (self.name_of(run(first)?), self.name_of(run(second)?));
        Some(PairView {
            runs: (first, second),
            n_shared: compared.n_shared,
            scores: (compared.first, compared.second),
            delta: compared.delta,
            interval: compared
                .interval
                .map(|interval| (interval.low, interval.high)),
            interval_words: compared.interval_words.clone(),
            p: compared.p,
            test: compared.test.to_owned(),
            only: compared.only,
            sentence: sentence(compared, (&names.0, &names.1), compared.p),
            warning: warning(compared),
            is_done,
            differences: self.differences(first, second),
            names,
        })
    }

    /// Questions that one of two runs has exactly right and the other has not.
    pub fn flips(&self, query: &FlipsQuery) -> Flips {
        let none = Flips {
            ticket: query.ticket,
            ..Flips::default()
        };
        let column = |run: Option<RunKey>| run.and_then(|run| self.column(run));
        let (Some(first), Some(second)) = (column(query.first), column(query.second)) else {
            return none;
        };
        let is_flip = |(a, b): (&Mark, &Mark)| {
            let is_one_way = a.is_exact != b.is_exact && b.is_exact == query.is_gained;
            a.has_reply && b.has_reply && is_one_way
        };
        let pairs = first.marks.iter().zip(&second.marks).enumerate();
        let found: Vec<usize> = pairs
            .filter(|(_, pair)| is_flip(*pair))
            .map(|(i, _)| i)
            .collect();
        let in_view = found
            .iter()
            .skip(query.from as usize)
            .take(query.n as usize);
        let (first, second) = (first.answers(), second.answers());
        let flip = |i: &usize| {
            let item = first.column.dataset.items.get(*i)?;
            Some(Flip {
                index: *i as u32,
                id: item.id.clone(),
                question: cut(&item.question, CUT),
                gold: cut(item.answers.first().map_or("", String::as_str), CUT),
                first: first.of(*i),
                second: second.of(*i),
            })
        };
        Flips {
            total: found.len() as u32,
            from: query.from,
            rows: in_view.filter_map(flip).collect(),
            ..none
        }
    }
}

/// One run's answers, as they are read.
struct Answers<'a> {
    column: &'a Column,
    entries: Vec<Option<&'a Entry>>,
    comparer: Comparer<'a>,
}

impl Column {
    fn answers(&self) -> Answers<'_> {
        Answers {
            column: self,
            entries: self.joined.entries(&self.predictions),
            comparer: Comparer::new(&self.dataset, &self.settings),
        }
    }
}

impl Answers<'_> {
    /// An answer and its class.
    fn of(&self, i: usize) -> (String, Outcome) {
        let entry = self.entries.get(i).copied().flatten();
        let compared = self.comparer.compare(i, entry).unwrap_or_default();
        (cut(&compared.read, CUT), compared.score.outcome)
    }
}

/// How a run stands to the first, with its p corrected for the number of runs once all are known.
fn corrected(run: RunKey, against: &[Against]) -> Option<(f64, Option<f64>)> {
    let at = against.iter().position(|(key, ..)| *key == run)?;
    let all: Option<Vec<f64>> = against.iter().map(|(.., p)| *p).collect();
    let corrected = all.and_then(|all| holm(&all).get(at).copied());
    against.get(at).map(|(_, delta, _)| (*delta, corrected))
}
