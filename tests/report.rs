//! The result files of a run: shapes, numbers, and the way back.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

#[path = "report/documents.rs"]
mod documents;
#[path = "report/found.rs"]
mod found;
#[path = "report/made.rs"]
mod made;
#[path = "report/verdicts.rs"]
mod verdicts;
#[path = "report/zips.rs"]
mod zips;

use made::{Made, entry, item, json, number, text};
use marksheet::dataset::Task;
use marksheet::outcome::Outcome;
use marksheet::predictions::Failure;
use marksheet::report::run_record::{self, InputFile};
use marksheet::report::{self, RunFacts};
use serde_json::Value;

/// Three tail-number questions: one right, one two thirds right, one without a prediction.
fn tails() -> Made {
    let mut made = Made::new(Task::Extractive);
    made.add(
        item("q1", &["N1AB"]),
        Some(entry("q1", text("N1AB"))),
        Outcome::Correct,
        1.0,
    );
    let list = json(r#"["N2CD", 3.50, null, {"a": true}]"#);
    made.add(
        item("q2", &[]),
        Some(entry("q2", list)),
        Outcome::Partial,
        2.0 / 3.0,
    );
    made.add(item("q3", &["a", "b"]), None, Outcome::Missing, 0.0);
    made
}

fn letters() -> Made {
    let mut made = Made::new(Task::MultipleChoice);
    made.add(
        item("1", &["B"]),
        Some(entry("1", text("B"))),
        Outcome::Correct,
        1.0,
    );
    made.add(
        item("2", &["C"]),
        Some(entry("2", text("**A**"))),
        Outcome::Wrong,
        0.0,
    );
    made
}

fn read(made: &Made, name: &str) -> Value {
    serde_json::from_str(&made.file(name)).unwrap()
}

#[test]
fn predictions_keep_values_as_written_and_leave_missing_ids_out() {
    let made = tails();
    let written = "{\n  \"q1\": \"N1AB\",\n  \"q2\": [\"N2CD\", 3.50, null, {\"a\": true}]\n}\n";
    assert_eq!(made.file("predictions.json"), written);
}

#[test]
fn numbers_json_cannot_hold_become_text() {
    for (digits, written) in [
        ("12345678901234567890123", "12345678901234567890123"),
        ("-0.50e+10", "-0.50e+10"),
        ("+5", "\"+5\""),
        (".5", "\".5\""),
        ("5.", "\"5.\""),
        ("007", "\"007\""),
        ("1e", "\"1e\""),
        ("-", "\"-\""),
        ("", "\"\""),
    ] {
        let mut made = Made::new(Task::Extractive);
        made.add(
            item("q", &["x"]),
            Some(entry("q", number(digits))),
            Outcome::Wrong,
            0.0,
        );
        assert_eq!(
            made.file("predictions.json"),
            format!("{{\n  \"q\": {written}\n}}\n")
        );
    }
}

#[test]
fn failed_call_without_a_value_is_error_as_alue_writes_it() {
    let mut made = Made::new(Task::Extractive);
    let mut failed = entry("q", json("null"));
    let outcome = Outcome::Timeout;
    let detail = "60 s".to_owned();
    failed.failure = Some(Failure { outcome, detail });
    made.add(item("q", &["x"]), Some(failed), outcome, 0.0);
    made.add(
        item("r", &["x"]),
        Some(entry("r", json("null"))),
        Outcome::Empty,
        0.0,
    );
    assert_eq!(read(&made, "predictions.json")["q"], "ERROR");
    assert_eq!(read(&made, "predictions.json")["r"], Value::Null);
}

#[test]
fn results_have_alues_keys_in_alues_order() {
    let results = read(&tails(), "results.json");
    let keys: Vec<_> = results.as_object().unwrap().keys().collect();
    #[rustfmt::skip]
    assert_eq!(keys, ["model", "task_type", "num_questions", "num_examples", "total",
        "predictions", "ground_truth", "questions", "temperature"]);
    assert_eq!(results["predictions"][2], Value::Null);
    assert_eq!(
        results["ground_truth"],
        serde_json::json!(["N1AB", "", "a"])
    );
    assert_eq!(results["questions"][0], "What is q1?");
    assert_eq!(results["num_questions"], 3);
    assert_eq!(results["temperature"], Value::Null);
}

#[test]
fn multiple_choice_metrics_are_three_and_a_fraction() {
    assert_eq!(
        letters().file("metrics.json"),
        "{\n  \"accuracy\": 0.5,\n  \"correct\": 1,\n  \"total\": 2\n}\n"
    );
    let names: Vec<_> = report::kinds(Task::MultipleChoice)
        .map(|kind| kind.name)
        .collect();
    assert_eq!(
        names,
        [
            "predictions.json",
            "results.json",
            "metrics.json",
            "per_question.csv",
            "report.html",
            "run.json"
        ]
    );
}

#[test]
fn extractive_metrics_keep_their_keys_and_name_the_profile() {
    let written = tails().file("full_metrics.json");
    assert!(
        written.starts_with("{\n  \"exact\": 33.333333333333336,\n  \"f1\": 55.5"),
        "{written}"
    );
    assert!(written.contains("\"total\": 3,\n"));
    assert!(written.ends_with("\"profile\": \"alue\"\n}\n"));
}

#[test]
fn scores_per_question_are_in_per_cent_and_read_back_as_the_same_number() {
    let made = tails();
    assert_eq!(
        made.file("exact_per_question.json"),
        "{\n  \"q1\": 100,\n  \"q2\": 0,\n  \"q3\": 0\n}\n"
    );
    let f1 = read(&made, "f1_per_question.json");
    assert_eq!(f1["q2"].as_f64(), Some(100.0 * (2.0 / 3.0)));
    let summary = read(&made, "summary.json");
    assert_eq!(
        summary["q1"],
        serde_json::json!({"gt": "N1AB", "pred": "N1AB", "f1": 100.0, "em": 100})
    );
    assert_eq!(summary["q2"]["gt"], "");
    assert_eq!(summary["q3"]["pred"], Value::Null);
}

#[test]
fn repeated_id_keeps_both_scores() {
    let mut made = Made::new(Task::Extractive);
    made.add(
        item("q", &["x"]),
        Some(entry("q", text("x"))),
        Outcome::Correct,
        1.0,
    );
    made.add(
        item("q", &["y"]),
        Some(entry("q", text("x"))),
        Outcome::Wrong,
        0.0,
    );
    assert_eq!(
        read(&made, "exact_per_question.json"),
        serde_json::json!({"q": 100, "q#2": 0})
    );
    assert_eq!(
        read(&made, "predictions.json"),
        serde_json::json!({"q": "x"})
    );
}

#[test]
fn repeated_id_with_two_predictions_loses_neither() {
    let mut made = Made::new(Task::Extractive);
    made.add(item("q", &["x"]), None, Outcome::Missing, 0.0);
    made.add(
        item("q", &["x"]),
        Some(entry("q", text("x"))),
        Outcome::Correct,
        1.0,
    );
    made.add(
        item("q", &["x"]),
        Some(entry("q", text("y"))),
        Outcome::Wrong,
        0.0,
    );
    assert_eq!(
        read(&made, "predictions.json"),
        serde_json::json!({"q": "x", "q#3": "y"})
    );
}

#[test]
fn no_file_ever_holds_nan() {
    let mut made = tails();
    made.scored.items[1].f1 = f64::NAN;
    made.scored.metrics.push(("list_f1", f64::INFINITY));
    made.facts.temperature = Some(f64::NAN);
    for file in made.files() {
        assert!(
            !file.text.contains("NaN") && !file.text.contains("inf"),
            "{}",
            file.name
        );
        if file.name.ends_with(".json") {
            serde_json::from_str::<Value>(&file.text).unwrap();
        }
    }
}

#[test]
fn limit_asks_fewer_but_keeps_all_predictions() {
    let mut made = tails();
    made.scored.items.truncate(1);
    assert_eq!(read(&made, "results.json")["num_questions"], 1);
    assert_eq!(
        read(&made, "f1_per_question.json")
            .as_object()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        read(&made, "predictions.json").as_object().unwrap().len(),
        2
    );
}

#[test]
fn no_cell_of_the_csv_is_a_formula() {
    let nasty = [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\tx",
        "\rx",
        " =1",
        "\u{200b}=1",
        "\u{feff}\u{a0}@x",
        "＝1",
    ];
    let mut made = Made::new(Task::Extractive);
    for id in nasty {
        made.add(
            item(id, &[id]),
            Some(entry(id, text(id))),
            Outcome::Correct,
            1.0,
        );
    }
    let written = made.file("per_question.csv");
    let mut rows = csv::Reader::from_reader(written.trim_start_matches('\u{feff}').as_bytes());
    let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), nasty.len());
    for (row, id) in rows.iter().zip(nasty) {
        for column in [0, 6, 7, 8, 9] {
            assert_eq!(&row[column], format!("'{id}"));
        }
        assert_eq!(&row[2], "100");
    }
}

