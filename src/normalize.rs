//! Prediction normalizers: what a person lets happen to a prediction before it is compared, as a chain of steps.
//!
//! Deliberately absent: the preparation every text gets from the profile, gold answers included; that is [`squad`].

use std::borrow::Cow;

use crate::dataset::{Choice, Task};
use crate::json::Json;
use crate::predictions::value::{How, Reading, Status};
use crate::problem::Problem;
use crate::settings::Normalizer;

pub mod characters;
pub mod choice_letter;
pub mod field;
pub mod list_text;
pub mod literal;
pub mod markdown;
pub mod no_answer;
pub mod pattern;
pub mod squad;
pub mod tail_numbers;
mod unicode_tables;

/// A normalizer as the page offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name in files and hooks.
    pub key: &'static str,
    /// A few words for a select.
    pub label: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// The tasks it makes sense for.
    pub tasks: &'static [Task],
}

/// Every normalizer, in the order the page offers them; `chain`, which is several of them, is not listed.
///
/// ```
/// use marksheet::normalize;
/// assert!(normalize::CATALOG.iter().any(|entry| entry.key == "choice-letter"));
/// ```
pub const CATALOG: [Entry; 8] = {
    const BOTH: &[Task] = &[Task::Extractive, Task::MultipleChoice];
    [
        Entry {
            key: "none",
            label: "none",
            description: "predictions are compared as they are",
            tasks: BOTH,
        },
        Entry {
            key: "strict",
            label: "strict equality",
            description: "right only when prediction and gold answer are the same characters",
            tasks: BOTH,
        },
        Entry {
            key: "normalize_tail_extraction_predictions",
            label: "tail numbers (ALUE)",
            description: "every prediction becomes one bracketed list such as [N1AB, N2CD], or [NONE]",
            tasks: &[Task::Extractive],
        },
        Entry {
            key: "choice-letter",
            label: "choice letter",
            description: "the letter a careful reader sees in the reply, among those the question offers",
            tasks: &[Task::MultipleChoice],
        },
        Entry {
            key: "strip-markdown",
            label: "strip Markdown",
            description: "takes off emphasis, headings, list marks, quotes and code fences",
            tasks: BOTH,
        },
        Entry {
            key: "json-field",
            label: "JSON field",
            description: "the value of one field of a JSON object in the reply",
            tasks: BOTH,
        },
        Entry {
            key: "no-answer-phrases",
            label: "no-answer phrases",
            description: "replies such as \"not mentioned\" or N/A become empty text",
            tasks: &[Task::Extractive],
        },
        Entry {
            key: "regex",
            label: "regular expression",
            description: "one capture group of a regular expression; a reply without a match stays as it is",
            tasks: BOTH,
        },
    ]
};

/// What a normalizer is called.
pub fn label_of(normalizer: &Normalizer) -> &'static str {
    let found = CATALOG.iter().find(|entry| entry.key == key(normalizer));
    found.map_or("", |entry| entry.label)
}

/// The key of a normalizer in files and hooks.
///
/// ```
/// use marksheet::{normalize, settings::Normalizer};
/// assert_eq!(normalize::key(&Normalizer::TailNumbers), "normalize_tail_extraction_predictions");
/// ```
pub fn key(normalizer: &Normalizer) -> &'static str {
    match normalizer {
        Normalizer::None => "none",
        Normalizer::Strict => "strict",
        Normalizer::TailNumbers => "normalize_tail_extraction_predictions",
        Normalizer::ChoiceLetter => "choice-letter",
        Normalizer::StripMarkdown => "strip-markdown",
        Normalizer::JsonField { .. } => "json-field",
        Normalizer::NoAnswerPhrases { .. } => "no-answer-phrases",
        Normalizer::Regex { .. } => "regex",
    }
}

/// The normalizer of that key, with what its options start from; `None` for `chain` and unknown keys.
///
/// ```
/// use marksheet::{normalize, settings::Normalizer};
/// assert_eq!(normalize::of_key("strict"), Some(Normalizer::Strict));
/// assert_eq!(normalize::of_key("chain"), None);
/// ```
pub fn of_key(key: &str) -> Option<Normalizer> {
    Some(match key {
        "none" => Normalizer::None,
        "strict" => Normalizer::Strict,
        "normalize_tail_extraction_predictions" => Normalizer::TailNumbers,
        "choice-letter" => Normalizer::ChoiceLetter,
        "strip-markdown" => Normalizer::StripMarkdown,
        "json-field" => Normalizer::JsonField {
            field: String::new(),
        },
        "no-answer-phrases" => Normalizer::NoAnswerPhrases {
            phrases: no_answer::NO_ANSWER_PHRASES.map(str::to_owned).to_vec(),
        },
        "regex" => Normalizer::Regex {
            pattern: r"Answer:\s*(.+)".to_owned(),
            group: 1,
        },
        _ => return None,
    })
}

