#![allow(clippy::unwrap_used)]
#![cfg(not(target_arch = "wasm32"))]
//! What every kind of file is understood as, whatever its name, and what is said about it.

#[path = "long/times.rs"]
mod long;

#[path = "intake/any_bytes.rs"]
mod any_bytes;
#[path = "intake/cases.rs"]
mod cases;

use cases::case_file;
use marksheet::dataset::Task;
use marksheet::intake::{Facts, Intake, Understood, read};
use marksheet::problem::Severity;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

fn name_of(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

/// The facts that are not zero or empty.
fn facts(facts: &Facts) -> String {
    let all = format!("{facts:?}");
    let inner = all.trim_start_matches("Facts {").trim_end_matches('}');
    let is_empty = |part: &&str| {
        [": 0", ": \"\"", ": false", ": (0", "0)"]
            .iter()
            .any(|end| part.ends_with(end))
    };
    let parts: Vec<_> = inner
        .split(", ")
        .map(str::trim)
        .filter(|part| !is_empty(part))
        .collect();
    format!("facts: {}", parts.join(", "))
}

/// Everything that was read, as text to review.
fn shown(intake: &Intake) -> String {
    let mut text = String::new();
    let mut say = |line: String| writeln!(text, "{line}").unwrap();
    match &intake.understood {
        Understood::Dataset(dataset) => {
            say(format!(
                "dataset: {:?}, {}, ALUE's marks: {}",
                dataset.task, dataset.shape, dataset.has_alue_marks
            ));
            say(format!("about: {:?}", dataset.about));
            for (i, context) in dataset.contexts.iter().enumerate() {
                say(format!("context {i}: {context:?}"));
            }
            for item in &dataset.items {
                let choices: String = item
                    .choices
                    .iter()
                    .map(|choice| format!(" {}={}", choice.letter, choice.text))
                    .collect();
                say(format!(
                    "{} | {:?} | context {:?} | {:?} |{choices}",
                    item.id, item.question, item.context, item.answers
                ));
            }
            for example in &dataset.examples {
                say(format!("example: {example}"));
            }
        }
        Understood::Predictions(predictions) => {
            say(format!(
                "predictions: {}, {:?}, model {:?}",
                predictions.shape, predictions.join, predictions.model
            ));
            for entry in &predictions.entries {
                say(format!(
                    "{} | {} | {:?} | {:?}",
                    entry.id, entry.value, entry.no_answer_probability, entry.failure
                ));
            }
        }
        Understood::IdTexts(texts) => {
            say(format!("ids and texts: {}", texts.shape()));
            for entry in texts.clone().into_predictions().entries {
                say(format!("{} | {}", entry.id, entry.value));
            }
        }
        other => say(format!("{other:?}")),
    }
    say(facts(&intake.facts));
    for problem in &intake.problems {
        say(format!("[{}] {problem}", problem.severity.word()));
    }
    text
}

/// One snapshot per fixture; those named `err_*` must report an error, the others must not.
#[test]
fn every_fixture_reads_as_recorded() {
    for folder in ["dataset", "predictions", "text"] {
        for path in fixtures(folder) {
            let name = name_of(&path);
            let intake = read(name, &std::fs::read(&path).unwrap());
            let has_error = intake
                .problems
                .iter()
                .any(|problem| problem.severity == Severity::Error);
            assert_eq!(
                has_error,
                name.starts_with("err_"),
                "{name}: {:?}",
                intake.problems
            );
            assert!(
                intake
                    .problems
                    .iter()
                    .all(|problem| problem.place.file.as_deref() == Some(name))
            );
            insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(format!("{folder}__{name}"), shown(&intake));
            });
        }
    }
}

/// The name decides nothing but templates, and the file's name in messages.
#[test]
fn every_file_reads_the_same_under_another_name() {
    for folder in ["dataset", "predictions", "text", "cases/files"] {
        for path in fixtures(folder) {
            let bytes = std::fs::read(&path).unwrap();
            let [a, b] = ["unknown", "data.csv.json"].map(|name| {
                let mut intake = read(name, &bytes);
                intake.file.clear();
                shown(&intake).replace(name, "NAME")
            });
            assert_eq!(a, b, "{}", path.display());
        }
    }
}

#[test]
fn numbers_in_predictions_stay_as_written() {
    let Understood::IdTexts(texts) = case_file("17.predictions.json").understood else {
        panic!()
    };
    let written: Vec<_> = texts
        .into_predictions()
        .entries
        .into_iter()
        .map(|entry| entry.value.to_json_text())
        .collect();
    assert_eq!(written, ["1976", "3.50", "true", "2.0", "118.1"]);
}

/// Case 26: both files start with a byte order mark, which does no harm.
#[test]
fn a_byte_order_mark_is_not_part_of_the_text() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases/files");
    let marked = std::fs::read(folder.join("26.predictions.json")).unwrap();
    let plain = marked.strip_prefix(b"\xEF\xBB\xBF").unwrap();
    assert_eq!(shown(&read("x", &marked)), shown(&read("x", plain)));
    assert!(matches!(
        read("x", &marked).understood,
        Understood::IdTexts(_)
    ));
}

