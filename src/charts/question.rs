//! What charts know of one question.
//!
//! Deliberately absent: texts. A question is a few numbers, so that every chart and every filter is a pass over them.

use crate::dataset::{Dataset, Task};
use crate::metrics::choice::Read;
use crate::metrics::threshold;
use crate::normalize::list_text::is_none_word;
use crate::outcome::Outcome;
use crate::predictions::Entry;
use crate::score::thresholds::{has_thresholds, question};
use crate::score::{Comparer, Scored, gold_letter};

/// What charts know of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What was asked.
    pub task: Task,
    /// What became of it.
    pub outcome: Outcome,
    /// Exact match, or whether the letter is right; 0 or 1.
    pub exact: f64,
    /// Token F1, 0.0 to 1.0.
    pub f1: f64,
    /// Whether the key has an answer, as the `HasAns_*` figures count it.
    pub has_answer: bool,
    /// Whether the only answers of the key are NONE.
    pub is_none_stated: bool,
    /// The gold letter and what was read; in multiple choice, where the gold answer is a letter.
    pub letters: Option<(char, Read)>,
    /// Characters of the context.
    pub n_context: Option<u32>,
    /// What it cost, where it was asked from here.
    pub cost: Cost,
    /// What the no-answer threshold decides by, where there is one, and its place in the file of the probabilities.
    pub threshold: Option<(u32, threshold::Question)>,
}

/// An extractive question without a prediction.
impl Default for Question {
    fn default() -> Self {
        Self {
            task: Task::Extractive,
            outcome: Outcome::Missing,
            exact: 0.0,
            f1: 0.0,
            has_answer: true,
            is_none_stated: false,
            letters: None,
            n_context: None,
            cost: Cost::default(),
            threshold: None,
        }
    }
}

impl Question {
    /// The no-answer probability, where the threshold analysis counts it.
    pub(super) fn probability(&self) -> Option<f64> {
        let (_, question) = self.threshold.as_ref()?;
        question
            .probability
            .filter(|probability| !probability.is_nan())
    }
}

/// What one question cost, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Tokens of the prompt.
    pub n_tokens_in: Option<u64>,
    /// Tokens of the reply.
    pub n_tokens_out: Option<u64>,
    /// How long the last request took, in milliseconds.
    pub milliseconds: Option<u64>,
}

/// A run, as charts are made from it.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The questions.
    pub dataset: &'a Dataset,
    /// Each one's prediction.
    pub entries: &'a [Option<&'a Entry>],
    /// The scores of these.
    pub scored: &'a Scored,
    /// Each question's place in the file the probabilities came from.
    pub ranks: &'a [u32],
    /// What each question cost; empty where nothing is known.
    pub costs: &'a [Cost],
}

/// The asked questions of a run, in dataset order. One pass over the predictions, as long as scoring them.
pub fn questions(source: Source<'_>) -> Vec<Question> {
    let mut gathering = Gathering::default();
    gathering.step(source, &mut || true);
    gathering.finish()
}

/// Questions looked at so often before it is asked whether there is time for more.
const AT_ONCE: usize = 128;

/// [`questions`] in the making, some at a time.
#[derive(Clone, Debug, Default)]
pub struct Gathering {
    questions: Vec<Question>,
    /// Characters of each context, once they are counted.
    lengths: Vec<Option<u32>>,
    has_thresholds: Option<bool>,
}

impl Gathering {
    /// Looks at questions for as long as there are any and `has_time` says so; at some in any case.
    ///
    /// Returns whether there are more.
    pub fn step(&mut self, source: Source<'_>, has_time: &mut dyn FnMut() -> bool) -> bool {
        let Source {
            dataset, scored, ..
        } = source;
        let comparer = Comparer::new(dataset, &scored.settings);
        let n_asked = dataset.items.len().min(scored.items.len());
        let has_thresholds = *self
            .has_thresholds
            .get_or_insert_with(|| has_thresholds(dataset, scored, source.entries));
        self.lengths.resize(dataset.contexts.len(), None);
        loop {
            let start = self.questions.len();
            for i in start..(start + AT_ONCE).min(n_asked) {
                let question = self.look(source, &comparer, i, has_thresholds);
                self.questions.push(question);
            }
            if self.questions.len() >= n_asked || !has_time() {
                return self.questions.len() < n_asked;
            }
        }
    }

    /// The questions looked at.
    pub fn finish(self) -> Vec<Question> {
        self.questions
    }

    fn look(
        &mut self,
        source: Source<'_>,
        comparer: &Comparer<'_>,
        i: usize,
        has_thresholds: bool,
    ) -> Question {
        let dataset = source.dataset;
        let asked = dataset.items.get(i).zip(source.scored.items.get(i));
        let Some((item, score)) = asked else {
            return Question::default();
        };
        let entry = source.entries.get(i).copied().flatten();
        let letters = || Some((gold_letter(item)?, read(comparer, i, entry, score.outcome)));
        let threshold = || {
            let rank = source.ranks.get(i).copied().unwrap_or(u32::MAX);
            Some((rank, question(dataset, comparer, i, score, entry)?))
        };
        Question {
            task: dataset.task,
            outcome: score.outcome,
            exact: score.exact,
            f1: score.f1,
            has_answer: !item.is_unanswerable(),
            is_none_stated: !item.is_unanswerable()
                && item.answers.iter().all(|gold| is_none_word(gold)),
            letters: (dataset.task == Task::MultipleChoice)
                .then(letters)
                .flatten(),
            n_context: item.context.and_then(|at| self.length(dataset, at)),
            cost: source.costs.get(i).copied().unwrap_or_default(),
            threshold: has_thresholds.then(threshold).flatten(),
        }
    }

    /// The characters of a context; counted once, however many questions are asked about it.
    fn length(&mut self, dataset: &Dataset, at: u32) -> Option<u32> {
        let text = dataset.contexts.get(at as usize)?;
        let known = self.lengths.get_mut(at as usize)?;
        Some(*known.get_or_insert_with(|| text.chars().count() as u32))
    }
}

fn read(comparer: &Comparer<'_>, i: usize, entry: Option<&Entry>, outcome: Outcome) -> Read {
    match comparer.letter(i, entry) {
        Some(letter) => Read::Letter(letter),
        None if outcome.has_reply() => Read::Unparsed,
        None => Read::NoReply,
    }
}
