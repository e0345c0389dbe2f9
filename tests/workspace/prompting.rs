//! The Prompt place: both messages of any question, whatever is changed.

use super::page::{EXAM, Page, SQUAD};
use marksheet::dataset::Task;
use marksheet::prompt::{FewShot, Pick};
use marksheet::protocol::{Go, PromptEdit, PromptView, ValuesFrom};
use marksheet::workspace::Workspace;
use proptest::prelude::*;

/// ALUE's extractive shape with two examples, one of them a test question.
pub const REPORTS: &str = r#"{"data": [{"title": "tail_numbers", "task": "Extract", "examples": [
    {"question": "Tail number?", "transcript": "Call N1AB.", "answer": "[N1AB]", "level": 2},
    {"question": "Tail number?", "transcript": "Runway {{ 27 }}", "answer": "[NONE]", "tags": ["x"]}],
    "paragraphs": [{"context": "N2CD flew.", "qas": [{"id": "r1", "question": "Tail number?", "answers": [{"text": "[N2CD]"}]}]},
                   {"context": "Runway {{ 27 }}", "qas": [{"id": "r2", "question": "Tail number?", "answers": [{"text": "[NONE]"}]}]},
                   {"context": "Ünder the wing.", "qas": [{"id": "r3", "question": "Tail number?", "answers": [{"text": "[NONE]"}]}]}]}]}"#;

pub fn show(page: &mut Page, edit: PromptEdit) -> PromptView {
    page.workspace.prompt(1, edit, Go::Stay)
}

pub fn write(page: &mut Page, system: &str, user: &str) -> PromptView {
    let task_type = show(page, PromptEdit::Nothing).task_type;
    let edit = PromptEdit::Write {
        task_type,
        system: system.to_owned(),
        user: user.to_owned(),
    };
    show(page, edit)
}

#[test]
fn without_a_dataset_invented_values_show_what_a_template_does() {
    let mut page = Page::default();
    let view = show(&mut page, PromptEdit::Nothing);
    assert_eq!(view.source, ValuesFrom::Invented);
    assert_eq!(view.task_type, "extract_tail_number");
    assert_eq!((view.n_items, view.index), (0, 0));
    assert!(view.system.fault.is_none() && view.user.fault.is_none());
    assert!(view.user.text.contains("N4417Q") && view.user.n_tokens > 50);
    let names: Vec<_> = view
        .sets
        .iter()
        .map(|set| (set.task_type.as_str(), set.is_built_in, set.is_changed))
        .collect();
    assert_eq!(
        names,
        [
            ("extract_tail_number", true, false),
            ("aviation_exam", true, false),
            ("extractive_qa", true, false),
            ("mcqa", true, false)
        ]
    );
    assert!(view.notices.is_empty(), "{:?}", view.notices);
    let none = FewShot {
        pick: Pick::First(0),
        ..FewShot::default()
    };
    let without = show(&mut page, PromptEdit::FewShot(none));
    assert!(without.user.text.len() < view.user.text.len());
}

