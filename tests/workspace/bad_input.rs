//! Every kind of bad input, dropped beside a good dataset and good predictions: what is said, and that nothing is lost.

use super::page::{ANSWERS, EXAM, LETTERS, Page, SQUAD, figure, questions, runs};
use super::zips::packed;
use marksheet::problem::{Problem, Severity};
use marksheet::protocol::View;
use std::fmt::Write;

fn utf_16(text: &str) -> Vec<u8> {
    let units = [0xFEFF].into_iter().chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

fn kinds() -> Vec<(&'static str, Vec<u8>)> {
    let deep = |open: &str, close: &str| {
        [open.repeat(10_000), close.repeat(10_000)]
            .concat()
            .into_bytes()
    };
    let text = |text: &str| text.as_bytes().to_vec();
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0".to_vec();
    vec![
        (
            "not_json.json",
            text("{\"q1\": \"3,000 m\",\n \"q2\": the Harbor,\n \"q3\": \"x\"}"),
        ),
        (
            "cut_off.json",
            text("{\"q1\": \"3,000 m\",\n \"q2\": \"the Har"),
        ),
        (
            "page.json",
            text(
                "<!DOCTYPE html>\n<html><head><title>404 Not found</title></head><body>Gone</body></html>",
            ),
        ),
        (
            "python.json",
            text("{'q1': '3,000 m', 'q2': None, 'q3': True}"),
        ),
        (
            "package.json",
            text("{\"name\": \"thing\", \"version\": \"1.0.0\", \"dependencies\": {\"a\": \"1\"}}"),
        ),
        (
            "notes.txt",
            text("Dear all,\nplease find the predictions attached.\n"),
        ),
        (
            "scores.json",
            text("{\"exact\": 71.2, \"f1\": 80.1, \"total\": 240}"),
        ),
        ("list.json", text("[\"3,000 m\", \"the Harbor\", \"\"]")),
        ("picture.png", png),
        (
            "renamed.json",
            b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj".to_vec(),
        ),
        ("empty.json", Vec::new()),
        ("blank.json", text("  \n\n ")),
        ("no_answers.json", text("{}")),
        ("deep_list.json", deep("[", "]")),
        ("deep_object.json", deep("{\"a\":", "}")),
        ("one_line.txt", vec![b'x'; 3 << 20]),
        ("bomb.zip", packed(&[("zeros.json", &vec![b'0'; 64 << 20])])),
        (
            "broken.zip",
            packed(&[("a.json", ANSWERS.as_bytes())])[..60].to_vec(),
        ),
        ("nothing.zip", packed(&[])),
        (
            "nested.zip",
            packed(&[("inner.zip", &packed(&[("a.json", ANSWERS.as_bytes())]))]),
        ),
    ]
}

/// Kinds that are read, with something to say.
fn odd() -> Vec<(&'static str, Vec<u8>)> {
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        (
            "lines.json",
            text(
                "{\"id\": \"q1\", \"prediction\": \"3,000 m\"}\n{\"id\": \"q2\", \"prediction\": \"the Harbor\"}\n",
            ),
        ),
        (
            "nan.json",
            text("{\"q1\": \"3,000 m\",\n \"q2\": NaN,\n \"q3\": -Infinity}"),
        ),
        (
            "twice_key.json",
            text("{\"q1\": \"3,000 m\", \"q2\": \"a\", \"q2\": \"b\", \"q3\": \"c\"}"),
        ),
        (
            "twice_id.csv",
            text("id,prediction\nq1,\"3,000 m\"\nq2,a\nq2,b\n"),
        ),
        ("utf16.json", utf_16(ANSWERS)),
        (
            "latin.csv",
            b"id,prediction\nq1,caf\xE9\nq2,\xFCber\n".to_vec(),
        ),
        (
            "one_bad_line.json",
            text(
                "{\"id\": \"q1\", \"prediction\": \"3,000 m\"}\n{\"id\": \"q2\", \"prediction\": \n{\"id\": \"q3\", \"prediction\": \"x\"}\n",
            ),
        ),
    ]
}

fn told(view: &View, name: &str) -> String {
    let mut text = String::new();
    for file in view.files.iter().filter(|file| file.name == name) {
        writeln!(text, "{name}: {} ({})", file.kind, file.summary).unwrap();
        for problem in &file.problems {
            writeln!(text, "  [{}] {problem}", problem.severity.word()).unwrap();
        }
    }
    text
}