#[test]
fn a_key_of_letters_becomes_multiple_choice_and_says_so() {
    let Understood::IdTexts(texts) = read("k", br#"{"1": "B", "2": "(d)", "3": ["A"]}"#).understood
    else {
        panic!()
    };
    let (key, problems) = texts.into_key().unwrap();
    assert_eq!(key.task, Task::MultipleChoice);
    assert_eq!(key.items[1].answers, ["D"]);
    let letters: String = key.items[0]
        .choices
        .iter()
        .map(|choice| choice.letter)
        .collect();
    assert_eq!(letters, "ABD");
    assert!(
        problems
            .iter()
            .any(|problem| problem.to_string().contains("letters that occur")
                && problem.to_string().starts_with("k: "))
    );
}

#[test]
fn a_key_of_texts_becomes_extractive_with_all_gold_answers() {
    let Understood::IdTexts(texts) = read(
        "k",
        br#"{"1": "red", "2": ["a", "b"], "3": "", "4": [], "5": null, "6": 3.50}"#,
    )
    .understood
    else {
        panic!()
    };
    let (key, problems) = texts.into_key().unwrap();
    assert_eq!(key.task, Task::Extractive);
    let answers: Vec<_> = key
        .items
        .iter()
        .map(|item| item.answers.join("/"))
        .collect();
    assert_eq!(answers, ["red", "a/b", "", "", "3.50"]);
    assert!(
        problems
            .iter()
            .any(|problem| problem.message.contains("no answer in the key")
                && problem.place.item.as_deref() == Some("5"))
    );
}

#[test]
fn templates_are_known_by_name_or_by_their_marks() {
    for (name, text) in [
        ("a.jinja2", "{\"a\": 1}"),
        ("A.J2", "plain"),
        ("b.txt", "Hi {{ query }}"),
        ("c", "{% if a %}x{% endif %}"),
        ("d", "{# note #}\n{{ a }}"),
        ("e.txt", "<s>[INST] {{ input }} [/INST]"),
        ("f.txt", "[INST] {{ input }} [/INST]"),
        ("g.txt", "<|im_start|>user\n{{ input }}<|im_end|>"),
    ] {
        assert_eq!(
            read(name, text.as_bytes()).understood,
            Understood::Template(text.to_owned()),
            "{name}"
        );
    }
    assert!(!matches!(
        read("e.json", b"{\"q1\": \"{{ a }}\"}").understood,
        Understood::Template(_)
    ));
}

#[test]
fn json_lines_with_a_bad_first_line_are_still_json_lines() {
    let text = "{\"id\": 1, \"prediction\": \n{\"id\": 2, \"prediction\": \"b\"}\n{\"id\": 3, \"prediction\": \"c\"}";
    let intake = read("x", text.as_bytes());
    let Understood::Predictions(predictions) = &intake.understood else {
        panic!("{intake:?}")
    };
    assert_eq!(predictions.entries.len(), 2);
    assert_eq!(intake.problems[0].place.line, Some(1));
}

#[test]
fn spreadsheets_and_zips_are_told_apart() {
    assert_eq!(
        read("x", b"PK\x03\x04 predictions.json").understood,
        Understood::Zip
    );
    let intake = read("x", b"PK\x03\x04 xl/workbook.xml");
    assert!(shown(&intake).contains("Excel"));
}

/// Enough of everything that could be compared pairwise for a slow way to show.
#[test]
fn large_files_take_no_time() {
    let n = 30_000;
    let mut same_ids = String::from("[");
    let mut no_ids = String::from("id,question,context,answer\n");
    let mut bad = String::from("{\"data\": [{\"paragraphs\": [{\"context\": \"c\", \"qas\": [");
    let mut keys = String::from("{");
    for i in 0..n {
        write!(
            same_ids,
            "{{\"id\": \"{}\", \"prediction\": \"x\"}},",
            i / 2
        )
        .unwrap();
        writeln!(no_ids, ",What?,context {},x", i / 3).unwrap();
        write!(bad, "{{\"id\": {i}}},").unwrap();
        write!(keys, "\"k{}\": NaN,", i / 2).unwrap();
    }
    same_ids.push_str("{}]");
    bad.push_str("{\"id\": \"good\", \"question\": \"q\", \"answers\": []}]}]}]}");
    keys.push_str("\"z\": 1}");
    for text in [
        same_ids,
        no_ids,
        bad,
        keys,
        format!("{}{}", "[".repeat(n), "{\"a\":".repeat(n)),
        "\"".repeat(n),
        "{\n".repeat(n),
    ] {
        let intake = read("large", text.as_bytes());
        assert!(
            !intake.problems.is_empty() && intake.problems.len() < 30,
            "{}",
            intake.problems.len()
        );
    }
}
