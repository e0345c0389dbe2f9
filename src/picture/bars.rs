//! Bars, one below the other.

use super::{Anchor, Area, Picture, Role, Target, counted, fitting, wide, written};
use crate::charts::{Bar, Name, Series};

/// A bar, from its upper to its lower edge.
const THICK: f64 = 15.0;

/// Between the groups of bars.
const GAP: f64 = 9.0;

pub(super) fn draw(picture: &mut Picture, name: Name, series: &[Series]) {
    picture.legend(series.iter().map(|series| series.name.as_str()), false);
    let all = || series.iter().flat_map(|series| &series.bars);
    let widest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
    let longest = widest(&mut all().map(|bar| wide(&bar.label)));
    let labels = longest.min(picture.width * 0.42);
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
    let group = THICK * series.len() as f64 + GAP;
    for at in 0..n_groups {
        let y = top + group * at as f64 + GAP / 2.0;
        let bars = || series.iter().filter_map(|series| series.bars.get(at));
        if let Some(bar) = bars().next() {
            let middle = y + (group - GAP) / 2.0 + 4.0;
            let label = fitting(&bar.label, labels);
            picture.text((labels, middle), Anchor::End, &label, false);
        }
        for (which, bar) in bars().enumerate() {
            let y = y + THICK * which as f64;
            draw_bar(picture, name, bar, which, (start, y), room / most, most);
            let end = picture.width;
            let area = match series {
                // All the room there is, for a finger.
                [_] => (0.0, y - GAP / 2.0, end, THICK + GAP),
                _ => (start - 4.0, y, end - start + 4.0, THICK),
            };
            let named = series.get(which).filter(|_| series.len() > 1);
            let target = target(area, name, bar, named);
            picture.targets.extend(target);
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
    (x, y): (f64, f64),
    scale: f64,
    most: f64,
) {
    let area = |width: f64| Area {
        x,
        y: y + 2.0,
        width,
        height: THICK - 4.0,
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
    let place = (x + end + 6.0, y + THICK - 3.5);
    picture.text(place, Anchor::Start, &value(name, bar), bar.count == 0);
}

fn value(name: Name, bar: &Bar) -> String {
    written(name, bar.value, bar.count)
}

/// The line of a bar to its end, so that short bars are as easy to press as long ones.
fn target(
    (x, y, width, height): (f64, f64, f64, f64),
    name: Name,
    bar: &Bar,
    series: Option<&Series>,
) -> Option<Target> {
    let series = series.map_or_else(String::new, |series| format!(", {}", series.name));
    let value = match written(name, bar.value, bar.count) {
        only if only == bar.count.to_string() => counted(bar.count),
        with_count => format!("{with_count} questions"),
    };
    (bar.count > 0).then(|| Target {
        area: Area {
            x,
            y,
            width,
            height,
        },
        words: format!("{}{series}: {value}", bar.label),
        count: bar.count,
        filter: bar.filter.clone(),
    })
}
