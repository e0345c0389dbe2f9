//! Scores by the length of the context, in groups of about equally many questions.
//!
//! Deliberately absent: data whose questions share one length.

use super::{Bar, Chart, Filter, Marks, Name, Question, Series, bins, n_questions};
use crate::metrics::Sum;
use crate::rounding::one_decimal;

/// So many groups at most, of so many questions at least.
const MAX_GROUPS: usize = 10;
const MIN_QUESTIONS: usize = 10;

pub(super) fn chart(questions: &[Question]) -> Option<Chart> {
    let mut sized: Vec<(u32, &Question)> = questions
        .iter()
        .filter_map(|question| Some((question.n_context?, question)))
        .collect();
    sized.sort_by_key(|(n, _)| *n);
    let lengths: Vec<u32> = sized.iter().map(|(n, _)| *n).collect();
    let n_groups = (sized.len() / MIN_QUESTIONS).clamp(1, MAX_GROUPS);
    let groups = bins::quantiles(&lengths, n_groups);
    if groups.len() < 2 {
        return None;
    }
    let series = |name: &str, value: fn(&Question) -> f64| Series {
        name: name.to_owned(),
        bars: groups
            .iter()
            .filter_map(|range| bar(sized.get(range.clone())?, value))
            .collect(),
    };
    let series = vec![
        series("exact match", |question| question.exact),
        series("F1", |question| question.f1),
    ];
    Some(Chart {
        name: Name::ContextLength,
        x: "characters of the text".to_owned(),
        y: "per cent".to_owned(),
        words: words(&series)?,
        marks: Marks::Bars(series),
    })
}

fn bar(group: &[(u32, &Question)], value: fn(&Question) -> f64) -> Option<Bar> {
    let (from, to) = (group.first()?.0, group.last()?.0);
    let mut sum = Sum::default();
    group
        .iter()
        .for_each(|(_, question)| sum.add(value(question)));
    Some(Bar {
        label: if from == to {
            from.to_string()
        } else {
            format!("{from} to {to}")
        },
        value: 100.0 * sum.mean(group.len()),
        count: group.len() as u32,
        filter: Filter::ContextLength(from, to),
    })
}

fn words(series: &[Series]) -> Option<String> {
    let told = |at: fn(&Series) -> Option<&Bar>| {
        let (exact, f1) = (at(series.first()?)?, at(series.last()?)?);
        let n = n_questions(exact.count as usize);
        let (exact_match, f1) = (one_decimal(exact.value), one_decimal(f1.value));
        Some(format!(
            "({} characters, {n}) {exact_match} % exact match and an F1 of {f1}",
            exact.label
        ))
    };
    let (shortest, longest) = (
        told(|series| series.bars.first())?,
        told(|series| series.bars.last())?,
    );
    Some(format!(
        "Scores on the shortest texts {shortest}; on the longest {longest}."
    ))
}
