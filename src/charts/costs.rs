//! What questions cost: tokens of prompts and replies, and time.
//!
//! Deliberately absent: money, of which servers say little; the Answers place sums up what they do.

use super::{Bar, Chart, Filter, Marks, Name, Question, Series, bins, n_questions};
use crate::rounding::grouped;

/// Of one kind of cost: its chart, its axis, and how a number of it is written.
struct Kind {
    name: Name,
    x: &'static str,
    whose: &'static str,
    of: fn(&Question) -> Option<u64>,
    filter: fn(u64, Option<u64>) -> Filter,
    written: fn(u64) -> String,
}

pub(super) fn tokens_in(questions: &[Question]) -> Option<Chart> {
    chart(
        questions,
        &Kind {
            name: Name::TokensIn,
            x: "tokens of the prompt",
            whose: "Prompts have",
            of: |question| question.cost.n_tokens_in,
            filter: Filter::TokensIn,
            written: grouped,
        },
    )
}

pub(super) fn tokens_out(questions: &[Question]) -> Option<Chart> {
    chart(
        questions,
        &Kind {
            name: Name::TokensOut,
            x: "tokens of the reply",
            whose: "Replies have",
            of: |question| question.cost.n_tokens_out,
            filter: Filter::TokensOut,
            written: grouped,
        },
    )
}

pub(super) fn duration(questions: &[Question]) -> Option<Chart> {
    chart(
        questions,
        &Kind {
            name: Name::Duration,
            x: "seconds",
            whose: "Replies took",
            of: |question| question.cost.milliseconds,
            filter: Filter::Duration,
            written: seconds,
        },
    )
}

fn chart(questions: &[Question], kind: &Kind) -> Option<Chart> {
    let mut known: Vec<u64> = questions.iter().filter_map(kind.of).collect();
    known.sort_unstable();
    let place = |n: u64| known.partition_point(|value| *value < n);
    let bar = |(from, below): (u64, Option<u64>)| {
        let count = below.map_or(known.len(), place) - place(from);
        Bar {
            label: label(kind, from, below),
            value: count as f64,
            count: count as u32,
            filter: (kind.filter)(from, below),
        }
    };
    let words = words(kind, &known, questions.len())?;
    Some(Chart {
        name: kind.name,
        x: kind.x.to_owned(),
        y: "questions".to_owned(),
        words,
        marks: Marks::Bars(vec![Series {
            name: "questions".to_owned(),
            bars: bins::steps(&known).into_iter().map(bar).collect(),
        }]),
    })
}

fn label(kind: &Kind, from: u64, below: Option<u64>) -> String {
    let from_written = (kind.written)(from);
    match below {
        None => format!("{from_written} or more"),
        // Whole numbers one by one.
        Some(below) if below == from + 1 && kind.name != Name::Duration => from_written,
        // Of whole numbers no one belongs to two bars.
        Some(below) if kind.name != Name::Duration => {
            format!(
                "{from_written} to {}",
                (kind.written)(below.saturating_sub(1))
            )
        }
        Some(below) => format!("{from_written} to {}", (kind.written)(below)),
    }
}

fn words(kind: &Kind, known: &[u64], n: usize) -> Option<String> {
    let (least, most) = (known.first()?, known.last()?);
    let middle = known.get(known.len() / 2)?;
    let (least, most, middle) = (
        (kind.written)(*least),
        (kind.written)(*most),
        (kind.written)(*middle),
    );
    let unit = if kind.name == Name::Duration {
        "seconds"
    } else {
        "tokens"
    };
    // In u128: many huge numbers must not wrap.
    let total: u128 = known.iter().map(|n| u128::from(*n)).sum();
    let total = match kind.name {
        Name::Duration => String::new(),
        _ => format!(", {} in all", grouped(total)),
    };
    let of = match known.len() == n {
        true => n_questions(n),
        false => format!("{} of {}", grouped(known.len() as u64), n_questions(n)),
    };
    Some(format!(
        "{} {least} to {most} {unit}, {middle} in the middle{total}; known of {of}.",
        kind.whose
    ))
}

/// Milliseconds as seconds, without more digits than there are.
fn seconds(milliseconds: u64) -> String {
    let text = format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
