//! Which run Answers and Scores show, beside others, beside other datasets and after a reload.

use super::answers::{begin, form, page_with_run, replied};
use super::page::{EXAM, LETTERS, Page, SQUAD, file, said, selected};
use marksheet::workspace::Live;

#[test]
fn a_run_that_began_and_got_no_answer_hides_nothing() {
    let mut page = Page::with(&[("exam.json", EXAM), ("letters.json", LETTERS)]);
    let before = page.view();
    let going = begin(&mut page, &form("vllm"));
    page.workspace.settle();
    page.workspace.show_run(going.key);
    let view = page.view();
    assert_eq!(selected(&view), selected(&before));
    assert_eq!(view.scores, before.scores);
    assert_eq!(
        file(&view, "m").summary,
        "0 of 4 questions answered, not finished"
    );
}

#[test]
fn runs_outlive_their_dataset_and_say_what_they_belong_to() {
    let (mut page, _) = page_with_run();
    let view = page.remove("exam.json");
    assert!(file(&view, "m").is_answers);
    let view = page.add("dev.json", SQUAD);
    assert!(
        said(&view).contains("belong to another dataset"),
        "{}",
        said(&view)
    );
    page.workspace.clear();
    let view = page.add("exam.json", EXAM);
    assert_eq!(selected(&view), ["m"]);
    page.workspace.start_over();
    assert!(page.view().files.is_empty());
}

#[test]
fn a_run_that_was_cut_short_is_what_a_reload_shows() {
    let mut page = Page::with(&[("exam.json", EXAM), ("letters.json", LETTERS)]);
    let going = begin(&mut page, &form("vllm"));
    page.workspace.add_record(going.key, replied(0, "1", "A"));
    let letters = page.view().runs[0].key;
    page.workspace.select(letters);

    let mut again = page.reloaded();
    assert_eq!(selected(&again.view()), ["letters.json"]);
    again.workspace.show_interrupted();
    assert_eq!(selected(&again.view()), ["m"]);

    page.workspace.set_ended(going.key, true);
    let mut ended = page.reloaded();
    ended.workspace.show_interrupted();
    assert_eq!(
        selected(&ended.view()),
        ["letters.json"],
        "a person ended it"
    );

    page.workspace.set_ended(going.key, false);
    page.add("newer.json", LETTERS);
    let mut older = page.reloaded();
    older.workspace.show_interrupted();
    assert_eq!(
        selected(&older.view()),
        ["newer.json"],
        "it is not the newest"
    );
}

#[test]
fn beside_another_dataset_nothing_is_said_of_its_questions() {
    let (mut page, going) = page_with_run();
    // The same questions in another order, and one more.
    let turned = EXAM
        .replacen("\"1\"", "\"x\"", 1)
        .replacen("\"2\"", "\"1\"", 1);
    page.add("turned.json", &turned);
    page.answer("Use turned.json");
    let mut live = Live::default();
    let outcomes = page
        .workspace
        .judge(going.key, &[&replied(0, "1", "A")], &mut live);
    assert_eq!((outcomes.as_slice(), live.view().n), ([None].as_slice(), 0));
    assert!(page.workspace.record(going.key, 0).is_none());
    assert!(page.workspace.record(going.key, 3).is_some());
}

#[test]
fn a_run_that_got_no_answer_is_shown_where_it_was_begun_also_beside_a_better_one() {
    let (mut page, good) = page_with_run();
    page.workspace.show_run(good.key);
    let begun = begin(&mut page, &form("baseline-letter"));
    page.workspace.settle();
    page.view();
    assert_eq!(page.workspace.newest_answers(), Some(begun.key));
    assert_eq!(page.reloaded().workspace.newest_answers(), Some(begun.key));
    // Scores goes on showing what has scores.
    assert_eq!(
        page.workspace.shown().map(|shown| shown.predictions_file),
        Some(good.key)
    );
    // Stopped before anything came: its word stands, but is not said again for ever.
    page.workspace.set_ended(begun.key, true);
    assert_eq!(page.workspace.newest_answers(), Some(begun.key));
    assert_eq!(page.reloaded().workspace.newest_answers(), Some(good.key));
    let runs = page.view().runs;
    page.workspace.select(runs[0].key);
    assert_eq!(page.workspace.newest_answers(), Some(good.key));
}
