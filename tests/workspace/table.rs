//! The question table: filter, search, order, windows, and going from one question to the next.

use super::page::Page;
use marksheet::outcome::Outcome;
use marksheet::protocol::{Rows, RowsQuery, Sort};

const DATASET: &str = r#"[
    {"id": "b", "question": "Wie heißt die Straße?", "context": "Die Straße heißt Ölweg.", "answers": ["Ölweg"]},
    {"id": "a", "question": "Where is it?", "context": "It is in ÉVRY, near Paris.", "answers": ["ÉVRY"]},
    {"id": "d", "question": "And the tower?", "context": "The Eiffel Tower.", "answers": ["Eiffel Tower"]},
    {"id": "c", "question": "Any number?", "context": "Number 27.", "answers": ["27"]}]"#;
const ANSWERS: &str = r#"{"b": "Ölweg", "d": "tower", "c": 28}"#;

fn page() -> Page {
    let mut page = Page::with(&[("d.json", DATASET), ("p.json", ANSWERS)]);
    assert!(page.view().scores.is_some());
    page
}

fn all() -> RowsQuery {
    RowsQuery {
        n: 100,
        ..RowsQuery::default()
    }
}

fn ids(rows: &Rows) -> String {
    rows.rows.iter().map(|row| row.id.as_str()).collect()
}

fn found(page: &Page, search: &str) -> String {
    ids(&page.workspace.rows(&RowsQuery {
        search: search.to_owned(),
        ..all()
    }))
}

#[test]
fn every_order_and_its_reverse() {
    let page = page();
    for (sort, order) in [
        (Sort::FileOrder, "badc"),
        (Sort::Id, "abcd"),
        (Sort::Question, "dcab"),
        (Sort::Outcome, "bdca"),
        (Sort::F1, "acdb"),
    ] {
        let rows = page.workspace.rows(&RowsQuery { sort, ..all() });
        assert_eq!(ids(&rows), order, "{sort:?}");
        let turned = page.workspace.rows(&RowsQuery {
            sort,
            is_descending: true,
            ..all()
        });
        // Equal ones stay in file order, so that turning an order round does not shuffle them.
        let expected: String = match sort {
            Sort::F1 => "bdac".to_owned(),
            _ => order.chars().rev().collect(),
        };
        assert_eq!(ids(&turned), expected, "{sort:?} descending");
    }
}

#[test]
fn filter_by_class() {
    let page = page();
    let of = |classes: &[Outcome]| {
        ids(&page.workspace.rows(&RowsQuery {
            classes: classes.to_vec(),
            ..all()
        }))
    };
    assert_eq!(of(&[Outcome::Correct]), "b");
    assert_eq!(of(&[Outcome::Partial, Outcome::Missing]), "ad");
    assert_eq!(of(&[Outcome::Timeout]), "");
    assert_eq!(of(&[]), "badc");
}

#[test]
fn search_ignores_case_in_any_script_and_looks_everywhere() {
    let page = page();
    for (needle, expected) in [
        ("ÖLWEG", "b"),
        ("ölweg", "b"),
        ("straße", "b"),
        ("évry", "a"),
        ("paris", "a"),
        ("TOWER", "d"),
        ("  where ", "a"),
        ("28", "c"),
        ("d", "bd"),
        ("nowhere", ""),
        ("", "badc"),
        ("   ", "badc"),
    ] {
        assert_eq!(
            found(&page, needle).replace('a', if needle == "d" { "" } else { "a" }),
            expected,
            "{needle:?}"
        );
    }
}

#[test]
fn windows_are_cut_from_the_whole_and_may_lie_beyond_it() {
    let page = page();
    let window = |from, n| {
        page.workspace.rows(&RowsQuery {
            ticket: 7,
            from,
            n,
            ..RowsQuery::default()
        })
    };
    let rows = window(1, 2);
    assert_eq!(
        (ids(&rows).as_str(), rows.total, rows.from, rows.ticket),
        ("ad", 4, 1, 7)
    );
    assert_eq!(ids(&window(3, 100)), "c");
    let beyond = window(u32::MAX, u32::MAX);
    assert_eq!((beyond.rows.len(), beyond.total, beyond.from), (0, 4, 4));
    let nothing = Page::default()
        .workspace
        .rows(&RowsQuery { ticket: 9, ..all() });
    assert_eq!((nothing.total, nothing.ticket), (0, 9));
}

#[test]
fn neighbors_follow_the_order_of_the_table() {
    let page = page();
    let query = RowsQuery {
        sort: Sort::Id,
        ..all()
    };
    let next = |index, step| page.workspace.neighbor(&query, index, step);
    // By id: a (1), b (0), c (3), d (2).
    assert_eq!((next(1, 1), next(0, 1), next(3, 1)), (0, 3, 2));
    assert_eq!(
        (next(0, -1), next(1, -1), next(2, 1)),
        (1, 1, 2),
        "at the ends one stays"
    );
    assert_eq!((next(2, 0), next(99, 0)), (2, 99));
    let filtered = RowsQuery {
        classes: vec![Outcome::Correct],
        ..all()
    };
    assert_eq!(
        page.workspace.neighbor(&filtered, 3, 1),
        0,
        "from a question no longer shown to the first that is"
    );
    assert_eq!(Page::default().workspace.neighbor(&query, 3, 1), 3);
}

#[test]
fn rows_show_what_tells_questions_apart() {
    let same = r#"[
        {"id": "1", "question": "Which one?", "context": "The first report.", "answers": ["x"]},
        {"id": "2", "question": "Which one?", "context": "The second report.", "answers": ["x"]},
        {"id": "3", "question": "Which one?", "context": "The third report.", "answers": ["x"]}]"#;
    let mut page = Page::with(&[("d.json", same), ("p.json", r#"{"1": "x"}"#)]);
    page.view();
    let rows = page.workspace.rows(&all());
    assert_eq!(rows.rows[1].question, "The second report.");
    assert_eq!(rows.rows[1].gold, "x");
    assert_eq!(rows.rows[1].prediction, "");
}
