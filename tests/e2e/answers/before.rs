//! Before a run: what would go where is told, one question can be tried, and nothing is sent that nobody asked for.

use super::key::{self, KEY, MIDDLE};
use super::{asking, made};
use crate::browser::Page;
use crate::model_server::Server;
use crate::{Outcome, act, check, find};

/// A host that does not exist, reached without encryption if it did.
const FAR: &str = "http://models.example.test/v1";

/// The sentence, the warning, the request that is shown, the one question, the list: each sends what it says, no more.
pub async fn nothing_is_sent_before_it_is_asked_for(page: &Page) -> Outcome {
    let made = made::exam(20);
    let models = ["marksheet-test", "marksheet-other"];
    let server = asking::serve(&made, |config| {
        config.key = Some(KEY.to_owned());
        config.models = models.map(str::to_owned).to_vec();
    })?;
    asking::prepare(page, &made, &server).await?;
    act::fill(page, "field-to-extract", "").await?;
    what_goes_where_is_told(page, &server).await?;
    a_key_in_the_clear_is_warned_of(page).await?;
    act::fill(page, "base-url", &server.base_url()).await?;
    key::type_key(page).await?;
    act::click(page, "look-at-request").await?;
    let shown = request_shown(page).await?;
    // Not even a preflight, or a connection kept warm.
    if server.counts().connections_max > 0 {
        return Err(format!("the server was reached: {:?}", server.counts()).into());
    }
    one_question_is_tried(page, &server, &shown).await?;
    act::click(page, "fetch-models").await?;
    find::until(page, "both models in the list", async |page| {
        let script = "return [...document.querySelector('[data-testid=\"model\"]').list.options].map(o => o.value)";
        let listed: Vec<String> = serde_json::from_value(page.script(script, vec![]).await?)?;
        Ok((listed == models).then_some(()))
    })
    .await?;
    check::value_is(page, "model", "marksheet-test").await?;
    let counts = server.counts();
    match (counts.requests, counts.models, counts.rejected.len()) {
        (1, 1, 0) => Ok(()),
        _ => Err(format!("one question and one list were asked for: {counts:?}").into()),
    }
}

/// How many, about how many tokens, to which host, and whether that is this computer.
async fn what_goes_where_is_told(page: &Page, server: &Server) -> Outcome {
    let told = |what: &'static str, to: String| async move {
        let is_it = |text: &str| {
            text.starts_with(what)
                && text.contains(" tokens of prompts, go to ")
                && text.contains(&to)
        };
        find::text_that(page, ".run__what", is_it).await.map(drop)
    };
    let here = format!("{} and stay on this computer.", server.address());
    told("All 20 questions, about ", here.clone()).await?;
    act::fill(page, "num-questions", "10").await?;
    told("The first 10 of 20 questions, about ", here).await?;
    act::fill(page, "base-url", FAR).await?;
    told(
        "The first 10 of 20 questions, about ",
        "models.example.test.".to_owned(),
    )
    .await
}

async fn a_key_in_the_clear_is_warned_of(page: &Page) -> Outcome {
    key::type_key(page).await?;
    check::message_says(page, "warning", &["plain http"]).await
}

/// The request as it is shown: its key is not in it.
async fn request_shown(page: &Page) -> Outcome<String> {
    let shown = find::text_that(page, ".try-out pre", |text| text.starts_with("POST ")).await?;
    match shown.contains(MIDDLE) {
        true => Err("the request is shown with its key".into()),
        false => Ok(shown),
    }
}

/// What is sent is what was shown, and reply, prediction, rule and tokens are there.
async fn one_question_is_tried(page: &Page, server: &Server, shown: &str) -> Outcome {
    act::click(page, "try-question").await?;
    let right = server
        .config()
        .items
        .all()
        .first()
        .map(|item| item.right.text.clone());
    let right = right.ok_or("no question")?;
    let reply = find::text_that(page, ".try-out__reply", |text| !text.is_empty()).await?;
    let prediction = format!("Prediction the reply as it is{right}");
    let as_it_came = format!("Reply, as it came{right}");
    for part in [
        &prediction,
        &as_it_came,
        " tokens of prompt",
        " of reply",
        "1 request",
    ] {
        if !reply.contains(part) {
            return Err(format!("{part:?} is not in {reply:?}").into());
        }
    }
    if request_shown(page).await? != shown {
        return Err("the request that was sent is shown as another".into());
    }
    is_what_was_sent(server, shown)
}

/// Method, address, every header and the body; of the key its place.
fn is_what_was_sent(server: &Server, shown: &str) -> Outcome {
    let sent = server.last().ok_or("no request came")?;
    let (head, body) = shown.split_once("\n\n").ok_or("no body is shown")?;
    let mut lines = head.lines();
    let origin = asking::origin(server);
    let first = format!("{} {origin}{}", sent.method, sent.path);
    let is_header = |line: &str| {
        let (name, value) = line.split_once(": ").unwrap_or_default();
        let value = value.replace("[key]", KEY);
        sent.header(&name.to_ascii_lowercase()) == Some(value.as_str())
    };
    let has_key = head.contains("Bearer [key]");
    let is_head = lines.next() == Some(&first) && lines.all(is_header);
    match is_head && has_key && sent.body == body.as_bytes() {
        true => Ok(()),
        false => Err(format!("shown was {shown}, and sent {sent:?}").into()),
    }
}
