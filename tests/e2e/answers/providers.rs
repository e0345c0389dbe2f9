//! Every provider in its own format, the test of a connection, and the way out of the browser and back.

use super::asking::{self, PAGE};
use super::faults;
use super::made::{self, Made};
use crate::browser::Page;
use crate::model_server::config::Cors;
use crate::model_server::wire::WireName;
use crate::model_server::{Config, Server, faults as server_faults};
use crate::{Outcome, act, find};
use serde_json::{Value, json};

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

/// What goes wrong meanwhile, whatever the format.
const FAULTS: &str =
    "think=0.1,status_500=0.1x1,status_503=0.1x1,rate_retry_after=0.1x1,refusal=0.1";

const KEY: &str = "sk-of-a-test-0123456789";

/// The same run passes on all of them, with and without a schema: the server refuses what the real one would.
pub async fn every_provider_is_asked_in_its_own_format(page: &Page) -> Outcome {
    for (i, (provider, wire)) in SPOKEN.into_iter().enumerate() {
        page.start_afresh().await?;
        let made = match i % 2 {
            0 => made::exam(20),
            _ => made::extractive(20),
        };
        // Of two providers one is asked for a letter in JSON, the other for plain text.
        let schema = if i % 2 == 0 { "MCQAResponse" } else { "none" };
        let server = serve(&made, wire, |config| {
            config.right = 0.8;
            config.delay = std::time::Duration::from_millis(200);
            config.faults = server_faults::parse(FAULTS).unwrap_or_default();
        })?;
        prepare(page, &made, &server, provider).await?;
        act::choose(page, "schema", schema).await?;
        let field = if schema == "none" { "" } else { "answer" };
        act::fill(page, "field-to-extract", field).await?;
        asking::run_to_end(page).await?;
        asking::scores_are_open(page).await?;
        faults::classes_and_headline_are_as_told(page, &made, &server)
            .await
            .map_err(|why| format!("{provider}: {why}"))?;
    }
    Ok(())
}

fn serve(made: &Made, wire: &str, change: impl FnOnce(&mut Config)) -> Outcome<Server> {
    let wire = WireName::named(wire).ok_or_else(|| format!("no wire {wire}"))?;
    asking::serve(made, |config| {
        config.wire = wire;
        config.latency = Default::default();
        change(config);
    })
}

async fn prepare(page: &Page, made: &Made, server: &Server, provider: &str) -> Outcome {
    asking::prepare(page, made, server).await?;
    act::choose(page, "provider", provider).await?;
    act::fill(page, "base-url", &server.base_url()).await?;
    act::fill(page, "model", "marksheet-test").await?;
    // It takes none.
    if provider != "tgi" {
        act::fill(page, "api-key", KEY).await?;
    }
    Ok(())
}

/// One word for the cause, and a sentence beside it.
pub async fn the_test_of_a_connection_names_the_cause(page: &Page) -> Outcome {
    type Change = fn(&mut Config);
    let cases: [(&str, &str, Change, &str); 7] = [
        ("openai", "openai", |_| {}, "ok"),
        (
            "openai",
            "openai",
            |config| config.key = Some("sk-other-0123456789".into()),
            "wrong_key",
        ),
        (
            "anthropic",
            "anthropic",
            |config| config.key = Some("sk-other-0123456789".into()),
            "wrong_key",
        ),
        (
            "openai",
            "openai",
            |config| config.has_credit = false,
            "no_credit",
        ),
        (
            "gemini",
            "gemini",
            |config| config.models = vec!["another".into()],
            "unknown_model",
        ),
        (
            "ollama",
            "ollama-native",
            |config| config.cors = Cors::Closed,
            "cors",
        ),
        ("vllm", "vllm", |config| config.cors = Cors::Closed, "cors"),
    ];
    let made = made::exam(4);
    for (provider, wire, change, result) in cases {
        page.start_afresh().await?;
        let server = serve(&made, wire, change)?;
        prepare(page, &made, &server, provider).await?;
        tells(page, result)
            .await
            .map_err(|why| format!("{provider}: {why}"))?;
        // Nobody answers any more.
        if result == "ok" {
            drop(server);
            tells(page, "unreachable").await?;
        }
    }
    Ok(())
}

async fn tells(page: &Page, result: &str) -> Outcome {
    act::click(page, "test-connection").await?;
    find::until(page, &format!("the result {result}"), async |page| {
        let told = find::attribute(page, "connection", "data-result").await?;
        Ok((told.as_deref() == Some(result)).then_some(()))
    })
    .await
}

/// The prompts as a batch file; what a batch service makes of it comes back as a run with the numbers told.
pub async fn a_batch_goes_out_and_comes_back(page: &Page) -> Outcome {
    let made = made::exam(40);
    let server = serve(&made, "openai", |config| config.right = 0.7)?;
    prepare(page, &made, &server, "openai").await?;
    act::choose(page, "schema", "MCQAResponse").await?;
    let (_, bytes) = act::download(page, "download-batch.jsonl").await?;
    let text = String::from_utf8(bytes)?;
    let told = server.expected(&PAGE);
    let items = server.config().items;
    let mut outputs = Vec::new();
    for ((line, item), told) in text.lines().zip(items.all()).zip(&told) {
        let line: Value = serde_json::from_str(line)?;
        if line["custom_id"] != item.id.as_str() || line["url"] != "/v1/chat/completions" {
            return Err(format!("a line of the batch is {line}").into());
        }
        if line["body"]["response_format"]["json_schema"]["name"] != "MCQAResponse" {
            return Err(format!("a line asks for no schema: {line}").into());
        }
        let said = if told.is_right {
            &item.right
        } else {
            &item.wrong
        };
        let content = json!({ "answer": said.text }).to_string();
        let body =
            json!({ "choices": [{ "message": { "content": content }, "finish_reason": "stop" }] });
        outputs.push(
            json!({ "id": "b", "custom_id": item.id, "response": { "status_code": 200, "body": body }, "error": null })
                .to_string(),
        );
    }
    if outputs.len() != 40 {
        return Err(format!("the batch has {} lines", outputs.len()).into());
    }
    // A service keeps no order and may cut the output.
    outputs.reverse();
    let mut files = Vec::new();
    for (i, part) in outputs.chunks(15).enumerate() {
        let file = page.downloads.with_file_name(format!("output-{i}.jsonl"));
        std::fs::write(&file, part.join("\n"))?;
        files.push(file);
    }
    act::drop_files(page, &files).await?;
    crate::check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await
}
