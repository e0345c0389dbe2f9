//! Charts as they are drawn: everything lies on the sheet, every bar is written out and can be pressed, and the file stands
//! for itself.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "charts/made.rs"]
#[allow(dead_code)]
mod made;

use made::{choice, entry, extractive, item, scored};
use marksheet::charts::{Chart, Cost, Filter, Name, Question, charts};
use marksheet::metrics::choice::Read;
use marksheet::outcome::Outcome;
use marksheet::picture::{Area, Picture, Role, Shape, axes, picture, svg};

/// Questions that give every chart there is.
fn every_chart() -> Vec<Chart> {
    let mut questions: Vec<Question> = Vec::new();
    for i in 0..60_u32 {
        let f1 = f64::from(i % 11) / 10.0;
        let (outcome, exact) = match i % 11 {
            10 => (Outcome::Correct, 1.0),
            0 => (Outcome::Wrong, 0.0),
            _ => (Outcome::Partial, 0.0),
        };
        questions.push(Question {
            has_answer: i % 3 > 0,
            n_context: Some(100 + i * 37),
            cost: Cost {
                n_tokens_in: Some(u64::from(200 + i * 13)),
                n_tokens_out: Some(u64::from(i % 9)),
                milliseconds: Some(u64::from(400 + i * i)),
            },
            ..extractive(outcome, exact, f1)
        });
    }
    let mut found = charts(&questions);
    let letters: Vec<Question> = ('A'..='F')
        .flat_map(|gold| {
            let reads = [
                Read::Letter(gold),
                Read::Letter('B'),
                Read::Unparsed,
                Read::NoReply,
            ];
            reads.map(|read| choice(gold, read))
        })
        .collect();
    found.extend(charts(&letters));
    let golds: Vec<_> = (0..40)
        .map(|i| {
            if i % 3 == 0 {
                item(&[])
            } else {
                item(&["Köln"])
            }
        })
        .collect();
    let entries: Vec<_> = (0..40)
        .map(|i| {
            let text = if i % 4 == 0 { "" } else { "Köln" };
            entry(text, Some(f64::from(i) / 40.0))
        })
        .collect();
    let (_, questions) = scored(golds, &entries);
    found.extend(charts(&questions));
    for name in Name::ALL {
        assert!(found.iter().any(|chart| chart.name == name), "{name:?}");
    }
    found
}

const WIDTHS: [f64; 4] = [0.0, 290.0, 400.0, 900.0];

fn drawn() -> impl Iterator<Item = (Chart, Picture)> {
    let all = every_chart().into_iter();
    all.flat_map(|chart| WIDTHS.map(|width| (chart.clone(), picture(&chart, width))))
}

fn is_within(picture: &Picture, area: &Area) -> bool {
    area.x >= 0.0
        && area.y >= 0.0
        && area.x + area.width <= picture.width + 0.5
        && area.y + area.height <= picture.height + 0.5
}

#[test]
fn nothing_lies_outside_the_sheet() {
    for (chart, picture) in drawn() {
        for shape in &picture.shapes {
            let area = match shape {
                Shape::Area { area, .. } => *area,
                Shape::Line { points, .. } => {
                    for (x, y) in points {
                        let point = Area {
                            x: *x,
                            y: *y,
                            ..Area::default()
                        };
                        assert!(is_within(&picture, &point), "{:?} {shape:?}", chart.name);
                    }
                    continue;
                }
                // With 6 pixels for a letter on average, a little less than most fonts take.
                Shape::Text {
                    x, y, anchor, text, ..
                } => {
                    let width = 6.0 * text.chars().count() as f64;
                    let x = match anchor.key() {
                        "start" => *x,
                        "middle" => x - width / 2.0,
                        _ => x - width,
                    };
                    Area {
                        x,
                        y: y - 10.0,
                        width,
                        height: 12.0,
                    }
                }
            };
            assert!(
                is_within(&picture, &area),
                "{:?} at {}: {shape:?}",
                chart.name,
                picture.width
            );
        }
    }
}

#[test]
fn every_bar_and_cell_with_questions_can_be_pressed_and_leads_to_them() {
    for (chart, picture) in drawn() {
        if matches!(chart.name, Name::PrecisionRecall | Name::Thresholds) {
            assert!(picture.targets.is_empty(), "a point is too small to press");
            continue;
        }
        let pressed: Vec<_> = picture
            .targets
            .iter()
            .map(|t| (t.count, &t.filter))
            .collect();
        let mut with_questions: Vec<_> = chart.parts().filter(|(count, _)| *count > 0).collect();
        let is_new = |(at, (_, filter)): &(usize, &(u32, &Filter))| {
            !pressed[..*at].iter().any(|(_, other)| other == filter)
        };
        let n_new = pressed.iter().enumerate().filter(is_new).count();
        assert_eq!(pressed.len(), n_new, "two for one: {:?}", chart.name);
        with_questions.retain(|part| !pressed.contains(part));
        assert_eq!(with_questions, [], "{:?}", chart.name);
    }
}

