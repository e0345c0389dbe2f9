//! What only a person can answer: which file is the key, which dataset counts, whether a file replaces an older one.

use super::page::{ANSWERS, EXAM, LETTERS, Page, SQUAD, figure, file, questions, runs, selected};
use marksheet::protocol::Decision;
use marksheet::settings::Settings;

const KEY: &str = r#"{"q1": "3,000 m", "q2": "the Harbor Company", "q3": "nobody"}"#;

#[test]
fn of_two_look_alikes_the_user_says_which_is_the_key() {
    for names in [["key.json", "model.json"], ["model.json", "key.json"]] {
        let text = |name| if name == "key.json" { KEY } else { ANSWERS };
        let mut page = Page::with(&[(names[0], text(names[0])), (names[1], text(names[1]))]);
        let view = page.view();
        assert_eq!(
            questions(&view),
            ["Which of these files is the answer key?"]
        );
        assert!(view.scores.is_none() && !view.is_failed);
        let view = page.answer("key.json");
        assert!(questions(&view).is_empty());
        assert_eq!(view.dataset.as_ref().unwrap().file, "key.json");
        assert_eq!(selected(&view), ["model.json"]);
        assert_eq!(figure(&view, "exact"), 100.0 / 3.0);
    }
}

#[test]
fn of_three_look_alikes_one_is_the_key_and_two_are_runs() {
    let mut page = Page::with(&[("a.json", ANSWERS), ("key.json", KEY), ("b.json", ANSWERS)]);
    let view = page.answer("key.json");
    assert_eq!(runs(&view), ["a.json", "b.json"]);
    assert!(view.scores.is_some());
}

#[test]
fn two_look_alikes_of_one_name_can_be_told_apart() {
    let page = Page::with(&[("answers.json", KEY), ("answers.json", ANSWERS)]);
    let asks = page.workspace.view().asks;
    assert_eq!(asks.len(), 1);
    assert_ne!(asks[0].options[0].0, asks[0].options[1].0);
}

#[test]
fn look_alikes_packed_together_are_asked_about_too() {
    let zip = super::zips::packed(&[
        ("key.json", KEY.as_bytes()),
        ("model.json", ANSWERS.as_bytes()),
    ]);
    let mut page = Page::default();
    let view = page.drop(&[("both.zip", &zip)]);
    assert_eq!(
        questions(&view),
        ["Which of these files is the answer key?"]
    );
    let view = page.answer("both.zip/key.json");
    assert_eq!(figure(&view, "exact"), 100.0 / 3.0);
    let view = page.reloaded().view();
    assert_eq!(figure(&view, "exact"), 100.0 / 3.0);
}

#[test]
fn a_second_dataset_asks_and_nothing_changes_until_answered() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let chosen = Settings {
        n_questions: Some(2),
        ..page.view().scores.unwrap().settings
    };
    page.set(chosen.clone());
    let view = page.add("exam.json", EXAM);
    assert_eq!(
        questions(&view),
        ["exam.json is another dataset. Use it instead of dev.json?"]
    );
    assert_eq!(view.scores.as_ref().unwrap().settings, chosen);
    assert_eq!(figure(&view, "total"), 2.0);
    // Kept: the new one goes, everything else stays.
    let view = page.answer("Keep dev.json");
    assert_eq!(view.files.len(), 2);
    assert_eq!(view.scores.as_ref().unwrap().settings, chosen);
    assert_eq!(selected(&view), ["a.json"]);
    // Replaced: settings are those that the new one suggests.
    page.add("exam.json", EXAM);
    let view = page.answer("Use exam.json");
    assert_eq!(view.dataset.as_ref().unwrap().file, "exam.json");
    assert!(view.files.iter().all(|file| file.name != "dev.json"));
    let view = page.add("letters.json", LETTERS);
    assert_eq!(figure(&view, "accuracy"), 0.25);
    assert!(view.scores.as_ref().unwrap().is_default);
    assert_eq!(selected(&view), ["letters.json"]);
}

#[test]
fn a_changed_dataset_of_the_same_name_is_asked_about_in_words_that_tell_them_apart() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let view = page.add(
        "dev.json",
        &SQUAD.replace("the Harbor Company\"", "the Harbor\""),
    );
    assert_eq!(
        questions(&view),
        ["dev.json holds other questions than the dev.json opened before. Use the new one?"]
    );
    let view = page.answer("Use the new one");
    assert_eq!(figure(&view, "exact"), 200.0 / 3.0);
}

#[test]
fn the_same_name_again_asks_to_replace_or_add() {
    let better = ANSWERS.replace("the Harbor", "the Harbor Company");
    for (label, n_runs) in [("Replace it", 1), ("Keep both", 2)] {
        let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
        let view = page.add("a.json", &better);
        assert_eq!(
            questions(&view),
            ["a.json was open already. Replace it, or keep both?"]
        );
        assert_eq!(
            figure(&view, "exact"),
            200.0 / 3.0,
            "the new one is shown at once"
        );
        let view = page.answer(label);
        assert!(questions(&view).is_empty());
        assert_eq!(runs(&view).len(), n_runs);
        assert_eq!(figure(&view, "exact"), 200.0 / 3.0);
    }
}

#[test]
fn replacing_a_run_never_closes_a_dataset_of_the_same_name() {
    let mut page = Page::with(&[
        ("data.json", SQUAD),
        ("data.json", ANSWERS),
        ("data.json", ANSWERS),
    ]);
    let view = page.answer("Replace it");
    assert_eq!(view.files.len(), 2);
    assert!(view.scores.is_some());
}

#[test]
fn an_answer_that_no_longer_fits_does_nothing() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let before = page.view();
    let key = file(&before, "a.json").key;
    for decision in [
        Decision::IsKey(key),
        Decision::ReplaceDataset(key),
        Decision::ReplaceDataset(99),
        Decision::Discard(99),
        Decision::ReplaceRun(99),
        Decision::NumberBase(key, marksheet::dataset::NumberBase::One),
    ] {
        let view = page.decide(decision);
        assert_eq!(view.scores, before.scores, "{decision:?}");
        assert_eq!(view.files, before.files, "{decision:?}");
    }
}
