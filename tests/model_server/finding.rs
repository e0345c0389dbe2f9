//! The item a prompt asks about is found, whatever stands before it.

use crate::asking::{EXAM, TAILS};
use crate::model_server::Items;
use marksheet::dataset::Dataset;
use marksheet::intake::{self, Understood};
use marksheet::prompt::{Template, Values, of_examples, of_item};
use serde_json::{Map, Value, json};
use std::path::Path;

fn dataset(text: &str) -> Dataset {
    match intake::read("dataset.json", text.as_bytes()).understood {
        Understood::Dataset(dataset) => dataset,
        _ => panic!("not a dataset"),
    }
}

fn template(set: &str) -> Template {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("templates")
        .join(set)
        .join("user.jinja2");
    Template::parse(set, &std::fs::read_to_string(file).unwrap()).unwrap()
}

/// The prompt for a question, after those examples.
fn rendered(template: &Template, dataset: &Dataset, item_idx: usize, examples: &Value) -> String {
    let values: Map<String, Value> = of_item(dataset, item_idx)
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .chain([("examples".to_owned(), examples.clone())])
        .collect();
    template.render(&Values::of(&values), true).text.unwrap()
}

fn each_is_found(text: &str, sets: &[&str], as_example: impl Fn(&Dataset, usize) -> Value) {
    let (dataset, items) = (dataset(text), Items::read(text).unwrap());
    assert_eq!(items.all().len(), dataset.items.len());
    for set in sets {
        let template = template(set);
        for (idx, item) in dataset.items.iter().enumerate() {
            // The question before and the question after as examples: they are in the dataset, too.
            let last = dataset.items.len() - 1;
            let near = [idx.saturating_sub(1), (idx + 1).min(last)];
            let near: Vec<Value> = near
                .iter()
                .map(|&near| as_example(&dataset, near))
                .collect();
            for examples in [json!([]), of_examples(&dataset, &[0, 1, 2]), json!(near)] {
                let prompt = rendered(&template, &dataset, idx, &examples);
                let found = items.asked(&prompt).map(|item| item.id.as_str());
                assert_eq!(found, Some(item.id.as_str()), "{set}: {prompt}");
            }
        }
    }
}

#[test]
fn every_report_is_found_in_every_template() {
    each_is_found(
        TAILS,
        &["extract_tail_number", "extractive_qa"],
        |dataset, idx| {
            let values: Map<String, Value> = of_item(dataset, idx)
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect();
            json!({"question": values["query"], "transcript": values["context"], "answer": "[N1]"})
        },
    );
}

#[test]
fn every_exam_question_is_found_in_every_template() {
    each_is_found(
        EXAM,
        &["aviation_exam", "mcqa"],
        |dataset, idx| json!({"input": of_item(dataset, idx)[0].1, "output": "A"}),
    );
}

fn article(qas: &Value) -> Items {
    let context = "Who flew it? The pilot, Ann Lee, flew the glider to Bern in May.";
    let paragraphs = json!([{"context": context, "qas": qas}]);
    Items::read(&json!({"data": [{"paragraphs": paragraphs}]}).to_string()).unwrap()
}

#[test]
fn of_questions_about_one_passage_the_last_and_longest_is_found() {
    let qas = json!([
        {"id": "who", "question": "Who flew it?", "answers": [{"text": "Ann Lee"}]},
        {"id": "who-first", "question": "In May: Who flew it?", "answers": [{"text": "Ann Lee"}]},
        {"id": "where", "question": "Who flew it? Where to?", "answers": []},
    ]);
    let items = article(&qas);
    let context = &items.all()[0].context;
    let found = |prompt: String| {
        items
            .asked(&prompt)
            .map(|item| item.id.clone())
            .unwrap_or_default()
    };
    assert_eq!(found(format!("{context} Who flew it?")), "who");
    assert_eq!(
        found(format!("{context} In May: Who flew it?")),
        "who-first"
    );
    assert_eq!(
        found(format!(
            "{context}\n\nQuestion: Who flew  it?\nWhere to? Reply:"
        )),
        "where"
    );
    // The question first: that its words also begin the passage does not matter.
    assert_eq!(
        found(format!("Who flew it? Where to?\n\n{context}\n\nReply:")),
        "where"
    );
    // Another question about the same passage as an example.
    assert_eq!(
        found(format!(
            "{context} Who flew it? Where to? Bern. {context} In May: Who flew it?"
        )),
        "who-first"
    );
    assert_eq!(found(format!("{context} And what did it cost?")), "");
    assert_eq!(found("Say OK".to_owned()), "");
    assert_eq!(found(String::new()), "");
}

#[test]
fn white_space_and_line_ends_do_not_matter() {
    let data = json!({"data": [{"id": 7, "input": "Which?\r\nA) one\r\nB) two", "output": "B"}]});
    let items = Items::read(&data.to_string()).unwrap();
    let found = items
        .asked("Question:\nWhich?\nA)  one\nB) two\n\nReply:")
        .unwrap();
    assert_eq!(
        (
            found.id.as_str(),
            found.right.text.as_str(),
            found.wrong.text.as_str()
        ),
        ("7", "B", "A")
    );
}

#[test]
fn a_wrong_answer_is_another_letter_or_a_span_without_a_right_word() {
    for item in Items::read(EXAM).unwrap().all() {
        assert_ne!(item.right.text, item.wrong.text, "{}", item.id);
        assert!(
            item.question.contains(&format!("{}) ", item.wrong.text)),
            "{}",
            item.id
        );
    }
    for item in Items::read(TAILS).unwrap().all() {
        let inside = item.wrong.text.trim_matches(['[', ']']);
        assert!(
            item.context.replace(',', "").contains(inside),
            "{}: {inside}",
            item.id
        );
        let is_shared = |word: &str| {
            item.right
                .text
                .to_lowercase()
                .contains(&word.to_lowercase())
        };
        assert!(!inside.split(' ').any(is_shared), "{}: {inside}", item.id);
    }
    let qas = json!([{"id": "a", "question": "Who?", "answers": []}, {"id": "b", "question": "What?", "answers": {"text": ["the glider"]}}]);
    let items = article(&qas);
    assert_eq!(
        (
            items.all()[0].right.text.as_str(),
            items.all()[0].wrong.text.as_str()
        ),
        ("", "Who flew")
    );
    assert_eq!(items.all()[1].right.text, "the glider");
}

#[test]
fn files_that_are_no_dataset_are_refused_with_the_reason() {
    let why = |text: &str| Items::read(text).err().unwrap();
    assert!(why("[").starts_with("not JSON"));
    assert_eq!(why("{}"), "no list named data");
    assert!(
        why(r#"{"data": [{"id": 1}, 3, {"paragraphs": []}]}"#).starts_with("no question in data")
    );
}
