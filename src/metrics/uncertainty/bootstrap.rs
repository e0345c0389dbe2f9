//! Percentile bootstrap of several scores at once, over questions or over contexts, a few resamples at a time.
//!
//! Deliberately absent: threads and timers. The worker calls [`Bootstrap::step`] until it is done or told to stop.

use rustc_hash::FxHashMap;

use super::Interval;
use crate::random::Random;

/// A bootstrap under way.
///
/// Each resample draws as many contexts (or questions) as there are, with replacement, once for all scores. A score of
/// a resample is the mean over its questions, so a context with more questions weighs more, as in the headline.
/// Source: Efron 1979, <https://doi.org/10.1214/aos/1176344552>.
///
/// ```
/// use marksheet::metrics::uncertainty::{SEED, bootstrap::Bootstrap};
/// let f1 = [0.2, 0.9, 0.4, 1.0, 0.0, 0.7];
/// let mut bootstrap = Bootstrap::new(&[&f1], None, SEED);
/// while bootstrap.n_done() < 1_000 {
///     bootstrap.step(250);
/// }
/// let interval = bootstrap.finish()[0].unwrap();
/// assert!(interval.low < 0.53 && 0.54 < interval.high);
/// ```
pub struct Bootstrap {
    random: Random,
    n_clusters: usize,
    n_columns: usize,
    /// For each cluster, for each column: sum of its values and their number.
    sums: Vec<(f64, f64)>,
    is_equal: Vec<bool>,
    /// For each column the means of the resamples.
    means: Vec<Vec<f64>>,
    n_done: usize,
}

impl Bootstrap {
    /// A bootstrap of `columns`, one value per question each; NaN means that the question does not count there
    /// (`answered_f1`). All columns must be as long as the first; values beyond are not looked at.
    pub fn new(columns: &[&[f64]], contexts: Option<&[u32]>, seed: u64) -> Self {
        let n = columns.iter().map(|column| column.len()).min().unwrap_or(0);
        let (clusters, n_clusters) = clusters_of(contexts, n);
        let n_columns = columns.len();
        let mut sums = vec![(0.0, 0.0); n_clusters * n_columns];
        for (column, values) in columns.iter().enumerate() {
            for (value, cluster) in values
                .iter()
                .zip(&clusters)
                .filter(|(value, _)| !value.is_nan())
            {
                let entry = &mut sums[*cluster as usize * n_columns + column];
                *entry = (entry.0 + value, entry.1 + 1.0);
            }
        }
        Self {
            random: Random::new(seed),
            n_clusters,
            n_columns,
            sums,
            is_equal: columns
                .iter()
                .map(|column| is_equal(&column[..n]))
                .collect(),
            means: vec![Vec::new(); n_columns],
            n_done: 0,
        }
    }

    /// Resamples drawn so far.
    pub fn n_done(&self) -> usize {
        self.n_done
    }

    /// Draws `n` more resamples.
    pub fn step(&mut self, n: usize) {
        self.n_done += n;
        if self.n_clusters < 2 || self.is_equal.iter().all(|is_equal| *is_equal) {
            return;
        }
        let n_draws = u32::try_from(self.n_clusters).unwrap_or(u32::MAX);
        let mut totals = vec![(0.0, 0.0); self.n_columns];
        for _ in 0..n {
            totals.fill((0.0, 0.0));
            for _ in 0..n_draws {
                let at = self.random.below(n_draws) as usize * self.n_columns;
                for (total, (sum, count)) in totals.iter_mut().zip(&self.sums[at..]) {
                    *total = (total.0 + sum, total.1 + count);
                }
            }
            for (means, (sum, count)) in self
                .means
                .iter_mut()
                .zip(&totals)
                .filter(|(_, (_, count))| *count > 0.0)
            {
                means.push(sum / count);
            }
        }
    }

    /// The 2.5 and 97.5 percentiles of each column's means; `None` below 2 questions or contexts, when all values of
    /// the column are equal, or when nothing was drawn.
    pub fn finish(self) -> Vec<Option<Interval>> {
        let columns = self.means.into_iter().zip(self.is_equal);
        columns
            .map(|(mut means, is_equal)| {
                means.sort_by(f64::total_cmp);
                let low = percentile(&means, 0.025)?;
                let high = percentile(&means, 0.975)?;
                (!is_equal).then_some(Interval { low, high })
            })
            .collect()
    }
}

fn is_equal(values: &[f64]) -> bool {
    let mut values = values.iter().filter(|value| !value.is_nan());
    let first = values.next();
    values.all(|value| Some(value) == first)
}

/// A percentile of sorted values, between two of them in proportion, as NumPy's default does.
pub(super) fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * sorted.len().checked_sub(1)? as f64;
    let below = sorted.get(place.floor() as usize)?;
    let above = sorted.get(place.ceil() as usize)?;
    Some(below + (above - below) * place.fract())
}

/// Each question's cluster, numbered from 0 in order of appearance, and how many there are. Without contexts, or with
/// fewer contexts given than questions, the remaining questions are clusters of their own.
pub(super) fn clusters_of(contexts: Option<&[u32]>, n: usize) -> (Vec<u32>, usize) {
    let contexts = contexts.unwrap_or_default();
    let mut numbers = FxHashMap::default();
    let mut n_clusters = 0_u32;
    let mut next = || {
        n_clusters += 1;
        n_clusters - 1
    };
    let clusters = (0..n)
        .map(|at| match contexts.get(at) {
            Some(context) => *numbers.entry(*context).or_insert_with(&mut next),
            None => next(),
        })
        .collect();
    (clusters, n_clusters as usize)
}
