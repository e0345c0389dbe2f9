//! Runs compared again: only what has changed, and a part at a time.

use super::answers::{page_with_run, replied};
use super::batch_back::{line, write};
use super::comparing::{FIRST, compared, exam, flips, letters, long_exam, pair};
use super::page::{EXAM, Page, SQUAD, file};
use marksheet::protocol::{AskForm, CompareQuery, ReadAs};
use marksheet::settings::{Normalizer, Settings};
use marksheet::workspace::{Comparison, Label};

#[test]
fn other_settings_measure_every_run_anew() {
    let mut page = Page::with(&[
        ("d.json", SQUAD),
        ("a.json", r#"{"q1": "**3,000 m**", "q2": "x", "q3": ""}"#),
        ("b.json", r#"{"q1": "3,000 m", "q2": "x", "q3": ""}"#),
    ]);
    // What is compared has no punctuation left in it, so that another normalizer is needed to move anything.
    let before = pair(&mut page, &CompareQuery::default());
    let settings = page.view().scores.unwrap().settings;
    page.set(Settings {
        normalizers: vec![Normalizer::Regex {
            pattern: "^(\\w)".to_owned(),
            group: 1,
        }],
        ..settings
    });
    let after = pair(&mut page, &CompareQuery::default());
    assert_ne!(before.scores, after.scores);
}

#[test]
fn what_has_not_changed_is_not_compared_again() {
    let mut page = exam();
    let before = pair(&mut page, &CompareQuery::default());
    page.workspace.settle();
    let mut comparison = Comparison::new(CompareQuery::default());
    // Nothing has changed: one look, and all of it is there.
    assert!(comparison.step(&mut page.workspace, &mut || false));
    assert!(comparison.is_done());
    let again = comparison.view(&page.workspace).pair.unwrap();
    assert_eq!(*again, before);
}

#[test]
fn a_run_that_got_more_replies_is_compared_anew() {
    let (mut page, going) = page_with_run();
    page.add("a.json", FIRST);
    let before = pair(&mut page, &CompareQuery::default());
    assert_eq!((before.n_shared, before.only), (2, (1, 0)));
    page.workspace.add_record(going.key, replied(1, "2", "B"));
    page.workspace.add_record(going.key, replied(2, "3", "A"));
    page.workspace.settle();
    let after = pair(&mut page, &CompareQuery::default());
    assert_eq!((after.n_shared, after.only), (4, (2, 1)));
    assert_eq!(
        flips(&page, &after, true),
        [("2".into(), "C".into(), "B".into())]
    );
}

#[test]
fn a_run_read_otherwise_is_compared_anew() {
    let mut page = Page::with(&[("exam.json", EXAM), ("a.json", FIRST)]);
    let form = AskForm {
        model: "m".into(),
        field_to_extract: "answer".into(),
        n_questions: String::new(),
        ..AskForm::default()
    };
    write(&mut page, &form, 29);
    let reply = |(id, letter)| line(id, "m", &format!(r#"{{"why": "B", "answer": "{letter}"}}"#));
    let output = [("1", "A"), ("2", "B"), ("3", "C"), ("4", "A")].map(reply);
    page.add("output.jsonl", &output.concat());
    let before = pair(&mut page, &CompareQuery::default());
    assert_eq!(before.only, (0, 1));
    let key = file(&page.workspace.view(), "output.jsonl").key;
    page.workspace
        .read_as(key, &ReadAs::Field("why".to_owned()));
    let after = pair(&mut page, &CompareQuery::default());
    assert_ne!(after.scores, before.scores);
    page.workspace.read_as(key, &ReadAs::Remembered);
    assert_eq!(pair(&mut page, &CompareQuery::default()), before);
}

#[test]
fn long_runs_are_scored_a_part_at_a_time_as_at_once() {
    let answers = |letter: &str| letters(0, &format!("{letter}AB").repeat(400));
    let files = [
        ("exam.json", long_exam(1200)),
        ("a.json", answers("A")),
        ("b.json", answers("B")),
    ];
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    let at_once = compared(&mut Page::with(&files), &CompareQuery::default());
    let mut page = Page::with(&files);
    let mut comparison = Comparison::new(CompareQuery::default());
    let mut n_steps = 0;
    while !comparison.is_done() {
        comparison.step(&mut page.workspace, &mut || false);
        n_steps += 1;
    }
    assert_eq!(comparison.view(&page.workspace), at_once);
    assert!(n_steps > 10, "{n_steps}");
    // What is scored for Scores is not scored once more.
    let mut page = Page::with(&files);
    page.view();
    let mut comparison = Comparison::new(CompareQuery::default());
    comparison.step(&mut page.workspace, &mut || true);
    comparison.step(&mut page.workspace, &mut || true);
    assert_eq!(comparison.view(&page.workspace).n_scored, 2);
}

#[test]
fn a_new_name_and_another_second_draw_nothing_again() {
    let mut page = exam();
    page.add("c.json", r#"{"1": "B", "2": "B", "3": "C"}"#);
    let view = compared(&mut page, &CompareQuery::default());
    let label = Label {
        name: "renamed".to_owned(),
        ..Label::default()
    };
    page.workspace.label(view.board[1].key, label);
    page.workspace.settle();
    let mut comparison = Comparison::new(CompareQuery::default());
    comparison.step(&mut page.workspace, &mut || false);
    assert!(comparison.is_done());
    let renamed = comparison.view(&page.workspace);
    assert_eq!(renamed.board[1].name, "renamed");
    assert_eq!(renamed.board[2].against, view.board[2].against);
    // Another second one has its interval drawn, and the board is there with it.
    let mut comparison = Comparison::new(CompareQuery {
        second: Some(view.board[2].key),
        ..CompareQuery::default()
    });
    while comparison.is_pair_due() {
        comparison.step(&mut page.workspace, &mut || true);
    }
    assert!(comparison.is_done());
    let other = comparison.view(&page.workspace);
    assert_eq!(other.board, renamed.board);
    assert!(other.pair.unwrap().is_chance_done);
}
