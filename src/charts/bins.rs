//! Where one bar ends and the next begins.
//!
//! Deliberately absent: bars of fixed places, which F1 and probabilities have of their own.

use std::ops::Range;

/// Steps that a person reads easily: 1, 2 or 5 times a power of ten.
const STEPS: [u64; 3] = [1, 2, 5];

/// Bars of equal width at most.
const MAX_BARS: u64 = 12;

/// Ranges of sorted values with about equally many each; equal values are never parted, so there may be fewer.
pub(super) fn quantiles(sorted: &[u32], n: usize) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    for group in 1..=n {
        let cut = sorted.len() * group / n;
        let Some(last) = cut.checked_sub(1).and_then(|at| sorted.get(at)) else {
            continue;
        };
        let end = sorted.partition_point(|value| value <= last);
        if end > start {
            ranges.push(start..end);
            start = end;
        }
    }
    ranges
}

/// Bars of equal width over values: each from its first number, below its second. The last has no end where a few values lie
/// far beyond the others: it would take a hundred bars to reach them.
pub(super) fn steps(sorted: &[u64]) -> Vec<(u64, Option<u64>)> {
    let (Some(least), Some(most)) = (sorted.first(), sorted.last()) else {
        return Vec::new();
    };
    // 99 of 100 have bars of their own.
    let usual = sorted.get((sorted.len() - 1) * 99 / 100).unwrap_or(most);
    let step = step((usual - least) / MAX_BARS + 1);
    let first = least / step;
    let last = usual / step;
    let mut bars: Vec<_> = (first..=last)
        .map(|n| (n.saturating_mul(step), Some((n + 1).saturating_mul(step))))
        .collect();
    let reach = bars.last().and_then(|(_, below)| *below).unwrap_or(0);
    if *most >= reach {
        bars.push((reach, None));
    }
    bars
}

/// The smallest easy step that is not below `least`.
fn step(least: u64) -> u64 {
    let mut power = 1_u64;
    loop {
        for factor in STEPS {
            let step = power.saturating_mul(factor);
            if step >= least {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}
