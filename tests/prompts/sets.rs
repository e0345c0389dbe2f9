//! Making, naming, deleting sets; taking back; keeping.

use marksheet::prompt::library::Dropped;
use marksheet::prompt::{Library, TemplateSet};
use proptest::prelude::*;

#[test]
fn names_that_no_folder_can_have_are_refused_with_the_reason() {
    let mut library = Library::default();
    library.add("Mine", "", "").unwrap();
    let long = "x".repeat(61);
    for (name, reason) in [
        ("", "needs a name"),
        ("  \t", "needs a name"),
        ("a/b", "cannot have / in it"),
        ("a\\b", "cannot have \\ in it"),
        ("a\nb", "control characters"),
        ("a\u{7f}b", "control characters"),
        (".", "dot"),
        ("..", "dot"),
        ("a.", "dot"),
        ("c:", "cannot have : in it"),
        (long.as_str(), "61 characters"),
        ("mine", "already"),
        ("MCQA", "already"),
        (" mcqa ", "already"),
    ] {
        let problem = library.add(name, "", "").unwrap_err();
        assert!(problem.message.contains(reason), "{name:?}: {problem}");
        assert!(problem.hint.is_some(), "{name:?}");
        let problem = library.clone().rename("Mine", name);
        // A set may take its own name in other case.
        assert_eq!(problem.is_err(), name != "mine", "{name:?}");
    }
    for name in ["a b", "Prüfung-1", "数", "a.b", &"é".repeat(60)] {
        assert_eq!(library.add(&format!(" {name} "), "", "").unwrap(), name);
    }
}

#[test]
fn a_built_in_set_keeps_its_name() {
    let problem = Library::default().rename("mcqa", "mine").unwrap_err();
    assert!(problem.message.contains("keeps its name"));
}

#[test]
fn what_is_deleted_comes_back_where_it_was() {
    let mut library = Library::default();
    for name in ["a", "b", "c"] {
        library.add(name, name, name).unwrap();
    }
    let before = library.sets().to_vec();
    library.delete("b");
    library.delete("a");
    assert_eq!(library.undo_words(), Some("deleting a"));
    library.undo();
    library.undo();
    assert_eq!(library.sets(), before);
    assert_eq!(library.undo(), None);
}

#[test]
fn deleting_a_built_in_set_puts_it_back_as_it_came() {
    let mut library = Library::default();
    library.delete("mcqa");
    assert_eq!(library.undo_words(), None, "nothing was changed in it");
    library.write("mcqa", "s", "u");
    library.delete("mcqa");
    assert!(!library.is_changed("mcqa"));
    assert_eq!(library.undo_words(), Some("resetting mcqa"));
    library.undo();
    assert_eq!(library.get("mcqa").unwrap().user, "u");
}

#[test]
fn taking_back_a_reset_keeps_what_was_typed_since() {
    let mut library = Library::default();
    library.write("mcqa", "old", "old");
    library.reset("mcqa");
    library.write("mcqa", "new", "new");
    library.undo();
    assert_eq!(library.get("mcqa").unwrap().user, "old");
    assert_eq!(library.get("mcqa (before)").unwrap().user, "new");
}

#[test]
fn what_is_taken_back_finds_a_set_that_was_renamed_or_deleted() {
    let mut library = Library::default();
    library.add("a", "1", "1").unwrap();
    let drop = |text: &str| Dropped {
        path: "a/user.jinja2".into(),
        text: text.into(),
    };
    library.adopt(&[drop("2")], "mcqa");
    library.rename("a", "b").unwrap();
    assert_eq!(library.undo().as_deref(), Some("b"));
    assert_eq!(library.get("b").unwrap().user, "1");
    library.delete("b");
    library.add("b", "other", "other").unwrap();
    assert_eq!(library.undo().as_deref(), Some("b (2)"));
    assert_eq!(library.get("b (2)").unwrap().user, "1");
}

#[test]
fn what_is_typed_under_the_old_name_of_a_renamed_set_arrives() {
    let mut library = Library::default();
    library.add("a", "", "").unwrap();
    library.rename("a", "b").unwrap();
    library.write("a", "s", "late");
    assert_eq!(library.get("b").unwrap().user, "late");
    library.write("gone", "s", "u");
    assert!(library.get("gone").is_none());
}

#[test]
fn at_least_ten_steps_can_be_taken_back() {
    let mut library = Library::default();
    for i in 0..12 {
        library.write("mcqa", "s", &i.to_string());
        library.reset("mcqa");
    }
    for i in (0..12).rev() {
        library.undo();
        assert_eq!(library.get("mcqa").unwrap().user, i.to_string());
    }
}

