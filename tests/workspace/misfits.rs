//! Predictions that answer another dataset than the one in use, or none: they leave what is shown as it is.

use super::page::{ANSWERS, EXAM, LETTERS, Page, SQUAD, figure, file, questions, said, selected};
use marksheet::problem::Severity;
use marksheet::protocol::{FileView, View};

fn errors(file: &FileView) -> Vec<&str> {
    let problems = file.problems.iter();
    problems
        .filter(|problem| problem.severity == Severity::Error)
        .map(|problem| problem.message.as_str())
        .collect()
}

fn is_quiet(view: &View, name: &str, words: &str) -> bool {
    let file = file(view, name);
    errors(file).is_empty() && said(view).contains(words)
}

#[test]
fn a_run_that_matches_nothing_leaves_the_shown_one() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("good.json", ANSWERS)]);
    let before = page.view();
    let view = page.add("zz.json", LETTERS);
    assert_eq!(view.scores, before.scores);
    assert_eq!(selected(&view), ["good.json"]);
    assert!(errors(file(&view, "zz.json"))[0].contains("match no question"));
    assert!(!file(&view, "zz.json").is_used && !view.is_failed);
    let view = page.drop(&[("broken.json", b"[1,")]);
    assert_eq!(view.scores, before.scores);
    assert!(!view.is_failed);
    let view = page.reloaded().view();
    assert_eq!(view.scores, before.scores);
    assert!(errors(file(&view, "zz.json"))[0].contains("match no question"));
}

#[test]
fn of_runs_that_came_before_the_dataset_one_that_fits_is_shown() {
    for names in [["a.json", "b.json"], ["b.json", "a.json"]] {
        let mut page = Page::with(&[(names[0], ANSWERS), (names[1], LETTERS)]);
        page.workspace.settle();
        let view = page.add("dev.json", SQUAD);
        assert_eq!(selected(&view), [names[0]]);
        assert_eq!(figure(&view, "total"), 3.0);
    }
}

#[test]
fn a_new_pair_over_an_open_one_waits_for_the_answer_and_is_then_scored() {
    let pair: [(&str, &[u8]); 2] = [
        ("exam.json", EXAM.as_bytes()),
        ("letters.json", LETTERS.as_bytes()),
    ];
    let mut page = Page::with(&[("dev.json", SQUAD), ("good.json", ANSWERS)]);
    let before = page.view();
    let view = page.drop(&pair);
    assert_eq!(questions(&view).len(), 1);
    assert_eq!(view.scores, before.scores);
    let words = "these answer exam.json, which waits for your answer above";
    assert!(is_quiet(&view, "letters.json", words), "{}", said(&view));
    let view = page.answer("Use exam.json");
    assert_eq!(selected(&view), ["letters.json"]);
    assert_eq!(figure(&view, "total"), 4.0);
    let words = "these predictions belong to another dataset";
    assert!(is_quiet(&view, "good.json", words), "{}", said(&view));
    let view = page.reloaded().view();
    assert!(is_quiet(&view, "good.json", words), "{}", said(&view));
}

#[test]
fn after_the_old_dataset_is_kept_the_new_run_is_told_that_it_matches_nothing() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("good.json", ANSWERS)]);
    page.add("exam.json", EXAM);
    page.add("letters.json", LETTERS);
    let view = page.answer("Keep dev.json");
    assert_eq!(selected(&view), ["good.json"]);
    assert!(errors(file(&view, "letters.json"))[0].contains("match no question"));
}

#[test]
fn a_usable_file_beside_a_broken_one_is_no_failure() {
    for (name, text) in [
        ("dev.json", SQUAD),
        ("a.json", ANSWERS),
        ("1.json", LETTERS),
    ] {
        let view = Page::with(&[(name, text), ("broken.json", "[1,")]).view();
        assert!(!view.is_failed, "{name}");
    }
    assert!(Page::with(&[("broken.json", "[1,")]).view().is_failed);
    assert!(!Page::default().view().is_failed);
}

#[test]
fn numbers_mixed_with_letters_wait_for_the_answer_too() {
    let exam = EXAM.replace("\"output\": \"A\"", "\"output\": 1");
    let letters = r#"{"1": "A", "2": "B", "3": "C", "4": "A"}"#;
    for is_dataset_first in [true, false] {
        let mut files = [("exam.json", exam.as_str()), ("letters.json", letters)];
        if !is_dataset_first {
            files.reverse();
        }
        let mut page = Page::with(&files);
        let view = page.view();
        assert!(view.scores.is_none() && view.dataset.is_none() && !view.is_failed);
        assert_eq!(questions(&view).len(), 1);
        let said = said(&view);
        assert!(
            !said.contains("not among") && !said.contains("not open yet"),
            "{said}"
        );
        assert!(
            said.contains("answered the question about exam.json"),
            "{said}"
        );
        let view = page.answer("1 is the first choice (A)");
        assert_eq!(figure(&view, "accuracy"), 1.0);
        assert_eq!(figure(&view, "total"), 4.0);
    }
}

#[test]
fn replies_are_counted_without_failed_calls_and_nulls() {
    let answers = r#"{"q1": "3,000 m", "q2": null, "q3": "the city"}"#;
    let view = Page::with(&[("dev.json", SQUAD), ("a.json", answers)]).view();
    let summary = &file(&view, "a.json").summary;
    assert!(
        summary.starts_with("2 of 3 questions answered"),
        "{summary}"
    );
}

#[test]
fn files_of_a_zip_are_named_with_their_kind_and_their_place() {
    let zip = super::zips::packed(&[
        ("exam.json", EXAM.as_bytes()),
        ("letters.json", LETTERS.as_bytes()),
        ("inner.zip", b"PK\x03\x04"),
    ]);
    let view = Page::default().drop(&[("run.zip", &zip)]);
    let file = file(&view, "run.zip");
    assert!(
        file.summary.contains("ALUE's multiple-choice JSON"),
        "{}",
        file.summary
    );
    let place = &file
        .problems
        .iter()
        .find(|problem| problem.message.contains("inside a zip"))
        .unwrap()
        .place;
    assert_eq!(place.file.as_deref(), Some("run.zip/inner.zip"));
    assert_eq!(place.item, None);
}

#[test]
fn choice_letter_on_extractive_data_is_warned_of() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let mut settings = page.view().scores.unwrap().settings;
    settings.normalizers = vec![marksheet::settings::Normalizer::ChoiceLetter];
    let said = said(&page.set(settings));
    assert!(
        said.contains("choice letter reads letters; this data has no choices"),
        "{said}"
    );
}
