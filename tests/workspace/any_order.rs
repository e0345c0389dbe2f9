//! Whatever is dropped, closed, answered and chosen, in any order: nothing panics, and what is shown holds together.

use super::page::{ANSWERS, EXAM, LETTERS, Page, SQUAD};
use super::zips::packed;
use marksheet::protocol::{RowsQuery, View};
use marksheet::settings::{Profile, Settings};
use proptest::prelude::*;

/// Files of every role, some of one name.
fn pool() -> Vec<(&'static str, Vec<u8>)> {
    let text = |text: &str| text.as_bytes().to_vec();
    let batch = |id: &str| {
        format!(
            r#"{{"custom_id": "{id}", "response": {{"status_code": 200, "body": {{"model": "m", "choices": [{{"message": {{"content": "A"}}}}]}}}}}}"#
        )
        .into_bytes()
    };
    let run = |files: &[(&str, &str)]| Page::with(files).exported(true).0;
    let numbers = r#"[{"id": "1", "question": "Q?", "choices": ["x", "y", "z"], "answer": 1},
                      {"id": "2", "question": "Q?", "choices": ["x", "y", "z"], "answer": "C"}]"#;
    vec![
        ("dev.json", text(SQUAD)),
        ("copy.json", text(SQUAD)),
        ("data.json", text(EXAM)),
        ("data.json", text(&SQUAD.replace("q3", "q4"))),
        ("data.json", text(ANSWERS)),
        ("numbers.json", text(numbers)),
        ("a.json", text(ANSWERS)),
        ("a.json", text(r#"[{"id": "q1", "prediction": "x"}]"#)),
        (
            "key.json",
            text(r#"{"q1": "3,000 m", "q2": "x", "q3": ""}"#),
        ),
        ("letters.json", text(LETTERS)),
        ("na.json", text(r#"{"q1": 0.5, "q2": 0.25, "q3": 1}"#)),
        ("b1.jsonl", batch("1")),
        ("b2.jsonl", batch("2")),
        ("run.zip", run(&[("dev.json", SQUAD), ("a.json", ANSWERS)])),
        ("exam.zip", run(&[("exam.json", EXAM), ("l.json", LETTERS)])),
        (
            "both.zip",
            packed(&[
                ("k.json", ANSWERS.as_bytes()),
                ("p.json", ANSWERS.as_bytes()),
            ]),
        ),
        ("broken.json", text("{\"q1\": ")),
        ("t.jinja2", text("{{ query }}")),
        ("empty.json", text("{}")),
    ]
}

#[derive(Clone, Debug)]
enum Step {
    Drop(Vec<usize>),
    Remove(usize),
    Answer(usize, usize),
    Select(usize),
    Set(Profile, Option<usize>),
    Reload,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => prop::collection::vec(0usize..19, 1..3).prop_map(Step::Drop),
        2 => (0usize..8).prop_map(Step::Remove),
        4 => (0usize..4, 0usize..3).prop_map(|(ask, option)| Step::Answer(ask, option)),
        1 => (0usize..4).prop_map(Step::Select),
        1 => (prop::sample::select(Profile::ALL.to_vec()), prop::option::of(0usize..3)).prop_map(|(p, n)| Step::Set(p, n)),
        1 => Just(Step::Reload),
    ]
}

fn take(page: &mut Page, pool: &[(&str, Vec<u8>)], step: &Step) -> View {
    let view = page.view();
    match step {
        Step::Drop(files) => {
            let files: Vec<_> = files
                .iter()
                .map(|&i| (pool[i].0, pool[i].1.as_slice()))
                .collect();
            page.drop(&files)
        }
        Step::Remove(i) => {
            if let Some(file) = view.files.get(*i) {
                page.workspace.remove(file.key);
            }
            page.view()
        }
        Step::Answer(ask, option) => {
            match view.asks.get(*ask).and_then(|ask| ask.options.get(*option)) {
                Some((_, decision)) => {
                    let after = page.decide(*decision);
                    let question = &view.asks[*ask];
                    assert!(
                        !after.asks.contains(question),
                        "answered with {option}, asked again: {question:?}"
                    );
                    after
                }
                None => view,
            }
        }
        Step::Select(i) => {
            if let Some(run) = view.runs.get(*i) {
                page.workspace.select(run.key);
                let after = page.view();
                assert!(after.runs[*i].is_selected, "the chosen run is shown");
            }
            page.view()
        }
        Step::Set(profile, n_questions) => match view.scores {
            Some(scores) => page.set(Settings {
                profile: *profile,
                n_questions: *n_questions,
                ..scores.settings
            }),
            None => view,
        },
        Step::Reload => {
            *page = page.reloaded();
            page.view()
        }
    }
}

fn check(page: &Page, view: &View) {
    let n_selected = view.runs.iter().filter(|run| run.is_selected).count();
    assert_eq!(
        n_selected,
        usize::from(!view.runs.is_empty()),
        "one run is shown: {view:?}"
    );
    assert!(view.dataset.is_some() || view.scores.is_none());
    for file in &view.files {
        let has_words = file.is_used || !file.problems.is_empty();
        assert!(has_words, "nothing is said about {file:?}");
    }
    let is_said = |view: &View| {
        view.files
            .iter()
            .any(|file| file.problems.iter().any(|p| p.severity.word() == "error"))
    };
    assert!(
        !view.is_failed || is_said(view),
        "failed without a reason: {view:?}"
    );
    if let Some(scores) = &view.scores {
        let rows = page.workspace.rows(&RowsQuery {
            n: 100,
            ..RowsQuery::default()
        });
        let total: u32 = scores.counts.iter().map(|(_, n)| n).sum();
        assert_eq!(rows.total, total);
        for index in 0..total {
            assert!(page.workspace.item(index).is_some());
        }
        assert!(!page.exported(true).0.is_empty());
    }
}

/// What a reload must show again: all but files of no use and what was said of a second drop.
fn lasting(view: &View) -> View {
    let mut view = view.clone();
    view.files.retain(|file| file.kind != "Not usable");
    for file in &mut view.files {
        file.problems
            .retain(|problem| !problem.message.starts_with("dropped again"));
    }
    view.is_failed = false;
    view
}

proptest! {
    #![proptest_config(ProptestConfig { cases: crate::long::times(50), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_steps_in_any_order_hold_together(steps in prop::collection::vec(step(), 1..14)) {
        let pool = pool();
        let mut page = Page::default();
        for step in &steps {
            let view = take(&mut page, &pool, step);
            check(&page, &view);
            prop_assert_eq!(lasting(&view), lasting(&page.reloaded().view()), "after {:?}", step);
        }
    }
}