#[test]
fn csv_is_what_excel_reads_right() {
    let mut made = Made::new(Task::Extractive);
    let asked = item("q,1", &["a \"b\"", "c"]);
    made.add(
        asked,
        Some(entry("q,1", text("line\r\nline é"))),
        Outcome::Partial,
        2.0 / 3.0,
    );
    let written = made.file("per_question.csv");
    assert_eq!(
        written,
        "\u{feff}id,outcome,exact,f1,list_f1,question,gold,prediction,normalised,compared,note\r\n\
         \"q,1\",partial,0,66.66666666666666,0,\"What is q,1?\",\"a \"\"b\"\" | c\",\
         \"line\r\nline é\",\"line\r\nline é\",\"line\r\nline é\",made by hand\r\n"
    );
}

#[test]
fn record_reads_back_as_it_was() {
    let mut made = tails();
    made.facts = RunFacts {
        name: "first run".into(),
        created: "2026-03-01T12:00:00Z".into(),
        model: Some("m".into()),
        temperature: Some(0.1),
        num_examples: Some(3),
        dataset: Some(InputFile::of("dev.json", "SQuAD-shaped JSON", b"{}")),
        ..RunFacts::default()
    };
    let written = made.file("run.json");
    let (record, problems) = run_record::read("run.json", &written).unwrap();
    assert_eq!(problems, []);
    assert_eq!(record, made.record());
    assert_eq!(record.settings.as_ref(), Some(&made.scored.settings));
    assert_eq!(record.dataset.as_ref().unwrap().n_questions, Some(3));
    assert_eq!(record.changed_metrics(&made.scored.metrics), []);
    assert_eq!(
        record.changed_metrics(&[("exact", 50.0)]),
        [("exact", 33.333333333333336, 50.0)]
    );
    assert!(written.contains("\"sent\": null"));
}

#[test]
fn record_of_a_newer_version_is_read_as_far_as_it_is_understood() {
    let text = std::fs::read_to_string("tests/fixtures/report/newer_run.json").unwrap();
    let (record, problems) = run_record::read("run.json", &text).unwrap();
    assert_eq!(record.name, "from the future");
    assert_eq!(record.settings, None);
    assert_eq!(record.metrics["exact"], 71.25);
    let shown: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert!(
        shown[0].contains("newer version (marksheet 9.0.0)"),
        "{shown:?}"
    );
    assert!(
        shown[1].contains("left out: settings, failures"),
        "{shown:?}"
    );
}

#[test]
fn what_is_no_record_is_refused_with_a_hint() {
    for text in [
        "",
        "[]",
        "{}",
        "{\"format\": 7}",
        "{\"format\": \"marksheet-run\"",
    ] {
        let problem = run_record::read("run.json", text).unwrap_err();
        assert!(problem.hint.is_some(), "{text}");
    }
}
