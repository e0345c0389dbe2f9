//! Whatever is changed in prompts, and in whatever order: something is shown, and a reload shows the same.

use super::page::{EXAM, Page};
use super::prompting::REPORTS;
use marksheet::prompt::{FewShot, Pick};
use marksheet::protocol::{Go, PromptEdit, PromptView};
use proptest::prelude::*;

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
