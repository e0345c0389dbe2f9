//! The way out of the browser and back: a batch file, and what a service makes of it.

use super::asking::{self, PAGE};
use super::faults;
use super::made;
use super::providers::{prepare, serve};
use crate::browser::Page;
use crate::{Outcome, act, check};
use marksheet::provider::batch::LIMITS;
use marksheet::report::archive;
use serde_json::{Value, json};

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
    // Outputs come a day later: how they were asked for is known then, too.
    act::reload(page).await?;
    act::drop_files(page, &files).await?;
    check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await?;
    let words = ["schema MCQAResponse", "all 40 replies fit"];
    check::message_says(page, "info", &words).await
}

/// One question more than a file may have lines, so that nothing is lowered for it: a zip of two, with every question once and
/// in order. That neither is ever held whole is the matter of a test of its own.
pub async fn a_batch_beyond_one_file_is_a_zip_of_two(page: &Page) -> Outcome {
    let n_items = u32::try_from(LIMITS.n_lines + 1)?;
    let made = made::exam(n_items);
    asking::drop_dataset(page, &made).await?;
    act::go(page, "answers").await?;
    act::choose(page, "provider", "openai").await?;
    act::fill(page, "model", "marksheet-test").await?;
    act::fill(page, "num-questions", "").await?;
    let (name, bytes) = act::download(page, "download-batch.jsonl").await?;
    let zip = archive::read(&name, bytes).map_err(|problem| problem.message)?;
    let names: Vec<&str> = zip.files.iter().map(|(name, _)| name.as_str()).collect();
    if (name.as_str(), names.as_slice()) != ("batch.zip", &["batch-1.jsonl", "batch-2.jsonl"]) {
        return Err(format!("{name} holds {names:?}").into());
    }
    let mut n_seen = 0;
    for (name, bytes) in &zip.files {
        let lines = std::str::from_utf8(bytes)?.lines();
        let before = n_seen;
        for line in lines {
            let start = format!("{{\"custom_id\":\"p-{n_seen:04}\",");
            if !line.starts_with(&start) || !line.ends_with('}') {
                return Err(format!("line {n_seen} of all, in {name}, is {line}").into());
            }
            n_seen += 1;
        }
        if n_seen - before > u32::try_from(LIMITS.n_lines)? {
            return Err(format!("{name} has {} lines", n_seen - before).into());
        }
    }
    match n_seen == n_items {
        true => Ok(()),
        false => Err(format!("{n_seen} of {n_items} questions are in the batch").into()),
    }
}
