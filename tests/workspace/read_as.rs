//! How the replies in a file are read is a person's to say, and is kept.

use super::batch_back::{line, write};
use super::page::{EXAM, Page, figure, file, said};
use marksheet::protocol::{AskForm, ReadAs, View};
use serde_json::{Map, Value, json};

const ALL: [(&str, &str); 4] = [("1", "A"), ("2", "B"), ("3", "C"), ("4", "A")];

fn offers(view: &View, name: &str) -> Vec<String> {
    let offers = file(view, name).offers.iter();
    offers.map(ReadAs::label).collect()
}

fn read_as(page: &mut Page, name: &str, read_as: &ReadAs) -> View {
    let key = file(&page.workspace.view(), name).key;
    page.workspace.read_as(key, read_as);
    page.view()
}

fn output(field: &str) -> String {
    let reply = |letter: &str| json!({"why": "so", field: letter}).to_string();
    let lines = ALL.map(|(id, letter)| line(id, "m", &reply(letter)));
    lines.concat()
}

fn predictions(page: &Page) -> Value {
    serde_json::from_str(&page.exported(true).1["predictions.json"]).unwrap()
}

#[test]
fn a_batch_s_output_can_be_scored_as_it_is_and_back() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let form = AskForm {
        model: "m".into(),
        field_to_extract: "answer".into(),
        n_questions: String::new(),
        ..AskForm::default()
    };
    write(&mut page, &form, 29);
    let view = page.add("output.jsonl", &output("answer"));
    assert_eq!(
        offers(&view, "output.jsonl"),
        ["Score the replies as they are"]
    );
    assert_eq!(predictions(&page)["1"], "A");
    let view = read_as(&mut page, "output.jsonl", &ReadAs::AsIs);
    assert!(
        said(&view).contains("scored as they are, as you chose"),
        "{}",
        said(&view)
    );
    assert_eq!(
        offers(&view, "output.jsonl"),
        ["Read the replies as the batch asked"]
    );
    assert!(predictions(&page)["1"].as_str().unwrap().contains("why"));
    let mut page = page.reloaded();
    assert_eq!(
        page.view(),
        View {
            timing: view.timing,
            ..view
        }
    );
    let view = read_as(&mut page, "output.jsonl", &ReadAs::Remembered);
    assert!(
        said(&view).contains("field answer; all 4 replies fit"),
        "{}",
        said(&view)
    );
}

#[test]
fn all_files_of_a_run_are_read_alike() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let output = output("answer");
    let (first, last) = output.split_at(output.find("\n").unwrap() + 1);
    page.add("b.jsonl", last);
    let view = page.add("a.jsonl", first);
    assert_eq!(offers(&view, "b.jsonl"), [""; 0]);
    assert!(offers(&view, "a.jsonl").contains(&"Take out the field answer".to_owned()));
    read_as(&mut page, "a.jsonl", &ReadAs::Field("answer".into()));
    page.remove("a.jsonl");
    assert_eq!(predictions(&page)["2"], "B");
}

#[test]
fn a_field_that_replies_have_in_common_is_offered_and_never_taken_by_itself() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let view = page.add("output.jsonl", &output("letter"));
    let told =
        "all 4 replies are JSON objects with the fields why, letter; they are scored as they are";
    assert!(said(&view).contains(told), "{}", said(&view));
    assert!(predictions(&page)["1"].as_str().unwrap().contains("why"));
    assert_eq!(
        offers(&view, "output.jsonl"),
        ["Take out the field why", "Take out the field letter"]
    );
    let view = read_as(&mut page, "output.jsonl", &ReadAs::Field("letter".into()));
    assert!(
        said(&view).contains("the field letter is taken out, as you chose: 4 of 4 replies have it"),
        "{}",
        said(&view)
    );
    assert_eq!(
        (&predictions(&page)["1"], figure(&view, "correct")),
        (&json!("A"), 4.0)
    );
    assert_eq!(
        offers(&view, "output.jsonl"),
        ["Score the replies as they are"]
    );
    let view = read_as(&mut page.reloaded(), "output.jsonl", &ReadAs::AsIs);
    assert!(said(&view).contains(told), "{}", said(&view));
}

#[test]
fn fields_are_offered_for_any_predictions_but_not_for_a_few_objects_among_texts() {
    let entries = |n_texts: usize, n_objects: usize| {
        let reply = |i: usize| match i < n_objects {
            true => {
                r#"```json
{"answer": "A"}
```"#
            }
            false => "A",
        };
        let all: Map<String, Value> = (0..n_texts)
            .map(|i| (i.to_string(), json!(reply(i))))
            .collect();
        Value::Object(all).to_string()
    };
    for (n_texts, n_objects, is_offered) in
        [(20, 18, true), (20, 17, false), (2, 2, false), (3, 3, true)]
    {
        let questions: Vec<Value> = (0..n_texts)
            .map(|i| json!({"id": i.to_string(), "question": format!("Is it {i}?"), "choices": ["yes", "no"], "answer": "A"}))
            .collect();
        let mut page = Page::with(&[("data.json", &Value::from(questions).to_string())]);
        let view = page.add("predictions.json", &entries(n_texts, n_objects));
        let offers = offers(&view, "predictions.json");
        assert_eq!(
            offers.contains(&"Take out the field answer".to_owned()),
            is_offered,
            "{n_objects} of {n_texts}: {}",
            said(&view)
        );
    }
}

#[test]
fn what_was_chosen_stays_chosen_when_another_file_joins_the_run() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let output = output("answer");
    let (first, last) = output.split_at(output.find("\n").unwrap() + 1);
    page.add("output.jsonl", last);
    read_as(&mut page, "output.jsonl", &ReadAs::Field("answer".into()));
    let view = page.add("errors.jsonl", first);
    assert_eq!(figure(&view, "correct"), 4.0);
    assert_eq!(predictions(&page)["1"], "A");
    page.remove("output.jsonl");
    assert_eq!(predictions(&page)["1"], "A");
    read_as(&mut page, "errors.jsonl", &ReadAs::Remembered);
    let view = page.add("output.jsonl", last);
    assert!(offers(&view, "errors.jsonl").contains(&"Take out the field answer".to_owned()));
}
