//! SQuAD 2.0's no-answer threshold: what a model with no-answer probabilities would score at the best cut-off.
//!
//! Deliberately absent: the headline. It keeps threshold 1.0, so every prediction counts (see [`score_at`]).

/// The threshold of the headline: a prediction is kept unless its no-answer probability is above it.
pub const HEADLINE: f64 = 1.0;

/// What the threshold analysis needs to know of one question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// Whether the key has an answer.
    pub has_answer: bool,
    /// Whether the prediction is any text at all, before normalizing.
    pub has_prediction: bool,
    /// Exact match, 0 or 1.
    pub exact: f64,
    /// Token F1, 0.0 to 1.0.
    pub f1: f64,
    /// The model's no-answer probability. A question without one counts in the totals and is never moved by a
    /// threshold; that is ours, the script stops.
    pub probability: Option<f64>,
}

/// The keys SQuAD 2.0's script adds when it is given probabilities, in the script's order; in per cent but for the
/// thresholds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Analysis {
    /// `best_exact`, `best_exact_thresh`.
    pub best_exact: (f64, f64),
    /// `best_f1`, `best_f1_thresh`.
    pub best_f1: (f64, f64),
    /// `pr_exact_ap`, `pr_f1_ap`, `pr_oracle_ap`; `None` when no question has an answer.
    pub average_precision: Option<[f64; 3]>,
}

/// One point of a precision-recall curve, both 0.0 to 1.0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Answers are given up to this no-answer probability; `None` at the start, where none is given.
    pub threshold: Option<f64>,
    /// So many are given.
    pub n_given: u32,
    /// Share of the answers given that are right.
    pub precision: f64,
    /// Share of the answerable questions that are answered right.
    pub recall: f64,
}

/// A score under a threshold: 1 or 0 for the empty answer if the probability is above it, the score itself if not.
///
/// ```
/// use marksheet::metrics::threshold::{HEADLINE, score_at};
/// assert_eq!(score_at(0.4, true, Some(0.9), 0.5), 0.0);
/// assert_eq!(score_at(0.0, false, Some(0.9), 0.5), 1.0);
/// assert_eq!(score_at(0.4, true, Some(1.0), HEADLINE), 0.4);
/// ```
pub fn score_at(score: f64, has_answer: bool, probability: Option<f64>, threshold: f64) -> f64 {
    match probability {
        Some(probability) if probability > threshold => f64::from(u8::from(!has_answer)),
        _ => score,
    }
}

/// Best thresholds and average precision, as `evaluate-v2.0.py` computes them with `--na-prob-file`.
///
/// Questions are walked by rising probability, equal ones in the given order, which must be that of the probabilities'
/// file. `None` when there is no question or none has a probability. Source: <https://arxiv.org/abs/1806.03822>.
///
/// ```
/// use marksheet::metrics::threshold::{Question, analyze};
/// let right = Question { has_answer: true, has_prediction: true, exact: 1.0, f1: 1.0, probability: Some(0.1) };
/// let invented = Question { has_answer: false, exact: 0.0, f1: 0.0, probability: Some(0.9), ..right };
/// let analysis = analyze(&[invented, right]).unwrap();
/// assert_eq!(analysis.best_exact, (100.0, 0.1));
/// ```
pub fn analyze(questions: &[Question]) -> Option<Analysis> {
    let walk = walk(questions);
    if walk.is_empty() {
        return None;
    }
    let n = questions.len();
    let n_has_answer = questions
        .iter()
        .filter(|question| question.has_answer)
        .count();
    let precision = |score: fn(&Question) -> f64| average_precision(&walk, n_has_answer, score);
    let oracle = |question: &Question| f64::from(u8::from(question.has_answer));
    Some(Analysis {
        best_exact: best(&walk, n, |question| question.exact),
        best_f1: best(&walk, n, |question| question.f1),
        average_precision: (n_has_answer > 0).then(|| {
            [
                precision(|question| question.exact),
                precision(|question| question.f1),
                precision(oracle),
            ]
        }),
    })
}

