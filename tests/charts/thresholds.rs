//! The charts of SQuAD 2.0's no-answer threshold, against `oracle/threshold.py`.

use crate::made::{chart, entry, item, scored};
use marksheet::charts::{Line, LinePoint, Marks, Name, Question, charts};
use marksheet::dataset::Item;
use marksheet::metrics::threshold;
use serde_json::Value;

fn sets() -> Vec<Value> {
    serde_json::from_str(include_str!("../oracle/threshold.json")).unwrap()
}

fn questions(set: &Value) -> Vec<Question> {
    let rows = set["questions"].as_array().unwrap().iter().zip(0..);
    let question = |(value, rank): (&Value, u32)| {
        let question = threshold::Question {
            has_answer: value["has_answer"].as_bool().unwrap(),
            has_prediction: value["has_prediction"].as_bool().unwrap(),
            exact: value["exact"].as_f64().unwrap(),
            f1: value["f1"].as_f64().unwrap(),
            probability: value["probability"].as_f64(),
        };
        Question {
            exact: question.exact,
            f1: question.f1,
            has_answer: question.has_answer,
            threshold: Some((rank, question)),
            ..Question::default()
        }
    };
    rows.map(question).collect()
}

fn lines(questions: &[Question], name: Name) -> Vec<Line> {
    match chart(questions, name).marks {
        Marks::Lines(lines) => lines,
        other => panic!("{other:?}"),
    }
}

#[test]
fn curves_are_those_of_the_stored_sets() {
    for set in sets() {
        let questions = questions(&set);
        let stored = |name: &str| -> Vec<[f64; 3]> {
            serde_json::from_value(set["curves"][name].clone()).unwrap()
        };
        if stored("exact").is_empty() {
            assert!(
                charts(&questions)
                    .iter()
                    .all(|chart| chart.name != Name::PrecisionRecall)
            );
            continue;
        }
        for (line, name) in lines(&questions, Name::PrecisionRecall)
            .iter()
            .zip(["exact", "f1", "oracle"])
        {
            assert_eq!(line.points.len(), stored(name).len());
            for (point, [n_given, precision, recall]) in line.points.iter().zip(stored(name)) {
                assert_eq!(f64::from(point.count), n_given);
                assert!(
                    (point.x - 100.0 * recall).abs() < 1e-9
                        && (point.y - 100.0 * precision).abs() < 1e-9
                );
            }
        }
    }
}

#[test]
fn bars_of_probabilities_are_numpys() {
    for set in sets() {
        let questions = questions(&set);
        let Marks::Bars(series) = chart(&questions, Name::Probabilities).marks else {
            panic!()
        };
        let stored = ["has_answer", "no_answer"].map(|name| -> Vec<f64> {
            serde_json::from_value(set["histograms"][name].clone()).unwrap()
        });
        let groups =
            [true, false].map(|has| questions.iter().any(|question| question.has_answer == has));
        let stored: Vec<_> = stored
            .into_iter()
            .zip(groups)
            .filter(|(_, has_any)| *has_any)
            .map(|(shares, _)| shares)
            .collect();
        assert_eq!(series.len(), stored.len());
        for (series, shares) in series.iter().zip(stored) {
            assert_eq!(series.bars.len(), shares.len());
            for (bar, share) in series.bars.iter().zip(shares) {
                assert!(
                    (bar.value - 100.0 * share).abs() < 1e-9,
                    "{}: {} {share}",
                    bar.label,
                    bar.value
                );
            }
        }
    }
}

#[test]
fn the_highest_points_of_the_score_lines_are_the_best_scores() {
    for set in sets() {
        let questions = questions(&set);
        let mut probabilities: Vec<_> = questions
            .iter()
            .map(|question| question.threshold.unwrap().1.probability)
            .collect();
        probabilities.sort_by(|a, b| a.partial_cmp(b).unwrap());
        // The script also looks between equal probabilities.
        let has_equal = probabilities.windows(2).any(|pair| pair[0] == pair[1]);
        for (line, key) in lines(&questions, Name::Thresholds)
            .iter()
            .zip(["best_exact", "best_f1"])
        {
            let (highest, best) = (
                line.points.iter().map(|point| point.y).fold(0.0, f64::max),
                set["expected"][key].as_f64().unwrap(),
            );
            assert!(
                highest < best + 1e-9 && (has_equal || highest > best - 1e-9),
                "{key}: {highest} {best}"
            );
        }
    }
}

