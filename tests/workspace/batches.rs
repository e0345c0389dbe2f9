//! Batch output in several files: parts of one run where they answer different questions.

use super::page::{EXAM, Page, count, figure, file, questions, runs, said, selected};
use marksheet::outcome::Outcome;

pub fn line(id: &str, model: &str, letter: &str) -> String {
    format!(
        r#"{{"id": "b", "custom_id": "{id}", "response": {{"status_code": 200, "body": {{"model": "{model}", "choices": [{{"message": {{"content": "{letter}"}}, "finish_reason": "stop"}}]}}}}, "error": null}}"#
    )
}

pub fn lines(answers: &[(&str, &str)]) -> String {
    answers
        .iter()
        .map(|(id, letter)| line(id, "m", letter) + "\n")
        .collect()
}

#[test]
fn files_that_answer_different_questions_are_one_run() {
    let (one, two) = (lines(&[("1", "A"), ("3", "C")]), lines(&[("2", "B")]));
    let at_once = Page::with(&[("exam.json", EXAM)]).drop(&[
        ("out_2.jsonl", two.as_bytes()),
        ("out_1.jsonl", one.as_bytes()),
    ]);
    let later = Page::with(&[
        ("out_2.jsonl", &two),
        ("exam.json", EXAM),
        ("out_1.jsonl", &one),
    ])
    .view();
    for view in [at_once, later] {
        assert!(questions(&view).is_empty());
        assert_eq!(runs(&view), ["out_1.jsonl and 1 more"]);
        assert_eq!(selected(&view), ["out_1.jsonl and 1 more"]);
        assert_eq!(figure(&view, "correct"), 3.0);
        assert_eq!(count(&view, Outcome::Missing), 1);
        assert_eq!(view.scores.as_ref().unwrap().run, "out_1.jsonl and 1 more");
        for name in ["out_1.jsonl", "out_2.jsonl"] {
            assert!(file(&view, name).is_used);
            let summary = &file(&view, name).summary;
            assert!(
                summary.contains("in one run with others: out_1.jsonl and 1 more"),
                "{summary}"
            );
        }
        let of_files = view.files.iter().flat_map(|file| &file.problems);
        let missing = of_files.filter(|problem| {
            problem
                .message
                .contains("1 of 4 questions has no prediction (4)")
        });
        assert_eq!(missing.count(), 1);
    }
}

#[test]
fn the_errors_of_a_batch_join_its_output() {
    let errors = r#"{"id": "b", "custom_id": "4", "response": null, "error": {"code": "batch_expired", "message": "too late"}}"#;
    let output = lines(&[("1", "A"), ("2", "B"), ("3", "C")]);
    let view = Page::with(&[
        ("exam.json", EXAM),
        ("output.jsonl", &output),
        ("errors.jsonl", errors),
    ])
    .view();
    assert_eq!(runs(&view), ["errors.jsonl and 1 more"]);
    assert_eq!(count(&view, Outcome::Timeout), 1);
    assert_eq!(count(&view, Outcome::Missing), 0);
}

#[test]
fn files_of_one_name_that_go_together_ask_nothing() {
    let view = Page::with(&[
        ("exam.json", EXAM),
        ("output.jsonl", &lines(&[("1", "A")])),
        ("output.jsonl", &lines(&[("2", "B")])),
    ])
    .view();
    assert!(questions(&view).is_empty());
    assert_eq!(figure(&view, "correct"), 2.0);
}

#[test]
fn files_that_answer_a_question_differently_or_name_other_models_stay_two_runs() {
    let overlap = [
        lines(&[("1", "A"), ("2", "B")]),
        lines(&[("2", "C"), ("3", "C")]),
    ];
    let models = [line("1", "small", "A"), line("2", "large", "B")];
    for [a, b] in [overlap, models] {
        let view = Page::with(&[("exam.json", EXAM), ("a.jsonl", &a), ("b.jsonl", &b)]).view();
        assert_eq!(runs(&view), ["a.jsonl", "b.jsonl"]);
    }
    // A batch about something else says so.
    let other = lines(&[("x", "A"), ("y", "B"), ("z", "B")]);
    let view = Page::with(&[
        ("exam.json", EXAM),
        ("a.jsonl", &lines(&[("1", "A")])),
        ("b.jsonl", &other),
    ])
    .view();
    assert!(said(&view).contains("x, y, z"), "{}", said(&view));
}

#[test]
fn removing_a_part_leaves_the_rest() {
    let mut page = Page::with(&[
        ("exam.json", EXAM),
        ("a.jsonl", &lines(&[("1", "A")])),
        ("b.jsonl", &lines(&[("2", "B")])),
    ]);
    let mut reloaded = page.reloaded();
    assert_eq!(reloaded.view().scores, page.view().scores);
    let view = page.remove("a.jsonl");
    assert_eq!(runs(&view), ["b.jsonl"]);
    assert_eq!(figure(&view, "correct"), 1.0);
}

#[test]
fn a_run_of_several_files_goes_home_in_a_zip_and_comes_back() {
    let mut page = Page::with(&[
        ("exam.json", EXAM),
        ("a.jsonl", &lines(&[("1", "A")])),
        ("b.jsonl", &lines(&[("2", "C")])),
    ]);
    let before = page.view();
    let (zip, files) = page.exported(true);
    let record: serde_json::Value = serde_json::from_str(&files["run.json"]).unwrap();
    assert!(
        record["predictions"].is_null() && record["dataset"].is_object(),
        "one checksum cannot stand for several files"
    );
    let mut again = Page::default();
    let view = again.drop(&[("run.zip", &zip)]);
    assert_eq!(view.scores.unwrap().metrics, before.scores.unwrap().metrics);
    assert_eq!(
        again.exported(true).1["predictions.json"],
        files["predictions.json"]
    );
}