#[test]
fn only_what_is_not_built_in_is_stored() {
    let mut library = Library::default();
    let json = |library: &Library| serde_json::to_string(library).unwrap();
    assert_eq!(json(&library), r#"{"sets":[],"choice":null}"#);
    library.write("mcqa", "s", "u");
    library.add("mine", "s", "u").unwrap();
    library.choose("mine", None);
    let stored = json(&library);
    assert!(!stored.contains("extractive_qa"));
    let again: Library = serde_json::from_str(&stored).unwrap();
    assert_eq!(again.sets(), library.sets());
    assert_eq!(json(&again), stored);
}

#[test]
fn a_stored_library_that_is_odd_is_read_without_losing_a_text() {
    let odd = r#"{"sets": [{"task_type": "MCQA", "system": "s", "user": "1"}, {"task_type": "a", "system": "", "user": "2"},
        {"task_type": "A", "system": "", "user": "3"}, {"task_type": "", "system": "", "user": "4"}, {"task_type": "x/y", "system": "", "user": "5"}]}"#;
    let library: Library = serde_json::from_str(odd).unwrap();
    let users: Vec<&str> = library.sets().iter().map(|set| set.user.as_str()).collect();
    for user in ["1", "2", "3", "4", "5"] {
        assert!(users.contains(&user), "{users:?}");
    }
    assert_eq!(library.get("mcqa").unwrap().task_type, "mcqa");
}

#[derive(Clone, Debug)]
enum Step {
    Write(String, String),
    Add(String),
    Rename(String, String),
    Delete(String),
    Reset(String),
    Undo,
    Adopt(Vec<(String, String)>),
    Choose(String),
    Store,
}

fn names() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "mcqa",
        "MCQA",
        "a",
        "A",
        "b",
        "aviation_exam",
        "a (before)",
        "x/y",
        " ",
        "..",
    ])
    .prop_map(str::to_owned)
}

fn step() -> impl Strategy<Value = Step> {
    let path = prop::sample::select(vec![
        "user.jinja2",
        "system.jinja2",
        "a/user.j2",
        "a/system.j2",
        "mcqa/user.jinja2",
        "llama.jinja2",
        "x//../.j2",
    ]);
    let text = "[a-c\r\n{}% ]{0,4}";
    let file = (path.prop_map(str::to_owned), text);
    prop_oneof![
        4 => (names(), text).prop_map(|(name, text)| Step::Write(name, text)),
        2 => names().prop_map(Step::Add),
        1 => (names(), names()).prop_map(|(old, new)| Step::Rename(old, new)),
        2 => names().prop_map(Step::Delete),
        1 => names().prop_map(Step::Reset),
        3 => Just(Step::Undo),
        3 => prop::collection::vec(file, 1..4).prop_map(Step::Adopt),
        1 => names().prop_map(Step::Choose),
        1 => Just(Step::Store),
    ]
}

/// Every text that is in a set, without line ends, which a page evens out.
fn texts(library: &Library) -> Vec<String> {
    let of_set = |set: &TemplateSet| [set.system.clone(), set.user.clone()];
    let plain = |text: String| text.replace("\r\n", "\n").replace('\r', "\n");
    library.sets().iter().flat_map(of_set).map(plain).collect()
}

/// Texts that are there, or can be taken back.
fn reachable(library: &Library) -> Vec<String> {
    let mut library = library.clone();
    let mut all = texts(&library);
    while library.undo().is_some() {
        all.extend(texts(&library));
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(super::long::times(150)))]

    /// What is typed over is the editor's to take back; everything else that goes can be had again.
    #[test]
    fn no_text_is_lost_whatever_is_done(steps in prop::collection::vec(step(), 1..20)) {
        let mut library = Library::default();
        for step in steps {
            let before = texts(&library);
            let is_typing = matches!(step, Step::Write(..));
            let is_stored = matches!(step, Step::Store);
            match step.clone() {
                Step::Write(name, text) => library.write(&name, &text, &text),
                Step::Add(name) => drop(library.add(&name, "s", &name)),
                Step::Rename(old, new) => drop(library.rename(&old, &new)),
                Step::Delete(name) => library.delete(&name),
                Step::Reset(name) => library.reset(&name),
                Step::Undo => drop(library.undo()),
                Step::Adopt(files) => {
                    let files: Vec<_> = files.into_iter().map(|(path, text)| Dropped { path, text }).collect();
                    let adopted = library.adopt(&files, "mcqa");
                    prop_assert_eq!(adopted.len(), files.len());
                    let now = reachable(&library);
                    for file in &files {
                        let text = file.text.replace("\r\n", "\n").replace('\r', "\n");
                        prop_assert!(now.contains(&text), "{:?} is not there after {:?}", text, step);
                    }
                }
                Step::Choose(name) => library.choose(&name, None),
                Step::Store => library = serde_json::from_str(&serde_json::to_string(&library).unwrap()).unwrap(),
            }
            if !is_typing && !is_stored && !matches!(step, Step::Undo) {
                let now = reachable(&library);
                for text in &before {
                    prop_assert!(now.contains(text), "{:?} is lost after {:?}", text, step);
                }
            }
            if is_stored {
                prop_assert_eq!(&texts(&library), &before);
            }
            let mut lower: Vec<String> = library.sets().iter().map(|set| set.task_type.to_lowercase()).collect();
            lower.sort();
            let n = lower.len();
            lower.dedup();
            prop_assert_eq!(lower.len(), n, "every name is there once");
            prop_assert_eq!(&library.sets()[3].task_type, "mcqa");
        }
    }
}
