//! What must be true of the page, waited for: no check depends on how fast a machine is.

use crate::Outcome;
use crate::browser::Page;
use crate::find;
use serde_json::Value;

/// `status` gets that far. Another end than the one waited for is told at once.
pub async fn status_becomes(page: &Page, state: &str) -> Outcome {
    let what = format!("the status {state}");
    let reached = find::until(page, &what, |page| async {
        let now = find::attribute(page, "status", "data-state").await?;
        Ok(now.filter(|now| now == state || now == "failed"))
    });
    let reached = reached.await?;
    if reached == state {
        return Ok(());
    }
    let told: Vec<String> = find::messages(page)
        .await?
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    Err(format!("the status became {reached}: {}", told.join(" | ")).into())
}

/// A metric is that number, to 1e-9 (relative for large ones), as soon as it is shown.
///
/// Waits for the number to be there, not for it to be right: with the status `done` a number that
/// belongs to something else must not be on the page.
pub async fn metric_is(page: &Page, key: &str, expected: f64) -> Outcome {
    number_is(page, &format!("metric-{key}"), expected).await
}

/// The `data-value` of an element is that number, as soon as it is there.
pub async fn number_is(page: &Page, testid: &str, expected: f64) -> Outcome {
    let seen = find::until(page, testid, |page| find::number(page, testid)).await?;
    if (seen - expected).abs() <= 1e-9 * expected.abs().max(1.0) {
        Ok(())
    } else {
        Err(format!("{testid} should be {expected} and is {seen}").into())
    }
}

/// The table has that many rows after filtering.
pub async fn rows_are(page: &Page, n: u32) -> Outcome {
    find::until(page, &format!("{n} rows"), |page| async move {
        let total = find::attribute(page, "rows", "data-total").await?;
        Ok(total.filter(|total| *total == n.to_string()).map(drop))
    })
    .await
}

/// Those words are on the page.
pub async fn page_shows(page: &Page, words: &str) -> Outcome {
    find::until(page, &format!("the words {words:?}"), |page| async {
        let text = page
            .script("return document.body.innerText", vec![])
            .await?;
        Ok(text
            .as_str()
            .is_some_and(|text| text.contains(words))
            .then_some(()))
    })
    .await
}

/// The element's text is exactly that, sooner or later.
pub async fn text_is(page: &Page, testid: &str, text: &str) -> Outcome {
    until_is(page, testid, text, |seen| seen == text, find::text).await
}

/// The element's text begins with that, sooner or later.
pub async fn text_starts(page: &Page, testid: &str, start: &str) -> Outcome {
    until_is(
        page,
        testid,
        start,
        |seen| seen.starts_with(start),
        find::text,
    )
    .await
}

/// What stands in the field is exactly that, sooner or later.
pub async fn value_is(page: &Page, testid: &str, text: &str) -> Outcome {
    until_is(page, testid, text, |seen| seen == text, find::value).await
}

/// The element's text ends with that, sooner or later.
pub async fn text_ends(page: &Page, testid: &str, end: &str) -> Outcome {
    until_is(page, testid, end, |seen| seen.ends_with(end), find::text).await
}

/// What stands in the field begins with that, sooner or later.
pub async fn value_starts(page: &Page, testid: &str, start: &str) -> Outcome {
    until_is(
        page,
        testid,
        start,
        |seen| seen.starts_with(start),
        find::value,
    )
    .await
}

/// What stands in the field holds that, sooner or later.
pub async fn value_holds(page: &Page, testid: &str, part: &str) -> Outcome {
    until_is(page, testid, part, |seen| seen.contains(part), find::value).await
}

async fn until_is<'a, Asked>(
    page: &'a Page,
    testid: &'a str,
    expected: &str,
    is_it: impl Fn(&str) -> bool,
    ask: impl Fn(&'a Page, &'a str) -> Asked,
) -> Outcome
where
    Asked: Future<Output = Outcome<String>>,
{
    let reached = find::until(page, "it", |page| {
        let asked = ask(page, testid);
        let is_it = &is_it;
        async move { Ok(is_it(&asked.await?).then_some(())) }
    });
    if reached.await.is_ok() {
        return Ok(());
    }
    let seen = ask(page, testid).await?;
    Err(format!("{testid} should be {expected:?} and is {seen:?}").into())
}

/// A message of that severity appears that holds every one of the words.
pub async fn message_says(page: &Page, severity: &str, words: &[&str]) -> Outcome {
    let said = |messages: Vec<(String, String)>| {
        messages
            .into_iter()
            .any(|(of, text)| of == severity && words.iter().all(|w| text.contains(w)))
    };
    let appeared = find::until(page, "such a message", |page| async {
        Ok(said(find::messages(page).await?).then_some(()))
    });
    if appeared.await.is_ok() {
        return Ok(());
    }
    let seen = find::messages(page).await?;
    Err(format!("no {severity} message with {words:?} among {seen:?}").into())
}

/// Every request and connection of the page so far went to where the page came from, or where it was told to ask.
pub async fn nothing_went_elsewhere(page: &Page) -> Outcome {
    let origin = page.site.split('/').take(3).collect::<Vec<_>>().join("/");
    let home = format!("{origin}/");
    for (method, parameters) in find::network_events(page).await? {
        // A new browser first shows a page of its own.
        let by_another = parameters["documentURL"]
            .as_str()
            .is_some_and(|of| !of.starts_with(&home));
        let url = match method.as_str() {
            "Network.requestWillBeSent" if !by_another => &parameters["request"]["url"],
            "Network.webSocketCreated" => &parameters["url"],
            _ => continue,
        };
        let url = url.as_str().unwrap_or_default();
        let leaves_nothing = ["blob:", "data:", "about:"]
            .iter()
            .any(|of| url.starts_with(of));
        if !leaves_nothing && !url.starts_with(&home) && !page.is_told(url) {
            return Err(format!("the page sent a request to {url}").into());
        }
    }
    // Of the worker only this is known.
    match page.elsewhere.asked() {
        asked if asked.is_empty() => Ok(()),
        asked => Err(format!("requests went to {}", asked.join(", ")).into()),
    }
}

/// The console has no errors: nothing was missing, refused by the policy, or thrown.
pub async fn console_is_quiet(page: &Page) -> Outcome {
    for entry in page.log("browser").await? {
        is_quiet(page, &entry)?;
    }
    Ok(())
}

/// A line of the console is no error, or the browser's own about a server that fails on purpose.
pub fn is_quiet(page: &Page, entry: &Value) -> Outcome {
    let message = entry["message"].as_str().unwrap_or_default();
    let is_about_server = match message.split_once("Access to fetch at '") {
        Some((_, address)) => page.is_told(address),
        None => page.is_told(message),
    };
    let is_browsers = ["Failed to load resource", "blocked by CORS policy"]
        .iter()
        .any(|words| message.contains(words));
    if entry["level"] == "SEVERE" && !(is_about_server && is_browsers) {
        return Err(format!("the console says {message}").into());
    }
    Ok(())
}
