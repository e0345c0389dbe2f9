//! A run that was asked from here, with what each question cost: its charts open again with it.

use super::page::Page;
use marksheet::protocol::AskForm;
use marksheet::provider::Wanted;
use marksheet::report::archive;
use marksheet::run::{Ask, ItemRecord};
use std::collections::BTreeMap;
use std::time::Duration;

const N: u32 = 24;

/// A page with a run of questions that cost differently; of some nothing is known.
fn asked() -> Page {
    let question = |n: u32| {
        format!(
            r#"{{"id": "q{n}", "question": "Which {n}?", "context": "Flight {n} left at noon.", "answers": ["{n}"]}}"#
        )
    };
    let questions: Vec<_> = (0..N).map(question).collect();
    let dataset = format!("[{}]", questions.join(","));
    let mut page = Page::with(&[("dev.json", &dataset)]);
    let form = AskForm {
        provider: "vllm".into(),
        base_url: "http://localhost:8000/v1".into(),
        model: "m".into(),
        n_questions: String::new(),
        ..AskForm::default()
    };
    let going = page.workspace.begin(&form, "2026-03-01T12:00:00Z");
    let key = going.unwrap_or_else(|problems| panic!("{problems:?}")).key;
    for index in (0..N).filter(|n| n % 7 != 6) {
        let id = format!("q{index}");
        let known = |n: u32| (index % 5 != 4).then(|| u64::from(n));
        page.workspace.add_record(
            key,
            ItemRecord {
                n_tokens_in: known(100 + 37 * index),
                n_tokens_out: known(index * index),
                duration: Duration::from_micros(u64::from(index) * 130_700),
                n_tries: index % 3,
                ..ItemRecord::by_hand(&Ask { index, id }, &index.to_string(), &Wanted::Text)
            },
        );
    }
    page.workspace.show_run(key);
    page.workspace.settle();
    page.view();
    page
}

/// The files in the zip of the shown run by their paths, with what the page found out of it before, or without.
fn zipped(page: &mut Page, is_found: bool) -> (Vec<u8>, BTreeMap<String, Vec<u8>>) {
    if is_found {
        while page.workspace.gather(&mut || false) {}
        while page.workspace.draw() {}
    }
    let (zip, _) = page.exported(true);
    let files = archive::read("run.zip", zip.clone()).unwrap().files;
    (zip, files.into_iter().collect())
}

fn is_chart(path: &str) -> bool {
    path.ends_with(".svg")
}

#[test]
fn charts_of_what_questions_cost_are_the_same_in_a_reopened_zip() {
    for is_found in [true, false] {
        let mut page = asked();
        let (zip, files) = zipped(&mut page, is_found);
        let names: Vec<_> = files.keys().filter(|path| is_chart(path)).collect();
        for name in ["tokens_in.svg", "tokens_out.svg", "duration.svg"] {
            assert!(
                names.iter().any(|path| path.ends_with(name)),
                "{name}: {names:?}"
            );
        }
        let mut again = Page::default();
        again.drop(&[("run.zip", &zip)]);
        let (zip_again, files_again) = zipped(&mut again, is_found);
        assert!(files.keys().eq(files_again.keys()));
        for (path, content) in &files {
            let again = &files_again[path];
            assert!(
                content == again,
                "{path}: {}",
                String::from_utf8_lossy(again)
            );
        }
        // Also after a reload, and from a zip of the zip.
        let mut reloaded = again.reloaded();
        reloaded.view();
        assert_eq!(zipped(&mut reloaded, is_found).1, files_again);
        let mut third = Page::default();
        third.drop(&[("run.zip", &zip_again)]);
        assert_eq!(zipped(&mut third, is_found).1, files_again);
    }
}

#[test]
fn run_json_keeps_each_cost_in_one_line_and_none_of_what_was_dropped() {
    let mut page = asked();
    let (_, files) = zipped(&mut page, false);
    let record = String::from_utf8(files["run.json"].clone()).unwrap();
    assert!(
        record.contains("\n    \"q1\": [137,1,130,1],\n"),
        "{record}"
    );
    assert!(
        record.contains("\n    \"q4\": [null,null,522,1],\n"),
        "{record}"
    );
    // Pasted by hand: no request, and so no time.
    assert!(
        record.contains("\n    \"q3\": [211,9,null,0],\n"),
        "{record}"
    );
    assert!(!record.contains("\"q6\": ["));
    let dropped = Page::with(&[
        ("dev.json", super::page::SQUAD),
        ("a.json", super::page::ANSWERS),
    ]);
    let (_, files) = dropped.exported(false);
    assert!(!files["run.json"].contains("cost_per_question"));
}
