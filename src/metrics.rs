//! The figures, each with definition, range and source, and the sums they share.
//!
//! Deliberately absent: reading predictions and gold answers; [`score`](crate::score) brings both together.

pub mod choice;
pub mod lists;
pub mod squad;
pub mod threshold;
pub mod uncertainty;

/// A sum of floats that keeps what adding drops (Neumaier's variant of Kahan summation), as Python's `sum` does since 3.12.
///
/// ```
/// use marksheet::metrics::Sum;
/// let mut sum = Sum::default();
/// [1e100, 1.0, -1e100].into_iter().for_each(|x| sum.add(x));
/// assert_eq!(sum.value(), 1.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    total: f64,
    lost: f64,
}

impl Sum {
    /// Adds `x`.
    pub fn add(&mut self, x: f64) {
        let total = self.total + x;
        self.lost += match self.total.abs() >= x.abs() {
            true => (self.total - total) + x,
            false => (x - total) + self.total,
        };
        self.total = total;
    }

    /// The sum.
    pub fn value(self) -> f64 {
        self.total + self.lost
    }

    /// The sum divided by `n`; 0 when `n` is 0, so that no figure is ever NaN.
    pub fn mean(self, n: usize) -> f64 {
        match n {
            0 => 0.0,
            _ => self.value() / n as f64,
        }
    }
}
