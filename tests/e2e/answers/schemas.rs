//! Replies by a schema: ALUE's two documented examples under their own names, and schemas of a person's own.

use super::made::{self, Made};
use super::providers::{fill, serve};
use super::{asking, faults};
use crate::browser::Page;
use crate::model_server::Server;
use crate::model_server::items::Said;
use crate::{Outcome, act, check, find};
use fantoccini::Locator;
use serde_json::{Value, json};
use std::path::Path;

/// How many questions of each sample are asked.
const N_ITEMS: usize = 12;

/// One of ALUE's examples, in its own words.
struct Example {
    sample: &'static str,
    task_type: &'static str,
    schema: &'static str,
    field: &'static str,
    normalizer: Option<&'static str>,
    /// Of the headline, in the metric's unit.
    score: f64,
}

/// The server is right in nine of twelve with this one, in both samples.
const SEED: u64 = 38;

/// Task type, three examples, schema, field and normalizer as ALUE documents them: the model is asked so, what it said comes
/// out as the score that follows from it, and the files name all of it.
pub async fn alues_documented_examples_work_under_their_own_names(page: &Page) -> Outcome {
    let tails = Example {
        sample: "tail-numbers",
        task_type: "extract_tail_number",
        schema: "TailNumberResponse",
        field: "tail_numbers",
        normalizer: Some("normalize_tail_extraction_predictions"),
        score: 75.0,
    };
    let exam = Example {
        sample: "aviation-exam",
        task_type: "aviation_exam",
        schema: "MCQAResponse",
        field: "answer",
        normalizer: None,
        score: 0.75,
    };
    for example in [tails, exam] {
        let told = works(page, &example).await;
        told.map_err(|why| format!("{}: {why}", example.task_type))?;
        page.start_afresh().await?;
    }
    Ok(())
}

async fn works(page: &Page, example: &Example) -> Outcome {
    let made = first_of(example.sample)?;
    let server = serve(&made, "openai", |config| {
        config.right = 0.7;
        config.seed = SEED;
    })?;
    asking::drop_dataset(page, &made).await?;
    act::go(page, "prompt").await?;
    act::choose(page, "task-type", example.task_type).await?;
    act::type_number(page, "num-examples", 3).await?;
    fill(page, &server, "openai").await?;
    act::choose(page, "schema", example.schema).await?;
    act::fill(page, "field-to-extract", example.field).await?;
    asking::run_to_end(page).await?;
    asking::scores_are_open(page).await?;
    if let Some(normalizer) = example.normalizer {
        act::choose(page, "normalizer", normalizer).await?;
        check::status_becomes(page, "done").await?;
    }
    check::metric_is(page, made.metric, example.score).await?;
    faults::classes_and_headline_are_as_told(page, &made, &server).await?;
    was_asked_so(&server, example)?;
    files_name_it(page, &server, example).await
}

/// The first questions of a sample, with its examples.
fn first_of(sample: &str) -> Outcome<Made> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let text = std::fs::read(data.join(sample).join("dataset.json"))?;
    let mut dataset: Value = serde_json::from_slice(&text)?;
    let is_extractive = dataset["data"][0]["paragraphs"].is_array();
    let list = match is_extractive {
        true => &mut dataset["data"][0]["paragraphs"],
        false => &mut dataset["data"],
    };
    let list = list.as_array_mut().ok_or("no questions")?;
    list.truncate(N_ITEMS);
    Ok(Made {
        name: "sample.json",
        n_items: u32::try_from(list.len())?,
        text: dataset.to_string(),
        metric: if is_extractive { "exact" } else { "accuracy" },
        most: if is_extractive { 100.0 } else { 1.0 },
    })
}

/// The last request asks by the schema, and gives three examples.
fn was_asked_so(server: &Server, example: &Example) -> Outcome {
    let sent = server.last().ok_or("no request came")?;
    let sent: Value = serde_json::from_slice(&sent.body)?;
    let name = &sent["response_format"]["json_schema"]["name"];
    let messages = sent["messages"].to_string();
    let n_examples = messages.matches("Reply: ").count();
    match name == example.schema && n_examples == 3 {
        true => Ok(()),
        false => Err(format!("sent with the schema {name} and {n_examples} examples").into()),
    }
}

