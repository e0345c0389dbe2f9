//! A dataset: questions with their gold answers, whatever file they came from.
//!
//! Deliberately absent: predictions and scores. The readers of the single shapes are in `dataset/`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

mod choices;
mod draft;
mod exam;
pub mod example;
mod extractive;
pub mod flat;
mod golds;
pub mod key;
mod letters;
pub mod squad;

pub use draft::{Loaded, NumberReadings};

/// What is asked of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Copy the words of the context that answer the question.
    Extractive,
    /// Name the letter of the right choice.
    MultipleChoice,
}

/// What 1 means where right answers are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NumberBase {
    /// The second choice: numbers count from 0.
    Zero,
    /// The first choice: numbers count from 1.
    One,
}

/// A dataset as read: only questions that can be scored.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// The file's name as it was dropped.
    pub file: String,
    /// What is asked.
    pub task: Task,
    /// The shape it was recognized as, in words for the user: `SQuAD-shaped JSON`, `CSV with choices`.
    pub shape: &'static str,
    /// What the file says about itself.
    pub about: About,
    /// Whether the file carries ALUE's marks (`task` or `examples` in its articles), which makes `alue` the default profile.
    pub has_alue_marks: bool,
    /// Passages, each stored once however many questions are asked about it.
    pub contexts: Vec<String>,
    /// The questions to score, in file order.
    pub items: Vec<Item>,
    /// Few-shot examples, from every article, with every field as the file has it.
    pub examples: Vec<serde_json::Value>,
}

impl Dataset {
    /// The letters that occur as right answers, in the order of the alphabet: what questions offer whose choices are not
    /// known.
    pub fn gold_letters(&self) -> Vec<char> {
        let letter = |gold: &String| {
            let mut chars = gold.chars();
            let letter = chars.next().filter(char::is_ascii_uppercase)?;
            chars.next().is_none().then_some(letter)
        };
        let golds = self.items.iter().flat_map(|item| &item.answers);
        let letters: BTreeSet<char> = match self.task {
            Task::MultipleChoice => golds.filter_map(letter).collect(),
            Task::Extractive => BTreeSet::new(),
        };
        letters.into_iter().collect()
    }
}

/// What a dataset says about itself; shown to the user as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// `task_info.task_name`, or the title of the only article.
    pub name: Option<String>,
    /// ALUE's `task`: the instruction given to annotators and models.
    pub task: Option<String>,
    /// `task_info.description`.
    pub description: Option<String>,
}

/// One question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// The id as text, exactly as written: `7` and `"7"` are one id, `007` is another.
    pub id: String,
    /// The question; in multiple choice the whole `input`, choices included, line ends as in the file.
    pub question: String,
    /// Index into [`Dataset::contexts`]; `None` in multiple choice and for an answer key alone.
    pub context: Option<u32>,
    /// All gold answers, as written; in multiple choice the one right letter. Empty: there is no answer (NoAns).
    pub answers: Vec<String>,
    /// The choices offered; empty in extractive data, and where none could be found.
    pub choices: Vec<Choice>,
}

impl Item {
    /// Whether the key says that there is no answer. Decided by `answers`, never by `is_impossible`.
    pub fn is_unanswerable(&self) -> bool {
        self.answers.is_empty()
    }
}

/// One choice of a multiple-choice question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// `A` to `Z`, upper case.
    pub letter: char,
    /// Its text; may be empty when only the letter is known.
    pub text: String,
}
