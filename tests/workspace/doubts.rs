//! Questions whose key a person doubts: marked, kept with their dataset, and the score without them beside the official one.

use super::page::{ANSWERS, EXAM, LETTERS, Page, SQUAD, figure};
use marksheet::protocol::{Doubting, DoubtsView, Pick, RowsQuery, View};
use marksheet::settings::{Profile, Settings};
use marksheet::workspace::passes;
use serde_json::Value;

fn mark(page: &mut Page, index: u32, id: &str, is_doubtful: bool) -> DoubtsView {
    let id = id.to_owned();
    page.workspace.doubt(Doubting::Mark {
        index,
        id,
        is_doubtful,
    });
    page.workspace.doubts()
}

fn of(view: &View) -> DoubtsView {
    view.scores.as_ref().unwrap().doubts.clone()
}

fn squad() -> Page {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    page.view();
    page
}

fn exam() -> Page {
    let mut page = Page::with(&[("exam.json", EXAM), ("letters.json", LETTERS)]);
    page.view();
    page
}

/// The figures, rounded to four places: key, as it is, without the marked.
fn figures(view: &DoubtsView) -> Vec<(&str, f64, Option<f64>)> {
    let rounded = |value: f64| (value * 1e4).round() / 1e4;
    let figures = view.figures.iter();
    figures
        .map(|(key, all, left)| (key.as_str(), rounded(*all), left.map(rounded)))
        .collect()
}

#[test]
fn the_score_without_a_marked_question_stands_beside_the_official_one() {
    let mut page = squad();
    let before = page.view();
    // q1 is right; of q2 "the Harbor" has 1 of 2 words, F1 2/3; q3 has no answer and got one.
    let view = mark(&mut page, 2, "q3", true);
    assert_eq!((view.n, view.n_asked, view.marked.clone()), (1, 3, vec![2]));
    assert_eq!(
        figures(&view),
        [
            ("exact", 33.3333, Some(50.0)),
            ("f1", 55.5556, Some(83.3333))
        ]
    );
    let view = mark(&mut page, 0, "q1", true);
    assert_eq!(
        figures(&view),
        [
            ("exact", 33.3333, Some(0.0)),
            ("f1", 55.5556, Some(66.6667))
        ]
    );
    let after = page.view();
    let (before, after) = (before.scores.unwrap(), after.scores.unwrap());
    assert_eq!(before.metrics, after.metrics);
    assert_eq!(before.counts, after.counts);
    assert_eq!(before.verdict, after.verdict);
}

#[test]
fn multiple_choice_shows_accuracy_without_the_marked() {
    let mut page = exam();
    // One right of four.
    let view = mark(&mut page, 1, "2", true);
    assert_eq!(figures(&view), [("accuracy", 0.25, Some(0.3333))]);
    // A question without a prediction can be marked too.
    let view = mark(&mut page, 3, "4", true);
    assert_eq!(figures(&view), [("accuracy", 0.25, Some(0.5))]);
    let view = mark(&mut page, 1, "2", false);
    assert_eq!(
        (view.n, figures(&view)),
        (1, vec![("accuracy", 0.25, Some(0.3333))])
    );
}

#[test]
fn with_all_questions_marked_there_is_no_score_left() {
    let mut page = exam();
    for (index, id) in ["1", "2", "3", "4"].iter().enumerate() {
        mark(&mut page, index as u32, id, true);
    }
    let view = page.workspace.doubts();
    assert_eq!((view.n, view.n_asked), (4, 4));
    assert_eq!(view.figures, [("accuracy".to_owned(), 0.25, None)]);
    let (_, files) = page.exported(true);
    assert!(!files["report.html"].contains("NaN"));
    assert!(files["report.html"].contains("Without the 4 questions whose key was marked doubtful"));
}

#[test]
fn the_profile_decides_which_figures_are_told() {
    let mut page = squad();
    mark(&mut page, 2, "q3", true);
    let settings = page.view().scores.unwrap().settings;
    let view = page.set(Settings {
        profile: Profile::SquadV11,
        ..settings
    });
    let keys: Vec<String> = { of(&view).figures }
        .into_iter()
        .map(|(key, ..)| key)
        .collect();
    assert_eq!(keys, ["exact_match", "f1"]);
}

#[test]
fn a_marked_question_that_was_not_asked_changes_nothing() {
    let mut page = squad();
    mark(&mut page, 2, "q3", true);
    let settings = page.view().scores.unwrap().settings;
    let view = of(&page.set(Settings {
        n_questions: Some(2),
        ..settings
    }));
    assert_eq!((view.marked.len(), view.n, view.n_asked), (1, 0, 2));
    assert!(
        view.figures
            .iter()
            .all(|(_, all, left)| *left == Some(*all))
    );
    let (_, files) = page.exported(false);
    assert!(files["report.html"].contains("none of them is among the questions asked here"));
}

