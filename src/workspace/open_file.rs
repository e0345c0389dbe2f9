//! One dropped file and its parts: what each was read as, and what a look-alike part was decided to be.
//!
//! Deliberately absent: what a file means beside the others that are open.

use super::answers::{Answers, Elsewhere, ReadSchema};
use super::roles::Role;
use super::saved;
use crate::dataset::{Dataset, NumberBase};
use crate::intake;
use crate::intake::{IdTexts, Intake, Understood};
use crate::predictions::Predictions;
use crate::problem::Problem;
use crate::prompt::{Template, notices};
use crate::protocol::{FileKey, ReadAs, RunKey};
use crate::report::run_record::RunRecord;
use std::sync::Arc;

/// One dropped file. A zip has several parts, every other file one.
pub(super) struct OpenFile {
    pub(super) key: FileKey,
    pub(super) name: String,
    pub(super) n_bytes: usize,
    pub(super) parts: Vec<Part>,
    pub(super) problems: Vec<Problem>,
    pub(super) decided: Decided,
    /// Of a batch's output: how its replies were asked for, once that is known.
    pub(super) elsewhere: Option<Elsewhere>,
    /// How a person has its replies read.
    pub(super) read_as: ReadAs,
    /// Outputs in it that a person had put together with others, though they answer questions differently.
    pub(super) together: Vec<(RunKey, RunKey)>,
}

/// What was decided about a file, by a person or by the files beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Decided {
    /// What it is, where its content does not say.
    pub(super) role: Role,
    /// Of several look-alikes in one zip, the key; the others are predictions.
    pub(super) key_part: Option<u32>,
    /// The user said to keep it beside an older file of the same name.
    pub(super) is_added: bool,
    /// Its predictions answered a dataset that another took the place of.
    pub(super) is_of_closed: bool,
    /// What 1 means, where right answers are numbers.
    pub(super) number_base: Option<NumberBase>,
    /// Whether numbers from 0 to 1 are answers, or else probabilities that there is no answer.
    pub(super) is_answers: Option<bool>,
}

pub(super) struct Part {
    pub(super) name: String,
    pub(super) content: Content,
    pub(super) problems: Vec<Problem>,
    /// The same part with numbers that count from 0, and from 1, while nobody has said which.
    pub(super) by_numbers: Option<Box<[Part; 2]>>,
    /// Of probabilities that can as well be answers: these.
    pub(super) as_answers: Option<IdTexts>,
}

pub(super) enum Content {
    Dataset(Arc<Dataset>),
    Predictions(Arc<Predictions>),
    /// A run that was asked from here.
    Answers(Box<Answers>),
    /// Multiple choice whose right answers are numbers that nobody has explained yet.
    Numbers,
    /// Answer key or predictions: not known yet.
    Undecided(IdTexts),
    Probabilities(Arc<Vec<(String, f64)>>),
    Record(Box<RunRecord>),
    /// A prompt template; what became of it, once it is in the library, which then has its text.
    Template {
        text: String,
        became: Option<String>,
    },
    /// A JSON Schema or Pydantic classes: the form replies can be asked for in.
    Schema(String),
    /// Recognized, but of no use for scoring; in words.
    Other(&'static str),
    /// Well-formed, without a single entry.
    Empty,
    Nothing,
}

impl OpenFile {
    pub(super) fn record(&self) -> Option<&RunRecord> {
        self.parts.iter().find_map(|part| match &part.content {
            Content::Record(record) => Some(&**record),
            _ => None,
        })
    }

    /// The run that was asked from here, if it is one.
    pub(super) fn answers(&self) -> Option<&Answers> {
        self.parts.iter().find_map(|part| match &part.content {
            Content::Answers(answers) => Some(&**answers),
            _ => None,
        })
    }

    pub(super) fn answers_mut(&mut self) -> Option<&mut Answers> {
        self.parts
            .iter_mut()
            .find_map(|part| match &mut part.content {
                Content::Answers(answers) => Some(&mut **answers),
                _ => None,
            })
    }

    /// Whether it is a template and nothing else.
    pub(super) fn is_template(&self) -> bool {
        matches!(self.parts.as_slice(), [part] if matches!(part.content, Content::Template { .. }))
    }

    /// What became of the templates in it, in order; blank for those that are not in the library yet.
    pub(super) fn templates(&self) -> Vec<String> {
        let became = |part: &Part| match &part.content {
            Content::Template { became, .. } => Some(became.clone().unwrap_or_default()),
            _ => None,
        };
        self.parts.iter().filter_map(became).collect()
    }

    /// Takes over what became of the templates when they were first opened.
    pub(super) fn recall_templates(&mut self, known: &[String]) {
        let mut known = known.iter();
        for part in &mut self.parts {
            if let Content::Template { became, text } = &mut part.content {
                *became = known.next().filter(|words| !words.is_empty()).cloned();
                if became.is_some() {
                    text.clear();
                }
            }
        }
    }

