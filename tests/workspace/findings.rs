//! What is found out about the shown run after its numbers: groups, charts, what would help; and the table that they filter.

use super::page::{ANSWERS, EXAM, LETTERS, Page, SQUAD};
use marksheet::charts::{Answers, Chart, Filter, Name};
use marksheet::explain::Kind;
use marksheet::metrics::choice::Read;
use marksheet::outcome::Outcome;
use marksheet::protocol::{GroupsView, Pick, Rows, RowsQuery};
use marksheet::settings::{Normalizer, Settings};
use marksheet::workspace::{Previewing, Workspace};

fn find_all(workspace: &mut Workspace) {
    while workspace.group(&mut || false) {}
    while workspace.try_others(&mut || false) {}
    while workspace.gather(&mut || false) {}
    while workspace.draw() {}
}

fn found(files: &[(&str, &str)]) -> Page {
    let mut page = Page::with(files);
    find_all(&mut page.workspace);
    page
}

fn rows(page: &Page, pick: Pick) -> Rows {
    page.workspace.rows(&query(pick))
}

fn query(pick: Pick) -> RowsQuery {
    RowsQuery {
        pick: Some(pick),
        n: 1000,
        ..RowsQuery::default()
    }
}

fn ids(rows: &Rows) -> Vec<&str> {
    rows.rows.iter().map(|row| row.id.as_str()).collect()
}

fn groups(page: &Page) -> GroupsView {
    page.workspace.groups().unwrap()
}

