//! Everything that says how sure a score is, on made-up numbers: run natively and in a browser, and the same to the last bit,
//! so that a report made anywhere says the same. What takes a logarithm is the machine's own to its last digits.

use marksheet::metrics::uncertainty::bootstrap::Bootstrap;
use marksheet::metrics::uncertainty::comparison::{SignFlip, holm, mcnemar};
use marksheet::metrics::uncertainty::{Interval, N_RESAMPLES, normal, wilson};
use marksheet::random::Random;

/// Questions.
const N: usize = 240;

/// As drawn natively; made by printing what [`drawn`] returns.
const BITS: &str = include_str!("drawn.txt");

/// Name and value of each.
pub fn drawn() -> Vec<(&'static str, f64)> {
    let mut random = Random::new(11);
    let mut column = || {
        (0..N)
            .map(|_| f64::from(random.below(101)) / 100.0)
            .collect::<Vec<f64>>()
    };
    let (first, second) = (column(), column());
    let contexts: Vec<u32> = (0..N as u32).map(|at| at / 3).collect();
    let differences: Vec<f64> = first.iter().zip(&second).map(|(a, b)| b - a).collect();
    let mut all = Vec::new();
    let mut tell = |names: [&'static str; 2], interval: Option<Interval>| {
        let Interval { low, high, .. } = interval.unwrap();
        all.extend([(names[0], low), (names[1], high)]);
    };
    tell(["wilson low", "wilson high"], wilson(171, N));
    tell(
        ["normal low", "normal high"],
        normal(&first, Some(&contexts)),
    );
    tell(["bootstrap low", "bootstrap high"], boot(&first, None));
    tell(
        ["by context low", "by context high"],
        boot(&first, Some(&contexts)),
    );
    tell(
        ["difference low", "difference high"],
        boot(&differences, None),
    );
    let mut flips = SignFlip::new(&differences, None, 5);
    flips.step(N_RESAMPLES);
    let p_values = [mcnemar(3, 9), flips.finish(), 0.04];
    all.push(("sign flip", p_values[1]));
    let corrected = holm(&[0.01, p_values[1], 0.04]);
    all.extend(["holm 1", "holm 2", "holm 3"].into_iter().zip(corrected));
    all
}

fn boot(values: &[f64], contexts: Option<&[u32]>) -> Option<Interval> {
    let mut bootstrap = Bootstrap::new(&[values], contexts, 7);
    // In steps of any size: the draws are the same.
    while bootstrap.n_done() < N_RESAMPLES {
        bootstrap.step((N_RESAMPLES - bootstrap.n_done()).min(777));
    }
    bootstrap.finish().remove(0)
}

/// Every value is the stored one, bit by bit, and McNemar's, which takes logarithms, to 1e-12.
pub fn is_as_stored() {
    let told: Vec<String> = drawn()
        .into_iter()
        .map(|(name, value)| format!("{name}\t{:016x}\t{value}", value.to_bits()))
        .collect();
    assert_eq!(told.join("\n"), BITS.trim_end());
    assert!((mcnemar(3, 9) - 598.0 / 4096.0).abs() < 1e-12);
}
