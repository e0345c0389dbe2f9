//! Pause, stop, resume, retry failed, and a reload in the middle.

use super::asking::{self, answered, server_has, shown_progress};
use super::{faults, made};
use crate::browser::Page;
use crate::model_server::Server;
use crate::model_server::faults::parse;
use crate::{Outcome, act, check, find};

/// After each interruption the run goes on with what is unfinished, and asks nothing twice but what a reload cut off.
pub async fn a_paused_stopped_and_reloaded_run_goes_on_where_it_was(page: &Page) -> Outcome {
    let made = made::extractive(160);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    asking::prepare(page, &made, &server).await?;
    asking::start(page, "run").await?;
    answered(&server, 30).await?;
    act::click(page, "pause").await?;
    check::status_becomes(page, "paused").await?;
    rests(page, &server, 0).await?;
    asking::start(page, "resume").await?;
    answered(&server, 60).await?;
    act::click(page, "stop").await?;
    find::element(page, "resume").await?;
    // What is on its way is cut off, so that nothing more is paid for.
    rests(page, &server, asking::N_PARALLEL).await?;
    asking::start(page, "resume").await?;
    answered(&server, 90).await?;
    let (shown, _) = shown_progress(page).await?;
    act::reload(page).await?;
    check::status_becomes(page, "paused").await?;
    server_has(&server, "an end of all requests", |server| {
        server.counts().in_flight == 0
    })
    .await?;
    let (kept, _) = shown_progress(page).await?;
    if kept < shown {
        return Err(format!("{shown} were finished before the reload, and {kept} after it").into());
    }
    let before = server.counts().requests;
    asking::start(page, "resume").await?;
    asking::ends(page, "done").await?;
    let n_asked = server.counts().requests - before;
    if n_asked != made.n_items - kept {
        return Err(format!("{kept} were finished, and {n_asked} more were asked").into());
    }
    act::go(page, "scores").await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await
}

/// Failed items alone are asked again, and only when a person wants it.
pub async fn failed_items_are_asked_again_on_request(page: &Page) -> Outcome {
    let made = made::exam(60);
    let server = asking::serve(&made, |_| {})?;
    // 413 is never tried again by itself; here a second try would succeed.
    server.change(|config| config.faults = parse("status_413=0.3x1").unwrap_or_default())?;
    asking::prepare(page, &made, &server).await?;
    asking::start(page, "run").await?;
    asking::ends(page, "done").await?;
    asking::scores_are_open(page).await?;
    let n_failed = server.counts().faults.values().sum::<u32>();
    check::number_is(page, "count-http_error", f64::from(n_failed)).await?;
    check::metric_is(page, "correct", f64::from(made.n_items - n_failed)).await?;
    act::go(page, "answers").await?;
    asking::start(page, "retry-failed").await?;
    asking::ends(page, "done").await?;
    act::go(page, "scores").await?;
    check::metric_is(page, "accuracy", 1.0).await?;
    check::number_is(page, "count-http_error", 0.0).await?;
    let n_requests = server.counts().requests;
    match n_failed > 5 && n_requests == made.n_items + n_failed {
        true => Ok(()),
        false => Err(format!("{n_failed} failed, {n_requests} requests for all").into()),
    }
}

/// What was answered gets its record, all but `n_cut` requests at most were answered, and nothing else is sent.
async fn rests(page: &Page, server: &Server, n_cut: u32) -> Outcome {
    server_has(server, "an end of all requests", |server| {
        server.counts().in_flight == 0
    })
    .await?;
    let n_answered = server.counts().answered;
    let n_sent = server.counts().requests;
    let what = format!("about {n_answered} finished");
    find::until(page, &what, async |page| {
        let progress = asking::progress(page).await?;
        Ok(progress
            .filter(|(now, _)| now + n_cut >= n_answered)
            .map(drop))
    })
    .await?;
    let counts = server.counts();
    match counts.requests == n_sent && n_sent - counts.answered <= n_cut {
        true => Ok(()),
        false => Err(format!(
            "{n_sent} asked and {n_answered} answered, and then {} asked",
            counts.requests
        )
        .into()),
    }
}
