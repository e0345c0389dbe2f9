//! Why an answer is not right, in sentences.
//!
//! Deliberately absent: reasons for right answers, and anything the texts do not decide.

mod closest;

use super::context::Searched;
use super::{Kind, members, occurs, says_none};
use crate::dataset::{Item, Task};
use crate::normalize::no_answer::{NO_ANSWER_PHRASES, Phrases, is_denial};
use crate::outcome::Outcome;
use crate::predictions::Failure;
use crate::predictions::batch::EXPIRED;
use crate::problem::cut;
use crate::score::{Comparison, Gold};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// One thing the texts show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// Its kind, by which questions are grouped.
    pub kind: Kind,
    /// The reason in a few words: `an answer where the key says none`.
    pub title: String,
    /// The texts it rests on; empty when the title says all.
    pub detail: String,
}

impl Reason {
    fn new(kind: Kind, title: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            kind,
            title: title.into(),
            detail: detail.into(),
        }
    }
}

/// The longest text quoted in a reason, in characters.
const MAX_QUOTED: usize = 160;

/// The most gold answers a prediction is compared with word by word.
const MAX_GOLDS: usize = 64;

/// What the texts show of why an answer is not right; empty for a right one.
///
/// `context` is the text the question is about, if it has one; `failure` is what the predictions file says about
/// the call.
pub fn reasons(
    task: Task,
    item: &Item,
    context: Option<&str>,
    failure: Option<&Failure>,
    comparison: &Comparison,
) -> Vec<Reason> {
    let detail = failure.map_or("", |failure| failure.detail.as_str());
    let detail = cut(detail, 2 * MAX_QUOTED);
    let one = |kind, title: &str, detail: String| vec![Reason::new(kind, title, detail)];
    match comparison.score.outcome {
        Outcome::Correct => Vec::new(),
        Outcome::Missing => one(Kind::Missing, "no prediction for this id", quoted(&item.id)),
        Outcome::HttpError => one(
            Kind::FailedCall,
            "the call failed: the server answered with an error",
            detail,
        ),
        Outcome::Network => one(
            Kind::FailedCall,
            "the call failed: the server could not be reached",
            detail,
        ),
        Outcome::Timeout if failure.is_some_and(|failure| failure.detail == EXPIRED) => one(
            Kind::FailedCall,
            EXPIRED,
            "put it in a next batch".to_owned(),
        ),
        Outcome::Timeout => one(
            Kind::FailedCall,
            "the call failed: it took longer than the time limit",
            detail,
        ),
        Outcome::Refused => one(Kind::Refused, "the model declined to answer", detail),
        Outcome::Truncated => one(
            Kind::CutOff,
            "the reply was cut off before an answer could be read",
            detail,
        ),
        Outcome::Unparsed
            if failure.is_some_and(|failure| failure.outcome == Outcome::Unparsed) =>
        {
            one(Kind::Unparsed, "the reply does not fit the schema", detail)
        }
        Outcome::Unparsed => vec![unparsed(task, item, comparison)],
        Outcome::Empty => vec![missed(item, comparison)],
        Outcome::Partial | Outcome::Wrong if task == Task::MultipleChoice => {
            vec![choice(item, comparison)]
        }
        Outcome::Partial | Outcome::Wrong => extractive(item, context, comparison),
    }
}

fn unparsed(task: Task, item: &Item, comparison: &Comparison) -> Reason {
    let reply = quoted(&comparison.read);
    if task == Task::Extractive {
        return Reason::new(Kind::Unparsed, "the reply does not fit the schema", reply);
    }
    let title = "no letter that the question offers can be read";
    let letters: Vec<_> = item.choices.iter().map(|c| c.letter.to_string()).collect();
    if letters.is_empty() {
        return Reason::new(Kind::Unparsed, title, reply);
    }
    Reason::new(
        Kind::Unparsed,
        title,
        format!("offered: {}; the reply: {reply}", letters.join(", ")),
    )
}

