//! A tab that is doubled while its run goes on.

use super::{asking, faults, made};
use crate::browser::Page;
use crate::{Outcome, act, check, find};

/// The copy says that the run belongs to another tab, and not one request is made twice.
pub async fn a_second_tab_is_told_and_asks_nothing(page: &Page) -> Outcome {
    let made = made::exam(120);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    asking::prepare(page, &made, &server).await?;
    asking::start(page, "run").await?;
    asking::server_has(&server, "20 answers", |server| {
        server.counts().answered >= 20
    })
    .await?;
    let first = page.client.window().await?;
    // Opened by the page itself, a tab gets a copy of what the first one keeps for its session.
    page.script("window.open(location.href)", vec![]).await?;
    let windows = page.client.windows().await?;
    let second = windows.into_iter().find(|window| *window != first);
    page.client
        .switch_to_window(second.ok_or("no second tab")?)
        .await?;
    let told = async {
        act::go(page, "answers").await?;
        check::message_says(page, "info", &["tab has the work"]).await?;
        match find::status(page).await?.as_str() {
            "running" => Err("the second tab runs it, too".into()),
            _ => Ok(()),
        }
    };
    let told: Outcome = told.await;
    page.client.close_window().await?;
    page.client.switch_to_window(first).await?;
    told?;
    asking::ends(page, "done").await?;
    let n_requests = server.counts().requests;
    if n_requests != made.n_items {
        return Err(format!("{n_requests} requests for {} questions", made.n_items).into());
    }
    act::go(page, "scores").await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await
}
