//! Exact match and token F1 of prepared texts, as the SQuAD scripts and ALUE's define them.
//!
//! Deliberately absent: preparation (see [`normalize::squad`](crate::normalize::squad)) and the choice among several gold answers.

use crate::settings::Profile;

/// Below so many comparisons two token lists are matched directly; above, they are sorted first.
const MAX_DIRECT: usize = 1024;

/// Whether two prepared texts are the same: 1.0 or 0.0.
///
/// Source: `compute_exact` in `evaluate-v2.0.py`, `exact_match_score` in `evaluate-v1.1.py`.
///
/// ```
/// assert_eq!(marksheet::metrics::squad::exact_match("eiffel tower", "eiffel tower"), 1.0);
/// ```
pub fn exact_match(prediction: &str, gold: &str) -> f64 {
    f64::from(u8::from(prediction == gold))
}

/// Token F1 of two prepared texts, with room to count in so that scoring many questions allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct TokenF1 {
    /// Byte ranges of the prediction's tokens, then of the gold answer's.
    prediction: Vec<(usize, usize)>,
    gold: Vec<(usize, usize)>,
}

impl TokenF1 {
    /// Token-overlap F1 of one prepared prediction against one prepared gold answer.
    ///
    /// F1 = 2PR / (P + R), where P and R are the shares of the prediction's and the gold answer's tokens found in the
    /// other. Tokens are the words between single spaces, counted with multiplicity. If either side has none, the score
    /// is 1 when both have none, else 0; in `squad-v1.1` it is 0 in both cases.
    ///
    /// Range: 0.0 to 1.0. Source: `compute_f1` in `evaluate-v2.0.py`, `f1_score` in `evaluate-v1.1.py`.
    ///
    /// ```
    /// use marksheet::{metrics::squad::TokenF1, settings::Profile};
    /// let mut f1 = TokenF1::default();
    /// assert_eq!(f1.score("tower", "eiffel tower", Profile::SquadV2), 2.0 / 3.0); // P = 1, R = 1/2
    /// assert_eq!(f1.score("", "", Profile::SquadV2), 1.0);
    /// assert_eq!(f1.score("", "", Profile::SquadV11), 0.0);
    /// ```
    pub fn score(&mut self, prediction: &str, gold: &str, profile: Profile) -> f64 {
        if prediction.is_empty() || gold.is_empty() {
            let is_one = profile != Profile::SquadV11 && prediction == gold;
            return f64::from(u8::from(is_one));
        }
        if prediction == gold {
            return 1.0;
        }
        tokens(prediction, &mut self.prediction);
        tokens(gold, &mut self.gold);
        let n_prediction = self.prediction.len();
        let n_gold = self.gold.len();
        let n_same = match n_prediction * n_gold <= MAX_DIRECT {
            true => self.n_same_directly(prediction, gold),
            false => self.n_same_sorted(prediction, gold),
        };
        if n_same == 0 {
            return 0.0;
        }
        // The same operations in the same order as the script, so that the last digit is the same too.
        let precision = n_same as f64 / n_prediction as f64;
        let recall = n_same as f64 / n_gold as f64;
        (2.0 * precision * recall) / (precision + recall)
    }

    fn n_same_directly(&mut self, prediction: &str, gold: &str) -> usize {
        let mut n_same = 0;
        for &(start, end) in &self.prediction {
            let token = prediction.get(start..end);
            let found = self
                .gold
                .iter()
                .position(|&(start, end)| gold.get(start..end) == token);
            if let Some(idx) = found {
                self.gold.swap_remove(idx);
                n_same += 1;
            }
        }
        n_same
    }

    fn n_same_sorted(&mut self, prediction: &str, gold: &str) -> usize {
        let of = |text: &'_ str, &(start, end): &(usize, usize)| {
            text.get(start..end).unwrap_or("").to_owned()
        };
        let mut left: Vec<_> = self
            .prediction
            .iter()
            .map(|range| of(prediction, range))
            .collect();
        let mut right: Vec<_> = self.gold.iter().map(|range| of(gold, range)).collect();
        left.sort_unstable();
        right.sort_unstable();
        n_common(&left, &right)
    }
}

/// [`TokenF1::score`] for a single pair.
pub fn f1(prediction: &str, gold: &str, profile: Profile) -> f64 {
    TokenF1::default().score(prediction, gold, profile)
}

/// How many members two sorted lists have in common, counted with multiplicity.
pub(crate) fn n_common<T: Ord>(left: &[T], right: &[T]) -> usize {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    let mut n = 0;
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => _ = left.next(),
            std::cmp::Ordering::Greater => _ = right.next(),
            std::cmp::Ordering::Equal => {
                n += 1;
                left.next();
                right.next();
            }
        }
    }
    n
}

fn tokens(text: &str, out: &mut Vec<(usize, usize)>) {
    out.clear();
    let mut start = 0;
    for (idx, byte) in text.bytes().enumerate() {
        if byte == b' ' {
            out.push((start, idx));
            start = idx + 1;
        }
    }
    out.push((start, text.len()));
}
