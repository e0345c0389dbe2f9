//! A table of cells.

use super::{Anchor, Area, Picture, Role, Shape, Target, counted, wide};
use crate::charts::{Bar, Cells};
use crate::rounding::{grouped, one_decimal};

/// A cell's height, and its least and greatest width.
const TALL: f64 = 28.0;
const NARROWEST: f64 = 34.0;
const WIDEST: f64 = 72.0;

/// From so many columns on cells are narrower, and those without questions say so with a dot: the others stand out.
const MANY: usize = 10;
const NARROWEST_OF_MANY: f64 = 26.0;

/// The most opaque a cell gets: what is written in it stays readable on light and dark paper.
const MOST_OPAQUE: f64 = 0.45;

pub(super) fn draw(picture: &mut Picture, cells: &Cells) {
    let is_large = cells.columns.len() > MANY;
    let counts = cells.rows.iter().flat_map(|(_, bars)| bars);
    let longest = counts.map(|bar| wide(&grouped(bar.count)) + 6.0);
    let least = if is_large {
        NARROWEST_OF_MANY
    } else {
        NARROWEST
    };
    let narrowest = longest.fold(least, f64::max);
    let left = cells.rows.iter().map(|(heading, _)| wide(heading));
    let left = left.fold(0.0, f64::max) + 12.0;
    // Letters share what longer headings leave.
    let is_long = |column: &&String| wide(column) + 6.0 > narrowest;
    let long: Vec<&String> = cells.columns.iter().filter(is_long).collect();
    let n_short = (cells.columns.len() - long.len()).max(1);
    let rest = long.iter().map(|column| wide(column) + 6.0).sum::<f64>();
    let even = (picture.width - left - rest) / n_short as f64;
    let even = even.clamp(narrowest, narrowest.max(WIDEST));
    let mut places = vec![left];
    let top = 22.0;
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
            let none = if is_large { "·" } else { "0" };
            draw_cell(picture, bar, area, column == heading, none);
        }
    }
    picture.height = top + TALL * cells.rows.len() as f64 + 2.0;
    let end = places.last().copied().unwrap_or(left);
    // What floating point added is no sideways scroll.
    if end > picture.width + 0.5 {
        (picture.width, picture.headings) = (end, left);
    }
}

fn draw_cell(picture: &mut Picture, bar: &Bar, area: Area, is_right: bool, none: &str) {
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
    let text = match bar.count {
        0 => none.to_owned(),
        n => grouped(n),
    };
    picture.text(middle, Anchor::Middle, &text, bar.count == 0);
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
