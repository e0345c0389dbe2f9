//! The numbers of a chart as a table, each with the way to its questions.

use crate::app::session::Session;
use crate::app::ui;
use crate::charts::{Bar, Cells, Chart, Filter, Line, Marks, Series};
use crate::picture::{number, written};
use crate::protocol::Pick;
use crate::rounding::one_decimal;
use leptos::prelude::*;

/// Points of a line that the table shows; a person reads no more.
const MOST: usize = 25;

/// The numbers, folded away.
#[component]
pub fn Numbers(
    /// The chart.
    chart: StoredValue<Chart>,
) -> impl IntoView {
    let is_open = RwSignal::new(false);
    view! {
        <details class="chart__numbers" on:toggle=move |_| is_open.update(|is_open| *is_open = true)>
            <summary>"Show numbers"</summary>
            <Show when=move || is_open.get()>
                <div class="chart__scroll">
                    {chart.with_value(|chart| match &chart.marks {
                        Marks::Bars(series) => of_bars(chart, series),
                        Marks::Cells(cells) => of_cells(chart, cells),
                        Marks::Lines(lines) => lines.iter().map(|line| of_line(chart, line)).collect_view().into_any(),
                    })}
                </div>
            </Show>
        </details>
    }
}

fn of_bars(chart: &Chart, series: &[Series]) -> AnyView {
    let columns: Vec<String> = series.iter().map(|series| series.name.clone()).collect();
    let n_rows = series.iter().map(|series| series.bars.len()).max();
    let rows = (0..n_rows.unwrap_or(0)).filter_map(|at| {
        let bars: Vec<&Bar> = series
            .iter()
            .filter_map(|series| series.bars.get(at))
            .collect();
        let label = bars.first()?.label.clone();
        Some((label, bars))
    });
    table(chart, &columns, rows.collect())
}

fn of_cells(chart: &Chart, cells: &Cells) -> AnyView {
    let rows = cells.rows.iter();
    let rows = rows.map(|(heading, bars)| (heading.clone(), bars.iter().collect()));
    table(chart, &cells.columns, rows.collect())
}

fn table(chart: &Chart, columns: &[String], rows: Vec<(String, Vec<&Bar>)>) -> AnyView {
    let name = chart.name;
    view! {
        <table class="chart__table">
            <caption class="faint">{chart.y.clone()}</caption>
            <thead><tr>
                <th scope="col">{chart.x.clone()}</th>
                {columns.iter().map(|column| view! { <th scope="col" class="number">{column.clone()}</th> }).collect_view()}
            </tr></thead>
            <tbody>
                {rows.into_iter().map(|(label, bars)| view! {
                    <tr>
                        <th scope="row">{label}</th>
                        {bars.into_iter().map(|bar| view! {
                            <td class="number"><Questions text=written(name, bar.value, bar.count) count=bar.count filter=bar.filter.clone()/></td>
                        }).collect_view()}
                    </tr>
                }).collect_view()}
            </tbody>
        </table>
    }
    .into_any()
}

fn of_line(chart: &Chart, line: &Line) -> AnyView {
    let every = line.points.len().div_ceil(MOST).max(1);
    let last = line.points.len().saturating_sub(1);
    let points = line.points.iter().enumerate();
    let points = points.filter(|(at, _)| at % every == 0 || *at == last);
    view! {
        <table class="chart__table">
            <caption class="faint">{line.name.clone()}</caption>
            <thead><tr>
                <th scope="col">{chart.x.clone()}</th>
                <th scope="col" class="number">{chart.y.clone()}</th>
                <th scope="col" class="number">"answers kept"</th>
            </tr></thead>
            <tbody>
                {points.map(|(_, point)| view! {
                    <tr>
                        <th scope="row">{number(point.x)}</th>
                        <td class="number">{one_decimal(point.y)}</td>
                        <td class="number"><Questions text=ui::grouped(point.count) count=point.count filter=point.filter.clone()/></td>
                    </tr>
                }).collect_view()}
            </tbody>
        </table>
    }
    .into_any()
}

/// A number that leads to its questions, where there are any.
#[component]
fn Questions(
    /// The number as written.
    text: String,
    /// How many questions.
    count: u32,
    /// Which.
    filter: Filter,
) -> impl IntoView {
    let session = Session::from_context();
    if count == 0 {
        return view! { <span class="faint">{text}</span> }.into_any();
    }
    let pick = Pick::Chart(filter);
    let pressed = pick.clone();
    let is_pressed = Memo::new(move |_| session.is_picked(&pressed));
    view! {
        <button class="link" aria-pressed=move || is_pressed.get().to_string() on:click=move |_| session.toggle_pick(pick.clone())>{text}</button>
    }
    .into_any()
}
