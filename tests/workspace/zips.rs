//! Result zips: a run taken home and opened again, equal in every number.

use super::page::{ANSWERS, EXAM, LETTERS, Page, SQUAD, file, questions, runs, said};
use marksheet::protocol::{RowsQuery, View};
use marksheet::report::archive;
use marksheet::settings::{Normalizer, Profile, Settings};

pub fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let files: Vec<_> = files
        .iter()
        .map(|(name, bytes)| ((*name).to_owned(), *bytes))
        .collect();
    archive::write(&files, "2026-03-01T12:00:00Z", &mut |_, _| {}).unwrap()
}

/// Extractive answers of every kind: failures, null, numbers, lists, probabilities.
const MIXED: &str = concat!(
    r#"{"id": "q1", "prediction": "3,000 m", "no_answer_probability": 0.30000000000000004}"#,
    "\n",
    r#"{"id": "q2", "prediction": null, "error": "rate limit", "no_answer_probability": 0.1}"#,
    "\n",
    r#"{"id": "q3", "prediction": null, "no_answer_probability": 0.7}"#,
    "\n",
    r#"{"id": "q4", "prediction": 3.50, "no_answer_probability": 1}"#,
    "\n",
    r#"{"id": "q5", "prediction": ["the", "Harbor \"Company\""], "no_answer_probability": 0}"#,
    "\n",
    r#"{"id": "q6", "prediction": {"answer": "1976", "sure": true}, "no_answer_probability": 0.5}"#,
    "\n",
    r#"{"id": "q7", "prediction": "ERROR", "no_answer_probability": 0.5}"#,
    "\n",
    r#"{"id": "q9", "prediction": "of no question", "no_answer_probability": 0.5}"#,
);