fn by_hand() -> (Vec<Item>, Vec<marksheet::predictions::Entry>) {
    let items = vec![
        item(&["N1"]),
        item(&["N2"]),
        item(&[]),
        item(&[]),
        item(&["N3"]),
    ];
    let entries = [
        ("N1", 0.1),
        ("N2 and", 0.25),
        ("N9", 0.75),
        ("", 0.9),
        ("x", 0.8),
    ];
    (
        items,
        entries
            .map(|(text, probability)| entry(text, Some(probability)))
            .to_vec(),
    )
}

#[test]
fn words_and_figures_of_a_run_agree() {
    let (items, entries) = by_hand();
    let (scored, questions) = scored(items, &entries);
    let metric = |key| scored.metric(key).unwrap();
    assert_eq!(
        (metric("best_exact"), metric("best_exact_thresh")),
        (60.0, 0.1)
    );
    assert_eq!((metric("exact"), metric("best_f1_thresh")), (40.0, 0.25));
    assert_eq!(
        chart(&questions, Name::Thresholds).words,
        "Exact match is best with 60.0 at a threshold of 0.1, F1 with 73.3 at a threshold of 0.25. With every answer kept they are \
         40.0 and 53.3."
    );
    assert_eq!(
        chart(&questions, Name::PrecisionRecall).words,
        "Average precision is 33.3 by exact match, 51.9 by F1, and 91.7 for telling which questions have an answer."
    );
    assert_eq!(
        chart(&questions, Name::Probabilities).words,
        "A no-answer probability of 0.5 or more have 1 of 3 questions where the key has an answer (33.3 %); 2 of 2 questions where \
         the key has no answer (100.0 %)."
    );
}

#[test]
fn equal_probabilities_are_walked_in_the_order_of_their_file() {
    let known = |has_answer| threshold::Question {
        has_answer,
        has_prediction: true,
        exact: f64::from(u8::from(has_answer)),
        f1: f64::from(u8::from(has_answer)),
        probability: Some(0.5),
    };
    let best = |rank_of_right, rank_of_invented| {
        let question = |has_answer, rank| Question {
            threshold: Some((rank, known(has_answer))),
            ..Question::default()
        };
        let questions = [
            question(true, rank_of_right),
            question(false, rank_of_invented),
        ];
        chart(&questions, Name::Thresholds).words
    };
    assert!(best(0, 1).starts_with("Exact match is best with 100.0 at a threshold of 0.5,"));
    assert!(best(1, 0).starts_with("Exact match is best with 50.0 at a threshold of 0,"));
}

#[test]
fn without_probabilities_or_in_another_profile_there_is_no_threshold() {
    let (items, entries) = by_hand();
    let entries: Vec<_> = entries
        .into_iter()
        .map(|entry| marksheet::predictions::Entry {
            no_answer_probability: None,
            ..entry
        })
        .collect();
    let (_, questions) = scored(items, &entries);
    assert!(
        questions
            .iter()
            .all(|question| question.threshold.is_none())
    );
    let names: Vec<_> = charts(&questions)
        .into_iter()
        .map(|chart| chart.name)
        .collect();
    assert_eq!(names, [Name::Outcomes, Name::F1, Name::Answers]);
}

#[test]
fn long_lines_are_thinned_to_what_can_be_seen() {
    let question = |at: u32| {
        let question = threshold::Question {
            has_answer: !at.is_multiple_of(3),
            has_prediction: true,
            exact: f64::from(u8::from(at % 5 > 1)),
            f1: f64::from(at % 7) / 6.0,
            probability: Some(f64::from(at) / 130_000.0),
        };
        Question {
            threshold: Some((at, question)),
            ..Question::default()
        }
    };
    let questions: Vec<_> = (0..130_000).map(question).collect();
    let ends = |points: &[LinePoint]| (points[0].count, points[points.len() - 1].count);
    for name in [Name::PrecisionRecall, Name::Thresholds] {
        for line in lines(&questions, name) {
            assert!(line.points.len() <= 404, "{}", line.points.len());
            assert_eq!(ends(&line.points), (0, 130_000));
            assert!(line.points.windows(2).all(|pair| pair[0].x <= pair[1].x));
        }
    }
}
