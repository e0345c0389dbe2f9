//! The Prompt place's side of the worker: one prompt at once, what all of them come to when nothing else is asked.

use super::downloads::hand_over;
use super::{Desk, say};
use crate::browser::clock;
use crate::protocol::{Go, PromptEdit, Reply};
use crate::report::archive;
use crate::workspace::Totals;

/// Prompts are counted when nothing was asked for so many milliseconds: not between two strokes of a key.
const CALM: f64 = 400.0;

/// About how long one slice of the counting takes, in milliseconds: a keystroke may have to wait for it.
const SLICE: f64 = 6.0;

/// The counting of all prompts.
pub(super) struct Counting {
    ticket: u32,
    due: f64,
    totals: Option<Totals>,
    n_per_slice: usize,
}

impl Counting {
    fn new(ticket: u32) -> Self {
        Self {
            ticket,
            due: clock::now() + CALM,
            totals: None,
            n_per_slice: 1,
        }
    }

    /// Milliseconds until it begins; 0 once it is due.
    pub(super) fn wait(&self) -> i32 {
        (self.due - clock::now()).max(0.0).ceil() as i32
    }
}

impl Desk {
    /// Makes the change, shows the prompt, and keeps what was changed without anybody waiting for it.
    pub(super) fn prompt(&mut self, ticket: u32, edit: PromptEdit, go: Go, with_totals: bool) {
        let is_change = edit != PromptEdit::Nothing;
        let is_move = !is_change && go != Go::Stay;
        let view = self.workspace.prompt(ticket, edit, go);
        say(&Reply::Prompt(Box::new(view)));
        if is_change {
            self.keep_soon();
        }
        // Another question's prompt changes no total.
        if !is_move {
            self.counting = with_totals.then(|| Counting::new(ticket));
        }
    }

    /// Makes the change and tells the sources alone.
    pub(super) fn prompt_sources(&mut self, ticket: u32, edit: PromptEdit, go: &Go) {
        self.counting = None;
        let view = self.workspace.prompt_sources(ticket, edit, go);
        say(&Reply::Prompt(Box::new(view)));
        self.keep_soon();
    }

    /// Counts for a few milliseconds and tells how far it came.
    pub(super) fn count(&mut self) {
        let Some(mut counting) = self.counting.take() else {
            return;
        };
        let totals = counting.totals.take();
        let Some(mut totals) = totals.or_else(|| self.workspace.totals(counting.ticket)) else {
            return;
        };
        let start = clock::now();
        let view = totals.step(&self.workspace, counting.n_per_slice);
        let took = (clock::now() - start).max(0.1);
        counting.n_per_slice =
            ((counting.n_per_slice as f64 * SLICE / took) as usize).clamp(1, 5_000);
        say(&Reply::Totals(view));
        if !totals.is_done() {
            counting.totals = Some(totals);
            self.counting = Some(counting);
        }
    }

    /// Hands over the selected template set, or all, as a zip of folders that can be dropped again.
    pub(super) fn download_templates(&self, is_all: bool) {
        let created = clock::utc();
        let files = self.workspace.template_files(is_all);
        let name = match files.first().and_then(|(path, _)| path.split('/').next()) {
            Some(folder) if !is_all => folder,
            _ => "templates",
        };
        let packed: Vec<_> = files
            .iter()
            .map(|(path, text)| (path.clone(), text.as_bytes()))
            .collect();
        match archive::write(&packed, &created, &mut |_, _| {}) {
            Ok(bytes) => hand_over(
                &archive::file_name(name, &created),
                "application/zip",
                &bytes,
            ),
            Err(problem) => say(&Reply::OfDeed(problem)),
        }
    }

    /// Tells how the selected templates differ from the built-in ones.
    pub(super) fn tell_difference(&self) {
        say(&Reply::TemplateDifference(self.workspace.difference()));
    }
}
