//! A tab nobody looks at: browsers slow its timers down to one a minute, and a run must not feel it.

use super::asking::{self};
use super::made;
use crate::browser::Page;
use crate::model_server::Server;
use crate::{Outcome, act, check, find, is_long};
use std::time::Duration;

/// After five minutes in the background browsers slow timers down the most.
const N_MINUTES: u32 = 6;
/// Every request waits for a timer of its own.
const REQUESTS_PER_MINUTE: u32 = 120;

/// The last of six minutes sees as many requests as the first. Six minutes are for `--long`.
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
    let first = page.client.window().await?;
    let other = page.client.new_window(true).await?;
    page.client.switch_to_window(first.clone()).await?;
    find::until(page, "a hidden tab", is_hidden).await?;
    let mut rates = Vec::new();
    for _ in 0..N_MINUTES {
        rates.push(in_a_minute(&server).await);
    }
    if is_hidden(page).await?.is_none() {
        return Err("the tab did not stay hidden".into());
    }
    println!("  requests in each hidden minute: {rates:?}");
    page.client.switch_to_window(other.handle).await?;
    page.client.close_window().await?;
    page.client.switch_to_window(first).await?;
    let kept = rates
        .last()
        .zip(rates.first())
        .is_some_and(|(last, first)| last * 10 >= first * 9);
    if !kept {
        return Err(format!("the pace fell: {rates:?}").into());
    }
    asking::ends(page, "done").await?;
    act::go(page, "scores").await?;
    check::metric_is(page, "accuracy", 1.0).await
}

async fn in_a_minute(server: &Server) -> u32 {
    let before = server.counts().requests;
    tokio::time::sleep(Duration::from_secs(60)).await;
    server.counts().requests - before
}

/// Whether the tab is hidden, as the page itself is told.
pub async fn is_hidden(page: &Page) -> Outcome<Option<()>> {
    let seen = page
        .script("return document.visibilityState", vec![])
        .await?;
    Ok((seen == "hidden").then_some(()))
}
