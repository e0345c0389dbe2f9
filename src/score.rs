//! Scores every question of a dataset against one set of predictions.
//!
//! Deliberately absent: reading files, resampling (see [`metrics::uncertainty`](crate::metrics)), wording.

use crate::dataset::{Dataset, Task};
use crate::normalize::{self, list_text};
use crate::outcome::Outcome;
use crate::predictions::Entry;
use crate::settings::{Profile, Settings};
use std::ops::Range;

mod changes;
mod comparer;
pub(crate) mod context;
mod figures;
mod intervals;
mod judge;
mod letters;
mod notices;
pub(crate) mod thresholds;
mod without;

pub use crate::metrics::lists::ListScore;
pub use changes::{Changes, changes_under};
pub use comparer::Comparer;
pub(crate) use intervals::contexts;
pub use intervals::{FigureInterval, Intervals};
pub(crate) use letters::gold_letter;
pub use letters::{LetterFacts, letters};
pub use thresholds::add_thresholds;
pub use without::{Without, without};

/// So many questions are scored between two reports of progress.
const PROGRESS_EVERY: usize = 2048;

/// Scores the asked questions of `dataset` against `predictions`, which has one place per question, in dataset order.
///
/// Every asked question counts in the headline figures; one without a prediction scores 0 and is named in the problems.
/// `progress` is told now and then how many questions are done.
///
/// ```
/// use marksheet::{dataset::*, json::Json, predictions::Entry, score};
/// # let about = About::default();
/// let item = Item { id: "q1".into(), answers: vec!["Runway 27".into()], ..Item::default() };
/// let dataset = Dataset { file: "key.json".into(), task: Task::Extractive, shape: "answer key", about,
///     has_alue_marks: false, contexts: vec![], items: vec![item], examples: vec![] };
/// let entry = Entry { id: "q1".into(), value: Json::Text("the runway 27".into()),
///     no_answer_probability: None, failure: None };
/// let scored = score::score(&dataset, &[Some(&entry)], &score::default_settings(&dataset), &mut |_| {});
/// assert_eq!(scored.metric("exact"), Some(100.0));
/// ```
pub fn score(
    dataset: &Dataset,
    predictions: &[Option<&Entry>],
    settings: &Settings,
    progress: &mut dyn FnMut(usize),
) -> Scored {
    let mut scored = headline(dataset, predictions, settings, progress);
    let all = 0..scored.items.len();
    scored.facts.n_not_in_context = n_not_in_context(dataset, predictions, settings, all);
    scored
}

/// [`score`] without [`Facts::n_not_in_context`], which stays 0: looking answers up in their contexts takes longer than
/// scoring them.
pub fn headline(
    dataset: &Dataset,
    predictions: &[Option<&Entry>],
    settings: &Settings,
    progress: &mut dyn FnMut(usize),
) -> Scored {
    let n_asked = n_asked(dataset, settings);
    let mut judge = judge::Judge::new(dataset, settings);
    let mut notices = notices::Notices::default();
    let mut as_alue = figures::AsAlue::default();
    let mut facts = Facts::default();
    let mut items = Vec::with_capacity(n_asked);
    for (idx, item) in dataset.items.iter().take(n_asked).enumerate() {
        let entry = predictions.get(idx).copied().flatten();
        let verdict = judge.judge(item, entry, None);
        as_alue.add(&verdict);
        if dataset.task == Task::Extractive {
            facts.add(&verdict);
        }
        notices.add(idx, &verdict);
        items.push(verdict.score);
        if (idx + 1) % PROGRESS_EVERY == 0 {
            progress(idx + 1);
        }
    }
    progress(n_asked);
    let problems = notices.into_problems(dataset, predictions, settings, n_asked, judge.problems);
    figures::scored(dataset, settings, items, facts, &as_alue, problems)
}

