//! ALUE's other two modes: asked and not scored, scored and not asked.

use super::asking::{self, at_rest};
use super::faults;
use super::made::{self, Made};
use crate::browser::Page;
use crate::model_server::Server;
use crate::{Outcome, act, check, find};
use serde_json::{Map, Value, json};

/// Inference stays on Answers and hands out its two files; evaluation then leads to the scores of the same answers.
pub async fn inference_hands_out_its_files_and_evaluation_leads_to_scores(page: &Page) -> Outcome {
    for made in [made::extractive(30), made::exam(30)] {
        page.start_afresh().await?;
        let server = asking::serve(&made, |config| config.right = 0.7)?;
        asking::prepare(page, &made, &server).await?;
        act::fill(page, "field-to-extract", "").await?;
        act::fill(page, "temperature", "0.25").await?;
        act::choose(page, "mode", "inference").await?;
        asking::run_to_end(page).await?;
        find::element(page, "download-predictions.json").await?;
        place_is(page, "#/answers").await?;
        files_are_right(page, &made, &server).await?;
        let n_asked = at_rest(&server).await?;
        act::choose(page, "mode", "evaluation").await?;
        check::page_shows(page, "No model is asked").await?;
        act::click(page, "run").await?;
        asking::scores_are_open(page).await?;
        faults::classes_and_headline_are_as_told(page, &made, &server).await?;
        if at_rest(&server).await? != n_asked {
            return Err("something was asked in mode evaluation".into());
        }
    }
    Ok(())
}

async fn place_is(page: &Page, place: &str) -> Outcome {
    let hash = page.script("return location.hash", vec![]).await?;
    match hash == place {
        true => Ok(()),
        false => Err(format!("the page went to {hash}").into()),
    }
}

/// What the server said, under each id and in file order, beside what the dataset holds.
async fn files_are_right(page: &Page, made: &Made, server: &Server) -> Outcome {
    let told = server.expected(&asking::PAGE);
    let items = server.config().items;
    let said: Vec<(&str, &str)> = items
        .all()
        .iter()
        .zip(&told)
        .map(|(item, told)| {
            let said = if told.is_right {
                &item.right
            } else {
                &item.wrong
            };
            (item.id.as_str(), said.text.as_str())
        })
        .collect();
    let by_id: Map<String, Value> = said
        .iter()
        .map(|(id, text)| ((*id).to_owned(), json!(text)))
        .collect();
    let predictions = file(page, "predictions.json").await?;
    if predictions != Value::Object(by_id) {
        return Err(format!("predictions.json is {predictions}").into());
    }
    let (questions, golds) = questions_and_golds(made)?;
    let texts: Vec<&str> = said.iter().map(|(_, text)| *text).collect();
    let mut results = file(page, "results.json").await?;
    // The name of the templates is the matter of other tests.
    let task_type = results
        .as_object_mut()
        .and_then(|fields| fields.remove("task_type"));
    let wanted = json!({
        "model": "marksheet-test",
        "num_questions": made.n_items,
        "num_examples": 0,
        "total": made.n_items,
        "predictions": texts,
        "ground_truth": golds,
        "questions": questions,
        "temperature": 0.25,
    });
    match task_type.is_some_and(|name| name.is_string()) && results == wanted {
        true => Ok(()),
        false => Err(format!("results.json should be {wanted} and is {results}").into()),
    }
}

async fn file(page: &Page, name: &str) -> Outcome<Value> {
    let (file, bytes) = act::download(page, &format!("download-{name}")).await?;
    match file == name {
        true => Ok(serde_json::from_slice(&bytes)?),
        false => Err(format!("{file} came instead of {name}").into()),
    }
}

/// Of the dataset as it was written, whichever of the two it is.
fn questions_and_golds(made: &Made) -> Outcome<(Vec<String>, Vec<String>)> {
    let dataset: Value = serde_json::from_str(&made.text)?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let data = dataset["data"].as_array().ok_or("no data")?;
    let both = |item: &Value| match item["paragraphs"].as_array() {
        None => vec![(text(&item["input"]), text(&item["output"]))],
        Some(paragraphs) => paragraphs
            .iter()
            .map(|paragraph| &paragraph["qas"][0])
            .map(|qa| (text(&qa["question"]), text(&qa["answers"][0]["text"])))
            .collect(),
    };
    Ok(data.iter().flat_map(both).unzip())
}