    /// Whether it waits to be told what 1 means.
    pub(super) fn asks_for_number_base(&self) -> bool {
        self.parts.iter().any(|part| part.by_numbers.is_some())
    }

    /// Whether it holds numbers that nobody has called probabilities or answers.
    pub(super) fn is_probably_probabilities(&self) -> bool {
        self.decided.is_answers.is_none() && self.parts.iter().any(|part| part.as_answers.is_some())
    }

    /// Takes its numbers for answers, or for the probabilities they are read as at first.
    pub(super) fn decide_answers(&mut self, is_answers: bool) {
        self.decided.is_answers = Some(is_answers);
        for part in self.parts.iter_mut().filter(|_| is_answers) {
            if let Some(texts) = part.as_answers.take() {
                part.content = Content::Predictions(Arc::new(texts.into_predictions()));
                part.problems
                    .retain(|problem| !problem.message.ends_with(intake::AS_PROBABILITIES));
            }
        }
    }

    /// Reads its right answers as `base` says.
    pub(super) fn decide_numbers(&mut self, base: NumberBase) {
        self.decided.number_base = Some(base);
        for part in &mut self.parts {
            part.decide_numbers(base);
        }
    }
}

impl Part {
    pub(super) fn of(mut read: Intake) -> Self {
        if let Understood::Template(text) = &read.understood {
            read.problems.extend(about_template(&read.file, text));
        }
        if let Understood::Schema(text) = &read.understood {
            let problems = ReadSchema::of(text).problems.into_iter();
            read.problems
                .extend(problems.map(|problem| problem.in_file(&read.file)));
        }
        Self {
            name: read.file,
            content: match read.facts.is_empty {
                true => Content::Empty,
                false => read.understood.into(),
            },
            problems: read.problems,
            as_answers: read.as_answers,
            by_numbers: read
                .by_numbers
                .map(|read| Box::new([Self::of(read.from_zero), Self::of(read.from_one)])),
        }
    }

    /// A part without anything to say.
    pub(super) fn plain(name: &str, content: Content) -> Self {
        Self {
            name: name.to_owned(),
            content,
            problems: Vec::new(),
            by_numbers: None,
            as_answers: None,
        }
    }

    /// Becomes what it is when numbers count as `base` says, if that was open.
    pub(super) fn decide_numbers(&mut self, base: NumberBase) {
        let Some(readings) = self.by_numbers.take() else {
            return;
        };
        let [from_zero, from_one] = *readings;
        *self = match base {
            NumberBase::Zero => from_zero,
            NumberBase::One => from_one,
        };
    }

    /// Whether it is of no use at all.
    pub(super) fn is_useless(&self) -> bool {
        matches!(self.content, Content::Nothing | Content::Empty)
    }

    /// Whether it can be a key or predictions.
    pub(super) fn is_undecided(&self) -> bool {
        matches!(self.content, Content::Undecided(_))
    }

    /// Turns a look-alike into what it was decided to be.
    pub(super) fn decide(&mut self, role: Role) {
        let content = std::mem::replace(&mut self.content, Content::Nothing);
        self.content = match (content, role) {
            (Content::Undecided(texts), Role::Key) => match texts.into_key() {
                Ok((dataset, problems)) => {
                    self.problems.extend(problems);
                    Content::Dataset(Arc::new(dataset))
                }
                Err(problems) => {
                    self.problems.extend(problems);
                    Content::Nothing
                }
            },
            (Content::Undecided(texts), Role::Predictions) => {
                Content::Predictions(Arc::new(texts.into_predictions()))
            }
            (content, _) => content,
        };
    }
}

/// Why a template cannot be used as it is, and what in it may not do what is meant.
fn about_template(name: &str, text: &str) -> Vec<Problem> {
    let fault = Template::parse(name, text).err();
    let mut problems: Vec<Problem> = fault.into_iter().map(|fault| fault.problem).collect();
    problems.extend(notices(name, text));
    problems
}

/// Reads a file into its parts: one, or those of a zip.
pub(super) fn read_parts(name: &str, bytes: &[u8]) -> (Vec<Part>, Vec<Problem>) {
    let read = intake::read(name, bytes);
    if matches!(read.understood, Understood::Zip) {
        return saved::read_zip(name, bytes);
    }
    (vec![Part::of(read)], Vec::new())
}

impl From<Understood> for Content {
    fn from(understood: Understood) -> Self {
        match understood {
            Understood::Dataset(dataset) => Content::Dataset(Arc::new(dataset)),
            Understood::Numbers => Content::Numbers,
            Understood::Predictions(predictions) => Content::Predictions(Arc::new(predictions)),
            Understood::IdTexts(texts) => Content::Undecided(texts),
            Understood::Probabilities(probabilities) => {
                Content::Probabilities(Arc::new(probabilities))
            }
            Understood::Template(text) => Content::Template { text, became: None },
            Understood::Schema(text) => Content::Schema(text),
            Understood::Zip => Content::Other("zip"),
            Understood::Nothing => Content::Nothing,
        }
    }
}
