//! Lines over a scale, each with dashes of its own.

use super::{Anchor, LINE, Pen, color, legend_of_lines, number};
use crate::charts::Line;

/// Height of the field.
const FIELD: f64 = 200.0;
/// Room for the numbers at the left.
const LEFT: f64 = 36.0;
/// Parts of a scale.
const N_TICKS: usize = 4;

/// Dashes of the lines, in the order of their colors.
pub(super) const DASHES: [&str; 4] = ["none", "6 3", "2 3", "8 3 2 3"];

/// Draws them; the height they take.
pub(super) fn draw(pen: &mut Pen, lines: &[Line], (x, y): (&str, &str)) -> f64 {
    let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    let top = legend_of_lines(pen, &names) + LINE;
    pen.text((0.0, top - 6.0), Anchor::Start, true, y);
    let width = pen.look.width - LEFT - 14.0;
    let points = || lines.iter().flat_map(|line| &line.points);
    let (from, to) = points().fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), point| {
        (from.min(point.x), to.max(point.x))
    });
    let (from, to) = if from < to { (from, to) } else { (0.0, 1.0) };
    let most = points().map(|point| point.y).fold(0.0, f64::max);
    let most = if most > 1.0 { 100.0_f64.max(most) } else { 1.0 };
    let place = |x: f64, y: f64| {
        let right = LEFT + width * (x - from) / (to - from);
        (right, top + FIELD * (1.0 - y / most))
    };
    for tick in 0..=N_TICKS {
        let part = tick as f64 / N_TICKS as f64;
        let (left, up) = place(from, most * part);
        pen.line((left, up), (LEFT + width, up));
        pen.text(
            (left - 6.0, up + 4.0),
            Anchor::End,
            true,
            &number(most * part),
        );
        let at = from + (to - from) * part;
        let label = if (to - from) < 5.0 {
            format!("{at:.2}")
        } else {
            number(at)
        };
        pen.text(
            (place(at, 0.0).0, top + FIELD + 16.0),
            Anchor::Middle,
            true,
            &label,
        );
    }
    for (series, line) in lines.iter().enumerate() {
        let drawn: Vec<String> = line
            .points
            .iter()
            .map(|point| place(point.x, point.y))
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let dash = DASHES.get(series % DASHES.len()).copied().unwrap_or("none");
        pen.add(format_args!(
            r#"<polyline points="{}" fill="none" stroke="{}" stroke-width="2" stroke-dasharray="{dash}"/>"#,
            drawn.join(" "),
            color(series)
        ));
    }
    pen.text((LEFT + width, top + FIELD + 32.0), Anchor::End, true, x);
    top + FIELD + 40.0
}
