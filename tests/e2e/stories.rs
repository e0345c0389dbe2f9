//! The stories: what a person does from opening the page to the result. Few, because they are slow;
//! every rule has its own test without a browser.

use crate::browser::Page;
use crate::{Outcome, act, cases, check, find};
use std::path::PathBuf;

/// Lists the stories by the names of their functions.
macro_rules! stories {
    ($($name:ident,)*) => {
        /// Every story, in the order they are told.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Runs the story of that name.
        pub async fn tell(name: &str, page: &Page) -> Outcome {
            match name {
                $(stringify!($name) => $name(page).await,)*
                _ => Err(format!("there is no story {name}").into()),
            }
        }
    };
}

stories! {
    two_dropped_files_are_scored,
    a_sample_is_scored_with_one_click,
    a_reload_keeps_the_score,
    starting_over_clears_everything,
    a_bad_file_is_told_and_the_page_stays_usable,
    a_downloaded_result_holds_the_score,
    a_downloaded_run_opens_again,
    every_case_comes_out_as_expected,
}

async fn two_dropped_files_are_scored(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    check::metric_is(page, "exact", 100.0 / 7.0).await?;
    check::metric_is(page, "f1", 200.0 / 7.0).await?;
    check::metric_is(page, "total", 7.0).await
}

async fn a_sample_is_scored_with_one_click(page: &Page) -> Outcome {
    act::click(page, "sample-aviation-exam").await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    find::element(page, "metric-accuracy").await.map(drop)
}

async fn a_reload_keeps_the_score(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    act::reload(page).await?;
    check::status_becomes(page, "done").await?;
    check::metric_is(page, "exact", 100.0 / 7.0).await
}

async fn starting_over_clears_everything(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::click(page, "start-over").await?;
    act::confirm(page).await?;
    check::status_becomes(page, "idle").await?;
    act::reload(page).await?;
    check::status_becomes(page, "idle").await
}

async fn a_bad_file_is_told_and_the_page_stays_usable(page: &Page) -> Outcome {
    let cut_off = page.downloads.with_file_name("cut-off.json");
    std::fs::write(&cut_off, "{\"data\": [{\"paragraphs\": [")?;
    act::drop_files(page, &[cut_off]).await?;
    check::message_says(page, "error", &["cut-off.json"]).await?;
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await
}

async fn a_downloaded_result_holds_the_score(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    let (name, bytes) = act::download(page, "download-full_metrics.json").await?;
    let metrics: serde_json::Value = serde_json::from_slice(&bytes)?;
    let exact = metrics["exact"].as_f64().unwrap_or(f64::NAN);
    if name == "full_metrics.json" && (exact - 100.0 / 7.0).abs() < 1e-9 {
        Ok(())
    } else {
        Err(format!("{name} says {metrics}").into())
    }
}

async fn a_downloaded_run_opens_again(page: &Page) -> Outcome {
    act::drop_files(page, &case_files("01")).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    let (name, bytes) = act::download(page, "download-all").await?;
    let kept = page.downloads.with_file_name(name);
    std::fs::write(&kept, bytes)?;
    page.start_afresh().await?;
    act::drop_files(page, &[kept]).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    check::metric_is(page, "exact", 100.0 / 7.0).await?;
    check::metric_is(page, "f1", 200.0 / 7.0).await
}

async fn every_case_comes_out_as_expected(page: &Page) -> Outcome {
    cases::all_come_out_as_expected(page).await
}

/// The dataset and the predictions of a case.
fn case_files(id: &str) -> [PathBuf; 2] {
    ["dataset", "predictions"].map(|kind| cases::folder().join(format!("files/{id}.{kind}.json")))
}
