//! What is kept of each answer, as the page shows it.

use super::{asking, made};
use crate::browser::Page;
use crate::model_server::Expected;
use crate::model_server::faults::{Fault, parse};
use crate::{Outcome, act, find};
use fantoccini::Locator;

/// With this one twelve questions meet all three faults, and none.
const SEED: u64 = 3;

/// Raw reply, rule, tokens, tries, what was sent and the messages; of answers that went well and of others.
pub async fn an_open_record_tells_all_that_is_kept(page: &Page) -> Outcome {
    let made = made::exam(12);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    let faults = parse("think=0.25,status_500=0.25,status_413=0.25")?;
    server.change(|config| {
        config.faults = faults;
        config.seed = SEED;
    })?;
    asking::prepare(page, &made, &server).await?;
    act::fill(page, "field-to-extract", "").await?;
    act::fill(page, "temperature", "0.5").await?;
    act::fill(page, "seed", "7").await?;
    asking::run_to_end(page).await?;
    asking::scores_are_open(page).await?;
    act::go(page, "answers").await?;
    find::text_that(page, ".latest__line", |text| !text.is_empty()).await?;
    let lines = find::texts(page, ".latest__id").await?;
    let expected = server.expected(&asking::PAGE);
    let mut kinds = Vec::new();
    for item in &expected {
        let at = lines.iter().position(|id| *id == item.id);
        let at = at.ok_or_else(|| format!("{} is not among the latest", item.id))?;
        let shown = open(page, at, &item.id).await?;
        for part in parts(item) {
            if !shown.contains(&part) {
                return Err(format!("{part:?} is not in the record {shown:?}").into());
            }
        }
        if !kinds.contains(&item.fault) {
            kinds.push(item.fault);
        }
    }
    match kinds.len() {
        4 => Ok(()),
        _ => Err(format!("not every kind of answer was met: {kinds:?}").into()),
    }
}

/// Nobody is taken away from what they read: the end of the run leaves the record open, with the score beside it.
pub async fn a_record_opened_during_a_run_stays_open_to_its_end(page: &Page) -> Outcome {
    let made = made::exam(60);
    let server = asking::serve(&made, |config| config.right = 0.7)?;
    asking::prepare(page, &made, &server).await?;
    asking::start(page, "run").await?;
    find::text_that(page, ".latest__id", |id| !id.is_empty()).await?;
    // The lines move on while the run does, so the newest is found and clicked at once.
    let click = "const line = document.querySelector('.latest__line'); line.click(); \
        return line.querySelector('.latest__id').textContent";
    let id = page.script(click, vec![]).await?;
    let id = id.as_str().ok_or("a line without an id")?;
    let is_it = |text: &str| text.ends_with(id);
    find::text_that(page, ".record h2", is_it).await?;
    let (n_done, _) = asking::shown_progress(page).await?;
    if n_done >= made.n_items {
        return Err("the run had ended before the record was open".into());
    }
    asking::ends(page, "done").await?;
    find::text_that(page, ".live", |live| live.ends_with(" 60 answers")).await?;
    find::text_that(page, ".record h2", is_it).await?;
    let hash = page.script("return location.hash", vec![]).await?;
    match hash == "#/answers" {
        true => Ok(()),
        false => Err(format!("the page went to {hash}").into()),
    }
}

/// Opens the record of a line, and returns all it says.
async fn open(page: &Page, line: usize, id: &str) -> Outcome<String> {
    let lines = page.client.find_all(Locator::Css(".latest__line")).await?;
    lines.get(line).ok_or("no such line")?.click().await?;
    find::text_that(page, ".record h2", |text| text.ends_with(id)).await?;
    find::text_that(page, ".sheet.record", |_| true).await
}

fn parts(item: &Expected) -> Vec<String> {
    let number = item.id.trim_start_matches("p-").trim_start_matches('0');
    let number = if number.is_empty() { "0" } else { number };
    let mut parts = vec![
        "sent with max_tokens 1024, temperature 0.5, seed 7".to_owned(),
        "System message".to_owned(),
        format!("by number {number} of the drawing"),
    ];
    let tries = match item.n_requests {
        1 => "1 request, the last took".to_owned(),
        n => format!("{n} requests, the last took"),
    };
    parts.push(tries);
    match item.fault {
        Some(Fault::Status(413)) => parts.push("✗ ".to_owned()),
        fault => {
            let (rule, start) = match fault {
                Some(Fault::Think) => ("the text after the reasoning", "<think>"),
                _ => ("the reply as it is", ""),
            };
            parts.push(format!("Prediction {rule}"));
            parts.push(format!("Reply, as it came{start}"));
            parts.push(" tokens of prompt, ".to_owned());
            parts.push("answered by marksheet-test".to_owned());
        }
    }
    parts
}
