//! Many files at once: each becomes a run that can be told from the others, nobody is asked about each, and what was found out
//! of one is not found out again for the next.

use super::batch_back::line;
use super::comparing::compared;
use super::page::{EXAM, Page, SQUAD, figure, questions, runs};
use marksheet::protocol::{CompareQuery, View};
use marksheet::settings::{Normalizer, Profile, Settings};
use marksheet::workspace::passes;
use std::collections::BTreeSet;

const N: usize = 50;

/// The letters of the `i`th run: right in as many of the four questions as `i` modulo 5 says.
fn letters(i: usize) -> String {
    let right = ["A", "B", "C", "A"];
    let letter = |at: usize| if at < i % 5 { right[at] } else { "X" };
    format!(
        r#"{{"1": "{}", "2": "{}", "3": "{}", "4": "{}"}}"#,
        letter(0),
        letter(1),
        letter(2),
        letter(3)
    )
}

fn borrowed(files: &[(String, Vec<u8>)]) -> Vec<(&str, &[u8])> {
    let files = files.iter();
    files
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect()
}

fn predictions() -> Vec<(String, Vec<u8>)> {
    let file = |i: usize| (format!("run-{i:02}.json"), letters(i).into_bytes());
    (0..N).map(file).collect()
}

/// All names are there, and no two are the same.
fn assert_told_apart(view: &View) {
    let names: BTreeSet<&str> = runs(view).into_iter().collect();
    assert_eq!((view.runs.len(), names.len()), (N, N), "{:?}", runs(view));
    assert_eq!(questions(view), [""; 0]);
}

/// How many runs stand in Compare with their figures, and the value of `key` of each, by name.
fn board(page: &mut Page, key: &str) -> Vec<(String, f64)> {
    let view = compared(page, &CompareQuery::default());
    assert_eq!(view.n_scored as usize, N);
    let figure =
        |figures: &[(String, f64)]| figures.iter().find(|(known, _)| known == key).unwrap().1;
    let rows = view.board.iter();
    rows.map(|row| (row.name.clone(), figure(&row.figures)))
        .collect()
}

#[test]
fn fifty_predictions_dropped_with_their_dataset_are_fifty_runs() {
    for at in [0, 25, N] {
        let mut files = predictions();
        files.insert(at, ("exam.json".into(), EXAM.into()));
        let mut page = Page::default();
        let view = page.drop(&borrowed(&files));
        assert_told_apart(&view);
        // The last by name: four of its four are right.
        assert_eq!(figure(&view, "accuracy"), 1.0);
        for (i, (name, accuracy)) in board(&mut page, "accuracy").into_iter().enumerate() {
            assert_eq!(name, format!("run-{i:02}.json"));
            assert_eq!(accuracy, (i % 5) as f64 / 4.0, "{name}");
        }
    }
}

#[test]
fn files_of_one_name_dropped_together_are_told_apart_without_a_question() {
    let mut files: Vec<(String, Vec<u8>)> = (0..N)
        .map(|i| ("predictions.json".to_owned(), letters(i).into_bytes()))
        .collect();
    files.push(("exam.json".into(), EXAM.into()));
    let mut page = Page::default();
    let view = page.drop(&borrowed(&files));
    assert_told_apart(&view);
    assert_eq!(view.runs[0].name, "predictions.json");
    assert_eq!(view.runs[1].name, "predictions (2).json");
    assert_eq!(view.runs[49].name, "predictions (50).json");
    let accuracies: Vec<f64> = board(&mut page, "accuracy")
        .into_iter()
        .map(|(_, value)| value)
        .collect();
    let expected: Vec<f64> = (0..N).map(|i| (i % 5) as f64 / 4.0).collect();
    assert_eq!(accuracies, expected);
    assert_told_apart(&page.reloaded().view());
    // One of that name that comes later may be meant to replace them.
    let view = page.add("predictions.json", &letters(1));
    assert_eq!(
        questions(&view),
        [
            "50 files named predictions.json were open already. Replace all of them, or keep them too?"
        ]
    );
}

