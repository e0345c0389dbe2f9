//! The runs beside each other: each scored with the settings in use, and two of them question by question.
//!
//! All runs are measured alike, whatever a result zip was scored with. Deliberately absent: the comparison itself, see
//! [`compare`](crate::compare), and resampling, which the worker does in slices.

mod columns;
mod facts;
mod pair;
mod removal;
mod stages;

pub(super) use columns::Columns;
pub use stages::Comparison;

use super::Workspace;
use super::runs::RunOfFiles;
use crate::compare::{Compared, Comparing, Measure};
use crate::metrics::uncertainty::comparison::holm;
use crate::protocol::{BoardRow, CompareQuery, CompareView, PairView, RunKey, Standing};
use serde::{Deserialize, Serialize};

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

/// How the runs stand to the first one, as far as that is known.
#[derive(Default)]
struct Board {
    /// How many runs there are beside the first.
    n_runs: usize,
    /// Those that are compared with it.
    against: Vec<(RunKey, Compared)>,
    /// Whether these are all.
    is_done: bool,
}

impl Board {
    /// How likely chance alone is for one of them, corrected for their number (Holm) once all are known. One that shares too
    /// few questions with the first has no test, and is none of them.
    fn corrected(&self, run: RunKey) -> Option<f64> {
        let tested = self.against.iter().filter(|_| self.is_done);
        let tested = tested.filter_map(|(run, compared)| Some((*run, compared.p?)));
        let (runs, chances): (Vec<RunKey>, Vec<f64>) = tested.unzip();
        let at = runs.iter().position(|known| *known == run)?;
        holm(&chances).get(at).copied()
    }

    /// How many comparisons it is corrected for; 1 is none.
    fn n_compared(&self) -> usize {
        let tested = self.against.iter().filter(|(_, by)| by.p.is_some());
        match self.is_done {
            true => tested.count().max(1),
            false => self.n_runs.max(1),
        }
    }

    fn standing(&self, run: RunKey) -> Option<Standing> {
        let (_, compared) = self.against.iter().find(|(known, _)| *known == run)?;
        Some(Standing {
            n_shared: compared.n_shared,
            delta: compared.delta,
            chance: self.corrected(run),
            is_done: self.is_done,
        })
    }
}

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

    /// The runs that answer questions of the dataset in use, by name.
    fn fitting_runs(&self) -> Vec<RunOfFiles> {
        let fitting = self.runs.iter().filter(|run| self.is_fitting(run));
        fitting.cloned().collect()
    }

    /// The two runs a query is about: those it names, else the first ones by name.
    fn pair(&self, query: &CompareQuery) -> Option<(RunKey, RunKey)> {
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

    /// Every run but this one, by name.
    fn others(&self, first: RunKey) -> Vec<RunKey> {
        let runs = self.fitting_runs().into_iter().map(|run| run.key);
        runs.filter(|run| *run != first).collect()
    }

    /// The measure of this key; the first one there is where runs of this dataset have none of it.
    fn measure(&self, key: &str) -> Option<Measure> {
        let (_, dataset) = self.dataset.as_ref()?;
        let measures = Measure::of(dataset.task);
        let named = measures
            .iter()
            .find(|measure| measure.key(dataset.task) == key);
        named.or(measures.first()).copied()
    }

    /// Begins to compare two runs that are scored.
    fn comparing(&self, (first, second): (RunKey, RunKey), measure: Measure) -> Option<Comparing> {
        let (first, second) = (self.columns.get(first)?, self.columns.get(second)?);
        Some(Comparing::new(
            first.dataset(),
            &first.marks,
            &second.marks,
            measure,
        ))
    }

    /// The Compare place, with what is drawn so far: of the pair, and of every run against the first.
    fn comparison(
        &self,
        query: &CompareQuery,
        pair: Option<PairView>,
        board: &Board,
    ) -> CompareView {
        let task = self.dataset.as_ref().map(|(_, dataset)| dataset.task);
        let measures = task.map(|task| {
            let named =
                |measure: &Measure| (measure.key(task).to_owned(), measure.label(task).to_owned());
            Measure::of(task).iter().map(named).collect()
        });
        let measure = task.zip(self.measure(&query.measure));
        let runs = self.fitting_runs();
        CompareView {
            ticket: query.ticket,
            measures: measures.unwrap_or_default(),
            measure: measure
                .map(|(task, measure)| measure.key(task).to_owned())
                .unwrap_or_default(),
            n_scored: runs
                .iter()
                .filter(|run| self.columns.get(run.key).is_some())
                .count() as u32,
            board: runs.iter().map(|run| self.board_row(run, board)).collect(),
            pair: pair.map(Box::new),
        }
    }

    fn board_row(&self, run: &RunOfFiles, board: &Board) -> BoardRow {
        let column = self.columns.get(run.key);
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
            also: self.also_removed(run),
            against: board.standing(run.key),
        }
    }
}
