//! Runs beside each other: which are compared, by what, and what is told of them.

use super::page::{EXAM, Page, SQUAD, runs};
use marksheet::compare::Compared;
use marksheet::outcome::Outcome;
use marksheet::protocol::{CompareQuery, CompareView, FlipsQuery, PairView, RunKey};
use marksheet::settings::{Normalizer, Settings};
use marksheet::workspace::{Against, Label};

const FIRST: &str = r#"{"1": "A", "2": "C", "3": "C", "4": "A"}"#;
const SECOND: &str = r#"{"1": "A", "2": "B", "3": "A", "4": "no idea"}"#;
const THIRD: &str = r#"{"1": "B", "2": "B", "3": "C"}"#;

fn exam() -> Page {
    Page::with(&[("exam.json", EXAM), ("b.json", SECOND), ("a.json", FIRST)])
}

fn drawn(page: &Page, pair: (RunKey, RunKey), query: &CompareQuery) -> Compared {
    let measure = page.workspace.measure(query).unwrap();
    let mut comparing = page.workspace.comparing(pair, measure).unwrap();
    while !comparing.is_done() {
        comparing.step(1_000);
    }
    comparing.finish()
}

/// What the worker does, to its end.
pub fn compared(page: &mut Page, query: &CompareQuery) -> CompareView {
    while page.workspace.score_next() {}
    let Some(pair) = page.workspace.pair(query) else {
        return page.workspace.comparison(query, None, &[]);
    };
    let query = CompareQuery {
        first: Some(pair.0),
        second: Some(pair.1),
        ..query.clone()
    };
    let view = drawn(page, pair, &query);
    let view = page.workspace.pair_view(pair, &view, true);
    let others = page.workspace.others(&query).into_iter();
    let against: Vec<Against> = others
        .map(|run| {
            let compared = drawn(page, (pair.0, run), &query);
            (run, compared.delta, compared.p)
        })
        .collect();
    page.workspace.comparison(&query, view, &against)
}

fn pair(page: &mut Page, query: &CompareQuery) -> PairView {
    *compared(page, query).pair.unwrap()
}

fn flips(page: &Page, pair: &PairView, is_gained: bool) -> Vec<(String, String, String)> {
    let query = FlipsQuery {
        first: Some(pair.runs.0),
        second: Some(pair.runs.1),
        is_gained,
        n: 10,
        ..FlipsQuery::default()
    };
    let flips = page.workspace.flips(&query);
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
    assert_eq!((pair.scores, pair.delta), ((75.0, 50.0), -25.0));
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
    assert!((pair.scores.0 - 200.0 / 3.0).abs() < 1e-9 && pair.delta == 0.0);
}

#[test]
fn of_several_every_one_stands_against_the_first_corrected_for_their_number() {
    let mut page = exam();
    page.add("c.json", THIRD);
    let view = compared(&mut page, &CompareQuery::default());
    assert_eq!((view.board.len(), view.n_scored), (3, 3));
    assert_eq!(view.board[0].against, None);
    assert_eq!(view.board[1].against, Some((-25.0, Some(1.0))));
    assert_eq!(view.board[2].n_answered, (3, 4));
    assert_eq!(view.board[2].figures[0], ("accuracy".to_owned(), 0.5));
    // One that is not known yet leaves the correction of all open.
    let runs: Vec<_> = view.board.iter().map(|row| row.key).collect();
    let against = [(runs[1], -25.0, Some(0.02)), (runs[2], 0.0, None)];
    let query = CompareQuery::default();
    let open = page.workspace.comparison(&query, None, &against);
    assert_eq!(open.board[1].against, Some((-25.0, None)));
    let against = [(runs[1], -25.0, Some(0.02)), (runs[2], 0.0, Some(0.5))];
    let told = page.workspace.comparison(&query, None, &against);
    assert_eq!(told.board[1].against, Some((-25.0, Some(0.04))));
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
    assert!((pair.scores.0 - pair.scores.1 + pair.delta).abs() < 1e-9);
    page.remove("b.json");
    let view = compared(&mut page, &query);
    assert!(view.pair.is_none() && view.board.len() == 1);
}

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
