//! Runs scored for comparing, a part at a time, each once for as long as what it follows from stays the same.
//!
//! Deliberately absent: what they are compared by, and what is told of them.

use crate::compare::{Compared, Mark, Measure, marks};
use crate::dataset::Dataset;
use crate::predictions::{Entry, Predictions};
use crate::protocol::{ReadAs, RunKey};
use crate::score::{self, Comparer, ItemScore, Scored};
use crate::settings::Settings;
use crate::workspace::join::Joined;
use crate::workspace::open_file::OpenFile;
use crate::workspace::runs::RunOfFiles;
use crate::workspace::{Elsewhere, Remembered, Workspace};
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many questions are scored before time is looked at.
const N_AT_ONCE: usize = 256;

/// Figures that are kept of a run: known however it was scored.
const FIGURES: [&str; 4] = ["exact", "exact_match", "accuracy", "f1"];

/// Two runs and what they are compared by.
type Asked = (RunKey, RunKey, Measure);

/// All that was scored and compared so far.
#[derive(Default)]
pub(in crate::workspace) struct Columns {
    scored: Vec<Column>,
    under_way: Option<Box<UnderWay>>,
    /// Comparisons that are drawn; with whether the interval was wanted.
    drawn: BTreeMap<Asked, (Compared, bool)>,
}

/// One run as it is held for comparing.
pub(super) struct Column {
    of: RunOfFiles,
    source: Source,
    pub(super) predictions: Arc<Predictions>,
    joined: Joined,
    pub(super) marks: Vec<Mark>,
    pub(super) figures: Vec<(String, f64)>,
    /// Questions with a reply, and questions asked.
    pub(super) n_answered: (u32, u32),
}

/// A run that is being scored.
struct UnderWay {
    column: Column,
    settings: Settings,
    items: Vec<ItemScore>,
}

/// What a run's scores follow from.
struct Source {
    dataset: Arc<Dataset>,
    settings: Settings,
    parts: Vec<Arc<Predictions>>,
    probabilities: Option<Arc<Vec<(String, f64)>>>,
    /// How replies of a batch are read.
    read: Option<(ReadAs, Option<Elsewhere>, Remembered)>,
    /// Of a run that was asked from here, how many questions it asks.
    n_items: Option<usize>,
}

impl Source {
    fn new(workspace: &Workspace, of: &RunOfFiles, dataset: &Arc<Dataset>) -> Self {
        let by = workspace.by(&of.parts);
        Self {
            dataset: dataset.clone(),
            settings: workspace.measure_settings(dataset),
            parts: held(workspace, of).cloned().collect(),
            probabilities: workspace.probabilities(of),
            read: by.map(|by| {
                let kept = by.kept.cloned();
                (by.read_as.clone(), kept, by.remembered.clone())
            }),
            n_items: n_items(workspace, of),
        }
    }

    fn is_of(&self, workspace: &Workspace, of: &RunOfFiles, dataset: &Arc<Dataset>) -> bool {
        let is_same_reading = match (&self.read, workspace.by(&of.parts)) {
            (Some((read_as, kept, remembered)), Some(by)) => {
                read_as == by.read_as && kept.as_ref() == by.kept && remembered == by.remembered
            }
            (read, by) => read.is_none() && by.is_none(),
        };
        let is_same_file = match (&self.probabilities, &workspace.probabilities(of)) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        let mut parts = self.parts.iter().zip(held(workspace, of));
        Arc::ptr_eq(&self.dataset, dataset)
            && self.settings == workspace.measure_settings(dataset)
            && self.parts.len() == held(workspace, of).count()
            && parts.all(|(old, new)| Arc::ptr_eq(old, new))
            && is_same_file
            && is_same_reading
            && self.n_items == n_items(workspace, of)
    }
}

fn held<'w>(
    workspace: &'w Workspace,
    of: &'w RunOfFiles,
) -> impl Iterator<Item = &'w Arc<Predictions>> {
    of.parts
        .iter()
        .filter_map(|part| workspace.predictions(*part))
}

fn n_items(workspace: &Workspace, of: &RunOfFiles) -> Option<usize> {
    let answers = workspace.file(of.key.file).and_then(OpenFile::answers)?;
    Some(answers.state.facts.n_items as usize)
}

impl Column {
    fn is_of(&self, workspace: &Workspace, of: &RunOfFiles, dataset: &Arc<Dataset>) -> bool {
        // A run is the same by whatever name.
        self.of.key == of.key
            && self.of.parts == of.parts
            && self.source.is_of(workspace, of, dataset)
    }

    fn told(mut self, scored: &Scored) -> Self {
        self.marks = marks(scored);
        let n_replies = self.marks.iter().filter(|mark| mark.has_reply).count();
        self.n_answered = (n_replies as u32, self.marks.len() as u32);
        let figures = scored.metrics.iter();
        let figures = figures.filter(|(key, _)| FIGURES.contains(key));
        self.figures = figures
            .map(|(key, value)| ((*key).to_owned(), *value))
            .collect();
        self
    }

    pub(super) fn dataset(&self) -> &Dataset {
        &self.source.dataset
    }

