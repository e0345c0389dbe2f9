//! How far a score could be off because only so many questions were asked: 95 % intervals, and which one is right.
//!
//! Deliberately absent: when to compute them (after the headline, in the worker) and how they are shown.

pub mod bootstrap;
pub mod comparison;
pub(crate) mod random;

use bootstrap::clusters_of;

/// The 0.975 quantile of the standard normal distribution: 95 % lie within so many standard errors.
const Z: f64 = 1.959_963_984_540_054;

/// From so many questions on a normal interval replaces the bootstrap.
pub const N_FOR_NORMAL: usize = 5_000;

/// Below so many questions an interval comes with a warning.
pub const N_FOR_TRUST: usize = 30;

/// Resamples of a bootstrap, and draws of a sign-flip test.
pub const N_RESAMPLES: usize = 10_000;

/// The seed of every resampling, so that a score file gives the same interval each time, natively and in the browser.
pub const SEED: u64 = 20_180_611;

/// A 95 % interval, in the unit of the values it is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

/// What kind of score an interval is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each question scores 0 or 1: exact match, accuracy, `list_exact`.
    Binary,
    /// Each question scores between 0 and 1: F1, the list figures.
    Graded,
}

/// How an interval is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Not at all; [`Plan::words`] says why.
    None,
    /// [`wilson`].
    Wilson,
    /// [`normal`], over questions or contexts.
    Normal,
    /// [`Bootstrap`](bootstrap::Bootstrap), over questions or contexts.
    Bootstrap,
}

/// The method for one score and the words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How the interval is made.
    pub method: Method,
    /// Whether contexts are resampled (or clustered by), because some have several questions.
    pub is_over_contexts: bool,
    /// For the page: `Wilson interval`, `bootstrap over 26 contexts`, `no interval: all values are equal`.
    pub words: String,
    /// Whether there are fewer than [`N_FOR_TRUST`] questions.
    pub is_small: bool,
}

/// Chooses the interval for the values of one score, one per question, and says which in words.
///
/// `contexts` holds the context of each question; pass `None` where there is none. Where a context has several
/// questions the interval is over contexts, as questions about one passage are not independent. Otherwise Wilson for
/// 0/1 values of any number, and for graded ones the bootstrap, from [`N_FOR_NORMAL`] questions on the normal interval.
///
/// ```
/// use marksheet::metrics::uncertainty::{Kind, Method, plan};
/// let plan = plan(&[1.0, 0.0, 1.0, 1.0], Some(&[0, 0, 1, 2]), Kind::Binary);
/// assert_eq!((plan.method, plan.words.as_str()), (Method::Bootstrap, "bootstrap over 3 contexts"));
/// ```
pub fn plan(values: &[f64], contexts: Option<&[u32]>, kind: Kind) -> Plan {
    let n = values.len();
    let n_contexts = contexts.map_or(n, |contexts| clusters_of(Some(contexts), n).1);
    let is_over_contexts = n_contexts < n;
    let is_equal = values.iter().all(|value| Some(value) == values.first());
    let (method, words) = if n < 2 {
        (
            Method::None,
            "no interval: fewer than 2 questions".to_owned(),
        )
    } else if !is_over_contexts && kind == Kind::Binary {
        (Method::Wilson, "Wilson interval".to_owned())
    } else if n_contexts < 2 {
        (
            Method::None,
            "no interval: all questions are about one context".to_owned(),
        )
    } else if is_equal {
        (Method::None, "no interval: all values are equal".to_owned())
    } else {
        let over = match is_over_contexts {
            true => format!("{n_contexts} contexts"),
            false => format!("{n} questions"),
        };
        match n >= N_FOR_NORMAL {
            true => (Method::Normal, format!("normal interval over {over}")),
            false => (Method::Bootstrap, format!("bootstrap over {over}")),
        }
    };
    Plan {
        method,
        is_over_contexts,
        words,
        is_small: n < N_FOR_TRUST,
    }
}

/// Wilson score interval of a share.
///
/// The shares p from which `n_right` of `n` is at most 1.96 standard errors away. Range: within 0.0 to 1.0, also for
/// 0 of n and n of n. `None` below 2 questions. Source: Wilson 1927, <https://doi.org/10.2307/2276774>.
///
/// ```
/// use marksheet::metrics::uncertainty::wilson;
/// let interval = wilson(8, 10).unwrap();
/// assert!((interval.low - 0.4901625).abs() < 1e-6 && (interval.high - 0.9433178).abs() < 1e-6);
/// assert_eq!(wilson(1, 1), None);
/// ```
pub fn wilson(n_right: usize, n: usize) -> Option<Interval> {
    if n < 2 || n_right > n {
        return None;
    }
    let (count, share) = (n as f64, n_right as f64 / n as f64);
    let scale = 1.0 + Z * Z / count;
    let middle = (share + Z * Z / (2.0 * count)) / scale;
    let half = Z / scale * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
    // The formula gives exactly 0 and 1 at the ends; floating point does not.
    let low = if n_right == 0 {
        0.0
    } else {
        (middle - half).max(0.0)
    };
    let high = if n_right == n {
        1.0
    } else {
        (middle + half).min(1.0)
    };
    Some(Interval { low, high })
}

/// Normal interval of a mean from its standard error, clustered by context where `contexts` are given.
///
/// Standard error: root of G/(G−1) times the sum over the G contexts of their squared sums of deviations, over n; with
/// a context of its own for each question that is the usual s/√n. `None` below 2 contexts or when all values are equal.
/// Source: Liang and Zeger 1986, <https://doi.org/10.1093/biomet/73.1.13>. The interval may leave the range of the values.
///
/// ```
/// use marksheet::metrics::uncertainty::normal;
/// let interval = normal(&[0.0, 1.0, 0.0, 1.0], None).unwrap();
/// assert!((interval.high - 0.5 - 1.96 * (1.0_f64 / 12.0).sqrt()).abs() < 1e-4);
/// ```
pub fn normal(values: &[f64], contexts: Option<&[u32]>) -> Option<Interval> {
    let n = values.len();
    let (clusters, n_clusters) = clusters_of(contexts, n);
    if n_clusters < 2 || values.iter().all(|value| *value == values[0]) {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let mut deviations = vec![0.0; n_clusters];
    for (value, cluster) in values.iter().zip(&clusters) {
        deviations[*cluster as usize] += value - mean;
    }
    let squares: f64 = deviations
        .iter()
        .map(|deviation| deviation * deviation)
        .sum();
    let groups = n_clusters as f64;
    let half = Z * (groups / (groups - 1.0) * squares).sqrt() / n as f64;
    Some(Interval {
        low: mean - half,
        high: mean + half,
    })
}
