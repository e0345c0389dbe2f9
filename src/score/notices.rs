//! What the user must be told about how gold answers and predictions were read, with counts and ids.
//!
//! Deliberately absent: anything that is said about whole files, and the figures themselves.

use crate::dataset::{Dataset, Task};
use crate::normalize::characters::is_unspaced_script;
use crate::outcome::Outcome;
use crate::predictions::Entry;
use crate::predictions::value::{Kind, Status};
use crate::problem::{Problem, cut, some_ids};
use crate::score::judge::Verdict;
use crate::settings::{Normalizer, Profile, Settings};

mod about_golds;
mod about_replies;

/// So many ids, at most, are named in one message.
const N_IDS: usize = 5;

/// Indices of the questions each message is about.
#[derive(Default)]
pub(super) struct Notices {
    missing: Vec<usize>,
    failed: [Vec<usize>; 4],
    nulls: Vec<usize>,
    not_strings: Vec<usize>,
    /// Numbers, true/false, lists, objects.
    n_by_kind: [u32; 4],
    error_words: Vec<usize>,
    n_best: Vec<usize>,
    no_field: Vec<usize>,
    with_reasoning: Vec<usize>,
    truncated: Vec<usize>,
    cut_but_readable: Vec<usize>,
    unparsed: Vec<usize>,
    refusals: Vec<usize>,
    noted: Vec<usize>,
    /// The first notes, as examples.
    notes: Vec<String>,
    invisible: Vec<usize>,
    /// Replies that a normalizer changed, of `n_replies`.
    changed: Vec<usize>,
    n_replies: usize,
    bracketed: Vec<usize>,
    n_bracketed: u32,
    of_nothing: Vec<usize>,
    n_of_nothing: u32,
    unanswerable: Vec<usize>,
    none_stated: Vec<usize>,
}

/// The classes of failed calls that `Notices::failed` counts, in its order.
const FAILED: [Outcome; 4] = [
    Outcome::HttpError,
    Outcome::Network,
    Outcome::Timeout,
    Outcome::Refused,
];

/// What the messages are made from.
struct Sources<'a> {
    dataset: &'a Dataset,
    predictions: &'a [Option<&'a Entry>],
    settings: &'a Settings,
    n_asked: usize,
}

impl Notices {
    /// Notes what was seen while question `idx` was judged.
    pub(super) fn add(&mut self, idx: usize, verdict: &Verdict) {
        let marks = &verdict.marks;
        let outcome = verdict.score.outcome;
        let note = |list: &mut Vec<usize>, holds: bool| {
            if holds {
                list.push(idx);
            }
        };
        note(&mut self.missing, outcome == Outcome::Missing);
        note(&mut self.error_words, marks.is_error_word);
        for (failed, class) in self.failed.iter_mut().zip(FAILED) {
            note(failed, outcome == class && !marks.is_error_word);
        }
        // A failed call has no value either; it is told as failed.
        let is_null = marks.kind == Some(Kind::Null) && outcome.has_reply();
        note(&mut self.nulls, is_null);
        let kinds = [Kind::Number, Kind::Bool, Kind::List, Kind::Object];
        for (n, kind) in self.n_by_kind.iter_mut().zip(kinds) {
            *n += u32::from(marks.kind == Some(kind));
            note(&mut self.not_strings, marks.kind == Some(kind));
        }
        note(&mut self.n_best, marks.status == Some(Status::NBest));
        note(&mut self.no_field, marks.status == Some(Status::NoField));
        note(&mut self.with_reasoning, marks.has_reasoning);
        note(&mut self.truncated, outcome == Outcome::Truncated);
        let is_scored = outcome.has_reply() && outcome != Outcome::Truncated;
        note(&mut self.cut_but_readable, marks.is_cut_off && is_scored);
        note(
            &mut self.unparsed,
            outcome == Outcome::Unparsed && marks.status == Some(Status::Readable),
        );
        note(&mut self.refusals, marks.is_written_refusal);
        note(&mut self.noted, !marks.notes.is_empty());
        note(&mut self.invisible, marks.is_invisible_miss);
        note(&mut self.changed, marks.is_changed && outcome.has_reply());
        self.n_replies += usize::from(outcome.has_reply());
        note(&mut self.bracketed, marks.n_bracketed_golds > 0);
        note(&mut self.of_nothing, marks.n_golds_of_nothing > 0);
        note(&mut self.none_stated, marks.is_none_stated);
        self.n_bracketed += marks.n_bracketed_golds;
        self.n_of_nothing += marks.n_golds_of_nothing;
        let new = marks
            .notes
            .iter()
            .filter(|note| !self.notes.contains(note))
            .take(3);
        let new: Vec<_> = new.cloned().collect();
        self.notes.extend(new);
        self.notes.truncate(3);
    }

