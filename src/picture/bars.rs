//! Bars, one below the other.

use super::{Anchor, Area, Picture, Role, Target, counted, fitting, wide, written};
use crate::charts::{Bar, Filter, Name, Series};
use crate::rounding::grouped;

/// A bar, from its upper to its lower edge.
const THICK: f64 = 15.0;

/// A bar that stands for other questions than the one beside it: a finger has to find it.
const ALONE: f64 = 24.0;

/// Between the groups of bars.
const GAP: f64 = 9.0;

pub(super) fn draw(picture: &mut Picture, name: Name, series: &[Series]) {
    picture.legend(series.iter().map(|series| series.name.as_str()), false);
    let all = || series.iter().flat_map(|series| &series.bars);
    let widest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
    let longest = widest(&mut all().map(|bar| wide(&label(bar))));
    let labels = longest.min(picture.width * 0.48);
    let values = widest(&mut all().map(|bar| wide(&value(name, bar))));
    let start = labels + 8.0;
    let room = (picture.width - start - values - 8.0).max(20.0);
    let most = match name {
        Name::Answers | Name::GoldLetters | Name::ContextLength => 100.0,
        _ => widest(&mut all().map(|bar| bar.value)).max(f64::MIN_POSITIVE),
    };
    let top = picture.height;
    let n_groups = series.iter().map(|series| series.bars.len()).max();
    let n_groups = n_groups.unwrap_or(0);
    let are_apart = n_apart(series) > 0;
    let thick = if are_apart { ALONE } else { THICK };
    let group = thick * series.len() as f64 + GAP;
    for at in 0..n_groups {
        let y = top + group * at as f64 + GAP / 2.0;
        let bars = || series.iter().filter_map(|series| series.bars.get(at));
        if let Some(bar) = bars().next() {
            let middle = y + (group - GAP) / 2.0 + 4.0;
            let label = fitting(&label(bar), labels);
            picture.text((labels, middle), Anchor::End, &label, false);
        }
        let end = picture.width;
        for (which, bar) in bars().enumerate() {
            let y = y + thick * which as f64;
            let place = (start, y, thick);
            draw_bar(picture, name, bar, which, place, room / most, most);
            if are_apart {
                let area = (start - 4.0, y, end - start + 4.0, thick);
                let words = words(name, bar, series.get(which));
                picture.targets.extend(target(area, words, bar));
            }
        }
        if !are_apart && let Some(bar) = bars().next() {
            // All the room there is, for a finger.
            let area = (0.0, y - GAP / 2.0, end, group);
            let told: Vec<String> = match series {
                [_] => vec![words(name, bar, None)],
                _ => (bars().zip(series))
                    .map(|(bar, series)| words(name, bar, Some(series)))
                    .collect(),
            };
            picture.targets.extend(target(area, told.join("; "), bar));
        }
    }
    picture.height = top + group * n_groups as f64;
    let bottom = picture.height;
    picture.line(vec![(start, top), (start, bottom)], Role::Grid);
}

fn draw_bar(
    picture: &mut Picture,
    name: Name,
    bar: &Bar,
    which: usize,
    (x, y, thick): (f64, f64, f64),
    scale: f64,
    most: f64,
) {
    let slim = if thick > THICK { 3.0 } else { 2.0 };
    let area = |width: f64| Area {
        x,
        y: y + slim,
        width,
        height: thick - 2.0 * slim,
    };
    if most == 100.0 {
        picture.area(area(most * scale), Role::Track);
    }
    // Even one question of many is to be seen.
    let long = match bar.value * scale {
        long if bar.value > 0.0 => long.max(1.5),
        _ => 0.0,
    };
    if long > 0.0 {
        picture.area(area(long), Role::of_series(which));
    }
    // Beside a track all values stand in one column.
    let end = if most == 100.0 { most * scale } else { long };
    let place = (x + end + 6.0, y + thick / 2.0 + 4.0);
    picture.text(place, Anchor::Start, &value(name, bar), bar.count == 0);
}

fn value(name: Name, bar: &Bar) -> String {
    written(name, bar.value, bar.count)
}

/// How many places have bars that stand for different questions.
fn n_apart(series: &[Series]) -> usize {
    let Some((first, others)) = series.split_first() else {
        return 0;
    };
    let is_apart = |(at, bar): &(usize, &Bar)| {
        let beside = others.iter().filter_map(|series| series.bars.get(*at));
        beside.into_iter().any(|other| other.filter != bar.filter)
    };
    first.bars.iter().enumerate().filter(is_apart).count()
}

/// What stands before a bar: of a class its sign too.
fn label(bar: &Bar) -> String {
    match bar.filter {
        Filter::Outcome(outcome) => format!("{} {}", outcome.sign(), bar.label),
        _ => bar.label.clone(),
    }
}

/// A bar in words.
fn words(name: Name, bar: &Bar, series: Option<&Series>) -> String {
    let series = series.map_or_else(String::new, |series| format!(", {}", series.name));
    let value = match written(name, bar.value, bar.count) {
        only if only == grouped(bar.count) => counted(bar.count),
        with_count => format!("{with_count} questions"),
    };
    format!("{}{series}: {value}", bar.label)
}

/// The line of a bar to its end, so that short bars are as easy to press as long ones.
fn target((x, y, width, height): (f64, f64, f64, f64), words: String, bar: &Bar) -> Option<Target> {
    (bar.count > 0).then(|| Target {
        area: Area {
            x,
            y,
            width,
            height,
        },
        words,
        count: bar.count,
        filter: bar.filter.clone(),
    })
}
