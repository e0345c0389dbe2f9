//! What the page does not wait for: the intervals, how letters were mistaken, the answers that are not in their
//! context, and what other normalizers would change. Done in slices.

use super::say;
use crate::dataset::Task;
use crate::metrics::uncertainty::N_RESAMPLES;
use crate::normalize;
use crate::protocol::{Alternative, Interval, Reply};
use crate::score::{self, Comparer, Intervals};
use crate::settings::{Normalizer, Settings};
use crate::workspace::Workspace;

/// Draws per slice, over all questions; about 20 ms.
const DRAWS: usize = 2_000_000;

/// Answers looked up in their contexts per slice.
const LOOK_UPS: usize = 8_000;

/// Work left to do on the shown run.
pub struct Background {
    intervals: Option<Intervals>,
    n_questions: usize,
    /// How many questions were looked up so far, and what came of it; `None` when that is done.
    not_in_context: Option<(usize, u32)>,
    are_letters_due: bool,
    candidates: Vec<(&'static str, Normalizer)>,
    alternatives: Vec<Alternative>,
}

impl Background {
    /// All there is to do for the shown run, if one is scored.
    pub fn new(workspace: &Workspace) -> Option<Self> {
        let shown = workspace.shown()?;
        let settings = &shown.scored.settings;
        let is_other = |normalizer: &Normalizer| settings.normalizers != [normalizer.clone()];
        let mut candidates: Vec<_> = normalize::CATALOG
            .iter()
            .filter(|entry| entry.tasks.contains(&shown.dataset.task))
            .filter(|entry| !matches!(entry.key, "none" | "regex"))
            .filter_map(|entry| Some((entry.label, normalize::of_key(entry.key)?)))
            .filter(|(_, normalizer)| is_other(normalizer))
            .collect();
        candidates.reverse();
        let has_contexts =
            shown.dataset.task == Task::Extractive && !shown.dataset.contexts.is_empty();
        Some(Self {
            intervals: Some(Intervals::new(shown.dataset, shown.scored)),
            n_questions: shown.scored.items.len().max(1),
            not_in_context: has_contexts.then_some((0, 0)),
            are_letters_due: shown.dataset.task == Task::MultipleChoice,
            candidates,
            alternatives: Vec::new(),
        })
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.intervals.is_none()
            && self.not_in_context.is_none()
            && !self.are_letters_due
            && self.candidates.is_empty()
    }

    /// Does one slice and tells the page what it found.
    pub fn step(&mut self, workspace: &mut Workspace, turn: u32) {
        if let Some(mut intervals) = self.intervals.take() {
            intervals.step((DRAWS / self.n_questions).clamp(1, N_RESAMPLES));
            if !intervals.is_done() {
                self.intervals = Some(intervals);
                return;
            }
            let why_none = intervals.why_none().map(str::to_owned);
            let intervals = intervals.finish().into_iter().map(|figure| Interval {
                key: figure.key.to_owned(),
                low: figure.interval.low,
                high: figure.interval.high,
                method: figure.method,
            });
            say(&Reply::Intervals {
                turn,
                intervals: intervals.collect(),
                why_none,
            });
            return;
        }
        if std::mem::take(&mut self.are_letters_due) {
            if let Some(letters) = workspace.letters() {
                say(&Reply::Letters { turn, letters });
            }
            return;
        }
        if let Some((n_done, n)) = self.not_in_context.take() {
            return self.look_up(workspace, turn, n_done, n);
        }
        if let Some((label, normalizer)) = self.candidates.pop() {
            self.try_out(workspace, label, normalizer);
        }
        if self.candidates.is_empty() {
            let alternatives = std::mem::take(&mut self.alternatives);
            say(&Reply::Alternatives { turn, alternatives });
        }
    }

    fn look_up(&mut self, workspace: &mut Workspace, turn: u32, n_done: usize, n: u32) {
        let Some(shown) = workspace.shown() else {
            return;
        };
        let end = (n_done + LOOK_UPS).min(self.n_questions);
        let (dataset, settings) = (shown.dataset, &shown.scored.settings);
        let n = n + score::n_not_in_context(dataset, &shown.entries, settings, n_done..end);
        if end < self.n_questions {
            self.not_in_context = Some((end, n));
            return;
        }
        workspace.complete(n);
        say(&Reply::NotInContext { turn, n });
    }

    fn try_out(&mut self, workspace: &Workspace, label: &str, normalizer: Normalizer) {
        let Some(shown) = workspace.shown() else {
            return;
        };
        let settings = Settings {
            normalizers: vec![normalizer],
            ..shown.scored.settings.clone()
        };
        let comparer = Comparer::new(shown.dataset, &settings);
        let (mut n_gained, mut n_lost) = (0, 0);
        for (i, (entry, score)) in shown.entries.iter().zip(&shown.scored.items).enumerate() {
            let is_exact = comparer.score(i, *entry).exact == 1.0;
            n_gained += u32::from(is_exact && score.exact < 1.0);
            n_lost += u32::from(!is_exact && score.exact == 1.0);
        }
        // What no-answer phrases would do is always told: they are off, and often wanted.
        let is_always_told = matches!(
            settings.normalizers[..],
            [Normalizer::NoAnswerPhrases { .. }]
        );
        if n_gained + n_lost > 0 || is_always_told {
            let label = label.to_owned();
            let normalizers = settings.normalizers;
            self.alternatives.push(Alternative {
                label,
                normalizers,
                n_gained,
                n_lost,
            });
        }
    }
}
