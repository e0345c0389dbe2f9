//! Why an answer is not right, in sentences.
//!
//! Deliberately absent: reasons for right answers, and anything the texts do not decide.

use super::characters::{described, is_invisible, look_alike};
use super::difference::{Aspect, Reading, difference};
use super::words::{Relation, relation};
use super::{occurs, says_none};
use crate::dataset::{Item, Task};
use crate::outcome::Outcome;
use crate::predictions::Failure;
use crate::problem::cut;
use crate::score::{Comparison, Gold};
use serde::{Deserialize, Serialize};

/// One thing the texts show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The reason in a few words: `an answer where the key says none`.
    pub title: String,
    /// The texts it rests on; empty when the title says all.
    pub detail: String,
}

impl Reason {
    fn new(title: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
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
    let one = |title: &str, detail: String| vec![Reason::new(title, detail)];
    match comparison.score.outcome {
        Outcome::Correct => Vec::new(),
        Outcome::Missing => one("no prediction for this id", quoted(&item.id)),
        Outcome::HttpError => one("the call failed: the server answered with an error", detail),
        Outcome::Network => one("the call failed: the server could not be reached", detail),
        Outcome::Timeout => one(
            "the call failed: it took longer than the time limit",
            detail,
        ),
        Outcome::Refused => one("the model declined to answer", detail),
        Outcome::Truncated => one(
            "the reply was cut off before an answer could be read",
            detail,
        ),
        Outcome::Unparsed => vec![unparsed(task, item, comparison)],
        Outcome::Empty => vec![missed(comparison)],
        Outcome::Partial | Outcome::Wrong if task == Task::MultipleChoice => {
            vec![choice(item, comparison)]
        }
        Outcome::Partial | Outcome::Wrong => extractive(item, context, comparison),
    }
}

fn unparsed(task: Task, item: &Item, comparison: &Comparison) -> Reason {
    let reply = quoted(&comparison.read);
    if task == Task::Extractive {
        return Reason::new("the reply does not fit the schema", reply);
    }
    let title = "no letter that the question offers can be read";
    let letters: Vec<_> = item.choices.iter().map(|c| c.letter.to_string()).collect();
    if letters.is_empty() {
        return Reason::new(title, reply);
    }
    Reason::new(
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
        return Reason::new(title, joined.join("; "));
    }
    surface(comparison)
        .unwrap_or_else(|| Reason::new("not the letter of the key", both(chosen, key)))
}

fn missed(comparison: &Comparison) -> Reason {
    let key = best_gold(comparison).map_or("", |gold| gold.written.as_str());
    Reason::new(
        "no answer where the key has one",
        format!("the key: {}", quoted(key)),
    )
}

fn extractive(item: &Item, context: Option<&str>, comparison: &Comparison) -> Vec<Reason> {
    let answer = comparison.normalized.as_str();
    let has_key = !item.is_unanswerable() && !item.answers.iter().all(|gold| says_none(gold));
    if says_none(answer) && has_key {
        return vec![missed(comparison)];
    }
    let mut reasons = Vec::new();
    if !has_key && !says_none(answer) {
        let title = "an answer where the key says none";
        reasons.push(Reason::new(
            title,
            format!("the answer: {}", quoted(answer)),
        ));
    } else if let Some(reason) = surface(comparison).or_else(|| in_words(comparison)) {
        reasons.push(reason);
    }
    let Some(context) = context.filter(|_| !says_none(answer)) else {
        return reasons;
    };
    if !occurs(context, answer) {
        let title = "not found in the context";
        let detail = format!(
            "{} stands nowhere in it, ignoring case, spaces and hyphens",
            quoted(answer)
        );
        reasons.push(Reason::new(title, detail));
    }
    if has_key
        && !comparison
            .golds
            .iter()
            .take(MAX_GOLDS)
            .any(|gold| occurs(context, &gold.prepared))
    {
        let title = "the key's own answer is not in the context either";
        let key = best_gold(comparison).map_or("", |gold| gold.written.as_str());
        reasons.push(Reason::new(title, quoted(key)));
    }
    reasons
}

/// A gold answer that reads the same as the prediction, if there is one, and what still tells them apart.
fn surface(comparison: &Comparison) -> Option<Reason> {
    let prediction = Reading::of(&comparison.compared);
    let (gold, aspects) = comparison.golds.iter().take(MAX_GOLDS).find_map(|gold| {
        let aspects = difference(&prediction, &Reading::of(&gold.compared))?;
        Some((gold, aspects))
    })?;
    let texts = both(&comparison.normalized, &gold.prepared);
    let odd = odd_characters(&comparison.normalized, &gold.prepared, &aspects);
    let detail = [texts, odd].into_iter().filter(|text| !text.is_empty());
    let detail = detail.collect::<Vec<_>>().join("; ");
    if aspects.contains(&Aspect::LookAlikes) {
        return Some(Reason::new("looks alike but uses other letters", detail));
    }
    let names: Vec<_> = aspects.iter().map(|aspect| aspect.words()).collect();
    let title = format!("differs only in {}", names.join(" and "));
    Some(Reason::new(title, detail))
}

/// The characters nobody would see the difference of, with the side they are on.
fn odd_characters(prediction: &str, gold: &str, aspects: &[Aspect]) -> String {
    let is_odd = |c: char| {
        (aspects.contains(&Aspect::LookAlikes) && look_alike(c).is_some())
            || (aspects.contains(&Aspect::Invisible) && is_invisible(c))
            || (aspects.contains(&Aspect::Forms)
                && matches!(c, '\u{ff01}'..='\u{ff5e}' | '\u{1d400}'..='\u{1d7ff}'))
    };
    let odd_in = |text: &str, other: &str, whose: &str| {
        let mut found: Vec<char> = Vec::new();
        for c in text.chars().filter(|c| is_odd(*c)) {
            if found.len() < 5 && !found.contains(&c) && !other.contains(c) {
                found.push(c);
            }
        }
        let names: Vec<_> = found.into_iter().map(described).collect();
        (!names.is_empty()).then(|| format!("{whose} has {}", names.join(", ")))
    };
    let sides = [
        odd_in(prediction, gold, "the answer"),
        odd_in(gold, prediction, "the key"),
    ];
    sides.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// The closest gold answer by words, and how the prediction's words stand to it.
fn in_words(comparison: &Comparison) -> Option<Reason> {
    let golds = comparison.golds.iter().take(MAX_GOLDS);
    let related = golds.filter_map(|gold| {
        let relation = relation(&gold.compared, &comparison.compared)?;
        Some((gold, relation))
    });
    let (gold, relation) = related.min_by_key(|(_, relation)| relation.rank())?;
    let key = format!("the key: {}", quoted(&gold.written));
    Some(match relation {
        Relation::Reordered => {
            let texts = both(&comparison.normalized, &gold.prepared);
            Reason::new("the same words in another order", texts)
        }
        Relation::Extra(extra) => Reason::new(
            "the gold answer plus extra words",
            format!("{key}; too much: {}", quoted(&extra)),
        ),
        Relation::Part(missing) => Reason::new(
            "part of the gold answer",
            format!("{key}; missing: {}", quoted(&missing)),
        ),
        Relation::Mixed(missing, extra) => Reason::new(
            "some words of the gold answer",
            format!(
                "{key}; missing: {}; too much: {}",
                quoted(&missing),
                quoted(&extra)
            ),
        ),
        Relation::Other => Reason::new(
            "another answer than the key's",
            both(
                &comparison.normalized,
                best_gold(comparison).map_or("", |gold| &gold.written),
            ),
        ),
    })
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
