//! What all prompts come to, counted in slices.
//!
//! Deliberately absent: the clock. Whoever counts decides how many at a time.

use super::super::Workspace;
use crate::prompt::{Values, approximate_tokens};
use crate::protocol::TotalsView;

/// If so many prompts fail one after the other from the start, the others would too.
const N_TRIED: u32 = 50;

/// A count under way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    view: TotalsView,
}

impl Totals {
    /// Counts the next `n` questions of `workspace` and returns what came together so far. If there is another dataset by
    /// now, that was all.
    pub fn step(&mut self, workspace: &Workspace, n: usize) -> TotalsView {
        let prepared = &workspace.prompts.prepared;
        let Some(data) = workspace.data().filter(|data| prepared.is_for(data)) else {
            self.view.n_items = self.view.n_done;
            return self.view.clone();
        };
        let n_items = self.view.n_items.min(data.items.len() as u32);
        self.view.n_items = n_items;
        let is_strict = workspace.prompts.kept.is_strict;
        for _ in 0..n {
            if self.is_done() {
                break;
            }
            let index = self.view.n_done;
            let values = prepared.values_of(data, index as usize);
            let length = |template: &super::Parsed| length(template, &values, is_strict);
            match (length(&prepared.system), length(&prepared.user)) {
                (Some(system), Some(user)) => self.add(index, system.0 + user.0, system.1 + user.1),
                _ => self.fail(index, workspace),
            }
            self.view.n_done += 1;
        }
        self.view.clone()
    }

    /// Whether all questions are counted, or the first fifty all failed.
    pub fn is_done(&self) -> bool {
        let n_failed = self.view.failed.as_ref().map_or(0, |(n, ..)| *n);
        self.view.n_done >= self.view.n_items
            || (self.view.n_done >= N_TRIED && n_failed == self.view.n_done)
    }

    fn add(&mut self, index: u32, n_chars: usize, n_tokens: usize) {
        self.view.n_chars += n_chars as f64;
        self.view.n_tokens += n_tokens as f64;
        let n_chars = u32::try_from(n_chars).unwrap_or(u32::MAX);
        if self.view.longest.is_none_or(|(_, most)| n_chars > most) {
            self.view.longest = Some((index, n_chars));
        }
    }

    fn fail(&mut self, index: u32, workspace: &Workspace) {
        let item = workspace
            .data()
            .and_then(|data| data.items.get(index as usize));
        let id = || item.map(|item| item.id.clone()).unwrap_or_default();
        match &mut self.view.failed {
            Some((n, ..)) => *n += 1,
            None => self.view.failed = Some((1, index, id())),
        }
    }
}

/// Characters and tokens of a message; `None` where it cannot be made.
fn length(template: &super::Parsed, values: &Values, is_strict: bool) -> Option<(usize, usize)> {
    let text = template.render(values, is_strict).ok()?.text.ok()?;
    Some((text.chars().count(), approximate_tokens(&text)))
}

impl Workspace {
    /// Begins to count what all prompts come to, as [`prompt`](Self::prompt) last showed them; `None` without questions,
    /// or if it has not shown any of them yet.
    pub fn totals(&self, ticket: u32) -> Option<Totals> {
        let prepared = &self.prompts.prepared;
        let data = self.data().filter(|data| prepared.is_for(data));
        let n_items = data.map_or(0, |data| data.items.len());
        (n_items > 0).then(|| Totals {
            view: TotalsView {
                ticket,
                n_items: u32::try_from(n_items).unwrap_or(u32::MAX),
                ..TotalsView::default()
            },
        })
    }
}
