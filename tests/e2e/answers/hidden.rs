//! A tab nobody looks at: browsers slow its timers down to one a minute, and a run must not feel it.

use super::{asking, made};
use crate::browser::Page;
use crate::model_server::Server;
use crate::{Outcome, act, check, find, is_long};
use serde_json::json;
use std::time::Duration;

/// After five minutes in the background browsers slow timers down the most.
const N_MINUTES: u32 = 6;
/// Every request waits for a timer of its own.
const REQUESTS_PER_MINUTE: u32 = 120;

/// The last of six minutes sees as many requests as the first, while the page's own timers are slowed down. Six minutes
/// are for `--long`.
pub async fn a_hidden_tab_keeps_its_pace(page: &Page) -> Outcome {
    if !is_long() {
        println!("  a tab hidden for {N_MINUTES} minutes: only with --long");
        return Ok(());
    }
    let made = made::exam(REQUESTS_PER_MINUTE * (N_MINUTES + 1));
    let server = asking::serve(&made, |_| {})?;
    asking::prepare(page, &made, &server).await?;
    act::type_number(page, "requests-per-minute", REQUESTS_PER_MINUTE).await?;
    asking::start(page, "run").await?;
    set_window(page, "minimized").await?;
    find::until(page, "a hidden tab", is_hidden).await?;
    let ticking = "window.ticks = 0; setInterval(() => window.ticks++, 100)";
    page.script(ticking, vec![]).await?;
    let mut minutes = Vec::new();
    for _ in 0..N_MINUTES {
        minutes.push(minute(page, &server).await?);
    }
    println!("  requests, and ticks of a timer of the page, in each hidden minute: {minutes:?}");
    if is_hidden(page).await?.is_none() {
        return Err("the tab did not stay hidden".into());
    }
    set_window(page, "normal").await?;
    let (first, last) = (minutes.first(), minutes.last());
    let (Some((first, _)), Some((last, ticks))) = (first, last) else {
        return Err("no minute has passed".into());
    };
    if *ticks > 100.0 {
        return Err("this browser does not slow hidden tabs down, so nothing is shown".into());
    }
    if last * 10 < first * 9 {
        return Err(format!("the pace fell: {minutes:?}").into());
    }
    asking::ends(page, "done").await?;
    act::go(page, "scores").await?;
    check::metric_is(page, "accuracy", 1.0).await
}

/// Requests that came in within a minute, and how often a timer of 100 ms ticked in the page.
async fn minute(page: &Page, server: &Server) -> Outcome<(u32, f64)> {
    let before = server.counts().requests;
    let ticks = "const ticks = window.ticks; window.ticks = 0; return ticks";
    page.script(ticks, vec![]).await?;
    tokio::time::sleep(Duration::from_secs(60)).await;
    let n_requests = server.counts().requests - before;
    let ticked = page.script(ticks, vec![]).await?;
    Ok((n_requests, ticked.as_f64().unwrap_or_default()))
}

async fn set_window(page: &Page, state: &str) -> Outcome {
    let window = page
        .devtools("Browser.getWindowForTarget", json!({}))
        .await?;
    let bounds = json!({"windowId": window["windowId"], "bounds": {"windowState": state}});
    let set = page.devtools("Browser.setWindowBounds", bounds).await;
    set.map(drop)
}

/// Whether the tab is hidden, as the page itself is told.
async fn is_hidden(page: &Page) -> Outcome<Option<()>> {
    let seen = page
        .script("return document.visibilityState", vec![])
        .await?;
    Ok((seen == "hidden").then_some(()))
}
