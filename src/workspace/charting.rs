//! What is found out about the shown run once its numbers stand: what its questions are, what went wrong, what other
//! normalizers would change, and the charts of it.
//!
//! Everything is found once and kept with the run until it is scored anew, a part at a time: whoever asks says how long it
//! may take. Deliberately absent: the order in which it is found, which is the worker's.

use super::open_file::OpenFile;
use super::runs::Run;
use super::{Shown, Workspace};
use crate::charts::{Chart, Cost, Gathering, Name, Question, Source};
use crate::dataset::Task;
use crate::explain::{Group, Grouping};
use crate::normalize;
use crate::protocol::{Alternative, GroupView, GroupsView, Pick, WinView};
use crate::report::{Found, QuestionCosts};
use crate::score::{Changes, Comparer, FigureInterval};
use crate::settings::{Normalizer, Settings};

/// Questions looked at before it is asked whether there is time for more.
const AT_ONCE: usize = 64;

/// Ids shown of each group.
const N_EXAMPLES: usize = 3;

/// What is known of the shown run beside its scores.
#[derive(Default)]
pub(super) struct Findings {
    gathering: Gathering,
    costs: Option<Vec<Cost>>,
    questions: Option<Vec<Question>>,
    grouping: Grouping,
    groups: Option<Vec<Group>>,
    /// What else could stand in place of the present normalizers, the one under way last; `None` before it begins.
    untried: Option<Vec<Trial>>,
    tried: Vec<Trial>,
    made: Vec<Chart>,
    n_made: usize,
    intervals: Option<Vec<FigureInterval>>,
}

/// Other normalizers, and what they would change.
struct Trial {
    label: &'static str,
    settings: Settings,
    changes: Changes,
    n_looked_at: usize,
}

impl Trial {
    /// Looks at questions for as long as there is time. Whether it has looked at all.
    fn go_on(&mut self, shown: &Shown<'_>, has_time: &mut dyn FnMut() -> bool) -> bool {
        let scores = &shown.scored.items;
        let comparer = Comparer::new(shown.dataset, &self.settings);
        loop {
            let end = scores.len().min(self.n_looked_at + AT_ONCE);
            let range = self.n_looked_at..end;
            self.n_looked_at = end;
            self.changes.look(&comparer, &shown.entries, scores, range);
            if end >= scores.len() {
                return true;
            }
            if !has_time() {
                return false;
            }
        }
    }
}

impl Findings {
    /// What the result files need not find out again.
    pub(super) fn found(&self) -> Found<'_> {
        Found {
            intervals: self.intervals.as_deref(),
            groups: self.groups.as_deref(),
            charts: (self.n_made >= Name::ALL.len()).then_some(&self.made),
        }
    }

    /// The questions behind a group or a bar, in dataset order; `None` while that is not known.
    pub(super) fn picked(&self, pick: &Pick) -> Option<Vec<u32>> {
        match pick {
            Pick::Group(kind) => {
                let groups = self.groups.as_ref()?;
                let group = groups.iter().find(|group| group.kind == *kind);
                Some(group.map_or(Vec::new(), |group| group.questions.clone()))
            }
            Pick::Chart(filter) => Some(filter.questions(self.questions.as_ref()?)),
            // Known without looking at the run.
            Pick::Doubtful => None,
        }
    }

    /// Makes the groups of all questions, with what would win points back as far as it is tried. A change that would cost
    /// the run more than it wins helps nobody.
    fn finish_groups(&mut self) {
        let mut grouping = self.grouping.clone();
        for trial in self.tried.iter().filter(|trial| trial.changes.net() > 0) {
            grouping.wins(&trial.changes.gained, trial.label);
        }
        self.groups = Some(grouping.finish());
    }

    /// A change by which a group would win, for the page.
    fn win(&self, (label, n): &(String, u32)) -> Option<WinView> {
        let trial = self.tried.iter().find(|trial| trial.label == label)?;
        Some(WinView {
            label: label.clone(),
            normalizers: trial.settings.normalizers.clone(),
            n: *n,
            n_gained: trial.changes.gained.len() as u32,
            n_lost: trial.changes.lost.len() as u32,
        })
    }
}

