//! A table of cells, each as dark as its share of the row.

use super::{Anchor, LINE, Pen, color, fitted, number};
use crate::charts::Cells;

/// Height of a cell.
const CELL: f64 = 30.0;
/// Room for the headings of rows.
const HEADING: f64 = 40.0;

/// Draws them; the height they take.
pub(super) fn draw(pen: &mut Pen, cells: &Cells, (x, y): (&str, &str)) -> f64 {
    let n = cells.columns.len().max(1) as f64;
    let width = ((pen.look.width - HEADING) / n).min(96.0);
    let mut top = LINE;
    pen.text((HEADING, top - 5.0), Anchor::Start, true, x);
    top += LINE;
    for (at, column) in cells.columns.iter().enumerate() {
        let middle = HEADING + (at as f64 + 0.5) * width;
        pen.text(
            (middle, top - 5.0),
            Anchor::Middle,
            false,
            &fitted(column, width),
        );
    }
    for (heading, row) in &cells.rows {
        pen.text(
            (HEADING - 10.0, top + CELL / 2.0 + 4.0),
            Anchor::End,
            false,
            heading,
        );
        for (at, cell) in row.iter().enumerate() {
            let place = (HEADING + at as f64 * width, top);
            let words = format!(
                "{}: {} questions, {} ({y})",
                cell.label,
                cell.count,
                number(cell.value)
            );
            pen.mark(cell.count, &words, |pen| {
                pen.rect(place, (width - 2.0, CELL - 2.0), "var(--color-sunk,#f0f1f3)");
                let share = (cell.value / 100.0).clamp(0.0, 1.0);
                let fill = color(0);
                // Light enough for the number to be read on it.
                pen.add(format_args!(
                    r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="{fill}" fill-opacity="{:.2}"/>"#,
                    place.0,
                    place.1,
                    width - 2.0,
                    CELL - 2.0,
                    0.5 * share
                ));
                let middle = (place.0 + width / 2.0 - 1.0, place.1 + CELL / 2.0 + 3.0);
                pen.text(middle, Anchor::Middle, cell.count == 0, &cell.count.to_string());
            });
        }
        top += CELL;
    }
    pen.text(
        (HEADING, top + 14.0),
        Anchor::Start,
        true,
        &format!("darker: more {y}"),
    );
    top + LINE + 4.0
}
