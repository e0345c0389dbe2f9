//! What a person does elsewhere on the page while a run goes on: files dropped, the run closed, all begun anew.

use super::asking::{self, answered, at_rest};
use super::made::{self, Made};
use super::{faults, scan};
use crate::browser::Page;
use crate::model_server::Server;
use crate::{Outcome, act, check, find};

/// Another dataset is asked about, and the run goes on with its own questions meanwhile.
pub async fn a_dataset_dropped_during_a_run_changes_nothing_unasked(page: &Page) -> Outcome {
    let made = made::exam(120);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    another_is_dropped(page, &made, &server).await?;
    let keep = format!("Keep {}", made.name);
    check::page_shows(page, &keep).await?;
    if find::status(page).await? != "running" {
        return Err("the run does not go on".into());
    }
    act::press(page, &keep).await?;
    asking::ends(page, "done").await?;
    act::go(page, "scores").await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await?;
    match at_rest(&server).await? {
        n if n == made.n_items => Ok(()),
        n => Err(format!("{n} requests for {} questions", made.n_items).into()),
    }
}

/// The other one is wanted: the run still gets its answers, and its own dataset brings its scores back.
pub async fn a_run_outlives_its_dataset(page: &Page) -> Outcome {
    let made = made::exam(120);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    let other = another_is_dropped(page, &made, &server).await?;
    act::press(page, &format!("Use {}", other.name)).await?;
    asking::server_has(&server, "an answer to all", |server| {
        server.counts().answered == made.n_items
    })
    .await?;
    check::status_becomes(page, "idle").await?;
    check::message_says(page, "info", &["marksheet-test", "another dataset"]).await?;
    let file = page.downloads.with_file_name(made.name);
    act::drop_files(page, &[file]).await?;
    act::press(page, &format!("Use {}", made.name)).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await?;
    match at_rest(&server).await? {
        n if n == made.n_items => Ok(()),
        n => Err(format!("{n} requests for {} questions", made.n_items).into()),
    }
}

/// Drops a dataset of another kind in the middle of a run.
async fn another_is_dropped(page: &Page, made: &Made, server: &Server) -> Outcome<Made> {
    asking::prepare(page, made, server).await?;
    asking::start(page, "run").await?;
    answered(server, 20).await?;
    let other = made::extractive(5);
    let file = page.downloads.with_file_name(other.name);
    std::fs::write(&file, &other.text)?;
    act::drop_files(page, &[file]).await?;
    act::go(page, "data").await?;
    Ok(other)
}

/// The running run is closed on Data: nothing more is asked, and the browser keeps nothing of it.
pub async fn a_run_that_is_removed_asks_nothing_more_and_leaves_nothing(page: &Page) -> Outcome {
    let server = half_done(page).await?;
    act::go(page, "data").await?;
    let remove = "const button = document.querySelector('[aria-label^=\"Remove marksheet-test\"]'); \
        button?.click(); return button !== null";
    find::until(page, "a button that removes the run", async |page| {
        let is_there = page.script(remove, vec![]).await?;
        Ok((is_there == true).then_some(()))
    })
    .await?;
    act::press(page, "Remove these answers for good").await?;
    check::status_becomes(page, "idle").await?;
    is_over(page, &server).await
}

/// The same by starting over, which forgets the dataset and its texts as well.
pub async fn starting_over_ends_a_run_and_leaves_nothing(page: &Page) -> Outcome {
    let server = half_done(page).await?;
    act::go(page, "data").await?;
    act::click(page, "start-over").await?;
    act::confirm(page).await?;
    check::status_becomes(page, "idle").await?;
    is_over(page, &server).await?;
    let found = scan::page(page).await?;
    let places = scan::places_of("of the drawing", &found);
    match places.is_empty() {
        true => Ok(()),
        false => Err(format!("a question is still in {}", places.join(", ")).into()),
    }
}

async fn half_done(page: &Page) -> Outcome<Server> {
    let made = made::exam(300);
    let server = asking::serve(&made, |_| {})?;
    asking::prepare(page, &made, &server).await?;
    asking::start(page, "run").await?;
    answered(&server, 40).await?;
    if kept(page).await?.is_empty() {
        return Err("nothing is kept of a run that goes on".into());
    }
    Ok(server)
}

/// No request, no record, no button to go on with; also after a reload.
async fn is_over(page: &Page, server: &Server) -> Outcome {
    let n_asked = at_rest(server).await?;
    if n_asked >= 300 {
        return Err("the run had ended before".into());
    }
    find::until(page, "nothing kept of the run", async |page| {
        Ok(kept(page).await?.is_empty().then_some(()))
    })
    .await?;
    act::reload(page).await?;
    check::status_becomes(page, "idle").await?;
    act::go(page, "answers").await?;
    find::element(page, "run").await?;
    let left = "return document.querySelectorAll('[data-testid=\"resume\"], [data-testid=\"progress\"]').length";
    let n_left = page.script(left, vec![]).await?;
    let kept = kept(page).await?;
    let n_more = server.counts().requests - n_asked;
    match n_more == 0 && n_left == 0 && kept.is_empty() {
        true => Ok(()),
        false => Err(format!("{n_more} more requests, {n_left} elements, kept: {kept:?}").into()),
    }
}

/// What the browser keeps of runs.
async fn kept(page: &Page) -> Outcome<Vec<String>> {
    let found = scan::page(page).await?.into_iter();
    let places = found.map(|(place, _)| place);
    Ok(places
        .filter(|place| place.starts_with("IndexedDB marksheet answers "))
        .collect())
}