/// The precision-recall curve over the threshold for one score, from no answers given to all.
///
/// A point is set after each group of equal probabilities; the first is precision 1 at recall 0. Empty when no
/// question has an answer.
pub fn curve(questions: &[Question], score: impl Fn(&Question) -> f64) -> Vec<Point> {
    let n_has_answer = questions
        .iter()
        .filter(|question| question.has_answer)
        .count();
    if n_has_answer == 0 {
        return Vec::new();
    }
    points(&walk(questions), n_has_answer, score)
}

/// The score under one threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    /// Answers are given up to this no-answer probability; `None` at the start, where none is given.
    pub threshold: Option<f64>,
    /// So many are given.
    pub n_given: u32,
    /// The score of all questions, in per cent.
    pub score: f64,
}

/// The score under every threshold, from no answers given to all: what `best_exact` and `best_f1` are the best of.
///
/// After each group of equal probabilities, which no threshold can part; the script also looks between them, so that its
/// best may be higher. Empty where [`analyze`] gives `None`.
pub fn scores(questions: &[Question], score: impl Fn(&Question) -> f64) -> Vec<Kept> {
    let walk = walk(questions);
    if walk.is_empty() {
        return Vec::new();
    }
    let kept = |threshold, n_given, total: f64| Kept {
        threshold,
        n_given,
        score: 100.0 * total / questions.len() as f64,
    };
    let mut total = n_no_answer(&walk);
    let mut all = vec![kept(None, 0, total)];
    for (at, (probability, question)) in walk.iter().enumerate() {
        total += gain(question, &score);
        if walk.get(at + 1).is_none_or(|(next, _)| next != probability) {
            all.push(kept(Some(*probability), at as u32 + 1, total));
        }
    }
    all
}

/// What answering nothing scores.
fn n_no_answer(walk: &[(f64, &Question)]) -> f64 {
    let is_without = |(_, question): &&(f64, &Question)| !question.has_answer;
    walk.iter().filter(is_without).count() as f64
}

/// What giving one more answer adds.
fn gain(question: &Question, score: impl Fn(&Question) -> f64) -> f64 {
    match (question.has_answer, question.has_prediction) {
        (true, _) => score(question),
        (false, true) => -1.0,
        (false, false) => 0.0,
    }
}

/// The questions with a probability, by rising probability; the sort is stable.
fn walk(questions: &[Question]) -> Vec<(f64, &Question)> {
    let with_probability = questions
        .iter()
        .filter_map(|question| Some((question.probability?, question)));
    let mut walk: Vec<_> = with_probability
        .filter(|(probability, _)| !probability.is_nan())
        .collect();
    // Not total_cmp: -0.0 and 0.0 are one probability.
    walk.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
    walk
}

/// The best score in per cent and the probability it is reached at; 0.0 when answering nothing is best.
fn best(walk: &[(f64, &Question)], n: usize, score: impl Fn(&Question) -> f64) -> (f64, f64) {
    let mut current = n_no_answer(walk);
    let mut best = (current, 0.0);
    for (probability, question) in walk {
        current += gain(question, &score);
        if current > best.0 {
            best = (current, *probability);
        }
    }
    (100.0 * best.0 / n as f64, best.1)
}

fn average_precision(
    walk: &[(f64, &Question)],
    n_has_answer: usize,
    score: impl Fn(&Question) -> f64,
) -> f64 {
    let points = points(walk, n_has_answer, score);
    let steps = points.iter().zip(points.iter().skip(1));
    100.0
        * steps
            .map(|(before, point)| point.precision * (point.recall - before.recall))
            .sum::<f64>()
}

fn points(
    walk: &[(f64, &Question)],
    n_has_answer: usize,
    score: impl Fn(&Question) -> f64,
) -> Vec<Point> {
    let mut points = vec![Point {
        threshold: None,
        n_given: 0,
        precision: 1.0,
        recall: 0.0,
    }];
    let mut n_right = 0.0;
    for (at, (probability, question)) in walk.iter().enumerate() {
        if question.has_answer {
            n_right += score(question);
        }
        // No threshold can part questions of equal probability.
        if walk.get(at + 1).is_none_or(|(next, _)| next != probability) {
            points.push(Point {
                threshold: Some(*probability),
                n_given: at as u32 + 1,
                precision: n_right / (at + 1) as f64,
                recall: n_right / n_has_answer as f64,
            });
        }
    }
    points
}
