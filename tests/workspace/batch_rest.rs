//! What a batch lacks, written as a batch of its own that joins it.

use super::batches::{line, lines};
use super::page::{EXAM, Page, figure, runs};
use marksheet::protocol::{AskForm, SchemaChoice};
use marksheet::provider::batch::LIMITS;
use marksheet::workspace::Batch;
use serde_json::Value;

fn form() -> AskForm {
    AskForm {
        provider: "openai".to_owned(),
        base_url: "https://api.openai.com/v1".to_owned(),
        model: "m".to_owned(),
        ..AskForm::default()
    }
}

/// The ids of the questions in a batch.
fn ids(mut batch: Batch) -> Vec<String> {
    let mut text = String::new();
    while let Some(chunks) = batch.step(2) {
        text.extend(chunks.into_iter().map(|chunk| chunk.text));
    }
    let id = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["custom_id"].as_str().unwrap().to_owned()
    };
    text.lines().map(id).collect()
}

fn rest(page: &mut Page) -> Vec<String> {
    ids(page.workspace.batch_of_rest(&form(), LIMITS).unwrap())
}

#[test]
fn only_what_has_no_reply_is_asked_and_its_output_joins_the_run() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    page.add("out.jsonl", &lines(&[("1", "A"), ("3", "no idea")]));
    let failed = r#"{"custom_id": "4", "response": null, "error": {"code": "server_error", "message": "it failed"}}"#;
    page.add("errors.jsonl", failed);
    // An answer that cannot be read is one: asking again would be choosing.
    assert_eq!(rest(&mut page), ["2", "4"]);
    let view = page.add("more.jsonl", &lines(&[("4", "A"), ("2", "B")]));
    assert_eq!(view.runs.len(), 1, "{:?}", runs(&view));
    assert_eq!(figure(&view, "answered"), 4.0);
    let nothing = page.workspace.batch_of_rest(&form(), LIMITS);
    assert!(nothing.is_err_and(|problems| problems[0].to_string().contains("no question is left")));
}

#[test]
fn of_a_batch_of_the_first_questions_the_others_are_not_asked() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let first = AskForm {
        n_questions: "3".to_owned(),
        ..form()
    };
    let batch = page.workspace.batch(&first, LIMITS).unwrap();
    page.workspace
        .remember(batch.elsewhere().clone(), "2026-11-30T10:00:00Z");
    page.add("out.jsonl", &line("1", "m", "A"));
    assert_eq!(rest(&mut page), ["2", "3"]);
}

#[test]
fn the_rest_is_asked_as_the_batch_was() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let by_schema = AskForm {
        schema: SchemaChoice::MCQAResponse,
        field_to_extract: "answer".to_owned(),
        ..form()
    };
    let batch = page.workspace.batch(&by_schema, LIMITS).unwrap();
    page.workspace
        .remember(batch.elsewhere().clone(), "2026-11-30T10:00:00Z");
    page.add("out.jsonl", &line("1", "m", r#"{\"answer\": \"A\"}"#));
    let refused = |page: &mut Page, form: &AskForm| {
        let rest = page.workspace.batch_of_rest(form, LIMITS);
        rest.err().map(|problems| problems[0].to_string())
    };
    let told = refused(&mut page, &form()).unwrap();
    assert!(
        told.contains("was asked for the schema MCQAResponse"),
        "{told}"
    );
    let other = AskForm {
        model: "other".to_owned(),
        ..by_schema.clone()
    };
    assert!(refused(&mut page, &other).unwrap().contains("the model m"));
    assert_eq!(refused(&mut page, &by_schema), None);
}

#[test]
fn without_a_run_there_is_nothing_to_ask_again() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    assert!(page.workspace.batch_of_rest(&form(), LIMITS).is_err());
}
