//! Accuracy by gold letter: high for one and low for the others, and the model prefers a position.
//!
//! Deliberately absent: whether a difference could be chance.

use super::{Bar, Chart, Filter, Marks, Name, Question, Series, confusion, n_questions};
use crate::rounding::one_decimal;

pub(super) fn chart(questions: &[Question]) -> Option<Chart> {
    let table = confusion::table(questions)?;
    let bar = |row: &crate::metrics::choice::Row| Bar {
        label: row.gold.to_string(),
        value: 100.0 * row.accuracy(),
        count: row.n_questions(),
        filter: Filter::Gold(row.gold),
    };
    let bars: Vec<Bar> = table.rows.iter().map(bar).collect();
    Some(Chart {
        name: Name::GoldLetters,
        x: "right letter".to_owned(),
        y: "per cent right".to_owned(),
        words: words(&bars)?,
        marks: Marks::Bars(vec![Series {
            name: "accuracy".to_owned(),
            bars,
        }]),
    })
}

fn words(bars: &[Bar]) -> Option<String> {
    let by_value = |a: &&Bar, b: &&Bar| a.value.total_cmp(&b.value);
    let (lowest, highest) = (
        bars.iter().min_by(by_value)?,
        bars.iter().rev().max_by(by_value)?,
    );
    let told = |bar: &Bar| {
        let n = n_questions(bar.count as usize);
        format!(
            "{} % where {} is right ({n})",
            one_decimal(bar.value),
            bar.label
        )
    };
    Some(match bars.len() {
        1 => format!("Accuracy is {}.", told(lowest)),
        _ if lowest.value == highest.value => {
            format!(
                "Accuracy is {} %, whichever letter is right.",
                one_decimal(lowest.value)
            )
        }
        _ => format!("Accuracy goes from {} to {}.", told(lowest), told(highest)),
    })
}