#[test]
fn a_key_alone_can_be_doubted() {
    let key = r#"{"q1": "3,000 m", "q2": ["the Harbor Company", "Harbor Co"]}"#;
    let mut page = Page::with(&[
        ("key.json", key),
        ("model.json", r#"{"q1": "300 m", "q2": "Harbor Co"}"#),
    ]);
    page.answer("key.json");
    assert_eq!(figure(&page.view(), "exact"), 50.0);
    let view = mark(&mut page, 0, "q1", true);
    assert_eq!(view.figures[0], ("exact".to_owned(), 50.0, Some(100.0)));
}

#[test]
fn another_question_in_the_place_is_not_marked() {
    let mut page = squad();
    assert!(mark(&mut page, 1, "q3", true).marked.is_empty());
    assert!(mark(&mut page, 9, "q9", true).marked.is_empty());
    assert_eq!(Page::default().workspace.doubts(), DoubtsView::default());
}

#[test]
fn cleared_marks_can_be_taken_back() {
    let mut page = squad();
    mark(&mut page, 0, "q1", true);
    mark(&mut page, 2, "q3", true);
    page.workspace.doubt(Doubting::Clear);
    let view = page.workspace.doubts();
    assert_eq!((view.marked.len(), view.n, view.n_cleared), (0, 0, 2));
    page.workspace.doubt(Doubting::TakeBack);
    let view = page.workspace.doubts();
    assert_eq!((view.marked, view.n_cleared), (vec![0, 2], 0));
    // Whoever marks anew has done with the old ones.
    page.workspace.doubt(Doubting::Clear);
    assert_eq!(mark(&mut page, 1, "q2", true).n_cleared, 0);
}

#[test]
fn the_table_can_show_the_marked_alone() {
    let mut page = squad();
    mark(&mut page, 2, "q3", true);
    mark(&mut page, 0, "q1", true);
    let rows = page.workspace.rows(&RowsQuery {
        pick: Some(Pick::Doubtful),
        n: 10,
        ..RowsQuery::default()
    });
    let ids: Vec<&str> = rows.rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!((ids, rows.is_waiting), (vec!["q1", "q3"], false));
}

#[test]
fn marks_survive_a_reload() {
    let mut page = squad();
    mark(&mut page, 2, "q3", true);
    assert_eq!(of(&page.reloaded().view()), page.workspace.doubts());
    page.workspace.doubt(Doubting::Clear);
    assert!(of(&page.reloaded().view()).marked.is_empty());
}

#[test]
fn marks_stay_with_their_dataset() {
    let mut page = squad();
    mark(&mut page, 2, "q3", true);
    // Another dataset has none of them, though one of its questions is called the same.
    let other = SQUAD.replace("the Harbor Company\"", "the City\"");
    page.add("other.json", &other);
    let view = page.answer("Use other.json");
    assert_eq!(
        of(&view),
        DoubtsView {
            n_asked: 3,
            ..of(&view)
        }
    );
    assert!(of(&view).marked.is_empty());
    mark(&mut page, 0, "q1", true);
    // The first one again, under another name and in other words of JSON.
    let again: Value = serde_json::from_str(SQUAD).unwrap();
    page.add("again.json", &again.to_string());
    let view = page.answer("Use again.json");
    assert_eq!(of(&view).marked, [2]);
    assert_eq!(of(&page.reloaded().view()).marked, [2]);
}

#[test]
fn starting_over_forgets_marks_and_closing_files_does_not() {
    let mut page = squad();
    mark(&mut page, 2, "q3", true);
    page.workspace.clear();
    page.add("dev.json", SQUAD);
    assert_eq!(page.workspace.doubts().marked, [2]);
    page.workspace.start_over();
    page.add("dev.json", SQUAD);
    assert!(page.workspace.doubts().marked.is_empty());
}

#[test]
fn marks_travel_in_the_result_zip() {
    let mut page = squad();
    let plain = page.exported(true).1;
    assert!(!plain["run.json"].contains("doubtful"));
    assert!(!plain["report.html"].contains("doubtful"));
    mark(&mut page, 2, "q3", true);
    let (zip, files) = page.exported(true);
    let record: Value = serde_json::from_str(&files["run.json"]).unwrap();
    assert_eq!(record["doubtful_keys"], serde_json::json!(["q3"]));
    for (name, text) in &plain {
        let follows = ["run.json", "report.html"].contains(&name.as_str());
        assert!(follows || *text == files[name], "{name}");
    }
    assert!(files["report.html"].contains("Without the 1 question whose key was marked doubtful"));
    let mut other = Page::default();
    let view = other.drop(&[("run.zip", &zip)]);
    assert_eq!(of(&view).marked, [2]);
    // Taken off there, they do not come back with a reload.
    other.workspace.doubt(Doubting::Clear);
    assert!(of(&other.view()).marked.is_empty());
    assert!(of(&other.reloaded().view()).marked.is_empty());
    // Dropped again, they do.
    let view = other.drop(&[("again.zip", &zip)]);
    assert_eq!(of(&view).marked, [2]);
}

#[test]
fn a_zip_without_its_dataset_brings_its_marks_when_that_comes() {
    let mut page = squad();
    mark(&mut page, 1, "q2", true);
    let (zip, _) = page.exported(false);
    let mut later = Page::default();
    later.drop(&[("run.zip", &zip)]);
    assert_eq!(of(&later.add("dev.json", SQUAD)).marked, [1]);
    // Another dataset that has a question of this id, but not as many.
    let one = r#"[{"id": "q2", "question": "Who?", "context": "N1.", "answers": ["N1"]}]"#;
    let mut other = Page::default();
    other.drop(&[("run.zip", &zip)]);
    other.add("one.json", one);
    assert!(other.workspace.doubts().marked.is_empty());
}

#[test]
fn questions_that_share_an_id_are_marked_one_by_one() {
    let shared = EXAM.replace(r#""id": "2""#, r#""id": "1""#);
    let mut page = Page::with(&[("exam.json", &shared), ("letters.json", LETTERS)]);
    page.view();
    assert_eq!(mark(&mut page, 1, "1", true).marked, [1]);
    assert_eq!(of(&page.reloaded().view()).marked, [1]);
    let (zip, files) = page.exported(true);
    let record: Value = serde_json::from_str(&files["run.json"]).unwrap();
    assert_eq!(record["doubtful_keys"], serde_json::json!(["1#2"]));
    assert_eq!(of(&Page::default().drop(&[("run.zip", &zip)])).marked, [1]);
}

#[test]
fn the_score_without_marked_questions_is_that_of_a_dataset_without_them() {
    let third =
        r#"{"id": "q3", "question": "Who paid for it?", "is_impossible": true, "answers": []}"#;
    assert!(SQUAD.contains(third));
    let fewer = SQUAD.replace(third, "").replace("52}]},\n", "52}]}\n");
    let mut fewer = Page::with(&[("dev.json", &fewer), ("a.json", ANSWERS)]);
    let fewer = fewer.view();
    let mut page = squad();
    let view = mark(&mut page, 2, "q3", true);
    for (key, _, left) in &view.figures {
        assert_eq!(*left, Some(figure(&fewer, key)), "{key}");
    }
}

#[test]
fn a_mark_goes_through_the_dataset_once_and_no_mark_never() {
    let items: Vec<String> = { 0..20_000 }
        .map(|i| {
            format!(
                r#"{{"id": "q{i}", "question": "Q{i}?", "context": "N{i}.", "answers": ["N{i}"]}}"#
            )
        })
        .collect();
    let dataset = format!("[{}]", items.join(","));
    let mut page = Page::with(&[("dev.json", &dataset), ("a.json", r#"{"q0": "N0"}"#)]);
    page.view();
    let before = passes();
    page.workspace.doubts();
    page.workspace.settle();
    assert_eq!(passes() - before, 0);
    for i in 0..500 {
        mark(&mut page, i, &format!("q{i}"), true);
    }
    assert_eq!(passes() - before, 1);
    page.workspace.settle();
    assert_eq!(passes() - before, 1);
    let view = page.workspace.doubts();
    assert_eq!((view.n, view.n_asked), (500, 20_000));
}

#[test]
fn marks_of_a_dataset_of_another_size_cost_a_drop_nothing() {
    let mut page = squad();
    mark(&mut page, 2, "q3", true);
    let mut page = page.reloaded();
    page.remove("dev.json");
    // Of four questions: it cannot be the marked one.
    let added = |page: &mut Page| {
        let before = passes();
        page.add("exam.json", EXAM);
        passes() - before
    };
    let mut unmarked = squad();
    unmarked.remove("dev.json");
    assert_eq!(added(&mut page), added(&mut unmarked));
    // The marked one comes back with its mark.
    page.remove("exam.json");
    page.add("dev.json", SQUAD);
    assert_eq!(page.workspace.doubts().marked, [2]);
}

#[test]
fn marks_kept_before_sizes_were_are_found_again() {
    let mut page = squad();
    mark(&mut page, 2, "q3", true);
    let mut saved = serde_json::to_value(page.workspace.saved()).unwrap();
    let doubts = saved["doubts"].as_object_mut().unwrap();
    assert!(doubts.remove("n_questions").is_some(), "{doubts:?}");
    let saved: marksheet::workspace::Saved = serde_json::from_value(saved).unwrap();
    let mut again = Page::default();
    for kept in &saved.files {
        again.workspace.reopen(kept, &page.bytes[&kept.key]);
    }
    again.workspace.restore(&saved);
    assert_eq!(of(&again.view()).marked, [2]);
}
