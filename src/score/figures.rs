//! Turns scored questions into the figures of the result files.
//!
//! Deliberately absent: judging single questions, messages, intervals.

use crate::dataset::{Dataset, Task};
use crate::metrics::Sum;
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::score::judge::Verdict;
use crate::score::{Facts, ItemScore, Scored};
use crate::settings::{Profile, Settings};

type Figures = Vec<(&'static str, f64)>;

/// Puts everything together.
pub(super) fn scored(
    dataset: &Dataset,
    settings: &Settings,
    items: Vec<ItemScore>,
    facts: Facts,
    as_alue: &AsAlue,
    problems: Vec<Problem>,
) -> Scored {
    let mut counts = [0; Outcome::ALL.len()];
    for item in &items {
        // Outcomes are numbered in the order of `ALL`.
        if let Some(n) = counts.get_mut(item.outcome as usize) {
            *n += 1;
        }
    }
    let metrics = match dataset.task {
        Task::Extractive => extractive(dataset, settings, &items),
        Task::MultipleChoice => multiple_choice(&items, as_alue),
    };
    let as_alue = as_alue.figures(dataset.task, settings.profile, &items);
    Scored {
        settings: settings.clone(),
        items,
        metrics,
        counts,
        as_alue,
        facts,
        problems,
    }
}

fn extractive(dataset: &Dataset, settings: &Settings, items: &[ItemScore]) -> Figures {
    let mut figures = Vec::with_capacity(20);
    let all = Tally::of(items.iter());
    let exact_key = match settings.profile {
        Profile::SquadV11 => "exact_match",
        Profile::Alue | Profile::SquadV2 => "exact",
    };
    figures.extend([
        (exact_key, all.exact()),
        ("f1", all.f1()),
        ("total", all.n()),
    ]);
    if settings.profile != Profile::SquadV11 {
        figures.extend(by_answers(dataset, items));
    }
    let answered = Tally::of(items.iter().filter(|item| item.outcome.has_reply()));
    figures.extend([
        ("answered", answered.n()),
        ("answered_exact", answered.exact()),
        ("answered_f1", answered.f1()),
    ]);
    let mut lists = [Sum::default(); 4];
    for item in items {
        let list = item.list;
        for (sum, x) in lists
            .iter_mut()
            .zip([list.exact, list.precision, list.recall, list.f1])
        {
            sum.add(x);
        }
    }
    let keys = ["list_exact", "list_precision", "list_recall", "list_f1"];
    figures.extend(
        keys.into_iter()
            .zip(lists.map(|sum| 100.0 * sum.mean(items.len()))),
    );
    figures
}

/// The figures of questions with and without answers; a group without questions has none, as in the script.
fn by_answers(dataset: &Dataset, items: &[ItemScore]) -> Figures {
    let group = |is_unanswerable: bool| {
        let pairs = items.iter().zip(&dataset.items);
        let members = pairs.filter(move |(_, item)| item.is_unanswerable() == is_unanswerable);
        Tally::of(members.map(|(score, _)| score))
    };
    let mut figures = Vec::new();
    let groups = [
        (group(false), ["HasAns_exact", "HasAns_f1", "HasAns_total"]),
        (group(true), ["NoAns_exact", "NoAns_f1", "NoAns_total"]),
    ];
    for (tally, keys) in groups.into_iter().filter(|(tally, _)| tally.n_items > 0) {
        figures.extend(keys.into_iter().zip([tally.exact(), tally.f1(), tally.n()]));
    }
    figures
}

fn multiple_choice(items: &[ItemScore], as_alue: &AsAlue) -> Figures {
    let all = Tally::of(items.iter());
    let answered = Tally::of(items.iter().filter(|item| item.outcome.has_reply()));
    // `unparsed` counts every question in whose reply no letter was read, whatever the reason: not only the class of
    // that name. A question that was not asked, or whose call never got a reply, is not among them.
    let is_without_letter = |item: &&ItemScore| {
        matches!(
            item.outcome,
            Outcome::Unparsed
                | Outcome::Empty
                | Outcome::Truncated
                | Outcome::Refused
                | Outcome::HttpError
        )
    };
    vec![
        ("accuracy", all.share_exact()),
        ("correct", all.exact.value()),
        ("total", all.n()),
        ("answered", answered.n()),
        ("answered_accuracy", answered.share_exact()),
        (
            "unparsed",
            items.iter().filter(is_without_letter).count() as f64,
        ),
        ("strict_accuracy", as_alue.exact.mean(items.len())),
        ("strict_correct", as_alue.exact.value()),
    ]
}

/// Sums over a group of questions.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    n_items: usize,
    exact: Sum,
    f1: Sum,
}

