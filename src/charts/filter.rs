//! Which questions are behind a bar, a cell or a point.
//!
//! Deliberately absent: lists of questions. A filter is a rule, small enough for a message or an address, and says of any
//! question whether it holds.

use super::probabilities::bin;
use super::work::note_look;
use super::{F1Bin, Question};
use crate::metrics::choice::Read;
use crate::outcome::Outcome;
use serde::{Deserialize, Serialize};

/// A rule that picks questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    /// Those of one class.
    Outcome(Outcome),
    /// Those in one bar of the F1 chart.
    F1(F1Bin),
    /// Those that the key has an answer to, or not.
    Answers(Answers),
    /// Those with this gold letter.
    Gold(char),
    /// Those with this gold letter that were read as that.
    Letters(char, Read),
    /// Those whose context has so many characters, both ends included.
    ContextLength(u32, u32),
    /// Those whose prompt has so many tokens: from the first, below the second.
    TokensIn(u64, Option<u64>),
    /// Those whose reply has so many tokens: from the first, below the second.
    TokensOut(u64, Option<u64>),
    /// Those that took so many milliseconds: from the first, below the second.
    Duration(u64, Option<u64>),
    /// Those that are answered under a threshold: whose no-answer probability is not above it. None without one.
    Given(Option<f64>),
    /// Those with an answer in the key, or those without, in one bar of the probabilities, from 0.
    Probability(Answers, u8),
}

/// What the key has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answers {
    /// An answer, as the `HasAns_*` figures count it.
    Some,
    /// No answer, as the `NoAns_*` figures count it.
    None,
    /// NONE and nothing else; part of those with an answer.
    NoneStated,
}

impl Answers {
    fn holds(self, question: &Question) -> bool {
        match self {
            Answers::Some => question.has_answer,
            Answers::None => !question.has_answer,
            Answers::NoneStated => question.has_answer && question.is_none_stated,
        }
    }

    /// In words.
    pub(super) fn label(self) -> &'static str {
        match self {
            Answers::Some => "key has an answer",
            Answers::None => "key has no answer",
            Answers::NoneStated => "key says NONE",
        }
    }
}

impl Filter {
    /// Whether a question is behind the bar.
    pub fn holds(&self, question: &Question) -> bool {
        note_look();
        let within = |n: Option<u64>, from: u64, below: Option<u64>| {
            n.is_some_and(|n| n >= from && below.is_none_or(|below| n < below))
        };
        let cost = &question.cost;
        match self {
            Filter::Outcome(outcome) => question.outcome == *outcome,
            Filter::F1(bin) => F1Bin::of(question) == *bin,
            Filter::Answers(answers) => answers.holds(question),
            Filter::Gold(letter) => question.letters.is_some_and(|(gold, _)| gold == *letter),
            Filter::Letters(gold, read) => question.letters == Some((*gold, *read)),
            Filter::ContextLength(from, to) => {
                question.n_context.is_some_and(|n| n >= *from && n <= *to)
            }
            Filter::TokensIn(from, below) => within(cost.n_tokens_in, *from, *below),
            Filter::TokensOut(from, below) => within(cost.n_tokens_out, *from, *below),
            Filter::Duration(from, below) => within(cost.milliseconds, *from, *below),
            Filter::Given(threshold) => {
                let given = question.probability().zip(*threshold);
                given.is_some_and(|(probability, threshold)| probability <= threshold)
            }
            Filter::Probability(answers, at) => {
                answers.holds(question) && question.probability().and_then(bin) == Some(*at)
            }
        }
    }

    /// The questions it picks, as places in the dataset, in order.
    ///
    /// ```
    /// use marksheet::{charts::{Filter, Question}, outcome::Outcome};
    /// let question = |outcome| Question { outcome, ..Question::default() };
    /// let questions = [question(Outcome::Missing), question(Outcome::Wrong), question(Outcome::Missing)];
    /// assert_eq!(Filter::Outcome(Outcome::Missing).questions(&questions), [0, 2]);
    /// ```
    pub fn questions(&self, questions: &[Question]) -> Vec<u32> {
        let placed = (0_u32..).zip(questions);
        placed
            .filter(|(_, question)| self.holds(question))
            .map(|(at, _)| at)
            .collect()
    }

    /// How many it picks.
    pub(super) fn count(&self, questions: &[Question]) -> u32 {
        questions
            .iter()
            .filter(|question| self.holds(question))
            .count() as u32
    }

    /// The rule in words, for a table that shows only what it picks.
    pub fn words(&self) -> String {
        let range = |from: u64, below: Option<u64>, unit: &str| match below {
            Some(below) => format!("{from} to {} {unit}", below.saturating_sub(1)),
            None => format!("{from} {unit} or more"),
        };
        match self {
            Filter::Outcome(outcome) => outcome.in_words().to_owned(),
            Filter::F1(bin) => format!("F1: {}", bin.label()),
            Filter::Answers(answers) => answers.label().to_owned(),
            Filter::Gold(letter) => format!("{letter} is right"),
            Filter::Letters(gold, Read::Letter(read)) => {
                format!("{gold} is right, {read} was read")
            }
            Filter::Letters(gold, Read::Unparsed) => format!("{gold} is right, no letter was read"),
            Filter::Letters(gold, Read::NoReply) => format!("{gold} is right, no reply"),
            Filter::ContextLength(from, to) => format!("text of {from} to {to} characters"),
            Filter::TokensIn(from, below) => {
                format!("prompt of {}", range(*from, *below, "tokens"))
            }
            Filter::TokensOut(from, below) => {
                format!("reply of {}", range(*from, *below, "tokens"))
            }
            Filter::Duration(from, below) => format!("took {}", range(*from, *below, "ms")),
            Filter::Given(None) => "no answer given".to_owned(),
            Filter::Given(Some(threshold)) => format!("no-answer probability up to {threshold}"),
            Filter::Probability(answers, at) => {
                let (low, high) = (f64::from(*at) / 20.0, f64::from(*at + 1) / 20.0);
                format!(
                    "{}, no-answer probability {low:.2} to {high:.2}",
                    answers.label()
                )
            }
        }
    }
}