impl Workspace {
    /// Does some work on the shown run's findings, which lie apart meanwhile; nothing while nothing is scored.
    fn find(&mut self, work: impl FnOnce(&Shown<'_>, &Run, &mut Findings) -> bool) -> bool {
        let Some(run) = &mut self.run else {
            return false;
        };
        let mut findings = std::mem::take(&mut run.findings);
        let found = self.shown().zip(self.run.as_ref());
        let is_more = found.is_some_and(|(shown, run)| work(&shown, run, &mut findings));
        if let Some(run) = &mut self.run {
            run.findings = findings;
        }
        is_more
    }

    /// Learns what charts need to know of the questions, for as long as `has_time` says. Returns whether there is more.
    pub fn gather(&mut self, has_time: &mut dyn FnMut() -> bool) -> bool {
        let costs = match self.run.as_ref().map(|run| (run, &run.findings)) {
            Some((_, findings)) if findings.questions.is_some() => return false,
            Some((run, findings)) if findings.costs.is_none() => {
                Some(self.question_costs(run).of(&run.dataset))
            }
            _ => None,
        };
        self.find(|shown, run, findings| {
            let costs = findings.costs.get_or_insert(costs.unwrap_or_default());
            let source = Source {
                dataset: shown.dataset,
                entries: &shown.entries,
                scored: shown.scored,
                ranks: run.joined.ranks(),
                costs,
            };
            if findings.gathering.step(source, has_time) {
                return true;
            }
            findings.questions = Some(std::mem::take(&mut findings.gathering).finish());
            findings.costs = None;
            false
        })
    }

    /// What each question of a run cost, where it was asked from here: now, or before it was taken home in a zip.
    pub(super) fn question_costs(&self, run: &Run) -> QuestionCosts {
        let Some(state) = self.answers(run.of.key.file) else {
            let record = self.file(run.of.key.file).and_then(OpenFile::record);
            return record
                .map(|record| record.cost_per_question.clone())
                .unwrap_or_default();
        };
        let costs = state.records.values().filter_map(|record| {
            let item = run.dataset.items.get(record.index as usize)?;
            let milliseconds = u64::try_from(record.duration.as_millis()).ok();
            let cost = Cost {
                n_tokens_in: record.n_tokens_in,
                n_tokens_out: record.n_tokens_out,
                // A reply that was pasted took no request.
                milliseconds: milliseconds.filter(|_| record.n_tries > 0),
            };
            Some((item.id.as_str(), cost, record.n_tries))
        });
        QuestionCosts::new(costs)
    }

    /// Makes the next chart of what was [gathered](Self::gather). Returns whether there is another one.
    pub fn draw(&mut self) -> bool {
        let Some(findings) = self.run.as_mut().map(|run| &mut run.findings) else {
            return false;
        };
        let next = findings
            .questions
            .as_ref()
            .zip(Name::ALL.get(findings.n_made));
        if let Some((questions, name)) = next {
            findings
                .made
                .extend(name.make(questions).filter(Chart::is_telling));
            findings.n_made += 1;
        }
        findings.questions.is_some() && findings.n_made < Name::ALL.len()
    }

    /// Keeps the intervals of the shown figures, which whoever draws them found, for the result files.
    pub fn keep_intervals(&mut self, intervals: Vec<FigureInterval>) {
        if let Some(run) = &mut self.run {
            run.findings.intervals = Some(intervals);
        }
    }

    /// The charts made so far.
    pub fn charts(&self) -> &[Chart] {
        self.run.as_ref().map_or(&[], |run| &run.findings.made)
    }

    /// Groups questions by what went wrong, for as long as `has_time` says. Returns whether there is more.
    pub fn group(&mut self, has_time: &mut dyn FnMut() -> bool) -> bool {
        self.find(|shown, _, findings| {
            if findings.groups.is_some() {
                return false;
            }
            let comparer = Comparer::new(shown.dataset, &shown.scored.settings);
            let (entries, scores) = (&shown.entries, &shown.scored.items);
            let grouping = &mut findings.grouping;
            while grouping.step(shown.dataset, entries, scores, &comparer, AT_ONCE) {
                if !has_time() {
                    return true;
                }
            }
            findings.finish_groups();
            false
        })
    }

    /// Tries what other normalizers would change, for as long as `has_time` says. Returns whether there is more.
    pub fn try_others(&mut self, has_time: &mut dyn FnMut() -> bool) -> bool {
        self.find(|shown, _, findings| {
            let untried = findings.untried.get_or_insert_with(|| others(shown));
            if untried.is_empty() {
                return false;
            }
            while let Some(trial) = untried.last_mut() {
                let is_tried = trial.go_on(shown, has_time);
                if is_tried {
                    findings.tried.extend(untried.pop());
                }
                if !untried.is_empty() && (!is_tried || !has_time()) {
                    return true;
                }
            }
            if findings.groups.is_some() {
                findings.finish_groups();
            }
            false
        })
    }

    /// What other normalizers would change, as far as they are [tried](Self::try_others): those that would change something,
    /// and no-answer phrases always: they are off, and often wanted.
    pub fn alternatives(&self) -> Vec<Alternative> {
        let tried = self.run.iter().flat_map(|run| &run.findings.tried);
        let is_told = |trial: &&Trial| {
            let is_phrases = matches!(
                trial.settings.normalizers[..],
                [Normalizer::NoAnswerPhrases { .. }]
            );
            is_phrases || !(trial.changes.gained.is_empty() && trial.changes.lost.is_empty())
        };
        let alternative = |trial: &Trial| Alternative {
            label: trial.label.to_owned(),
            normalizers: trial.settings.normalizers.clone(),
            n_gained: trial.changes.gained.len() as u32,
            n_lost: trial.changes.lost.len() as u32,
        };
        tried.filter(is_told).map(alternative).collect()
    }

    /// What went wrong, with what would help as far as it is [tried](Self::try_others); `None` before all questions are
    /// [grouped](Self::group).
    pub fn groups(&self) -> Option<GroupsView> {
        let shown = self.shown()?;
        let findings = &self.run.as_ref()?.findings;
        let groups = findings.groups.as_ref()?;
        let n_asked = shown.scored.items.len();
        let points = |lost: f64| 100.0 * lost / n_asked.max(1) as f64;
        let example = |index: &u32| {
            let item = shown.dataset.items.get(*index as usize)?;
            Some((*index, item.id.clone()))
        };
        let view = |group: &Group| GroupView {
            kind: group.kind,
            count: group.questions.len() as u32,
            lost_exact: points(f64::from(group.lost_exact)),
            lost_f1: points(group.lost_f1),
            wins: group
                .wins
                .iter()
                .filter_map(|win| findings.win(win))
                .collect(),
            examples: group
                .questions
                .iter()
                .take(N_EXAMPLES)
                .filter_map(example)
                .collect(),
        };
        let lost_exact: u32 = groups.iter().map(|group| group.lost_exact).sum();
        let lost_f1: f64 = groups.iter().map(|group| group.lost_f1).sum();
        Some(GroupsView {
            groups: groups.iter().map(view).collect(),
            n_asked: n_asked as u32,
            lost_exact: points(f64::from(lost_exact)),
            lost_f1: (shown.dataset.task == Task::Extractive).then(|| points(lost_f1)),
        })
    }
}

/// Every normalizer that could stand alone in place of the present ones; those tried first are last.
fn others(shown: &Shown<'_>) -> Vec<Trial> {
    let settings = &shown.scored.settings;
    let trial = |entry: &normalize::Entry| {
        let normalizers = vec![normalize::of_key(entry.key)?];
        let is_other = settings.normalizers != normalizers;
        is_other.then(|| Trial {
            label: entry.label,
            settings: Settings {
                normalizers,
                ..settings.clone()
            },
            changes: Changes::default(),
            n_looked_at: 0,
        })
    };
    let fitting = normalize::CATALOG
        .iter()
        .filter(|entry| entry.tasks.contains(&shown.dataset.task))
        // Nothing to do is what is compared with, and a pattern is a person's to write.
        .filter(|entry| !matches!(entry.key, "none" | "regex"));
    fitting.rev().filter_map(trial).collect()
}
