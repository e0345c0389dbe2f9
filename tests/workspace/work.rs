//! What is done once is not done again: told by counting, not by a clock.

use super::batch_back::{line, write};
use super::page::{EXAM, Page, file, runs};
use marksheet::protocol::AskForm;
use marksheet::workspace::passes;

/// How much work this is.
fn work(page: &mut Page, what: impl FnOnce(&mut Page)) -> u64 {
    let before = passes();
    what(page);
    passes() - before
}

fn form(field: &str) -> AskForm {
    AskForm {
        model: "m".into(),
        field_to_extract: field.into(),
        ..AskForm::default()
    }
}

/// A page with two runs, one of them in many parts, whose replies fit none of several batches.
fn page() -> Page {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    for (field, day) in [("x", 1), ("y", 2), ("z", 3)] {
        write(&mut page, &form(field), day);
    }
    let files: Vec<(String, String)> = (1..=4)
        .map(|i| (format!("part-{i}.jsonl"), line(&i.to_string(), "m", "A")))
        .collect();
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_bytes()))
        .collect();
    page.drop(&files);
    page.add("single.json", r#"{"1": "A", "2": "B", "3": "C"}"#);
    page
}

#[test]
fn looking_and_settling_again_goes_through_nothing() {
    let mut page = page();
    assert_eq!(
        runs(&page.view()),
        ["part-1.jsonl and 3 more", "single.json"]
    );
    let n = work(&mut page, |page| {
        for _ in 0..10 {
            page.workspace.settle();
            page.workspace.view();
        }
    });
    assert_eq!(n, 0);
    let key = file(&page.view(), "part-1.jsonl").key;
    let n = work(&mut page, |page| {
        page.workspace
            .select(marksheet::protocol::RunKey { file: key, part: 0 });
        for _ in 0..10 {
            page.workspace.view();
        }
    });
    assert!(
        n <= 3,
        "{n}: the questions once, one join, and one count of all parts"
    );
    assert!(
        file(&page.view(), "part-2.jsonl")
            .summary
            .starts_with("1 question answered, in one run with others"),
    );
}

#[test]
fn replies_that_fit_no_batch_are_tried_once() {
    let mut page = page();
    let view = page.view();
    let key = |name| marksheet::protocol::RunKey {
        file: file(&view, name).key,
        part: 0,
    };
    let keys = [key("part-1.jsonl"), key("single.json")];
    page.workspace.select(keys[0]);
    page.workspace.select(keys[1]);
    let n = work(&mut page, |page| page.workspace.select(keys[0]));
    assert!(n <= 3, "{n}: none of the three batches is tried again");
}

#[test]
fn a_question_of_a_shared_id_is_counted_as_it_is_joined() {
    let shared = EXAM.replace(r#""id": "2""#, r#""id": "1""#);
    let mut page = Page::with(&[("exam.json", &shared)]);
    let one = line("1", "m", "A") + &line("1#2", "m", "B");
    page.drop(&[
        ("a.jsonl", one.as_bytes()),
        ("b.jsonl", line("3", "m", "C").as_bytes()),
    ]);
    let summary = |page: &mut Page, name: &str| file(&page.view(), name).summary.clone();
    assert!(
        summary(&mut page, "a.jsonl").starts_with("2 questions answered, in one run with others")
    );
    let mut page = Page::with(&[("exam.json", &shared)]);
    page.drop(&[
        ("a.jsonl", line("1", "m", "A").as_bytes()),
        ("b.jsonl", line("3", "m", "C").as_bytes()),
    ]);
    assert!(
        summary(&mut page, "a.jsonl").starts_with("2 questions answered, in one run with others")
    );
}
