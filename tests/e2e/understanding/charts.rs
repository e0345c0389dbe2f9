//! Charts: a press filters, and each can be taken along as a picture.

use super::{data_shown, sample_is_scored};
use crate::browser::Page;
use crate::{Outcome, act, check, find};
use serde_json::{Value, json};

/// What a PNG begins with.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Each sample's charts are drawn, have words and numbers, and are pictures of their own; a pressed part shows its questions.
pub async fn a_bar_shows_its_questions_and_a_chart_is_a_file(page: &Page) -> Outcome {
    let samples = [
        (
            "tail-numbers",
            "f1",
            ["outcomes", "answers", "context_length"],
        ),
        (
            "aviation-exam",
            "confusion",
            ["outcomes", "confusion", "gold_letters"],
        ),
    ];
    for (sample, pressed, wanted) in samples {
        sample_is_scored(page, sample).await?;
        let charts = data_shown(page, "chart").await?;
        let names: Vec<&Value> = charts.iter().map(|chart| &chart["name"]).collect();
        if let Some(missing) = wanted.iter().find(|name| !names.contains(&&json!(name))) {
            return Err(format!("{sample} has no chart {missing}: {names:?}").into());
        }
        act::click_css(page, ".charts > summary").await?;
        every_chart_speaks(page).await?;
        a_part_filters(page, pressed).await?;
        is_a_picture(page, pressed).await?;
        page.start_afresh().await?;
    }
    Ok(())
}

/// A title, words that say what is seen, and a table with the numbers.
async fn every_chart_speaks(page: &Page) -> Outcome {
    let open =
        "document.querySelectorAll('.chart__numbers summary').forEach(summary => summary.click())";
    page.script(open, vec![]).await?;
    find::element(page, "chart").await?;
    let script = "return [...document.querySelectorAll('[data-testid=chart]')].map(chart => [chart.dataset.name, \
        chart.querySelector('h3')?.textContent, chart.querySelector('figcaption')?.textContent, \
        chart.querySelector('svg')?.getAttribute('aria-label') ?? chart.querySelector('svg title')?.textContent, \
        String(chart.querySelectorAll('tbody tr').length)])";
    let charts: Vec<[Option<String>; 5]> =
        serde_json::from_value(page.script(script, vec![]).await?)?;
    let is_silent = |part: &Option<String>| {
        part.as_deref()
            .is_none_or(|text| text.is_empty() || text == "0")
    };
    match charts.iter().find(|chart| chart.iter().any(is_silent)) {
        None => Ok(()),
        Some(chart) => Err(format!("a chart does not say all: {chart:?}").into()),
    }
}

/// The first part with questions that can be pressed, pressed by its keys, for all parts can be reached without a mouse.
async fn a_part_filters(page: &Page, name: &str) -> Outcome {
    let total = find::metric(page, "total").await?.ok_or("no total")?;
    let script = "const part = document.querySelector(`[data-name=${arguments[0]}] .chart__press`); part.focus(); \
        part.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})); part.click(); \
        return part.getAttribute('aria-label')";
    let label = page.script(script, vec![json!(name)]).await?;
    let filter = find::text(page, "filter").await?;
    let rows = find::attribute(page, "rows", "data-total").await?;
    let n: f64 = rows.ok_or("no rows")?.parse()?;
    if !(n > 0.0 && n < total) {
        return Err(format!("{label} was pressed: {filter:?} and {n} of {total} rows").into());
    }
    act::press(page, "Show all questions").await?;
    check::rows_are(page, total as u32).await
}

/// The SVG stands alone, the PNG is one.
async fn is_a_picture(page: &Page, name: &str) -> Outcome {
    let (file, svg) = act::download(page, &format!("download-{name}.svg")).await?;
    let svg = String::from_utf8(svg)?;
    let is_alone =
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && !svg.contains("var(--");
    if !is_alone || !svg.contains("<title") {
        return Err(format!("{file} does not stand alone: {svg:.300}").into());
    }
    let (file, png) = act::download(page, &format!("download-{name}.png")).await?;
    match png.starts_with(PNG) {
        true => Ok(()),
        false => Err(format!("{file} of {} bytes is no PNG", png.len()).into()),
    }
}