/// The figures of questions that were scored one by one, as [`headline`] gives them, without all that it finds beside the
/// scores: facts, problems and ALUE's own figures (`strict_accuracy` and `strict_correct` too).
///
/// ```
/// use marksheet::{dataset::*, score};
/// let item = Item { id: "q1".into(), answers: vec!["Runway 27".into()], ..Item::default() };
/// let dataset = Dataset { file: "key.json".into(), task: Task::Extractive, shape: "answer key", about: About::default(),
///     has_alue_marks: false, contexts: vec![], items: vec![item], examples: vec![] };
/// let right = score::ItemScore { exact: 1.0, f1: 1.0, ..Default::default() };
/// assert_eq!(score::of_items(&dataset, &score::default_settings(&dataset), vec![right]).metric("f1"), Some(100.0));
/// ```
pub fn of_items(dataset: &Dataset, settings: &Settings, items: Vec<ItemScore>) -> Scored {
    let (facts, as_alue) = (Facts::default(), figures::AsAlue::default());
    let mut scored = figures::scored(dataset, settings, items, facts, &as_alue, Vec::new());
    // Of what ALUE's scripts print nothing is known here.
    scored
        .metrics
        .retain(|(key, _)| !key.starts_with("strict_"));
    scored.as_alue.clear();
    scored
}

/// [`Facts::n_not_in_context`] over the questions in `range`, so that many can be done in slices.
pub fn n_not_in_context(
    dataset: &Dataset,
    predictions: &[Option<&Entry>],
    settings: &Settings,
    range: Range<usize>,
) -> u32 {
    if dataset.task != Task::Extractive {
        return 0;
    }
    let mut judge = judge::Judge::new(dataset, settings).with_contexts();
    let asked = dataset.items.iter().zip(predictions);
    asked
        .skip(range.start)
        .take(range.len())
        .map(|(item, entry)| u32::from(judge.judge(item, *entry, None).marks.is_not_in_context))
        .sum()
}

/// One question compared step by step, exactly as [`score`] does it; for many questions use a [`Comparer`].
///
/// `None` when the dataset has no question at `item_idx`.
pub fn compare(
    dataset: &Dataset,
    item_idx: usize,
    entry: Option<&Entry>,
    settings: &Settings,
) -> Option<Comparison> {
    Comparer::new(dataset, settings).compare(item_idx, entry)
}

/// The settings before anyone chooses: `alue` where the file has ALUE's marks or gold answers written as lists, else
/// `squad-v2`; the task's own normalizers; all questions.
///
/// Gold answers count as lists when one is a list of strings or `[NONE]`, or when half of them have brackets.
pub fn default_settings(dataset: &Dataset) -> Settings {
    let profile = match dataset.has_alue_marks || has_list_golds(dataset) {
        true => Profile::Alue,
        false => Profile::SquadV2,
    };
    Settings {
        profile,
        normalizers: normalize::default_for(dataset.task),
        field_to_extract: None,
        n_questions: None,
        unicode: false,
    }
}

fn n_asked(dataset: &Dataset, settings: &Settings) -> usize {
    let n_items = dataset.items.len();
    settings.n_questions.map_or(n_items, |n| n.min(n_items))
}

fn has_list_golds(dataset: &Dataset) -> bool {
    if dataset.task != Task::Extractive {
        return false;
    }
    let (mut n_golds, mut n_bracketed) = (0_usize, 0_usize);
    for gold in dataset.items.iter().flat_map(|item| &item.answers) {
        n_golds += 1;
        if !list_text::is_bracketed(gold) {
            continue;
        }
        if gold.trim() == "[NONE]" || list_text::strings(gold).is_some() {
            return true;
        }
        n_bracketed += 1;
    }
    n_bracketed > 0 && n_bracketed * 2 >= n_golds
}

