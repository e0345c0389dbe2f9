//! A chart as shapes on a sheet of a given width: boxes, lines and texts, each with the role that decides its color, and the
//! areas that stand for questions.
//!
//! Bars lie on their side, so that every label and every value is written out, on a phone too. Deliberately absent: colors on
//! the page, which are the style's; [`svg`] alone has some, for a file that stands for itself.

mod bars;
mod cells;
mod lines;
mod svg;

use crate::charts::{Chart, Filter, Marks, Name};
use crate::problem::cut;
use crate::rounding::grouped;

pub use svg::{axes, svg, svg_within};

/// The size of all texts, in pixels of the sheet.
pub const TEXT: f64 = 12.0;

/// What a shape is, which decides its color and its pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Bars and lines of the first series: filled, unbroken.
    First,
    /// Of the second: outlined, dashed.
    Second,
    /// Of the third: dotted.
    Third,
    /// Where a bar could reach.
    Track,
    /// Axes and the lines behind the data.
    Grid,
    /// A cell, the more opaque the more questions.
    Cell,
    /// The outline of a cell that is right.
    Right,
}

impl Role {
    /// The role of a series, from its place.
    fn of_series(at: usize) -> Self {
        match at {
            0 => Role::First,
            1 => Role::Second,
            _ => Role::Third,
        }
    }

    /// Its name in the style.
    pub fn key(self) -> &'static str {
        match self {
            Role::First => "first",
            Role::Second => "second",
            Role::Third => "third",
            Role::Track => "track",
            Role::Grid => "grid",
            Role::Cell => "cell",
            Role::Right => "right",
        }
    }
}

/// Which end of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// Its name in SVG.
    pub fn key(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// Something on the sheet; all places in pixels from its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle.
    Area {
        /// Where it lies.
        area: Area,
        /// What it is.
        role: Role,
        /// How opaque it is, 0.0 to 1.0.
        opacity: f64,
    },
    /// A line through points.
    Line {
        /// From the first to the last.
        points: Vec<(f64, f64)>,
        /// What it is.
        role: Role,
    },
    /// A text, at its base line.
    Text {
        /// From left.
        x: f64,
        /// From above.
        y: f64,
        /// Which end of it stands there.
        anchor: Anchor,
        /// What it says.
        text: String,
        /// Whether it is a remark rather than a value.
        is_faint: bool,
    },
}

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// From left.
    pub x: f64,
    /// From above.
    pub y: f64,
    /// To the right.
    pub width: f64,
    /// Downwards.
    pub height: f64,
}

/// An area that stands for questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Where it lies.
    pub area: Area,
    /// What it shows, in words.
    pub words: String,
    /// How many questions are behind it.
    pub count: u32,
    /// Which.
    pub filter: Filter,
}

/// A chart as shapes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The width of the sheet; more than was asked for where a table does not fit.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// How much at the left names the rows of a table that is wider than was asked for, and has to stay in sight; else 0.
    pub headings: f64,
    /// What is drawn, from back to front.
    pub shapes: Vec<Shape>,
    /// What can be pressed, in reading order; questions there are behind each.
    pub targets: Vec<Target>,
}

/// Draws a chart on a sheet of this width, in pixels; narrow ones are taken for 240 wide.
///
/// ```
/// use marksheet::{charts::{Name, Question}, outcome::Outcome, picture::picture};
/// let question = |outcome| Question { outcome, ..Question::default() };
/// let chart = Name::Outcomes.make(&[question(Outcome::Wrong), question(Outcome::Missing)]);
/// let drawn = chart.map(|chart| picture(&chart, 300.0)).unwrap_or_default();
/// assert_eq!((drawn.width, drawn.targets.len()), (300.0, 2));
/// assert_eq!(drawn.targets[0].words, "wrong: 1 question");
/// ```
pub fn picture(chart: &Chart, width: f64) -> Picture {
    let mut picture = Picture {
        width: width.max(240.0),
        ..Picture::default()
    };
    match &chart.marks {
        Marks::Bars(series) => bars::draw(&mut picture, chart.name, series),
        Marks::Cells(cells) => cells::draw(&mut picture, cells),
        Marks::Lines(lines) => lines::draw(&mut picture, chart.name, lines),
    }
    picture
}

