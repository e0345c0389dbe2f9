//! How many answers do not occur in their contexts, looked up some at a time.

use crate::protocol::Reply;
use crate::score;
use crate::worker::say;
use crate::workspace::Workspace;

/// Answers looked up before the clock is looked at.
const AT_ONCE: usize = 500;

/// A count under way.
#[derive(Default)]
pub(super) struct LookUp {
    n_done: usize,
    n: u32,
}

impl LookUp {
    /// Looks some more answers up; `None` when that was all, and told.
    pub(super) fn step(
        mut self,
        workspace: &mut Workspace,
        turn: u32,
        has_time: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let shown = workspace.shown()?;
        let (dataset, settings) = (shown.dataset, &shown.scored.settings);
        let n_questions = shown.scored.items.len();
        while self.n_done < n_questions {
            let end = (self.n_done + AT_ONCE).min(n_questions);
            let range = self.n_done..end;
            self.n += score::n_not_in_context(dataset, &shown.entries, settings, range);
            self.n_done = end;
            if end < n_questions && !has_time() {
                return Some(self);
            }
        }
        workspace.complete(self.n);
        say(&Reply::NotInContext { turn, n: self.n });
        None
    }
}
