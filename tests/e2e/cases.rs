//! Every case of `tests/fixtures/cases` through the page: dropped as files, read off the screen.

use crate::browser::Page;
use crate::{Outcome, act, check};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The outcome classes that the collection counts together as `unparsed`.
const UNREADABLE: [&str; 5] = ["unparsed", "empty", "truncated", "refused", "http_error"];

/// After so many wrong ones the page is broken as a whole, and each more takes its time to fail.
const ENOUGH: usize = 10;

/// Runs all cases, each as a new visitor, and names every one that comes out differently.
pub async fn all_come_out_as_expected(page: &Page) -> Outcome {
    let mut wrong = Vec::new();
    for case in cases()? {
        if wrong.len() == ENOUGH {
            wrong.push("the cases after it were not tried".to_owned());
            break;
        }
        page.start_afresh().await?;
        if let Err(why) = one(page, &case).await {
            let id = case.file_stem().unwrap_or_default().to_string_lossy();
            wrong.push(format!("case {id}: {why}"));
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n  ").into())
    }
}

/// The folder of the cases.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases")
}

fn cases() -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(folder())?.flatten().map(|entry| entry.path());
    let is_case = |path: &PathBuf| path.extension().is_some_and(|e| e == "json");
    let is_expectation = |path: &PathBuf| path.to_string_lossy().ends_with(".expect.json");
    let mut cases: Vec<_> = entries
        .filter(|p| is_case(p) && !is_expectation(p))
        .collect();
    cases.sort();
    if cases.is_empty() {
        Err("there are no cases".into())
    } else {
        Ok(cases)
    }
}

async fn one(page: &Page, case: &Path) -> Outcome {
    let read = |path: &Path| -> Outcome<Value> { Ok(serde_json::from_slice(&fs::read(path)?)?) };
    let input = read(case)?;
    let expected = read(&case.with_extension("expect.json"))?["expected"].take();
    let mut files = Vec::new();
    for key in ["dataset_file", "predictions_file"] {
        files.push(
            folder().join(
                input[key]
                    .as_str()
                    .ok_or(format!("the case has no {key}"))?,
            ),
        );
    }
    act::drop_files(page, &files).await?;
    // ALUE's results.json: joined by the questions' texts, which occur once each here, and said to be.
    if case.ends_with("34.json") {
        return check::message_says(page, "warning", &["4 of 4 questions by the text"]).await;
    }
    if !expected["error"].is_null() {
        return check::message_says(page, "error", &[]).await;
    }
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    if input["task"] == "extractive_qa" {
        act::choose(page, "profile", profile(&expected)).await?;
        check::status_becomes(page, "done").await?;
    }
    numbers(page, &expected).await?;
    if expected["unparsed"].is_number() {
        unparsed(page, &expected).await?;
    }
    if expected["strict_equality"].is_object() {
        act::choose(page, "normalizer", "strict").await?;
        check::status_becomes(page, "done").await?;
        numbers(page, &expected["strict_equality"]).await?;
    }
    Ok(())
}

/// The collection's numbers are the `alue` profile's unless it took them from an official script.
fn profile(expected: &Value) -> &'static str {
    match expected["taken_from"].as_str() {
        Some("official_v2") => "squad-v2",
        Some("official_v11") => "squad-v1.1",
        _ => "alue",
    }
}

async fn numbers(page: &Page, expected: &Value) -> Outcome {
    for key in ["exact", "f1", "total", "accuracy", "correct"] {
        // SQuAD 1.1's script names its exact match differently.
        let shown = if key == "exact" && profile(expected) == "squad-v1.1" {
            "exact_match"
        } else {
            key
        };
        if let Some(number) = expected[key].as_f64() {
            check::metric_is(page, shown, number).await?;
        }
    }
    Ok(())
}

async fn unparsed(page: &Page, expected: &Value) -> Outcome {
    let mut sum = 0.0;
    for class in UNREADABLE {
        sum += crate::find::count(page, class).await?.unwrap_or(0.0);
    }
    if Some(sum) == expected["unparsed"].as_f64() {
        Ok(())
    } else {
        Err(format!("{sum} replies are unreadable, not {}", expected["unparsed"]).into())
    }
}