/// Why a step cannot be used as it is written, with what to try; `None` for one that can.
///
/// ```
/// use marksheet::{normalize, settings::Normalizer};
/// let broken = Normalizer::Regex { pattern: "[".into(), group: 0 };
/// assert!(normalize::fault(&broken).is_some());
/// assert!(normalize::fault(&Normalizer::StripMarkdown).is_none());
/// ```
pub fn fault(normalizer: &Normalizer) -> Option<Problem> {
    match normalizer {
        Normalizer::Regex { pattern, group } => pattern::Pattern::new(pattern, *group).err(),
        _ => None,
    }
}

/// The steps that do something: without those that stand for no normalizer at all.
///
/// ```
/// use marksheet::{normalize, settings::Normalizer};
/// assert_eq!(normalize::effective(&[Normalizer::None]), []);
/// assert_eq!(normalize::effective(&[Normalizer::None, Normalizer::Strict]), [Normalizer::Strict]);
/// ```
pub fn effective(normalizers: &[Normalizer]) -> Vec<Normalizer> {
    let steps = normalizers.iter().filter(|step| **step != Normalizer::None);
    steps.cloned().collect()
}

/// The normalizers that are on before anyone chooses: none for extractive data, *choice letter* for multiple choice.
///
/// ```
/// use marksheet::{dataset::Task, normalize::default_for, settings::Normalizer};
/// assert_eq!(default_for(Task::MultipleChoice), [Normalizer::ChoiceLetter]);
/// ```
pub fn default_for(task: Task) -> Vec<Normalizer> {
    match task {
        Task::Extractive => vec![Normalizer::None],
        Task::MultipleChoice => vec![Normalizer::ChoiceLetter],
    }
}

/// A prediction after the chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Normalized<'a> {
    /// The text that is compared; empty when a letter was looked for and none was found.
    pub text: Cow<'a, str>,
    /// The members, where the prediction is a list and no step made another text of it.
    pub members: Option<Vec<String>>,
    /// Which steps changed the text, or which rule read the letter, in words.
    pub rules: Vec<&'static str>,
    /// What a person should see: mapped letters, invisible characters.
    pub notes: Vec<String>,
    /// The reply was probably cut off.
    pub is_cut_off: bool,
    /// A step needed something the reply does not have: a field of its object.
    pub is_unfit: bool,
    /// The value itself could not be read as text, and no step has made text of it.
    pub is_unread: bool,
}

/// Normalizers made ready to be applied many times.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    steps: Vec<Step>,
    is_strict: bool,
}

#[derive(Clone, Debug)]
enum Step {
    TailNumbers,
    ChoiceLetter,
    StripMarkdown,
    JsonField(String),
    NoAnswer(no_answer::Phrases),
    Pattern(pattern::Pattern),
}

impl Chain {
    /// Makes `normalizers` ready; a step that cannot be used is left out and reported.
    ///
    /// ```
    /// use marksheet::{normalize::Chain, settings::Normalizer};
    /// let broken = Normalizer::Regex { pattern: "(".into(), group: 0 };
    /// assert_eq!(Chain::new(&[broken]).1.len(), 1);
    /// ```
    pub fn new(normalizers: &[Normalizer]) -> (Self, Vec<Problem>) {
        let mut chain = Self::default();
        let mut problems = Vec::new();
        for normalizer in normalizers {
            let step = match normalizer {
                Normalizer::None => continue,
                Normalizer::Strict => {
                    chain.is_strict = true;
                    continue;
                }
                Normalizer::TailNumbers => Step::TailNumbers,
                Normalizer::ChoiceLetter => Step::ChoiceLetter,
                Normalizer::StripMarkdown => Step::StripMarkdown,
                Normalizer::JsonField { field } => Step::JsonField(field.clone()),
                Normalizer::NoAnswerPhrases { phrases } => {
                    Step::NoAnswer(no_answer::Phrases::new(phrases.iter().map(String::as_str)))
                }
                Normalizer::Regex { pattern, group } => {
                    match pattern::Pattern::new(pattern, *group) {
                        Ok(pattern) => Step::Pattern(pattern),
                        Err(mut problem) => {
                            problem.message.push_str("; the step was left out");
                            problems.push(problem);
                            continue;
                        }
                    }
                }
            };
            chain.steps.push(step);
        }
        (chain, problems)
    }

