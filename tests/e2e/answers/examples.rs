//! Few-shot examples chosen on Prompt: in the requests, in the records, and nowhere when there are none.

use super::asking;
use super::made::{self, FIRST_EXAMPLE};
use crate::browser::Page;
use crate::model_server::Server;
use crate::{Outcome, act, find};
use fantoccini::Locator;
use serde_json::{Value, json};

const N_EXAMPLES: u32 = 5;

/// Picked by hand, and then none: the server got those, in their order, and the record shows what it got.
pub async fn chosen_examples_are_in_the_requests(page: &Page) -> Outcome {
    let made = made::exam_with_examples(4, N_EXAMPLES);
    let server = asking::serve(&made, |_| {})?;
    asking::prepare(page, &made, &server).await?;
    act::fill(page, "concurrency", "1").await?;
    act::go(page, "prompt").await?;
    pick_by_hand(page, &[1, 2, 4]).await?;
    asked_with(page, &server, &[1, 2, 4]).await?;
    act::go(page, "prompt").await?;
    act::type_number(page, "num-examples", 0).await?;
    ticked_are(page, &[]).await?;
    asked_with(page, &server, &[]).await
}

async fn pick_by_hand(page: &Page, wanted: &[u32]) -> Outcome {
    find::element(page, "num-examples").await?;
    let by_hand = Locator::XPath("//select[option[@value='chosen']]");
    page.client
        .wait()
        .for_element(by_hand)
        .await?
        .select_by_value("chosen")
        .await?;
    for n in 0..N_EXAMPLES {
        let ticked = ticked(page).await?;
        if ticked.contains(&n) != wanted.contains(&n) {
            let tick_box = format!("(//li[@class='example']//input)[{}]", n + 1);
            act::click_at(page, Locator::XPath(&tick_box)).await?;
            let mut next = ticked.clone();
            next.retain(|other| *other != n);
            if next.len() == ticked.len() {
                next.push(n);
                next.sort_unstable();
            }
            ticked_are(page, &next).await?;
        }
    }
    ticked_are(page, wanted).await
}

/// The examples that the page says are in the prompt.
async fn ticked(page: &Page) -> Outcome<Vec<u32>> {
    let script = "return [...document.querySelectorAll('.example')] \
        .flatMap((e, n) => e.querySelector('.example__place') ? [n] : [])";
    Ok(serde_json::from_value(page.script(script, vec![]).await?)?)
}

async fn ticked_are(page: &Page, wanted: &[u32]) -> Outcome {
    let what = format!("the examples {wanted:?}");
    find::until(page, &what, async |page| {
        Ok((ticked(page).await? == wanted).then_some(()))
    })
    .await
}

/// Runs, and holds the last request against the examples and against the record of its item.
async fn asked_with(page: &Page, server: &Server, wanted: &[u32]) -> Outcome {
    act::go(page, "answers").await?;
    asking::run_to_end(page).await?;
    asking::scores_are_open(page).await?;
    let sent = server.last().ok_or("no request came")?;
    let sent: Value = serde_json::from_slice(&sent.body)?;
    let messages = sent["messages"].as_array().ok_or("no messages")?;
    let content = |role: &str| {
        let of = messages.iter().find(|message| message["role"] == role);
        of.and_then(|message| message["content"].as_str())
            .unwrap_or_default()
            .to_owned()
    };
    let (system, user) = (content("system"), content("user"));
    let all = format!("{system}\n{user}");
    let place = |n: u32| all.find(&format!("number {} of", FIRST_EXAMPLE + n));
    let mut there: Vec<(usize, u32)> = (0..N_EXAMPLES)
        .filter_map(|n| Some((place(n)?, n)))
        .collect();
    there.sort_unstable();
    let there: Vec<u32> = there.into_iter().map(|(_, n)| n).collect();
    if there != wanted {
        return Err(format!("examples {there:?} instead of {wanted:?} were sent: {all}").into());
    }
    act::go(page, "answers").await?;
    find::text_that(page, ".latest__line", |text| text.contains("p-0003")).await?;
    page.script(
        "document.querySelector(arguments[0]).click()",
        vec![json!(".latest__line")],
    )
    .await?;
    find::text_that(page, ".record h2", |text| text.ends_with("p-0003")).await?;
    let folded = find::texts(page, ".record details pre").await?;
    match folded == [system, user] {
        true => Ok(()),
        false => Err(format!("sent was {all:?}, and the record shows {folded:?}").into()),
    }
}
