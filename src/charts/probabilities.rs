//! The no-answer probabilities of questions with and without an answer, as SQuAD 2.0's script draws them: twenty bars from 0
//! to 1, each in per cent of its questions.
//!
//! Deliberately absent: questions without a probability.

use super::{Answers, Bar, Chart, Filter, Marks, Name, Question, Series, n_questions};
use crate::rounding::percent;

/// Bars from 0 to 1.
const N_BINS: u8 = 20;

/// The bar of a probability; `None` outside 0 to 1. A bar begins with its lower edge, the last one includes 1.
///
/// Edges are multiples of the floating-point number 0.05, as NumPy's histogram has them: 0.15 lies below the third.
pub(super) fn bin(probability: f64) -> Option<u8> {
    if !(0.0..=1.0).contains(&probability) {
        return None;
    }
    let n_edges = (1..N_BINS)
        .take_while(|at| f64::from(*at) * 0.05 <= probability)
        .count();
    u8::try_from(n_edges).ok()
}

pub(super) fn chart(questions: &[Question]) -> Option<Chart> {
    let series: Vec<(Answers, Series)> = [Answers::Some, Answers::None]
        .into_iter()
        .filter_map(|answers| Some((answers, series(questions, answers)?)))
        .collect();
    if series.is_empty() {
        return None;
    }
    let told: Vec<String> = series
        .iter()
        .map(|(answers, _)| words(questions, *answers))
        .collect();
    Some(Chart {
        name: Name::Probabilities,
        x: "no-answer probability".to_owned(),
        y: "per cent of these questions".to_owned(),
        words: format!(
            "A no-answer probability of 0.5 or more have {}.",
            told.join("; ")
        ),
        marks: Marks::Bars(series.into_iter().map(|(_, series)| series).collect()),
    })
}

/// The bars of the questions that have an answer, or have none; `None` where no such question has a probability.
fn series(questions: &[Question], answers: Answers) -> Option<Series> {
    let mut counts = [0_u32; N_BINS as usize];
    let mut n = 0_u32;
    for question in of(questions, answers) {
        n += 1;
        let at = question.probability().and_then(bin);
        if let Some(count) = at.and_then(|at| counts.get_mut(usize::from(at))) {
            *count += 1;
        }
    }
    let bar = |(at, count): (u8, u32)| Bar {
        label: format!(
            "{:.2} to {:.2}",
            f64::from(at) / 20.0,
            f64::from(at + 1) / 20.0
        ),
        value: 100.0 * f64::from(count) / f64::from(n.max(1)),
        count,
        filter: Filter::Probability(answers, at),
    };
    (n > 0).then(|| Series {
        name: answers.label().to_owned(),
        bars: (0..N_BINS).zip(counts).map(bar).collect(),
    })
}

fn of(questions: &[Question], answers: Answers) -> impl Iterator<Item = &Question> {
    let with_probability = questions
        .iter()
        .filter(|question| question.probability().is_some());
    with_probability.filter(move |question| Filter::Answers(answers).holds(question))
}

fn words(questions: &[Question], answers: Answers) -> String {
    let n = of(questions, answers).count();
    let is_high = |question: &&Question| {
        question
            .probability()
            .is_some_and(|probability| probability >= 0.5)
    };
    let n_high = of(questions, answers).filter(is_high).count();
    let share = percent(n_high as u64, n as u64);
    format!(
        "{n_high} of {} where the {} ({share} %)",
        n_questions(n),
        answers.label()
    )
}