fn choice(item: &Item, comparison: &Comparison) -> Reason {
    let (chosen, key) = (&comparison.compared, best_gold(comparison));
    let key = key.map_or("", |gold| gold.compared.as_str());
    let named = |text: &str| {
        let mut chars = text.chars();
        let letter = chars.next().filter(|_| chars.next().is_none())?;
        item.choices.iter().find(|choice| choice.letter == letter)
    };
    if named(chosen).is_some() || item.choices.is_empty() {
        let shown = |letter: &str| match named(letter) {
            Some(choice) if !choice.text.is_empty() => {
                format!("{letter} is {}", quoted(&choice.text))
            }
            _ => String::new(),
        };
        let details = [shown(chosen), shown(key)];
        let details: Vec<_> = details.iter().filter(|text| !text.is_empty()).collect();
        let joined: Vec<_> = details.iter().map(|text| text.as_str()).collect();
        let title = format!(
            "another choice: {} instead of {}",
            cut(chosen, 20),
            cut(key, 20)
        );
        return Reason::new(Kind::OtherChoice, title, joined.join("; "));
    }
    closest::by_characters(comparison).unwrap_or_else(|| {
        Reason::new(
            Kind::OtherChoice,
            "not the letter of the key",
            both(chosen, key),
        )
    })
}

fn missed(item: &Item, comparison: &Comparison) -> Reason {
    let key = best_gold(comparison).map_or("", |gold| gold.written.as_str());
    if !has_key(item) {
        let detail = both(&comparison.normalized, key);
        return Reason::new(
            Kind::OtherNone,
            "says none, but not in the words of the key",
            detail,
        );
    }
    let title = "no answer where the key has one";
    Reason::new(Kind::Missed, title, format!("the key: {}", quoted(key)))
}

/// Whether the key has an answer other than NONE.
fn has_key(item: &Item) -> bool {
    !item.answers.iter().all(|gold| says_none(gold))
}

fn extractive(item: &Item, context: Option<&str>, comparison: &Comparison) -> Vec<Reason> {
    let answer = comparison.normalized.as_str();
    if says_none(answer) || (!has_key(item) && denies(answer, &item.question)) {
        return vec![missed(item, comparison)];
    }
    let mut reasons = Vec::new();
    if has_key(item) {
        let closest = closest::by_characters(comparison);
        let closest = closest.or_else(|| closest::by_preparation(comparison));
        reasons.extend(closest.or_else(|| closest::by_words(comparison)));
    } else {
        let title = "an answer where the key says none";
        let detail = format!("the answer: {}", quoted(answer));
        reasons.push(Reason::new(Kind::Invented, title, detail));
    }
    if let Some(context) = context {
        reasons.extend(in_context(item, context, comparison));
    }
    reasons
}

/// Whether a reply says in words that there is no answer.
fn denies(answer: &str, question: &str) -> bool {
    static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(NO_ANSWER_PHRASES));
    PHRASES.holds(answer) || is_denial(answer, question)
}

/// Which of answer and key stand nowhere in the context.
fn in_context(item: &Item, context: &str, comparison: &Comparison) -> Vec<Reason> {
    let searched = Searched::new(context);
    let mut reasons = Vec::new();
    let answer = comparison.normalized.as_str();
    let nowhere = |text: &str| {
        format!(
            "{} stands nowhere in it, ignoring case, spaces and hyphens",
            quoted(text)
        )
    };
    if !occurs(context, answer) {
        reasons.push(Reason::new(
            Kind::Other,
            "not found in the context",
            nowhere(answer),
        ));
    } else if !searched.has_all_of(answer) {
        let members = members(answer);
        let mut missing = members.into_iter().take(MAX_GOLDS);
        if let Some(member) = missing.find(|member| !searched.has(member)) {
            let title = "part of it is not in the context";
            reasons.push(Reason::new(Kind::Other, title, nowhere(member)));
        }
    }
    let mut golds = comparison.golds.iter().take(MAX_GOLDS);
    if has_key(item) && !golds.any(|gold| searched.has_all_of(&gold.prepared)) {
        let title = "the key's own answer is not in the context";
        let key = best_gold(comparison).map_or("", |gold| gold.written.as_str());
        reasons.push(Reason::new(Kind::Other, title, quoted(key)));
    }
    reasons
}

fn best_gold(comparison: &Comparison) -> Option<&Gold> {
    let best = comparison.golds.get(comparison.score.best_gold as usize);
    best.or_else(|| comparison.golds.first())
}

fn both(answer: &str, key: &str) -> String {
    format!("{} instead of {}", quoted(answer), quoted(key))
}

fn quoted(text: &str) -> String {
    format!("“{}”", cut(text.trim(), MAX_QUOTED))
}
