//! "What went wrong" leads to the questions it counts.

use super::{address_says, data, data_shown, number, sample_is_scored};
use crate::browser::Page;
use crate::{Outcome, act, check, find};
use serde_json::{Value, json};
use std::time::Duration;

/// The groups hold every question that lost points, once; one pressed shows its own, and the address brings them back.
pub async fn a_group_of_faults_shows_its_questions_also_after_a_reload(page: &Page) -> Outcome {
    sample_is_scored(page, "tail-numbers").await?;
    let groups = settled_groups(page).await?;
    let (mut count, mut lost) = (0.0, 0.0);
    for group in &groups {
        count += number(group, "count")?;
        lost += number(group, "lost")?;
    }
    let of = async |testid| find::number(page, testid).await;
    let total = of("metric-total").await?.ok_or("no total")?;
    let correct = of("count-correct").await?.ok_or("no count-correct")?;
    let exact = of("metric-exact").await?.ok_or("no exact")?;
    if groups.len() < 3 || count != total - correct || (lost - (100.0 - exact)).abs() > 1e-9 {
        return Err(format!(
            "{correct} of {total} are right, exact {exact}, and the groups are {groups:?}"
        )
        .into());
    }
    // The second, so that it is not the first by chance.
    let group = groups.get(1).ok_or("no second group")?;
    let kind = group["kind"].as_str().ok_or("a group without a kind")?;
    let n = number(group, "count")? as u32;
    act::click_css(page, &format!("[data-kind={kind}]")).await?;
    rows_are_of(page, kind, n).await?;
    address_says(page, &format!("group={kind}")).await?;
    act::reload(page).await?;
    rows_are_of(page, kind, n).await?;
    act::press(page, "Show all questions").await?;
    check::rows_are(page, total as u32).await
}

/// The groups once they say what would help, by when the page under them stays where it is.
async fn settled_groups(page: &Page) -> Outcome<Vec<Value>> {
    let groups = async || -> Outcome<String> {
        Ok(find::texts(page, ".groups, .alternatives").await?.join(""))
    };
    find::until(page, "groups that stay as they are", async |_| {
        let before = groups().await?;
        tokio::time::sleep(Duration::from_millis(200)).await;
        let is_settled = !before.is_empty() && groups().await? == before;
        Ok(is_settled.then_some(()))
    })
    .await?;
    data_shown(page, "group").await
}

/// As many rows as the group counts, none of them right, and the group is pressed.
async fn rows_are_of(page: &Page, kind: &str, n: u32) -> Outcome {
    check::rows_are(page, n).await?;
    let rows = data(page, "row").await?;
    if rows.is_empty() || rows.iter().any(|row| row["class"] == "correct") {
        return Err(format!("the rows of {kind} are {rows:?}").into());
    }
    let pressed = find::until(page, "a pressed group", async |page| {
        let script =
            "return document.querySelector('[data-testid=group][aria-pressed=true]')?.dataset.kind";
        let kind = page.script(script, vec![]).await?;
        Ok((!kind.is_null()).then_some(kind))
    });
    match pressed.await? == json!(kind) {
        true => Ok(()),
        false => Err(format!("another group than {kind} is pressed").into()),
    }
}
