//! What fills a template, from files of every shape.

use marksheet::dataset::{Dataset, Task};
use marksheet::intake::{Understood, read};
use marksheet::prompt::{invented, known, of_examples, of_item};
use serde_json::{Value, json};

fn dataset(name: &str, text: &str) -> Dataset {
    match read(name, text.as_bytes()).understood {
        Understood::Dataset(dataset) => dataset,
        other => panic!("{name} is {other:?}"),
    }
}

fn item(dataset: &Dataset, index: usize) -> Value {
    Value::Object(
        of_item(dataset, index)
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}

fn examples(dataset: &Dataset) -> Value {
    let all: Vec<usize> = (0..dataset.examples.len()).collect();
    of_examples(dataset, &all)
}

#[test]
fn squad_shaped_questions_have_query_and_context_as_written() {
    let data = dataset(
        "d.json",
        r#"{"data": [{"examples": [{"question": "Q?", "transcript": "T\r\n", "answer": "[N1]", "level": 3, "tags": ["a", {"b": null}]}, {"question": "R?", "answer": 7}],
            "paragraphs": [{"context": " C {{ x }}\r\n", "qas": [{"id": 1, "question": "Q2? ", "answers": []}]}]}]}"#,
    );
    assert_eq!(
        item(&data, 0),
        json!({"query": "Q2? ", "context": " C {{ x }}\r\n"})
    );
    assert_eq!(item(&data, 9), json!({}));
    assert_eq!(
        examples(&data),
        json!([
            {"question": "Q?", "transcript": "T\r\n", "answer": "[N1]", "level": 3, "tags": ["a", {"b": null}]},
            {"question": "R?", "answer": 7}
        ])
    );
}

#[test]
fn alue_choices_keep_their_input_and_get_one_where_the_shipped_file_has_other_keys() {
    let data = dataset(
        "d.json",
        r#"{"task_info": {"task_name": "x"}, "examples": [{"id": 5, "input": "E?\r\nA) x\r\nB) y", "output": "B", "why": [1]}],
            "data": [{"id": 0, "input": "Q?\r\nA) x\r\nB) y", "output": "A"}]}"#,
    );
    assert_eq!(item(&data, 0), json!({"input": "Q?\r\nA) x\r\nB) y"}));
    assert_eq!(
        examples(&data),
        json!([{"id": 5, "input": "E?\r\nA) x\r\nB) y", "output": "B", "why": [1]}])
    );
    let shipped = dataset(
        "d.json",
        r#"{"examples": [{"question": "E?\r\nA) x\r\nB) y", "correct_answer": {"selected_option": "B"}}],
            "data": [{"id": 0, "question": "Q?\r\nA) x\r\nB) y", "answer": "A"}]}"#,
    );
    assert_eq!(item(&shipped, 0), json!({"input": "Q?\r\nA) x\r\nB) y"}));
    assert_eq!(
        examples(&shipped),
        json!([{"question": "E?\r\nA) x\r\nB) y", "correct_answer": {"selected_option": "B"}, "input": "E?\r\nA) x\r\nB) y", "output": "B"}])
    );
}

#[test]
fn choices_of_rows_become_lines_of_the_input() {
    let rows = concat!(
        r#"{"split": "train", "question": "E?", "choices": ["x", "y", "z"], "answer": 2}"#,
        "\n",
        r#"{"split": "test", "id": "a", "question": "Q?", "choices": ["x", "y"], "answer": 0}"#,
        "\n",
        r#"{"split": "test", "id": "b", "question": "R?", "choices": {"text": ["x", "y"], "label": ["A", "B"]}, "answer": 1}"#,
    );
    let data = dataset("d.jsonl", rows);
    assert_eq!(data.task, Task::MultipleChoice);
    assert_eq!(item(&data, 0), json!({"input": "Q?\nA) x\nB) y"}));
    assert_eq!(item(&data, 1), json!({"input": "R?\nA) x\nB) y"}));
    let shown = examples(&data);
    assert_eq!(shown[0]["input"], "E?\nA) x\nB) y\nC) z");
    assert_eq!(
        shown[0]["output"], "C",
        "2 counts from 0, as in the questions"
    );
    assert_eq!(shown[0]["answer"], 2);
    assert_eq!(shown[0]["choices"], json!(["x", "y", "z"]));
}

#[test]
fn rows_of_tables_are_examples_too() {
    let csv = "split,id,question,A,B,answer\nexample,e,E?,x,y,y\ntest,a,Q?,x,y,A\n";
    let data = dataset("d.csv", csv);
    assert_eq!(item(&data, 0), json!({"input": "Q?\nA) x\nB) y"}));
    let shown = examples(&data);
    assert_eq!(
        (&shown[0]["input"], &shown[0]["output"], &shown[0]["split"]),
        (&json!("E?\nA) x\nB) y"), &json!("B"), &json!("example"))
    );
    let csv =
        "split,id,question,context,answer\nexample,e,E?,the text,words\ntest,a,Q?,more text,more\n";
    let data = dataset("d.csv", csv);
    let shown = examples(&data);
    assert_eq!(shown[0]["transcript"], "the text");
    assert_eq!(shown[0]["answer"], "words");
}

#[test]
fn hugging_face_answers_give_the_first_text_or_an_empty_one() {
    let rows = concat!(
        r#"{"split": "train", "question": "E?", "context": "c", "answers": {"text": ["one", "two"], "answer_start": [0, 4]}}"#,
        "\n",
        r#"{"split": "train", "question": "F?", "context": "c", "answers": {"text": [], "answer_start": []}}"#,
        "\n",
        r#"{"split": "test", "id": "a", "question": "Q?", "context": "c", "answers": {"text": ["x"], "answer_start": [0]}}"#,
    );
    let shown = examples(&dataset("d.jsonl", rows));
    assert_eq!(shown[0]["answer"], "one");
    assert_eq!(shown[0]["transcript"], "c");
    assert_eq!(shown[1]["answer"], "");
}

#[test]
fn a_question_without_a_text_has_an_empty_context() {
    let data = dataset(
        "d.json",
        r#"[{"id": "a", "question": "Who?", "answers": ["N1"]}]"#,
    );
    assert_eq!(item(&data, 0), json!({"query": "Who?", "context": ""}));
}

#[test]
fn invented_values_have_every_variable_and_field() {
    for task in [Task::Extractive, Task::MultipleChoice] {
        let values = invented(task);
        for known in known(task) {
            let value = &values[known.name];
            for field in known.fields {
                assert!(value[0][field].is_string(), "{}.{field}", known.name);
            }
        }
    }
}
