//! Multiple-choice questions: the letter after the chain against the gold letter.
//!
//! Deliberately absent: how a letter is read; that is [`choice_letter`](crate::normalize::choice_letter).

use super::{Judge, Marks, Verdict, has_text, is_blank, trace_prediction, without_reply, zero};
use crate::dataset::{Choice, Dataset, Item};
use crate::json::Json;
use crate::normalize::characters::{is_invisible, is_space};
use crate::outcome::Outcome;
use crate::predictions::Entry;
use crate::predictions::value::{Kind, Status};
use crate::score::{Comparison, Gold, ItemScore, ListScore};

/// The letters that occur as gold, for questions without choices of their own.
fn of_golds(dataset: &Dataset) -> Vec<Choice> {
    let choice = |letter| Choice {
        letter,
        text: String::new(),
    };
    dataset.gold_letters().into_iter().map(choice).collect()
}

impl Judge<'_> {
    /// [`of_golds`], found when a question first needs them: most data has choices.
    fn letters(&self) -> &[Choice] {
        self.letters.get_or_init(|| of_golds(self.dataset))
    }

    /// How many letters a question offers.
    pub(in crate::score) fn n_offered(&self, item: &Item) -> usize {
        match item.choices.len() {
            0 => self.letters().len(),
            n => n,
        }
    }

    pub(super) fn multiple_choice(
        &mut self,
        item: &Item,
        entry: Option<&Entry>,
        trace: Option<&mut Comparison>,
    ) -> Verdict {
        let mut marks = Marks::default();
        let choices = if item.choices.is_empty() {
            self.letters()
        } else {
            &item.choices
        };
        let reading = entry.map(|entry| self.read(entry, item, &mut marks));
        let read = reading
            .as_ref()
            .map(|reading| reading.text.clone())
            .unwrap_or_default();
        let normalized = entry
            .zip(reading)
            .map(|(entry, reading)| self.normalized(entry, reading, choices, &mut marks));
        let text = normalized
            .as_ref()
            .map_or("", |normalized| &normalized.text);
        // Compared as they are, an object that holds the letter is not the letter.
        let is_as_it_is = self.chain.is_empty() && self.how.field.is_none();
        let is_text = !is_as_it_is || marks.kind == Some(Kind::Text);
        let is_exact = is_text && is_gold(item, text);
        let is_letter = is_exact || (is_text && letter_of(text, choices).is_some());
        marks.is_invisible_miss = !is_letter && letter_of(&visible(&read), choices).is_some();
        let score = match without_reply(entry, &marks) {
            Some(outcome) => zero(outcome),
            None => {
                let is_empty = is_blank(&read) && !marks.is_made_readable;
                scored(is_exact, is_letter, is_empty, &marks)
            }
        };
        if let Some(trace) = trace {
            trace_prediction(trace, &read, normalized.as_ref(), &marks);
            trace.compared = text.to_owned();
            trace.golds = item.answers.iter().map(|gold| traced(gold, text)).collect();
        }
        let is_strictly_right = entry.is_some_and(|entry| match &entry.value {
            Json::Text(text) => is_gold(item, text),
            _ => false,
        });
        let strict = f64::from(u8::from(is_strictly_right));
        let letter = text.chars().next();
        Verdict {
            score,
            marks,
            as_alue: entry
                .filter(|entry| has_text(entry))
                .map(|_| (strict, strict)),
            letter: letter.filter(|_| {
                is_letter && score.outcome.has_reply() && score.outcome != Outcome::Unparsed
            }),
        }
    }
}

fn is_gold(item: &Item, text: &str) -> bool {
    !text.is_empty() && item.answers.iter().any(|gold| gold == text)
}

/// `text` without what cannot be seen.
fn visible(text: &str) -> String {
    text.chars()
        .filter(|c| !is_invisible(*c) && !is_space(*c))
        .collect()
}

fn scored(is_exact: bool, is_letter: bool, is_blank: bool, marks: &Marks) -> ItemScore {
    let outcome = if marks.is_cut_off && !is_letter {
        Outcome::Truncated
    } else if is_exact {
        Outcome::Correct
    } else if is_blank && marks.status == Some(Status::Readable) {
        Outcome::Empty
    } else if !is_letter {
        Outcome::Unparsed
    } else {
        Outcome::Wrong
    };
    let exact = f64::from(u8::from(outcome == Outcome::Correct));
    ItemScore {
        outcome,
        exact,
        f1: exact,
        list: ListScore::default(),
        best_gold: 0,
        is_flagged: marks.is_cut_off || !marks.notes.is_empty(),
    }
}

fn letter_of(text: &str, choices: &[Choice]) -> Option<char> {
    let mut chars = text.chars();
    let letter = chars.next().filter(|_| chars.next().is_none())?;
    choices
        .iter()
        .any(|choice| choice.letter == letter)
        .then_some(letter)
}

fn traced(gold: &str, text: &str) -> Gold {
    let exact = f64::from(u8::from(gold == text));
    Gold {
        written: gold.to_owned(),
        prepared: gold.to_owned(),
        compared: gold.to_owned(),
        exact,
        f1: exact,
    }
}
