//! SQuAD 2.0's threshold figures against numbers computed plainly in Python (`oracle/threshold.py`).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use marksheet::metrics::threshold::{Analysis, HEADLINE, Question, analyze, curve, score_at};
use serde_json::Value;

fn question(value: &Value) -> Question {
    Question {
        has_answer: value["has_answer"].as_bool().unwrap(),
        has_prediction: value["has_prediction"].as_bool().unwrap(),
        exact: value["exact"].as_f64().unwrap(),
        f1: value["f1"].as_f64().unwrap(),
        probability: value["probability"].as_f64(),
    }
}

fn right(probability: Option<f64>) -> Question {
    Question {
        has_answer: true,
        has_prediction: true,
        exact: 1.0,
        f1: 1.0,
        probability,
    }
}

#[test]
fn every_stored_set_gives_the_stored_figures() {
    let sets: Value = serde_json::from_str(include_str!("oracle/threshold.json")).unwrap();
    for set in sets.as_array().unwrap() {
        let questions: Vec<Question> = set["questions"]
            .as_array()
            .unwrap()
            .iter()
            .map(question)
            .collect();
        let Analysis {
            best_exact,
            best_f1,
            average_precision,
        } = analyze(&questions).unwrap();
        let precision = |at: usize| average_precision.map(|all| all[at]);
        let ours = [
            ("best_exact", Some(best_exact.0)),
            ("best_exact_thresh", Some(best_exact.1)),
            ("best_f1", Some(best_f1.0)),
            ("best_f1_thresh", Some(best_f1.1)),
            ("pr_exact_ap", precision(0)),
            ("pr_f1_ap", precision(1)),
            ("pr_oracle_ap", precision(2)),
        ];
        for (key, ours) in ours {
            let expected = set["expected"][key].as_f64();
            let is_close = match (ours, expected) {
                (Some(ours), Some(expected)) => (ours - expected).abs() < 1e-9,
                (ours, expected) => ours == expected,
            };
            assert!(
                is_close,
                "{key} of {} questions: {ours:?}, stored {expected:?}",
                questions.len()
            );
        }
    }
}

#[test]
fn equal_probabilities_are_walked_in_the_given_order() {
    let invented = Question {
        has_answer: false,
        exact: 0.0,
        f1: 0.0,
        ..right(Some(0.5))
    };
    // One right and one invented answer at the same probability: which comes first decides what is best on the way.
    assert_eq!(
        analyze(&[right(Some(0.5)), invented]).unwrap().best_exact,
        (100.0, 0.5)
    );
    assert_eq!(
        analyze(&[invented, right(Some(0.5))]).unwrap().best_exact,
        (50.0, 0.0)
    );
}

#[test]
fn a_question_without_a_probability_counts_in_the_total_only() {
    assert_eq!(
        analyze(&[right(Some(0.1)), right(None)])
            .unwrap()
            .best_exact,
        (50.0, 0.1)
    );
    assert_eq!(analyze(&[right(None)]), None);
    assert_eq!(analyze(&[right(Some(f64::NAN))]), None);
    assert_eq!(analyze(&[]), None);
}

#[test]
fn the_headline_keeps_every_prediction() {
    assert_eq!(score_at(0.25, true, Some(1.0), HEADLINE), 0.25);
    assert_eq!(score_at(0.25, true, None, 0.0), 0.25);
    assert_eq!(score_at(0.0, false, Some(0.3), 0.2), 1.0);
}

#[test]
fn a_curve_starts_at_precision_one_and_has_a_point_for_each_probability() {
    let points = curve(
        &[right(Some(0.1)), right(Some(0.1)), right(Some(0.2))],
        |question| question.f1,
    );
    assert_eq!(points.len(), 3);
    assert_eq!((points[0].precision, points[0].recall), (1.0, 0.0));
    assert_eq!((points[2].precision, points[2].recall), (1.0, 1.0));
    let unanswerable = Question {
        has_answer: false,
        ..right(Some(0.1))
    };
    assert!(curve(&[unanswerable], |question| question.f1).is_empty());
}
