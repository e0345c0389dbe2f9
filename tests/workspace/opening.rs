//! Files in any order: what is shown, and what is said, after each.

use super::page::{
    ANSWERS, EXAM, LETTERS, Page, SQUAD, count, figure, file, questions, runs, said, selected,
};
use marksheet::outcome::Outcome;

const PARTIAL: &str = r#"[{"id": "q1", "prediction": "3,000 m"}]"#;

#[test]
fn dataset_then_predictions_is_scored() {
    let mut page = Page::default();
    let view = page.add("dev.json", SQUAD);
    assert!(view.scores.is_none() && !view.is_failed && questions(&view).is_empty());
    assert_eq!(view.dataset.as_ref().unwrap().n_items, 3);
    let view = page.add("answers.json", ANSWERS);
    assert_eq!(figure(&view, "total"), 3.0);
    assert_eq!(figure(&view, "exact"), 100.0 / 3.0);
    assert_eq!(
        file(&view, "answers.json").kind,
        "Predictions, id → text JSON"
    );
    assert_eq!(
        file(&view, "answers.json").summary,
        "3 of 3 questions answered, as text"
    );
}

#[test]
fn predictions_before_their_dataset_wait_for_it() {
    let mut page = Page::default();
    let view = page.add("answers.json", ANSWERS);
    assert!(view.scores.is_none() && !view.is_failed && questions(&view).is_empty());
    assert_eq!(
        file(&view, "answers.json").kind,
        "Answer key or predictions"
    );
    let view = page.add("dev.json", SQUAD);
    assert_eq!(figure(&view, "exact"), 100.0 / 3.0);
    assert_eq!(selected(&view), ["answers.json"]);
}

#[test]
fn order_of_a_drop_changes_nothing() {
    let files = [
        ("dev.json", SQUAD),
        ("answers.json", ANSWERS),
        ("few.json", PARTIAL),
    ];
    let mut pages = Vec::new();
    for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let dropped = order.map(|i| (files[i].0, files[i].1.as_bytes()));
        let view = Page::default().drop(&dropped);
        assert_eq!(runs(&view), ["answers.json", "few.json"]);
        assert_eq!(selected(&view), ["few.json"]);
        pages.push(view.scores);
    }
    assert!(pages.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_key_beside_certain_predictions_is_the_key() {
    let key = r#"{"q1": "3,000 m", "q2": ["the Harbor Company", "Harbor"], "q3": ""}"#;
    for names in [["key.json", "few.json"], ["few.json", "key.json"]] {
        let text = |name| if name == "key.json" { key } else { PARTIAL };
        let mut page = Page::with(&[(names[0], text(names[0])), (names[1], text(names[1]))]);
        let view = page.view();
        assert!(questions(&view).is_empty());
        assert_eq!(view.dataset.as_ref().unwrap().file, "key.json");
        assert_eq!(figure(&view, "total"), 3.0);
        assert_eq!(figure(&view, "answered"), 1.0);
        assert_eq!(count(&view, Outcome::Missing), 2);
    }
}

#[test]
fn two_predictions_files_are_two_runs_and_the_last_by_name_is_shown() {
    let mut page = Page::with(&[("dev.json", SQUAD)]);
    let view = page.drop(&[
        ("b.json", PARTIAL.as_bytes()),
        ("a.json", ANSWERS.as_bytes()),
    ]);
    assert_eq!(runs(&view), ["a.json", "b.json"]);
    assert_eq!(selected(&view), ["b.json"]);
    assert_eq!(view.scores.as_ref().unwrap().run, "b.json");
    // A later drop shows what it brings, whatever its name.
    let view = page.add("0.json", ANSWERS);
    assert_eq!(selected(&view), ["0.json"]);
    page.workspace.select(view.runs[2].key);
    assert_eq!(selected(&page.view()), ["b.json"]);
}

#[test]
fn removing_a_file_takes_back_what_hung_on_it() {
    let mut page = Page::with(&[
        ("dev.json", SQUAD),
        ("a.json", ANSWERS),
        ("b.json", PARTIAL),
    ]);
    let view = page.remove("b.json");
    assert_eq!(selected(&view), ["a.json"]);
    assert_eq!(count(&view, Outcome::Missing), 0);
    let view = page.remove("dev.json");
    assert!(view.dataset.is_none() && view.scores.is_none());
    assert_eq!(runs(&view), ["a.json"]);
    let view = page.add("dev.json", SQUAD);
    assert_eq!(figure(&view, "exact"), 100.0 / 3.0);
    let view = page.remove("a.json");
    assert!(view.scores.is_none() && view.runs.is_empty() && !view.is_failed);
    page.remove("dev.json");
    assert!(page.workspace.is_empty());
}

#[test]
fn the_dataset_stays_in_use_when_one_of_two_copies_is_removed() {
    let mut page = Page::with(&[
        ("dev.json", SQUAD),
        ("copy.json", SQUAD),
        ("a.json", ANSWERS),
    ]);
    let view = page.view();
    assert!(
        questions(&view).is_empty(),
        "the same questions ask nothing"
    );
    assert!(
        said(&view).contains("the same questions as dev.json"),
        "{}",
        said(&view)
    );
    let settings = view.scores.as_ref().unwrap().settings.clone();
    let chosen = marksheet::settings::Settings {
        n_questions: Some(2),
        ..settings
    };
    page.set(chosen.clone());
    let view = page.remove("dev.json");
    assert_eq!(view.scores.as_ref().unwrap().settings, chosen);
    assert_eq!(view.dataset.as_ref().unwrap().file, "copy.json");
}

#[test]
fn the_same_dataset_dropped_twice_changes_nothing_and_says_so() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let before = page.view();
    let view = page.drop(&[("dev.json", SQUAD.as_bytes())]);
    assert_eq!(view.files.len(), 2);
    assert!(questions(&view).is_empty());
    assert_eq!(view.scores, before.scores);
    assert!(said(&view).contains(": dropped again, with the same content: nothing changes"));
    let view = page.drop(&[("dev.json", SQUAD.as_bytes())]);
    assert_eq!(said(&view).matches("dropped again").count(), 1);
}

#[test]
fn predictions_of_another_dataset_show_ids_of_both_sides() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("letters.json", LETTERS)]);
    let view = page.view();
    assert!(view.scores.is_none() && !view.is_failed);
    assert!(!file(&view, "letters.json").is_used);
    let said = said(&view);
    assert!(
        said.contains("1, 2, 3") && said.contains("q1, q2, q3"),
        "{said}"
    );
    // Good ones beside them are scored all the same.
    let view = page.add("answers.json", ANSWERS);
    assert_eq!(figure(&view, "total"), 3.0);
}

#[test]
fn both_tasks_suggest_their_own_settings() {
    let view = Page::with(&[("exam.json", EXAM), ("letters.json", LETTERS)]).view();
    let scores = view.scores.as_ref().unwrap();
    assert!(scores.is_default);
    assert_eq!(figure(&view, "accuracy"), 0.25);
    for (outcome, n) in [
        (Outcome::Correct, 1),
        (Outcome::Wrong, 1),
        (Outcome::Unparsed, 1),
        (Outcome::Missing, 1),
    ] {
        assert_eq!(count(&view, outcome), n, "{outcome:?}");
    }
}
