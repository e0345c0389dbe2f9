//! Numbers as people read them: per cent with one decimal, and large ones in groups.
//!
//! Deliberately absent: figures of result files, which keep all their digits.

/// A share in per cent with one decimal, rounded half up from the exact ratio; `—` when there is nothing to share.
///
/// ```
/// use marksheet::rounding::percent;
/// assert_eq!(percent(171, 240), "71.3"); // 71.25
/// assert_eq!(percent(1, 3), "33.3");
/// assert_eq!(percent(0, 0), "—");
/// ```
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "—".to_owned();
    }
    let (part, whole) = (u128::from(part), u128::from(whole));
    let tenths = (2000 * part + whole) / (2 * whole);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A value that is in per cent already (an F1 of 0–100), with one decimal, rounded half up; what floating point
/// lost below the 9th digit does not decide.
///
/// ```
/// use marksheet::rounding::one_decimal;
/// assert_eq!(one_decimal(71.25), "71.3");
/// assert_eq!(one_decimal(100.0 * 0.285), "28.5");
/// assert_eq!(one_decimal(f64::NAN), "—");
/// ```
pub fn one_decimal(value: f64) -> String {
    if !value.is_finite() {
        return "—".to_owned();
    }
    let tenths = (value * 10.0 + 0.5 + 1e-9).floor();
    format!("{:.1}", tenths / 10.0)
}

/// A whole number in groups of three, with a narrow space between them that does not break.
///
/// ```
/// use marksheet::rounding::grouped;
/// assert_eq!(grouped(130_000_u32), "130\u{202f}000");
/// assert_eq!(grouped(812_u32), "812");
/// ```
pub fn grouped(n: impl Into<u128>) -> String {
    let digits = n.into().to_string();
    let mut grouped = String::with_capacity(digits.len() + 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}
