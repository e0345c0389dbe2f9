//! Two runs beside each other, with numbers worked out by hand.

use super::{address_says, data, data_shown};
use crate::answers::made;
use crate::browser::Page;
use crate::{Outcome, act, check, find};
use serde_json::{Map, Value, json};

/// Of 40 questions the first run alone gets 3 right and the second alone 9; both get 20, and both miss 8.
const ONLY: (usize, usize) = (3, 9);
const BOTH: usize = 20;
const N: u32 = 40;

/// Two-sided, of 3 among 12 that differ: 2 (1 + 12 + 66 + 220) / 2^12.
const P: f64 = 598.0 / 4096.0;

/// Delta, interval, exact p and the questions that flipped, each way; a renamed run keeps its name; swapped, the sign turns, and
/// stays so after a reload.
pub async fn two_runs_are_compared(page: &Page) -> Outcome {
    drop_both(page).await?;
    act::go(page, "compare").await?;
    check::value_is(page, "compare-metric", "accuracy").await?;
    let (first, second) = ONLY;
    let delta = 100.0 * (second as f64 - first as f64) / f64::from(N);
    check::number_is(page, "compare-delta", delta).await?;
    check::number_is(page, "compare-p", P).await?;
    check::number_is(page, "compare-only_first", first as f64).await?;
    check::number_is(page, "compare-only_second", second as f64).await?;
    holds(page, delta).await?;
    check::page_shows(page, "This does not show that either is better").await?;
    flips_are(page, second).await?;
    act::click_css(page, ".flips [aria-pressed=false]").await?;
    flips_are(page, first).await?;
    is_renamed(page).await?;
    check::number_is(page, "compare-delta", delta).await?;
    act::click_css(page, "[aria-label='Swap first and second']").await?;
    let turned = check::number_is(page, "compare-delta", -delta).await;
    turned.map_err(|why| format!("after the swap: {why}"))?;
    check::number_is(page, "compare-only_first", second as f64).await?;
    address_says(page, "first=").await?;
    act::reload(page).await?;
    let kept = check::number_is(page, "compare-delta", -delta).await;
    Ok(kept.map_err(|why| format!("after a reload: {why}"))?)
}

async fn drop_both(page: &Page) -> Outcome {
    let made = made::exam(N);
    let dataset: Value = serde_json::from_str(&made.text)?;
    let items = dataset["data"].as_array().ok_or("no questions")?;
    let (first, second) = ONLY;
    let mut runs = [Map::new(), Map::new()];
    for (n, item) in items.iter().enumerate() {
        let id = item["id"].as_str().ok_or("no id")?;
        let gold = item["output"].as_str().ok_or("no answer")?;
        let other = if gold.starts_with('A') { "B" } else { "A" };
        let right = match n {
            n if n < BOTH => [true, true],
            n if n < BOTH + first => [true, false],
            n if n < BOTH + first + second => [false, true],
            _ => [false, false],
        };
        for (run, is_right) in runs.iter_mut().zip(right) {
            let answer = if is_right { gold } else { other };
            run.insert(id.to_owned(), json!(answer));
        }
    }
    let names = ["a_short.json", "b_long.json"].map(|name| page.downloads.with_file_name(name));
    for (name, run) in names.iter().zip(runs) {
        std::fs::write(name, Value::Object(run).to_string())?;
    }
    let key = page.downloads.with_file_name(made.name);
    std::fs::write(&key, &made.text)?;
    let [a, b] = names;
    act::drop_files(page, &[key, b, a]).await?;
    check::status_becomes(page, "done").await
}

/// The interval holds the difference, and is no point.
async fn holds(page: &Page, delta: f64) -> Outcome {
    let bound = async |testid| {
        let found = find::until(page, testid, async |page| find::number(page, testid).await);
        found.await
    };
    let (low, high) = (bound("compare-low").await?, bound("compare-high").await?);
    match low < delta && delta < high {
        true => Ok(()),
        false => Err(format!("{delta} is not between {low} and {high}").into()),
    }
}

/// So many questions that flipped one way stand there.
async fn flips_are(page: &Page, n: usize) -> Outcome {
    let shown = find::until(page, "those questions", async |page| {
        let flips = data(page, "flip").await?;
        Ok((flips.len() == n).then_some(()))
    });
    Ok(shown
        .await
        .map_err(|why| format!("{n} that flipped: {why}"))?)
}

async fn is_renamed(page: &Page) -> Outcome {
    act::click_css(page, ".board [aria-label^='Rename']").await?;
    let script = "const field = document.querySelector('.board__edit input'); field.value = arguments[0]; \
        field.dispatchEvent(new InputEvent('input', {bubbles: true}));";
    find::text_that(page, ".board__edit", |_| true).await?;
    page.script(script, vec![json!("short prompt")]).await?;
    act::press(page, "Save").await?;
    find::text_that(page, ".pair option", |text| text.contains("short prompt")).await?;
    act::reload(page).await?;
    find::text_that(page, ".pair option", |text| text.contains("short prompt")).await?;
    data_shown(page, "board-row").await.map(drop)
}
