//! A chart as it is drawn, and the buttons that lie over its bars and cells.

use crate::app::session::Session;
use crate::charts::Chart;
use crate::picture::{Anchor, Area, Picture, Role, Shape, Target, picture};
use crate::protocol::Pick;
use leptos::prelude::*;

/// The drawing, for the width there is.
#[component]
pub fn Sheet(
    /// The chart.
    chart: StoredValue<Chart>,
    /// How wide it may be, in pixels.
    width: RwSignal<f64>,
) -> impl IntoView {
    let words = chart.with_value(|chart| chart.words.clone());
    view! {
            {move || {
                let drawn = chart.with_value(|chart| picture(chart, width.get()));
                let sheet = (drawn.width, drawn.height);
                let targets = drawn.targets.clone();
                view! {
                    <div class="chart__sheet" style:min-width=format!("{}px", drawn.width.floor())>
                        <svg role="img" aria-label=words.clone() viewBox=format!("0 0 {:.1} {:.1}", drawn.width, drawn.height)>
                            {shapes(&drawn)}
                        </svg>
                        // The names of the rows stay where a table too wide is moved sideways.
                        {(drawn.headings > 0.0).then(|| view! {
                            <svg class="chart__stuck" aria-hidden="true" style:width=format!("{:.1}px", drawn.headings) style:margin-top=format!("{:.1}px", -drawn.height) viewBox=format!("0 0 {:.1} {:.1}", drawn.headings, drawn.height)>
                                {headings(&drawn)}
                            </svg>
                        })}
                        {targets.into_iter().map(|target| view! { <Press target sheet/> }).collect_view()}
                    </div>
                }
            }}
    }
}

fn shapes(picture: &Picture) -> impl IntoView + use<> {
    picture.shapes.iter().map(shape).collect_view()
}

/// The names of the rows alone.
fn headings(picture: &Picture) -> impl IntoView + use<> {
    let end = picture.headings;
    let is_heading =
        |shape: &&Shape| matches!(shape, Shape::Text { x, anchor: Anchor::End, .. } if *x <= end);
    let found = picture.shapes.iter().filter(is_heading);
    found.map(shape).collect_view()
}

fn shape(shape: &Shape) -> AnyView {
    match shape {
        Shape::Area {
            area,
            role,
            opacity,
        } => {
            // Outlines lie within their area.
            let by = match role {
                Role::Second | Role::Right => 0.75,
                _ => 0.0,
            };
            let long = |length: f64| (length - 2.0 * by).max(0.5).to_string();
            view! {
                <rect
                    class=format!("chart__area chart__area--{}", role.key())
                    x=(area.x + by).to_string() y=(area.y + by).to_string() width=long(area.width) height=long(area.height)
                    opacity=(*opacity < 1.0).then(|| opacity.to_string())
                />
            }
            .into_any()
        }
        Shape::Line { points, role } => {
            let places: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            view! { <polyline class=format!("chart__line chart__line--{}", role.key()) points=places.join(" ")/> }.into_any()
        }
        Shape::Text {
            x,
            y,
            anchor,
            text,
            is_faint,
        } => view! {
            <text class="chart__text" class:chart__text--faint=*is_faint x=x.to_string() y=y.to_string() text-anchor=anchor.key()>{text.clone()}</text>
        }
        .into_any(),
    }
}

/// A button over a bar or a cell; pressed, the table shows its questions alone.
#[component]
fn Press(
    /// Where it lies and what it stands for.
    target: Target,
    /// The size of the sheet.
    sheet: (f64, f64),
) -> impl IntoView {
    let session = Session::from_context();
    let pick = Pick::Chart(target.filter);
    let pressed = pick.clone();
    let is_pressed = Memo::new(move |_| session.is_picked(&pressed));
    let Area {
        x,
        y,
        width,
        height,
    } = target.area;
    let percent = |part: f64, whole: f64| format!("{:.3}%", 100.0 * part / whole);
    view! {
        <button
            class="chart__press"
            style:left=percent(x, sheet.0)
            style:top=percent(y, sheet.1)
            style:width=percent(width, sheet.0)
            style:height=percent(height, sheet.1)
            aria-label=target.words.clone()
            title=target.words
            data-count=target.count.to_string()
            aria-pressed=move || is_pressed.get().to_string()
            on:click=move |_| session.toggle_pick(pick.clone())
        ></button>
    }
}