    /// The messages, the weightiest first.
    pub(super) fn into_problems(
        mut self,
        dataset: &Dataset,
        predictions: &[Option<&Entry>],
        settings: &Settings,
        n_asked: usize,
        of_chain: Vec<Problem>,
    ) -> Vec<Problem> {
        let is_unanswerable = |idx: &usize| {
            dataset
                .items
                .get(*idx)
                .is_some_and(|item| item.is_unanswerable())
        };
        if dataset.task == Task::Extractive {
            self.unanswerable = self
                .none_stated
                .iter()
                .copied()
                .filter(is_unanswerable)
                .collect();
            self.none_stated.retain(|idx| !is_unanswerable(idx));
        }
        let sources = Sources {
            dataset,
            predictions,
            settings,
            n_asked,
        };
        let mut problems = of_chain;
        if dataset.task == Task::Extractive
            && settings.normalizers.contains(&Normalizer::ChoiceLetter)
        {
            let message = "the normaliser choice letter reads letters; this data has no choices, so replies are left empty";
            problems.push(Problem::warning(message).hint("take choice letter off for this data"));
        }
        self.tell_of_replies(&sources, &mut problems);
        self.tell_of_golds(&sources, &mut problems);
        problems.sort_by_key(|problem| std::cmp::Reverse(problem.severity));
        problems
    }
}

impl Sources<'_> {
    /// The ids of questions, for a message.
    fn ids(&self, idxs: &[usize]) -> String {
        let ids = idxs.iter().filter_map(|idx| self.dataset.items.get(*idx));
        some_ids(ids.map(|item| item.id.as_str()), N_IDS)
    }

    /// `3 replies were` + `cut off`: `3 replies were cut off: q1, q2, q3`; `None` when it is about no question.
    fn about(&self, idxs: &[usize], one: &str, many: &str, rest: &str) -> Option<String> {
        let ids = || self.ids(idxs);
        (!idxs.is_empty()).then(|| format!("{} {rest}: {}", counted(idxs.len(), one, many), ids()))
    }

    /// How not being right is called in this task.
    fn counted_as(&self) -> &'static str {
        match self.dataset.task {
            Task::Extractive => "counted as wrong",
            Task::MultipleChoice => "counted as not correct",
        }
    }

    /// Why a reply does not fit its form, where that was said of it.
    fn misfit(&self, at: usize) -> Option<&str> {
        let failure = self
            .predictions
            .get(at)
            .copied()
            .flatten()?
            .failure
            .as_ref()?;
        let is_misfit = failure.outcome == Outcome::Unparsed && !failure.detail.is_empty();
        is_misfit.then_some(failure.detail.as_str())
    }

    /// Up to three different texts of these predictions, quoted.
    fn quoted(&self, idxs: &[usize]) -> String {
        let mut texts: Vec<String> = Vec::new();
        let entries = idxs
            .iter()
            .filter_map(|idx| self.predictions.get(*idx).copied().flatten());
        for entry in entries {
            let how = crate::predictions::value::How {
                task: self.dataset.task,
                profile: self.settings.profile,
                field: self.settings.field_to_extract.as_deref(),
            };
            let text = crate::predictions::value::read(&entry.value, how).text;
            let text = format!("\"{}\"", cut(text.trim(), 40));
            if !texts.contains(&text) {
                texts.push(text);
            }
            if texts.len() == 3 {
                break;
            }
        }
        texts.join(", ")
    }

    /// Whether most gold answers are in a script written without spaces.
    fn is_unspaced(&self) -> bool {
        let (mut n_letters, mut n_unspaced) = (0_usize, 0_usize);
        let asked = self.dataset.items.iter().take(self.n_asked);
        let golds = asked.flat_map(|item| &item.answers);
        // All these scripts are written with three bytes a character or more, which most files do not have at all.
        if golds
            .clone()
            .all(|gold| gold.bytes().all(|byte| byte < 0xE0))
        {
            return false;
        }
        for gold in golds {
            if gold.is_ascii() {
                n_letters += gold.len();
                continue;
            }
            n_letters += gold.chars().filter(|c| c.is_alphabetic()).count();
            n_unspaced += gold.chars().filter(|c| is_unspaced_script(*c)).count();
        }
        n_unspaced * 2 > n_letters
    }

    fn is_alue(&self) -> bool {
        self.settings.profile == Profile::Alue
    }
}

/// `1 prediction is` or `3 predictions are`.
fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn was(n: usize) -> &'static str {
    if n == 1 { "was" } else { "were" }
}
