//! Right answers that are numbers: read only where a 0 occurs or the user says what 1 means.

use super::page::{Page, figure, file, questions, said};

fn exam(rows: &[(&str, &[&str], &str)]) -> String {
    let row = |(id, choices, answer): &(&str, &[&str], &str)| {
        format!(
            r#"{{"id": "{id}", "question": "Which one is it, {id}?", "choices": {choices:?}, "answer": {answer}}}"#
        )
    };
    format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join(","))
}

const WORDS: &[&str] = &["a dog", "a cat", "a hen"];
const ASK: &str = "In exam.json, does answer 1 mean the first choice or the second?";

#[test]
fn numbers_without_a_zero_wait_for_an_answer_and_then_are_read_as_told() {
    let file_text = exam(&[("n1", WORDS, "1"), ("n2", WORDS, "2")]);
    for (label, exact) in [
        ("1 is the first choice (A)", 1.0),
        ("1 is the second choice (B)", 0.0),
    ] {
        let mut page = Page::with(&[
            ("exam.json", &file_text),
            ("p.json", r#"{"n1": "A", "n2": "B"}"#),
        ]);
        let view = page.view();
        assert_eq!(questions(&view), [ASK]);
        assert!(view.scores.is_none() && !view.is_failed && file(&view, "exam.json").is_used);
        assert!(
            said(&view).contains("not scored before you say which"),
            "{}",
            said(&view)
        );
        assert!(said(&view).contains("n1, n2"));
        let view = page.answer(label);
        assert!(questions(&view).is_empty());
        assert_eq!(figure(&view, "accuracy"), exact, "{label}");
        assert!(said(&view).contains("read as you said"), "{}", said(&view));
        assert!(!said(&view).contains("before you say"));
        // A reload remembers, and so does dropping the file again.
        let mut reloaded = page.reloaded();
        assert_eq!(reloaded.view().scores, view.scores);
        assert!(questions(&reloaded.view()).is_empty());
        let view = reloaded.add("exam.json", &file_text);
        assert!(questions(&view).is_empty());
        assert_eq!(view.files.len(), 2);
    }
}

#[test]
fn a_question_not_answered_yet_is_asked_again_after_a_reload() {
    let page = Page::with(&[(
        "exam.json",
        &exam(&[("n1", WORDS, "1"), ("n2", WORDS, "2")]),
    )]);
    let view = page.reloaded().view();
    assert_eq!(questions(&view), [ASK]);
}

#[test]
fn the_number_of_choices_is_no_proof_of_counting_from_one() {
    let text = exam(&[("n1", WORDS, "1"), ("n2", WORDS, "3")]);
    assert_eq!(
        questions(&Page::with(&[("exam.json", &text)]).view()),
        [ASK]
    );
}

#[test]
fn a_zero_says_that_numbers_count_from_zero() {
    let text = exam(&[("n1", WORDS, "0"), ("n2", WORDS, "2")]);
    let view = Page::with(&[
        ("exam.json", &text),
        ("p.json", r#"{"n1": "A", "n2": "C"}"#),
    ])
    .view();
    assert!(questions(&view).is_empty());
    assert_eq!(figure(&view, "accuracy"), 1.0);
    assert!(said(&view).contains("a 0 occurs: read as an index from 0"));
}

#[test]
fn letters_beside_numbers_wait_with_them() {
    let text = exam(&[
        ("n1", WORDS, "0"),
        ("n2", WORDS, "\"B\""),
        ("n3", WORDS, "2"),
        ("n4", WORDS, "\"A\""),
    ]);
    let predictions = r#"{"n1": "A", "n2": "B", "n3": "C", "n4": "C"}"#;
    let mut page = Page::with(&[("exam.json", &text), ("p.json", predictions)]);
    let view = page.view();
    assert_eq!(questions(&view), [ASK]);
    assert!(view.scores.is_none() && !view.is_failed);
    let view = page.answer("1 is the second choice (B)");
    assert_eq!(figure(&view, "total"), 4.0);
    assert_eq!(figure(&view, "correct"), 3.0);
}

#[test]
fn numbers_that_are_the_text_of_one_choice_are_that_choice() {
    let numbers: &[&str] = &["2", "3", "4"];
    let text = exam(&[("n1", numbers, "3"), ("n2", WORDS, "\"a cat\"")]);
    let view = Page::with(&[
        ("exam.json", &text),
        ("p.json", r#"{"n1": "B", "n2": "B"}"#),
    ])
    .view();
    assert!(questions(&view).is_empty());
    assert_eq!(figure(&view, "accuracy"), 1.0);
    assert!(
        said(&view).contains("each is the text of one of the question's choices"),
        "{}",
        said(&view)
    );
}

#[test]
fn where_other_numbers_are_no_texts_a_number_that_could_be_either_is_asked_about() {
    let numbers: &[&str] = &["2", "3", "4"];
    let text = exam(&[("n1", numbers, "3"), ("n2", WORDS, "2")]);
    let mut page = Page::with(&[
        ("exam.json", &text),
        ("p.json", r#"{"n1": "C", "n2": "B"}"#),
    ]);
    assert_eq!(questions(&page.view()), [ASK]);
    assert_eq!(
        figure(&page.answer("1 is the first choice (A)"), "accuracy"),
        1.0
    );
}

#[test]
fn a_number_beyond_every_choice_is_a_bad_question_and_costs_no_other() {
    let text = exam(&[("n1", WORDS, "0"), ("n2", WORDS, "7"), ("n3", WORDS, "1")]);
    let view = Page::with(&[("exam.json", &text)]).view();
    assert!(questions(&view).is_empty());
    assert_eq!(view.dataset.as_ref().unwrap().n_items, 2);
    assert!(said(&view).contains("item \"n2\": the right answer, 7, is none of its choices"));
}

#[test]
fn a_result_zip_remembers_what_one_was_said_to_mean() {
    let text = exam(&[("n1", WORDS, "1"), ("n2", WORDS, "2")]);
    let mut page = Page::with(&[
        ("exam.json", &text),
        ("p.json", r#"{"n1": "A", "n2": "C"}"#),
    ]);
    let before = page.answer("1 is the first choice (A)");
    let (zip, files) = page.exported(true);
    let mut again = Page::default();
    let view = again.drop(&[("run.zip", &zip)]);
    assert!(questions(&view).is_empty());
    assert_eq!(
        view.scores.as_ref().unwrap().metrics,
        before.scores.unwrap().metrics
    );
    assert_eq!(again.exported(true).1, files);
}
