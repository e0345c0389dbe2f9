//! Every provider in its own format: the same run on all of them, by a schema and in plain text.

use super::asking::{self, PAGE};
use super::faults;
use super::made::{self, Made};
use crate::browser::Page;
use crate::model_server::wire::WireName;
use crate::model_server::{Client, Config, Server};
use crate::{Outcome, act};
use std::time::Duration;

/// Each provider of the page, and the wire it is spoken to in.
const SPOKEN: [(&str, &str); 12] = [
    ("openai", "openai"),
    ("anthropic", "anthropic"),
    ("gemini", "gemini"),
    ("mistral", "mistral"),
    ("groq", "groq"),
    ("openrouter", "openrouter"),
    ("ollama", "ollama-native"),
    ("vllm", "vllm"),
    ("tgi", "tgi"),
    ("lmstudio", "lmstudio"),
    ("llamacpp", "llamacpp"),
    ("custom", "openai"),
];

/// What goes wrong meanwhile, whatever the format; of the questions of a run each fault meets at least one.
const FAULTS: &str = "think=0.1,status_500=0.1x1,rate_retry_after_ms=0.1x1,refusal=0.1";

const N_ITEMS: u32 = 10;

const KEY: &str = "sk-of-a-test-0123456789";

/// The same run by a schema, one provider after the other: the server refuses a schema, header or field that the real one
/// would, and a refusal in words is no reply that fits.
pub async fn every_provider_is_asked_by_a_schema(page: &Page) -> Outcome {
    let client = Client {
        has_schema: true,
        ..PAGE
    };
    one_after_the_other(
        page,
        &made::exam(N_ITEMS),
        ("MCQAResponse", "answer"),
        &client,
    )
    .await
}

/// The same run in plain text, some questions without an answer among them.
pub async fn every_provider_is_asked_in_plain_text(page: &Page) -> Outcome {
    one_after_the_other(page, &made::extractive(N_ITEMS), ("none", ""), &PAGE).await
}

/// One page asks all of them, as a person would who compares them: a key typed for one goes to no other.
async fn one_after_the_other(
    page: &Page,
    made: &Made,
    (schema, field): (&str, &str),
    client: &Client,
) -> Outcome {
    asking::drop_dataset(page, made).await?;
    for (provider, wire) in SPOKEN {
        let server = serve(made, wire, |config| faults::meet_all(config, FAULTS))?;
        let asked = async {
            fill(page, &server, provider).await?;
            act::choose(page, "schema", schema).await?;
            act::fill(page, "field-to-extract", field).await?;
            asking::run_to_end(page).await?;
            asking::scores_are_open(page).await?;
            faults::comes_out_as_told(page, made, &server, client).await
        };
        asked.await.map_err(|why| format!("{provider}: {why}"))?;
    }
    Ok(())
}

/// A server that speaks so.
pub fn serve(made: &Made, wire: &str, change: impl FnOnce(&mut Config)) -> Outcome<Server> {
    let wire = WireName::named(wire).ok_or_else(|| format!("no wire {wire}"))?;
    asking::serve(made, |config| {
        config.wire = wire;
        config.latency = (Duration::ZERO, Duration::ZERO);
        change(config);
    })
}

/// Drops the dataset and fills in what is needed to ask that server as that provider.
pub async fn prepare(page: &Page, made: &Made, server: &Server, provider: &str) -> Outcome {
    asking::drop_dataset(page, made).await?;
    fill(page, server, provider).await
}

/// The same, the dataset being there.
pub async fn fill(page: &Page, server: &Server, provider: &str) -> Outcome {
    asking::fill(page, server, provider).await?;
    // It takes none.
    if provider != "tgi" {
        act::fill(page, "api-key", KEY).await?;
    }
    Ok(())
}