/// Many questions, so that no step finishes at once.
fn many() -> (String, String) {
    let mut key = Vec::new();
    let mut answers = Vec::new();
    for i in 0..400 {
        key.push(format!(r#"{{"id": "q{i}", "question": "Which {i}?", "context": "Runway {i} and a word.", "answers": ["Runway {i}"]}}"#));
        answers.push(match i % 4 {
            0 => format!(r#""q{i}": "Runway {i}""#),
            1 => format!(r#""q{i}": "- Runway {i}""#),
            2 => format!(r#""q{i}": "Runway""#),
            _ => format!(r#""q{i}": "nothing of it""#),
        });
    }
    (
        format!("[{}]", key.join(",")),
        format!("{{{}}}", answers.join(",")),
    )
}

#[test]
fn every_bar_and_every_group_leads_to_as_many_rows_as_it_counts() {
    let (key, answers) = many();
    for files in [
        [("d.json", SQUAD), ("p.json", ANSWERS)],
        [("d.json", EXAM), ("p.json", LETTERS)],
        [("d.json", key.as_str()), ("p.json", answers.as_str())],
    ] {
        let page = found(&files);
        for group in groups(&page).groups {
            let rows = rows(&page, Pick::Group(group.kind));
            assert_eq!(rows.total, group.count, "{:?}", group.kind);
            let first: Vec<&str> = ids(&rows).into_iter().take(3).collect();
            let examples: Vec<&str> = group.examples.iter().map(|(_, id)| id.as_str()).collect();
            assert_eq!(first, examples);
        }
        assert!(!page.workspace.charts().is_empty());
        for (count, filter) in page.workspace.charts().iter().flat_map(Chart::parts) {
            let rows = rows(&page, Pick::Chart(filter.clone()));
            assert_eq!(rows.total, count, "{filter:?}");
        }
    }
}

#[test]
fn classes_and_search_go_on_top_of_what_is_picked() {
    let (key, answers) = many();
    let page = found(&[("d.json", &key), ("p.json", &answers)]);
    let part = query(Pick::Group(Kind::Part));
    let searched = page.workspace.rows(&RowsQuery {
        search: "runway 39".to_owned(),
        ..part.clone()
    });
    assert_eq!(ids(&searched), ["q390", "q394", "q398"]);
    let of_class = page.workspace.rows(&RowsQuery {
        classes: vec![Outcome::Correct],
        ..part.clone()
    });
    assert_eq!(of_class.total, 0);
    let turned = page.workspace.rows(&RowsQuery {
        is_descending: true,
        ..part.clone()
    });
    assert_eq!((turned.total, turned.rows[0].id.as_str()), (100, "q398"));
    assert_eq!(page.workspace.neighbor(&part, 2, 1), 6);
}

#[test]
fn groups_add_up_to_what_the_figures_lack_of_a_hundred() {
    let (key, answers) = many();
    let mut page = found(&[("d.json", &key), ("p.json", &answers)]);
    let scores = page.view().scores.unwrap();
    let groups = groups(&page);
    let figure = |key: &str| scores.metrics.iter().find(|(name, _)| name == key);
    let close = |lost: f64, key: &str| {
        assert!(
            (100.0 - figure(key).unwrap().1 - lost).abs() < 1e-9,
            "{key}"
        );
    };
    close(groups.lost_exact, "exact");
    close(groups.lost_f1.unwrap(), "f1");
    let sum: f64 = groups.groups.iter().map(|group| group.lost_exact).sum();
    close(sum, "exact");
    assert_eq!(groups.n_asked, 400);
}

#[test]
fn a_group_says_which_normalizer_would_win_it_back() {
    let (key, answers) = many();
    let mut page = Page::with(&[("d.json", &key), ("p.json", &answers)]);
    // As SQuAD 2.0 scores it, a dash in front costs nothing.
    let alue = Settings {
        profile: marksheet::settings::Profile::Alue,
        ..page.view().scores.unwrap().settings
    };
    page.workspace.set(Some(alue));
    page.view();
    while page.workspace.group(&mut || false) {}
    let without = page.workspace.groups().unwrap();
    assert!(without.groups.iter().all(|group| group.wins.is_empty()));
    find_all(&mut page.workspace);
    let written = groups(&page);
    let wins: Vec<_> = written
        .groups
        .iter()
        .flat_map(|group| &group.wins)
        .collect();
    let markdown = wins
        .iter()
        .find(|win| win.normalizers == [Normalizer::StripMarkdown])
        .unwrap();
    assert_eq!(
        (markdown.n, markdown.n_gained, markdown.n_lost),
        (100, 100, 0)
    );
    let told = page.workspace.alternatives();
    let told = told.iter().find(|other| other.label == markdown.label);
    assert_eq!(told.map(|other| other.n_gained), Some(100));
}

#[test]
fn until_it_is_known_what_is_picked_there_are_no_rows_and_it_is_said() {
    let (key, answers) = many();
    let mut page = Page::with(&[("d.json", &key), ("p.json", &answers)]);
    let picks = [
        Pick::Group(Kind::Part),
        Pick::Chart(Filter::Answers(Answers::Some)),
    ];
    let is_waiting = |page: &Page, pick: &Pick| rows(page, pick.clone()).is_waiting;
    assert!(picks.iter().all(|pick| is_waiting(&page, pick)));
    assert!(page.workspace.groups().is_none());
    find_all(&mut page.workspace);
    assert!(!picks.iter().any(|pick| is_waiting(&page, pick)));
    // Other settings, other faults.
    page.workspace.set(None);
    page.view();
    assert!(picks.iter().all(|pick| is_waiting(&page, pick)));
    assert!(page.workspace.charts().is_empty());
    // Nothing scored: nothing to wait for.
    assert!(!is_waiting(&Page::default(), &picks[0]));
}

#[test]
fn what_is_found_stays_until_the_run_is_scored_anew() {
    let (key, answers) = many();
    let mut page = found(&[("d.json", &key), ("p.json", &answers)]);
    page.workspace.settle();
    page.view();
    assert!(page.workspace.groups().is_some());
    let mut n_asked = 0;
    let mut count = || {
        n_asked += 1;
        true
    };
    assert!(!page.workspace.group(&mut count));
    assert!(!page.workspace.gather(&mut count));
    assert!(!page.workspace.try_others(&mut count));
    assert!(!page.workspace.draw());
    assert_eq!(n_asked, 0, "nothing is done again");
}

#[test]
fn a_small_runs_first_groups_have_all_that_would_help() {
    let (key, answers) = many();
    let grouped = || {
        let mut page = Page::with(&[("d.json", &key), ("p.json", &answers)]);
        let alue = Settings {
            profile: marksheet::settings::Profile::Alue,
            ..page.view().scores.unwrap().settings
        };
        page.workspace.set(Some(alue));
        page.view();
        assert!(!page.workspace.group(&mut || true));
        page
    };
    let mut page = grouped();
    find_all(&mut page.workspace);
    let all = groups(&page);
    assert!(all.groups.iter().any(|group| !group.wins.is_empty()));
    // As the worker does before it tells the groups for the first time: one slice, with time enough.
    let mut page = grouped();
    assert!(!page.workspace.try_others(&mut || true));
    assert_eq!(groups(&page), all);
    // Without time enough the rest is for later, and comes to the same.
    let mut page = grouped();
    let mut n_left = 3;
    let mut has_time = || {
        n_left -= 1;
        n_left > 0
    };
    assert!(page.workspace.try_others(&mut has_time));
    while page.workspace.try_others(&mut || false) {}
    assert_eq!(groups(&page), all);
}

#[test]
fn a_filter_of_another_task_picks_nothing() {
    let page = found(&[("d.json", SQUAD), ("p.json", ANSWERS)]);
    let filters = [
        Filter::Gold('A'),
        Filter::Letters('A', Read::NoReply),
        Filter::TokensIn(0, None),
        Filter::Given(Some(0.5)),
    ];
    for filter in filters {
        assert_eq!(rows(&page, Pick::Chart(filter)).total, 0);
    }
    assert_eq!(rows(&page, Pick::Group(Kind::OtherChoice)).total, 0);
}

#[test]
fn charts_that_tell_nothing_are_left_out() {
    let one = r#"[{"id": "a", "question": "Who?", "context": "N1.", "answers": ["N1"]}]"#;
    let page = found(&[("d.json", one), ("p.json", r#"{"a": "N1"}"#)]);
    assert_eq!(page.workspace.charts(), []);
    assert_eq!(groups(&page).groups, []);
    let all = r#"{"1": "A", "2": "B", "3": "C", "4": "A"}"#;
    let page = found(&[("d.json", EXAM), ("p.json", all)]);
    let names: Vec<Name> = page
        .workspace
        .charts()
        .iter()
        .map(|chart| chart.name)
        .collect();
    assert_eq!(names, [Name::Confusion], "every letter at 100 % is no news");
    let page = found(&[("d.json", EXAM), ("p.json", LETTERS)]);
    let names: Vec<Name> = page
        .workspace
        .charts()
        .iter()
        .map(|chart| chart.name)
        .collect();
    assert_eq!(names, [Name::Outcomes, Name::Confusion, Name::GoldLetters]);
}

#[test]
fn a_preview_says_how_the_score_would_move_before_anything_is_applied() {
    let (key, answers) = many();
    let mut page = Page::with(&[("d.json", &key), ("p.json", &answers)]);
    let alue = Settings {
        profile: marksheet::settings::Profile::Alue,
        ..page.view().scores.unwrap().settings
    };
    page.workspace.set(Some(alue.clone()));
    page.view();
    let chain = [Normalizer::StripMarkdown, Normalizer::Strict];
    let preview = page.workspace.preview(&chain);
    assert_eq!((preview.n_right, preview.n_asked), (100, 400));
    assert_eq!((preview.n_gained, preview.n_lost), (100, 0));
    assert_eq!(preview.normalizers, chain);
    // Applied, the score is what was foretold.
    page.workspace.set(Some(Settings {
        normalizers: chain.to_vec(),
        ..alue
    }));
    let scores = page.view().scores.unwrap();
    let exact = scores.metrics.iter().find(|(key, _)| key == "exact");
    assert_eq!(exact.unwrap().1, 50.0);
    let back = page.workspace.preview(&[]);
    assert_eq!((back.n_right, back.n_gained, back.n_lost), (200, 0, 100));
}

#[test]
fn a_preview_in_parts_is_the_preview_at_once() {
    let (key, answers) = many();
    let page = Page::with(&[("d.json", &key), ("p.json", &answers)]);
    let chain = vec![Normalizer::StripMarkdown];
    let mut previewing = Previewing::new(chain.clone());
    let mut n_parts = 1;
    while page.workspace.preview_some(&mut previewing, &mut || false) {
        n_parts += 1;
    }
    assert!(n_parts > 3);
    assert_eq!(previewing.finish(), page.workspace.preview(&chain));
}