impl Picture {
    fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, text: &str, is_faint: bool) {
        self.shapes.push(Shape::Text {
            x,
            y,
            anchor,
            text: text.to_owned(),
            is_faint,
        });
    }

    fn area(&mut self, area: Area, role: Role) {
        self.shapes.push(Shape::Area {
            area,
            role,
            opacity: 1.0,
        });
    }

    fn line(&mut self, points: Vec<(f64, f64)>, role: Role) {
        self.shapes.push(Shape::Line { points, role });
    }

    /// The names of several series, below each other where they do not fit beside each other. With only one, none.
    fn legend<'a>(&mut self, names: impl Iterator<Item = &'a str> + Clone, is_lines: bool) {
        const SWATCH: f64 = 20.0;
        if names.clone().nth(1).is_none() {
            return;
        }
        let (mut x, mut y) = (0.0, 0.0);
        for (at, name) in names.enumerate() {
            let room = SWATCH + 6.0 + wide(name) + 14.0;
            if x > 0.0 && x + room > self.width {
                (x, y) = (0.0, y + 18.0);
            }
            let role = Role::of_series(at);
            if is_lines {
                self.line(vec![(x, y + 8.0), (x + SWATCH, y + 8.0)], role);
            } else {
                let area = Area {
                    x,
                    y: y + 3.0,
                    width: SWATCH,
                    height: 10.0,
                };
                self.area(area, role);
            }
            self.text((x + SWATCH + 6.0, y + 12.0), Anchor::Start, name, false);
            x += room;
        }
        self.height = y + 26.0;
    }
}

/// About how wide a text is; a little more in most fonts.
fn wide(text: &str) -> f64 {
    let letter = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | ' ' | '(' | ')' => 4.7,
        'm' | 'w' | 'M' | 'W' | '%' => 11.4,
        '0'..='9' => 7.7,
        c if c.is_uppercase() => 9.4,
        c if c < '\u{1100}' => 7.4,
        _ => TEXT,
    };
    text.chars().map(letter).sum()
}

/// The beginning of a text, as much as fits.
fn fitting(text: &str, width: f64) -> String {
    let mut n = text.chars().count();
    let mut fits = text.to_owned();
    while n > 1 && wide(&fits) > width {
        n -= 1;
        fits = cut(text, n);
    }
    fits
}

/// A value as it stands beside its bar, with the number of questions where that is another.
pub fn written(name: Name, value: f64, count: u32) -> String {
    let percent = || crate::rounding::one_decimal(value);
    match name {
        // The bar is as high as there are questions.
        Name::Outcomes | Name::F1 | Name::TokensIn | Name::TokensOut | Name::Duration => {
            grouped(count)
        }
        Name::Probabilities if count == 0 => "0".to_owned(),
        // The questions are part of all with an answer, or without.
        Name::Probabilities | Name::Confusion => format!("{} % ({})", percent(), grouped(count)),
        _ if count == 0 => "no question".to_owned(),
        _ => format!("{} % of {}", percent(), grouped(count)),
    }
}

/// `3 questions`, as words go on after a bar's name.
fn counted(count: u32) -> String {
    match count {
        1 => "1 question".to_owned(),
        n => format!("{} questions", grouped(n)),
    }
}

/// A number on an axis, without more digits than it needs.
pub fn number(value: f64) -> String {
    if value != 0.0 && !(0.001..1e6).contains(&value.abs()) {
        return format!("{value:.1e}");
    }
    let text = match value.abs() {
        large if large >= 100.0 => format!("{value:.0}"),
        _ => format!("{value:.3}"),
    };
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}
