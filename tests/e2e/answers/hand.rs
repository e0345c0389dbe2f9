//! Without a server: baselines, and a person who carries prompts and replies.

use super::{asking, made, scan};
use crate::browser::Page;
use crate::{Outcome, act, check, find};
use serde_json::Value;
use std::path::Path;

/// Each sample with a baseline that fits it; what comes out was counted from the sample's file.
pub async fn baselines_answer_both_samples(page: &Page) -> Outcome {
    let exam = sample("aviation-exam")?;
    let golds = exam["data"].as_array().ok_or("no questions")?;
    let n_b = golds.iter().filter(|item| item["output"] == "B").count();
    let n_all = golds.len();
    baseline(page, "sample-aviation-exam", "baseline-letter", "B").await?;
    check::metric_is(page, "total", n_all as f64).await?;
    check::metric_is(page, "accuracy", n_b as f64 / n_all as f64).await?;
    let tails = sample("tail-numbers")?;
    let golds = answers(&tails);
    let n_none = golds.iter().filter(|gold| gold.contains("NONE")).count();
    baseline(page, "sample-tail-numbers", "baseline-no-answer", "").await?;
    check::metric_is(page, "total", golds.len() as f64).await?;
    check::metric_is(page, "exact", 100.0 * n_none as f64 / golds.len() as f64).await?;
    // A pattern finds most of what a report states; how much is pinned by the core's tests.
    baseline(page, "sample-tail-numbers", "baseline-tail-number", "").await?;
    let found = find::metric(page, "exact").await?.unwrap_or_default();
    match found > 50.0 {
        true => Ok(()),
        false => Err(format!("the tail-number pattern is right in {found} of 100").into()),
    }
}

async fn baseline(page: &Page, sample: &str, name: &str, letter: &str) -> Outcome {
    act::go(page, "data").await?;
    act::click(page, sample).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "answers").await?;
    act::choose(page, "provider", name).await?;
    act::choose(page, "mode", "both").await?;
    act::fill(page, "num-questions", "").await?;
    if !letter.is_empty() {
        act::fill(page, "letter", letter).await?;
    }
    asking::start(page, "run").await?;
    asking::ends(page, "done").await?;
    asking::scores_are_open(page).await
}

/// Three prompts are answered with what a person pastes: a letter, a sentence, and a wrong letter.
pub async fn replies_are_pasted_by_hand(page: &Page) -> Outcome {
    let made = made::exam(5);
    let dataset: Value = serde_json::from_str(&made.text)?;
    let gold = |n: usize| {
        dataset["data"][n]["output"]
            .as_str()
            .unwrap_or("A")
            .to_owned()
    };
    let other = if gold(2) == "A" { "B" } else { "A" };
    asking::drop_dataset(page, &made).await?;
    act::go(page, "answers").await?;
    act::choose(page, "provider", "by-hand").await?;
    act::choose(page, "mode", "both").await?;
    act::fill(page, "num-questions", "3").await?;
    act::click(page, "run").await?;
    let replies = [
        gold(0),
        format!("The answer is {}.", gold(1)),
        other.to_owned(),
    ];
    for (n, reply) in replies.iter().enumerate() {
        check::page_shows(page, &format!("number {n} of the drawing")).await?;
        act::fill_area(page, "hand-reply", reply).await?;
        if n == 1 {
            half_typed_outlives_a_reload(page, reply).await?;
        }
        act::press(page, "Take this reply").await?;
    }
    check::status_becomes(page, "done").await?;
    asking::scores_are_open(page).await?;
    check::metric_is(page, "total", 3.0).await?;
    check::metric_is(page, "correct", 2.0).await
}

fn sample(folder: &str) -> Outcome<Value> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let file = data.join(folder).join("dataset.json");
    Ok(serde_json::from_slice(&std::fs::read(file)?)?)
}

/// The first gold answer of each question.
fn answers(squad: &Value) -> Vec<&str> {
    let questions = list(&squad["data"])
        .iter()
        .flat_map(|article| list(&article["paragraphs"]))
        .flat_map(|paragraph| list(&paragraph["qas"]));
    questions
        .filter_map(|qa| qa["answers"][0]["text"].as_str())
        .collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// What is typed and not taken yet is there again after a reload, beside its question.
async fn half_typed_outlives_a_reload(page: &Page, reply: &str) -> Outcome {
    // The page tells its fields a moment after they change.
    find::until(page, "what is typed in its store", async |page| {
        let found = scan::page(page).await?;
        let places = scan::places_of(reply, &found);
        let is_stored = places.iter().any(|place| place.starts_with("IndexedDB"));
        Ok(is_stored.then_some(()))
    })
    .await?;
    act::reload(page).await?;
    act::go(page, "answers").await?;
    act::click(page, "resume").await?;
    check::page_shows(page, "number 1 of the drawing").await?;
    check::value_is(page, "hand-reply", reply).await
}
