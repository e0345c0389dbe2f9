//! What is on the page, read through its hooks (`data-testid`), never by text or position.

use crate::Outcome;
use crate::browser::Page;
use fantoccini::Locator;
use fantoccini::elements::Element;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long a condition may take to come true. Long, because test machines are busy.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The selector of a hook.
pub fn selector(testid: &str) -> String {
    format!("[data-testid=\"{testid}\"]")
}

/// The element with that hook, once it is there.
pub async fn element(page: &Page, testid: &str) -> Outcome<Element> {
    let css = selector(testid);
    let found = page
        .client
        .wait()
        .at_most(PATIENCE)
        .for_element(Locator::Css(&css))
        .await;
    found.map_err(|why| format!("no {testid} on the page: {why}").into())
}

/// An attribute of the first element with that hook, `None` if there is no such element or attribute.
pub async fn attribute(page: &Page, testid: &str, name: &str) -> Outcome<Option<String>> {
    let script =
        "const e = document.querySelector(arguments[0]); return e && e.getAttribute(arguments[1])";
    let value = page
        .script(script, vec![json!(selector(testid)), json!(name)])
        .await?;
    Ok(value.as_str().map(str::to_owned))
}

/// The text content of the first element with that hook, once it is there.
pub async fn text(page: &Page, testid: &str) -> Outcome<String> {
    property(page, testid, "textContent").await
}

/// What stands in the field with that hook, once it is there.
pub async fn value(page: &Page, testid: &str) -> Outcome<String> {
    property(page, testid, "value").await
}

async fn property(page: &Page, testid: &str, name: &str) -> Outcome<String> {
    element(page, testid).await?;
    let script = "return document.querySelector(arguments[0])[arguments[1]]";
    let value = page
        .script(script, vec![json!(selector(testid)), json!(name)])
        .await?;
    Ok(value.as_str().unwrap_or_default().to_owned())
}

/// The text contents of all elements that a selector finds, for what has no hook.
pub async fn texts(page: &Page, css: &str) -> Outcome<Vec<String>> {
    let script = "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)";
    let found = page.script(script, vec![json!(css)]).await?;
    Ok(serde_json::from_value(found)?)
}

/// The text content of the first element that a selector finds, once `is_it` says yes to it.
pub async fn text_that(page: &Page, css: &str, is_it: impl Fn(&str) -> bool) -> Outcome<String> {
    let shown = until(page, "it", async |page| {
        let first = texts(page, css).await?.into_iter().next();
        Ok(first.filter(|text| is_it(text)))
    });
    match shown.await {
        Ok(text) => Ok(text),
        Err(why) => Err(format!("{css} shows {:?}: {why}", texts(page, css).await?).into()),
    }
}

/// What `status` says, once it is there.
pub async fn status(page: &Page) -> Outcome<String> {
    until(page, "a status", |page| async {
        attribute(page, "status", "data-state").await
    })
    .await
}

/// A metric at full precision, `None` while it is not shown.
pub async fn metric(page: &Page, key: &str) -> Outcome<Option<f64>> {
    number(page, &format!("metric-{key}")).await
}

/// How many questions have that outcome class, `None` while it is not shown.
pub async fn count(page: &Page, class: &str) -> Outcome<Option<f64>> {
    number(page, &format!("count-{class}")).await
}

/// The `data-value` of an element as a number.
pub async fn number(page: &Page, testid: &str) -> Outcome<Option<f64>> {
    let Some(text) = attribute(page, testid, "data-value").await? else {
        return Ok(None);
    };
    match text.parse() {
        Ok(value) => Ok(Some(value)),
        Err(_) => Err(format!("{testid} has data-value {text:?}, which is not a number").into()),
    }
}

/// Every message on the page: its severity and its text.
pub async fn messages(page: &Page) -> Outcome<Vec<(String, String)>> {
    let script = "return [...document.querySelectorAll(arguments[0])]\
                  .map(e => [e.dataset.severity, e.textContent.trim()])";
    let found = page
        .script(script, vec![json!(selector("message"))])
        .await?;
    Ok(serde_json::from_value(found)?)
}

/// The longest measure of that name so far, in milliseconds.
pub async fn measure(page: &Page, name: &str) -> Outcome<Option<f64>> {
    let script = "return performance.getEntriesByType('measure').filter(m => m.name === arguments[0])\
                  .reduce((longest, m) => Math.max(longest ?? 0, m.duration), null)";
    Ok(page.script(script, vec![json!(name)]).await?.as_f64())
}

/// What the browser noted about the network since it was last asked: each event and its parameters.
pub async fn network_events(page: &Page) -> Outcome<Vec<(String, Value)>> {
    let event = |entry: &Value| {
        let message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
        let method = message["message"]["method"].as_str()?.to_owned();
        method
            .starts_with("Network.")
            .then(|| (method, message["message"]["params"].clone()))
    };
    Ok(page
        .log("performance")
        .await?
        .iter()
        .filter_map(event)
        .collect())
}

/// Asks again and again until there is an answer. `what` completes "the page never had …".
pub async fn until<'a, T, F, Asked>(page: &'a Page, what: &str, ask: F) -> Outcome<T>
where
    F: Fn(&'a Page) -> Asked,
    Asked: Future<Output = Outcome<Option<T>>>,
{
    until_within(page, what, PATIENCE, ask).await
}

/// As [`until`], for what takes longer by its nature.
pub async fn until_within<'a, T, F, Asked>(
    page: &'a Page,
    what: &str,
    patience: Duration,
    ask: F,
) -> Outcome<T>
where
    F: Fn(&'a Page) -> Asked,
    Asked: Future<Output = Outcome<Option<T>>>,
{
    let start = Instant::now();
    loop {
        if let Some(answer) = ask(page).await? {
            return Ok(answer);
        }
        if start.elapsed() > patience {
            return Err(format!("the page never had {what}").into());
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}
