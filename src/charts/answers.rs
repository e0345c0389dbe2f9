//! Scores where the key has an answer and where it has none: the `HasAns_*` and `NoAns_*` figures.
//!
//! Deliberately absent: data that has only questions of one kind; the headline shows those.

use super::{Answers, Bar, Chart, Filter, Marks, Name, Question, Series, n_questions};
use crate::dataset::Task;
use crate::metrics::Sum;
use crate::rounding::one_decimal;

pub(super) fn chart(questions: &[Question]) -> Option<Chart> {
    if questions.first()?.task != Task::Extractive {
        return None;
    }
    // NONE is part of the first, as ALUE counts it, and follows it.
    let groups = [Answers::Some, Answers::NoneStated, Answers::None];
    let has_any = |answers: &Answers| {
        questions
            .iter()
            .any(|question| Filter::Answers(*answers).holds(question))
    };
    let groups: Vec<Answers> = groups.into_iter().filter(has_any).collect();
    if groups.len() < 2 {
        return None;
    }
    let series = |name: &str, value: fn(&Question) -> f64| Series {
        name: name.to_owned(),
        bars: groups
            .iter()
            .map(|answers| bar(questions, *answers, value))
            .collect(),
    };
    let series = vec![
        series("exact match", |question| question.exact),
        series("F1", |question| question.f1),
    ];
    Some(Chart {
        name: Name::Answers,
        x: "what the key has".to_owned(),
        y: "per cent".to_owned(),
        words: words(&series),
        marks: Marks::Bars(series),
    })
}

fn bar(questions: &[Question], answers: Answers, value: fn(&Question) -> f64) -> Bar {
    let filter = Filter::Answers(answers);
    let (mut sum, mut count) = (Sum::default(), 0);
    for question in questions.iter().filter(|question| filter.holds(question)) {
        sum.add(value(question));
        count += 1;
    }
    Bar {
        label: match answers {
            Answers::NoneStated => "of these: NONE".to_owned(),
            answers => answers.label().to_owned(),
        },
        value: 100.0 * sum.mean(count),
        count: count as u32,
        filter,
    }
}

fn words(series: &[Series]) -> String {
    let [exact, f1] = series else {
        return String::new();
    };
    let told = exact.bars.iter().zip(&f1.bars).enumerate();
    let told = told.map(|(at, (exact_bar, f1))| {
        let (label, n) = (&exact_bar.label, n_questions(exact_bar.count as usize));
        let (exact, f1) = (one_decimal(exact_bar.value), one_decimal(f1.value));
        match at {
            0 => format!("Where the {label}, exact match is {exact} % and F1 {f1} ({n})"),
            _ if exact_bar.filter == Filter::Answers(Answers::NoneStated) => {
                format!("where it says NONE, which is part of these, {exact} % and {f1} ({n})")
            }
            _ => format!("where the {label}, {exact} % and {f1} ({n})"),
        }
    });
    format!("{}.", told.collect::<Vec<_>>().join("; "))
}
