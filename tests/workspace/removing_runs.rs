//! A run deleted on Compare, and what is said beforehand of all that goes with it.

use super::answers::page_with_run;
use super::batch_back::line;
use super::comparing::compared;
use super::page::{EXAM, LETTERS, Page, file, runs};
use super::zips::packed;
use marksheet::protocol::CompareQuery;

const FIRST: &str = r#"{"1": "A", "2": "C", "3": "C", "4": "A"}"#;

/// What is said of each run on the board.
fn also(page: &mut Page) -> Vec<(String, String)> {
    let board = compared(page, &CompareQuery::default()).board;
    board.into_iter().map(|row| (row.name, row.also)).collect()
}

fn said(page: &mut Page, name: &str) -> String {
    let also = also(page);
    let found = also.iter().find(|(known, _)| known == name);
    found
        .unwrap_or_else(|| panic!("{name}: {also:?}"))
        .1
        .clone()
}

fn delete(page: &mut Page, name: &str) {
    let board = compared(page, &CompareQuery::default()).board;
    let row = board.iter().find(|row| row.name == name).unwrap();
    page.workspace.remove_run(row.key);
}

#[test]
fn a_run_with_a_file_of_its_own_takes_nothing_with_it() {
    let mut page = Page::with(&[("exam.json", EXAM), ("a.json", FIRST), ("b.json", LETTERS)]);
    assert_eq!(said(&mut page, "a.json"), "");
    delete(&mut page, "a.json");
    assert_eq!(runs(&page.view()), ["b.json"]);
}

#[test]
fn other_runs_and_the_dataset_in_the_same_file_are_named() {
    let files = [("a.json", FIRST), ("b.json", LETTERS), ("c.json", FIRST)];
    let plain = files.map(|(name, text)| (name, text.as_bytes()));
    let mut page = Page::with(&[("exam.json", EXAM)]);
    page.drop(&[("runs.zip", &packed(&plain))]);
    assert_eq!(
        said(&mut page, "runs.zip/a.json"),
        "Also removes runs.zip/b.json and runs.zip/c.json, which are in the same file."
    );
    let zip = packed(&[("exam.json", EXAM.as_bytes()), plain[0]]);
    let mut page = Page::default();
    page.drop(&[("all.zip", &zip)]);
    page.add("b.json", LETTERS);
    assert_eq!(
        said(&mut page, "all.zip"),
        "Also removes the dataset that all runs are scored with, which is in the same file."
    );
    assert_eq!(said(&mut page, "b.json"), "");
}

#[test]
fn replies_that_were_asked_for_from_here_are_counted() {
    let (mut page, _) = page_with_run();
    assert_eq!(
        said(&mut page, "m"),
        "Its 2 replies were asked for from here, and are lost."
    );
}

#[test]
fn a_batch_in_several_files_goes_as_a_whole() {
    let mut page = Page::with(&[("exam.json", EXAM), ("z.json", FIRST)]);
    page.add("a.jsonl", &line("1", "m", "A"));
    page.add("b.jsonl", &line("2", "m", "B"));
    assert_eq!(said(&mut page, "a.jsonl and 1 more"), "");
    delete(&mut page, "a.jsonl and 1 more");
    assert_eq!(runs(&page.view()), ["z.json"]);
    let view = page.workspace.view();
    assert_eq!(view.files.len(), 2);
    file(&view, "exam.json");
}