async fn files_name_it(page: &Page, server: &Server, example: &Example) -> Outcome {
    let said = said(server).into_iter();
    let said = Value::Object(said.map(|(id, _, said)| (id, said.json)).collect());
    let predictions = file(page, "predictions.json").await?;
    if predictions != said {
        return Err(format!("predictions.json should be {said} and is {predictions}").into());
    }
    let run = file(page, "run.json").await?;
    let results = file(page, "results.json").await?;
    let sent = &run["sent"];
    let named = json!([
        run["task_type"],
        run["num_examples"],
        run["settings"]["normalizers"][0]["name"],
        sent["schema"]["name"],
        sent["field_to_extract"],
        sent["schema"]["n_items"],
        results["task_type"],
        results["num_examples"],
    ]);
    let wanted = json!([
        example.task_type,
        3,
        example.normalizer.unwrap_or("choice-letter"),
        example.schema,
        example.field,
        {"schema": N_ITEMS},
        example.task_type,
        3,
    ]);
    match named == wanted {
        true => Ok(()),
        false => Err(format!("the files name {named} instead of {wanted}").into()),
    }
}

/// What the server says to each question, and whether it is right.
fn said(server: &Server) -> Vec<(String, bool, Said)> {
    let items = server.config().items;
    let told = server.expected(&asking::PAGE).into_iter();
    let both = items.all().iter().zip(told);
    both.map(|(item, told)| {
        let said = if told.is_right {
            &item.right
        } else {
            &item.wrong
        };
        (item.id.clone(), told.is_right, said.clone())
    })
    .collect()
}

async fn file(page: &Page, name: &str) -> Outcome<Value> {
    let (_, bytes) = act::download(page, &format!("download-{name}")).await?;
    Ok(serde_json::from_slice(&bytes)?)
}

/// As a person writes it, with a kind that does not exist in line 4.
const MISTYPED: &str = r#"{
"type": "object",
"properties": {
"answer": {"type": "strng"}
},
"required": ["answer"]
}"#;

/// What a program has: an optional field, a pattern that few providers take, and a method.
const CLASSES: &str = r#"from typing import Optional
from pydantic import BaseModel, Field, field_validator

class PartReply(BaseModel):
    """The part that is meant."""

    answer: str = Field(pattern="^[A-C]$", description="its letter")
    why: Optional[str] = None

    @field_validator("answer")
    @classmethod
    def upper(cls, value):
        return value.upper()
"#;

/// Built field by field, typed with a mistake that is told meanwhile, pasted as classes; the last is asked for, and a reply that
/// does not fit it is unparsed for a reason that stands beside it.
pub async fn a_schema_of_ones_own_is_built_typed_and_pasted(page: &Page) -> Outcome {
    let made = made::exam(12);
    let server = serve(&made, "openai", |config| config.right = 0.7)?;
    asking::drop_dataset(page, &made).await?;
    fill(page, &server, "openai").await?;
    act::choose(page, "schema", "custom").await?;
    is_built_of_two_fields(page).await?;
    is_told_while_it_is_typed(page, &server).await?;
    is_read_from_classes(page).await?;
    act::fill(page, "field-to-extract", "answer").await?;
    asking::run_to_end(page).await?;
    asking::scores_are_open(page).await?;
    a_misfit_is_unparsed(page, &made, &server).await
}

/// A text and a choice, as the small form builds them.
async fn is_built_of_two_fields(page: &Page) -> Outcome {
    let fields = [("why", "text", ""), ("answer", "choice", "A\nB\nC\nD")];
    for (n, (name, kind, choices)) in (1..).zip(fields) {
        act::click_css(page, ".field-rows__add").await?;
        type_in_row(page, n, "input[data-part=name]", name).await?;
        choose_in_row(page, n, "select[data-part=kind]", kind).await?;
        if !choices.is_empty() {
            type_in_row(page, n, "textarea[data-part=choices]", choices).await?;
        }
    }
    check::value_holds(page, "schema-text", "\"D\"").await?;
    let built: Value = serde_json::from_str(&find::value(page, "schema-text").await?)?;
    let wanted = json!({
        "why": {"type": "string"},
        "answer": {"type": "string", "enum": ["A", "B", "C", "D"]},
    });
    match built["properties"] == wanted && built["required"] == json!(["why", "answer"]) {
        true => Ok(()),
        false => Err(format!("the form built {built}").into()),
    }
}

/// Types into a part of the `n`-th row, counted from one.
async fn type_in_row(page: &Page, n: u32, part: &str, text: &str) -> Outcome {
    let css = format!(".field-row:nth-child({n}) {part}");
    let field = page.client.wait().for_element(Locator::Css(&css)).await?;
    let typed = field.send_keys(text).await;
    Ok(typed.map_err(|why| format!("{css}: {why}"))?)
}