fn mixed_dataset() -> String {
    let qa = |i: usize, answers: &str| {
        format!(r#"{{"id": "q{i}", "question": "Question {i}?", "answers": [{answers}]}}"#)
    };
    let qas = [
        qa(1, r#"{"text": "3,000 m"}"#),
        qa(2, r#"{"text": "the Harbor Company"}"#),
        qa(3, ""),
        qa(4, r#"{"text": "3.50"}, {"text": "3.5"}"#),
        qa(5, r#"{"text": "the Harbor Company"}"#),
        qa(6, r#"{"text": "1976"}"#),
        qa(7, r#"{"text": "in June"}"#),
        qa(8, r#"{"text": "nobody answered this"}"#),
    ];
    format!(
        r#"{{"version": "v2.0", "data": [{{"title": "t", "paragraphs": [{{"context": "Runway 27 is 3,000 m long.", "qas": [{}]}}]}}]}}"#,
        qas.join(",")
    )
}

fn outcomes(page: &Page) -> Vec<String> {
    let rows = page.workspace.rows(&RowsQuery {
        n: 1_000,
        ..RowsQuery::default()
    });
    rows.rows
        .into_iter()
        .map(|row| format!("{row:?}"))
        .collect()
}

fn assert_equal(a: &View, b: &View) {
    let (a, b) = (a.scores.as_ref().unwrap(), b.scores.as_ref().unwrap());
    assert_eq!(a.metrics, b.metrics);
    assert_eq!(a.as_alue, b.as_alue);
    assert_eq!(a.counts, b.counts);
    assert_eq!(a.settings, b.settings);
    assert_eq!(a.verdict, b.verdict);
}

/// Exports a page, opens the zip on an empty page and compares everything.
fn there_and_back(mut page: Page) {
    let before = page.view();
    let (zip, files) = page.exported(true);
    let mut again = Page::default();
    let after = again.drop(&[("run_20260301_120000.zip", &zip)]);
    assert_equal(&before, &after);
    assert_eq!(outcomes(&page), outcomes(&again));
    let (_, files_again) = again.exported(true);
    for (name, text) in &files {
        assert_eq!(text, &files_again[name], "{name}");
    }
    assert_equal(&before, &again.reloaded().view());
}

fn settings_of(page: &mut Page) -> Settings {
    page.view().scores.unwrap().settings
}

#[test]
fn extractive_answers_of_every_kind_come_back_equal() {
    let dataset = mixed_dataset();
    for profile in Profile::ALL {
        for n_questions in [None, Some(5), Some(0)] {
            let mut page = Page::with(&[("dev.json", &dataset), ("mixed.jsonl", MIXED)]);
            let settings = Settings {
                profile,
                n_questions,
                ..settings_of(&mut page)
            };
            page.set(settings);
            there_and_back(page);
        }
    }
}

#[test]
fn settings_of_every_kind_come_back_equal() {
    let dataset = mixed_dataset();
    let mut page = Page::with(&[("dev.json", &dataset), ("mixed.jsonl", MIXED)]);
    page.set(Settings {
        profile: Profile::SquadV2,
        normalizers: vec![
            Normalizer::JsonField {
                field: "sure".into(),
            },
            Normalizer::NoAnswerPhrases {
                phrases: vec!["nobody \"knows\"".into()],
            },
            Normalizer::TailNumbers,
        ],
        field_to_extract: Some("answer".into()),
        n_questions: Some(7),
        unicode: true,
    });
    there_and_back(page);
}

#[test]
fn probabilities_of_a_file_of_their_own_come_back_equal() {
    let probabilities = r#"{"q3": 0.9, "q2": 0.5, "q1": 0.5}"#;
    there_and_back(Page::with(&[
        ("dev.json", SQUAD),
        ("a.json", ANSWERS),
        ("na.json", probabilities),
    ]));
}

#[test]
fn multiple_choice_comes_back_equal() {
    there_and_back(Page::with(&[
        ("exam.json", EXAM),
        ("letters.json", LETTERS),
    ]));
    let mut strict = Page::with(&[("exam.json", EXAM), ("letters.json", LETTERS)]);
    let settings = Settings {
        normalizers: vec![Normalizer::Strict],
        n_questions: Some(3),
        ..settings_of(&mut strict)
    };
    strict.set(settings);
    there_and_back(strict);
}

#[test]
fn a_key_that_looks_like_predictions_comes_back_as_the_key() {
    let key = r#"{"q1": "3,000 m", "q2": "the Harbor Company", "q3": "nobody"}"#;
    let mut page = Page::with(&[("key.json", key), ("model.json", ANSWERS)]);
    page.answer("key.json");
    let (zip, _) = page.exported(true);
    there_and_back(page);
    // Beside another dataset it is still a key, and asks.
    let mut other = Page::with(&[("exam.json", EXAM), ("letters.json", LETTERS)]);
    let view = other.drop(&[("run.zip", &zip)]);
    assert_eq!(
        questions(&view),
        ["run.zip is another dataset. Use it instead of exam.json?"]
    );
}

#[test]
fn both_samples_come_back_equal() {
    for sample in ["tail-numbers", "aviation-exam"] {
        let read = |name| std::fs::read_to_string(format!("data/{sample}/{name}")).unwrap();
        there_and_back(Page::with(&[
            ("d.json", &read("dataset.json")),
            ("p.json", &read("predictions.json")),
        ]));
    }
}

#[test]
fn a_zip_without_its_dataset_waits_for_it_and_keeps_its_settings() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let settings = Settings {
        n_questions: Some(2),
        profile: Profile::SquadV11,
        ..settings_of(&mut page)
    };
    let before = page.set(settings);
    let (zip, _) = page.exported(false);
    let mut later = Page::default();
    let view = later.drop(&[("run.zip", &zip)]);
    assert!(view.scores.is_none() && !view.is_failed && view.dataset.is_none());
    assert_equal(&before, &later.add("dev.json", SQUAD));
    let mut earlier = Page::with(&[("dev.json", SQUAD)]);
    assert_equal(&before, &earlier.drop(&[("run.zip", &zip)]));
    let mut at_once = Page::default();
    assert_equal(
        &before,
        &at_once.drop(&[("run.zip", &zip), ("dev.json", SQUAD.as_bytes())]),
    );
}

#[test]
fn a_zip_dropped_beside_its_own_dataset_is_shown_as_it_was_scored() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let settings = Settings {
        n_questions: Some(2),
        ..settings_of(&mut page)
    };
    let before = page.set(settings);
    let (zip, _) = page.exported(true);
    let mut other = Page::with(&[("dev.json", SQUAD), ("b.json", r#"{"q1": "x"}"#)]);
    let after = other.drop(&[("run.zip", &zip)]);
    assert!(questions(&after).is_empty());
    assert_equal(&before, &after);
}

#[test]
fn a_zip_with_another_dataset_asks() {
    let page = {
        let mut page = Page::with(&[("exam.json", EXAM), ("letters.json", LETTERS)]);
        page.view();
        page
    };
    let (zip, _) = page.exported(true);
    let mut other = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let view = other.drop(&[("run.zip", &zip)]);
    assert_eq!(
        questions(&view),
        ["run.zip is another dataset. Use it instead of dev.json?"]
    );
    assert_eq!(runs(&view), ["a.json"]);
    let view = other.answer("Use run.zip");
    assert_equal(&page.workspace.view(), &view);
}

#[test]
fn a_zip_dropped_twice_can_replace_itself() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let before = page.view();
    let (zip, _) = page.exported(true);
    let mut again = Page::default();
    again.drop(&[("run.zip", &zip)]);
    again.drop(&[("run.zip", &zip)]);
    let view = again.answer("Replace it");
    assert_equal(&before, &view);
    assert_eq!(view.files.len(), 1);
    // What is in use is in the file that is left.
    assert!(again.exported(true).1.contains_key("run.json"));
    assert_equal(&before, &again.reloaded().view());
}

#[test]
fn a_zip_of_other_files_is_opened_file_by_file() {
    let zip = packed(&[
        ("in/dev.json", SQUAD.as_bytes()),
        ("out/a.json", ANSWERS.as_bytes()),
        ("out/b.json", br#"{"q1": "3,000 m"}"#),
        ("out/broken.json", b"{\"q1\": "),
    ]);
    let mut page = Page::default();
    let view = page.drop(&[("work.zip", &zip)]);
    assert_eq!(runs(&view), ["work.zip/a.json", "work.zip/b.json"]);
    assert!(view.scores.is_some());
    assert!(
        said(&view).contains("work.zip/broken.json"),
        "{}",
        said(&view)
    );
    assert!(file(&view, "work.zip").is_used);
}

#[test]
fn numbers_that_changed_since_are_said() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    page.view();
    let (zip, _) = page.exported(false);
    let changed = SQUAD.replace("3,000 m\"", "300 m\"");
    let view = Page::default().drop(&[("run.zip", &zip), ("dev.json", changed.as_bytes())]);
    let said = said(&view);
    assert!(
        said.contains("not what they were when the run was saved") && said.contains("exact"),
        "{said}"
    );
}
