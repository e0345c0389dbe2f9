//! What a reload keeps: files, choices, answers given, the shown run.

use super::page::{ANSWERS, EXAM, Page, SQUAD, questions, said, selected};
use marksheet::settings::{Normalizer, Profile, Settings};
use marksheet::workspace::{Saved, SavedFile};

#[test]
fn a_reload_shows_the_same_view() {
    let key = r#"{"q1": "3,000 m", "q2": "the Harbor Company", "q3": "nobody"}"#;
    let mut page = Page::with(&[("a.json", ANSWERS), ("key.json", key)]);
    page.answer("key.json");
    page.add("b.json", ANSWERS);
    page.add("a.json", r#"{"q1": "x"}"#);
    page.answer("Keep both");
    page.set(Settings {
        profile: Profile::SquadV11,
        normalizers: vec![
            Normalizer::StripMarkdown,
            Normalizer::Regex {
                pattern: "(.*)".into(),
                group: 1,
            },
        ],
        field_to_extract: Some("reply".into()),
        n_questions: Some(2),
        unicode: true,
    });
    let first = page.view().runs[0].key;
    page.workspace.select(first);
    page.add("exam.json", EXAM);
    let before = page.view();
    assert_eq!(before, page.reloaded().view());
    assert_eq!(before, page.reloaded().reloaded().view());
    assert_eq!(
        questions(&before).len(),
        1,
        "an open question is asked again"
    );
}

#[test]
fn keys_are_never_used_twice_after_a_reload() {
    let mut page = Page::with(&[
        ("dev.json", SQUAD),
        ("a.json", ANSWERS),
        ("b.json", ANSWERS),
    ]);
    page.remove("a.json");
    let mut page = page.reloaded();
    let next = page.workspace.next_key();
    assert!(
        page.workspace
            .saved()
            .files
            .iter()
            .all(|file| file.key < next)
    );
    let view = page.add("c.json", ANSWERS);
    assert_eq!(selected(&view), ["c.json"]);
}

#[test]
fn useless_files_are_not_kept_but_what_waits_is() {
    let page = Page::with(&[
        ("a.json", ANSWERS),
        ("broken.json", "{\"a\": "),
        ("t.jinja2", "{{ query }}"),
    ]);
    let names: Vec<_> = page
        .workspace
        .saved()
        .files
        .into_iter()
        .map(|file| file.name)
        .collect();
    assert_eq!(names, ["a.json", "t.jinja2"]);
}

#[test]
fn what_an_older_version_stored_is_read() {
    let older = r#"{"version": 1, "files": [{"key": 3, "name": "dev.json"}, {"key": 5, "name": "a.json", "role": "Predictions"}]}"#;
    let saved: Saved = serde_json::from_str(older).unwrap();
    let mut page = Page::default();
    page.workspace.reopen(&saved.files[0], SQUAD.as_bytes());
    page.workspace.reopen(&saved.files[1], ANSWERS.as_bytes());
    page.workspace.restore(&saved);
    assert!(page.view().scores.is_some());
    assert_eq!(page.workspace.next_key(), 6);
}

#[test]
fn settings_of_a_dataset_that_is_gone_are_not_used_for_another() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let chosen = Settings {
        n_questions: Some(1),
        ..page.view().scores.unwrap().settings
    };
    page.set(chosen);
    let saved = page.workspace.saved();
    // The store lost the dataset; another one is dropped.
    let mut page = Page::default();
    page.workspace.reopen(&saved.files[1], ANSWERS.as_bytes());
    page.workspace.restore(&saved);
    let view = page.add("dev2.json", SQUAD);
    assert!(view.scores.unwrap().is_default);
}

#[test]
fn an_emptied_chain_is_what_the_dataset_suggests() {
    let mut page = Page::with(&[("dev.json", SQUAD), ("a.json", ANSWERS)]);
    let settings = page.view().scores.unwrap().settings;
    let with = |normalizers| Settings {
        normalizers,
        ..settings.clone()
    };
    for (chain, is_default) in [
        (vec![], true),
        (vec![Normalizer::None], true),
        (vec![Normalizer::Strict], false),
    ] {
        let view = page.set(with(chain.clone()));
        assert_eq!(view.scores.unwrap().is_default, is_default, "{chain:?}");
    }
}

#[test]
fn a_key_that_was_typed_into_an_address_is_not_kept() {
    let mut page = Page::default();
    let mut form = page.workspace.form().clone();
    form.base_url = "https://a.example/v1?key=sk-planted&api-version=2".into();
    let other = ("https://me:sk-planted@b.example".to_owned(), "m".to_owned());
    form.known.insert("custom".into(), other);
    page.workspace.fill(form);
    let kept = serde_json::to_string(&page.workspace.saved()).unwrap();
    assert!(!kept.contains("sk-planted") && kept.contains("https://a.example/v1?api-version=2"));
}

#[test]
fn a_key_that_an_older_version_kept_is_taken_out_when_it_is_opened() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let mut form = page.workspace.form().clone();
    form.provider = "custom".into();
    form.base_url = "https://a.example/v1".into();
    form.model = "m".into();
    let going = page.workspace.begin(&form, "2026-03-01T12:00:00Z");
    let key = going.unwrap_or_else(|_| panic!("not begun")).key;
    let header = page.workspace.answers(key).unwrap().header();
    let kept = SavedFile::of_run(key);
    let old = header.replace("a.example/v1", "a.example/v1#code=sk-planted");
    assert_ne!(old, header);
    let mut page = Page::default();
    let is_cleaned = page.workspace.reopen_run(&kept, &old, []).unwrap();
    let state = page.workspace.answers(key).unwrap();
    assert_eq!((is_cleaned, state.header()), (true, header.clone()));

    // Nothing but the whole address can be taken out: sent elsewhere, prompts would be lost to strangers.
    let odd = header.replace("https://a.example/v1", "http://me:1/sk-planted@b.example");
    assert_ne!(odd, header);
    let mut other = Page::default();
    assert!(other.workspace.reopen_run(&kept, &odd, []).unwrap());
    let state = other.workspace.answers(key).unwrap();
    assert_eq!(state.model.base_url, "");
    let view = other.view();
    assert!(
        said(&view).contains("the address of this run's server is not kept"),
        "{}",
        said(&view)
    );

    let mut saved = serde_json::to_value(page.workspace.saved()).unwrap();
    saved["form"]["base_url"] = "me:sk-planted@a.example/v1".into();
    let saved = Saved::read(&saved.to_string()).unwrap();
    assert_eq!(saved.form.base_url, "a.example/v1");
}
