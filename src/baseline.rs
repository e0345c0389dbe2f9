//! Baselines: answerers that need no model and no key, so that a run can be tried anywhere and a model has something to beat.
//!
//! They do not read the prompt: they see the question's context or its choices alone, and never its gold answers.
//! Deliberately absent: anything that learns.

use crate::dataset::{Dataset, Item, Task};
use crate::normalize::tail_numbers::bracketed;
use crate::provider::{Adapted, Reply, Rule, Sent};
use crate::random::Random;
use crate::run::{Answerer, Ask, Tried};
use crate::score;
use crate::settings::Profile;
use core::time::Duration;
use std::collections::BTreeSet;

pub mod tail_number;

/// What a person is told beside every baseline.
pub const NOTE: &str = "a baseline: it does not read the prompt";

/// What a baseline does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every text in the context that is written like a tail number.
    TailNumber,
    /// Always that there is no answer.
    NoAnswer,
    /// Always this letter.
    Letter(char),
    /// A letter at random, from a seed: the same for the same question whatever the order.
    Random(u64),
    /// The letter of the longest choice, the first of several.
    Longest,
}

/// A baseline: a line of [`BASELINES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// The name in files and in the page's `provider` select.
    pub key: &'static str,
    /// The name a person reads; also the model's name in result files.
    pub label: &'static str,
    /// What it can answer.
    pub task: Task,
    /// What it does; a letter or a seed is the usual one until a person chooses.
    pub kind: Kind,
}

/// Every baseline, in the order the page offers them.
pub const BASELINES: [Baseline; 5] = [
    Baseline {
        key: "baseline-tail-number",
        label: "baseline: tail-number pattern",
        task: Task::Extractive,
        kind: Kind::TailNumber,
    },
    Baseline {
        key: "baseline-no-answer",
        label: "baseline: always no answer",
        task: Task::Extractive,
        kind: Kind::NoAnswer,
    },
    Baseline {
        key: "baseline-letter",
        label: "baseline: always the same letter",
        task: Task::MultipleChoice,
        kind: Kind::Letter('A'),
    },
    Baseline {
        key: "baseline-random",
        label: "baseline: random letter",
        task: Task::MultipleChoice,
        kind: Kind::Random(0),
    },
    Baseline {
        key: "baseline-longest",
        label: "baseline: longest choice",
        task: Task::MultipleChoice,
        kind: Kind::Longest,
    },
];

/// The baseline named `key`.
///
/// ```
/// use marksheet::baseline::find;
/// assert_eq!(find("baseline-longest").unwrap().label, "baseline: longest choice");
/// assert!(find("openai").is_none());
/// ```
pub fn find(key: &str) -> Option<Baseline> {
    BASELINES.into_iter().find(|baseline| baseline.key == key)
}

/// A baseline that answers the questions of a dataset.
pub struct Answers<'a> {
    dataset: &'a Dataset,
    kind: Kind,
    /// Answers are lists in brackets, as ALUE's golds are.
    has_lists: bool,
    /// Offered where a question's choices are not known.
    letters: Vec<char>,
}

impl<'a> Answers<'a> {
    /// `kind` for the questions of `dataset`. The form of an answer (a list in brackets or plain text) follows the profile
    /// the dataset has by default.
    pub fn new(dataset: &'a Dataset, kind: Kind) -> Self {
        let letters = dataset.items.iter().flat_map(|item| &item.answers);
        let letters: BTreeSet<char> = match dataset.task {
            Task::MultipleChoice => letters.filter_map(|letter| letter.chars().next()).collect(),
            Task::Extractive => BTreeSet::new(),
        };
        Self {
            dataset,
            kind,
            has_lists: score::default_settings(dataset).profile == Profile::Alue,
            letters: letters.into_iter().collect(),
        }
    }

    /// The answer to the question at `item_idx`; empty text where there is none, or no such question.
    pub fn answer(&self, item_idx: usize) -> String {
        let Some(item) = self.dataset.items.get(item_idx) else {
            return String::new();
        };
        match self.kind {
            Kind::TailNumber => self.list(&tail_number::find(self.context(item))),
            Kind::NoAnswer => self.list(&[]),
            Kind::Letter(letter) => letter.to_ascii_uppercase().to_string(),
            Kind::Random(seed) => text(self.random(item, item_idx, seed)),
            Kind::Longest => text(longest(item)),
        }
    }

    fn context(&self, item: &Item) -> &'a str {
        let context = item
            .context
            .and_then(|at| self.dataset.contexts.get(at as usize));
        context.map_or("", String::as_str)
    }

    fn list(&self, members: &[String]) -> String {
        match self.has_lists {
            true => bracketed(members),
            false => members.join(", "),
        }
    }

    fn random(&self, item: &Item, item_idx: usize, seed: u64) -> Option<char> {
        let own: Vec<char> = item.choices.iter().map(|choice| choice.letter).collect();
        let letters = if own.is_empty() { &self.letters } else { &own };
        // A generator for each question: what it draws does not depend on which were asked before.
        let mut random =
            Random::new(seed.wrapping_add((item_idx as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let n = u32::try_from(letters.len()).unwrap_or(u32::MAX);
        letters.get(random.below(n) as usize).copied()
    }
}

fn longest(item: &Item) -> Option<char> {
    let mut best = None;
    for choice in &item.choices {
        let length = choice.text.chars().count();
        if best.is_none_or(|(_, most)| length > most) {
            best = Some((choice.letter, length));
        }
    }
    best.map(|(letter, _)| letter)
}

fn text(letter: Option<char>) -> String {
    letter.map(String::from).unwrap_or_default()
}

impl Answerer for Answers<'_> {
    async fn ask(&self, ask: &Ask, _adapted: Adapted) -> Tried {
        Tried {
            sent: Sent::default(),
            result: Ok(Reply::of_text(
                self.answer(ask.index as usize),
                Rule::Baseline,
            )),
            duration: Some(Duration::ZERO),
        }
    }

    async fn probe(&self) -> bool {
        true
    }
}
