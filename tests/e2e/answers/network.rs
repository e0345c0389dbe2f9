//! The network goes away in the middle of a run and comes back.

use super::{asking, faults, made};
use crate::browser::Page;
use crate::{Outcome, check, is_long};
use std::time::Duration;

/// Nothing ends as `network`, everything is answered, and the page says meanwhile that it waits.
pub async fn a_cut_network_costs_no_answer(page: &Page) -> Outcome {
    let made = made::exam(200);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    asking::prepare(page, &made, &server).await?;
    asking::start(page, "run").await?;
    asking::server_has(&server, "60 answers", |server| {
        server.counts().answered >= 60
    })
    .await?;
    server.cut(Duration::from_secs(if is_long() { 30 } else { 6 }));
    check::message_says(page, "warning", &["goes on by itself"]).await?;
    asking::ends(page, "done").await?;
    asking::scores_are_open(page).await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await
}
