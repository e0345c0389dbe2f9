//! Whether the difference between two runs on the same questions could be chance.
//!
//! Deliberately absent: the interval of the difference. It is a [`Bootstrap`](super::bootstrap::Bootstrap) of the
//! differences question by question, which keeps the pairs together.

use super::bootstrap::clusters_of;
use crate::random::Random;

/// Exact two-sided McNemar test: the chance of a split at least this uneven among the questions only one run got right.
///
/// Binomial with probability ½ on `n_only_first` + `n_only_second` draws, twice the smaller tail, at most 1. Range: 0.0
/// to 1.0; 1 when the runs never differ. It assumes that questions are independent. Source: McNemar 1947,
/// <https://doi.org/10.1007/BF02295996>.
///
/// ```
/// use marksheet::metrics::uncertainty::comparison::mcnemar;
/// assert!((mcnemar(1, 9) - 0.021484375).abs() < 1e-12);
/// assert_eq!(mcnemar(5, 5), 1.0);
/// ```
pub fn mcnemar(n_only_first: u64, n_only_second: u64) -> f64 {
    let n = n_only_first.saturating_add(n_only_second);
    let smaller = n_only_first.min(n_only_second);
    // The largest term of the tail in logarithms, because 2^-n underflows; the others by their ratio to it.
    let log_choose: f64 = (1..=smaller)
        .map(|k| ((n - smaller + k) as f64 / k as f64).ln())
        .sum();
    let largest = (log_choose - n as f64 * std::f64::consts::LN_2).exp();
    let mut ratio = 1.0;
    let mut tail = 0.0;
    for k in (0..=smaller).rev() {
        tail += ratio;
        ratio *= k as f64 / (n - k + 1) as f64;
        if ratio < 1e-18 {
            break;
        }
    }
    (2.0 * largest * tail).min(1.0)
}

/// A sign-flip test under way: how often chance alone would give a mean difference at least this large.
///
/// If both runs were equally good, each difference could as well have the other sign. Signs are flipped at random, for
/// all questions of a context together where contexts are given. Two-sided.
/// Source: Pitman 1937, <https://doi.org/10.2307/2984124>.
///
/// ```
/// use marksheet::metrics::uncertainty::{SEED, comparison::SignFlip};
/// let mut test = SignFlip::new(&[0.5, 0.4, 0.6, 0.3, 0.2, 0.5, 0.1, 0.4], None, SEED);
/// test.step(10_000);
/// assert!((test.finish() - 2.0 / 256.0).abs() < 0.004);
/// ```
pub struct SignFlip {
    random: Random,
    sums: Vec<f64>,
    observed: f64,
    n_done: usize,
    n_as_large: usize,
}

impl SignFlip {
    /// A test of `differences`, second minus first, one per question both runs answered.
    pub fn new(differences: &[f64], contexts: Option<&[u32]>, seed: u64) -> Self {
        let (clusters, n_clusters) = clusters_of(contexts, differences.len());
        let mut sums = vec![0.0; n_clusters];
        for (difference, cluster) in differences.iter().zip(&clusters) {
            sums[*cluster as usize] += difference;
        }
        let observed = sums.iter().sum::<f64>().abs();
        Self {
            random: Random::new(seed),
            sums,
            observed,
            n_done: 0,
            n_as_large: 0,
        }
    }

    /// Draws so far.
    pub fn n_done(&self) -> usize {
        self.n_done
    }

    /// Draws `n` more sign patterns.
    pub fn step(&mut self, n: usize) {
        // Sums of the same numbers in another order must count as equal.
        let limit = self.observed - 1e-9 * self.observed.max(1e-3);
        for _ in 0..n {
            let mut total = 0.0;
            for chunk in self.sums.chunks(64) {
                let mut bits = self.random.bits();
                for sum in chunk {
                    total += if bits & 1 == 0 { *sum } else { -*sum };
                    bits >>= 1;
                }
            }
            self.n_as_large += usize::from(total.abs() >= limit);
        }
        self.n_done += n;
    }

    /// The p-value so far, 0.0 to 1.0: (1 + draws at least as large) / (1 + draws), so that it is never 0.
    pub fn finish(&self) -> f64 {
        (1 + self.n_as_large) as f64 / (1 + self.n_done) as f64
    }
}

/// Holm's correction for several comparisons: adjusted p-values in the given order, each at most 1.
///
/// The smallest is multiplied by their number, the next by one less, and so on; none may fall below a smaller one's.
/// Source: Holm 1979, <https://www.jstor.org/stable/4615733>.
///
/// ```
/// use marksheet::metrics::uncertainty::comparison::holm;
/// assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, at) in order.into_iter().enumerate() {
        least = least
            .max(p_values[at] * (p_values.len() - rank) as f64)
            .min(1.0);
        adjusted[at] = least;
    }
    adjusted
}
