//! A chart as a file: an SVG that stands for itself, on white, with its title and its words.

use super::{Anchor, Area, Picture, Role, Shape, TEXT, picture};
use crate::charts::{Chart, Marks};
use crate::markup::escaped;
use std::fmt::Write;

/// The chart's width, and the margin around it.
const WIDTH: f64 = 640.0;
const MARGIN: f64 = 20.0;

/// Above the chart: its title and what its axes are.
const HEAD: f64 = 52.0;

const INK: &str = "#1b2330";
const FAINT: &str = "#5d6470";

/// The chart as an SVG file, with its width and height in pixels.
///
/// ```
/// use marksheet::{charts::{Name, Question}, outcome::Outcome, picture::svg};
/// let question = |outcome| Question { outcome, ..Question::default() };
/// let chart = Name::Outcomes.make(&[question(Outcome::Wrong), question(Outcome::Missing)]);
/// let (file, width, height) = chart.map(|chart| svg(&chart)).unwrap_or_default();
/// assert!(file.starts_with("<svg xmlns=") && file.contains("<desc>Of 2 questions: 1 wrong, 1 missing.</desc>"));
/// assert!(width >= 640.0 && height > 50.0);
/// ```
pub fn svg(chart: &Chart) -> (String, f64, f64) {
    svg_within(chart, WIDTH)
}

/// The same, the chart itself `room` pixels wide: what is shown on a phone too is drawn narrower, so that its texts stay
/// readable.
pub fn svg_within(chart: &Chart, room: f64) -> (String, f64, f64) {
    let drawn = picture(chart, room);
    let (width, height) = (
        drawn.width + 2.0 * MARGIN,
        drawn.height + HEAD + 2.0 * MARGIN,
    );
    let mut file = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\" font-family=\"system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif\" font-size=\"{TEXT}\">\n\
         <title>{}</title>\n<desc>{}</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        escaped(chart.name.title()),
        escaped(&chart.words)
    );
    let _ = writeln!(
        file,
        "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"16\" font-weight=\"600\" fill=\"{INK}\">{}</text>",
        MARGIN + 14.0,
        escaped(chart.name.title())
    );
    let _ = writeln!(
        file,
        "<text x=\"{MARGIN}\" y=\"{}\" fill=\"{FAINT}\">{}</text>",
        MARGIN + 34.0,
        escaped(&axes(chart))
    );
    let _ = writeln!(
        file,
        "<g transform=\"translate({MARGIN} {})\">",
        MARGIN + HEAD
    );
    shapes(&mut file, &drawn);
    file.push_str("</g>\n</svg>\n");
    (file, width.round(), height.round())
}

/// What the chart's axes are, in a line.
pub fn axes(chart: &Chart) -> String {
    match chart.marks {
        Marks::Lines(_) => format!("{}, over {}", chart.y, chart.x),
        Marks::Bars(_) => format!("{}, by {}", chart.y, chart.x),
        Marks::Cells(_) => {
            "questions by right letter (rows) and letter read (columns); stronger color: more of the row"
                .to_owned()
        }
    }
}

fn shapes(file: &mut String, picture: &Picture) {
    for shape in &picture.shapes {
        let _ = match shape {
            Shape::Area {
                area,
                role,
                opacity,
            } => writeln!(file, "{}", rect(*area, *role, *opacity)),
            Shape::Line { points, role } => {
                let points: Vec<String> = points
                    .iter()
                    .map(|(x, y)| format!("{x:.1},{y:.1}"))
                    .collect();
                writeln!(
                    file,
                    "<polyline points=\"{}\" fill=\"none\" {}/>",
                    points.join(" "),
                    stroke(*role)
                )
            }
            Shape::Text {
                x,
                y,
                anchor,
                text,
                is_faint,
            } => {
                let fill = if *is_faint { FAINT } else { INK };
                let anchor = match anchor {
                    Anchor::Start => String::new(),
                    anchor => format!(" text-anchor=\"{}\"", anchor.key()),
                };
                let text = escaped(text);
                writeln!(
                    file,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor} fill=\"{fill}\">{text}</text>"
                )
            }
        };
    }
}

fn rect(area: Area, role: Role, opacity: f64) -> String {
    let Area {
        x,
        y,
        width,
        height,
    } = area;
    // An outline lies within the area.
    let inset = |by: f64, how: &str| {
        let (width, height) = ((width - 2.0 * by).max(0.5), (height - 2.0 * by).max(0.5));
        format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" {how}/>",
            x + by,
            y + by
        )
    };
    match role {
        Role::First => inset(0.0, "fill=\"#0072b2\""),
        Role::Second => inset(
            0.75,
            "fill=\"#d55e00\" fill-opacity=\"0.2\" stroke=\"#b34f00\" stroke-width=\"1.5\"",
        ),
        Role::Third => inset(0.0, "fill=\"#00694a\""),
        Role::Cell => inset(
            0.0,
            &format!("fill=\"#0072b2\" fill-opacity=\"{opacity:.3}\""),
        ),
        Role::Right => inset(
            0.75,
            "fill=\"none\" stroke=\"#1b6e3f\" stroke-width=\"1.5\"",
        ),
        Role::Track | Role::Grid => inset(0.0, "fill=\"#f2efe7\""),
    }
}

fn stroke(role: Role) -> &'static str {
    match role {
        Role::First => "stroke=\"#0072b2\" stroke-width=\"2\"",
        Role::Second => "stroke=\"#b34f00\" stroke-width=\"2\" stroke-dasharray=\"6 3\"",
        Role::Third => "stroke=\"#00694a\" stroke-width=\"2\" stroke-dasharray=\"1.5 3\"",
        _ => "stroke=\"#8c8778\" stroke-width=\"1\" stroke-opacity=\"0.5\"",
    }
}
