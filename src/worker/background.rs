//! What the page does not wait for: the intervals, how letters were mistaken, what went wrong, the answers that are not in
//! their context, what other normalizers would change, and the charts. Done in slices.

mod contexts;
mod intervals;

use super::say;
use crate::browser::clock;
use crate::dataset::Task;
use crate::protocol::{Pick, Reply};
use crate::workspace::Workspace;
use contexts::LookUp;
use intervals::Draw;
use std::collections::VecDeque;

/// How long a slice may take, in milliseconds: what a person asks meanwhile waits so long at most.
pub(super) const SLICE: f64 = 15.0;

/// Work left to do on the shown run.
pub struct Background {
    tasks: VecDeque<Work>,
}

/// One thing to find out.
enum Work {
    Intervals(Box<Draw>),
    Letters,
    Groups,
    Contexts(LookUp),
    Alternatives,
    Questions,
    Charts,
}

impl Background {
    /// All there is to do for the shown run, if one is scored.
    pub fn new(workspace: &Workspace) -> Option<Self> {
        let shown = workspace.shown()?;
        let mut tasks = VecDeque::from([Work::Intervals(Box::new(Draw::new(&shown)))]);
        if shown.dataset.task == Task::MultipleChoice {
            tasks.push_back(Work::Letters);
        }
        tasks.push_back(Work::Groups);
        if shown.dataset.task == Task::Extractive && !shown.dataset.contexts.is_empty() {
            tasks.push_back(Work::Contexts(LookUp::default()));
        }
        tasks.extend([Work::Alternatives, Work::Questions, Work::Charts]);
        Some(Self { tasks })
    }

    /// Does first what the table waits for.
    pub fn hurry(&mut self, pick: &Pick) {
        let is_wanted = |work: &Work| match pick {
            Pick::Group(_) => matches!(work, Work::Groups),
            Pick::Chart(_) => matches!(work, Work::Questions),
            Pick::Doubtful => false,
        };
        let wanted = self.tasks.iter().position(is_wanted);
        if let Some(work) = wanted.and_then(|at| self.tasks.remove(at)) {
            self.tasks.push_front(work);
        }
    }

    /// Does first what stands in the report.
    pub fn hurry_report(&mut self) {
        let (first, later): (Vec<_>, Vec<_>) = self.tasks.drain(..).partition(is_of_report);
        self.tasks.extend(first.into_iter().chain(later));
    }

    /// Whether all is found that stands in the report.
    pub fn is_report_known(&self) -> bool {
        !self.tasks.iter().any(is_of_report)
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Does one slice and tells the page what it found. Whether the table may know more of what it is to show.
    pub fn step(&mut self, workspace: &mut Workspace, turn: u32) -> bool {
        let Some(work) = self.tasks.pop_front() else {
            return false;
        };
        let is_of_table = matches!(work, Work::Groups | Work::Questions);
        let rest = do_some(work, workspace, turn);
        let is_known = is_of_table && rest.is_none();
        if let Some(rest) = rest {
            self.tasks.push_front(rest);
        }
        is_known
    }
}

fn is_of_report(work: &Work) -> bool {
    match work {
        Work::Intervals(_) | Work::Groups | Work::Questions | Work::Charts => true,
        Work::Letters | Work::Contexts(_) | Work::Alternatives => false,
    }
}

/// Does a slice of one thing; what is left of it.
fn do_some(work: Work, workspace: &mut Workspace, turn: u32) -> Option<Work> {
    let end = clock::now() + SLICE;
    let has_time = &mut || clock::now() < end;
    match work {
        Work::Intervals(draw) => return draw.step(workspace, turn).map(Work::Intervals),
        Work::Contexts(look_up) => {
            return look_up.step(workspace, turn, has_time).map(Work::Contexts);
        }
        Work::Letters => {
            if let Some(letters) = workspace.letters() {
                say(&Reply::Letters { turn, letters });
            }
        }
        Work::Groups => {
            if workspace.group(has_time) {
                return Some(work);
            }
            // Of a small run what would help is known as soon: told later, it would move the page under a person's finger.
            workspace.try_others(has_time);
            tell_groups(workspace, turn);
        }
        Work::Alternatives => {
            if workspace.try_others(has_time) {
                return Some(work);
            }
            let alternatives = workspace.alternatives();
            say(&Reply::Alternatives { turn, alternatives });
            // By now it is known what would help.
            tell_groups(workspace, turn);
        }
        Work::Questions => {
            if workspace.gather(has_time) {
                return Some(work);
            }
        }
        Work::Charts => {
            if workspace.draw() {
                return Some(work);
            }
            let charts = workspace.charts().to_vec();
            say(&Reply::Charts { turn, charts });
        }
    }
    None
}

fn tell_groups(workspace: &Workspace, turn: u32) {
    if let Some(groups) = workspace.groups() {
        say(&Reply::Groups { turn, groups });
    }
}
