//! A table of cells.

use super::{Anchor, Area, Picture, Role, Shape, Target, counted, wide};
use crate::charts::{Bar, Cells};
use crate::rounding::one_decimal;

/// A cell's height, and its least and greatest width.
const TALL: f64 = 28.0;
const NARROWEST: f64 = 34.0;
const WIDEST: f64 = 72.0;

/// The most opaque a cell gets: what is written in it stays readable on light and dark paper.
const MOST_OPAQUE: f64 = 0.45;

pub(super) fn draw(picture: &mut Picture, cells: &Cells) {
    picture.text(
        (0.0, 12.0),
        Anchor::Start,
        "rows: the right letter; columns: the letter read",
        true,
    );
    let left = cells.rows.iter().map(|(heading, _)| wide(heading));
    let left = left.fold(0.0, f64::max) + 12.0;
    // Letters share what longer headings leave.
    let is_long = |column: &&String| wide(column) + 6.0 > NARROWEST;
    let long: Vec<&String> = cells.columns.iter().filter(is_long).collect();
    let n_short = (cells.columns.len() - long.len()).max(1);
    let rest = long.iter().map(|column| wide(column) + 6.0).sum::<f64>();
    let even = (picture.width - left - rest) / n_short as f64;
    let even = even.clamp(NARROWEST, WIDEST);
    let mut places = vec![left];
    let top = 40.0;
    for column in &cells.columns {
        let x = places.last().copied().unwrap_or(left);
        let width = match is_long(&column) {
            true => wide(column) + 6.0,
            false => even,
        };
        let middle = (x + width / 2.0, top - 8.0);
        picture.text(middle, Anchor::Middle, column, true);
        places.push(x + width);
    }
    for (at, (heading, bars)) in cells.rows.iter().enumerate() {
        let y = top + TALL * at as f64;
        picture.text((left - 8.0, y + 18.0), Anchor::End, heading, false);
        let edges = places.windows(2).zip(bars).zip(&cells.columns);
        for ((edges, bar), column) in edges {
            let [x, end] = edges else { continue };
            let area = Area {
                x: x + 1.0,
                y: y + 1.0,
                width: end - x - 2.0,
                height: TALL - 2.0,
            };
            draw_cell(picture, bar, area, column == heading);
        }
    }
    picture.height = top + TALL * cells.rows.len() as f64 + 2.0;
    picture.width = picture.width.max(places.last().copied().unwrap_or(left));
}

fn draw_cell(picture: &mut Picture, bar: &Bar, area: Area, is_right: bool) {
    picture.area(area, Role::Track);
    picture.shapes.push(Shape::Area {
        area,
        role: Role::Cell,
        opacity: MOST_OPAQUE * (bar.value / 100.0).clamp(0.0, 1.0),
    });
    if is_right {
        picture.area(area, Role::Right);
    }
    let middle = (area.x + area.width / 2.0, area.y + 17.0);
    picture.text(
        middle,
        Anchor::Middle,
        &bar.count.to_string(),
        bar.count == 0,
    );
    if bar.count > 0 {
        let share = one_decimal(bar.value);
        picture.targets.push(Target {
            area,
            words: format!("{}: {}, {share} %", bar.label, counted(bar.count)),
            count: bar.count,
            filter: bar.filter.clone(),
        });
    }
}