#[test]
fn the_messages_of_each_question_are_exact() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    write(
        &mut page,
        "You.\n",
        "{% for e in examples %}{{ e.question }}|{{ e.transcript }}|{{ e.answer }}|{{ e.level }}{{ e.tags }};{% endfor %}\n{{ query }}\n{{ context }}\n",
    );
    let view = page.workspace.prompt(7, PromptEdit::Nothing, Go::To(1));
    assert_eq!(
        (view.ticket, view.index, view.n_items, view.id.as_str()),
        (7, 1, 3, "r2")
    );
    assert_eq!(view.source, ValuesFrom::Dataset);
    assert_eq!(view.system.text, "You.");
    assert_eq!(
        view.user.text,
        "Tail number?|Call N1AB.|[N1AB]|2;Tail number?|Runway {{ 27 }}|[NONE]|['x'];\nTail number?\nRunway {{ 27 }}"
    );
    assert_eq!(view.user.n_chars as usize, view.user.text.chars().count());
    let shown: Vec<_> = view
        .examples
        .iter()
        .map(|example| {
            (
                example.answer.as_str(),
                example.shown,
                example.same_as.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [("[N1AB]", Some(0), None), ("[NONE]", Some(1), Some("r2"))]
    );
}

#[test]
fn steps_stop_at_both_ends_and_searches_go_around() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    let mut go = |go| {
        let view = page.workspace.prompt(1, PromptEdit::Nothing, go);
        (view.index, view.is_not_found)
    };
    assert_eq!(go(Go::Step(-1)), (0, false));
    assert_eq!(go(Go::Step(1)), (1, false));
    assert_eq!(go(Go::Step(99)), (2, false));
    assert_eq!(go(Go::Step(i32::MAX)), (2, false));
    assert_eq!(go(Go::Step(i32::MIN)), (0, false));
    assert_eq!(go(Go::To(u32::MAX)), (2, false));
    assert_eq!(
        go(Go::Find("tail".into())),
        (0, false),
        "from the start again"
    );
    assert_eq!(go(Go::Find("TAIL".into())), (1, false));
    assert_eq!(
        go(Go::FindFrom("tail".into())),
        (1, false),
        "the present one included"
    );
    assert_eq!(go(Go::Find("ÜNDER".into())), (2, false));
    assert_eq!(go(Go::Find("R1".into())), (0, false), "by id");
    assert_eq!(
        go(Go::Find("r1".into())),
        (0, false),
        "the only one is found again"
    );
    assert_eq!(go(Go::Find("nowhere".into())), (0, true));
    assert_eq!(go(Go::FindFrom(" ".into())), (0, false));
}

#[test]
fn an_object_in_the_box_takes_the_place_of_all_values() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    write(
        &mut page,
        "",
        "{{ query }}/{{ context }}/{{ examples }}/{{ mine }}",
    );
    let mut boxed = |text: &str| show(&mut page, PromptEdit::Values(text.into()));
    let view = boxed(r#"{"query": "Q", "mine": 1.50}"#);
    assert_eq!(
        (view.source, view.user.text.as_str()),
        (ValuesFrom::Box, "Q///1.5")
    );
    assert!(view.values_problem.is_none());
    let view = boxed("{\n  \"query\": \"Q\",\n}");
    assert_eq!(view.source, ValuesFrom::Dataset, "until it can be read");
    let problem = view.values_problem.unwrap();
    assert_eq!(
        (problem.place.line, problem.place.column),
        (Some(3), Some(1)),
        "{problem}"
    );
    let problem = boxed("\n  [1]").values_problem.unwrap();
    assert_eq!(
        (problem.place.line, problem.place.column),
        (Some(2), Some(3)),
        "{problem}"
    );
    assert!(problem.message.contains("a list"));
    let view = boxed(r#"{"query": NaN, "query": "R"}"#);
    assert_eq!(view.source, ValuesFrom::Box);
    assert!(view.user.text.starts_with("R/"));
    assert!(view.values_problem.is_some());
    assert_eq!(boxed("  \n").source, ValuesFrom::Dataset);
}

#[test]
fn strict_makes_an_undefined_variable_an_error() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    let view = write(&mut page, "", "{{ query }}{{ contxt }}");
    assert_eq!(view.user.text, "Tail number?");
    let view = show(&mut page, PromptEdit::Strict(true));
    assert!(view.user.fault.is_some() && view.user.text.is_empty());
    assert!(
        show(&mut page, PromptEdit::Strict(false))
            .user
            .fault
            .is_none()
    );
}

#[test]
fn a_broken_template_costs_only_its_own_message() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    let view = write(&mut page, "Fine", "{{ query }}\n{% if %}");
    assert_eq!(view.system.text, "Fine");
    let fault = view.user.fault.unwrap();
    assert_eq!(fault.problem.place.file.as_deref(), Some("user.jinja2"));
    assert_eq!(fault.problem.place.line, Some(2));
}

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

