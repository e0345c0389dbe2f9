//! The key: nowhere but in its field and in the request it is for.

use super::asking;
use super::made;
use super::scan::{self, Found};
use crate::browser::Page;
use crate::model_server::Server;
use crate::model_server::faults::parse;
use crate::{Outcome, act, check, find};
use fantoccini::Locator;
use marksheet::provider::{KeyUse, PROVIDERS};

/// No word, so that it is found only where the key is.
pub const KEY: &str = "sk-e2e-Zq7wXv93KdRmT5hYbL2nPc8s";
/// Its middle: a key that is cut or masked at its ends is still a key.
pub const MIDDLE: &str = "Zq7wXv93KdRmT5hYbL2nPc";
/// The field's memory for the tab; the place where it is kept is the page's own choice.
const KEEP: &str = "//label[contains(., 'for this tab')]/descendant-or-self::*//input[@type='checkbox'] \
     | //input[@type='checkbox'][@id=//label[contains(., 'for this tab')]/@for]";

/// The scan of the next stories finds a text in every kind of place, and a request elsewhere is seen; or their finding
/// nothing would say nothing.
pub async fn a_planted_text_is_found_everywhere(page: &Page) -> Outcome {
    scan::finds_what_is_planted(page, "planted-4711").await?;
    page.tell_origin("http://elsewhere.test");
    let fetch = "const done = arguments[0]; \
        fetch('http://elsewhere.test/x', {mode: 'no-cors'}).finally(() => done()).catch(() => {})";
    page.client.execute_async(fetch, vec![]).await?;
    match page.elsewhere.asked().as_slice() {
        [host] if host == "elsewhere.test" => Ok(()),
        others => Err(format!("one request was sent elsewhere, seen: {others:?}").into()),
    }
}

/// A refused key, a run with faults that echo it, and then every place that can be read.
pub async fn the_key_is_nowhere(page: &Page) -> Outcome {
    let made = made::exam(60);
    let server = asking::serve(&made, |config| {
        config.key = Some("sk-another-one".to_owned())
    })?;
    asking::prepare(page, &made, &server).await?;
    type_key(page).await?;
    act::click(page, "run").await?;
    check::message_says(page, "error", &["key"]).await?;
    nowhere(page, scan::page(page).await?)?;
    server.change(|config| {
        config.key = Some(KEY.to_owned());
        config.faults =
            parse("echo_key=0.3,cut=0.1,html=0.1,status_500=0.1,refusal=0.1").unwrap_or_default();
    })?;
    asking::start(page, "resume").await?;
    asking::ends(page, "done").await?;
    let n_echoed = server
        .counts()
        .faults
        .get("echo_key")
        .copied()
        .unwrap_or_default();
    if n_echoed < 5 {
        return Err(format!("the key was echoed {n_echoed} times").into());
    }
    for place in ["data", "prompt", "answers", "scores"] {
        let files = scan::downloads(page, place).await?;
        println!("  {place}: {} files", files.len());
        nowhere(page, files)?;
        nowhere(page, scan::page(page).await?)?;
    }
    nowhere(page, scan::profile(page))?;
    is_forgotten_and_bound(page, &server).await?;
    is_kept_for_this_tab_alone(page, &server).await
}

/// Types the key into its field and leaves it.
pub async fn type_key(page: &Page) -> Outcome {
    act::go(page, "answers").await?;
    let field = find::element(page, "api-key").await?;
    field.clear().await?;
    // A tab leaves the field.
    Ok(field.send_keys(&format!("{KEY}\t")).await?)
}

fn nowhere(page: &Page, found: Found) -> Outcome {
    let places = scan::places_of(MIDDLE, &found);
    match places.is_empty() {
        true => Ok(()),
        false => Err(format!("the key is in {} ({})", places.join(", "), page.site).into()),
    }
}

/// "Forget key" empties the field, and so does another origin; another path does not.
async fn is_forgotten_and_bound(page: &Page, server: &Server) -> Outcome {
    type_key(page).await?;
    act::click(page, "forget-key").await?;
    check::value_is(page, "api-key", "").await?;
    type_key(page).await?;
    act::fill(
        page,
        "base-url",
        &format!("{}/other/v1", asking::origin(server)),
    )
    .await?;
    check::value_is(page, "api-key", KEY).await?;
    act::go(page, "prompt").await?;
    act::go(page, "answers").await?;
    check::value_is(page, "api-key", KEY).await?;
    act::fill(page, "base-url", "http://127.0.0.1:9/v1").await?;
    check::value_is(page, "api-key", "").await?;
    act::fill(page, "base-url", &server.base_url()).await?;
    check::value_is(page, "api-key", "").await?;
    type_key(page).await?;
    act::reload(page).await?;
    act::go(page, "answers").await?;
    check::value_is(page, "base-url", &server.base_url()).await?;
    check::value_is(page, "api-key", "").await
}

/// Opted in, it survives a reload, lies in sessionStorage alone, and goes when it is forgotten.
async fn is_kept_for_this_tab_alone(page: &Page, server: &Server) -> Outcome {
    type_key(page).await?;
    act::click_at(page, Locator::XPath(KEEP)).await?;
    act::reload(page).await?;
    act::go(page, "answers").await?;
    check::value_is(page, "api-key", KEY).await?;
    let found = scan::page(page).await?;
    let places = scan::places_of(MIDDLE, &found);
    if places.is_empty()
        || !places
            .iter()
            .all(|place| place.starts_with("sessionStorage "))
    {
        return Err(format!("the kept key is in {}", places.join(", ")).into());
    }
    act::click(page, "forget-key").await?;
    check::value_is(page, "api-key", "").await?;
    nowhere(page, scan::page(page).await?)?;
    type_key(page).await?;
    act::fill(page, "base-url", "http://127.0.0.1:9/v1").await?;
    check::value_is(page, "api-key", "").await?;
    nowhere(page, scan::page(page).await?)?;
    act::fill(page, "base-url", &server.base_url()).await
}

/// Looking through the providers with a key in hand sends nothing to any of them, and takes the key to none.
pub async fn choosing_a_provider_asks_nobody(page: &Page) -> Outcome {
    asking::drop_dataset(page, &made::exam(5)).await?;
    act::go(page, "answers").await?;
    for provider in PROVIDERS {
        act::choose(page, "provider", provider.key).await?;
        check::value_is(page, "base-url", provider.base_url).await?;
        if provider.key_use == KeyUse::Never {
            continue;
        }
        check::value_is(page, "api-key", "").await?;
        if !provider.base_url.is_empty() {
            type_key(page).await?;
        }
    }
    check::nothing_went_elsewhere(page).await
}
