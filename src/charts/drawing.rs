//! Charts as SVG: a text that is a picture by itself, in a page, in a report or in a file.
//!
//! Colors are the page's own where it has them (`--color-…`, `--chart-…`) and stand beside as they are on white paper, so that
//! the same text is readable anywhere. No color stands alone: bars have labels and values, series have patterns and names,
//! lines have dashes. Deliberately absent: scripts, fonts, anything fetched.

mod bars;
mod cells;
mod lines;

use super::{Chart, Marks};
use crate::markup::escaped;
use std::fmt::Write;

/// How a chart is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Its width, in CSS pixels, at least 240; its height follows.
    pub width: f64,
    /// Whether bars and cells can be chosen: each is then a button that says which mark it is (`data-mark`).
    pub is_live: bool,
}

/// Height of a letter, in CSS pixels.
const LETTER: f64 = 12.0;
/// About the width of one, of which there are wider and narrower ones.
const LETTER_WIDTH: f64 = 6.6;
/// Height of a line of text.
const LINE: f64 = 18.0;

/// Series: color on the page, the same on paper.
const COLORS: [(&str, &str); 4] = [
    ("--chart-1", "#0b66a8"),
    ("--chart-2", "#b35900"),
    ("--chart-3", "#00785a"),
    ("--chart-4", "#8a4b9c"),
];

/// Draws a chart. Marks are numbered in reading order, those of the first series or row first.
///
/// ```
/// use marksheet::{charts::{charts, Question, drawing::{Look, svg}}, outcome::Outcome};
/// let question = Question { outcome: Outcome::Missing, ..Question::default() };
/// let charts = charts(&[question.clone(), question]);
/// let drawn = svg(&charts[0], Look { width: 360.0, is_live: false });
/// assert!(drawn.starts_with("<svg ") && drawn.contains("missing"));
/// ```
pub fn svg(chart: &Chart, look: Look) -> String {
    let look = Look {
        width: look.width.max(240.0),
        ..look
    };
    let mut pen = Pen {
        look,
        id: chart.name.key(),
        drawn: String::new(),
        n_marks: 0,
    };
    let height = match &chart.marks {
        Marks::Bars(series) => bars::draw(&mut pen, series, &chart.y),
        Marks::Cells(cells) => cells::draw(&mut pen, cells, (&chart.x, &chart.y)),
        Marks::Lines(found) => lines::draw(&mut pen, found, (&chart.x, &chart.y)),
    };
    pen.finish(chart, height)
}

/// What a drawing is made with.
struct Pen {
    look: Look,
    /// Tells this drawing's patterns from those of others in the same page.
    id: &'static str,
    drawn: String,
    n_marks: usize,
}

/// Where a text begins, ends, or has its middle.
#[derive(Clone, Copy)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Pen {
    fn add(&mut self, part: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.drawn.write_fmt(part);
    }

    fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, is_faint: bool, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let fill = match is_faint {
            true => "var(--color-faint,#5a5f66)",
            false => "var(--color-ink,#16191d)",
        };
        let text = escaped(text);
        self.add(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="{fill}">{text}</text>"#
        ));
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.add(format_args!(
            r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="var(--color-line,#c9ccd1)"/>"#,
            from.0, from.1, to.0, to.1
        ));
    }

    fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        self.add(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{fill}"/>"#
        ));
    }

    /// Draws one mark, which may be chosen where it has any question behind it.
    fn mark(&mut self, count: u32, words: &str, draw: impl FnOnce(&mut Self)) {
        let words = escaped(words);
        let number = self.n_marks;
        self.n_marks += 1;
        match self.look.is_live && count > 0 {
            true => self.add(format_args!(
                r#"<g class="chart__mark" role="button" tabindex="0" data-mark="{number}" aria-label="{words}"><title>{words}</title>"#
            )),
            false => self.add(format_args!(r"<g><title>{words}</title>")),
        }
        draw(self);
        self.drawn.push_str("</g>");
    }

    /// The fill of a series: the first plain, the others with a pattern of their own.
    fn fill(&self, series: usize) -> String {
        match series {
            0 => color(0),
            n => format!("url(#{}-{n})", self.id),
        }
    }

    fn finish(self, chart: &Chart, height: f64) -> String {
        let Look { width, is_live } = self.look;
        let words = escaped(&chart.words);
        let role = if is_live { "group" } else { "img" };
        let drawn = &self.drawn;
        let patterns: String = (1..COLORS.len())
            .filter(|n| drawn.contains(&format!("url(#{}-{n})", self.id)))
            .map(|n| pattern(self.id, n))
            .collect();
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="{role}" aria-label="{words}" font-family="system-ui,sans-serif" font-size="{LETTER}"><defs>{patterns}</defs>{drawn}</svg>"#
        )
    }
}

fn color(series: usize) -> String {
    let (name, paper) = COLORS
        .get(series % COLORS.len())
        .copied()
        .unwrap_or_default();
    format!("var({name},{paper})")
}

/// Stripes, each series' own way.
fn pattern(id: &str, series: usize) -> String {
    let angle = match series {
        1 => 45,
        2 => 135,
        _ => 0,
    };
    let color = color(series);
    format!(
        r#"<pattern id="{id}-{series}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate({angle})"><rect width="6" height="6" fill="{color}" fill-opacity=".35"/><rect width="3" height="6" fill="{color}"/></pattern>"#
    )
}

/// Names of series above the drawing, each with its sign; where they end.
fn legend(pen: &mut Pen, names: &[&str]) -> f64 {
    if names.len() < 2 {
        return 0.0;
    }
    let (mut x, mut y) = (0.0, 0.0);
    for (series, name) in names.iter().enumerate() {
        let width = 20.0 + name.chars().count() as f64 * LETTER_WIDTH + 16.0;
        if x > 0.0 && x + width > pen.look.width {
            (x, y) = (0.0, y + LINE);
        }
        let fill = pen.fill(series);
        pen.rect((x, y + 3.0), (12.0, 12.0), &fill);
        pen.text((x + 18.0, y + 13.0), Anchor::Start, false, name);
        x += width;
    }
    y + LINE + 6.0
}

/// The same for lines.
fn legend_of_lines(pen: &mut Pen, names: &[&str]) -> f64 {
    for (series, name) in names.iter().enumerate() {
        let y = series as f64 * LINE + 9.0;
        let dash = lines::DASHES
            .get(series % lines::DASHES.len())
            .copied()
            .unwrap_or("none");
        let stroke = color(series);
        pen.add(format_args!(
            r#"<line x1="0" y1="{y:.1}" x2="28" y2="{y:.1}" stroke="{stroke}" stroke-width="2" stroke-dasharray="{dash}"/>"#
        ));
        pen.text((36.0, y + 4.0), Anchor::Start, false, name);
    }
    names.len() as f64 * LINE + 4.0
}

/// `text` no wider than `width`, the end left out.
fn fitted(text: &str, width: f64) -> String {
    let n = (width / LETTER_WIDTH).floor().max(1.0) as usize;
    if text.chars().count() <= n {
        return text.to_owned();
    }
    let kept: String = text.chars().take(n.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// A value as it stands beside a bar: whole numbers as they are, others with one decimal.
fn number(value: f64) -> String {
    match value.fract() == 0.0 && value.abs() < 1e15 {
        true => format!("{value:.0}"),
        false => format!("{value:.1}"),
    }
}