    /// Whether only the same characters count as exact.
    pub fn is_strict(&self) -> bool {
        self.is_strict
    }

    /// Whether no step changes anything: predictions are compared as they are.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Takes a prediction through the chain. `value` is what the file has, `reading` how it was read; the first step may
    /// look at the value itself (a list, an object), the later ones see text.
    pub fn apply<'a>(
        &self,
        value: &Json,
        reading: Reading<'a>,
        how: How,
        choices: &[Choice],
    ) -> Normalized<'a> {
        let mut state = Normalized {
            text: reading.text,
            members: reading.members,
            rules: Vec::new(),
            notes: Vec::new(),
            is_cut_off: reading.is_cut_off,
            is_unfit: false,
            is_unread: matches!(reading.status, Status::NoField | Status::NBest),
        };
        for (idx, step) in self.steps.iter().enumerate() {
            let is_untouched = idx == 0 || state.is_unread;
            let value = (is_untouched && !matches!(value, Json::Text(_))).then_some(value);
            step.apply(&mut state, value, how, choices);
        }
        state
    }
}

impl Step {
    fn apply(&self, state: &mut Normalized, value: Option<&Json>, how: How, choices: &[Choice]) {
        match self {
            Step::TailNumbers => state.take_tail_numbers(value, how),
            Step::ChoiceLetter => state.take_letter(choices),
            Step::StripMarkdown => {
                let text = markdown::stripped(&state.text);
                state.change(text, "took off Markdown");
            }
            Step::JsonField(field) => state.take_field(field, value, how),
            Step::NoAnswer(phrases) => {
                if phrases.holds(&state.text) {
                    state.change(String::new(), "says in words that there is no answer");
                }
            }
            Step::Pattern(pattern) => {
                if let Some(found) = pattern.find(&state.text).map(str::to_owned) {
                    state.change(found, "took the group of the regular expression");
                }
            }
        }
    }
}

impl Normalized<'_> {
    fn take_tail_numbers(&mut self, value: Option<&Json>, how: How) {
        let as_text = Json::Text(Cow::Borrowed(&self.text));
        let members = tail_numbers::members(value.unwrap_or(&as_text), how.field);
        drop(as_text);
        let is_unread = self.is_unread && members.is_empty();
        self.change(tail_numbers::bracketed(&members), "made one bracketed list");
        self.is_unread = is_unread;
        self.members = Some(members);
    }

    fn take_letter(&mut self, choices: &[Choice]) {
        let reading = choice_letter::read(&self.text, choices);
        self.rules.push(reading.rule);
        self.notes.extend(reading.notes);
        self.is_cut_off |= reading.is_truncated;
        self.members = None;
        let letter = reading.letter.map(|letter| Cow::Owned(letter.to_string()));
        self.text = letter.unwrap_or_default();
    }

    fn take_field(&mut self, field: &str, value: Option<&Json>, how: How) {
        let name = Some(field).filter(|name| !name.trim().is_empty());
        let how = How {
            field: name.or(how.field),
            ..how
        };
        let found = match value.map(|value| field::of_object(value, how)) {
            None | Some(field::Found::NoObject) => field::of_text(&self.text, how),
            Some(found) => found,
        };
        match found {
            field::Found::Text(text) => {
                self.change(text, "took one field of the JSON object");
                (self.is_unfit, self.is_unread) = (false, false);
            }
            field::Found::NoField => self.is_unfit = true,
            field::Found::NoObject => {}
        }
    }

    /// Replaces the text by another and records why; the same text changes nothing.
    fn change(&mut self, text: String, rule: &'static str) {
        if self.text != text {
            self.rules.push(rule);
            self.members = None;
            self.is_unread &= text.is_empty();
            self.text = Cow::Owned(text);
        }
    }
}
