//! The charts of the shown run: small multiples, each of which filters the table, says its numbers and can be taken along.

mod numbers;
mod sheet;

use super::session::Session;
use super::ui;
use crate::browser::{download, picture as image};
use crate::charts::{Chart, Filter, Marks};
use crate::picture::{axes, svg};
use crate::problem::Problem;
use crate::protocol::Pick;
use leptos::ev;
use leptos::html::Details;
use leptos::prelude::*;
use numbers::Numbers;
use sheet::Sheet;
use web_sys::Element;

/// Where charts are drawn before it is known how wide they may be.
const WIDTH: f64 = 320.0;

/// All charts that say something of the shown run, folded away; nothing until they are made, and where there is none.
#[component]
pub fn Charts() -> impl IntoView {
    let session = Session::from_context();
    let details = NodeRef::<Details>::new();
    let width = RwSignal::new(WIDTH);
    let whole_width = RwSignal::new(WIDTH);
    // Drawn when they are first looked at: drawing and measuring all of them holds the page up for a moment.
    let is_drawn = RwSignal::new(false);
    let measure = move || {
        let Some(details) = details.try_get_untracked().flatten() else {
            return;
        };
        // Folded away they have no width, and to ask for it would lay out the whole page.
        if !details.has_attribute("open") {
            return;
        }
        let measured = [
            (".chart:not(.chart--wide) .chart__room", width),
            (".charts__grid", whole_width),
        ];
        for (selector, width) in measured {
            let room: Option<Element> = details.query_selector(selector).ok().flatten();
            let found = room.map_or(0.0, |room| f64::from(room.client_width()));
            if found > 0.0 && (found - width.get_untracked()).abs() >= 1.0 {
                width.set(found);
            }
        }
    };
    let on_resize = window_event_listener(ev::resize, move |_| measure());
    on_cleanup(move || on_resize.remove());
    Effect::new(move |_| {
        session.charts.track();
        request_animation_frame(measure);
    });
    let unfold = move || {
        measure();
        if details
            .get_untracked()
            .is_some_and(|details| details.has_attribute("open"))
        {
            is_drawn.set(true);
        }
    };
    let n = move || session.charts.with(|charts| charts.len());
    view! {
        <Show when=move || { n() > 0 }>
            <details class="sheet charts" data-testid="charts" node_ref=details on:toggle=move |_| unfold()>
                <summary class="charts__title">"Charts"<small class="faint">{move || ui::counted(n() as u32, "chart", "charts")}</small></summary>
                <div class="charts__grid" class:stale=move || session.are_charts_old.get()>
                    {move || session.charts.get().iter().map(|chart| {
                        let width = if is_wide(chart) { whole_width } else { width };
                        view! { <OneChart chart=chart.clone() width is_drawn/> }
                    }).collect_view()}
                </div>
            </details>
        </Show>
    }
}

/// One chart with everything that belongs to it.
#[component]
fn OneChart(
    /// What it shows.
    chart: Chart,
    /// How wide it may be, in pixels.
    width: RwSignal<f64>,
    /// Whether charts are looked at.
    is_drawn: RwSignal<bool>,
) -> impl IntoView {
    let session = Session::from_context();
    let chart = StoredValue::new(chart);
    let name = chart.with_value(|chart| chart.name);
    let words = chart.with_value(|chart| chart.words.clone());
    let is_wide = chart.with_value(is_wide);
    // What stands there while new numbers are counted belongs to the old ones.
    let hook = move || (!session.are_charts_old.get()).then_some("chart");
    view! {
        <figure class="chart" class:chart--wide=is_wide data-testid=hook data-name=name.key()>
            <h3 class="chart__title">{name.title()}</h3>
            <p class="chart__axes faint">{chart.with_value(axes)}</p>
            <div class="chart__room"><Show when=move || is_drawn.get()><Sheet chart width/></Show></div>
            <figcaption class="chart__words">{words}</figcaption>
            <Picked chart/>
            <div class="chart__foot">
                <Numbers chart/>
                <Downloads chart/>
            </div>
        </figure>
    }
}

/// Whether the chart is a table of more letters than fit beside another chart.
fn is_wide(chart: &Chart) -> bool {
    matches!(&chart.marks, Marks::Cells(cells) if cells.columns.len() > 12)
}

/// What a press on a bar came to, and the way to it.
#[component]
fn Picked(
    /// The chart.
    chart: StoredValue<Chart>,
) -> impl IntoView {
    let session = Session::from_context();
    let picked = Memo::new(move |_| {
        session.query.with(|query| match &query.pick {
            Some(Pick::Chart(filter)) if chart.with_value(|chart| has(chart, filter)) => {
                Some(filter.words())
            }
            _ => None,
        })
    });
    view! {
        <p class="chart__picked" aria-live="polite">
            {move || picked.get().map(|words| view! {
                "The table shows: "{words}". "
                <button class="link" on:click=move |_| ui::go_to(".questions-window")>"See them"</button>
            })}
        </p>
    }
}

/// Whether a part of the chart has this filter.
fn has(chart: &Chart, filter: &Filter) -> bool {
    chart.parts().any(|(_, own)| own == filter)
}

/// The chart as a file.
#[component]
fn Downloads(
    /// The chart.
    chart: StoredValue<Chart>,
) -> impl IntoView {
    let session = Session::from_context();
    let key = chart.with_value(|chart| chart.name.key());
    let title = chart.with_value(|chart| chart.name.title());
    let save_svg = move |_| {
        let (file, ..) = chart.with_value(svg);
        download::save_text(&format!("{key}.svg"), "image/svg+xml", &file);
    };
    let save_png = move |_| {
        let (file, width, height) = chart.with_value(svg);
        leptos::task::spawn_local(async move {
            match image::png(&file, width, height).await {
                Some(blob) => download::save_blob(&format!("{key}.png"), &blob),
                None => session.tell_here(
                    Problem::warning("the browser could not make a PNG of this chart")
                        .hint("take the SVG instead; any program for pictures opens it"),
                ),
            }
        });
    };
    view! {
        <span class="row chart__files">
            <button class="button button--small" data-testid=format!("download-{key}.svg") aria-label=format!("Download as SVG: {title}") on:click=save_svg>"SVG"</button>
            <button class="button button--small" data-testid=format!("download-{key}.png") aria-label=format!("Download as PNG: {title}") on:click=save_png>"PNG"</button>
        </span>
    }
}
