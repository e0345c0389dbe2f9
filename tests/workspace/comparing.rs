//! Runs beside each other: which are compared, by what, and what is told of them.

use super::page::{EXAM, Page, SQUAD, runs};
use marksheet::outcome::Outcome;
use marksheet::protocol::{CompareQuery, CompareView, FlipsQuery, PairView, Standing};
use marksheet::workspace::{Comparison, Label};

pub const FIRST: &str = r#"{"1": "A", "2": "C", "3": "C", "4": "A"}"#;
const SECOND: &str = r#"{"1": "A", "2": "B", "3": "A", "4": "no idea"}"#;
const THIRD: &str = r#"{"1": "B", "2": "B", "3": "C"}"#;

pub fn exam() -> Page {
    Page::with(&[("exam.json", EXAM), ("b.json", SECOND), ("a.json", FIRST)])
}

/// What the worker does, to its end.
pub fn compared(page: &mut Page, query: &CompareQuery) -> CompareView {
    let mut comparison = Comparison::new(query.clone());
    while !comparison.is_done() {
        comparison.step(&mut page.workspace, &mut || true);
    }
    comparison.view(&page.workspace)
}

pub fn pair(page: &mut Page, query: &CompareQuery) -> PairView {
    *compared(page, query).pair.unwrap()
}

pub fn flips(page: &Page, pair: &PairView, is_gained: bool) -> Vec<(String, String, String)> {
    flips_by(page, pair, "exact", is_gained)
}

fn flips_by(
    page: &Page,
    pair: &PairView,
    measure: &str,
    is_gained: bool,
) -> Vec<(String, String, String)> {
    let query = FlipsQuery {
        measure: measure.to_owned(),
        first: Some(pair.runs.0),
        second: Some(pair.runs.1),
        is_gained,
        n: 10,
        ..FlipsQuery::default()
    };
    let flips = page.workspace.flips(&query);
    assert_eq!((flips.runs, &flips.names), (Some(pair.runs), &pair.names));
    assert_eq!(flips.total as usize, flips.rows.len());
    let rows = flips.rows.into_iter();
    rows.map(|flip| (flip.id, flip.first.0, flip.second.0))
        .collect()
}

#[test]
fn the_first_two_by_name_are_compared_whatever_came_first() {
    let mut page = exam();
    let pair = pair(&mut page, &CompareQuery::default());
    assert_eq!(pair.names, ("a.json".to_owned(), "b.json".to_owned()));
    assert_eq!((pair.n_shared, pair.only), (4, (2, 1)));
    assert_eq!((pair.scores, pair.delta), (Some((75.0, 50.0)), Some(-25.0)));
    assert_eq!(pair.p, Some(1.0));
    assert!(pair.sentence.contains("a.json scored 25.0 points higher"));
    assert!(pair.warning.unwrap().contains("fewer than 30"));
}

#[test]
fn what_flipped_is_shown_both_ways_with_both_answers() {
    let mut page = exam();
    let pair = pair(&mut page, &CompareQuery::default());
    let own = |rows: &[(&str, &str, &str)]| {
        let rows = rows.iter();
        rows.map(|(id, a, b)| ((*id).to_owned(), (*a).to_owned(), (*b).to_owned()))
            .collect::<Vec<_>>()
    };
    assert_eq!(flips(&page, &pair, true), own(&[("2", "C", "B")]));
    assert_eq!(
        flips(&page, &pair, false),
        own(&[("3", "C", "A"), ("4", "A", "no idea")])
    );
    let query = FlipsQuery {
        first: Some(pair.runs.0),
        second: Some(pair.runs.1),
        from: 1,
        n: 1,
        ..FlipsQuery::default()
    };
    let page = page.workspace.flips(&query);
    assert_eq!((page.total, page.rows.len()), (2, 1));
    assert_eq!(page.rows[0].second.1, Outcome::Unparsed);
}

#[test]
fn a_question_only_one_answered_is_no_part_of_it() {
    let mut page = Page::with(&[("exam.json", EXAM), ("a.json", FIRST), ("c.json", THIRD)]);
    let pair = pair(&mut page, &CompareQuery::default());
    assert_eq!((pair.n_shared, pair.only), (3, (1, 1)));
    assert!((pair.scores.unwrap().0 - 200.0 / 3.0).abs() < 1e-9 && pair.delta == Some(0.0));
}