#[test]
fn examples_chosen_by_hand_do_not_pass_to_another_dataset() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    let chosen = FewShot {
        pick: Pick::Chosen(vec![1]),
        ..FewShot::default()
    };
    show(&mut page, PromptEdit::FewShot(chosen.clone()));
    let mut again = page.reloaded();
    assert_eq!(show(&mut again, PromptEdit::Nothing).few_shot, chosen);
    again.workspace.clear();
    again.add("d.json", REPORTS);
    assert_eq!(
        show(&mut again, PromptEdit::Nothing).few_shot,
        chosen,
        "the same data"
    );
    again.workspace.clear();
    again.add("dev.json", SQUAD);
    assert_eq!(
        show(&mut again, PromptEdit::Nothing).few_shot.pick,
        Pick::First(1)
    );
}

#[test]
fn examples_that_ask_the_same_are_listed_by_their_texts() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    let listed: Vec<_> = show(&mut page, PromptEdit::Nothing)
        .examples
        .into_iter()
        .map(|example| example.question)
        .collect();
    assert_eq!(listed, ["Call N1AB.", "Runway {{ 27 }}"]);
}

#[test]
fn a_reload_shows_the_same_prompt() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    write(&mut page, "typed", "typed {{ query }} {{ context }}");
    show(&mut page, PromptEdit::Duplicate("mine".into()));
    show(&mut page, PromptEdit::Strict(true));
    show(
        &mut page,
        PromptEdit::FewShot(FewShot {
            pick: Pick::Chosen(vec![1]),
            is_shuffled: true,
            seed: 9,
        }),
    );
    let before = page
        .workspace
        .prompt(1, PromptEdit::Values("{".into()), Go::To(2));
    let mut again = page.reloaded();
    let after = show(&mut again, PromptEdit::Nothing);
    assert_eq!(
        before,
        PromptView {
            revision: before.revision,
            ..after
        }
    );
    assert_eq!(
        page.workspace.saved().prompts,
        again.workspace.saved().prompts
    );
}

