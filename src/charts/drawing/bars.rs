//! Bars from left to right, one below the other, so that labels have room however many there are.

use super::{Anchor, LETTER_WIDTH, LINE, Pen, fitted, legend, number};
use crate::charts::Series;

/// Height of a bar.
const BAR: f64 = 14.0;
/// Between the bars of one label and the next.
const GAP: f64 = 8.0;

/// Draws them; the height they take.
pub(super) fn draw(pen: &mut Pen, series: &[Series], y: &str) -> f64 {
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    let mut top = legend(pen, &names);
    let width = pen.look.width;
    let labels = series.iter().flat_map(|series| &series.bars);
    let longest = labels
        .map(|bar| bar.label.chars().count())
        .max()
        .unwrap_or(0);
    let left = (longest as f64 * LETTER_WIDTH + 10.0).min(width * 0.4);
    let values = series.iter().flat_map(|series| &series.bars);
    let most = values.map(|bar| bar.value).fold(0.0, f64::max);
    // Room for the value at the end of the longest bar.
    let room = width - left - 7.0 * LETTER_WIDTH;
    let n = series
        .iter()
        .map(|series| series.bars.len())
        .max()
        .unwrap_or(0);
    for at in 0..n {
        let bars = series.iter().enumerate();
        let bars: Vec<_> = bars
            .filter_map(|(i, series)| Some((i, series.bars.get(at)?)))
            .collect();
        let Some((_, first)) = bars.first() else {
            continue;
        };
        let height = bars.len() as f64 * BAR;
        let middle = top + height / 2.0 + 4.0;
        let label = fitted(&first.label, left - 8.0);
        pen.text((left - 6.0, middle), Anchor::End, false, &label);
        for (row, (i, bar)) in bars.iter().enumerate() {
            let length = match most > 0.0 {
                true => (room * bar.value / most).max(0.0),
                false => 0.0,
            };
            let at = (left, top + row as f64 * BAR);
            let fill = pen.fill(*i);
            let questions = match bar.count {
                1 => "1 question".to_owned(),
                n => format!("{n} questions"),
            };
            let name = match names.len() {
                0 | 1 => String::new(),
                _ => format!("{}, ", names.get(*i).copied().unwrap_or_default()),
            };
            let words = format!(
                "{name}{}: {} ({y}), {questions}",
                bar.label,
                number(bar.value)
            );
            pen.mark(bar.count, &words, |pen| {
                pen.rect(at, (length.max(1.0), BAR - 2.0), &fill);
                pen.text(
                    (at.0 + length + 5.0, at.1 + BAR - 4.0),
                    Anchor::Start,
                    true,
                    &number(bar.value),
                );
            });
        }
        top += height + GAP;
    }
    pen.line((left, top - GAP), (left, (top - GAP).min(0.0)));
    pen.text((left, top + 8.0), Anchor::Start, true, y);
    top + LINE
}
