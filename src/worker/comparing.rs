//! Runs beside each other, in slices: each run is scored, then the two chosen are compared, then every run with the first.

use super::say;
use crate::compare::{Compared, Comparing};
use crate::metrics::uncertainty::N_RESAMPLES;
use crate::protocol::{CompareQuery, PairView, Reply, RunKey};
use crate::workspace::{Against, Workspace};

/// Draws per slice, over all questions; about 20 ms.
const DRAWS: usize = 2_000_000;

/// A comparison under way.
pub struct Comparison {
    query: CompareQuery,
    stage: Stage,
    pair: Option<PairView>,
    /// How the runs stand to the first.
    against: Vec<Against>,
}

/// What is done next.
enum Stage {
    /// Runs are scored.
    Scoring,
    /// The two chosen are compared.
    Pair(Box<Comparing>, usize),
    /// This run is compared with the first, then the others.
    Board(Vec<RunKey>, Option<Box<Comparing>>),
    Done,
}

impl Comparison {
    /// Begins one.
    pub fn new(query: CompareQuery) -> Self {
        Self {
            query,
            stage: Stage::Scoring,
            pair: None,
            against: Vec::new(),
        }
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// Does one slice, and tells the page where there is something new.
    pub fn step(&mut self, workspace: &mut Workspace) {
        let (stage, is_new) = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Scoring => match workspace.score_next() {
                true => (Stage::Scoring, true),
                false => (self.begin(workspace), true),
            },
            Stage::Pair(comparing, n) => self.draw(workspace, comparing, n),
            Stage::Board(due, comparing) => self.draw_board(workspace, due, comparing),
            Stage::Done => (Stage::Done, false),
        };
        self.stage = stage;
        if is_new {
            self.tell(workspace);
        }
    }

    fn tell(&self, workspace: &Workspace) {
        let view = workspace.comparison(&self.query, self.pair.clone(), &self.against);
        say(&Reply::Compare(Box::new(view)));
    }

    /// All runs are scored: what needs no drawing is known.
    fn begin(&mut self, workspace: &Workspace) -> Stage {
        let pair = workspace.pair(&self.query);
        let measure = workspace.measure(&self.query);
        let Some((pair, measure)) = pair.zip(measure) else {
            return Stage::Done;
        };
        (self.query.first, self.query.second) = (Some(pair.0), Some(pair.1));
        let Some(comparing) = workspace.comparing(pair, measure) else {
            return Stage::Done;
        };
        let n = comparing.so_far().n_shared as usize;
        self.look(workspace, comparing.so_far(), comparing.is_done());
        Stage::Pair(Box::new(comparing), n.max(1))
    }

    fn look(&mut self, workspace: &Workspace, compared: &Compared, is_done: bool) {
        let pair = self.query.first.zip(self.query.second);
        self.pair = pair.and_then(|pair| workspace.pair_view(pair, compared, is_done));
    }

    fn draw(
        &mut self,
        workspace: &Workspace,
        mut comparing: Box<Comparing>,
        n: usize,
    ) -> (Stage, bool) {
        comparing.step((DRAWS / n).clamp(1, N_RESAMPLES));
        if !comparing.is_done() {
            return (Stage::Pair(comparing, n), false);
        }
        let compared = comparing.finish();
        self.look(workspace, &compared, true);
        let mut due = workspace.others(&self.query);
        due.reverse();
        (Stage::Board(due, None), true)
    }

    /// One run after another against the first: their p-values are corrected together, so that they are told at the end.
    fn draw_board(
        &mut self,
        workspace: &Workspace,
        mut due: Vec<RunKey>,
        comparing: Option<Box<Comparing>>,
    ) -> (Stage, bool) {
        let Some(run) = due.last().copied() else {
            return (Stage::Done, true);
        };
        let begun = || {
            let measure = workspace.measure(&self.query)?;
            let comparing = workspace.comparing((self.query.first?, run), measure)?;
            Some(Box::new(comparing.without_interval()))
        };
        let Some(mut comparing) = comparing.or_else(begun) else {
            due.pop();
            return (Stage::Board(due, None), false);
        };
        let n = comparing.so_far().n_shared.max(1) as usize;
        comparing.step((DRAWS / n).clamp(1, N_RESAMPLES));
        if !comparing.is_done() {
            return (Stage::Board(due, Some(comparing)), false);
        }
        let compared = comparing.finish();
        self.against.push((run, compared.delta, compared.p));
        due.pop();
        (Stage::Board(due, None), false)
    }
}
