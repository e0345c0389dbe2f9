//! The case collection, end to end: both files into a workspace, in either order, and out come numbers and messages.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use marksheet::problem::Severity;
use marksheet::protocol::{ScoresView, View};
use marksheet::settings::{Normalizer, Profile, Settings};
use marksheet::workspace::Workspace;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = "tests/fixtures/cases";

/// What the messages must hold, by case: numbers, ids and the words a reader looks for.
#[rustfmt::skip]
const TOLD: &[(&str, &[&str])] = &[
    ("04", &["6 ", "3 predictions", "unanswerable", "N/A", "[NONE]"]),
    ("08", &["plain text", "b1"]),
    ("10", &["2 of 4 questions have no prediction", "q2, q4"]),
    ("13", &["6 predictions have ids", "x0"]),
    ("14", &["d1", "2 questions"]),
    ("16", &["2 predictions are null"]),
    ("17", &["5 predictions are not"]),
    ("25", &["NaN", "line 3", "null"]),
    ("30", &["predictions file is empty", "none of the 4 questions"]),
    ("31", &["e2", "e3", "e4", "e6", "e5", "answers"]),
    // The collection refuses this file; its answers may be joined by question text as long as that is said.
    ("34", &["no ids", "by the text of the question"]),
    ("35", &["2 predictions are exactly", "ERROR"]),
    ("38", &["line 3", "cut off"]),
    ("61", &["2 of 4 questions have no prediction", "3, 4"]),
    ("66", &["id", "2 questions", "1.0, 2.0, 3.0", "1, 2", "spreadsheet"]),
    ("68", &["2 predictions have ids", "1, 4"]),
];

fn cases() -> Vec<(String, Value, Value)> {
    let mut cases: Vec<_> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .filter(|path| !path.to_str().unwrap().contains("expect"))
        .map(|path| {
            let id = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let json =
                |path: &Path| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
            let expect = json(&path.with_extension("expect.json"));
            (id, json(&path), expect)
        })
        .collect();
    cases.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(cases.len() > 30, "the cases are there");
    cases
}

fn opened(case: &Value, is_turned: bool) -> Workspace {
    let path = |key: &str| PathBuf::from(FOLDER).join(case[key].as_str().unwrap());
    let mut files = [path("dataset_file"), path("predictions_file")];
    if is_turned {
        files.reverse();
    }
    let mut workspace = Workspace::default();
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        workspace.open(name, &fs::read(&file).unwrap());
    }
    workspace.settle();
    workspace.score(&mut |_| {});
    workspace
}

fn scores(workspace: &mut Workspace, settings: Option<Settings>) -> ScoresView {
    workspace.set(settings);
    workspace.score(&mut |_| {});
    *workspace.view().scores.expect("scored")
}

fn metric(scores: &ScoresView, key: &str) -> Option<f64> {
    scores
        .metrics
        .iter()
        .find(|(known, _)| known == key)
        .map(|(_, value)| *value)
}

fn said(view: &View) -> String {
    let of_files = view.files.iter().flat_map(|file| file.problems.clone());
    of_files
        .map(|problem| problem.to_string())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Every number of `expected` that is a figure of ours equals it.
fn check(id: &str, what: &str, scores: &ScoresView, expected: &Value) {
    for (key, value) in expected.as_object().unwrap() {
        let Some(value) = value.as_f64() else {
            continue;
        };
        let actual = metric(scores, key);
        let actual = actual.unwrap_or_else(|| panic!("{id} {what}: no figure {key}"));
        assert!(
            (actual - value).abs() < 1e-9,
            "{id} {what}: {key} is {actual}, not {value}"
        );
    }
}

#[test]
fn every_case_is_right_in_either_order() {
    for (id, case, expect) in cases() {
        for is_turned in [false, true] {
            let mut workspace = opened(&case, is_turned);
            let view = workspace.view();
            let expected = &expect["expected"];
            if expected.get("error").is_some() {
                let is_said = view
                    .files
                    .iter()
                    .flat_map(|file| &file.problems)
                    .any(|problem| problem.severity == Severity::Error);
                assert!(
                    is_said || id == "34",
                    "{id}: an error is said: {}",
                    said(&view)
                );
                continue;
            }
            assert!(view.scores.is_some(), "{id}: scored; {}", said(&view));
            let profile = match expected["taken_from"].as_str() {
                Some("official_v2") => Profile::SquadV2,
                _ => Profile::Alue,
            };
            let default = scores(&mut workspace, None);
            let settings = match case["task"].as_str() {
                Some("extractive_qa") => Some(Settings {
                    profile,
                    ..default.settings.clone()
                }),
                _ => None,
            };
            let scored = scores(&mut workspace, settings);
            check(&id, "expected", &scored, expected);
            if let Some(strict) = expected.get("strict_equality") {
                let settings = Settings {
                    normalizers: vec![Normalizer::Strict],
                    ..default.settings
                };
                check(
                    &id,
                    "strict",
                    &scores(&mut workspace, Some(settings)),
                    strict,
                );
            }
        }
    }
}

/// The official scripts' numbers, wherever the collection has them.
#[test]
fn every_case_is_right_in_every_profile_that_has_a_number() {
    let mut n_checked = 0;
    for (id, case, expect) in cases() {
        if case["task"] != "extractive_qa" || expect["expected"].get("error").is_some() {
            continue;
        }
        let mut workspace = opened(&case, false);
        let settings = scores(&mut workspace, None).settings;
        let peers = &expect["peers"];
        let of = |key: &str| {
            let effective = &peers["on_effective_predictions"][key];
            if effective.is_null() {
                peers[key].clone()
            } else {
                effective.clone()
            }
        };
        for (key, profile) in [
            ("alue_safe", Profile::Alue),
            ("official_v2", Profile::SquadV2),
            ("official_v11", Profile::SquadV11),
        ] {
            let numbers = of(key);
            if !numbers.is_object() || numbers.get("error").is_some() || is_other_reading(&id, key)
            {
                continue;
            }
            let settings = Settings {
                profile,
                ..settings.clone()
            };
            check(&id, key, &scores(&mut workspace, Some(settings)), &numbers);
            n_checked += 1;
        }
    }
    assert!(n_checked > 40, "{n_checked} comparisons");
}

/// Where a script scored something else than a tolerant reader takes from the file: it took Hugging Face's list
/// answers for texts (19), or an empty list for `[NONE]` in SQuAD's profile too (07).
fn is_other_reading(id: &str, peer: &str) -> bool {
    id == "19" || (id == "07" && peer != "alue_safe")
}

#[test]
fn every_case_says_what_must_be_told() {
    for (id, case, expect) in cases() {
        let expected = &expect["expected"];
        let told = TOLD.iter().find(|(known, _)| *known == id);
        let is_demanded =
            expected.get("must_tell_the_user").is_some() || expected.get("error").is_some();
        assert_eq!(
            is_demanded,
            told.is_some(),
            "{id}: what must be told has a row"
        );
        let Some((_, told)) = told else { continue };
        let said = said(&opened(&case, false).view());
        for words in *told {
            assert!(said.contains(words), "{id}: {words:?} is not in\n{said}");
        }
    }
}
