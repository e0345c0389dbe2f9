//! Dropped files become sets.

use marksheet::prompt::library::{Dropped, FileRole, Message, role_of};
use marksheet::prompt::{Library, TemplateSet};
use proptest::prelude::*;

fn dropped(files: &[(&str, &str)]) -> Vec<Dropped> {
    files
        .iter()
        .map(|(path, text)| Dropped {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        })
        .collect()
}

fn texts(set: &TemplateSet) -> (&str, &str) {
    (&set.system, &set.user)
}

#[test]
fn names_say_which_message_of_which_set() {
    let table = include_str!("../fixtures/template_names/names.tsv");
    for line in table.lines().skip(1) {
        let [path, set, message] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let expected = FileRole {
            task_type: (set != "(selected)").then(|| set.to_owned()),
            message: match message {
                "system" => Message::System,
                "user" => Message::User,
                _ => Message::Alone,
            },
        };
        assert_eq!(role_of(path), expected, "{path}");
    }
}

#[test]
fn two_files_of_one_folder_make_one_set_in_any_order() {
    let files = [
        ("t/new_task/system.jinja2", "S"),
        ("t/new_task/user.jinja2", "U {{ query }}"),
    ];
    for order in [[0, 1], [1, 0]] {
        let mut library = Library::default();
        let n = library.sets().len();
        let adopted = library.adopt(&dropped(&order.map(|i| files[i])), "mcqa");
        assert_eq!(library.sets().len(), n + 1);
        assert_eq!(
            texts(library.get("new_task").unwrap()),
            ("S", "U {{ query }}")
        );
        assert!(
            adopted
                .iter()
                .all(|adopted| adopted.task_type == "new_task")
        );
        assert_eq!(
            adopted[order.iter().position(|i| *i == 0).unwrap()].message,
            Message::System
        );
        assert_eq!(library.undo_words(), None, "nothing was replaced");
    }
}

#[test]
fn bare_files_go_into_the_selected_set_and_can_be_taken_back() {
    let mut library = Library::default();
    let before = library.clone();
    let adopted = library.adopt(&dropped(&[("user.jinja2", "Mine {{ input }}")]), "mcqa");
    assert_eq!(adopted[0].words(), "user message of mcqa, see Prompt");
    let set = library.get("mcqa").unwrap();
    assert_eq!(
        texts(set),
        (
            before.get("mcqa").unwrap().system.as_str(),
            "Mine {{ input }}"
        )
    );
    assert!(library.is_changed("mcqa"));
    assert_eq!(
        library.undo_words(),
        Some("replacing mcqa by dropped files")
    );
    assert_eq!(library.undo().as_deref(), Some("mcqa"));
    assert_eq!(library.get("mcqa"), before.get("mcqa"));
}

#[test]
fn what_was_edited_is_kept_as_a_copy_and_what_was_not_is_not() {
    let mut library = Library::default();
    library.write("mcqa", "typed", "typed {{ input }}");
    let adopted = library.adopt(
        &dropped(&[("mcqa/user.jinja2", "first {{ input }}")]),
        "mcqa",
    );
    assert_eq!(adopted[0].copy.as_deref(), Some("mcqa (before)"));
    assert_eq!(
        texts(library.get("mcqa (before)").unwrap()),
        ("typed", "typed {{ input }}")
    );
    assert_eq!(
        texts(library.get("mcqa").unwrap()),
        ("typed", "first {{ input }}")
    );
    let n = library.sets().len();
    // The same file, saved again and again in an editor.
    for text in ["second", "third", "third"] {
        let adopted = library.adopt(&dropped(&[("mcqa/user.jinja2", text)]), "mcqa");
        assert_eq!(adopted[0].copy, None);
    }
    assert_eq!(library.sets().len(), n);
    library.undo();
    library.undo();
    assert_eq!(library.get("mcqa").unwrap().user, "first {{ input }}");
}

#[test]
fn a_single_file_is_a_set_of_its_own_without_a_system_message() {
    let mut library = Library::default();
    let text = "<s>[INST] {{ query }} {{ context }} [/INST]";
    let adopted = library.adopt(&dropped(&[("templates/llama3.jinja2", text)]), "mcqa");
    assert_eq!(adopted[0].words(), "the set llama3, see Prompt");
    assert_eq!(texts(library.get("llama3").unwrap()), ("", text));
}

#[test]
fn the_same_text_with_other_line_ends_changes_nothing() {
    let mut library = Library::default();
    let windows = library.get("mcqa").unwrap().user.replace('\n', "\r\n");
    library.adopt(&dropped(&[("mcqa/user.jinja2", &windows)]), "extractive_qa");
    assert!(!library.is_changed("mcqa"));
    assert_eq!(library.undo_words(), None);
}

#[test]
fn folders_named_in_other_case_are_the_same_set() {
    let mut library = Library::default();
    let n = library.sets().len();
    library.adopt(&dropped(&[("MCQA/user.jinja2", "x")]), "extractive_qa");
    assert_eq!(library.sets().len(), n);
    assert_eq!(library.get("mcqa").unwrap().user, "x");
}

#[test]
fn two_files_for_one_place_lose_neither() {
    let mut library = Library::default();
    library.adopt(
        &dropped(&[
            ("a/user.j2", "one"),
            ("b/user.j2", "two"),
            ("x/a/user.j2", "three"),
        ]),
        "mcqa",
    );
    assert_eq!(library.get("a").unwrap().user, "three");
    library.undo();
    assert_eq!(library.get("a").unwrap().user, "one");
    assert_eq!(library.get("b").unwrap().user, "two");
}

proptest! {
    #[test]
    fn any_path_makes_a_set_that_can_be_a_folder(path in "(\\PC|/|\\\\|\\.|_|user|system){0,80}") {
        let mut library = Library::default();
        library.adopt(&dropped(&[(&path, "text of the file")]), "mcqa");
        let set = library.sets().iter().find(|set| set.user == "text of the file" || set.system == "text of the file");
        let name = set.unwrap().task_type.clone();
        prop_assert!(Library::default().get(&name).is_some() || Library::default().add(&name, "", "") == Ok(name));
    }
}
