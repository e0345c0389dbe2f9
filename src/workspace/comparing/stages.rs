//! A comparison from beginning to end: the runs are scored, then the two chosen are compared, then every run with the first.
//!
//! Deliberately absent: the clock, and telling the page.

use super::Board;
use crate::compare::{Compared, Comparing, Measure};
use crate::metrics::uncertainty::N_RESAMPLES;
use crate::protocol::{CompareQuery, CompareView, RunKey};
use crate::workspace::Workspace;

/// Draws before time is looked at, over all questions; about 3 ms.
const DRAWS: usize = 300_000;

/// A comparison under way. What was drawn before and still holds is not drawn again.
pub struct Comparison {
    query: CompareQuery,
    stage: Stage,
    /// Whether anything was told: what is shown of before must not stand longer.
    is_told: bool,
    /// How the two chosen stand to each other, and whether that is all.
    pair: Option<(Compared, bool)>,
    board: Board,
}

/// What is done next.
enum Stage {
    Scoring,
    /// The two chosen are compared.
    Pair(Measure, Box<Comparing>),
    /// The last of these runs is compared with the first one, then the others.
    Board(Measure, Vec<RunKey>, Option<Box<Comparing>>),
    Done,
}

impl Comparison {
    /// Begins one.
    pub fn new(query: CompareQuery) -> Self {
        Self {
            query,
            stage: Stage::Scoring,
            is_told: false,
            pair: None,
            board: Board::default(),
        }
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// Whether the two chosen are still to be compared, which is looked at first.
    pub fn is_pair_due(&self) -> bool {
        matches!(self.stage, Stage::Scoring | Stage::Pair(..))
    }

    /// Goes on for as long as `has_time` says so, but at least a little. Whether there is something new to tell.
    pub fn step(&mut self, workspace: &mut Workspace, has_time: &mut dyn FnMut() -> bool) -> bool {
        let (stage, is_new) = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Scoring => match workspace.score_some(has_time) {
                Some(is_new) => (Stage::Scoring, is_new),
                None => (self.begin(workspace), true),
            },
            Stage::Pair(measure, comparing) => self.draw(workspace, measure, comparing, has_time),
            Stage::Board(measure, due, comparing) => {
                self.draw_board(workspace, measure, due, comparing, has_time)
            }
            Stage::Done => (Stage::Done, false),
        };
        self.stage = stage;
        let was_told = std::mem::replace(&mut self.is_told, true);
        is_new || !was_told
    }

    /// What is known so far.
    pub fn view(&self, workspace: &Workspace) -> CompareView {
        let pair = self.query.first.zip(self.query.second);
        let pair = pair.zip(self.pair.as_ref());
        let pair = pair.and_then(|(runs, (compared, is_done))| {
            workspace.pair_view(runs, compared, *is_done, &self.board)
        });
        workspace.comparison(&self.query, pair, &self.board)
    }

    /// All runs are scored: what needs no drawing, and what was drawn before, is known.
    fn begin(&mut self, workspace: &Workspace) -> Stage {
        let pair = workspace.pair(&self.query);
        let Some((pair, measure)) = pair.zip(workspace.measure(&self.query.measure)) else {
            return Stage::Done;
        };
        (self.query.first, self.query.second) = (Some(pair.0), Some(pair.1));
        self.board.n_runs = workspace.others(pair.0).len();
        if let Some(compared) = workspace.columns.drawn((pair.0, pair.1, measure), true) {
            self.pair = Some((compared.clone(), true));
            return self.begin_board(workspace, measure);
        }
        let Some(comparing) = workspace.comparing(pair, measure) else {
            return Stage::Done;
        };
        self.pair = Some((comparing.so_far().clone(), false));
        Stage::Pair(measure, Box::new(comparing))
    }

    fn draw(
        &mut self,
        workspace: &mut Workspace,
        measure: Measure,
        mut comparing: Box<Comparing>,
        has_time: &mut dyn FnMut() -> bool,
    ) -> (Stage, bool) {
        if !step(&mut comparing, has_time) {
            return (Stage::Pair(measure, comparing), false);
        }
        let compared = comparing.finish();
        if let Some((first, second)) = self.query.first.zip(self.query.second) {
            let asked = (first, second, measure);
            workspace.columns.keep(asked, compared.clone(), true);
        }
        self.pair = Some((compared, true));
        (self.begin_board(workspace, measure), true)
    }

    /// Every run but the first against it, with those that are known already.
    fn begin_board(&mut self, workspace: &Workspace, measure: Measure) -> Stage {
        let Some(first) = self.query.first else {
            return Stage::Done;
        };
        let others = workspace.others(first);
        let known = |run: &RunKey| workspace.columns.drawn((first, *run, measure), false);
        let (there, mut due): (Vec<RunKey>, Vec<RunKey>) =
            others.into_iter().partition(|run| known(run).is_some());
        for run in there {
            self.board
                .against
                .extend(known(&run).map(|known| (run, known.clone())));
        }
        self.board.is_done = due.is_empty();
        due.reverse();
        match due.is_empty() {
            true => Stage::Done,
            false => Stage::Board(measure, due, None),
        }
    }

    /// One run after another against the first: their p-values are corrected together, so that they are told at the end.
    fn draw_board(
        &mut self,
        workspace: &mut Workspace,
        measure: Measure,
        mut due: Vec<RunKey>,
        comparing: Option<Box<Comparing>>,
        has_time: &mut dyn FnMut() -> bool,
    ) -> (Stage, bool) {
        let Some((first, run)) = self.query.first.zip(due.last().copied()) else {
            self.board.is_done = true;
            return (Stage::Done, true);
        };
        let begun = || {
            let comparing = workspace.comparing((first, run), measure)?;
            Some(Box::new(comparing.without_interval()))
        };
        let Some(mut comparing) = comparing.or_else(begun) else {
            due.pop();
            return (Stage::Board(measure, due, None), false);
        };
        if !step(&mut comparing, has_time) {
            return (Stage::Board(measure, due, Some(comparing)), false);
        }
        let compared = comparing.finish();
        let asked = (first, run, measure);
        workspace.columns.keep(asked, compared.clone(), false);
        self.board.against.push((run, compared));
        due.pop();
        (Stage::Board(measure, due, None), false)
    }
}

/// Draws some more. Whether that was all.
fn step(comparing: &mut Comparing, has_time: &mut dyn FnMut() -> bool) -> bool {
    let n = comparing.so_far().n_shared.max(1) as usize;
    while !comparing.is_done() {
        comparing.step((DRAWS / n).clamp(1, N_RESAMPLES));
        if !has_time() {
            break;
        }
    }
    comparing.is_done()
}
