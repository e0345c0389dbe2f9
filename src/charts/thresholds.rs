//! What a no-answer threshold would change: precision against recall, and the score under every threshold.
//!
//! Deliberately absent: the figures themselves ([`threshold`]).

use super::{Chart, Filter, Line, LinePoint, Marks, Name, Question};
use crate::metrics::threshold::{self, Analysis, analyze, curve};
use crate::rounding::one_decimal;
use core::cmp::Ordering;

/// A line of more points is thinned: no screen shows them.
const MAX_POINTS: usize = 400;

/// Precision against recall for exact match, F1, and whether there is an answer at all.
pub(super) fn precision_recall(questions: &[Question]) -> Option<Chart> {
    let analyzed = ranked(questions);
    let precision = analyze(&analyzed)?.average_precision?;
    let scores: [fn(&threshold::Question) -> f64; 3] = [
        |question| question.exact,
        |question| question.f1,
        |question| f64::from(u8::from(question.has_answer)),
    ];
    let names = ["exact match", "F1", "there is an answer"];
    let line = |(name, score): (&str, fn(&threshold::Question) -> f64)| {
        let points = curve(&analyzed, score).into_iter().map(|point| LinePoint {
            x: 100.0 * point.recall,
            y: 100.0 * point.precision,
            count: point.n_given,
            filter: Filter::Given(point.threshold),
        });
        Line {
            name: name.to_owned(),
            points: thinned(points.collect()),
        }
    };
    let [exact, f1, oracle] = precision.map(one_decimal);
    Some(Chart {
        name: Name::PrecisionRecall,
        x: "recall, per cent".to_owned(),
        y: "precision, per cent".to_owned(),
        words: format!(
            "Average precision is {exact} by exact match, {f1} by F1, and {oracle} for telling which questions have an answer."
        ),
        marks: Marks::Lines(names.into_iter().zip(scores).map(line).collect()),
    })
}

/// The score of all questions under every threshold.
pub(super) fn scores(questions: &[Question]) -> Option<Chart> {
    let analyzed = ranked(questions);
    let analysis = analyze(&analyzed)?;
    let line = |name: &str, score: fn(&threshold::Question) -> f64| {
        let points = threshold::scores(&analyzed, score)
            .into_iter()
            .map(|kept| LinePoint {
                // Below every probability no answer is given.
                x: kept.threshold.unwrap_or(0.0),
                y: kept.score,
                count: kept.n_given,
                filter: Filter::Given(kept.threshold),
            });
        Line {
            name: name.to_owned(),
            points: thinned(points.collect()),
        }
    };
    let lines = vec![
        line("exact match", |question| question.exact),
        line("F1", |question| question.f1),
    ];
    Some(Chart {
        name: Name::Thresholds,
        x: "threshold: answers with a higher no-answer probability are taken for none".to_owned(),
        y: "per cent".to_owned(),
        words: words(&analysis, &lines),
        marks: Marks::Lines(lines),
    })
}

fn words(analysis: &Analysis, lines: &[Line]) -> String {
    let told = |(best, threshold): (f64, f64)| {
        format!("{} at a threshold of {threshold}", one_decimal(best))
    };
    let all = |at: usize| {
        let last = lines.get(at).and_then(|line| line.points.last());
        last.map_or_else(String::new, |point| one_decimal(point.y))
    };
    format!(
        "Exact match is best with {}, F1 with {}. With every answer kept they are {} and {}.",
        told(analysis.best_exact),
        told(analysis.best_f1),
        all(0),
        all(1)
    )
}

/// What the analysis needs of each question: by probability, and of equal ones in the order of the probabilities' file. The
/// analysis orders them so itself, several times; what is in order already costs it nothing.
fn ranked(questions: &[Question]) -> Vec<threshold::Question> {
    let mut ranked: Vec<_> = questions
        .iter()
        .filter_map(|question| question.threshold)
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let probability = |question: &threshold::Question| {
        let probability = question.probability;
        probability.filter(|probability| !probability.is_nan())
    };
    ranked.sort_by(|(_, a), (_, b)| match (probability(a), probability(b)) {
        // Not total_cmp: -0.0 and 0.0 are one probability.
        (Some(a), Some(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    ranked.into_iter().map(|(_, question)| question).collect()
}

/// The points a screen can show: of each stretch its first, its lowest, its highest and its last.
fn thinned(points: Vec<LinePoint>) -> Vec<LinePoint> {
    if points.len() <= MAX_POINTS {
        return points;
    }
    let by_height = |a: &(usize, &LinePoint), b: &(usize, &LinePoint)| a.1.y.total_cmp(&b.1.y);
    let mut kept = Vec::new();
    for stretch in points.chunks(points.len().div_ceil(MAX_POINTS / 4)) {
        let placed = || stretch.iter().enumerate();
        let ends = [
            placed().next(),
            placed().min_by(by_height),
            placed().max_by(by_height),
            placed().next_back(),
        ];
        let mut places: Vec<usize> = ends.into_iter().flatten().map(|(at, _)| at).collect();
        places.sort_unstable();
        places.dedup();
        kept.extend(places.into_iter().filter_map(|at| stretch.get(at).cloned()));
    }
    kept
}
