//! Lines over a grid.

use super::{Anchor, Picture, Role, number};
use crate::charts::{Line, LinePoint, Name};

/// Room for the numbers at the left and below.
const LEFT: f64 = 34.0;
const BELOW: f64 = 24.0;

/// Half of the last number stands beyond the end.
const RIGHT: f64 = 22.0;

/// How a number from left to right, and one upwards, become places.
struct Scale {
    x: (f64, f64),
    plot: (f64, f64, f64, f64),
}

impl Scale {
    fn x(&self, value: f64) -> f64 {
        let (left, _, width, _) = self.plot;
        let (from, to) = self.x;
        left + width * ((value - from) / (to - from)).clamp(0.0, 1.0)
    }

    fn y(&self, value: f64) -> f64 {
        let (_, top, _, height) = self.plot;
        top + height * (1.0 - (value / 100.0).clamp(0.0, 1.0))
    }
}

pub(super) fn draw(picture: &mut Picture, name: Name, lines: &[Line]) {
    picture.legend(lines.iter().map(|line| line.name.as_str()), true);
    let top = picture.height + 6.0;
    let height = (picture.width * 0.55).clamp(160.0, 300.0);
    let scale = Scale {
        x: reach(name, lines),
        plot: (LEFT, top, picture.width - LEFT - RIGHT, height),
    };
    grid(picture, &scale);
    for (at, line) in lines.iter().enumerate() {
        picture.line(steps(name, &line.points, &scale), Role::of_series(at));
    }
    picture.height = top + height + BELOW;
}

/// The first and the last number from left to right.
fn reach(name: Name, lines: &[Line]) -> (f64, f64) {
    if name == Name::PrecisionRecall {
        return (0.0, 100.0);
    }
    let points = lines.iter().flat_map(|line| &line.points);
    let (from, to) = points.fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), point| {
        (from.min(point.x), to.max(point.x))
    });
    match (to - from).is_finite() && to > from {
        true => outwards(from, to),
        false => (0.0, 1.0),
    }
}

/// From the round number before the first to the one after the last: a grid that begins and ends with a number.
fn outwards(from: f64, to: f64) -> (f64, f64) {
    let Some(step) = step(from, to) else {
        return (from, to);
    };
    // What floating point lost does not move an end by a whole step.
    let (first, last) = ((from / step + 1e-9).floor(), (to / step - 1e-9).ceil());
    match (first * step, last * step) {
        (first, last) if first.is_finite() && last.is_finite() => (first, last),
        _ => (from, to),
    }
}

fn grid(picture: &mut Picture, scale: &Scale) {
    let (left, top, width, height) = scale.plot;
    for value in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let y = scale.y(value);
        picture.line(vec![(left, y), (left + width, y)], Role::Grid);
        let place = (left - 6.0, y + 4.0);
        picture.text(place, Anchor::End, &format!("{value}"), true);
    }
    for value in ticks(scale.x) {
        let x = scale.x(value);
        picture.line(vec![(x, top + height), (x, top + height + 4.0)], Role::Grid);
        let place = (x, top + height + 17.0);
        picture.text(place, Anchor::Middle, &number(value), true);
    }
}

/// A round number, a handful of which lie between the two.
fn step(from: f64, to: f64) -> Option<f64> {
    let least = (to - from) / 5.0;
    let power = 10_f64.powi(least.log10().floor() as i32);
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = steps.into_iter().find(|step| *step >= least);
    step.filter(|step| step.is_normal())
}

/// Round numbers from the first to the last, a handful.
fn ticks((from, to): (f64, f64)) -> Vec<f64> {
    let Some(step) = step(from, to) else {
        return vec![from, to];
    };
    let first = (from / step - 1e-9).ceil();
    let ticks = (0..=7).map(|at| (first + f64::from(at)) * step);
    ticks.filter(|tick| *tick <= to + step * 1e-9).collect()
}

/// The line in steps: precision holds back to the point before, a score on to the next, and the last one to the end.
fn steps(name: Name, points: &[LinePoint], scale: &Scale) -> Vec<(f64, f64)> {
    let is_precision = name == Name::PrecisionRecall;
    let mut steps: Vec<(f64, f64)> = Vec::new();
    // Where nothing is found yet, precision goes up and down in one place.
    let at_zero = |point: &&LinePoint| is_precision && point.x <= 0.0;
    if is_precision && let Some(first) = points.iter().find(|point| point.x > 0.0) {
        steps.push((scale.x(0.0), scale.y(first.y)));
    }
    for point in points.iter().filter(|point| !at_zero(point)) {
        let place = (scale.x(point.x), scale.y(point.y));
        if let Some(last) = steps.last().copied() {
            steps.push(match is_precision {
                true => (last.0, place.1),
                false => (place.0, last.1),
            });
        }
        steps.push(place);
    }
    if !is_precision && let Some((_, y)) = steps.last().copied() {
        steps.push((scale.x(scale.x.1), y));
    }
    steps
}
