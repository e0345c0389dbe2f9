//! A comparison in plain words.
//!
//! Deliberately absent: the word "significant".

use super::Compared;
use crate::metrics::uncertainty::N_FOR_TRUST;
use crate::rounding::one_decimal;

/// Below this, a difference is called one.
const LEVEL: f64 = 0.05;

/// What a comparison says, for someone who never heard of p-values. `names` are the first's and the second's; `p` is the
/// corrected one where several are compared.
///
/// ```
/// use marksheet::compare::{Compared, sentence};
/// let compared = Compared { n_shared: 231, scores: Some((67.2, 71.4)), delta: Some(4.2), interval: None, interval_words: String::new(),
///     p: Some(0.03), test: "exact McNemar test", only: (5, 15), better: (5, 15), n_differing: 20, is_small: false };
/// assert_eq!(sentence(&compared, ("A", "B"), Some(0.03)), "B scored 4.2 points higher on the 231 questions both answered. If both were \
///     equally good, a difference at least this large would appear in about 3 of 100 such comparisons.");
/// ```
pub fn sentence(compared: &Compared, names: (&str, &str), p: Option<f64>) -> String {
    let questions = match compared.n_shared {
        0 => return "There is no question that both answered.".to_owned(),
        1 => "the one question both answered".to_owned(),
        n => format!("the {n} questions both answered"),
    };
    let delta = compared.delta.unwrap_or_default();
    let scored = match delta == 0.0 {
        true => return same(compared, &questions),
        false => higher(delta, names, &questions),
    };
    if compared.n_shared == 1 {
        return format!("{scored} One question cannot show that either is better.");
    }
    // Not drawn yet.
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

fn higher(delta: f64, (first, second): (&str, &str), questions: &str) -> String {
    let better = if delta > 0.0 { second } else { first };
    let points = match one_decimal(delta.abs()).as_str() {
        "0.0" => "less than 0.1 points".to_owned(),
        "1.0" => "1.0 point".to_owned(),
        points => format!("{points} points"),
    };
    format!("{better} scored {points} higher on {questions}.")
}

/// Equal scores, with on how many questions they differ all the same.
fn same(compared: &Compared, questions: &str) -> String {
    match (compared.n_shared, compared.n_differing) {
        (1, _) => format!("Both scored the same on {questions}."),
        (_, 0) => format!("Both scored the same on each of {questions}."),
        (_, n) => {
            format!("Both scored the same on {questions}, though not the same on {n} of them.")
        }
    }
}

/// What must be said beside a comparison: that there are few questions, and that interval and test do not agree; `None` where
/// there is nothing. `p` is the corrected one where several are compared.
///
/// ```
/// # use marksheet::compare::{Compared, warning};
/// # let compared = Compared { n_shared: 231, scores: Some((67.2, 71.4)), delta: Some(4.2), interval: None, interval_words: String::new(),
/// #    p: Some(0.03), test: "exact McNemar test", only: (5, 15), better: (5, 15), n_differing: 20, is_small: false };
/// let few = Compared { n_shared: 12, is_small: true, ..compared };
/// assert_eq!(warning(&few, few.p).as_deref(), Some("With fewer than 30 questions this is rough: a few other questions could change it much."));
/// ```
pub fn warning(compared: &Compared, p: Option<f64>) -> Option<String> {
    let few = (compared.is_small && compared.n_shared > 0).then(|| {
        format!("With fewer than {N_FOR_TRUST} questions this is rough: a few other questions could change it much.")
    });
    let told: Vec<String> = few
        .into_iter()
        .chain(disagreement(compared, p).map(str::to_owned))
        .collect();
    (!told.is_empty()).then(|| told.join(" "))
}

/// Interval and test start from different assumptions, so that near the border one may find a difference and the other none.
fn disagreement(compared: &Compared, p: Option<f64>) -> Option<&'static str> {
    let (interval, p) = (compared.interval?, p?);
    let leaves_out_0 = interval.low > 0.0 || interval.high < 0.0;
    match (leaves_out_0, p < LEVEL) {
        (true, false) => Some(
            "The interval leaves out 0 and the test finds no difference: they start from different assumptions, and where few \
             questions differ, few texts are shared by many, or several runs are compared, the test is the more careful one. Nothing is shown until both agree.",
        ),
        (false, true) => Some(
            "The test finds a difference and the interval includes 0: they start from different assumptions, and here many \
             questions share their texts, or it is close. Nothing is shown until both agree.",
        ),
        _ => None,
    }
}

/// A difference in points with its sign, and one decimal, as everywhere else; `—` where there is none.
///
/// ```
/// use marksheet::compare::points;
/// assert_eq!([points(Some(6.25)), points(Some(-0.26)), points(Some(-0.04)), points(None)], ["+6.3", "−0.3", "0.0", "—"]);
/// ```
pub fn points(delta: Option<f64>) -> String {
    let Some(delta) = delta else {
        return "—".to_owned();
    };
    match one_decimal(delta.abs()).as_str() {
        text @ ("0.0" | "—") => text.to_owned(),
        text if delta > 0.0 => format!("+{text}"),
        text => format!("−{text}"),
    }
}

/// How often chance alone would give such a difference, in per cent; `…` while that is not known, `—` where it never is.
///
/// ```
/// use marksheet::compare::chance;
/// assert_eq!([chance(Some(0.0625), true), chance(Some(0.000_4), true)], ["6.3 %", "under 0.1 %"]);
/// assert_eq!([chance(None, false), chance(None, true)], ["…", "—"]);
/// ```
pub fn chance(p: Option<f64>, is_done: bool) -> String {
    match p {
        Some(p) if p < 0.0005 => "under 0.1 %".to_owned(),
        Some(p) => format!("{} %", one_decimal(100.0 * p)),
        None if is_done => "—".to_owned(),
        None => "…".to_owned(),
    }
}
