//! How many questions ended in each class.
//!
//! Deliberately absent: bars of classes in which no question ended.

use super::{Bar, Chart, Filter, Marks, Name, Question, Series, n_questions};
use crate::outcome::Outcome;
use crate::rounding::grouped;

pub(super) fn chart(questions: &[Question]) -> Option<Chart> {
    let bar = |outcome| {
        let filter = Filter::Outcome(outcome);
        let count = filter.count(questions);
        (count > 0).then(|| Bar {
            label: outcome.in_words().to_owned(),
            value: f64::from(count),
            count,
            filter,
        })
    };
    let bars: Vec<Bar> = Outcome::ALL.into_iter().filter_map(bar).collect();
    if bars.is_empty() {
        return None;
    }
    let told: Vec<String> = bars
        .iter()
        .map(|bar| format!("{} {}", grouped(bar.count), bar.label))
        .collect();
    Some(Chart {
        name: Name::Outcomes,
        x: "what became of them".to_owned(),
        y: "questions".to_owned(),
        words: format!("Of {}: {}.", n_questions(questions.len()), told.join(", ")),
        marks: Marks::Bars(vec![Series {
            name: "questions".to_owned(),
            bars,
        }]),
    })
}
