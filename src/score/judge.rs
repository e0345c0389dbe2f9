//! Judges one question: reads its prediction, prepares both sides, scores, and gives the outcome class.
//!
//! Both [`score`](super::score) and [`compare`](super::compare) come through here, so that they cannot disagree.
//! Deliberately absent: totals and messages.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::dataset::{Choice, Dataset, Item, Task};
use crate::metrics::squad::TokenF1;
use crate::normalize::no_answer::{NO_ANSWER_PHRASES, Phrases};
use crate::normalize::squad::Preparation;
use crate::normalize::{Chain, Normalized};
use crate::outcome::Outcome;
use crate::predictions::Entry;
use crate::predictions::value::{How, Kind, Reading, Status, read};
use crate::problem::Problem;
use crate::score::context::Finder;
use crate::score::{Comparison, ItemScore};
use crate::settings::{Profile, Settings};

mod extractive;
mod letters;

/// Everything needed to judge questions of one dataset under one set of settings, with room to work in.
pub(super) struct Judge<'a> {
    dataset: &'a Dataset,
    how: How<'a>,
    chain: Chain,
    /// What the chain could not use.
    pub(super) problems: Vec<Problem>,
    preparation: Preparation,
    f1: TokenF1,
    refusals: Phrases,
    /// Only where asked for: looking answers up in their contexts takes longer than scoring them.
    finder: Option<Finder>,
    /// The prepared prediction.
    prediction: String,
    /// The prepared gold answer.
    gold: String,
    /// Offered where a question has no choices of its own: the letters that occur as gold.
    letters: OnceCell<Vec<Choice>>,
}

/// What judging one question found.
pub(super) struct Verdict {
    pub(super) score: ItemScore,
    pub(super) marks: Marks,
    /// Exact and F1 (or the letter) as ALUE's own functions see it; `None` without a prediction.
    pub(super) as_alue: Option<(f64, f64)>,
    /// The letter the reply is read as.
    pub(super) letter: Option<char>,
}

/// What the user must be told about, seen while judging.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// What the file has; `None` without a prediction.
    pub(super) kind: Option<Kind>,
    pub(super) status: Option<Status>,
    /// The value was not text, and the chain made text of it.
    pub(super) is_made_readable: bool,
    /// The text is exactly `ERROR`.
    pub(super) is_error_word: bool,
    pub(super) is_cut_off: bool,
    /// Reasoning was cut away.
    pub(super) has_reasoning: bool,
    /// A step of the chain changed the text.
    pub(super) is_changed: bool,
    /// The text is blank or NONE.
    pub(super) says_no_answer: bool,
    /// The key says that there is no answer: no gold answers, or only NONE.
    pub(super) is_none_stated: bool,
    /// The key has an answer that is not NONE in any spelling, nor blank.
    pub(super) has_key: bool,
    /// Not right, but says in words that there is no answer where the key says so too.
    pub(super) is_written_refusal: bool,
    /// Not right, but `no` and words of the question (`no tail number`), where the key says none.
    pub(super) is_denial: bool,
    pub(super) is_not_in_context: bool,
    /// Gold answers with brackets that are no list, compared as plain text.
    pub(super) n_bracketed_golds: u32,
    pub(super) n_golds_of_nothing: u32,
    /// What the letter reader says a person should see.
    pub(super) notes: Vec<String>,
    /// Only invisible characters or spaces keep the reply from being the letter.
    pub(super) is_invisible_miss: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(dataset: &'a Dataset, settings: &'a Settings) -> Self {
        let (chain, problems) = Chain::new(&settings.normalizers);
        Self {
            dataset,
            how: How {
                task: dataset.task,
                profile: settings.profile,
                field: settings.field_to_extract.as_deref(),
            },
            chain,
            problems,
            preparation: Preparation::new(settings.profile, settings.unicode),
            f1: TokenF1::default(),
            refusals: Phrases::new(NO_ANSWER_PHRASES),
            finder: None,
            prediction: String::new(),
            gold: String::new(),
            letters: OnceCell::new(),
        }
    }

    /// Also looks answers up in their contexts.
    pub(super) fn with_contexts(mut self) -> Self {
        self.finder = Some(Finder::default());
        self
    }

    /// Judges one question. `trace` is filled with every step where one is given.
    pub(super) fn judge(
        &mut self,
        item: &Item,
        entry: Option<&Entry>,
        trace: Option<&mut Comparison>,
    ) -> Verdict {
        match self.dataset.task {
            Task::Extractive => self.extractive(item, entry, trace),
            Task::MultipleChoice => self.multiple_choice(item, entry, trace),
        }
    }

    /// The prediction after the chain, and what was seen on the way; `None` where there is no reply to look at.
    fn normalized<'e>(
        &self,
        entry: &'e Entry,
        reading: Reading<'e>,
        choices: &[Choice],
        marks: &mut Marks,
    ) -> Normalized<'e> {
        let normalized = self.chain.apply(&entry.value, reading, self.how, choices);
        marks.is_cut_off = normalized.is_cut_off || says(entry, Outcome::Truncated);
        marks.is_changed = !normalized.rules.is_empty();
        marks.notes.clone_from(&normalized.notes);
        let is_unread = matches!(marks.status, Some(Status::NoField | Status::NBest));
        if is_unread && !normalized.is_unread {
            // Scored as any text: what the chain made of the value counts.
            marks.status = Some(Status::Readable);
            marks.is_made_readable = true;
        }
        normalized
    }

    fn read<'e>(&self, entry: &'e Entry, item: &Item, marks: &mut Marks) -> Reading<'e> {
        let reading = read(&entry.value, self.how);
        marks.kind = Some(reading.kind);
        marks.status = Some(reading.status);
        marks.has_reasoning = reading.has_reasoning;
        marks.is_error_word =
            reading.text == "ERROR" && !item.answers.iter().any(|gold| gold == "ERROR");
        reading
    }
}

