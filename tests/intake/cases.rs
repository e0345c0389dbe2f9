//! Cases with declared values: everything they declare is read from their files, and their faults are told.

use super::{fixtures, name_of, shown};
use marksheet::intake::{Intake, Understood, read};
use std::path::Path;

pub fn case_file(name: &str) -> Intake {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/cases/files")
        .join(name);
    read(name, &std::fs::read(path).unwrap())
}

/// The values a case declares in its own file, to compare with what is read from the bytes.
fn case(number: &str) -> serde_json::Value {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/cases/{number}.json"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn case_numbers() -> Vec<String> {
    let paths = fixtures("cases");
    let names = paths
        .iter()
        .map(|path| name_of(path))
        .filter(|name| name.len() == "01.json".len());
    names.map(|name| name[..2].to_owned()).collect()
}

/// All questions of a case's dataset, found by walking the declared value without regard to shape.
fn declared_questions(value: &serde_json::Value, found: &mut Vec<serde_json::Value>) {
    match value {
        serde_json::Value::Array(values) => values
            .iter()
            .for_each(|value| declared_questions(value, found)),
        serde_json::Value::Object(fields) if fields.contains_key("id") => found.push(value.clone()),
        serde_json::Value::Object(fields) => {
            let inner = fields
                .iter()
                .filter(|(name, _)| *name != "examples")
                .map(|(_, value)| value);
            inner.for_each(|value| declared_questions(value, found));
        }
        _ => {}
    }
}

fn text_of(value: &serde_json::Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

#[test]
fn every_case_with_a_declared_dataset_has_all_its_questions() {
    for number in case_numbers() {
        let case = case(&number);
        let mut declared = Vec::new();
        declared_questions(&case["dataset"], &mut declared);
        if declared.is_empty() {
            continue;
        }
        let file = case["dataset_file"]
            .as_str()
            .unwrap()
            .trim_start_matches("files/");
        let intake = case_file(file);
        let Understood::Dataset(dataset) = &intake.understood else {
            panic!("{file}: {intake:?}")
        };
        assert_eq!(
            dataset.items.len() + intake.facts.n_skipped,
            declared.len(),
            "{file}"
        );
        for item in &dataset.items {
            let same_id = |question: &&serde_json::Value| text_of(&question["id"]) == item.id;
            let question = declared.iter().filter(same_id).any(|question| {
                [&question["question"], &question["input"]]
                    .iter()
                    .any(|text| text.as_str() == Some(&item.question))
            });
            assert!(question, "{file}: {item:?}");
        }
    }
}

#[test]
fn every_case_with_declared_predictions_has_them_all() {
    for number in case_numbers() {
        let case = case(&number);
        let Some(declared) = case["predictions"]
            .as_object()
            .filter(|declared| !declared.contains_key("ground_truth"))
        else {
            continue;
        };
        let file = case["predictions_file"]
            .as_str()
            .unwrap()
            .trim_start_matches("files/");
        let predictions = match case_file(file).understood {
            Understood::Predictions(predictions) => predictions,
            Understood::IdTexts(texts) => texts.into_predictions(),
            // Cut off (38) and empty (30): nothing to compare.
            Understood::Nothing if matches!(&*number, "30" | "38") => continue,
            other => panic!("{file}: {other:?}"),
        };
        for entry in &predictions.entries {
            let (read, declared) = (entry.value.to_value(), &declared[&entry.id]);
            // JSON.parse and Python write 3.50 and 2.0 in other ways; the value is the same.
            let is_same = read == *declared
                || read
                    .as_f64()
                    .is_some_and(|number| declared.as_f64() == Some(number));
            assert!(is_same, "{file}: {} is {read}, not {declared}", entry.id);
        }
        assert_eq!(predictions.entries.len(), declared.len(), "{file}");
    }
}

/// What a case's message must tell, as far as one file alone shows it.
#[test]
fn the_faults_of_single_case_files_are_told() {
    for (file, parts) in [
        (
            "14.dataset.json",
            vec![
                "[error]",
                "duplicate question id \"d1\"",
                "2 questions share it",
                "cannot be told apart",
            ],
        ),
        (
            "25.predictions.json",
            vec![
                "[error]",
                "not valid JSON: NaN at line 3",
                "Python writes NaN for a missing value; replace it by null or \"\"",
            ],
        ),
        (
            "30.predictions.json",
            vec!["[error]", "the predictions file is empty"],
        ),
        (
            "31.dataset.json",
            vec![
                "[error]",
                "item \"e2\": has no \"answers\" (also e4, e6)",
                "item \"e3\": has null or NaN in place of its answers",
                "item \"e5\": has a bare text in \"answers\" instead of {\"text\": …}",
            ],
        ),
        (
            "34.predictions.json",
            vec!["results.json", "predictions.json", "question id"],
        ),
        (
            "38.predictions.json",
            vec![
                "[error]",
                "ends in the middle of a text at line 3",
                "looks cut off",
            ],
        ),
        (
            "66.dataset.json",
            vec!["[error]", "\"2\"", "2 questions share it"],
        ),
        (
            "68.dataset.jsonl",
            vec!["split \"test\" are scored: 2", "few-shot examples: 1"],
        ),
    ] {
        let said = shown(&case_file(file));
        for part in parts {
            assert!(
                said.contains(part),
                "{file}: {part:?} is missing in\n{said}"
            );
        }
    }
}