/// Chooses with both events a browser sends: of a click on an option the driver sends but one, and keys that come more than a
/// second apart start the search for an option anew.
async fn choose_in_row(page: &Page, n: u32, part: &str, value: &str) -> Outcome {
    let css = format!(".field-row:nth-child({n}) {part}");
    page.client.wait().for_element(Locator::Css(&css)).await?;
    let script = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; \
        field.dispatchEvent(new InputEvent('input', {bubbles: true})); \
        field.dispatchEvent(new Event('change', {bubbles: true})); return field.value";
    let chosen = page.script(script, vec![json!(css), json!(value)]).await?;
    match chosen == value {
        true => Ok(()),
        false => Err(format!("{css} has no {value}").into()),
    }
}

/// The mistake is told with its line before the field is left, and nothing is asked by such a schema.
async fn is_told_while_it_is_typed(page: &Page, server: &Server) -> Outcome {
    act::fill_area(page, "schema-text", MISTYPED).await?;
    check::message_says(page, "error", &["line 4", "#/properties/answer", "strng"]).await?;
    let focused = "return document.activeElement.dataset.testid ?? ''";
    if page.script(focused, vec![]).await? != "schema-text" {
        return Err("the field was left".into());
    }
    act::click(page, "run").await?;
    if asking::at_rest(server).await? > 0 {
        return Err("a schema with a mistake was sent".into());
    }
    act::fill_area(page, "schema-text", &MISTYPED.replace("strng", "string")).await?;
    find::until(page, "an end of the message", async |page| {
        let told = find::messages(page).await?;
        let is_gone = told.iter().all(|(_, text)| !text.contains("strng"));
        Ok(is_gone.then_some(()))
    })
    .await?;
    sent_line_says(page, "replies are checked against the original").await
}

/// What was understood stands there as JSON Schema; the method and what the provider does not take are named.
async fn is_read_from_classes(page: &Page) -> Outcome {
    act::fill(page, "schema-text", CLASSES).await?;
    let understood = ".reply-form details[open] .record__text";
    let text = find::text_that(page, understood, |text| text.contains("PartReply")).await?;
    let read: Value = serde_json::from_str(&text)?;
    let answer = json!({"description": "its letter", "pattern": "^[A-C]$", "title": "Answer", "type": "string"});
    if read["properties"]["answer"] != answer || read["required"] != json!(["answer"]) {
        return Err(format!("the classes were read as {read}").into());
    }
    sent_line_says(page, "why may be missing: it is asked for as null then").await?;
    check::message_says(page, "info", &["line 10", "field_validator", "is code"]).await
}

async fn sent_line_says(page: &Page, words: &str) -> Outcome {
    let is_it = |text: &str| text.contains(words);
    find::text_that(page, ".reply-form__sent", is_it)
        .await
        .map(drop)
}

/// The letter D does not fit, be it right or wrong.
async fn a_misfit_is_unparsed(page: &Page, made: &Made, server: &Server) -> Outcome {
    let said = said(server);
    let n = |is_counted: &dyn Fn(&str, bool) -> bool| {
        let counted = said.iter();
        let counted = counted.filter(|(_, is_right, said)| is_counted(&said.text, *is_right));
        counted.count() as f64
    };
    let n_unparsed = n(&|text, _| text == "D");
    let n_correct = n(&|text, is_right| text != "D" && is_right);
    check::metric_is(page, "total", f64::from(made.n_items)).await?;
    check::number_is(page, "count-unparsed", n_unparsed).await?;
    check::number_is(page, "count-correct", n_correct).await?;
    check::metric_is(page, "accuracy", n_correct / f64::from(made.n_items)).await?;
    let misfit = said.iter().find(|(_, _, said)| said.text == "D");
    let (id, ..) = misfit.ok_or("no reply that does not fit")?;
    act::go(page, "answers").await?;
    let line = format!("//button[contains(@class, 'latest__line')][.//*[text()='{id}']]");
    act::click_at(page, Locator::XPath(&line)).await?;
    find::text_that(page, ".record h2", |text| text.ends_with(id)).await?;
    let reason = find::text_that(page, ".record__error", |_| true).await?;
    match reason.contains("does not fit the schema: `answer`") {
        true => Ok(()),
        false => Err(format!("the reason is {reason:?}").into()),
    }
}
