//! Numbers as JSON Schema compares them: by value, whatever their spelling, without rounding.
//!
//! Deliberately absent: arithmetic beyond "is a multiple of".

use std::cmp::Ordering;

/// Exponents beyond this are cut; nobody's limits lie there, and sums of two stay in range.
const MAX_EXPONENT: i64 = 1_000_000_000;

/// `digits` × 10^`exponent`, the digits without zeros at either end; none at all for zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    is_negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// Reads a number as JSON or Python writes it; `None` when it is none.
    pub fn read(written: &str) -> Option<Self> {
        let (is_negative, rest) = match written.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, written.strip_prefix('+').unwrap_or(written)),
        };
        let (mantissa, power) = match rest.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, read_power(power)?),
            None => (rest, 0),
        };
        let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let has_some = !whole.is_empty() || !decimals.is_empty();
        if !has_some || !is_digits(whole) || !is_digits(decimals) {
            return None;
        }
        let all = whole
            .bytes()
            .chain(decimals.bytes())
            .map(|byte| byte - b'0');
        let mut digits: Vec<u8> = all.skip_while(|digit| *digit == 0).collect();
        let n_before = digits.len();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let n_zeros = i64::try_from(n_before - digits.len()).ok()?;
        let exponent = power - i64::try_from(decimals.len()).ok()? + n_zeros;
        Some(match digits.is_empty() {
            true => Self {
                is_negative: false,
                digits,
                exponent: 0,
            },
            false => Self {
                is_negative,
                digits,
                exponent,
            },
        })
    }

    /// Whether the value is a whole number, as `1.0` is.
    pub fn is_whole(&self) -> bool {
        self.exponent >= 0
    }

    /// Whether the value is below zero.
    pub fn is_negative(&self) -> bool {
        self.is_negative
    }

    /// Whether `self` is `divisor` times a whole number; everything is of zero, and of divisors with over 30 digits.
    pub fn is_multiple_of(&self, divisor: &Decimal) -> bool {
        if self.digits.is_empty() || divisor.digits.is_empty() || divisor.digits.len() > 30 {
            return true;
        }
        let shift = self.exponent - divisor.exponent;
        if shift < 0 {
            // The last digit of `self` is no zero, so no power of ten divides it.
            return false;
        }
        let of = |n: u128, digit: &u8| n * 10 + u128::from(*digit);
        let modulus = divisor.digits.iter().fold(0, of);
        let mut rest = self
            .digits
            .iter()
            .fold(0, |rest, digit| of(rest, digit) % modulus);
        // A number of 30 digits has at most 99 factors 2 or 5: more tens change nothing.
        for _ in 0..shift.min(100) {
            rest = rest * 10 % modulus;
        }
        rest == 0
    }

    /// The one text of all spellings of this value.
    pub fn canonical(&self, out: &mut String) {
        if self.is_negative {
            out.push('-');
        }
        out.extend(self.digits.iter().map(|digit| char::from(b'0' + digit)));
        out.push('e');
        out.push_str(&self.exponent.to_string());
    }

    /// Place of the first digit: 1 for `5`, 0 for `0.5`.
    fn magnitude(&self) -> i64 {
        self.exponent + i64::try_from(self.digits.len()).unwrap_or(i64::MAX / 2)
    }

    fn cmp_size(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // Without zeros at the end, the digits compare as texts do.
            (false, false) => {
                let by_size = self.magnitude().cmp(&other.magnitude());
                by_size.then_with(|| self.digits.cmp(&other.digits))
            }
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.cmp_size(other),
            (true, true) => other.cmp_size(self),
        }
    }
}

fn read_power(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse::<i64>().unwrap_or(MAX_EXPONENT);
    Some(sign * size.min(MAX_EXPONENT))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read(written: &str) -> Decimal {
        Decimal::read(written).unwrap()
    }

    #[test]
    fn one_value_has_one_form() {
        for group in [
            &["1", "1.0", "10e-1", "0.1e1", "+1"][..],
            &["0", "-0.0", "0e9"],
            &["120", "1.2e2"],
        ] {
            assert!(
                group.iter().all(|written| read(written) == read(group[0])),
                "{group:?}"
            );
        }
        for bad in ["", ".", "-", "1e", "e5", "1.2.3", "0x1", "1 "] {
            assert_eq!(Decimal::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn order_is_that_of_the_values() {
        let rising = [
            "-1e9", "-12", "-2", "-0.1", "0", "1e-400", "0.09", "0.1", "1", "1.5", "2", "10",
            "10.01", "1e400",
        ];
        for pair in rising.windows(2) {
            assert!(read(pair[0]) < read(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn multiples_are_exact() {
        let is = |a: &str, b: &str| read(a).is_multiple_of(&read(b));
        assert!(
            is("0.3", "0.1")
                && is("1", "0.5")
                && is("1e999999999", "2.5e3")
                && is("-9", "3")
                && is("4.0", "2")
        );
        assert!(!is("0.35", "0.1") && !is("7", "2") && !is("1e400", "3") && !is("10", "4"));
    }
}
