//! A comparison in plain words.
//!
//! Deliberately absent: the word "significant".

use super::Compared;

/// Below this, a difference is called one.
const LEVEL: f64 = 0.05;

/// What a comparison says, for someone who never heard of p-values. `names` are the first's and the second's; `p` is the
/// corrected one where several are compared.
///
/// ```
/// use marksheet::compare::{Compared, sentence};
/// let compared = Compared { n_shared: 231, first: 67.2, second: 71.4, delta: 4.2, interval: None, interval_words: String::new(),
///     p: Some(0.03), test: "exact McNemar test", only: (5, 15), is_small: false };
/// assert_eq!(sentence(&compared, ("A", "B"), Some(0.03)), "B scored 4.2 points higher on the 231 questions both answered. If both were \
///     equally good, a difference at least this large would appear in about 3 of 100 such comparisons.");
/// ```
pub fn sentence(compared: &Compared, (first, second): (&str, &str), p: Option<f64>) -> String {
    let questions = match compared.n_shared {
        0 => return "There is no question that both answered.".to_owned(),
        1 => "the one question both answered".to_owned(),
        n => format!("the {n} questions both answered"),
    };
    let points = format!("{:.1}", compared.delta.abs());
    let scored = match (points.as_str(), compared.delta > 0.0) {
        ("0.0", _) if compared.delta == 0.0 => format!("Both scored the same on {questions}."),
        (points, is_higher) => {
            let (better, points) = (
                if is_higher { second } else { first },
                match points {
                    "0.0" => "less than 0.1",
                    points => points,
                },
            );
            let unit = if points == "1.0" { "point" } else { "points" };
            format!("{better} scored {points} {unit} higher on {questions}.")
        }
    };
    let Some(p) = p else { return scored };
    if p >= LEVEL {
        return format!("{scored} This does not show that either is better.");
    }
    let often = match (p * 100.0).round() {
        n if n < 1.0 => "fewer than 1".to_owned(),
        n => format!("about {n}"),
    };
    format!(
        "{scored} If both were equally good, a difference at least this large would appear in {often} of 100 such comparisons."
    )
}
