//! The words two texts share, counted as the F1 counts them.
//!
//! Deliberately absent: preparing the texts; what comes in is what the scorer compared.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The words of both sides, each with whether the other side has it too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlap {
    /// The gold answer's words, in order.
    pub gold: Vec<Word>,
    /// The prediction's words, in order.
    pub prediction: Vec<Word>,
    /// How many are shared, counted with multiplicity.
    pub n_shared: usize,
}

/// One word of an [`Overlap`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Whether the other side has it; a word that stands here twice and there once is shared once.
    pub is_shared: bool,
}

/// The words of gold answer and prediction as compared (see `compared` in [`Comparison`](crate::score::Comparison)).
///
/// ```
/// use marksheet::explain::overlap;
/// let words = overlap("eiffel tower", "tower tower");
/// assert_eq!(words.n_shared, 1);
/// assert!(words.prediction[0].is_shared && !words.prediction[1].is_shared);
/// ```
pub fn overlap(gold: &str, prediction: &str) -> Overlap {
    let (gold, prediction) = (split(gold), split(prediction));
    let in_gold = shared(&gold, &prediction);
    let in_prediction = shared(&prediction, &gold);
    Overlap {
        n_shared: in_gold.iter().filter(|is_shared| **is_shared).count(),
        gold: words(&gold, in_gold),
        prediction: words(&prediction, in_prediction),
    }
}

fn words(texts: &[&str], are_shared: Vec<bool>) -> Vec<Word> {
    let paired = texts.iter().zip(are_shared);
    paired
        .map(|(text, is_shared)| Word {
            text: (*text).to_owned(),
            is_shared,
        })
        .collect()
}

/// The words of a text that was prepared by the scorer.
pub(super) fn split(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// For each word whether the others have it, using up one of theirs each time.
fn shared(words: &[&str], others: &[&str]) -> Vec<bool> {
    let mut left: FxHashMap<&str, usize> = FxHashMap::default();
    for word in others {
        *left.entry(word).or_default() += 1;
    }
    let mut are_shared = Vec::with_capacity(words.len());
    for word in words {
        let n_left = left.get_mut(word).filter(|n| **n > 0);
        are_shared.push(n_left.map(|n| *n -= 1).is_some());
    }
    are_shared
}

/// How the words of a prediction stand to those of a gold answer, closest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// The same words in another order.
    Reordered,
    /// All of the gold answer's words and more; what is more.
    Extra(String),
    /// Only some of the gold answer's words; what is missing.
    Part(String),
    /// Some words shared, others not: what is missing, what is more.
    Mixed(String, String),
    /// No word shared.
    Other,
}

impl Relation {
    /// The rank of a relation: the lower, the closer.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Relation::Reordered => 0,
            Relation::Extra(_) => 1,
            Relation::Part(_) => 2,
            Relation::Mixed(..) => 3,
            Relation::Other => 4,
        }
    }
}

/// How the words of two texts stand to each other; `None` when they are the same in the same order.
pub(super) fn relation(gold: &str, prediction: &str) -> Option<Relation> {
    let (gold, prediction) = (split(gold), split(prediction));
    if gold == prediction {
        return None;
    }
    let missing = not_shared(&gold, &prediction);
    let extra = not_shared(&prediction, &gold);
    Some(match (missing.len(), extra.len()) {
        (0, 0) => Relation::Reordered,
        (n, _) if n == gold.len() => Relation::Other,
        (0, _) => Relation::Extra(extra.join(" ")),
        (_, 0) => Relation::Part(missing.join(" ")),
        _ => Relation::Mixed(missing.join(" "), extra.join(" ")),
    })
}

fn not_shared<'a>(words: &[&'a str], others: &[&str]) -> Vec<&'a str> {
    let paired = words.iter().zip(shared(words, others));
    paired
        .filter(|(_, is_shared)| !is_shared)
        .map(|(word, _)| *word)
        .collect()
}