/// Result zips of runs scored with settings of each kind, with the dataset in each.
fn zips() -> Vec<(String, Vec<u8>)> {
    let zip = |i: usize| {
        let answers = format!(
            r#"{{"q1": "3,000 m", "q2": "the Harbor{}", "q3": ""}}"#,
            " Company".repeat(i % 2)
        );
        let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", &answers)]);
        let settings = page.view().scores.unwrap().settings;
        page.set(Settings {
            profile: Profile::ALL[i % 3],
            normalizers: match i % 2 {
                0 => vec![Normalizer::None],
                _ => vec![Normalizer::StripMarkdown],
            },
            n_questions: i.is_multiple_of(5).then_some(2),
            ..settings
        });
        (format!("run-{i:02}.zip"), page.exported(true).0)
    };
    (0..N).map(zip).collect()
}

#[test]
fn fifty_result_zips_dropped_together_are_fifty_runs() {
    let zips = zips();
    let mut page = Page::default();
    let view = page.drop(&borrowed(&zips));
    assert_told_apart(&view);
    assert_eq!(view.runs[7].name, "run-07.zip");
    // The last is shown as it was scored; all are measured alike beside each other.
    let settings = view.scores.as_ref().unwrap().settings.clone();
    assert_eq!(
        (settings.profile, settings.n_questions),
        (Profile::ALL[49 % 3], None)
    );
    for (i, (name, f1)) in board(&mut page, "f1").into_iter().enumerate() {
        let expected = if i % 2 == 1 {
            100.0
        } else {
            100.0 * (1.0 + 2.0 / 3.0 + 1.0) / 3.0
        };
        assert!((f1 - expected).abs() < 1e-9, "{name}: {f1}");
    }
    assert_told_apart(&page.reloaded().view());
    // Dropped again one by one, each is asked about once.
    assert_eq!(questions(&page.drop(&borrowed(&zips[..1]))).len(), 1);
}

#[test]
fn fifty_zips_beside_another_dataset_ask_once_for_all() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let view = page.drop(&borrowed(&zips()));
    assert_eq!(questions(&view).len(), 1, "{:?}", questions(&view));
    let mut kept = Page::with(&[("exam.json", EXAM)]);
    kept.drop(&borrowed(&zips()));
    assert_eq!(kept.answer("Keep exam.json").files.len(), 1);
    let label = view.asks[0].options[0].0.clone();
    assert_told_apart(&page.answer(&label));
}

/// The work of dropping so many files one by one, after the dataset.
fn work_of(n: usize, first: &[(&str, &str)], file: impl Fn(usize) -> (String, String)) -> u64 {
    let mut page = Page::with(first);
    let before = passes();
    for i in 0..n {
        let (name, text) = file(i);
        page.add(&name, &text);
    }
    passes() - before
}

#[test]
fn work_grows_with_the_number_of_files_and_not_with_its_square() {
    let other = EXAM.replace("flap", "slat");
    let plain = |i: usize| (format!("run-{i:02}.json"), letters(i));
    let output = |i: usize| {
        let lines: String = (1..=4)
            .map(|id| line(&id.to_string(), &format!("m{i}"), "A"))
            .collect();
        (format!("out-{i:02}.jsonl"), lines)
    };
    type Drop<'a> = (
        &'a str,
        Vec<(&'a str, &'a str)>,
        &'a dyn Fn(usize) -> (String, String),
    );
    let drops: [Drop<'_>; 4] = [
        ("predictions", vec![("exam.json", EXAM)], &plain),
        (
            "predictions while another dataset waits",
            vec![("exam.json", EXAM), ("other.json", &other)],
            &plain,
        ),
        ("outputs of a batch", vec![("exam.json", EXAM)], &output),
        (
            "predictions of another dataset",
            vec![("dev.json", SQUAD)],
            &plain,
        ),
    ];
    for (what, first, file) in drops {
        let (few, many) = (work_of(10, &first, file), work_of(40, &first, file));
        assert!(many <= 5 * few, "{what}: {few} for 10 files, {many} for 40");
    }
}
