//! What the Prompt place says of templates and examples.

use super::page::{EXAM, Page, SQUAD};
use super::prompting::{REPORTS, show, write};
use marksheet::problem::Severity;
use marksheet::prompt::{FewShot, Pick};
use marksheet::protocol::{PromptEdit, PromptView};

fn said(view: &PromptView) -> String {
    view.notices
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Few-shot examples off, so that nothing is said of them.
fn page_without_examples(dataset: &str) -> Page {
    let mut page = Page::with(&[("d.json", dataset)]);
    show(
        &mut page,
        PromptEdit::FewShot(FewShot {
            pick: Pick::First(0),
            ..FewShot::default()
        }),
    );
    page
}

#[test]
fn nothing_is_said_of_the_built_in_sets_with_their_data() {
    for data in [SQUAD, EXAM] {
        let view = show(&mut Page::with(&[("d.json", data)]), PromptEdit::Nothing);
        assert_eq!(said(&view), "");
    }
}

#[test]
fn a_required_variable_that_no_template_uses_is_named() {
    let mut page = page_without_examples(SQUAD);
    let view = write(&mut page, "", "{{ query }}");
    assert!(
        said(&view).contains("neither template uses context"),
        "{}",
        said(&view)
    );
    assert!(!said(&view).contains("uses query"));
    let view = write(&mut page, "{{ context }}", "{{ query }}");
    assert_eq!(said(&view), "", "the system message may have it");
    let used: Vec<_> = view
        .variables
        .iter()
        .map(|variable| {
            (
                variable.name.as_str(),
                variable.is_required,
                variable.is_used,
            )
        })
        .collect();
    assert_eq!(
        used,
        [
            ("query", true, true),
            ("context", true, true),
            ("examples", false, false)
        ]
    );
}

#[test]
fn an_unknown_variable_is_named_once_with_the_one_that_is_meant() {
    let mut page = page_without_examples(SQUAD);
    for (name, meant) in [
        ("contxt", "context"),
        ("qeury", "query"),
        ("question", "query"),
        ("transcript", "context"),
        ("exmples", "examples"),
    ] {
        let view = write(
            &mut page,
            "",
            &format!("{{{{ query }}}}{{{{ context }}}}{{{{ {name} }}}}"),
        );
        let text = said(&view);
        assert!(
            text.contains(&format!("user.jinja2: unknown variable {name}")),
            "{text}"
        );
        assert!(text.contains(&format!("did you mean {meant}?")), "{text}");
        assert_eq!(text.matches(name).count(), 1, "{text}");
        assert!(
            view.notices
                .iter()
                .all(|problem| problem.severity == Severity::Warning)
        );
    }
    let view = write(&mut page, "", "{{ query }}{{ context }}{{ zzz }}");
    assert!(said(&view).contains("there are query, context, examples"));
    let guarded = "{{ query }}{{ context }}{% if hint is defined %}{{ hint }}{% endif %}{{ note | default('') }}";
    assert_eq!(said(&write(&mut page, "", guarded)), "");
}

#[test]
fn with_values_from_the_box_only_what_is_undefined_in_it_is_told() {
    let mut page = page_without_examples(SQUAD);
    write(&mut page, "", "{{ mine }}{{ yours }}");
    let view = show(&mut page, PromptEdit::Values(r#"{"mine": 1}"#.into()));
    assert!(said(&view).contains("undefined: yours"), "{}", said(&view));
    assert!(!said(&view).contains("mine is"), "{}", said(&view));
}

#[test]
fn templates_for_another_task_are_told_in_one_sentence() {
    let mut page = page_without_examples(SQUAD);
    let view = show(&mut page, PromptEdit::Choose("mcqa".into()));
    assert_eq!(view.task_type, "mcqa", "chosen on purpose");
    let text = said(&view);
    assert!(text.contains("the templates of mcqa are for multiple choice, and the dataset has extractive questions"), "{text}");
    assert!(text.contains("choose extractive_qa"), "{text}");
}

#[test]
fn examples_that_are_test_questions_are_told_while_they_are_shown() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    let text = said(&show(&mut page, PromptEdit::Nothing));
    assert!(
        text.contains(
            "1 of 2 shown examples is a test question too, so the model is shown its answer: r2"
        ),
        "{text}"
    );
    let first = FewShot {
        pick: Pick::First(1),
        ..FewShot::default()
    };
    assert_eq!(said(&show(&mut page, PromptEdit::FewShot(first))), "");
}

#[test]
fn examples_that_no_template_shows_are_told() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    let first = FewShot {
        pick: Pick::First(1),
        ..FewShot::default()
    };
    show(&mut page, PromptEdit::FewShot(first));
    let text = said(&write(&mut page, "", "{{ query }}{{ context }}"));
    assert!(
        text.contains("few-shot examples are chosen, and neither template shows them"),
        "{text}"
    );
}

#[test]
fn a_field_that_no_example_has_is_told() {
    let mut page = Page::with(&[("d.json", REPORTS)]);
    let first = FewShot {
        pick: Pick::First(1),
        ..FewShot::default()
    };
    show(&mut page, PromptEdit::FewShot(first));
    let text = said(&write(
        &mut page,
        "",
        "{{ query }}{{ context }}{% for ex in examples %}{{ ex.answr }}{{ ex.level }}{% endfor %}",
    ));
    assert!(
        text.contains("answr") && text.contains("did you mean answer?"),
        "{text}"
    );
    assert!(!text.contains("level"), "{text}");
}

#[test]
fn a_very_long_prompt_is_told() {
    let mut page = page_without_examples(SQUAD);
    let text = said(&write(
        &mut page,
        "",
        "{{ query }}{{ context }}{{ 'word ' * 120000 }}",
    ));
    assert!(
        text.contains("tokens, more than many models read at once"),
        "{text}"
    );
}
