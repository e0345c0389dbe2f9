//! Sets of templates: made, copied, named, deleted, changed, and exchanged with the dataset.

use super::page::{EXAM, Page, SQUAD};
use super::prompting::{REPORTS, show, write};
use marksheet::dataset::Task;
use marksheet::protocol::{Go, PromptEdit};

#[test]
fn sets_are_made_copied_named_and_deleted() {
    let mut page = Page::with(&[("exam.json", EXAM)]);
    let view = show(&mut page, PromptEdit::New(" mine ".into()));
    assert_eq!(view.task_type, "mine");
    let mcqa = marksheet::prompt::Library::default()
        .get("mcqa")
        .unwrap()
        .clone();
    assert_eq!(
        (view.system_source.as_str(), view.user_source.as_str()),
        (mcqa.system.as_str(), mcqa.user.as_str())
    );
    assert_eq!(view.sets.last().unwrap().task, Some(Task::MultipleChoice));
    let view = show(&mut page, PromptEdit::Duplicate("MINE".into()));
    assert_eq!(view.task_type, "mine");
    assert!(view.refused.unwrap().message.contains("already"));
    let view = show(&mut page, PromptEdit::Duplicate("copy".into()));
    assert_eq!(view.task_type, "copy");
    assert_eq!(
        show(&mut page, PromptEdit::Rename("Copy 2".into())).task_type,
        "Copy 2"
    );
    let view = show(&mut page, PromptEdit::Delete);
    assert_eq!(view.undo.as_deref(), Some("deleting Copy 2"));
    assert!(view.sets.iter().all(|set| set.task_type != "Copy 2"));
    let view = show(&mut page, PromptEdit::Undo);
    assert_eq!((view.task_type.as_str(), view.undo), ("Copy 2", None));
    // Nothing happens where nothing can.
    show(&mut page, PromptEdit::Choose("mcqa".into()));
    assert!(
        show(&mut page, PromptEdit::Rename("x".into()))
            .refused
            .unwrap()
            .message
            .contains("keeps its name")
    );
    assert_eq!(
        show(&mut page, PromptEdit::Choose("nowhere".into())).task_type,
        "mcqa"
    );
    assert_eq!(show(&mut page, PromptEdit::Undo).task_type, "mcqa");
}

#[test]
fn a_set_typed_in_before_a_dataset_is_open_stays_if_it_fits() {
    let mut page = Page::default();
    write(&mut page, "a", "{{ query }} and {{ context }}");
    page.add("d.json", SQUAD);
    let view = show(&mut page, PromptEdit::Nothing);
    assert_eq!(view.task_type, "extract_tail_number");
    assert_eq!(view.user_source, "{{ query }} and {{ context }}");
    page.workspace.start_over();
    write(&mut page, "a", "{{ query }} and {{ context }}");
    page.add("e.json", EXAM);
    assert_ne!(
        show(&mut page, PromptEdit::Nothing).task_type,
        "extract_tail_number"
    );
}

#[test]
fn a_revision_says_when_the_editors_must_take_over() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    let first = show(&mut page, PromptEdit::Nothing).revision;
    assert_eq!(first, 1);
    assert_eq!(
        write(&mut page, "a", "b").revision,
        first,
        "the page wrote it"
    );
    assert_eq!(write(&mut page, "a", "bc").revision, first);
    assert_eq!(show(&mut page, PromptEdit::Reset).revision, first + 1);
    let view = show(&mut page, PromptEdit::Choose("mcqa".into()));
    assert_eq!(view.revision, first + 2);
    // What is written to another set than the one shown by now.
    let late = PromptEdit::Write {
        task_type: "extract_tail_number".into(),
        system: "late".into(),
        user: "late".into(),
    };
    let view = show(&mut page, late);
    assert_eq!(
        (view.revision, view.task_type.as_str()),
        (first + 3, "mcqa")
    );
    let view = show(&mut page, PromptEdit::Choose("extract_tail_number".into()));
    assert_eq!(view.user_source, "late");
    page.workspace.start_over();
    assert!(show(&mut page, PromptEdit::Nothing).revision > view.revision);
}

#[test]
fn differences_are_to_the_set_as_it_came() {
    let mut page = Page::default();
    let view = show(&mut page, PromptEdit::Choose("mcqa".into()));
    assert!(
        page.workspace
            .difference()
            .iter()
            .all(|line| line.side == 0)
    );
    write(
        &mut page,
        &view.system_source,
        &view.user_source.replace("Reply:", "Letter:"),
    );
    let lines = page.workspace.difference();
    let changed: Vec<_> = lines
        .iter()
        .filter(|line| line.side != 0)
        .map(|line| (line.template.as_str(), line.side))
        .collect();
    assert_eq!(
        changed,
        [("user", -1), ("user", 1), ("user", -1), ("user", 1)]
    );
    show(&mut page, PromptEdit::New("mine".into()));
    assert!(page.workspace.difference().is_empty());
    let one: Vec<_> = page
        .workspace
        .template_files(false)
        .into_iter()
        .map(|(path, _)| path)
        .collect();
    assert_eq!(one, ["mine/system.jinja2", "mine/user.jinja2"]);
    assert_eq!(page.workspace.template_files(true).len(), 10);
}

#[test]
fn another_dataset_brings_its_set_and_closing_files_keeps_templates() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    assert_eq!(
        show(&mut page, PromptEdit::Nothing).task_type,
        "extract_tail_number"
    );
    write(&mut page, "typed", "typed {{ query }} {{ context }}");
    page.workspace
        .prompt(1, PromptEdit::Values("{\"query\": 1}".into()), Go::To(2));
    page.workspace.clear();
    page.add("exam.json", EXAM);
    let view = show(&mut page, PromptEdit::Nothing);
    assert_eq!(
        (view.task_type.as_str(), view.index),
        ("mcqa", 0),
        "another dataset starts at its first question"
    );
    page.workspace.clear();
    page.add("dev.json", SQUAD);
    let view = show(&mut page, PromptEdit::Nothing);
    assert_eq!(view.task_type, "extractive_qa");
    assert!(view.sets[0].is_changed);
    page.workspace.start_over();
    let view = show(&mut page, PromptEdit::Nothing);
    assert!(!view.sets[0].is_changed && view.values.is_empty());
}