#[test]
fn targets_lie_on_the_sheet_and_none_over_another() {
    for (chart, picture) in drawn() {
        for (i, one) in picture.targets.iter().enumerate() {
            assert!(is_within(&picture, &one.area), "{:?}", chart.name);
            assert!(
                one.area.width >= 24.0 && one.area.height >= 24.0,
                "{:?} is too small for a finger: {:?}",
                chart.name,
                one.area
            );
            assert!(one.words.contains(&one.count.to_string()), "{}", one.words);
            for other in &picture.targets[i + 1..] {
                let (a, b) = (one.area, other.area);
                let is_apart = a.x + a.width <= b.x + 0.01
                    || b.x + b.width <= a.x + 0.01
                    || a.y + a.height <= b.y + 0.01
                    || b.y + b.height <= a.y + 0.01;
                assert!(is_apart, "{:?}: {a:?} {b:?}", chart.name);
            }
        }
    }
}

#[test]
fn series_differ_by_more_than_their_color() {
    let all = every_chart();
    let context = all.iter().find(|chart| chart.name == Name::ContextLength);
    let (file, ..) = svg(context.unwrap());
    assert!(file.contains(">exact match</text>") && file.contains(">F1</text>"));
    assert!(
        file.contains("fill-opacity=\"0.2\" stroke="),
        "the second series is outlined"
    );
    let recall = all.iter().find(|chart| chart.name == Name::PrecisionRecall);
    assert!(svg(recall.unwrap()).0.contains("stroke-dasharray"));
}

#[test]
fn every_value_of_a_bar_is_written_beside_it() {
    for (chart, picture) in drawn().filter(|(chart, _)| chart.name == Name::Outcomes) {
        let texts: Vec<&str> = picture
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Text { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        for (count, _) in chart.parts() {
            assert!(texts.contains(&count.to_string().as_str()), "{texts:?}");
        }
    }
}

#[test]
fn a_file_is_whole_xml_on_white_ground_with_its_words() {
    for chart in every_chart() {
        let (file, width, height) = svg(&chart);
        assert!(file.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        assert!(file.trim_end().ends_with("</svg>"));
        assert!(file.contains("fill=\"#ffffff\""));
        assert!(file.contains(&format!("<desc>{}</desc>", chart.words)));
        assert!(file.contains(&axes(&chart)));
        assert!(
            !file.contains("var(") && !file.contains("class="),
            "colors stand in it"
        );
        assert_eq!(file.matches('<').count(), file.matches('>').count());
        assert!(width > 0.0 && height > 0.0 && !file.contains("NaN"));
    }
}

#[test]
fn what_is_no_letter_of_xml_is_left_out_or_escaped() {
    let mut chart = every_chart().remove(0);
    chart.words = "a < b & \"c\" \u{0}\u{1b}".to_owned();
    assert!(
        svg(&chart)
            .0
            .contains("<desc>a &lt; b &amp; &quot;c&quot; \u{fffd}\u{fffd}</desc>")
    );
}

#[test]
fn a_cell_that_is_right_is_outlined() {
    let all = every_chart();
    let confusion = all.iter().find(|chart| chart.name == Name::Confusion);
    let drawn = picture(confusion.unwrap(), 400.0);
    let is_right = |shape: &&Shape| {
        matches!(
            shape,
            Shape::Area {
                role: Role::Right,
                ..
            }
        )
    };
    assert_eq!(drawn.shapes.iter().filter(is_right).count(), 6);
}

/// The line of a role, as it is drawn.
fn line(picture: &Picture, wanted: Role) -> Vec<(f64, f64)> {
    let mut lines = picture.shapes.iter().filter_map(|shape| match shape {
        Shape::Line { points, role } if *role == wanted => Some(points.clone()),
        _ => None,
    });
    // The first is the legend's.
    lines.nth(1).unwrap()
}

#[test]
fn a_grid_begins_and_ends_with_a_number_and_a_score_holds_to_its_end() {
    let all = every_chart();
    let chart = all.iter().find(|chart| chart.name == Name::Thresholds);
    let drawn = picture(chart.unwrap(), 400.0);
    let texts: Vec<&str> = drawn
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert!(
        texts.ends_with(&["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        "{texts:?}"
    );
    let (end, _) = *line(&drawn, Role::First).last().unwrap();
    assert!(end > 370.0, "{end}");
}

#[test]
fn precision_begins_with_the_first_answer_found() {
    let all = every_chart();
    let chart = all
        .iter()
        .find(|chart| chart.name == Name::PrecisionRecall)
        .unwrap();
    for role in [Role::First, Role::Second, Role::Third] {
        let points = line(&picture(chart, 400.0), role);
        let at_zero = points.iter().filter(|point| point.0 == points[0].0);
        assert!(at_zero.clone().count() > 0 && points.len() > 2);
        assert!(
            at_zero.into_iter().all(|point| point.1 == points[0].1),
            "{points:?}"
        );
    }
}

#[test]
fn the_rows_of_a_table_too_wide_are_still_named() {
    let questions: Vec<Question> = ('A'..='Z')
        .map(|gold| choice(gold, Read::Letter(gold)))
        .collect();
    let all = charts(&questions);
    let chart = all.iter().find(|chart| chart.name == Name::Confusion);
    let chart = chart.unwrap();
    let narrow = picture(chart, 290.0);
    assert!(narrow.width > 290.0 && (10.0..60.0).contains(&narrow.headings));
    let wide = picture(chart, 900.0);
    assert_eq!((wide.width, wide.headings), (900.0, 0.0));
}
