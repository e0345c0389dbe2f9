//! What the page found out already is what the files would find out themselves; and large runs.

use super::made::{Made, entry, item, text};
use marksheet::dataset::Task;
use marksheet::outcome::Outcome;
use marksheet::report::{self, archive, document};
use marksheet::score::Intervals;
use marksheet::workspace::Workspace;
use serde_json::Value;

/// A dataset of that many questions, two per context, one of them without an answer, and predictions: right, partly right,
/// made up, or missing.
fn opened(n_questions: usize) -> Workspace {
    let question = |n: usize| {
        let answers = ["[\"the left engine\"]", "[]"][n % 2];
        format!(
            r#"{{"id": "q{n}", "question": "What of {n}?", "context": "Flight {} lost the left engine.", "answers": {answers}}}"#,
            n / 2
        )
    };
    let questions: Vec<_> = (0..n_questions).map(question).collect();
    let answered = (0..n_questions).filter(|n| n % 11 > 0);
    let prediction = |n: usize| {
        let answer = ["left engine", "engine", "", "wing", "left engine"][n % 5];
        format!(
            r#"{{"id": "q{n}", "prediction_text": "{answer}", "no_answer_probability": 0.{:02}}}"#,
            n * 37 % 100
        )
    };
    let predictions: Vec<_> = answered.map(prediction).collect();
    let mut workspace = Workspace::default();
    workspace.open("dev.json", format!("[{}]", questions.join(",")).as_bytes());
    workspace.open(
        "run.json",
        format!("[{}]", predictions.join(",")).as_bytes(),
    );
    workspace.settle();
    workspace.score(&mut |_| {});
    workspace
}

fn find(workspace: &mut Workspace) {
    let shown = workspace.shown().unwrap();
    let mut intervals = Intervals::new(shown.dataset, shown.scored);
    while !intervals.is_done() {
        intervals.step(7);
    }
    let intervals = intervals.finish();
    workspace.keep_intervals(intervals);
    while workspace.group(&mut || false) {}
    while workspace.gather(&mut || false) {}
    while workspace.draw() {}
}

/// The files of the zip, and the report as Markdown.
fn files(workspace: &Workspace) -> Vec<(String, Vec<u8>)> {
    let written = workspace.export("2026-03-01T12:00:00Z", None, None, |run| {
        let zipped = report::zip(run, None, &mut |_, _| {}).unwrap();
        (zipped, document::markdown(run))
    });
    let (zipped, told) = written.unwrap();
    let mut files = archive::read("run.zip", zipped).unwrap().files;
    files.push(("report.md".to_owned(), told.into_bytes()));
    files
}

#[test]
fn a_report_is_the_same_whoever_found_what_stands_in_it() {
    for n_questions in [3, 40, 5_000] {
        let mut workspace = opened(n_questions);
        let before = files(&workspace);
        find(&mut workspace);
        for (at_once, in_slices) in before.into_iter().zip(files(&workspace)) {
            assert_eq!(at_once.0, in_slices.0);
            assert_eq!(at_once.1, in_slices.1, "{n_questions}, {}", at_once.0);
        }
    }
}

#[test]
fn charts_in_the_zip_are_those_of_the_page() {
    let mut workspace = opened(40);
    find(&mut workspace);
    let page: Vec<_> = workspace
        .charts()
        .iter()
        .map(|chart| {
            let file = format!("{}.svg", chart.name.key());
            (file, marksheet::picture::svg(chart).0.into_bytes())
        })
        .collect();
    assert!(page.len() > 3, "{}", page.len());
    let zipped: Vec<_> = files(&workspace)
        .into_iter()
        .filter(|(name, _)| name.ends_with(".svg"))
        .collect();
    assert_eq!(zipped, page);
}

#[test]
fn a_large_run_is_written_whole() {
    let mut made = Made::new(Task::Extractive);
    for n in 0..130_000 {
        let id = format!("q{}", n / 2);
        let (answer, outcome) = [("x", Outcome::Correct), ("y", Outcome::Wrong)][n % 2];
        let f1 = f64::from(u8::from(outcome == Outcome::Correct));
        made.add(
            item(&id, &["x"]),
            Some(entry(&id, text(answer))),
            outcome,
            f1,
        );
    }
    let f1: Value = serde_json::from_str(&made.file("f1_per_question.json")).unwrap();
    let f1 = f1.as_object().unwrap();
    assert_eq!(f1.len(), 130_000);
    assert_eq!(f1["q64999#2"].as_f64(), Some(0.0));
    assert_eq!(made.file("per_question.csv").lines().count(), 130_001);
    let report = made.file("report.html");
    assert!(
        report.contains("in 65000 of 130000 questions (50.0 %)"),
        "{report}"
    );
    // Twelve examples, however many questions are wrong.
    assert_eq!(report.matches("class=\"example\"").count(), 12);
    assert!(report.len() < 100_000, "{}", report.len());
}
