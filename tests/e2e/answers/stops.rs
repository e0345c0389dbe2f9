//! What concerns every question stops the run, is told, and leaves it ready to go on.

use super::asking::{self, N_PARALLEL, server_has};
use super::{faults, made};
use crate::browser::Page;
use crate::model_server::Server;
use crate::model_server::faults::{Fault, Share};
use crate::{Outcome, act, check, find};

/// Each kind of used-up quota, and a key that is refused: few requests, a message, and "Resume" when it is over.
pub async fn a_run_stops_for_quotas_and_keys_and_goes_on(page: &Page) -> Outcome {
    let made = made::exam(60);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    asking::prepare(page, &made, &server).await?;
    let mut button = "run";
    let stops = |fault: &Fault| matches!(fault, Fault::Quota(_) | Fault::WrongKey);
    for fault in Fault::all().filter(stops) {
        server.change(|config| config.faults = vec![Share::of(fault, 1.0)])?;
        let stopped = stops_at_once(page, &server, button).await;
        stopped.map_err(|why| format!("{fault}: {why}"))?;
        button = "resume";
    }
    server.change(|config| config.faults.clear())?;
    asking::start(page, "resume").await?;
    asking::ends(page, "done").await?;
    act::go(page, "scores").await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await
}

async fn stops_at_once(page: &Page, server: &Server, button: &str) -> Outcome {
    let before = server.counts().requests;
    act::click(page, button).await?;
    server_has(server, "a request", |server| {
        server.counts().requests > before
    })
    .await?;
    check::status_becomes(page, "paused").await?;
    check::message_says(page, "error", &["stopped"]).await?;
    find::element(page, "resume").await?;
    let n_sent = server.counts().requests - before;
    match n_sent <= N_PARALLEL {
        true => Ok(()),
        false => Err(format!("{n_sent} requests were sent").into()),
    }
}

/// A model that the server does not know stops the run at once; with its name put right the same run goes on.
pub async fn a_mistyped_model_is_put_right_and_the_run_goes_on(page: &Page) -> Outcome {
    let made = made::exam(40);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    asking::prepare(page, &made, &server).await?;
    act::fill(page, "model", "marksheet-tset").await?;
    stops_at_once(page, &server, "run").await?;
    check::message_says(page, "error", &["marksheet-tset"]).await?;
    let n_refused = asking::at_rest(&server).await?;
    act::fill(page, "model", "marksheet-test").await?;
    asking::start(page, "resume").await?;
    asking::ends(page, "done").await?;
    act::go(page, "scores").await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await?;
    match asking::at_rest(&server).await? - n_refused {
        n if n == made.n_items => Ok(()),
        n => Err(format!("{n} requests for {} questions after it", made.n_items).into()),
    }
}

/// Beside a run that has scores, one that got no answer is shown where it was begun, with its reason; a reload keeps it.
pub async fn a_run_without_an_answer_says_why_beside_a_scored_one(page: &Page) -> Outcome {
    let made = made::exam(10);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    asking::prepare(page, &made, &server).await?;
    asking::start(page, "run").await?;
    asking::ends(page, "done").await?;
    act::go(page, "answers").await?;
    act::fill(page, "model", "marksheet-tset").await?;
    act::click(page, "run").await?;
    check::message_says(page, "error", &["stopped", "marksheet-tset"]).await?;
    find::element(page, "resume").await?;
    asking::at_rest(&server).await?;
    check::text_ends(page, "progress-count", "0 of 10").await?;
    act::reload(page).await?;
    find::element(page, "resume").await?;
    check::text_ends(page, "progress-count", "0 of 10").await?;
    act::go(page, "scores").await?;
    check::number_is(page, "metric-total", 10.0).await
}