#[test]
fn of_several_every_one_stands_against_the_first_corrected_for_their_number() {
    let mut page = exam();
    page.add("c.json", THIRD);
    let view = compared(&mut page, &CompareQuery::default());
    assert_eq!((view.board.len(), view.n_scored), (3, 3));
    assert_eq!(view.board[0].against, None);
    let standing = |n_shared, delta| Standing {
        n_shared,
        delta: Some(delta),
        chance: Some(1.0),
        is_done: true,
    };
    assert_eq!(view.board[1].against, Some(standing(4, -25.0)));
    assert_eq!(view.board[2].against, Some(standing(3, 0.0)));
    assert_eq!(view.board[2].n_answered, (3, 4));
    assert_eq!(view.board[2].figures[0], ("accuracy".to_owned(), 0.5));
}

/// An exam of `n` questions whose answers are all A.
pub fn long_exam(n: usize) -> String {
    let item =
        |i| format!(r#"{{"id": "{i}", "input": "Which?\nA) this\nB) that", "output": "A"}}"#);
    let items: Vec<String> = (0..n).map(item).collect();
    let items = items.join(",");
    format!(r#"{{"task_info": {{"task_name": "long"}}, "examples": [], "data": [{items}]}}"#)
}

/// Answers to the questions from `from` on: `letters`, one each.
pub fn letters(from: usize, letters: &str) -> String {
    let letters = letters.chars().enumerate();
    let answers: Vec<String> = letters
        .map(|(i, letter)| format!(r#""{}": "{letter}""#, from + i))
        .collect();
    format!("{{{}}}", answers.join(","))
}

/// Four runs: `b` is 7 answers better than `a` (p 1/64), `c` by 1, and `d` answers none of the first 30 questions.
fn several(with_d: bool) -> Page {
    let half = "A".repeat(16);
    let (a, b, c) = ("B".repeat(14), "AAAAAAABBBBBBB", "ABBBBBBBBBBBBB");
    let mut page = Page::with(&[
        ("exam.json", &long_exam(40)),
        ("a.json", &letters(0, &(a + &half))),
        ("b.json", &letters(0, &format!("{b}{half}"))),
        ("c.json", &letters(0, &format!("{c}{half}"))),
    ]);
    if with_d {
        page.add("d.json", &letters(29, "AAAAAAAAAAA"));
    }
    page
}

fn is_near(chance: Option<f64>, expected: f64) -> bool {
    chance.is_some_and(|chance| (chance - expected).abs() < 1e-12)
}

#[test]
fn of_several_runs_the_corrected_chance_is_put_into_words() {
    let mut page = several(false);
    let view = compared(&mut page, &CompareQuery::default());
    let pair = view.pair.unwrap();
    assert!(is_near(pair.p, 1.0 / 64.0) && is_near(pair.chance, 1.0 / 32.0));
    assert_eq!((pair.n_compared, pair.is_chance_done), (2, true));
    assert!(
        pair.sentence.contains("about 3 of 100"),
        "{}",
        pair.sentence
    );
    let standing = view.board[1].against.clone().unwrap();
    assert_eq!(standing.chance, pair.chance);
    // Of two runs there is nothing to correct.
    page.remove("c.json");
    let pair = self::pair(&mut page, &CompareQuery::default());
    assert!(is_near(pair.p, 1.0 / 64.0) && pair.chance == pair.p);
    assert!(
        pair.sentence.contains("about 2 of 100"),
        "{}",
        pair.sentence
    );
}

#[test]
fn while_others_are_drawn_nothing_is_said_of_chance() {
    let mut page = several(false);
    let mut comparison = Comparison::new(CompareQuery::default());
    while comparison.is_pair_due() {
        comparison.step(&mut page.workspace, &mut || true);
    }
    let pair = comparison.view(&page.workspace).pair.unwrap();
    assert!(pair.is_done && !pair.is_chance_done && pair.chance.is_none());
    assert!(pair.sentence.ends_with("questions both answered."));
}

#[test]
fn a_run_with_too_few_shared_questions_leaves_the_chances_of_the_others() {
    let mut page = several(true);
    let view = compared(&mut page, &CompareQuery::default());
    let chance = |at: usize| view.board[at].against.clone().unwrap().chance;
    assert!(is_near(chance(1), 1.0 / 32.0) && is_near(chance(2), 1.0));
    let last = view.board[3].against.clone().unwrap();
    assert_eq!((last.n_shared, last.chance), (1, None));
    assert!(last.is_done && last.delta == Some(0.0));
    assert_eq!(view.pair.unwrap().n_compared, 2);
    let last = view.board[3].key;
    let query = CompareQuery {
        second: Some(last),
        ..CompareQuery::default()
    };
    let pair = pair(&mut page, &query);
    assert_eq!((pair.chance, pair.is_chance_done), (None, true));
}

#[test]
fn runs_without_a_shared_question_have_no_scores_at_all() {
    let mut page = Page::with(&[
        ("exam.json", EXAM),
        ("a.json", r#"{"1": "A", "2": "B"}"#),
        ("b.json", r#"{"3": "A", "4": "B"}"#),
    ]);
    let view = compared(&mut page, &CompareQuery::default());
    let pair = view.pair.unwrap();
    assert_eq!((pair.n_shared, pair.scores, pair.delta), (0, None, None));
    assert_eq!(view.board[1].against.clone().unwrap().delta, None);
}

#[test]
fn by_f1_every_question_that_scores_otherwise_is_listed_the_largest_first() {
    let mut page = Page::with(&[
        ("d.json", SQUAD),
        (
            "a.json",
            r#"{"q1": "3,000 m long", "q2": "Harbor", "q3": "x"}"#,
        ),
        (
            "b.json",
            r#"{"q1": "3,000", "q2": "Harbor Company", "q3": "x"}"#,
        ),
        ("c.json", r#"{"q1": "a wing", "q2": "", "q3": "y"}"#),
    ]);
    let query = CompareQuery {
        measure: "f1".to_owned(),
        ..CompareQuery::default()
    };
    let view = compared(&mut page, &query);
    let pair = view.pair.unwrap();
    // Only the second is exactly right in one of them.
    assert_eq!((pair.only, pair.better), ((0, 1), (1, 1)));
    let ids = |rows: Vec<(String, String, String)>| {
        rows.into_iter().map(|(id, ..)| id).collect::<Vec<_>>()
    };
    assert_eq!(ids(flips_by(&page, &pair, "f1", true)), ["q2"]);
    assert_eq!(ids(flips_by(&page, &pair, "f1", false)), ["q1"]);
    assert_eq!(ids(flips_by(&page, &pair, "exact", false)), [""; 0]);
    let query = CompareQuery {
        second: Some(view.board[2].key),
        ..query
    };
    let pair = self::pair(&mut page, &query);
    assert_eq!(pair.better, (2, 0));
    assert_eq!(ids(flips_by(&page, &pair, "f1", false)), ["q1", "q2"]);
}

#[test]
fn the_two_and_the_figure_can_be_chosen_and_what_is_closed_falls_back() {
    let mut page = Page::with(&[
        ("d.json", SQUAD),
        ("a.json", r#"{"q1": "3,000 m", "q2": "Harbor", "q3": ""}"#),
        (
            "b.json",
            r#"{"q1": "3,000 m", "q2": "the Harbor", "q3": "a city"}"#,
        ),
    ]);
    let view = compared(&mut page, &CompareQuery::default());
    let keys: Vec<&str> = view.measures.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(
        (keys, view.measure.as_str()),
        (vec!["exact", "f1"], "exact")
    );
    let runs = view.pair.unwrap().runs;
    let query = CompareQuery {
        first: Some(runs.1),
        second: Some(runs.0),
        measure: "f1".to_owned(),
        ..CompareQuery::default()
    };
    let view = compared(&mut page, &query);
    assert_eq!(view.measure, "f1");
    let pair = view.pair.unwrap();
    assert_eq!(pair.names.0, "b.json");
    let (first, second) = pair.scores.unwrap();
    assert!((first - second + pair.delta.unwrap()).abs() < 1e-9);
    page.remove("b.json");
    let view = compared(&mut page, &query);
    assert!(view.pair.is_none() && view.board.len() == 1);
}

#[test]
fn a_name_and_a_note_stay_with_the_run_and_outlive_a_reload() {
    let mut page = exam();
    let key = compared(&mut page, &CompareQuery::default()).board[1].key;
    let label = Label {
        name: "with examples".to_owned(),
        note: "five of them".to_owned(),
    };
    page.workspace.label(key, label);
    for page in [&mut page.reloaded(), &mut page] {
        let view = compared(page, &CompareQuery::default());
        assert_eq!(view.board[1].name, "with examples");
        assert_eq!(view.board[1].note, "five of them");
        assert!(view.pair.unwrap().sentence.starts_with("a.json"));
        let shown = page.view();
        assert!(shown.runs.iter().any(|run| run.name == "with examples"));
    }
    page.workspace.label(key, Label::default());
    assert_eq!(runs(&page.view()), ["a.json", "b.json"]);
}

#[test]
fn without_a_dataset_or_with_runs_of_another_nothing_is_compared() {
    let mut page = Page::with(&[("a.json", FIRST), ("b.json", SECOND)]);
    let view = compared(&mut page, &CompareQuery::default());
    assert_eq!((view.board.len(), view.pair), (0, None));
    let mut page = Page::with(&[("d.json", SQUAD), ("a.json", FIRST)]);
    assert!(compared(&mut page, &CompareQuery::default()).pair.is_none());
}
