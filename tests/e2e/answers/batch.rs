//! The way out of the browser and back: a batch file, and what a service makes of it.

use super::asking::PAGE;
use super::faults;
use super::made;
use super::providers::{prepare, serve};
use crate::browser::Page;
use crate::{Outcome, act};
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
    act::drop_files(page, &files).await?;
    crate::check::status_becomes(page, "done").await?;
    act::go(page, "scores").await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await
}
