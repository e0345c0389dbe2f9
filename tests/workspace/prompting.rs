//! The Prompt place: both messages of any question, whatever is changed.

use super::page::{Page, SQUAD};
use marksheet::prompt::{FewShot, Pick};
use marksheet::protocol::{Go, PromptEdit, PromptView, ValuesFrom};
use marksheet::workspace::Workspace;

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