#[test]
fn totals_come_in_parts_and_end_where_everything_fails() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    write(&mut page, "ab", "{{ context }}");
    let mut stopped = page.workspace.totals(4).unwrap();
    let other = Page::with(&[("d.json", SQUAD)]);
    assert_eq!(
        stopped.step(&other.workspace, 9).n_done,
        0,
        "another dataset"
    );
    assert!(stopped.is_done());
    assert!(
        other.workspace.totals(4).is_none(),
        "nothing of it was shown yet"
    );
    let mut totals = page.workspace.totals(5).unwrap();
    let view = totals.step(&page.workspace, 2);
    assert_eq!((view.ticket, view.n_done, view.n_items), (5, 2, 3));
    assert!(!totals.is_done());
    let view = totals.step(&page.workspace, 2);
    assert!(totals.is_done());
    let texts = ["N2CD flew.", "Runway {{ 27 }}", "Ünder the wing."];
    let n_chars: usize = texts.iter().map(|text| text.chars().count() + 2).sum();
    assert_eq!(
        (view.n_done, view.n_chars, view.longest),
        (3, n_chars as f64, Some((1, 17)))
    );
    assert_eq!(view.failed, None);

    write(
        &mut page,
        "",
        "{% if context.startswith('Runway') %}{{ 1 / 0 }}{% endif %}",
    );
    let view = page.workspace.totals(6).unwrap().step(&page.workspace, 99);
    assert_eq!(view.failed, Some((1, 1, "r2".to_owned())));
    assert_eq!(view.n_done, 3);

    let rows: Vec<String> = (0..200)
        .map(|i| format!(r#"{{"id": "q{i}", "question": "Q", "context": "c", "answers": ["c"]}}"#))
        .collect();
    let mut page = Page::with(&[("rows.jsonl", &rows.join("\n"))]);
    write(&mut page, "{% if", "");
    let mut totals = page.workspace.totals(7).unwrap();
    let view = totals.step(&page.workspace, 1_000);
    assert!(totals.is_done());
    assert_eq!(
        (view.n_done, view.n_items, view.failed),
        (50, 200, Some((50, 0, "q0".to_owned())))
    );
    assert!(Workspace::default().totals(1).is_none());
}

fn edit() -> impl Strategy<Value = PromptEdit> {
    let name = || {
        prop::sample::select(vec!["mcqa", "extractive_qa", "a", "A", "b", "", "x/y"])
            .prop_map(str::to_owned)
    };
    let source = || {
        prop::sample::select(vec![
            "",
            "x",
            "{{ query }}",
            "{{ input }} {{ examples }}",
            "{% for e in examples %}{{ e.answer }}{% endfor %}",
            "{% if",
            "{{ 1/0 }}",
            "a\r\nb",
        ])
        .prop_map(str::to_owned)
    };
    let pick = prop_oneof![
        (0u32..5).prop_map(Pick::First),
        (0u32..5).prop_map(Pick::Random),
        prop::collection::vec(0u32..5, 0..3).prop_map(Pick::Chosen),
    ];
    let values =
        prop::sample::select(vec!["", "{", "{}", "[]", "{\"query\": NaN}"]).prop_map(str::to_owned);
    prop_oneof![
        Just(PromptEdit::Nothing),
        (name(), source(), source()).prop_map(|(task_type, system, user)| PromptEdit::Write {
            task_type,
            system,
            user
        }),
        name().prop_map(PromptEdit::Choose),
        name().prop_map(PromptEdit::New),
        name().prop_map(PromptEdit::Duplicate),
        name().prop_map(PromptEdit::Rename),
        Just(PromptEdit::Delete),
        Just(PromptEdit::Reset),
        Just(PromptEdit::Undo),
        (pick, any::<bool>(), any::<u32>()).prop_map(|(pick, is_shuffled, seed)| {
            PromptEdit::FewShot(FewShot {
                pick,
                is_shuffled,
                seed,
            })
        }),
        any::<bool>().prop_map(PromptEdit::Strict),
        values.prop_map(PromptEdit::Values),
    ]
}

fn go() -> impl Strategy<Value = Go> {
    prop_oneof![
        4 => Just(Go::Stay),
        1 => any::<i32>().prop_map(Go::Step),
        1 => (0u32..6).prop_map(Go::To),
        1 => prop::sample::select(vec!["", "r", "zz"]).prop_map(|text| Go::Find(text.to_owned())),
        1 => Just(Go::FindFrom("r".to_owned())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(super::long::times(60)))]

    #[test]
    fn whatever_is_changed_something_is_shown_and_a_reload_shows_the_same(
        steps in prop::collection::vec((edit(), go(), 0..8), 1..12)
    ) {
        let mut page = Page::default();
        for (edit, go, file) in steps {
            match file {
                0 => drop(page.add("d.json", REPORTS)),
                1 => drop(page.add("exam.json", EXAM)),
                2 => page.workspace.clear(),
                3 => drop(page.drop(&[("a/user.j2", b"{{ query }}"), ("system.j2", b"S")])),
                _ => {}
            }
            let view = page.workspace.prompt(1, edit, go);
            prop_assert!(view.sets.iter().any(|set| set.task_type == view.task_type));
            prop_assert!(view.n_items == 0 || view.index < view.n_items);
            prop_assert!(view.user.fault.is_none() || view.user.text.is_empty());
            let after = page.reloaded().workspace.prompt(1, PromptEdit::Nothing, Go::Stay);
            let before = page.workspace.prompt(1, PromptEdit::Nothing, Go::Stay);
            let after = PromptView { revision: before.revision, undo: before.undo.clone(), ..after };
            prop_assert_eq!(before, after);
        }
    }
}
