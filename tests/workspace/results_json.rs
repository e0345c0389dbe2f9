//! ALUE's `results.json`, which has no ids: joined by the question's text where that is certain, refused otherwise.

use super::page::{Page, SQUAD, figure, said};

const RESULTS: &str = r#"{"model": "m", "predictions": ["3,000 m", "the Harbor Company", ""],
    "ground_truth": ["3,000 m", "the Harbor Company", ""],
    "questions": ["How long is runway 27?", "Who built it?", "Who paid for it?"]}"#;

#[test]
fn joined_by_question_where_every_text_occurs_once() {
    let view = Page::with(&[("dev.json", SQUAD), ("results.json", RESULTS)]).view();
    assert_eq!(figure(&view, "exact"), 100.0);
    let said = said(&view);
    assert!(
        said.contains("matched to 3 of 3 questions by the text of the question"),
        "{said}"
    );
}

#[test]
fn refused_with_a_pointer_where_texts_repeat() {
    let twice = SQUAD.replace("Who paid for it?", "Who built it?");
    let view = Page::with(&[("dev.json", &twice), ("results.json", RESULTS)]).view();
    assert!(view.scores.is_none() && !view.is_failed);
    let said = said(&view);
    assert!(
        said.contains("some questions of the dataset have the same text"),
        "{said}"
    );
    assert!(
        said.contains("choose predictions.json from the same folder"),
        "{said}"
    );
    assert!(!said.contains("are joined to questions"), "{said}");
}

#[test]
fn refused_without_questions() {
    let bare = r#"{"predictions": ["a", "b"], "ground_truth": ["a", "b"]}"#;
    let view = Page::with(&[("dev.json", SQUAD), ("results.json", bare)]).view();
    let said = said(&view);
    assert!(
        said.contains("results.json") && said.contains("drop predictions.json"),
        "{said}"
    );
}