/// The scores of one run, and all that is needed to show and export them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// What decided the numbers.
    pub settings: Settings,
    /// One per asked question, in dataset order.
    pub items: Vec<ItemScore>,
    /// The figures by their key in the result files, in the order they are written; in the file's unit
    /// (`exact`, `f1`, `list_*` 0–100; `accuracy` 0–1; counts as they are).
    pub metrics: Vec<(&'static str, f64)>,
    /// How many questions ended in each class, in the order of [`Outcome::ALL`].
    pub counts: [u32; 11],
    /// The figures ALUE's own scripts print for the same files, by key, where they differ from ours; mostly empty.
    pub as_alue: Vec<(&'static str, f64)>,
    /// What the texts show beyond the scores.
    pub facts: Facts,
    /// What the user must be told about how gold answers and predictions were read, with counts and ids.
    pub problems: Vec<crate::problem::Problem>,
}

impl Scored {
    /// The figure named `key`, if this task and profile have it.
    pub fn metric(&self, key: &str) -> Option<f64> {
        let found = self.metrics.iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| *value)
    }

    /// How many questions ended in `outcome`.
    pub fn count(&self, outcome: Outcome) -> u32 {
        let counts = Outcome::ALL.into_iter().zip(self.counts);
        counts
            .filter(|(other, _)| *other == outcome)
            .map(|(_, n)| n)
            .sum()
    }
}

/// Counts the page puts into words. All over the asked questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Wrong: an answer where the key says none.
    pub n_invented: u32,
    /// Wrong or empty: no answer (empty text, or NONE in its spellings) where the key has one.
    pub n_missed: u32,
    /// Wrong: another answer than the key's.
    pub n_other: u32,
    /// Wrong or empty: says that there is no answer, where the key says so in other words.
    pub n_said_none: u32,
    /// Extractive: answers that do not occur in their context at all, ignoring case, spaces and hyphens.
    pub n_not_in_context: u32,
    /// Questions whose only gold is NONE, `[NONE]` or `['NONE']` ("none stated"), or that have no answers.
    pub n_none_stated: u32,
    /// Of those, how many were answered exactly right.
    pub n_none_stated_exact: u32,
}

/// One question, compared step by step, for the detail view and the exports. Made on demand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The prediction as text, before any normalizer.
    pub read: String,
    /// After the normalizers.
    pub normalized: String,
    /// What is compared: prepared by the profile, or the letter.
    pub compared: String,
    /// Every gold answer, in file order.
    pub golds: Vec<Gold>,
    /// The result.
    pub score: ItemScore,
    /// Which rule read the letter or which step changed the text, in words; empty when nothing did.
    pub rules: Vec<String>,
    /// What else a person should see: invisible characters, mapped letters, a cut-off reply.
    pub notes: Vec<String>,
}

/// One gold answer of a [`Comparison`].
#[derive(Clone, Debug, PartialEq)]
pub struct Gold {
    /// As written in the dataset.
    pub written: String,
    /// Prepared by the profile (list-like text joined, …).
    pub prepared: String,
    /// What is compared.
    pub compared: String,
    /// Exact match, 0 or 1.
    pub exact: f64,
    /// Token F1, 0.0 to 1.0.
    pub f1: f64,
}

/// The scores of one question. Texts are not kept: they are made again for the few that are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemScore {
    /// What became of the question.
    pub outcome: Outcome,
    /// Exact match, 0 or 1; in multiple choice whether the letter is right.
    pub exact: f64,
    /// Token F1, 0.0 to 1.0; in multiple choice the same as `exact`.
    pub f1: f64,
    /// Order-free comparison of list members: precision, recall, F1, exact, each 0.0 to 1.0. Zero in multiple choice.
    pub list: ListScore,
    /// Index of the gold answer that scored best.
    pub best_gold: u32,
    /// Readable, but the reply was cut short or carried other marks worth a flag.
    pub is_flagged: bool,
}

/// A question nothing is known of: no prediction, nothing scored.
impl Default for ItemScore {
    fn default() -> Self {
        Self {
            outcome: Outcome::Missing,
            exact: 0.0,
            f1: 0.0,
            list: ListScore::default(),
            best_gold: 0,
            is_flagged: false,
        }
    }
}
