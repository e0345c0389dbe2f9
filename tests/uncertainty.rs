//! Intervals and tests against numbers from SciPy, statsmodels and NumPy (`oracle/uncertainty.py`).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "uncertainty/drawn.rs"]
mod drawn;

use marksheet::metrics::choice::{Read, chance_level, confusion, majority_letter};
use marksheet::metrics::uncertainty::bootstrap::Bootstrap;
use marksheet::metrics::uncertainty::comparison::{SignFlip, holm, mcnemar};
use marksheet::metrics::uncertainty::{
    Interval, Kind, Method, N_RESAMPLES, SEED, normal, plan, wilson,
};
use serde_json::Value;

fn oracle(name: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("oracle/uncertainty.json")).unwrap();
    all[name].as_array().unwrap().clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_f64().unwrap())
        .collect()
}

fn contexts(value: &Value) -> Vec<u32> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_u64().unwrap() as u32)
        .collect()
}

fn bounds(value: &Value) -> [f64; 2] {
    [
        value["low"].as_f64().unwrap(),
        value["high"].as_f64().unwrap(),
    ]
}

fn close(interval: Interval, expected: [f64; 2], tolerance: f64) {
    let [low, high] = expected;
    let is_close =
        (interval.low - low).abs() < tolerance && (interval.high - high).abs() < tolerance;
    assert!(is_close, "{interval:?}, stored {expected:?}");
}

fn resampled(columns: &[&[f64]], contexts: Option<&[u32]>) -> Vec<Option<Interval>> {
    let mut bootstrap = Bootstrap::new(columns, contexts, SEED);
    while bootstrap.n_done() < N_RESAMPLES {
        bootstrap.step(250);
    }
    bootstrap.finish()
}

#[test]
fn wilson_intervals_are_those_of_statsmodels() {
    for row in oracle("wilson") {
        let (right, n) = (row["right"].as_u64().unwrap(), row["n"].as_u64().unwrap());
        close(
            wilson(right as usize, n as usize).unwrap(),
            bounds(&row),
            1e-9,
        );
    }
    assert_eq!(
        (wilson(0, 0), wilson(1, 1), wilson(3, 2)),
        (None, None, None)
    );
}

#[test]
fn normal_intervals_are_those_of_a_clustered_regression() {
    for row in oracle("normal") {
        let interval = normal(&numbers(&row["values"]), Some(&contexts(&row["contexts"]))).unwrap();
        close(interval, bounds(&row), 1e-9);
    }
    assert_eq!(normal(&[0.5, 0.5, 0.5], None), None);
    assert_eq!(normal(&[0.0, 1.0], Some(&[3, 3])), None);
    assert_eq!(normal(&[], None), None);
}

#[test]
fn bootstrap_intervals_agree_with_a_million_resamples() {
    for row in oracle("bootstrap") {
        let interval = resampled(
            &[&numbers(&row["values"])],
            Some(&contexts(&row["contexts"])),
        )[0]
        .unwrap();
        // 10,000 resamples place a 2.5 percentile to within a few hundredths of the interval's width.
        let [low, high] = bounds(&row);
        close(interval, [low, high], 0.04 * (high - low));
    }
}

#[test]
fn the_bootstrap_gives_the_same_numbers_each_time_and_however_it_is_stepped() {
    let values = [0.1, 0.9, 0.4, 1.0, 0.0, 0.75, 0.3];
    let mut at_once = Bootstrap::new(&[&values], None, SEED);
    at_once.step(N_RESAMPLES);
    let interval = at_once.finish()[0].unwrap();
    assert_eq!(resampled(&[&values], None)[0], Some(interval));
    // Pinned, so that a change of generator or order does not go unnoticed.
    close(
        interval,
        [0.228_571_428_571_428_6, 0.764_285_714_285_714_2],
        1e-12,
    );
}

#[test]
fn columns_share_their_draws_and_may_leave_questions_out() {
    let f1 = [0.0, 1.0, 0.5, 1.0, 0.0, 1.0, 0.25, 1.0];
    let answered = f1.map(|value| if value == 0.0 { f64::NAN } else { value });
    let doubled = f1.map(|value| 2.0 * value);
    let intervals = resampled(&[&f1, &answered, &doubled], None);
    let [f1, answered, doubled] = [0, 1, 2].map(|at| intervals[at].unwrap());
    assert!(answered.low > f1.low);
    close(doubled, [2.0 * f1.low, 2.0 * f1.high], 1e-12);
}

#[test]
fn there_is_no_bootstrap_interval_without_spread() {
    assert_eq!(resampled(&[&[1.0, 1.0, 1.0]], None), [None]);
    assert_eq!(resampled(&[&[0.5]], None), [None]);
    assert_eq!(resampled(&[&[]], None), [None]);
    assert_eq!(resampled(&[], None), []);
    assert_eq!(resampled(&[&[0.0, 1.0, 1.0]], Some(&[4, 4, 4])), [None]);
}

