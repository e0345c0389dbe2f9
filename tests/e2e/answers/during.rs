//! While a run goes on: the score so far, the last answers, and how many requests are in flight.

use super::asking::{self, answered, at_rest, server_has};
use super::made;
use crate::browser::Page;
use crate::{Outcome, act, find};
use marksheet::report::shown;

/// The figure that grows during the run ends as the headline on Scores, F1 too.
pub async fn the_score_so_far_ends_as_the_headline(page: &Page) -> Outcome {
    for made in [made::extractive(50), made::exam(50)] {
        page.start_afresh().await?;
        let server = asking::serve(&made, |config| config.right = 0.7)?;
        asking::prepare(page, &made, &server).await?;
        asking::start(page, "run").await?;
        find::text_that(page, ".live", |text| text.contains(" so far")).await?;
        find::text_that(page, ".latest__line", |text| !text.is_empty()).await?;
        asking::ends(page, "done").await?;
        asking::scores_are_open(page).await?;
        let headline = find::until(page, made.metric, |page| find::metric(page, made.metric));
        let headline = shown(made.metric, headline.await?);
        let f1 = find::metric(page, "f1").await?;
        act::go(page, "answers").await?;
        let f1 = f1.map_or_else(String::new, |f1| format!(" F1 {} ", shown("f1", f1)));
        let is_same = |live: &str| {
            live.starts_with(&headline) && live.contains(&f1) && live.ends_with("50 answers")
        };
        find::text_that(page, ".live", is_same)
            .await
            .map_err(|why| format!("the headline is {headline},{f1}: {why}"))?;
    }
    Ok(())
}

/// More, and then fewer, than at the start: at once, and never beyond.
pub async fn requests_in_flight_follow_their_field_during_a_run(page: &Page) -> Outcome {
    let made = made::exam(100);
    let server = asking::serve(&made, |_| {})?;
    asking::prepare(page, &made, &server).await?;
    act::fill(page, "concurrency", "1").await?;
    asking::start(page, "run").await?;
    answered(&server, 10).await?;
    in_flight_is(&server.counts(), 1)?;
    act::fill(page, "concurrency", "4").await?;
    server_has(&server, "four requests at once", |server| {
        server.counts().in_flight_max == 4
    })
    .await?;
    answered(&server, 40).await?;
    in_flight_is(&server.counts(), 4)?;
    act::fill(page, "concurrency", "2").await?;
    // Those on their way still end; a few answers later they have.
    let later = server.counts().answered + 8;
    answered(&server, later).await?;
    server.reset();
    asking::ends(page, "done").await?;
    at_rest(&server).await?;
    in_flight_is(&server.counts(), 2)
}

fn in_flight_is(counts: &crate::model_server::Counts, n: u32) -> Outcome {
    match counts.in_flight_max {
        most if most == n => Ok(()),
        most => Err(format!("{most} requests were in flight instead of {n}").into()),
    }
}