    pub(super) fn comparer(&self) -> Comparer<'_> {
        Comparer::new(&self.source.dataset, &self.source.settings)
    }

    /// The prediction for a question.
    pub(super) fn entry(&self, index: usize) -> Option<&Entry> {
        let rank = self.joined.ranks().get(index)?;
        self.predictions.entries.get(*rank as usize)
    }
}

impl UnderWay {
    /// Scores some more questions; the column once that were all.
    fn step(mut self: Box<Self>, has_time: &mut dyn FnMut() -> bool) -> Result<Column, Box<Self>> {
        let dataset = self.column.source.dataset.clone();
        let n = self.settings.n_questions.unwrap_or(usize::MAX);
        let n = n.min(dataset.items.len());
        let settings = self.settings.clone();
        let comparer = Comparer::new(&dataset, &settings);
        while self.items.len() < n {
            let from = self.items.len();
            for index in from..n.min(from + N_AT_ONCE) {
                self.items
                    .push(comparer.score(index, self.column.entry(index)));
            }
            if self.items.len() < n && !has_time() {
                return Err(self);
            }
        }
        let scored = score::of_items(&dataset, &settings, self.items);
        Ok(self.column.told(&scored))
    }
}

impl Columns {
    pub(super) fn get(&self, run: RunKey) -> Option<&Column> {
        self.scored.iter().find(|column| column.of.key == run)
    }

    /// A comparison that was drawn before, and is still of the same two.
    pub(super) fn drawn(&self, asked: Asked, with_interval: bool) -> Option<&Compared> {
        let (compared, has_interval) = self.drawn.get(&asked)?;
        (*has_interval || !with_interval).then_some(compared)
    }

    pub(super) fn keep(&mut self, asked: Asked, compared: Compared, with_interval: bool) {
        self.drawn.insert(asked, (compared, with_interval));
    }

    /// Forgets what is another by now.
    fn forget(&mut self, is_current: impl Fn(&Column) -> bool) {
        self.scored.retain(&is_current);
        self.under_way = self
            .under_way
            .take()
            .filter(|work| is_current(&work.column));
        let runs: Vec<RunKey> = self.scored.iter().map(|column| column.of.key).collect();
        self.drawn
            .retain(|(first, second, _), _| runs.contains(first) && runs.contains(second));
    }
}

impl Workspace {
    /// The settings all runs are measured with.
    fn measure_settings(&self, dataset: &Dataset) -> Settings {
        let settings = self.settings.clone();
        settings.unwrap_or_else(|| score::default_settings(dataset))
    }

    /// Scores some questions of a run that is not scored yet, but for what a comparison needs nothing of. Whether that run
    /// is scored now; `None` when all runs were.
    pub(super) fn score_some(&mut self, has_time: &mut dyn FnMut() -> bool) -> Option<bool> {
        let mut columns = std::mem::take(&mut self.columns);
        let (_, dataset) = self.dataset.clone()?;
        let runs = self.fitting_runs();
        columns.forget(|column| {
            let is_same = |of: &RunOfFiles| column.is_of(self, of, &dataset);
            runs.iter().any(is_same)
        });
        let due = runs.iter().find(|of| columns.get(of.key).is_none());
        let told = due.map(|of| {
            let column = match columns.under_way.take() {
                Some(work) if work.column.of.key == of.key => work.step(has_time),
                _ => match self.shown_column(of, &dataset) {
                    Some(column) => Ok(column),
                    None => self.begun_column(of, &dataset).step(has_time),
                },
            };
            match column {
                Ok(column) => columns.scored.push(column),
                Err(work) => {
                    columns.under_way = Some(work);
                    return false;
                }
            }
            true
        });
        self.columns = columns;
        told
    }

    /// What of the shown run is scored already.
    fn shown_column(&self, of: &RunOfFiles, dataset: &Arc<Dataset>) -> Option<Column> {
        let run = self.run.as_ref()?;
        let scored = run.scored.as_ref()?;
        let settings = self.measure_settings(dataset);
        let own = Settings {
            n_questions: settings.n_questions.or(run.n_asked),
            ..settings
        };
        let is_same = run.of == *of && Arc::ptr_eq(&run.dataset, dataset) && scored.settings == own;
        is_same.then(|| {
            let column = Column::new(
                Source::new(self, of, dataset),
                of,
                run.predictions.clone(),
                run.joined.clone(),
            );
            column.told(scored)
        })
    }

    fn begun_column(&self, of: &RunOfFiles, dataset: &Arc<Dataset>) -> Box<UnderWay> {
        let run = self.joined(of, dataset);
        let source = Source::new(self, of, dataset);
        let settings = source.settings.clone();
        Box::new(UnderWay {
            settings: Settings {
                n_questions: settings.n_questions.or(run.n_asked),
                ..settings
            },
            column: Column::new(source, of, run.predictions, run.joined),
            items: Vec::new(),
        })
    }
}

impl Column {
    fn new(source: Source, of: &RunOfFiles, predictions: Arc<Predictions>, joined: Joined) -> Self {
        Self {
            of: of.clone(),
            source,
            predictions,
            joined,
            marks: Vec::new(),
            figures: Vec::new(),
            n_answered: (0, 0),
        }
    }
}
