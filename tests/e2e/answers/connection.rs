//! The test of a connection: one word for the cause, and a sentence beside it.

use super::providers::{fill, serve};
use super::{asking, made};
use crate::browser::Page;
use crate::model_server::Config;
use crate::model_server::config::Cors;
use crate::{Outcome, act, find};

/// So many of the ten results as a page on this computer can come to. The other two cannot be had here, and have native
/// tests: `mixed_content` is for pages that came by https, and `local_network` for servers that are farther from the browser
/// than the page is, where this one came from 127.0.0.1 itself.
pub async fn the_test_of_a_connection_names_the_cause(page: &Page) -> Outcome {
    let made = made::exam(4);
    asking::drop_dataset(page, &made).await?;
    for (provider, wire, change, result, words) in CASES {
        let server = serve(&made, wire, change)?;
        fill(page, &server, provider).await?;
        tells(page, result, words)
            .await
            .map_err(|why| format!("{provider}, {result}: {why}"))?;
        if result == "ok" {
            let elsewhere = format!("{}/elsewhere", asking::origin(&server));
            act::fill(page, "base-url", &elsewhere).await?;
            tells(page, "unknown", "nothing answers at this address").await?;
            // Nobody answers any more.
            act::fill(page, "base-url", &server.base_url()).await?;
            drop(server);
            tells(page, "unreachable", "Nothing answers at").await?;
        }
    }
    Ok(())
}

/// Provider, wire, what is wrong with the server, the result, and what is said of it.
type Case = (
    &'static str,
    &'static str,
    fn(&mut Config),
    &'static str,
    &'static str,
);

const CASES: [Case; 11] = [
    (
        "openai",
        "openai",
        |_| {},
        "ok",
        "takes the key and the model",
    ),
    (
        "openai",
        "openai",
        wrong_key,
        "wrong_key",
        "does not accept the key",
    ),
    (
        "anthropic",
        "anthropic",
        wrong_key,
        "wrong_key",
        "does not accept the key",
    ),
    (
        "openai",
        "openai",
        |config| config.has_credit = false,
        "no_credit",
        "no credit left",
    ),
    (
        "gemini",
        "gemini",
        |config| config.models = vec!["another".into()],
        "unknown_model",
        "another",
    ),
    // In words that can be read, as Anthropic says it.
    (
        "anthropic",
        "anthropic",
        |config| config.cors = Cors::Refused,
        "blocked_by_organisation",
        "administrator has switched off",
    ),
    // Each keeps a page out in its own way; LM Studio by an error about a field to the preflight.
    ("ollama", "ollama-native", closed, "cors", "OLLAMA_ORIGINS"),
    ("vllm", "vllm", closed, "cors", "--allowed-origins"),
    ("tgi", "tgi", closed, "cors", "--cors-allow-origin"),
    ("lmstudio", "lmstudio", closed, "cors", "Enable CORS"),
    (
        "llamacpp",
        "llamacpp",
        closed,
        "cors",
        "not with the header authorization",
    ),
];

fn wrong_key(config: &mut Config) {
    config.key = Some("sk-other-0123456789".into());
}

fn closed(config: &mut Config) {
    config.cors = Cors::Closed;
}

/// The result, and the words beside it.
async fn tells(page: &Page, result: &str, words: &str) -> Outcome {
    act::click(page, "test-connection").await?;
    find::until(page, &format!("the result {result}"), async |page| {
        let told = find::attribute(page, "connection", "data-result").await?;
        Ok((told.as_deref() == Some(result)).then_some(()))
    })
    .await?;
    let is_told = |told: &str| told.contains(words);
    let css = find::selector("connection");
    find::text_that(page, &css, is_told).await.map(drop)
}