impl Tally {
    pub(super) fn of<'i>(items: impl Iterator<Item = &'i ItemScore>) -> Self {
        let mut tally = Self::default();
        for item in items {
            tally.n_items += 1;
            tally.exact.add(item.exact);
            tally.f1.add(item.f1);
        }
        tally
    }

    fn n(self) -> f64 {
        self.n_items as f64
    }

    /// Exact match, 0 to 100.
    pub(super) fn exact(self) -> f64 {
        percent(self.exact, self.n_items)
    }

    /// The same, 0.0 to 1.0.
    pub(super) fn share_exact(self) -> f64 {
        self.exact.mean(self.n_items)
    }

    /// F1, 0 to 100.
    pub(super) fn f1(self) -> f64 {
        percent(self.f1, self.n_items)
    }
}

/// 100 × sum / n in the script's order of operations; 0 when there is nothing to divide by.
fn percent(sum: Sum, n: usize) -> f64 {
    match n {
        0 => 0.0,
        _ => 100.0 * sum.value() / n as f64,
    }
}

/// What ALUE's own functions sum up: only the questions that have a prediction, letters compared as they are.
#[derive(Default)]
pub(super) struct AsAlue {
    n_items: usize,
    exact: Sum,
    f1: Sum,
}

impl AsAlue {
    pub(super) fn add(&mut self, verdict: &Verdict) {
        if let Some((exact, f1)) = verdict.as_alue {
            self.n_items += 1;
            self.exact.add(exact);
            self.f1.add(f1);
        }
    }

    /// The figures where they differ from ours; none where they do not, or where ALUE has nothing to divide by.
    fn figures(&self, task: Task, profile: Profile, items: &[ItemScore]) -> Figures {
        let ours = Tally::of(items.iter());
        let is_same = self.n_items == items.len()
            && self.exact.value() == ours.exact.value()
            && (self.f1.value() - ours.f1.value()).abs() < 1e-9;
        if self.n_items == 0 || is_same {
            return Vec::new();
        }
        let total = self.n_items as f64;
        match (task, profile) {
            (Task::MultipleChoice, _) => vec![
                ("accuracy", self.exact.mean(self.n_items)),
                ("correct", self.exact.value()),
                ("total", total),
            ],
            (Task::Extractive, Profile::Alue) => vec![
                ("exact", percent(self.exact, self.n_items)),
                ("f1", percent(self.f1, self.n_items)),
                ("total", total),
            ],
            (Task::Extractive, _) => Vec::new(),
        }
    }
}

impl Facts {
    pub(super) fn add(&mut self, verdict: &Verdict) {
        let (score, marks) = (&verdict.score, &verdict.marks);
        // Every wrong or empty answer is in exactly one group.
        let is_told = matches!(score.outcome, Outcome::Wrong | Outcome::Empty);
        let says_none = marks.says_no_answer || score.outcome == Outcome::Empty;
        self.n_none_stated += u32::from(marks.is_none_stated);
        self.n_none_stated_exact += u32::from(marks.is_none_stated && score.exact == 1.0);
        if marks.has_key {
            self.n_missed += u32::from(is_told && says_none);
            self.n_other += u32::from(is_told && !says_none);
        } else {
            let says_none = says_none || marks.is_written_refusal || marks.is_denial;
            self.n_said_none += u32::from(is_told && says_none);
            self.n_invented += u32::from(is_told && !says_none);
        }
    }
}
