//! A run taken along: its zip, opened where nothing is known of it.

use super::asking;
use super::made;
use super::scan::{self, Found};
use crate::browser::Page;
use crate::model_server::Server;
use crate::model_server::faults::parse;
use crate::{Outcome, act, check};
use serde_json::Value;

/// Every metric and every count is the same in another browser, and `run.json` says what was sent, in both.
pub async fn a_finished_run_opens_again_in_a_fresh_browser(page: &Page) -> Outcome {
    let made = made::extractive(60);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    let faults =
        "refusal=0.1,status_413=0.1,think=0.1,empty_length=0.1,error_text=0.1,null=0.1,html=0.05";
    server.change(|config| config.faults = parse(faults).unwrap_or_default())?;
    asking::prepare(page, &made, &server).await?;
    act::fill(page, "temperature", "0.3").await?;
    act::fill(page, "seed", "5").await?;
    asking::run_to_end(page).await?;
    asking::scores_are_open(page).await?;
    check::status_becomes(page, "done").await?;
    let numbers = numbers(page).await?;
    let (name, bytes) = act::download(page, "download-all").await?;
    let record = run_record(&name, &bytes)?;
    what_was_sent_is_told(&record, &server)?;
    let kept = page.downloads.with_file_name(name);
    std::fs::write(&kept, bytes)?;
    let fresh = page.sibling("fresh").await?;
    act::drop_files(&fresh, &[kept]).await?;
    check::status_becomes(&fresh, "done").await?;
    act::go(&fresh, "scores").await?;
    check::metric_is(&fresh, "total", f64::from(made.n_items)).await?;
    let again = self::numbers(&fresh).await?;
    if numbers != again || numbers.len() < 20 {
        return Err(format!("the numbers were {numbers:?} and are {again:?}").into());
    }
    let (name, bytes) = act::download(&fresh, "download-all").await?;
    let again = run_record(&name, &bytes)?;
    if again["sent"] != record["sent"] {
        return Err(format!("sent was {} and is {}", record["sent"], again["sent"]).into());
    }
    check::nothing_went_elsewhere(&fresh).await?;
    check::console_is_quiet(&fresh).await?;
    fresh.close().await;
    Ok(())
}

/// Every metric and count that Scores shows, at full precision.
async fn numbers(page: &Page) -> Outcome<Vec<(String, String)>> {
    let script = "return [...document.querySelectorAll('[data-testid^=\"metric-\"], [data-testid^=\"count-\"]')] \
        .map(e => [e.dataset.testid, e.dataset.value]).sort()";
    Ok(serde_json::from_value(page.script(script, vec![]).await?)?)
}

fn run_record(name: &str, bytes: &[u8]) -> Outcome<Value> {
    let mut found = Found::new();
    scan::inside(name, bytes, &mut found)?;
    let record = found.iter().find(|(name, _)| name.ends_with("run.json"));
    let (_, record) = record.ok_or("no run.json in the zip")?;
    Ok(serde_json::from_slice(record)?)
}

/// Server, model, parameters and the number of requests, as the server saw them.
fn what_was_sent_is_told(record: &Value, server: &Server) -> Outcome {
    let sent = &record["sent"];
    let parameters = sent["parameters"].as_array().map_or(&[][..], Vec::as_slice);
    let is_as_asked = |of: &Value| {
        let sent = &of["sent"];
        sent["max_tokens"] == 1024 && sent["temperature"] == 0.3 && sent["seed"] == 5
    };
    let is_told = sent["provider"] == "custom"
        && sent["base_url"] == server.base_url()
        && sent["model"] == "marksheet-test"
        && sent["reported_models"]["marksheet-test"].as_u64() > Some(30)
        && sent["n_requests"] == server.counts().requests
        && !parameters.is_empty()
        && parameters.iter().all(is_as_asked);
    match is_told {
        true => Ok(()),
        false => Err(format!("run.json says that was sent: {sent}").into()),
    }
}
