//! Why a score is what it is, and which of two runs is better: groups of faults, a chain of normalizers, charts, Compare, and
//! the files that are handed on. Not here: the numbers themselves, which have native tests.

mod chains;
mod charts;
mod comparing;
mod groups;

pub use chains::a_chain_moves_the_score_and_goes_along_with_its_run;
pub use charts::a_bar_shows_its_questions_and_a_chart_is_a_file;
pub use comparing::two_runs_are_compared;
pub use groups::a_group_of_faults_shows_its_questions_also_after_a_reload;

use crate::browser::Page;
use crate::{Outcome, act, check, find};
use serde_json::{Value, json};

/// Scores a bundled sample and goes to Scores.
async fn sample_is_scored(page: &Page, sample: &str) -> Outcome {
    act::click(page, &format!("sample-{sample}")).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await
}

/// What a hook's elements carry (`data-…`), each by the name of the datum.
async fn data(page: &Page, testid: &str) -> Outcome<Vec<Value>> {
    let script = "return [...document.querySelectorAll(arguments[0])].map(e => ({...e.dataset}))";
    let selector = find::selector(testid);
    let found = page.script(script, vec![json!(selector)]).await?;
    Ok(serde_json::from_value(found)?)
}

/// The same, once there is any.
async fn data_shown(page: &Page, testid: &str) -> Outcome<Vec<Value>> {
    find::until(page, testid, async |page| {
        let all = data(page, testid).await?;
        Ok((!all.is_empty()).then_some(all))
    })
    .await
}

/// A datum that is a number.
fn number(data: &Value, name: &str) -> Outcome<f64> {
    let text = data[name].as_str();
    let number = text.and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("{name} is not a number in {data}").into())
}

/// The address of the page comes to hold that; it is written a moment later than the page changes.
async fn address_says(page: &Page, words: &str) -> Outcome {
    let told = find::until(page, "such an address", async |page| {
        let hash = page.script("return location.hash", vec![]).await?;
        let is_there = hash.as_str().is_some_and(|hash| hash.contains(words));
        Ok(is_there.then_some(()))
    });
    Ok(told.await.map_err(|why| format!("{words}: {why}"))?)
}
