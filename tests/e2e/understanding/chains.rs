//! The workbench: steps are tried before they are applied, and go along with the run.

use super::sample_is_scored;
use crate::browser::Page;
use crate::{Outcome, act, check, find};
use serde_json::{Value, json};

/// A regular expression takes the tail numbers out of a reply before ALUE's normalizer makes lists of them.
const STEPS: [&str; 2] = ["strip-markdown", "normalize_tail_extraction_predictions"];

const MOVE: &str = "[data-testid=score-move]";
const EXACT: &str = "[data-testid=metric-exact]";

/// Two steps are tried, the move is told before it happens, and happens as told; a zip dropped back in a fresh browser opens with
/// the chain and with every number.
pub async fn a_chain_moves_the_score_and_goes_along_with_its_run(page: &Page) -> Outcome {
    sample_is_scored(page, "tail-numbers").await?;
    let before = exact(page).await?;
    act::choose(page, "normalizer", "chain").await?;
    for step in STEPS {
        add_step(page, step).await?;
    }
    let told = find::text_that(page, MOVE, |text| text.contains(" → "));
    let told = told.await?;
    let then = told
        .split(" → ")
        .nth(1)
        .and_then(|rest| rest.split(':').next());
    let then = then.ok_or("no score to come")?.to_owned();
    if exact(page).await? != before {
        return Err("the score moved before the steps were applied".into());
    }
    act::press(page, "Apply these steps").await?;
    let shown = find::text_that(page, EXACT, |text| *text == *then);
    shown.await.map_err(|why| format!("told {told:?}: {why}"))?;
    check::status_becomes(page, "done").await?;
    if exact(page).await? == before {
        return Err(format!("the chain does nothing: {told}").into());
    }
    goes_along(page).await
}

async fn exact(page: &Page) -> Outcome<f64> {
    let exact = find::metric(page, "exact").await?;
    exact.ok_or_else(|| "no exact".into())
}

/// The select has no hook of its own: it stands in the list of steps and has no value but while it is used.
async fn add_step(page: &Page, step: &str) -> Outcome {
    let n = find::texts(page, ".normalizers__step").await?.len();
    let script = "const select = [...document.querySelectorAll('.normalizers select')].at(-1); select.value = arguments[0]; \
        select.dispatchEvent(new Event('change', {bubbles: true}));";
    page.script(script, vec![json!(step)]).await?;
    find::until(page, "another step", async |page| {
        let now = find::texts(page, ".normalizers__step").await?.len();
        Ok((now == n + 1).then_some(()))
    })
    .await
}

/// The zip opens again, equal in every number; the report says the same to whoever reads it.
async fn goes_along(page: &Page) -> Outcome {
    let numbers = numbers(page).await?;
    let (name, zip) = act::download(page, "download-all").await?;
    let kept = page.downloads.with_file_name(name);
    std::fs::write(&kept, zip)?;
    let (_, report) = act::download(page, "download-report.html").await?;
    let report = String::from_utf8(report)?;
    let verdict = find::texts(page, ".verdict").await?.join("");
    let start = verdict.split('.').next().unwrap_or_default();
    if !report.contains(start) || !report.contains("strip Markdown") {
        return Err(format!("the report has no {start:?}, or no chain").into());
    }
    page.start_afresh().await?;
    act::drop_files(page, &[kept]).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    check::value_is(page, "normalizer", "chain").await?;
    let again = self::numbers(page).await?;
    match again == numbers {
        true => Ok(()),
        false => Err(format!("the zip opened as {again} instead of {numbers}").into()),
    }
}

/// Every figure, count, interval and group, once the last of them is there.
async fn numbers(page: &Page) -> Outcome<Value> {
    find::text_that(page, ".more-figures", |text| text.contains("interval")).await?;
    find::element(page, "group").await?;
    let script = "return {
        values: [...document.querySelectorAll('[data-testid][data-value]')].map(e => [e.dataset.testid, e.dataset.value]),
        intervals: [...document.querySelectorAll('.figure__note, .figure-table__interval')].map(e => e.textContent),
        groups: [...document.querySelectorAll('[data-testid=group]')].map(e => [e.dataset.kind, e.dataset.count, e.dataset.lost]),
    }";
    page.script(script, vec![]).await
}