#[test]
fn the_plan_follows_the_questions_and_says_so_in_words() {
    let words = |values: &[f64], contexts: Option<&[u32]>, kind| {
        let plan = plan(values, contexts, kind);
        (plan.method, plan.words)
    };
    let own: Vec<u32> = (0..6000).collect();
    let shared: Vec<u32> = (0..6000).map(|at| at / 4).collect();
    let graded: Vec<f64> = (0..6000).map(|at| f64::from(at % 7) / 6.0).collect();
    let expect = |method, words: &str| (method, words.to_owned());
    assert_eq!(
        words(&[1.0, 0.0], None, Kind::Binary),
        expect(Method::Wilson, "Wilson interval")
    );
    assert_eq!(
        words(&[1.0, 1.0], None, Kind::Binary),
        expect(Method::Wilson, "Wilson interval")
    );
    assert_eq!(
        words(&graded[..40], Some(&own[..40]), Kind::Graded),
        expect(Method::Bootstrap, "bootstrap over 40 questions")
    );
    assert_eq!(
        words(&graded[..40], Some(&shared[..40]), Kind::Binary),
        expect(Method::Bootstrap, "bootstrap over 10 contexts")
    );
    assert_eq!(
        words(&graded, None, Kind::Graded),
        expect(Method::Normal, "normal interval over 6000 questions")
    );
    assert_eq!(
        words(&graded, Some(&shared), Kind::Binary),
        expect(Method::Normal, "normal interval over 1500 contexts")
    );
    assert_eq!(
        words(&[0.5; 9], None, Kind::Graded),
        expect(Method::None, "no interval: all values are equal")
    );
    assert_eq!(
        words(&[0.5], None, Kind::Graded),
        expect(Method::None, "no interval: fewer than 2 questions")
    );
    assert_eq!(
        words(&[0.0, 1.0], Some(&[1, 1]), Kind::Binary),
        expect(
            Method::None,
            "no interval: all questions are about one context"
        )
    );
    assert!(
        plan(&graded[..29], None, Kind::Graded).is_small
            && !plan(&graded[..30], None, Kind::Graded).is_small
    );
}

#[test]
fn mcnemar_p_values_are_those_of_an_exact_binomial_test() {
    for row in oracle("mcnemar") {
        let (first, second) = (
            row["first"].as_u64().unwrap(),
            row["second"].as_u64().unwrap(),
        );
        let expected = row["p"].as_f64().unwrap();
        assert!(
            (mcnemar(first, second) - expected).abs() < 1e-9,
            "{first}, {second}: {} {expected}",
            mcnemar(first, second)
        );
        assert!((mcnemar(second, first) - expected).abs() < 1e-9);
    }
}

#[test]
fn sign_flip_p_values_are_near_those_over_all_patterns() {
    for row in oracle("sign_flip") {
        let mut test = SignFlip::new(&numbers(&row["values"]), None, SEED);
        test.step(N_RESAMPLES);
        assert!((test.finish() - row["p"].as_f64().unwrap()).abs() < 0.015);
    }
    let mut none = SignFlip::new(&[0.0, 0.0], None, SEED);
    none.step(100);
    assert_eq!(none.finish(), 1.0);
}

#[test]
fn holm_adjusts_as_statsmodels_does() {
    for row in oracle("holm") {
        for (ours, expected) in holm(&numbers(&row["p"]))
            .iter()
            .zip(numbers(&row["adjusted"]))
        {
            assert!((ours - expected).abs() < 1e-12);
        }
    }
    assert!(holm(&[]).is_empty());
}

#[test]
fn a_confusion_matrix_counts_every_question_once() {
    let table = confusion([
        ('A', Read::Letter('A')),
        ('A', Read::Letter('C')),
        ('B', Read::Unparsed),
        ('B', Read::NoReply),
        ('B', Read::Letter('B')),
    ]);
    assert_eq!(table.letters, ['A', 'B', 'C']);
    assert_eq!(table.rows[0].n_read, [1, 0, 1]);
    assert_eq!(
        table.rows.iter().map(|row| row.n_questions()).sum::<u32>(),
        5
    );
    assert_eq!(
        (table.rows[1].accuracy(), table.rows[1].answered_accuracy()),
        (1.0 / 3.0, Some(0.5))
    );
    assert_eq!(
        confusion([('A', Read::NoReply)]).rows[0].answered_accuracy(),
        None
    );
}

#[test]
fn chance_and_majority_are_over_the_questions_given() {
    assert_eq!(chance_level([4, 4, 0]), Some(0.25));
    assert_eq!(majority_letter(['B', 'A', 'B', 'A']), Some(('A', 0.5)));
    assert_eq!(majority_letter([]), None);
}

#[test]
fn intervals_and_chances_are_the_same_everywhere() {
    drawn::is_as_stored();
}
