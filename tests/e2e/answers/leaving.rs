//! Scores left before they have been drawn.

use super::{asking, faults, made};
use crate::browser::Page;
use crate::{Outcome, act, check, find};

/// Goes to Scores and away again, each time a little later: in the same task, before and after a frame.
const LEAVE: &str = "const done = arguments[0]; \
    const frame = () => new Promise(requestAnimationFrame); \
    const task = () => new Promise(resolve => setTimeout(resolve)); \
    const moments = [() => null, () => Promise.resolve(), task, frame, \
        async () => { await task(); await task(); }, async () => { await frame(); await task(); }, \
        async () => { await frame(); await frame(); }]; \
    (async () => { for (const place of ['#/answers', '#/data', '#/prompt']) for (const moment of moments) { \
        location.hash = '#/scores'; const wait = moment(); if (wait) await wait; \
        location.hash = place; await frame(); await task(); } })().then(() => done())";

/// Leaves Scores as soon as anything leads there.
const FLEE: &str = "window.fled = 0; addEventListener('hashchange', () => { \
    if (location.hash === '#/scores' && !window.fled) { window.fled = 1; location.hash = '#/answers'; } })";

/// A person may be quicker than the page: what they left must not break what they went to.
pub async fn scores_can_be_left_in_their_first_moments(page: &Page) -> Outcome {
    let made = made::extractive(20);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    asking::prepare(page, &made, &server).await?;
    page.script(FLEE, vec![]).await?;
    asking::run_to_end(page).await?;
    find::until(page, "Scores by itself, left at once", async |page| {
        let is_left = "return window.fled === 1 && location.hash === '#/answers'";
        let is_left = page.script(is_left, vec![]).await?;
        Ok((is_left == true).then_some(()))
    })
    .await?;
    works(page).await?;
    page.client.execute_async(LEAVE, vec![]).await?;
    works(page).await?;
    act::go(page, "scores").await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await
}

/// Fields, buttons and the worker still do what they are for.
async fn works(page: &Page) -> Outcome {
    act::go(page, "answers").await?;
    act::fill(page, "num-questions", "7").await?;
    check::page_shows(page, "The first 7 of 20 questions").await?;
    act::fill(page, "num-questions", "").await?;
    check::page_shows(page, "All 20 questions").await?;
    act::click(page, "look-at-request").await?;
    find::text_that(page, ".try-out pre", |text| text.starts_with("POST ")).await?;
    check::console_is_quiet(page).await
}
