//! Order-free comparison of list members; our own figures, beside those of the scripts.
//!
//! Deliberately absent: what the members are; [`normalize::list_text`](crate::normalize::list_text) finds them.

use super::squad::n_common;

/// Order-free comparison of two lists.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ListScore {
    /// 1 when both have the same members.
    pub exact: f64,
    /// Share of predicted members that are in the gold list.
    pub precision: f64,
    /// Share of gold members that were predicted.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}

/// Compares two lists of prepared members, without regard to order; both are sorted in place.
///
/// Members count with multiplicity, as tokens do in F1. A list whose only member is `none` is empty, and so are blank
/// members. Both lists empty: all 1. One empty: all 0. Range of each figure: 0.0 to 1.0.
///
/// ```
/// use marksheet::metrics::lists::compare;
/// let list = |members: &[&str]| members.iter().map(|m| m.to_string()).collect::<Vec<_>>();
/// let score = compare(&mut list(&["n2", "n1"]), &mut list(&["n1", "n2"]));
/// assert_eq!(score.exact, 1.0);
/// let score = compare(&mut list(&["n1", "n3"]), &mut list(&["n1"]));
/// assert_eq!((score.precision, score.recall), (0.5, 1.0));
/// ```
pub fn compare(prediction: &mut Vec<String>, gold: &mut Vec<String>) -> ListScore {
    for list in [&mut *prediction, &mut *gold] {
        list.retain(|member| !member.is_empty());
        if matches!(list.as_slice(), [only] if only == "none") {
            list.clear();
        }
        list.sort_unstable();
    }
    if prediction.is_empty() || gold.is_empty() {
        return all(prediction.is_empty() && gold.is_empty());
    }
    let n_same = n_common(prediction, gold) as f64;
    let precision = n_same / prediction.len() as f64;
    let recall = n_same / gold.len() as f64;
    ListScore {
        exact: f64::from(u8::from(prediction == gold)),
        precision,
        recall,
        f1: if n_same == 0.0 {
            0.0
        } else {
            (2.0 * precision * recall) / (precision + recall)
        },
    }
}

/// [`compare`] for two prepared texts that are one member each, without making lists of them.
pub(crate) fn compare_single(prediction: &str, gold: &str) -> ListScore {
    let is_empty = |text: &str| text.is_empty() || text == "none";
    all(prediction == gold || (is_empty(prediction) && is_empty(gold)))
}

/// All figures 1 or all 0.
fn all(is_one: bool) -> ListScore {
    let one = f64::from(u8::from(is_one));
    ListScore {
        exact: one,
        precision: one,
        recall: one,
        f1: one,
    }
}
