//! Where gold answer and prediction stand in the context.
//!
//! Deliberately absent: how the places are shown; the page does that.

mod search;

use super::{members, says_none};
use crate::score::Comparison;
use crate::score::context::Finder;
use rustc_hash::FxHashSet;
pub(super) use search::Searched;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Whose text stands in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// A gold answer.
    Gold,
    /// The prediction.
    Prediction,
    /// Both.
    Both,
}

/// A stretch of the context. All segments together are the context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// Its text.
    pub text: String,
    /// Whose words these are, if anyone's.
    pub mark: Option<Mark>,
}

/// How many texts of one side are looked for: gold answers, or members of a list.
const MAX_NEEDLES: usize = 64;

/// The context cut into segments, with gold answers and prediction marked wherever they stand.
///
/// Case and line breaks do not matter; where that finds nothing, spaces and hyphens do not either. A list that
/// does not stand there as a whole is looked for member by member. Whole words go before parts of words.
pub fn marks(context: &str, comparison: &Comparison) -> Vec<Segment> {
    let searched = Searched::new(context);
    let golds = comparison.golds.iter().map(|gold| gold.prepared.as_str());
    let gold = places(&searched, golds);
    let prediction = places(&searched, std::iter::once(comparison.normalized.as_str()));
    segments(context, &gold, &prediction)
}

/// Whether a text stands in the context, ignoring case, spaces and hyphens: as a whole, of a bracketed list any member,
/// of a list without brackets all of them. The same rule counts the answers that do not occur in their context.
///
/// ```
/// use marksheet::explain::occurs;
/// assert!(occurs("The glider was D-1234.", "d 1234") && occurs("The glider was D-1234.", "[D-1234, D-9]"));
/// assert!(!occurs("The glider was D-1234.", "D-1235"));
/// ```
pub fn occurs(context: &str, text: &str) -> bool {
    Finder::default().has(0, context, text)
}

/// Where any of the texts stands: sorted, not overlapping.
fn places<'a>(searched: &Searched<'_>, texts: impl Iterator<Item = &'a str>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for text in distinct(texts).take(MAX_NEEDLES) {
        let whole = searched.find(text);
        if whole.is_empty() {
            for member in distinct(members(text)).take(MAX_NEEDLES) {
                found.extend(searched.find(member));
            }
        } else {
            found.extend(whole);
        }
    }
    found.sort_by_key(|place| (place.start, place.end));
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(found.len());
    for place in found {
        match joined.last_mut() {
            Some(last) if place.start < last.end => last.end = last.end.max(place.end),
            _ => joined.push(place),
        }
    }
    joined
}

/// Each text once, without those that say that there is no answer.
fn distinct<'a>(texts: impl IntoIterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    let mut seen = FxHashSet::default();
    texts
        .into_iter()
        .filter(move |text| !says_none(text) && seen.insert(*text))
}

fn segments(context: &str, gold: &[Range<usize>], prediction: &[Range<usize>]) -> Vec<Segment> {
    let mut edges: Vec<usize> = [gold, prediction]
        .concat()
        .iter()
        .flat_map(|place| [place.start, place.end])
        .chain([0, context.len()])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    let (mut gold, mut prediction) = (gold.iter().peekable(), prediction.iter().peekable());
    let mut segments = Vec::with_capacity(edges.len());
    for (start, end) in edges.iter().zip(edges.iter().skip(1)) {
        while gold.next_if(|place| place.end <= *start).is_some() {}
        while prediction.next_if(|place| place.end <= *start).is_some() {}
        let is_gold = gold.peek().is_some_and(|place| place.start <= *start);
        let is_prediction = prediction.peek().is_some_and(|place| place.start <= *start);
        segments.push(Segment {
            text: context.get(*start..*end).unwrap_or_default().to_owned(),
            mark: match (is_gold, is_prediction) {
                (true, true) => Some(Mark::Both),
                (true, false) => Some(Mark::Gold),
                (false, true) => Some(Mark::Prediction),
                (false, false) => None,
            },
        });
    }
    segments
}