/// The class of a question whose call gave no reply to score, if that is so.
fn without_reply(entry: Option<&Entry>, marks: &Marks) -> Option<Outcome> {
    let Some(entry) = entry else {
        return Some(Outcome::Missing);
    };
    let failed = entry.failure.as_ref().map(|failure| failure.outcome);
    match failed {
        Some(Outcome::HttpError | Outcome::Network | Outcome::Timeout | Outcome::Missing) => failed,
        // A reply that does not fit its schema is no prediction, even where its words are right.
        Some(Outcome::Unparsed) => failed,
        _ if marks.status == Some(Status::CallFailed) || marks.is_error_word => {
            Some(Outcome::HttpError)
        }
        Some(Outcome::Refused) => failed,
        _ => None,
    }
}

/// Whether there is a reply that ALUE's scripts would find in a predictions file: the call did not fail, or was only cut
/// short, or gave a reply that does not fit its schema.
fn has_text(entry: &Entry) -> bool {
    entry.failure.is_none() || says(entry, Outcome::Truncated) || says(entry, Outcome::Unparsed)
}

fn says(entry: &Entry, outcome: Outcome) -> bool {
    entry
        .failure
        .as_ref()
        .is_some_and(|failure| failure.outcome == outcome)
}

fn is_blank(text: &str) -> bool {
    text.chars().all(crate::normalize::characters::is_space)
}

/// A score of nothing but its class.
fn zero(outcome: Outcome) -> ItemScore {
    ItemScore {
        outcome,
        ..ItemScore::default()
    }
}

/// Fills in what does not depend on the task.
fn trace_prediction(
    trace: &mut Comparison,
    read: &str,
    normalized: Option<&Normalized>,
    marks: &Marks,
) {
    trace.read = read.to_owned();
    let Some(normalized) = normalized else {
        return;
    };
    trace.normalized = normalized.text.to_string();
    trace.rules = normalized
        .rules
        .iter()
        .map(|rule| (*rule).to_owned())
        .collect();
    trace.notes.clone_from(&normalized.notes);
    if marks.has_reasoning {
        trace.rules.insert(0, "took off the reasoning".to_owned());
    }
    if marks.is_cut_off {
        trace
            .notes
            .push("the reply was probably cut off".to_owned());
    }
    let n_invisible = read
        .chars()
        .filter(|c| crate::normalize::characters::is_invisible(*c))
        .count();
    if n_invisible > 0 && normalized.notes.is_empty() {
        trace.notes.push(match n_invisible {
            1 => "holds 1 invisible character".to_owned(),
            n => format!("holds {n} invisible characters"),
        });
    }
}

/// The gold answers of a question under a profile, as they are compared, before [`Preparation`].
struct Gold<'i> {
    /// As written in the dataset.
    written: &'i str,
    /// After lists became text.
    prepared: Cow<'i, str>,
    members: Option<Vec<String>>,
    is_bracketed_text: bool,
}

impl<'i> Gold<'i> {
    fn new(written: &'i str, profile: Profile) -> Self {
        let plain = |prepared| Self {
            written,
            prepared,
            members: None,
            is_bracketed_text: false,
        };
        if profile != Profile::Alue {
            return plain(Cow::Borrowed(written));
        }
        let gold = crate::normalize::list_text::gold(written);
        Self {
            members: gold.members,
            is_bracketed_text: gold.is_bracketed_text,
            ..plain(gold.text)
        }
    }
}