/// What is said about one file beside good ones, which must stay scored.
fn beside_good_ones(name: &str, bytes: &[u8]) -> (View, String) {
    let mut page = Page::with(&[("dev.json", SQUAD), ("good.json", ANSWERS)]);
    let before = page.view();
    let view = page.drop(&[(name, bytes)]);
    assert!(
        view.runs.iter().any(|run| run.name == "good.json"),
        "{name}"
    );
    assert_eq!(view.files[..1], before.files[..1], "{name}");
    page.workspace.select(before.runs[0].key);
    assert_eq!(
        page.view().scores,
        before.scores,
        "{name}: the good run's scores"
    );
    let told = told(&view, name);
    assert!(told.contains('['), "{name}: nothing is said");
    (view, told)
}

#[test]
fn every_kind_of_unusable_file_is_named_and_costs_nothing() {
    let mut text = String::new();
    for (name, bytes) in kinds() {
        let (view, told) = beside_good_ones(name, &bytes);
        let file = view.files.last().unwrap();
        assert!(
            file.problems
                .iter()
                .any(|problem| problem.severity == Severity::Error),
            "{told}"
        );
        text += &told;
    }
    insta::assert_snapshot!("unusable", text);
}

#[test]
fn every_odd_file_is_read_and_says_what_is_odd() {
    let mut text = String::new();
    for (name, bytes) in odd() {
        let (view, told) = beside_good_ones(name, &bytes);
        assert!(view.files.last().unwrap().is_used, "{told}");
        assert!(runs(&view).contains(&name), "{told}");
        text += &told;
    }
    insta::assert_snapshot!("odd", text);
}

#[test]
fn faults_between_files_are_told_with_ids_of_both_sides() {
    let mut text = String::new();
    let mut note = |title: &str, view: &View| {
        writeln!(text, "# {title}").unwrap();
        for file in &view.files {
            text += &told(view, &file.name);
        }
        for question in questions(view) {
            writeln!(text, "? {question}").unwrap();
        }
    };
    note(
        "two datasets",
        &Page::with(&[("dev.json", SQUAD), ("exam.json", EXAM)]).view(),
    );
    note(
        "predictions without a dataset",
        &Page::with(&[("answers.json", ANSWERS)]).view(),
    );
    let listed = r#"[{"id": "q1", "prediction": "x"}]"#;
    note(
        "predictions that can be nothing else, without a dataset",
        &Page::with(&[("p.json", listed)]).view(),
    );
    note(
        "no id matches",
        &Page::with(&[("dev.json", SQUAD), ("letters.json", LETTERS)]).view(),
    );
    let upper = r#"{"Q1": "x", "Q2": "y", "Q3": "z"}"#;
    note(
        "ids differ in case",
        &Page::with(&[("dev.json", SQUAD), ("upper.json", upper)]).view(),
    );
    let some = r#"{"q1": "x", "q7": "y", "q8": "y", "q9": "z"}"#;
    note(
        "some ids match",
        &Page::with(&[("dev.json", SQUAD), ("some.json", some)]).view(),
    );
    let twice = SQUAD.replace("\"q3\"", "\"q2\"");
    note(
        "an id twice",
        &Page::with(&[("dev.json", &twice), ("answers.json", ANSWERS)]).view(),
    );
    note(
        "nothing answered",
        &Page::with(&[("dev.json", SQUAD), ("none.json", "{}")]).view(),
    );
    insta::assert_snapshot!("between_files", text);
}

#[test]
fn bad_files_alone_fail_and_a_good_pair_afterwards_is_scored() {
    for (name, bytes) in kinds() {
        let mut page = Page::default();
        let view = page.drop(&[(name, &bytes)]);
        assert!(view.is_failed && view.scores.is_none(), "{name}");
        let view = page.drop(&[
            ("dev.json", SQUAD.as_bytes()),
            ("good.json", ANSWERS.as_bytes()),
        ]);
        assert_eq!(figure(&view, "total"), 3.0, "{name}");
        assert!(!view.is_failed);
    }
}

#[test]
fn a_file_that_was_not_read_is_listed_with_the_reason() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("good.json", ANSWERS)]);
    let key = page.workspace.refuse(
        "huge.json",
        500 << 20,
        Problem::error("this file is 500 MB").hint("split it"),
    );
    page.workspace.settle();
    let view = page.view();
    assert_eq!(
        told(&view, "huge.json"),
        "huge.json: Not usable ()\n  [error] huge.json: this file is 500 MB — split it\n"
    );
    assert!(view.scores.is_some());
    assert!(
        page.workspace
            .saved()
            .files
            .iter()
            .all(|file| file.key != key)
    );
    page.workspace.remove(key);
    assert_eq!(page.view().files.len(), 2);
}
